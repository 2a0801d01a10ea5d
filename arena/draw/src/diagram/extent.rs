//! The place of a knot in a diagram.

/// The height of an outline.
pub(crate) const HEIGHT: f64 = 34.0;

/// The place and size of a knot.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Extent {
    /// The middle of its outline.
    pub(super) x: f64,
    /// The top of its outline.
    pub(super) y: f64,
    /// The width of its outline.
    pub(super) width: f64,
    /// The height with all notes.
    pub(super) height: f64,
}
