//! The outline of a knot, with room for what stands in it.

use std::fmt::Write as _;

use super::{Outline, extent::HEIGHT};
use crate::svg::{Short, through, width_of};

/// The side of a triangle, and the width of a circle.
pub(crate) const SHAPE: f64 = 40.0;

/// The sizes of values and of letters inside on a screen on which a tree is followed or drawn.
pub(crate) const STAGED: [f64; 2] = [16.0, 13.5];
/// There how far along a line its letters stand, and the room around them.
pub(crate) const STAGED_ALONG: f64 = 0.72;
pub(crate) const STAGED_AROUND: f64 = 6.0;

/// An outline with what stands in it, around its middle.
pub(crate) struct KnotForm {
    outline: Outline,
    /// How wide it is.
    pub(crate) width: f64,
    /// Where the letters inside are: to the right of the middle, and below it.
    pub(crate) inside: (f64, f64),
    /// How far to the right of the middle a value in it stands.
    pub(crate) value: f64,
}

impl KnotForm {
    /// The outline around these letters and this value, which are of these sizes.
    pub(crate) fn of(outline: Outline, inside: &str, value: &str, sizes: [f64; 2]) -> KnotForm {
        let (letters, value) = (width_of(inside, sizes[1]), width_of(value, sizes[0]));
        let is_box = matches!(outline, Outline::Seat | Outline::End | Outline::Guess);
        let width = match outline {
            Outline::Max | Outline::Min | Outline::Chance => SHAPE,
            Outline::Seat if inside.is_empty() => value + 18.0,
            Outline::Seat => value + letters + 26.0,
            Outline::End | Outline::Guess => (value + 14.0).max(HEIGHT),
            Outline::Bare => value.max(30.0),
        };
        let down = match outline {
            Outline::Max => HEIGHT / 2.0 - 7.0,
            Outline::Min => 0.0,
            _ => 5.0,
        };
        let (across, aside) = if is_box && !inside.is_empty() {
            (9.0 + letters / 2.0 - width / 2.0, letters / 2.0 + 4.0)
        } else {
            (0.0, 0.0)
        };
        KnotForm { outline, width, inside: (across, down), value: aside }
    }

    /// The class of its outline.
    pub(crate) const fn class(&self) -> &'static str {
        match self.outline {
            Outline::Max => "max",
            Outline::Min => "min",
            Outline::Chance => "chance",
            Outline::Seat => "seat",
            Outline::End => "end",
            Outline::Guess => "guess",
            Outline::Bare => "bare",
        }
    }

    /// Writes its outline, of this class: its middle at x, its top at y.
    pub(crate) fn write(&self, class: &str, (x, y): (f64, f64), out: &mut String) {
        let (left, right, bottom) = (x - self.width / 2.0, x + self.width / 2.0, y + HEIGHT);
        let _ = match self.outline {
            Outline::Max => {
                let d = through([(left, bottom), (x, y), (right, bottom)]);
                write!(out, "<path class=\"{class}\" d=\"{d}Z\"/>")
            }
            Outline::Min => {
                let d = through([(left, y), (x, bottom), (right, y)]);
                write!(out, "<path class=\"{class}\" d=\"{d}Z\"/>")
            }
            Outline::Chance => {
                let (x, y, r) = (Short(x), Short(y + HEIGHT / 2.0), HEIGHT / 2.0);
                write!(out, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>")
            }
            Outline::Seat | Outline::End | Outline::Guess => {
                let round = if self.outline == Outline::Seat { 12 } else { 1 };
                let (left, y, width) = (Short(left), Short(y), Short(self.width));
                write!(
                    out,
                    "<rect class=\"{class}\" x=\"{left}\" y=\"{y}\" width=\"{width}\" height=\"{HEIGHT}\" rx=\"{round}\"/>"
                )
            }
            Outline::Bare => Ok(()),
        };
    }
}
