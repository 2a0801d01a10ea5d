//! Positions described by a few numbers.

use crate::{Named, Position, Seat};

/// A position with features: numbers that `heuristic=weights(…)` combines, tournaments tune, and a small net learns from.
/// A game says that it has them by [`Extras::featured`](crate::Extras::featured).
///
/// # Laws
///
/// The crate `agon-laws` checks them, as it does those of [`Position`].
///
/// * There is one finite value for each feature.
/// * Equal positions have equal values, as have the images under a [symmetry](crate::Symmetric).
/// * A feature that counts things is a whole number of its units.
pub trait Featured: Position {
    /// The features, each a number of about unit size from one seat's point of view: the same in every position of a
    /// game.
    fn features(&self) -> &'static [Named];

    /// Writes the values of [`features`](Featured::features) for `seat`, in that order, into
    /// `values`.
    fn feature_values(&self, seat: Seat, values: &mut Vec<f64>);

    /// Writes into `units` the value that each feature, in the order of [`features`](Featured::features), has for one
    /// of the things it counts: 1/8 if it is a share of eight lines. Zero for a feature that counts nothing; nothing at
    /// all if none counts. People are shown the counts; searches do not call it.
    fn feature_units(&self, units: &mut Vec<f64>) {
        units.clear();
    }
}
