//! Payoffs scaled to 0..1, as the upper confidence bounds want them.

use agon_core::Facts;

/// How payoffs become numbers from zero to one, by the bounds that the game declares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    pub(super) least: f64,
    pub(super) width: f64,
}

impl Scale {
    pub(super) fn of(facts: &Facts) -> Scale {
        Scale { least: facts.min_payoff, width: facts.max_payoff - facts.min_payoff }
    }

    #[inline]
    pub(super) fn scaled(self, payoff: f64) -> f64 {
        // By division, so that the greatest payoff is exactly one: proofs depend on it.
        if self.width == 0.0 { 0.0 } else { (payoff - self.least) / self.width }
    }

    pub(super) fn payoff(self, scaled: f64) -> f64 {
        scaled * self.width + self.least
    }
}
