//! A search by plays, step by step: selection, expansion, simulation, and back-up.

use agon_core::{
    AnyMove, AnyPosition, Iteration, Node, Position, Reason, Seat, Selected, notation,
};

/// One iteration of a search by plays.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TracedIteration {
    /// Its number, counted from one.
    pub number: u64,
    /// The selected moves in notation, with the seats that chose them; `None` for chance.
    pub moves: Vec<(String, Option<Seat>)>,
    /// The same moves, each with its statistics at that time.
    pub selected: Vec<Selected>,
    /// The earlier visits of the root.
    pub visits: u64,
    /// Whether the last position was visited for the first time.
    pub is_new: bool,
    /// Why it ended there.
    pub end: Reason,
    /// The payoff of each seat.
    pub payoffs: Vec<f64>,
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

/// The number of iterations stored, for this limit of positions.
pub(super) fn kept(limit: usize) -> usize {
    (limit / 5).clamp(1, 1000)
}

impl TracedIteration {
    pub(super) fn of(root: &AnyPosition, iteration: Iteration<'_>) -> TracedIteration {
        let mut here = root.clone();
        let moves = iteration.path.iter().map(|selected| {
            let mover = match here.node() {
                Node::Decision(seat) => Some(seat),
                Node::Chance | Node::Terminal => None,
            };
            let name = notation(&here, selected.m);
            here.play(selected.m);
            (name, mover)
        });
        TracedIteration {
            number: iteration.number,
            moves: moves.collect(),
            selected: iteration.path.to_vec(),
            visits: iteration.visits,
            is_new: iteration.is_new,
            end: iteration.end,
            payoffs: iteration.payoffs.to_vec(),
            simulated: iteration.simulated.into(),
        }
    }

    /// Its phases, in order.
    pub(super) fn phases(&self) -> Vec<Phase> {
        let all = [Phase::Selection, Phase::Expansion, Phase::Simulation, Phase::BackUp];
        let is_part = |phase: &Phase| match phase {
            Phase::Selection => !self.moves.is_empty(),
            Phase::Expansion => self.is_new,
            Phase::Simulation | Phase::BackUp => true,
        };
        all.into_iter().filter(is_part).collect()
    }

    pub(super) fn path(&self) -> String {
        let names: Vec<&str> = self.moves.iter().map(|(name, _)| name.as_str()).collect();
        names.join(" ")
    }
}
