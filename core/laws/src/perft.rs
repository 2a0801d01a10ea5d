//! Perft: the number of leaves of a game tree, the classical test of rules.

use std::{collections::BTreeSet, ops::ControlFlow};

use agon_core::{Eye, Node, Position, after, all_moves, view};

use crate::mutants::planted::mutant_of;

/// The number of move sequences of exactly `depth` plies from `position`, outcomes of chance
/// counted as moves. Plays that end sooner are not counted.
///
/// The last ply is counted, not played.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match mutant_of(position) {
        Some(mutant) => below(&mutant, &mut vec![mutant.clone(); depth as usize]),
        None => below(position, &mut vec![position.clone(); depth as usize]),
    }
}

/// The same count for every move of `position`, in order.
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(P::Move, u64)> {
    let count = |m| (m, perft(&after(position, m), depth.saturating_sub(1)));
    all_moves(position).into_iter().map(count).collect()
}

/// The number of histories from `position` on (sequences of moves, complete or not, including the
/// empty one), and the number of information sets of each seat: its distinct views where it is to
/// act.
pub fn histories<P: Position>(position: &P) -> (u64, Vec<usize>) {
    let mut sets = vec![BTreeSet::new(); position.facts().seats.into()];
    let count = gather(position, &mut sets);
    (count, sets.iter().map(BTreeSet::len).collect())
}

fn gather<P: Position>(position: &P, sets: &mut [BTreeSet<String>]) -> u64 {
    if let Node::Decision(seat) = position.node() {
        sets[seat.index()].insert(view(position, Eye::Seat(seat)));
    }
    let moves = all_moves(position).into_iter();
    1 + moves.map(|m| gather(&after(position, m), sets)).sum::<u64>()
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
