//! What moves promise where chance has a part: much depends on the dice, and what was the best answer to
//! a throw in one position is a good guess in the next.

use agon_core::{Move, Position, Seat};

use crate::alpha_beta::Order;

/// What moves promise, to be tried first.
pub(super) struct Promises<'o, M> {
    /// None where the search is too shallow to learn from.
    pub(super) order: Option<&'o Order>,
    /// Who is to act, and the move before.
    pub(super) seat: Seat,
    pub(super) before: M,
    /// The code of the move that was best here when the table noted it.
    pub(super) first: Option<u64>,
}

impl<M: Move> Promises<'_, M> {
    /// The move that was best here; then the one that was best lately after the same move, which may
    /// be a throw of dice; then by the game's hints, and among equals by what moves were worth anywhere.
    pub(super) fn of<P: Position<Move = M>>(&self, here: &P, m: M) -> f64 {
        if self.first == Some(m.code()) {
            f64::INFINITY
        } else if self.order.is_some_and(|order| order.is_answer(self.seat, self.before, m)) {
            f64::MAX
        } else {
            let share = self.order.map_or(0.0, |order| order.share(self.seat, m));
            f64::from(here.hint(m)) + share
        }
    }
}
