//! Places on a drawing, in pixels.

/// The side of a square.
pub(super) const UNIT: f64 = 48.0;

/// A place on the drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spot {
    pub(super) x: f64,
    pub(super) y: f64,
}

impl Spot {
    pub(super) fn of((x, y): (f64, f64)) -> Spot {
        Spot { x: x * UNIT, y: y * UNIT }
    }
}
