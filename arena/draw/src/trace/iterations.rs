//! The iterations of a search by plays, as it reports them.

use agon_core::{AnyMove, Iteration, Reason, Selected};

/// One iteration of a search by plays.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TracedIteration {
    /// The selected moves from the root down, each with its statistics at that time.
    pub selected: Box<[Selected]>,
    /// The earlier visits of the root.
    pub visits: u64,
    /// Whether the last position was visited for the first time.
    pub is_new: bool,
    /// Why it ended there.
    pub end: Reason,
    /// The payoff of each seat.
    pub payoffs: Box<[f64]>,
    /// The moves played from there on, with what chance drew. Empty if there were none, if they are not known, or if
    /// those of earlier iterations are as many as are stored.
    pub simulated: Box<[AnyMove]>,
}

/// A phase of an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Phase {
    /// Down the tree, by the largest bound.
    Selection,
    /// A position is added.
    Expansion,
    /// A play from there to the end.
    Simulation,
    /// The payoffs are added to every position on the path.
    BackUp,
}

impl Phase {
    /// The phases of an iteration, in order.
    pub const ALL: [Phase; 4] = [Phase::Selection, Phase::Expansion, Phase::Simulation, Phase::BackUp];

    /// Its name, in a word.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Selection => "selection",
            Phase::Expansion => "expansion",
            Phase::Simulation => "simulation",
            Phase::BackUp => "back-up",
        }
    }
}

impl TracedIteration {
    pub(super) fn of(iteration: Iteration<'_>) -> TracedIteration {
        TracedIteration {
            selected: iteration.path.into(),
            visits: iteration.visits,
            is_new: iteration.is_new,
            end: iteration.end,
            payoffs: iteration.payoffs.into(),
            simulated: iteration.simulated.into(),
        }
    }

    /// The number of moves that were selected in the tree, without one that is tried for the first time.
    pub(super) fn known(&self) -> usize {
        self.selected.len().saturating_sub(usize::from(self.is_new))
    }
}
