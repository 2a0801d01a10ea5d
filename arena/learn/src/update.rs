//! What is learned from one game: the weights move toward what became of its positions.

use crate::{
    learning::{Learning, Rates},
    self_play::SelfPlay,
};

impl Learning {
    /// Learns from one game.
    pub(crate) fn learn_from(&mut self, game: &SelfPlay) {
        for view in 0..self.network.views() {
            self.learn(game, view);
        }
        self.about.games += 1;
        // Every game counts by its number: O. Shamir and T. Zhang, *Stochastic Gradient Descent for Non-smooth Optimization*,
        // 2013.
        let later = self.rates.later;
        let part = later / (self.about.games as f32 + later - 1.0);
        for (mean, weight) in self.means.iter_mut().zip(&self.network.weights) {
            *mean += part * (weight - *mean);
        }
    }

    /// Learns from one game what positions are worth in one of the views, from its end to its beginning.
    fn learn(&mut self, game: &SelfPlay, view: usize) {
        let Rates { alpha, lambda, .. } = self.rates;
        let is_curved = self.network.is_curved();
        let active = self.network.active();
        // The targets from the plies after the current step: the return of all of them, and the value of the
        // next position.
        let both = |value: f32| (value, value);
        let best = |instead: Option<usize>| instead.map(|at| both(game.instead[at + view]));
        let mut after = best(game.last).or(game.paid.get(view).copied().map(both));
        for step in game.steps.iter().rev() {
            if step.is_over {
                after = best(step.instead);
                continue;
            }
            if step.is_cut {
                after = None;
            }
            let at = step.from + view;
            let (slots, base) = (at * active, game.bases[at]);
            let sum = if self.network.sees_features() {
                let features = &game.features[slots..slots + active];
                let weights = &self.network.weights[base..base + active];
                features.iter().zip(weights).fold(0.0, |sum, (x, weight)| sum + x * weight)
            } else {
                self.sum(base, &game.indices[slots..slots + active], game.usual[at])
            };
            let own = self.network.value(sum);
            let secured = game.secured[at];
            // The value in common terms: for the first seat, including the payoff already certain.
            let value = if is_curved { step.sign * own } else { secured + own };
            if let Some((whole, next)) = after {
                let target = lambda * whole + (1.0 - lambda) * next;
                let target = if is_curved { target * step.sign } else { target - secured };
                let slope = self.network.slope(own);
                let change = (target - own) * slope;
                if self.network.sees_features() {
                    let features = &game.features[slots..slots + active];
                    self.correct_features(base, features, alpha * change);
                } else {
                    self.correct(base, &game.indices[slots..slots + active], game.usual[at], change);
                }
            }
            let whole = after.map_or(value, |(whole, next)| lambda * whole + (1.0 - lambda) * next);
            after = best(step.instead).or(Some((whole, value)));
        }
    }

    /// The sum for a board with these indices; of a net the sums of its units are kept.
    fn sum(&mut self, base: usize, indices: &[u32], usual: f32) -> f32 {
        let Some(net) = &self.network.net else { return self.network.sum_of(indices) };
        let set = self.network.set_of(base);
        net.sums_of(set, indices, &mut self.units);
        net.output_of(set, &self.units, usual)
    }

    /// Changes the weights of tuples, or of the net whose units have the sums for these columns.
    fn correct(&mut self, base: usize, indices: &[u32], usual: f32, change: f32) {
        let Rates { alpha, inner, .. } = self.rates;
        if let Some(net) = self.network.net {
            let set = &mut self.network.weights[base..][..net.size()];
            return net.correct(set, indices, (&self.units, usual), [inner, alpha], change);
        }
        let rate = alpha / self.network.active() as f32;
        for &index in indices {
            let index = index as usize;
            correct_one(&mut self.network.weights[index], &mut self.trends[index], rate, change);
        }
    }

    /// Changes the weights of features, each in proportion to its feature.
    fn correct_features(&mut self, base: usize, features: &[f32], change: f32) {
        let all = features.iter().zip(&self.scales);
        let square = all.clone().fold(1e-6, |sum, (x, scale)| sum + x * x * scale);
        for (number, (&feature, scale)) in all.enumerate() {
            let index = base + number;
            let part = change * feature * scale / square;
            correct_one(&mut self.network.weights[index], &mut self.trends[index], 0.1, part);
        }
    }
}

/// Changes a weight at its own rate: the less, the more its changes have been up and down.
#[inline]
fn correct_one(weight: &mut f32, [sum, size]: &mut [f32; 2], rate: f32, change: f32) {
    let coherence = if *size == 0.0 { 1.0 } else { sum.abs() / *size };
    *weight += rate * coherence * change;
    *sum += change;
    *size += change.abs();
}
