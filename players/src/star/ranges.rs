//! Bounds of a mean over outcomes while some are still unknown.

use agon_core::horizon::Window;

/// The bounds of the outcomes that were probed, times their weights.
#[derive(Default)]
pub(super) struct Tried {
    low: f64,
    high: f64,
    total: f64,
}

impl Tried {
    pub(super) fn add(&mut self, weight: f64, low: f64, high: f64) {
        self.low += weight * low;
        self.high += weight * high;
        self.total += weight;
    }

    /// Whether the mean of these outcomes may still lie within the window.
    pub(super) fn is_within(&self, window: Window) -> bool {
        self.total * window.alpha < self.high && self.low < self.total * window.beta
    }
}

/// The known bounds of the mean at a chance node, times the total weight, and the window.
pub(super) struct Range {
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) total: f64,
    pub(super) window: Window,
}

impl Range {
    /// A bound of the mean, if it lies outside the window for certain.
    pub(super) fn decided(&self, margin: f64) -> Option<f64> {
        let (low, high) = (self.low / self.total, self.high / self.total);
        if high <= self.window.alpha - margin {
            Some(high)
        } else if self.window.beta + margin <= low {
            Some(low)
        } else {
            None
        }
    }
}
