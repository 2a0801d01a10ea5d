//! Ratings of moves in games with chance: much depends on the dice, and the best answer to a roll in one position is a
//! good guess in the next.

use agon_core::{Move, Position, Seat};

use crate::alpha_beta::Order;

/// The data for rating moves, which are tried in order of rating.
pub(super) struct Promises<'o, M> {
    /// `None` if the search is too shallow to learn from.
    pub(super) order: Option<&'o Order>,
    /// The seat to act, and the move before.
    pub(super) seat: Seat,
    pub(super) before: M,
    /// The code of the best move stored in the table.
    pub(super) first: Option<u64>,
}

impl<M: Move> Promises<'_, M> {
    /// Rates the stored best move highest; then the latest refutation of the same preceding move, which may be a roll
    /// of dice; then by the game's hints, and equals by the history of moves.
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
