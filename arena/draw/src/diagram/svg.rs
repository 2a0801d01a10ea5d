//! Diagrams as SVG: links first, then knots, then labels.

use std::fmt::Write as _;

use super::{
    Diagram, DiagramNode, Link, Outline,
    extent::{Extent, HEIGHT},
    form::{KnotForm, SHAPE},
    layout::{ABOVE, BESIDE, LABEL, LINE, NOTE, RADIUS, VALUE, Way, board, layout},
};
#[cfg(feature = "png")]
use crate::render::{self, Render};
use crate::{
    Theme,
    svg::{Escaped, Short, SmallBoard, style, through, width_of, write_letters},
};

/// The approximate width in pixels of the text below a drawing, however small the drawing is.
#[cfg(feature = "png")]
const MIDDLING: f64 = 330.0;

impl Diagram {
    /// As SVG with its own style sheet.
    pub fn svg(&self, theme: Theme) -> String {
        let boards = self.knots.iter().any(|knot| knot.board.is_some());
        let boards = if boards { style::of_boards(theme) } else { String::new() };
        draw(self, &(style::of_diagrams(theme) + &boards))
    }

    /// Its width as SVG, in pixels.
    pub fn width(&self) -> f64 {
        layout(self, self.is_narrow).width
    }

    /// The size of the smallest letters, in pixels, in a PNG of this width.
    pub fn smallest_letters(&self, width: u32) -> f64 {
        NOTE * f64::from(width) / self.width()
    }
}

#[cfg(feature = "png")]
impl Render for Diagram {
    fn vectors(&self, theme: Theme) -> String {
        self.svg(theme)
    }

    /// Small diagrams are enlarged up to twice.
    fn usual_width(&self) -> Option<u32> {
        let doubled = (2.0 * self.width().max(MIDDLING)) as u32;
        (doubled < render::USUAL).then_some(doubled)
    }
}

fn draw(diagram: &Diagram, style: &str) -> String {
    let places = layout(diagram, diagram.is_narrow);
    let below = wrapped(diagram, places.width);
    // The text below may be wider than a small drawing, which is then centred.
    let widest = below.iter().map(|line| width_of(line, NOTE)).fold(0.0, f64::max) + 2.0 * NOTE;
    let margin = if below.is_empty() { 0.0 } else { ((widest - places.width) / 2.0).max(0.0) };
    let (left, width) = (Short(-margin), Short(places.width + 2.0 * margin));
    let height = Short(places.height + LINE * below.len() as f64);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"agon\" role=\"group\" width=\"{width}\" \
         height=\"{height}\" viewBox=\"{left} 0 {width} {height}\">\n<title>{}</title>\n<style>{style}</style>\n\
         <rect class=\"paper\" x=\"{left}\" y=\"0\" width=\"{width}\" height=\"{height}\"/>",
        Escaped(&diagram.title)
    );
    let ways: Vec<Way> =
        (diagram.links.iter()).map(|link| places.way(link.from, link.to, diagram.knots[link.from].row)).collect();
    let mut links: Vec<(&Link, &Way)> = diagram.links.iter().zip(&ways).collect();
    if places.is_outline() {
        // On a shared line, the best link covers the others, and searched links cover cut ones.
        links.sort_by_key(|(link, _)| (link.strong, !link.cut));
    }
    for (link, way) in links {
        let class = match (link.strong, link.cut) {
            (true, _) => "link strong",
            (_, true) => "link pale",
            _ => "link",
        };
        let _ = write!(out, "\n<path class=\"{class}\" d=\"{}\"/>", through(way.points.iter().copied()));
    }
    arcs(diagram, &ways, places.is_outline(), &mut out);
    for way in &places.dashes {
        let d = through(way.iter().copied());
        let _ = write!(out, "\n<path class=\"arc\" style=\"stroke-dasharray:7 5;stroke-linejoin:round\" d=\"{d}\"/>");
    }
    for (number, (knot, spot)) in diagram.knots.iter().zip(&places.spots).enumerate() {
        write_knot(number, knot, *spot, &mut out);
    }
    for (link, way) in diagram.links.iter().zip(&ways) {
        if link.cut {
            let ((x, y), d) = (way.cross, 6.0);
            let one = through([(x - d, y - d), (x + d, y + d)]);
            let other = through([(x - d, y + d), (x + d, y - d)]);
            let _ = write!(out, "\n<path class=\"cross\" d=\"{one}{other}\"/>");
        }
        if !link.label.is_empty() {
            let (x, y) = way.label;
            // No line runs through a label.
            let (width, height) = (width_of(&link.label, LABEL) + 4.0, LABEL + 4.0);
            let (left, top) = (Short(x - width / 2.0), Short(y - height / 2.0));
            let (width, height) = (Short(width), Short(height));
            let _ =
                write!(out, "\n<rect class=\"paper\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/>");
            write_letters("beside", LABEL, (x, y + 5.0), &link.label, &mut out);
        }
    }
    for (line, text) in below.iter().enumerate() {
        let y = places.height + LINE * (line as f64 + 0.5);
        write_letters("note", NOTE, (places.width / 2.0, y), text, &mut out);
    }
    out.push_str("\n</svg>\n");
    out
}

/// The text below the drawing, in lines hardly wider than it.
fn wrapped(diagram: &Diagram, width: f64) -> Vec<String> {
    /// No line is shorter because the drawing is narrow.
    const LEAST: f64 = 330.0;
    let mut lines: Vec<String> = Vec::new();
    let foot = diagram.foot.split_whitespace().map(|word| (word, " "));
    let legend = diagram.legend();
    let legend = legend.iter().map(|part| (*part, "; "));
    for mut words in [Box::new(foot) as Box<dyn Iterator<Item = (&str, &str)>>, Box::new(legend)] {
        lines.extend(words.next().map(|(word, _)| word.to_owned()));
        for (word, gap) in words {
            let line = lines.last_mut().expect("the first word stands there");
            if width_of(line, NOTE) + width_of(gap, NOTE) + width_of(word, NOTE) < width.max(LEAST) {
                line.push_str(gap);
                line.push_str(word);
            } else {
                lines.push(word.to_owned());
            }
        }
    }
    lines
}

/// The arcs across the links of knots whose links belong together; straight in an outline.
fn arcs(diagram: &Diagram, ways: &[Way], is_outline: bool, out: &mut String) {
    for (_, below) in diagram.below().iter().enumerate().filter(|(knot, _)| diagram.knots[*knot].all) {
        if let (2.., Some(&first), Some(&last)) = (below.len(), below.first(), below.last()) {
            let ((x0, y0), (x1, y1)) = (ways[first].joint, ways[last].joint);
            let (x0, y0, x1, y1) = (Short(x0), Short(y0), Short(x1), Short(y1));
            let bend = if is_outline { "L".to_owned() } else { format!("A{RADIUS} {RADIUS} 0 0 0 ") };
            let _ = write!(out, "\n<path class=\"arc\" d=\"M{x0} {y0}{bend}{x1} {y1}\"/>");
        }
    }
}

fn write_knot(number: usize, knot: &DiagramNode, spot: Extent, out: &mut String) {
    let _ = write!(out, "\n<g data-knot=\"{number}\"><title>{}</title>", Escaped(&knot.about));
    let Extent { x, y, width, .. } = spot;
    let (left, bottom) = (x - width / 2.0, y + HEIGHT);
    let tone = match (knot.strong, knot.pale) {
        (true, _) => " strong",
        (_, true) => " pale",
        _ => "",
    };
    let form = KnotForm::of(knot.form, &knot.inside, &knot.value, [VALUE, LABEL]);
    form.write(&format!("{}{tone}", form.class()), (x, y), out);
    let inside = (x + form.inside.0, y + HEIGHT / 2.0 + form.inside.1);
    let mut value = (x + form.value, y + HEIGHT / 2.0 + 0.35 * VALUE);
    if matches!(knot.form, Outline::Max | Outline::Min | Outline::Chance) {
        value.0 = left + SHAPE + BESIDE + width_of(&knot.value, VALUE) / 2.0;
    }
    if !knot.inside.is_empty() && knot.form != Outline::Bare {
        write_letters("inside", LABEL, inside, &knot.inside, out);
    }
    if !knot.value.is_empty() {
        let class = if knot.pale { "faint" } else { "value" };
        write_letters(class, VALUE, value, &knot.value, out);
    }
    if let Some(picture) = &knot.board {
        SmallBoard::of(picture).write(x, bottom + ABOVE, out);
    }
    let bottom = bottom + board(knot).1;
    for (line, note) in knot.notes.iter().enumerate() {
        write_letters("note", NOTE, (x, bottom + LINE * (line as f64 + 1.0) - 3.0), note, out);
    }
    out.push_str("</g>");
}
