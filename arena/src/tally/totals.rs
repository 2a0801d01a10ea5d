//! What one made of others: wins, draws and losses, payoffs, faults.

use std::ops::AddAssign;

use crate::{plan::half_points::HalfPoints, play::ending::Fault};

/// Wins, draws, losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games in which it got more than the other.
    pub wins: u64,
    /// Games in which both got the same.
    pub draws: u64,
    /// Games in which it got less.
    pub losses: u64,
}

/// The sums of an entry, or of a seat.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Total {
    /// Games with a result.
    pub games: u64,
    /// Against every other seat of every game.
    pub tally: Tally,
    /// The sum of its payoffs.
    pub payoff: f64,
    /// Faults by kind, in the order of [`Fault::KINDS`].
    pub faults: [u64; Fault::KINDS.len()],
    /// What it said, if it is an entry with second tries.
    pub tries: TryTotal,
}

/// How often a player with second tries answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TryTotal {
    /// The moves that it was asked for, and named rightly or wrongly.
    pub moves: u64,
    /// Its answers to these questions.
    pub tries: u64,
    /// The games that it lost because no try was left.
    pub games_lost: u64,
}

impl Tally {
    /// One for a win, a half for a draw.
    pub fn points(&self) -> f64 {
        self.half_points().points()
    }

    pub(crate) fn half_points(&self) -> HalfPoints {
        HalfPoints(2 * self.wins + self.draws)
    }

    /// The number of comparisons.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The same from the other's point of view.
    #[must_use]
    pub(crate) fn mirrored(self) -> Tally {
        Tally { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// Points per comparison; `None` without a comparison.
    pub fn share(&self) -> Option<f64> {
        (self.games() != 0).then(|| self.points() / self.games() as f64)
    }

    /// That of one game between two, of which this one got `own`.
    pub(crate) fn of(own: f64, other: f64) -> Tally {
        // Without a branch, because a processor cannot predict results.
        let (is_won, is_lost) = (other < own, own < other);
        let is_drawn = is_won == is_lost;
        Tally { wins: is_won.into(), draws: is_drawn.into(), losses: is_lost.into() }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

impl TryTotal {
    /// Answers per move: 1 where none was wrong; `None` without an answer.
    pub fn per_move(&self) -> Option<f64> {
        (self.moves != 0).then(|| self.tries as f64 / self.moves as f64)
    }
}

impl Total {
    /// The mean payoff, or `None` without a game.
    pub fn mean(&self) -> Option<f64> {
        (self.games != 0).then(|| self.payoff / self.games as f64)
    }

    /// The number of faults: games that were not played, because it was excluded for earlier ones, are none.
    pub fn all_faults(&self) -> u64 {
        self.faults.iter().sum::<u64>() - self.faults[Fault::Excluded(0).kind()]
    }
}
