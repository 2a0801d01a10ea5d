//! The forms of pieces, each drawn once, a hundred units wide around a middle of zero.

use std::fmt::Write as _;

use agon_core::picture::{Look, Piece, Shape, Tint};

use super::{
    spot::UNIT,
    written::{Escaped, Short},
};

/// The size of a piece on a place of that outline, in squares.
pub(super) fn size(shape: Shape) -> f64 {
    match shape {
        Shape::Crossing | Shape::Hexagon => 0.92,
        Shape::Slot | Shape::Hole | Shape::Choice(_) | Shape::Chance => 0.8,
        _ => 0.94,
    }
}

/// One piece of `size` squares, with its middle at x and y.
pub(super) fn one(piece: &Piece, x: f64, y: f64, size: f64, out: &mut String) {
    place(piece, x, y, size, &form(piece), out);
}

/// A text in a box so many squares wide, as large as there is room for.
pub(super) fn writing(piece: &Piece, x: f64, y: f64, width: f64, out: &mut String) {
    let size = size(Shape::Square);
    let length = piece.label.chars().count();
    // A letter is three fifths as wide as high.
    let fits = (100.0 * width / size - 12.0) / (0.6 * length.max(1) as f64);
    let height = usual_height(length).max((fits as usize).min(usual_height(1)));
    place(piece, x, y, size, &text(&piece.label, height, ""), out);
}

fn place(piece: &Piece, x: f64, y: f64, size: f64, form: &str, out: &mut String) {
    let _ = write!(
        out,
        "<g class=\"piece t-{}{}\" {} transform=\"translate({} {}) scale({:.3})\">{form}</g>",
        tint(paper(piece)),
        class(piece.look),
        attributes(piece),
        Short(x),
        Short(y),
        size * UNIT / 100.0,
    );
}

/// The number of equal pieces, of which only one is drawn: written centred at x, on the line y.
pub(super) fn count(piece: &Piece, x: f64, y: f64, out: &mut String) {
    if piece.count != 1 {
        let (x, y) = (Short(x), Short(y));
        let _ = write!(out, "<text class=\"count\" x=\"{x}\" y=\"{y}\">×{}</text>", piece.count);
    }
}

/// Pieces in a row from the base of a spike, at most five of them, and their number if there are
/// more.
pub(super) fn stack(piece: &Piece, x: f64, y: f64, length: f64, out: &mut String) {
    const MOST: u32 = 5;
    let step = 0.8 * UNIT * length.signum();
    for index in 0..piece.count.min(MOST) {
        let y = y - 0.1 * UNIT * length.signum() + step * f64::from(index);
        let is_last = index + 1 == MOST && MOST < piece.count;
        let label = if is_last { piece.count.to_string() } else { String::new() };
        let mut piece = piece.clone();
        piece.label = label;
        one(&piece, x, y, 0.84, out);
    }
}

/// Sticks side by side, or seeds in rows with their number below.
pub(super) fn heap(piece: &Piece, x: f64, y: f64, room: (f64, f64), out: &mut String) {
    const SEEDS: u32 = 16;
    let (width, height) = room;
    if piece.look == Look::Stick {
        let step = (width / f64::from(piece.count.max(1) + 1)).min(16.0);
        for index in 0..piece.count {
            let aside = step * (f64::from(index) - f64::from(piece.count - 1) / 2.0);
            one(piece, x + aside, y, (height / UNIT * 0.86).min(step / 12.0), out);
        }
        return;
    }
    let shown = piece.count.min(SEEDS);
    let columns = if height < 1.5 * width { 4.0 } else { 3.0 };
    let rows = (f64::from(shown) / columns).ceil();
    let step = (width * 0.2).min(10.0);
    for index in 0..shown {
        let (column, row) = (f64::from(index) % columns, (f64::from(index) / columns).floor());
        let in_row = (f64::from(shown) - row * columns).min(columns);
        let (dx, dy) = (column - (in_row - 1.0) / 2.0, row - (rows - 1.0) / 2.0);
        one(piece, x + step * dx, y - 6.0 + step * dy, 0.18, out);
    }
    let _ = write!(
        out,
        "<text class=\"count\" x=\"{}\" y=\"{}\">{}</text>",
        Short(x),
        Short(y + height / 2.0 - 5.0),
        piece.count
    );
}

/// The colour of the background of a piece: white for a card, whatever its symbol.
fn paper(piece: &Piece) -> Tint {
    if piece.look == Look::Card { Tint::White } else { piece.tint }
}

fn tint(tint: Tint) -> &'static str {
    match tint.name() {
        "" => "plain",
        name => name,
    }
}

fn class(look: Look) -> &'static str {
    match look {
        Look::Cross | Look::Ring | Look::Triangle | Look::Diamond => " stroke",
        Look::Tile => " tile",
        Look::Writing => " bare",
        _ => "",
    }
}

/// The elements of a piece. The class `in` is drawn in a colour visible on the piece.
fn form(piece: &Piece) -> String {
    let body = match piece.look {
        Look::Stone => stone(piece),
        Look::Man => {
            "<circle r=\"44\"/><circle class=\"in\" r=\"33\" stroke-width=\"3\"/>".to_owned()
        }
        Look::Crowned => format!("<circle r=\"44\"/><path class=\"in\" stroke-width=\"6\" d=\"{CROWN}\"/>"),
        Look::Cross => "<path stroke-width=\"14\" d=\"M-28 -28L28 28M28 -28L-28 28\"/>".to_owned(),
        Look::Ring => "<circle stroke-width=\"14\" r=\"31\"/>".to_owned(),
        Look::Triangle => "<path stroke-width=\"12\" d=\"M0 -32L32 26H-32Z\"/>".to_owned(),
        Look::Diamond => "<path stroke-width=\"12\" d=\"M0 -36L36 0L0 36L-36 0Z\"/>".to_owned(),
        Look::Pawn => format!("<path d=\"{PAWN}\"/><circle cy=\"-20\" r=\"15\"/>{BASE}"),
        Look::Knight => format!("<path d=\"{KNIGHT}\"/><circle class=\"in\" cx=\"-7\" cy=\"-19\" r=\"2.5\"/>{BASE}"),
        Look::Bishop => format!("<path d=\"{BISHOP}\"/><circle cy=\"-38\" r=\"6\"/><path class=\"in\" stroke-width=\"4\" d=\"M0 -24V-4M-8 -15H8\"/>{BASE}"),
        Look::Rook => format!("<path d=\"{ROOK}\"/><path class=\"in\" stroke-width=\"3\" d=\"M-14 -4H14M-14 16H14\"/>{BASE}"),
        Look::Queen => format!("<path d=\"{QUEEN}\"/>{QUEEN_BALLS}<path class=\"in\" stroke-width=\"3\" d=\"M-20 14Q0 8 20 14\"/>{BASE}"),
        Look::King => format!("<path d=\"{KING}\"/><path class=\"in\" stroke-width=\"3\" d=\"M0 -18V10M-18 17Q0 11 18 17\"/>{BASE}"),
        Look::Tile => "<rect x=\"-46\" y=\"-46\" width=\"92\" height=\"92\" rx=\"10\"/>".to_owned(),
        Look::Stick => "<rect x=\"-6\" y=\"-46\" width=\"12\" height=\"92\" rx=\"5\"/>".to_owned(),
        Look::Seed => "<circle r=\"42\"/>".to_owned(),
        Look::Die => return die(piece),
        Look::Card => return card(piece),
        Look::Back => format!("{CARD}<rect class=\"in\" x=\"-24\" y=\"-38\" width=\"48\" height=\"76\" rx=\"4\" stroke-width=\"3\"/><path class=\"in\" stroke-width=\"3\" d=\"M-24 -14L24 14M-24 14L24 -14M0 -38L24 0L0 38L-24 0Z\"/>"),
        Look::Pellet => "<circle r=\"10\"/>".to_owned(),
        Look::Runner => "<path d=\"M10 4L36 -22A42 42 0 1 0 36 30Z\"/><circle class=\"in\" cx=\"2\" cy=\"-22\" r=\"3\" stroke-width=\"5\"/>".to_owned(),
        Look::Ghost => "<path d=\"M-36 42V-4A36 36 0 0 1 36 -4V42L24 30L12 42L0 30L-12 42L-24 30Z\"/>".to_owned(),
        Look::Writing | _ => String::new(),
    };
    if piece.label.is_empty() { body } else { body + &written(piece) }
}

/// Light from the upper left. Each colour also has a sign of its own, for people with colour
/// blindness.
fn stone(piece: &Piece) -> String {
    let sign = match piece.tint {
        _ if !piece.label.is_empty() => "",
        Tint::Red => "<circle class=\"in\" r=\"26\" stroke-width=\"5\"/>",
        Tint::Yellow => "<circle class=\"in\" r=\"7\" stroke-width=\"5\"/>",
        _ => "",
    };
    format!(
        "<circle r=\"47\"/><path class=\"shine\" d=\"M-33 -10A35 35 0 0 1 10 -33A60 60 0 0 0 -33 \
         -10Z\"/>{sign}"
    )
}

/// The text on a piece.
fn written(piece: &Piece) -> String {
    text(&piece.label, usual_height(piece.label.chars().count()), "")
}

/// How high a text on a piece is, in units: the longer the lower.
fn usual_height(length: usize) -> usize {
    match length {
        0..=2 => 48,
        3 => 40,
        4 => 32,
        5 => 27,
        length => 150 / length,
    }
}

/// A text in the centre of a piece, of this height in units.
fn text(label: &str, size: usize, style: &str) -> String {
    let y = Short(0.36 * size as f64);
    format!("<text y=\"{y}\" style=\"font-size:{size}px{style}\">{}</text>", Escaped(label))
}

/// A card with its text, in red if that is its colour.
fn card(piece: &Piece) -> String {
    let size = match piece.label.chars().count() {
        0..=2 => 44,
        length => 96 / length,
    };
    let style = if piece.tint == Tint::Red { ";fill:#b3261e" } else { "" };
    CARD.to_owned() + &text(&piece.label, size, style)
}

/// A die with pips, or with a number if it is no common one.
fn die(piece: &Piece) -> String {
    const PIPS: [&[(i8, i8)]; 6] = [
        &[(0, 0)],
        &[(-1, -1), (1, 1)],
        &[(-1, -1), (0, 0), (1, 1)],
        &[(-1, -1), (-1, 1), (1, -1), (1, 1)],
        &[(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
        &[(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
    ];
    let mut body = "<rect x=\"-42\" y=\"-42\" width=\"84\" height=\"84\" rx=\"14\"/>".to_owned();
    let face = piece.label.parse::<usize>().ok().and_then(|n| PIPS.get(n.wrapping_sub(1)));
    let Some(pips) = face else { return body + &written(piece) };
    for &(dx, dy) in *pips {
        let (x, y) = (24 * i32::from(dx), 24 * i32::from(dy));
        let _ = write!(body, "<circle class=\"pip\" cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"#1c1c1e\"/>");
    }
    body
}

const CARD: &str = "<rect x=\"-33\" y=\"-47\" width=\"66\" height=\"94\" rx=\"8\"/>";
const BASE: &str = "<path d=\"M-30 42V34Q-30 26 -22 26H22Q30 26 30 34V42Z\"/>";
const CROWN: &str = "M-22 16V-14L-10 0L0 -20L10 0L22 -14V16Z";
const PAWN: &str = "M-17 26Q-7 14 -7 -2H-14Q0 -12 14 -2H7Q7 14 17 26Z";
const ROOK: &str = "M-24 -40H-12V-31H-6V-40H6V-31H12V-40H24V-20L15 -12V18L22 26H-22L-15 18V-12L-24 -20Z";
const BISHOP: &str = "M0 -34C14 -22 20 -10 14 2L9 7L16 26H-16L-9 7L-14 2C-20 -10 -14 -22 0 -34Z";
const KNIGHT: &str =
    "M-18 26C-18 8 -2 4 -3 -8C-8 -2 -16 2 -24 1L-29 -5C-25 -15 -18 -23 -11 -28L-9 -40L1 -31C18 -28 27 -6 23 26Z";
const QUEEN: &str = "M-22 12L-34 -22L-17 -3L-13 -32L0 -7L13 -32L17 -3L34 -22L22 12L25 26H-25Z";
const QUEEN_BALLS: &str = "<circle cx=\"-34\" cy=\"-25\" r=\"5\"/><circle cx=\"-13\" cy=\"-35\" r=\"5\"/><circle cx=\"13\" cy=\"-35\" r=\"5\"/><circle cx=\"34\" cy=\"-25\" r=\"5\"/>";
const KING: &str = "M-3 -46H3V-40H10V-34H3V-26C11 -25 12 -20 12 -15C22 -22 33 -14 29 -2C26 7 20 10 20 18L23 26H-23L-20 18C-20 10 -26 7 -29 -2C-33 -14 -22 -22 -12 -15C-12 -20 -11 -25 -3 -26V-34H-10V-40H-3Z";

/// The attributes by which a front end identifies a piece.
fn attributes(piece: &Piece) -> String {
    let mut text = format!("data-piece=\"{}\"", Escaped(&piece.letter));
    if let Some(seat) = piece.seat {
        let _ = write!(text, " data-seat=\"{}\"", seat.0 + 1);
    }
    text
}
