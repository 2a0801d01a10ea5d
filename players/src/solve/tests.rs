//! Small games, solved in every way.

use std::{collections::BTreeSet, fmt, ops::ControlFlow};

use agon_core::{Facts, Move, Node, Position, Seat, TextError};

use super::{Goal, Graph, Proof, ProofNumbers, Tree, Unsolved, proof::key_at};
use crate::{
    node_budget::NodeBudget,
    search_frame::{SearchFrame, Unwatched},
};

/// Heaps, of which one is split into two unequal ones in each move; a seat that cannot move loses.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Heaps {
    heaps: Vec<u8>,
    mover: Seat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Split(u8, u8);

impl Move for Split {
    fn code(self) -> u64 {
        u64::from(self.0) << 8 | u64::from(self.1)
    }
    fn from_code(code: u64) -> Option<Self> {
        Some(Split((code >> 8) as u8, code as u8))
    }
}

impl fmt::Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.0, self.1)
    }
}

impl fmt::Display for Heaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}", self.heaps, self.mover.0)
    }
}

impl Position for Heaps {
    type Move = Split;

    fn facts(&self) -> Facts {
        Facts::two_seats(64)
    }
    fn node(&self) -> Node {
        let can_split = self.heaps.iter().any(|&heap| 2 < heap);
        if can_split { Node::Decision(self.mover) } else { Node::Terminal }
    }
    fn each_move(&self, mut visit: impl FnMut(Split) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut sizes = self.heaps.clone();
        sizes.dedup();
        for heap in sizes {
            for part in 1..=heap.saturating_sub(1) / 2 {
                visit(Split(heap, part))?;
            }
        }
        ControlFlow::Continue(())
    }
    fn play(&mut self, Split(heap, part): Split) {
        let index = self.heaps.iter().position(|&size| size == heap).unwrap();
        self.heaps.remove(index);
        self.heaps.extend([part, heap - part]);
        self.heaps.sort_unstable();
        self.mover = self.mover.opponent();
    }
    fn payoff(&self, seat: Seat) -> f64 {
        if seat == self.mover { -1.0 } else { 1.0 }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        Err(TextError::new(text, "nothing"))
    }
}

pub(crate) fn grundy(heap: u8) -> Heaps {
    Heaps { heaps: vec![heap], mover: Seat(0) }
}

#[test]
fn grundys_game_has_the_figures_of_the_textbook() {
    let root = grundy(7);
    let graph = Graph::solve(&root, 14, false).unwrap();
    assert_eq!((graph.positions(), graph.edges, graph.terminals), (14, 17, 3));
    let tree = Tree::count(&root, 100).unwrap();
    assert_eq!((tree.nodes(), tree.leaves), (24, 7));
    assert_eq!(tree.levels, [1, 3, 6, 7, 6, 1]);
    assert_eq!(graph.find(&root).unwrap().value, -1.0);
    let goals = Goal::at(&graph, &root);
    assert_eq!(goals.len(), 1);
    assert_eq!((goals[0].seat, goals[0].is_win), (Seat(1), true));
    assert_eq!(goals[0].count(&graph, &root), 2);

    let root = grundy(5);
    let graph = Graph::solve(&root, 100, false).unwrap();
    assert_eq!((graph.positions(), graph.find(&root).unwrap().value), (6, 1.0));
}

#[test]
fn the_limit_counts_positions() {
    assert_eq!(Graph::solve(&grundy(7), 13, false).unwrap_err(), Unsolved::TooLarge(13));
}

#[test]
fn a_strategy_answers_every_position_it_reaches_and_always_wins() {
    let root = grundy(12);
    let graph = Graph::solve(&root, 100_000, false).unwrap();
    let goal = Goal::at(&graph, &root)[0];
    let answers = goal.answers(&graph, &root, 100_000).unwrap();
    let mut leaves = 0;
    let best = |here: &_| graph.best(here).map(|(m, _)| m);
    let _ = goal.each_branch(&best, &root, |branch| {
        match branch.here.node() {
            Node::Terminal => {
                assert_eq!(branch.here.payoff(goal.seat), 1.0);
                leaves += 1;
            }
            Node::Decision(mover) => {
                let is_answered = answers.iter().any(|(position, _)| position == branch.here);
                assert_eq!(is_answered, mover == goal.seat, "{}", branch.here);
            }
            Node::Chance => unreachable!(),
        }
        ControlFlow::Continue(())
    });
    assert!(1 < leaves);
    assert!(goal.answers(&graph, &root, 1).is_none());
}

#[test]
fn all_ways_to_solve_agree_however_small_the_table() {
    for heap in 1..=16 {
        let root = grundy(heap);
        let solved = Graph::solve(&root, 1_000_000, false).unwrap().find(&root).unwrap();
        if root.node() == Node::Terminal {
            assert_eq!((solved.value, solved.distance), (-1.0, Some(0)));
            continue;
        }
        for bytes in [0, 1 << 20] {
            let proven = Proof::new(bytes).value(&root, u64::MAX).unwrap();
            assert_eq!(proven.value, solved.value, "{heap}");
            let numbers = ProofNumbers::new(bytes).value(&root, u64::MAX).unwrap();
            assert_eq!(numbers.value, solved.value, "{heap}");
        }
    }
}

#[test]
fn bounds_found_by_several_threads_are_true() {
    let root = grundy(38);
    let graph = Graph::solve(&root, 1_000_000, false).unwrap();
    for threads in [2, 3, 5] {
        let mut proof = Proof::new(1 << 24);
        let mut frame = SearchFrame::new(NodeBudget::free(u64::MAX), Unwatched);
        let proven = proof.prove_together(&root, &mut frame, threads).unwrap();
        assert_eq!(proven.value, graph.find(&root).unwrap().value);
        let (mut met, mut open) = (BTreeSet::new(), vec![root.clone()]);
        let mut known = 0;
        while let Some(here) = open.pop() {
            if let Some(found) = proof.table.find(key_at(&here, 0)) {
                let value = graph.find(&here).unwrap().value;
                let is_true = if found.is_lower { found.bound <= value } else { value <= found.bound };
                assert!(is_true, "{here}: {found:?}, not {value}");
                known += 1;
            }
            for m in agon_core::all_moves(&here) {
                let after = agon_core::after(&here, m);
                if met.insert(after.key()) {
                    open.push(after);
                }
            }
        }
        assert!(10_000 < known, "{known}");
    }
}

#[test]
fn a_proof_stops_at_its_limit() {
    let root = grundy(30);
    for most in [0, 1, 10, 100] {
        let mut proof = Proof::new(1 << 16);
        assert_eq!(proof.value(&root, most), None);
        assert_eq!(proof.nodes(), most);
        let mut numbers = ProofNumbers::new(1 << 16);
        assert_eq!(numbers.value(&root, most), None);
        assert_eq!(numbers.nodes(), most);
    }
}

/// A walk too long for any search to reach its end.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Corridor(u32);

impl fmt::Display for Corridor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Position for Corridor {
    type Move = Split;

    fn facts(&self) -> Facts {
        Facts::two_seats(5_000)
    }
    fn node(&self) -> Node {
        if self.0 == 0 { Node::Terminal } else { Node::Decision(Seat((self.0 % 2) as u8)) }
    }
    fn each_move(&self, visit: impl FnMut(Split) -> ControlFlow<()>) -> ControlFlow<()> {
        let ways = if self.0 == 0 { 0 } else { 2 };
        (0..ways).map(|way| Split(0, way)).try_for_each(visit)
    }
    fn play(&mut self, _: Split) {
        self.0 -= 1;
    }
    fn payoff(&self, _: Seat) -> f64 {
        0.0
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        text.parse().map(Corridor).map_err(|_| TextError::new(text, "how many steps are left"))
    }
}

#[test]
fn a_proof_that_would_go_too_deep_ends_with_one_thread_or_two() {
    for threads in [1, 2] {
        let mut proof = Proof::new(1 << 16);
        let mut frame = SearchFrame::new(NodeBudget::free(1_000_000), Unwatched);
        let start = Corridor(5_000);
        let proven = match threads {
            1 => proof.prove(&start, &mut frame),
            _ => proof.prove_together(&start, &mut frame, threads),
        };
        assert!(proven.is_none() && proof.nodes() < 10_000, "{threads}: {}", proof.nodes());
    }
}

#[test]
fn no_limit_is_too_large_to_be_counted() {
    let graph = Graph::solve(&grundy(7), usize::MAX, false).unwrap();
    assert_eq!(graph.positions(), Graph::iterate(&grundy(7), usize::MAX).unwrap().positions());
}
