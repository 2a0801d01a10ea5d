//! Ratings of moves before they are tried: by the game's hints, or by estimates of the positions after them.

use agon_core::{Estimator, Position, Seat};

use super::scale::Scale;
use crate::search_frame::at_a_glance;

/// The basis of the ratings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Promise {
    /// The game's hints.
    Hints,
    /// Estimates. If the estimates of two moves differ by `temperature`, on the scale 0..1, the
    /// better one has e times the prior of the other.
    Estimates { temperature: f64 },
}

/// Rates moves.
pub(super) struct Judge<'a, P> {
    pub(super) promise: Promise,
    pub(super) estimator: &'a Estimator,
    pub(super) scale: Scale,
    /// The position where a move is tried.
    pub(super) trial: &'a mut Option<P>,
}

impl<P: Position> Judge<'_, P> {
    /// The rating of `m` for `seat`, which is to act: higher-rated moves are searched sooner.
    pub(super) fn promised(&mut self, position: &P, m: P::Move, seat: Seat) -> f64 {
        if self.promise == Promise::Hints {
            return f64::from(position.hint(m));
        }
        let trial = self.trial.get_or_insert_with(|| position.clone());
        trial.play_from(position, m);
        self.scale.scaled(at_a_glance(self.estimator, trial, seat))
    }
}

impl Promise {
    /// The priors of moves with these ratings: positive shares that add up to one.
    pub(super) fn share<M>(self, list: &[(f64, M)], priors: &mut [f32]) {
        let promises = || list.iter().map(|&(promised, _)| promised);
        let most = promises().fold(f64::NEG_INFINITY, f64::max);
        for (prior, promised) in priors.iter_mut().zip(promises()) {
            *prior = match self {
                // Hints are numbers of any size, whose order alone counts: a move that `n` others
                // exceed has a share proportional to 1 / (1 + n).
                Promise::Hints => {
                    let better = promises().filter(|&other| promised < other).count();
                    1.0 / (1 + better) as f32
                }
                Promise::Estimates { temperature } => libm::exp((promised - most) / temperature) as f32,
            };
        }
        let sum: f32 = priors.iter().sum();
        for prior in priors {
            *prior /= sum;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Promise;

    fn shares<const N: usize>(promise: Promise, promised: [f64; N]) -> [f32; N] {
        let mut priors = [0.0; N];
        promise.share(&promised.map(|promised| (promised, ())), &mut priors);
        assert!((priors.iter().sum::<f32>() - 1.0).abs() < 1e-6, "{priors:?}");
        priors
    }

    #[test]
    fn priors_follow_the_order_of_hints() {
        let priors = shares(Promise::Hints, [5.0, -900.0, 5.0, 70.0]);
        let sum = 1.0 / 2.0 + 1.0 / 4.0 + 1.0 / 2.0 + 1.0;
        assert!((priors[3] - 1.0 / sum).abs() < 1e-6 && priors[0] == priors[2], "{priors:?}");
    }

    #[test]
    fn priors_follow_the_differences_of_estimates() {
        let promise = Promise::Estimates { temperature: 0.25 };
        let priors = shares(promise, [0.5, 1.0, 0.75, 0.5]);
        let e = std::f32::consts::E;
        for (one, other, times) in [(1, 2, e), (2, 0, e), (1, 3, e * e), (0, 3, 1.0)] {
            assert!((priors[one] / priors[other] - times).abs() < 1e-5, "{priors:?}");
        }
        // At any low temperature the best moves share all, and no prior is NaN.
        let cold = Promise::Estimates { temperature: 1e-6 };
        assert_eq!(shares(cold, [0.0, 1.0, 1.0, 0.5]), [0.0, 0.5, 0.5, 0.0]);
    }
}
