//! The iterations of a search by plays, as it reports them.

use agon_core::{
    AnyMove, AnyPosition, Iteration, Node, Position, Reason, Seat, Selected, notation,
};

use super::Search;

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
    pub const ALL: [Phase; 4] =
        [Phase::Selection, Phase::Expansion, Phase::Simulation, Phase::BackUp];

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

impl Search {
    /// Whether it is a search by plays, and all of its iterations are stored.
    pub fn has_all_iterations(&self) -> bool {
        !self.iterations.is_empty() && self.iterated == self.iterations.len() as u64
    }

    /// The indices of the stored positions on the path of an iteration, counted from zero, from the root on.
    pub(super) fn passed(&self, number: usize) -> Vec<usize> {
        let selected = &self.iterations[number].selected;
        self.follow(selected.iter().map(|selected| selected.m))
    }

    /// The selected moves of an iteration in notation, with the seats that chose them; `None` for chance.
    pub(super) fn named(&self, iteration: &TracedIteration) -> Vec<(String, Option<Seat>)> {
        let mut here = self.from.clone();
        let moves = iteration.selected.iter().map(|selected| {
            let mover = match here.node() {
                Node::Decision(seat) => Some(seat),
                Node::Chance | Node::Terminal => None,
            };
            let name = notation(&here, selected.m);
            here.play(selected.m);
            (name, mover)
        });
        moves.collect()
    }

    /// The simulation of the iteration with this number, counted from zero: each move as it is written, with the position
    /// after it. Nothing where its moves are not stored.
    pub fn simulated(&self, number: usize) -> impl Iterator<Item = (String, AnyPosition)> + '_ {
        let iteration = &self.iterations[number];
        let mut here = self.from.clone();
        for selected in &iteration.selected {
            here.play(selected.m);
        }
        iteration.simulated.iter().map(move |&m| {
            let name = notation(&here, m);
            here.play(m);
            (name, here.clone())
        })
    }
}
