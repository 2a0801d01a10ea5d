//! Drawings as SVG: a file or a part of a page, with texts for people who cannot see it, and a name
//! on every place (`data-cell`) for front ends.

mod footprint;
mod frame;
mod marks;
mod pieces;
mod spot;
pub(crate) mod style;
mod written;

use std::fmt::{self, Write as _};

use agon_core::{
    Picture, Seat,
    picture::{Aim, Cell, Ground, Look, Shape, Stroke, Tray},
};

pub(crate) use self::written::{LETTER, Short, through, width_of, write_letters};
use self::{
    footprint::Footprint,
    frame::Frame,
    spot::{Spot, UNIT},
};
pub use self::{
    style::{Theme, chart_stylesheet, stage_stylesheet, stylesheet},
    written::Escaped,
};

/// Whether places can be pressed and read aloud.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PlaceNames {
    /// Each is a group with its name, its text and a target.
    Written,
    /// Only their pieces are drawn, and the grounds of a kind as one path; rows and columns have no names.
    LeftOut,
}

pub(crate) fn draw(picture: &Picture, way: &[(Seat, Aim)], [title, about]: [&str; 2], theme: Option<Theme>) -> String {
    let mut head = String::new();
    for (name, text) in [("title", title), ("desc", about)] {
        if !text.is_empty() {
            let _ = write!(head, "\n<{name}>{}</{name}>", Escaped(text));
        }
    }
    if let Some(theme) = theme {
        let way = if way.is_empty() { String::new() } else { style::of_way(theme) };
        let _ = write!(head, "\n<style>{}{way}</style>", style::of_board(theme));
    }
    drawn(picture, way, &head, PlaceNames::Written)
}

/// Without a style sheet, to be looked at only.
pub(crate) fn draw_decorative(picture: &Picture) -> String {
    drawn(picture, &[], "", PlaceNames::LeftOut)
}

fn drawn(picture: &Picture, way: &[(Seat, Aim)], head: &str, names: PlaceNames) -> String {
    let frame = Frame::of(picture);
    let mut out = String::new();
    let (width, height) = (Short(frame.width), Short(frame.height));
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"agon\" role=\"group\" width=\"{width}\" \
         height=\"{height}\" viewBox=\"{} {} {width} {height}\">",
        Short(frame.left),
        Short(frame.top)
    );
    out.push_str(head);
    let _ = write!(
        out,
        "\n<rect class=\"paper\" x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{height}\"/>",
        Short(frame.left),
        Short(frame.top)
    );
    match &picture.text {
        Some(text) if picture.cells.is_empty() => write_text(text, &frame, &mut out),
        _ => write_board(picture, frame.letters, names, &mut out),
    }
    if !way.is_empty() {
        marks::write_way(picture, way, &mut out);
    }
    write_trays(&picture.trays, &frame, &mut out);
    out.push_str("\n</svg>\n");
    out
}

/// A board drawn small, for a diagram.
pub(crate) struct SmallBoard<'a> {
    picture: &'a Picture,
    frame: Frame,
    scale: f64,
}

impl SmallBoard<'_> {
    /// Its scale relative to its own size, and its greatest width and height.
    const SCALE: f64 = 0.42;
    const MOST: f64 = 116.0;
    /// Smaller boards cannot be recognised.
    const LEAST: f64 = 0.3;

    pub(crate) fn of(picture: &Picture) -> SmallBoard<'_> {
        let frame = Frame::of(picture);
        let scale = (Self::MOST / frame.width.max(frame.height)).min(Self::SCALE);
        SmallBoard { picture, frame, scale }
    }

    /// Whether it is large enough to be recognised.
    pub(crate) fn is_legible(&self) -> bool {
        Self::LEAST <= self.scale
    }

    pub(crate) fn width(&self) -> f64 {
        self.scale * self.frame.width
    }

    pub(crate) fn height(&self) -> f64 {
        self.scale * self.frame.height
    }

    /// Draws it around x, its top at y.
    pub(crate) fn write(&self, x: f64, y: f64, out: &mut String) {
        let left = x - self.scale * (self.frame.left + self.frame.width / 2.0);
        let top = y - self.scale * self.frame.top;
        let (left, top, scale) = (Short(left), Short(top), self.scale);
        let _ = write!(out, "\n<g class=\"board\" transform=\"translate({left} {top}) scale({scale:.3})\">");
        write_board(self.picture, self.frame.letters, PlaceNames::Written, out);
        out.push_str("\n</g>");
    }
}

/// In this order: lines, places, pieces, marks, so that nothing visible is hidden.
fn write_board(picture: &Picture, letters: f64, names: PlaceNames, out: &mut String) {
    if let Some(ground) = picture.board {
        let ((left, top), (right, bottom)) = frame::cells(picture);
        let (x, y) = (f64::midpoint(left, right), f64::midpoint(top, bottom));
        Footprint::rectangle(x, y, right - left, bottom - top).write(&class(ground), out);
    }
    for stroke in &picture.strokes {
        write_stroke(stroke, out);
    }
    let grounds = picture.cells.iter().flat_map(grounds);
    match names {
        PlaceNames::Written => grounds.for_each(|(class, footprint)| footprint.write(&class, out)),
        PlaceNames::LeftOut => footprint::write_together(grounds, out),
    }
    for cell in &picture.cells {
        match names {
            PlaceNames::Written => write_cell(cell, picture, out),
            PlaceNames::LeftOut => write_pieces(cell, out),
        }
    }
    marks::write(picture, out);
    if names == PlaceNames::LeftOut {
        return;
    }
    for label in &picture.labels {
        let Spot { x, y } = Spot::of((label.x, label.y));
        let _ = write!(
            out,
            "\n<text class=\"label\" x=\"{}\" y=\"{}\"{}>{}</text>",
            Short(x),
            Short(y + 5.0 * letters),
            Larger(14.0, letters),
            Escaped(&label.text)
        );
    }
}

/// What is drawn of a place below its pieces, each with its class.
fn grounds(cell: &Cell) -> impl Iterator<Item = (String, Footprint)> {
    let Spot { x, y } = Spot::of((cell.x, cell.y));
    let class = class(cell.ground);
    let square = Footprint::rectangle(x, y, UNIT, UNIT);
    let circle = |radius| Footprint::Circle { x, y, radius };
    let (below, own) = match cell.shape {
        // Its edge is broad, and lies inside.
        Shape::Square if cell.ground == Ground::Attacked => {
            (None, (class, Footprint::rectangle(x, y, UNIT - 4.0, UNIT - 4.0)))
        }
        Shape::Square => (None, (class, square)),
        Shape::Slot => (Some(("panel".to_owned(), square)), ("slot".to_owned(), circle(20.0))),
        Shape::Hole => (None, (class + " hole", circle(17.0))),
        Shape::Dot => (None, ("dot".to_owned(), circle(5.0))),
        Shape::Box { width, height } => {
            let (width, height) = (width * UNIT, height * UNIT);
            (None, (class + " box", Footprint::Rectangle { x, y, width, height, round: 8.0 }))
        }
        Shape::Hexagon => (None, (class, Footprint::Polygon(hexagon(x, y).to_vec()))),
        Shape::Spike { length } => {
            let (half, base) = (UNIT / 2.0, y - UNIT / 2.0 * length.signum());
            let corners = vec![(x - half, base), (x + half, base), (x, base + length * UNIT)];
            (None, (class, Footprint::Polygon(corners)))
        }
        Shape::Choice(seat) => {
            let tip = if seat == Seat(0) { -1.0 } else { 1.0 };
            let corners = vec![(x, y + tip * 17.0), (x - 19.0, y - tip * 14.0), (x + 19.0, y - tip * 14.0)];
            (None, (format!("node choice{}", seat.0 % 6), Footprint::Polygon(corners)))
        }
        Shape::Chance => (None, ("node".to_owned(), circle(15.0))),
        _ => return None.into_iter().chain(None),
    };
    below.into_iter().chain(Some(own))
}

/// The corners of a hexagon around that point.
fn hexagon(x: f64, y: f64) -> [(f64, f64); 6] {
    let (dx, dy) = (UNIT / 2.0, UNIT / 2.0 / agon_core::picture::HEX_ROW);
    let corners = [(0.0, -dy), (dx, -dy / 2.0), (dx, dy / 2.0), (0.0, dy), (-dx, dy / 2.0), (-dx, -dy / 2.0)];
    corners.map(|(dx, dy)| (x + dx, y + dy))
}

fn class(ground: Ground) -> String {
    match ground {
        Ground::Light => "light".to_owned(),
        Ground::Dark => "dark".to_owned(),
        Ground::Wall => "wall".to_owned(),
        Ground::Of(seat) => format!("home{}", seat.0 % 6),
        Ground::Attacked => "attacked".to_owned(),
        _ => "plain".to_owned(),
    }
}

fn write_stroke(stroke: &Stroke, out: &mut String) {
    let (from, to) = (Spot::of(stroke.from), Spot::of(stroke.to));
    let class = match stroke.seat {
        Some(seat) => format!("border{}", seat.0 % 6),
        None => "line".to_owned(),
    };
    let _ = write!(
        out,
        "\n<line class=\"{class}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
        Short(from.x),
        Short(from.y),
        Short(to.x),
        Short(to.y)
    );
    if !stroke.label.is_empty() {
        // Nearer to its end, where lines from one place are apart.
        let (x, y) = (from.x + 0.55 * (to.x - from.x), from.y + 0.55 * (to.y - from.y));
        let _ = write!(
            out,
            "\n<text class=\"beside\" x=\"{}\" y=\"{}\">{}</text>",
            Short(x),
            Short(y + 4.0),
            Escaped(&stroke.label)
        );
    }
}

/// The pieces on a place, in a group with the place's name and text. Its first child is the target
/// for pointing, so that an empty place has one too.
fn write_cell(cell: &Cell, picture: &Picture, out: &mut String) {
    let _ = write!(out, "\n<g data-cell=\"{}\"", Escaped(&cell.name));
    if let Some(last) = &picture.last
        && last.names().any(|name| name == cell.name)
    {
        out.push_str(" data-last=\"\"");
    }
    if picture.wins.iter().flatten().any(|name| *name == cell.name) {
        out.push_str(" data-win=\"\"");
    }
    let _ = write!(out, " role=\"img\"><title>{}</title>", Escaped(&cell.text()));
    write_target(cell, out);
    write_pieces(cell, out);
    out.push_str("</g>");
}

/// Targets do not overlap: a rectangle around the place, or the hexagon itself, whose rectangles
/// would overlap.
fn write_target(cell: &Cell, out: &mut String) {
    let Spot { x, y } = Spot::of(frame::middle(cell));
    let _ = match cell.shape {
        Shape::Hexagon => {
            let corners = hexagon(x, y).map(|(x, y)| format!("{},{}", Short(x), Short(y)));
            write!(out, "<polygon class=\"target\" points=\"{}\"/>", corners.join(" "))
        }
        shape => {
            let (width, height) = frame::extent(shape);
            write!(
                out,
                "<rect class=\"target\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
                Short(x - width * UNIT / 2.0),
                Short(y - height * UNIT / 2.0),
                Short(width * UNIT),
                Short(height * UNIT)
            )
        }
    };
}

fn write_pieces(cell: &Cell, out: &mut String) {
    let Spot { x, y } = Spot::of((cell.x, cell.y));
    for piece in &cell.pieces {
        match (cell.shape, piece.look) {
            (Shape::Edge { dx, dy }, Look::Drawn) => {
                let _ = write!(
                    out,
                    "<line class=\"drawn\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
                    Short(x - dx * UNIT),
                    Short(y - dy * UNIT),
                    Short(x + dx * UNIT),
                    Short(y + dy * UNIT)
                );
            }
            (Shape::Spike { length }, _) => pieces::stack(piece, x, y, length, out),
            (Shape::Box { width, height }, Look::Stick | Look::Seed) => {
                pieces::heap(piece, x, y, (width * UNIT, height * UNIT), out);
            }
            (Shape::Box { width, .. }, Look::Writing) => pieces::writing(piece, x, y, width, out),
            (Shape::Hole, Look::Seed) => pieces::heap(piece, x, y, (UNIT * 0.8, UNIT * 0.8), out),
            _ => {
                pieces::one(piece, x, y, pieces::size(cell.shape), out);
                pieces::count(piece, x, y + 36.0, out);
            }
        }
    }
}

/// A position in letters, line by line.
fn write_text(text: &str, frame: &Frame, out: &mut String) {
    for (number, line) in text.lines().enumerate() {
        let y = frame.top + frame::MARGIN + frame::LINE * (number as f64 + 0.75);
        let _ = write!(
            out,
            "\n<text class=\"letters\" x=\"{}\" y=\"{}\" xml:space=\"preserve\">{}</text>",
            Short(frame.left + frame::MARGIN),
            Short(y),
            Escaped(line)
        );
    }
}

fn write_trays(trays: &[Tray], frame: &Frame, out: &mut String) {
    for (number, tray) in trays.iter().enumerate() {
        let y = frame.bottom + frame::TRAY * frame.letters * (number as f64 + 0.5);
        let x = frame.left + frame::MARGIN;
        let head = frame::head(tray);
        let _ = write!(
            out,
            "\n<g data-tray=\"{}\" role=\"img\"><title>{}</title><text class=\"tray\" x=\"{}\" \
             y=\"{}\"{}>{}</text>",
            Escaped(&tray.label),
            Escaped(&tray.text()),
            Short(x),
            Short(y + 6.0 * frame.letters),
            Larger(16.0, frame.letters),
            Escaped(&head)
        );
        let mut x = x + frame::width_of(&head, frame.letters) + 24.0;
        for piece in &tray.pieces {
            pieces::one(piece, x, y, 0.62, out);
            pieces::count(piece, x + 30.0, y + 6.0, out);
            x += frame::piece_width(piece);
        }
        out.push_str("</g>");
    }
}

/// The size of letters, if it is not the usual one of the stylesheet.
struct Larger(f64, f64);

impl fmt::Display for Larger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Larger(size, letters) = *self;
        if letters == 1.0 {
            return Ok(());
        }
        write!(f, " style=\"font-size:{}px\"", (size * letters).round())
    }
}
