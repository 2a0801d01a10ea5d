//! What two seats were paid where plays ended in the tree, so that what is proven is worth exactly
//! that. What the payoffs add up to, less the one, may miss the other by a rounding, and so a loss.

use std::collections::BTreeMap;

/// What both seats got, by what either of them did: that is scaled, and here as bits.
#[derive(Clone, Debug, Default)]
pub(super) struct Ends(BTreeMap<u64, End>);

#[derive(Clone, Copy, Debug)]
struct End {
    /// What it is unscaled.
    payoff: f64,
    /// What the other seat got, scaled.
    other: f64,
}

impl Ends {
    /// A play ended with these payoffs, scaled and not.
    pub(super) fn note(&mut self, scaled: &[f64], payoffs: [f64; 2]) {
        for (seat, payoff) in payoffs.into_iter().enumerate() {
            let end = End { payoff, other: scaled[1 - seat] };
            self.0.entry(scaled[seat].to_bits()).or_insert(end);
        }
    }

    /// Adds what another tree knows.
    pub(super) fn add(&mut self, other: &Ends) {
        for (&scaled, &end) in &other.0 {
            self.0.entry(scaled).or_insert(end);
        }
    }

    /// What the other seat gets, scaled, where one is sure of so much.
    pub(super) fn other(&self, scaled: f64) -> f64 {
        self.end(scaled).other
    }

    /// What so much is unscaled.
    pub(super) fn payoff(&self, scaled: f64) -> f64 {
        self.end(scaled).payoff
    }

    fn end(&self, scaled: f64) -> &End {
        self.0.get(&scaled.to_bits()).expect("what is proven was paid at the end of a play")
    }
}
