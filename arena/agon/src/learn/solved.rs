//! Best play of a game so small that all its positions are solved.

use agon_learn::{Learning, SolvedDecisions};
use agon_roster::solve::Graph;

use crate::signals;

/// The most positions of a game whose evaluations are measured exactly. Connect Four on 4×4 has 161,029.
const MOST: usize = 200_000;

/// Every decision in reach at the game of `learning`, with what each of its moves loses against best play; nothing
/// where more than [`MOST`] positions are in reach, or payoffs do not say what best play is.
pub(super) fn decisions(learning: &Learning) -> Option<SolvedDecisions> {
    let start = &learning.game().start;
    let graph = Graph::solve_until(start, MOST, false, signals::stop()).ok()?;
    Some(SolvedDecisions::of(start, &|position, seat| {
        let solved = graph.find(position).expect("every position in reach is solved");
        graph.value_for(seat, solved.value)
    }))
}
