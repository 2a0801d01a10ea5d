//! Payoffs scaled to 0..1, as upper confidence bounds require.

use agon_core::Facts;

/// The scaling of payoffs to numbers from zero to one, by the bounds that the game declares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    pub(super) least: f64,
    pub(super) most: f64,
    pub(super) width: f64,
}

impl Scale {
    pub(crate) fn of(facts: &Facts) -> Scale {
        let (least, most) = (facts.min_payoff, facts.max_payoff);
        Scale { least, most, width: most - least }
    }

    #[inline]
    pub(crate) fn scaled(self, payoff: f64) -> f64 {
        // Division makes the greatest payoff exactly one.
        if self.width == 0.0 { 0.0 } else { (payoff - self.least) / self.width }
    }

    pub(crate) fn payoff(self, scaled: f64) -> f64 {
        scaled * self.width + self.least
    }
}
