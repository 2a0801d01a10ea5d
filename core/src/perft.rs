//! Counting the leaves of a game tree, the oldest test of rules.

use std::ops::ControlFlow;

use crate::{Node, Position, after, all_moves};

/// The number of move sequences of exactly `depth` plies from `position`, outcomes of chance
/// counted as moves. Plays that end sooner count nothing.
///
/// The last ply is counted, not played. `line` is scratch room; give an empty list.
pub fn perft<P: Position>(position: &P, depth: u32, line: &mut Vec<P>) -> u64 {
    line.resize_with(depth as usize, || position.clone());
    below(position, line)
}

/// The same count for every move of `position`, in order.
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(P::Move, u64)> {
    let mut line = Vec::new();
    let count = |m| (m, perft(&after(position, m), depth.saturating_sub(1), &mut line));
    all_moves(position).into_iter().map(count).collect()
}

fn below<P: Position>(position: &P, line: &mut [P]) -> u64 {
    if position.node() == Node::Terminal {
        return u64::from(line.is_empty());
    }
    match line {
        [] => 1,
        [_] => position.count() as u64,
        [next, rest @ ..] => {
            let mut leaves = 0;
            let _ = position.each_move(|m| {
                next.play_from(position, m);
                leaves += below(next, rest);
                ControlFlow::Continue(())
            });
            leaves
        }
    }
}
