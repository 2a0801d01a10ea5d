//! The score of the first of two seats by opening, whoever sits there.

use crate::{plan::half_points::HalfPoints, rating::Evidence};

/// The score of the first seat in every opening.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct FirstSeat {
    shares: Evidence,
    /// The block and the opening being played, the score of the first seat there, and the number of games.
    of: (usize, u64),
    made: HalfPoints,
    games: u64,
}

impl FirstSeat {
    /// Adds the score of a game of that block and opening.
    pub(super) fn add(&mut self, of: (usize, u64), made: HalfPoints) {
        if self.of != of {
            *self = FirstSeat { shares: self.closed(), of, ..FirstSeat::default() };
        }
        self.made += made;
        self.games += 1;
    }

    /// With the opening that is being played.
    pub(super) fn closed(&self) -> Evidence {
        let mut shares = self.shares;
        if self.games != 0 {
            shares.add(self.made.points() / self.games as f64);
        }
        shares
    }
}
