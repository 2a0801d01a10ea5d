//! Numbers, ways and texts as SVG holds them.

use std::fmt::{self, Write as _};

/// A number with one digit after the point at most.
pub(crate) struct Short(pub(crate) f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// Up to here tenths are whole numbers of 64 bits, which are written much sooner.
        const MOST: f64 = 1e15;
        let tenths = (self.0 * 10.0).round();
        if tenths.is_nan() || MOST <= tenths.abs() {
            return write!(f, "{}", tenths / 10.0);
        }
        let tenths = tenths as i64;
        if tenths < 0 {
            f.write_char('-')?;
        }
        let (whole, digit) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
        fmt::Display::fmt(&whole, f)?;
        if digit == 0 { Ok(()) } else { f.write_char('.').and_then(|()| fmt::Display::fmt(&digit, f)) }
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
        let mut rest = self.0;
        while let Some(at) = rest.find(['&', '<', '>', '"']) {
            f.write_str(&rest[..at])?;
            f.write_str(match rest.as_bytes()[at] {
                b'&' => "&amp;",
                b'<' => "&lt;",
                b'>' => "&gt;",
                _ => "&quot;",
            })?;
            rest = &rest[at + 1..];
        }
        f.write_str(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::{Escaped, Short};

    #[test]
    fn numbers_are_written_as_the_slow_way_writes_them() {
        let slow = |number: f64| format!("{}", (number * 10.0).round() / 10.0 + 0.0);
        for step in -40_000..40_000 {
            let number = f64::from(step) * 0.013;
            assert_eq!(Short(number).to_string(), slow(number), "{number}");
        }
        for number in [-0.04, -0.05, 0.0, -0.0, 1e14, -1e14, 1e15 + 0.3, 1e20, -1e20, f64::INFINITY, f64::NAN] {
            assert_eq!(Short(number).to_string(), slow(number), "{number}");
        }
    }

    #[test]
    fn what_would_be_markup_is_written_otherwise() {
        for (text, written) in [("", ""), ("a", "a"), ("<b>&\"é\"", "&lt;b&gt;&amp;&quot;é&quot;"), ("♞<", "♞&lt;")]
        {
            assert_eq!(Escaped(text).to_string(), written);
        }
    }
}
