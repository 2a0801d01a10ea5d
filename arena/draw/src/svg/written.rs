//! Numbers, ways and texts as SVG holds them.

use std::fmt::{self, Write as _};

/// A number with one digit after the point at most.
pub(crate) struct Short(pub(crate) f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding zero takes the sign from a zero.
        write!(f, "{}", (self.0 * 10.0).round() / 10.0 + 0.0)
    }
}

/// The width of a letter of diagrams and charts, as a part of its size.
pub(crate) const LETTER: f64 = 0.6;

/// The width of a text of this size.
pub(crate) fn width_of(text: &str, size: f64) -> f64 {
    LETTER * size * text.chars().count() as f64
}

/// The way through these points.
pub(crate) fn through(points: impl IntoIterator<Item = (f64, f64)>) -> String {
    let mut d = String::new();
    for (x, y) in points {
        let step = if d.is_empty() { 'M' } else { 'L' };
        let _ = write!(d, "{step}{} {}", Short(x), Short(y));
    }
    d
}

/// Writes a text of this size at a place.
pub(crate) fn write_letters(class: &str, size: f64, (x, y): (f64, f64), text: &str, out: &mut String) {
    let (x, y) = (Short(x), Short(y));
    let _ = write!(
        out,
        "<text class=\"{class}\" style=\"font-size:{size}px\" x=\"{x}\" y=\"{y}\">{}</text>",
        Escaped(text)
    );
}

/// Text as SVG and HTML may hold it: what would be read as markup is written otherwise.
#[derive(Clone, Copy, Debug)]
pub struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|letter| match letter {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            _ => f.write_char(letter),
        })
    }
}
