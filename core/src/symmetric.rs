//! Boards that look the same from several sides.

use crate::Position;

/// A position with symmetries: tables find it in every one of its images, openings are counted once, and places share
/// what is learned. A game says that it has them by [`Extras::symmetric`](crate::Extras::symmetric).
///
/// # Laws
///
/// The crate `agon-laws` checks them, as it does those of [`Position`].
///
/// * Symmetries carry legal moves to legal moves, relevant ones to relevant ones, and change no payoff, weight, estimate
///   or feature.
/// * The image under number 0 is the position itself.
pub trait Symmetric: Position {
    /// The number of symmetries of the game, including the identity, which is number 0. A symmetry
    /// changes neither seats nor payoffs.
    fn symmetries(&self) -> usize;

    /// The image of this position under symmetry number `symmetry`.
    #[must_use]
    fn image(&self, symmetry: usize) -> Self;

    /// The image of `m` under symmetry number `symmetry`.
    fn image_of_move(&self, m: Self::Move, symmetry: usize) -> Self::Move;
}
