//! Grundy's game against its published graph, its tree, and the theory.

use std::collections::{BTreeMap, BTreeSet};

use agon_core::{Heuristic, Node, Position, Seat, after, all_moves, registry};
use agon_laws as _;

use crate::{Grundy, NIMBERS};

fn start(heap: usize) -> Grundy {
    registry::start(&format!("heap={heap}")).unwrap()
}

fn children(position: &Grundy) -> Vec<Grundy> {
    all_moves(position).into_iter().map(|m| after(position, m)).collect()
}

/// Positions, edges and terminal positions of the game graph.
fn graph(heap: usize) -> (usize, usize, usize) {
    let mut seen = BTreeSet::from([start(heap).to_string()]);
    let (mut queue, mut edges, mut terminal) = (vec![start(heap)], 0, 0);
    while let Some(position) = queue.pop() {
        let after: BTreeSet<String> = children(&position).iter().map(Grundy::to_string).collect();
        assert_eq!(after.len(), position.count());
        edges += after.len();
        terminal += usize::from(position.node() == Node::Terminal);
        queue.extend(children(&position).into_iter().filter(|p| seen.insert(p.to_string())));
    }
    (seen.len(), edges, terminal)
}

/// Whether the mover wins, by search.
fn wins(position: &Grundy, known: &mut BTreeMap<[u8; 64], bool>) -> bool {
    if let Some(&wins) = known.get(&position.counts) {
        return wins;
    }
    let found = children(position).iter().any(|next| !wins(next, known));
    known.insert(position.counts, found);
    found
}

#[test]
fn game_graphs_agree_with_the_lecture() {
    assert_eq!(graph(7), (14, 17, 3));
    assert_eq!(graph(5).0, 6);
}

#[test]
fn the_game_tree_of_seven_has_its_24_nodes() {
    let (mut level, mut sizes, mut leaves) = (vec![start(7)], Vec::new(), 0);
    while !level.is_empty() {
        sizes.push(level.len());
        leaves += level.iter().filter(|p| p.node() == Node::Terminal).count();
        level = level.iter().flat_map(children).collect();
    }
    assert_eq!(sizes, [1, 3, 6, 7, 6, 1]);
    assert_eq!(leaves, 7);
    assert_eq!(start(7).facts().max_plies, 5);
}

/// The number of winning strategies of a seat, were it to win from here: the product over the
/// opponent's moves, the sum over its own.
fn strategies(position: &Grundy, seat: Seat) -> u64 {
    let each = children(position);
    let below = each.iter().map(|next| strategies(next, seat));
    match position.node() {
        Node::Terminal => u64::from(position.payoff(seat) == 1.0),
        Node::Decision(mover) if mover == seat => below.sum(),
        _ => below.product(),
    }
}

#[test]
fn the_second_seat_wins_from_seven_in_two_ways_and_the_first_from_five() {
    assert_eq!(strategies(&start(7), Seat(0)), 0);
    assert_eq!(strategies(&start(7), Seat(1)), 2);
    assert_eq!(strategies(&start(5), Seat(1)), 0);
    assert!(0 < strategies(&start(5), Seat(0)));
}

#[test]
fn single_heaps_have_the_published_nimbers() {
    // The On-Line Encyclopedia of Integer Sequences, A002188, from heap 0.
    let published = [
        0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1, 2, 3, 1, 2, 4, 1, 2, 4,
        1, 2, 4, 1, 5, 4, 1, 5, 4, 1, 5, 4, 1, 0,
    ];
    assert_eq!(NIMBERS[..=50], published);
}

#[test]
fn search_agrees_with_the_theory_for_every_heap_up_to_fifty() {
    let mut known = BTreeMap::new();
    let lost: Vec<usize> = (1..=50).filter(|&heap| !wins(&start(heap), &mut known)).collect();
    assert_eq!(lost, [1, 2, 4, 7, 10, 20, 23, 26, 50]);
}

#[test]
fn the_nim_sum_is_right_in_every_position_below_a_heap_of_twenty() {
    let (mut queue, mut known) = (vec![start(20)], BTreeMap::new());
    let mut seen = BTreeSet::new();
    while let Some(position) = queue.pop() {
        if position.node() == Node::Terminal || !seen.insert(position.to_string()) {
            continue;
        }
        let value = if wins(&position, &mut known) { 1.0 } else { -1.0 };
        assert_eq!(position.estimate(Heuristic(1), position.mover), value, "{position}");
        queue.extend(children(&position));
    }
    assert!(500 < seen.len());
}

#[test]
fn parity_counts_the_heaps_that_can_be_split() {
    for (text, estimate) in [("7 1", 0.5), ("4+3 1", -0.5), ("5+1+1 2", -0.5), ("3+3+1 2", 0.5)] {
        assert_eq!(start(7).parse(text).unwrap().estimate(Heuristic(0), Seat(0)), estimate);
    }
}

#[test]
fn invalid_positions_are_refused() {
    for text in ["", "7", "7 3", "6 1", "8 1", "7+0 1", "3+4 1 ", "200+63 1", "4+3 1x"] {
        assert!(start(7).parse(text).is_err(), "{text}");
    }
    assert_eq!(start(7).parse("1+2+4 2").unwrap().to_string(), "4+2+1 2");
}
