//! The values that matter.

/// A window: values that matter to the seat to act. It is passed in registers, as an array of two
/// is not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: f64,
    pub(crate) beta: f64,
}

impl Window {
    pub(super) const FULL: Window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };

    /// Both ends, as those who watch are told.
    #[inline]
    pub(super) fn ends(self) -> [f64; 2] {
        [self.alpha, self.beta]
    }

    /// Whether it holds nothing but its bounds: no value in it is looked for, only on which side
    /// of it the value is.
    pub(super) fn is_narrow(self) -> bool {
        self.beta <= self.alpha.next_up()
    }

    /// The window that tells whether a value is above `alpha`.
    pub(super) fn above(alpha: f64) -> Window {
        Window { alpha, beta: alpha.next_up() }
    }
}
