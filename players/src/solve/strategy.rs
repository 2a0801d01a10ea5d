//! The game as a tree, and the strategies in it.
//!
//! As a sub-tree, a strategy of one seat consists of the root, one successor at each of the seat's
//! own nodes, all successors at the opponent's, and only leaves that reach its goal.

use std::ops::ControlFlow;

use agon_core::{Facts, Node, Position, Seat};

use super::{
    graph::{Graph, middle, outcome},
    keyed::Keyed,
};

/// Numbers from this one on are not counted exactly.
pub const UNCOUNTED: u128 = 100_000_000_000_000_000_000_000_000_000_000_000_000;

/// The goal of a seat: at least this payoff.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    /// The seat.
    pub seat: Seat,
    /// The least payoff that is good enough.
    pub least: f64,
    /// Whether only a gain reaches it.
    pub is_win: bool,
}

/// The game tree: one node for each sequence of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The number of nodes at each ply from the root; [`UNCOUNTED`] means that many or more.
    pub levels: Vec<u128>,
    /// The number of plays: nodes where the game is over.
    pub leaves: u128,
}

/// A node of the AND/OR sub-tree of a strategy.
#[derive(Debug)]
pub struct Branch<'a, P: Position> {
    /// The plies from the root.
    pub ply: usize,
    /// The move that led here; none at the root.
    pub m: Option<P::Move>,
    /// The position before that move.
    pub before: &'a P,
    /// The position.
    pub here: &'a P,
    /// Whether it is the last of its siblings.
    pub is_last: bool,
}

impl Goal {
    /// The achievable goals at a solved `root`, as [`of`](Goal::of) has them. Empty if there is chance.
    pub fn at<P: Position>(graph: &Graph, root: &P) -> Vec<Goal> {
        let facts = graph.facts();
        graph.find(root).filter(|_| !facts.chance).map_or_else(Vec::new, |solved| Goal::of(&facts, solved.value))
    }

    /// The achievable goals where the first seat gets `value`, by seat: a win for one of them, at least no loss for both,
    /// or for a single seat the value.
    pub fn of(facts: &Facts, value: f64) -> Vec<Goal> {
        if facts.seats == 1 {
            return vec![Goal { seat: Seat(0), least: value, is_win: false }];
        }
        let middle = middle(facts);
        let goal = |seat| match outcome(facts, value, seat) {
            std::cmp::Ordering::Less => None,
            std::cmp::Ordering::Equal => Some(Goal { seat, least: middle, is_win: false }),
            std::cmp::Ordering::Greater => Some(Goal { seat, least: middle.next_up(), is_win: true }),
        };
        Seat::all(2).filter_map(goal).collect()
    }

    /// Whether the goal is reached from `position` under perfect play.
    fn holds<P: Position>(&self, graph: &Graph, position: &P) -> bool {
        let solved = graph.find(position);
        solved.is_some_and(|solved| self.least <= graph.value_for(self.seat, solved.value))
    }

    /// The number of strategies of its seat that reach the goal from `root`, as trees;
    /// [`UNCOUNTED`] means that many or more.
    pub fn count<P: Position>(&self, graph: &Graph, root: &P) -> u128 {
        LineCount { goal: *self, graph, counts: Keyed::new() }.count(root)
    }

    /// The positions that the seat meets if it always plays the best move, each with that move,
    /// from the root on; `None` if there are more than `most`.
    pub fn answers<P: Position>(&self, graph: &Graph, root: &P, most: usize) -> Option<Vec<(P, P::Move)>> {
        let (mut met, mut seen, mut answers) = (vec![root.clone()], Keyed::new(), Vec::new());
        let mut next = 0;
        while next < met.len() {
            let here = met[next].clone();
            next += 1;
            let best = |here: &P| graph.best(here).map(|(m, _)| m);
            self.each_successor(&best, &here, |m, after| {
                if here.node() == Node::Decision(self.seat) {
                    answers.push((here.clone(), m));
                }
                if seen.put(after.key(), ()) {
                    met.push(after.clone());
                }
            });
            if most < answers.len() || most.saturating_mul(64) < met.len() {
                return None;
            }
        }
        Some(answers)
    }

    /// Visits the nodes of the sub-tree in which the seat always plays its `answer`, each before its successors, until
    /// `visit` breaks.
    pub fn each_branch<P: Position>(
        &self,
        answer: &impl Fn(&P) -> Option<P::Move>,
        root: &P,
        mut visit: impl FnMut(Branch<'_, P>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        visit(Branch { ply: 0, m: None, before: root, here: root, is_last: true })?;
        self.below(answer, root, 1, &mut visit)
    }

    fn below<P: Position>(
        &self,
        answer: &impl Fn(&P) -> Option<P::Move>,
        here: &P,
        ply: usize,
        visit: &mut impl FnMut(Branch<'_, P>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut successors = Vec::new();
        self.each_successor(answer, here, |m, after| successors.push((m, after.clone())));
        for (index, (m, after)) in successors.iter().enumerate() {
            let is_last = index + 1 == successors.len();
            visit(Branch { ply, m: Some(*m), before: here, here: after, is_last })?;
            self.below(answer, after, ply + 1, visit)?;
        }
        ControlFlow::Continue(())
    }

    /// Visits the answer at the seat's own nodes, and every move at the opponent's.
    fn each_successor<P: Position>(
        &self,
        answer: &impl Fn(&P) -> Option<P::Move>,
        here: &P,
        mut visit: impl FnMut(P::Move, &P),
    ) {
        let mut moves = Vec::new();
        if here.node() == Node::Decision(self.seat) {
            moves.extend(answer(here));
        } else {
            here.moves(&mut moves);
        }
        let mut after = here.clone();
        for m in moves {
            after.play_from(here, m);
            visit(m, &after);
        }
    }
}

struct LineCount<'a> {
    goal: Goal,
    graph: &'a Graph,
    counts: Keyed<u128>,
}

impl LineCount<'_> {
    fn count<P: Position>(&mut self, here: &P) -> u128 {
        if !self.goal.holds(self.graph, here) {
            return 0;
        }
        let Node::Decision(mover) = here.node() else { return 1 };
        let key = self.graph.key(here);
        if let Some(count) = self.counts.find(key) {
            return count;
        }
        let is_own = mover == self.goal.seat;
        let mut count: u128 = u128::from(!is_own);
        let mut after = here.clone();
        let _ = here.each_move(|m| {
            after.play_from(here, m);
            let below = self.count(&after);
            count = if is_own { count.saturating_add(below) } else { count.saturating_mul(below) };
            count = count.min(UNCOUNTED);
            ControlFlow::Continue(())
        });
        let _ = self.counts.put(key, count);
        count
    }
}

impl Tree {
    /// Counts the tree below `root` ply by ply, equal positions of one ply together; `None` if one
    /// ply has more than `limit` distinct ones.
    pub fn count<P: Position>(root: &P, limit: usize) -> Option<Tree> {
        let mut tree = Tree { levels: Vec::new(), leaves: 0 };
        let mut level = vec![(root.clone(), 1u128)];
        let mut after = root.clone();
        while !level.is_empty() {
            let (mut next, mut places): (Vec<(P, u128)>, _) = (Vec::new(), Keyed::new());
            let (mut nodes, add) = (0, |a: u128, b: u128| a.saturating_add(b).min(UNCOUNTED));
            for (here, paths) in &level {
                nodes = add(nodes, *paths);
                if here.node() == Node::Terminal {
                    tree.leaves = add(tree.leaves, *paths);
                }
                let _ = here.each_move(|m| {
                    after.play_from(here, m);
                    let key = after.key();
                    if let Some(place) = places.find(key) {
                        let there: &mut (P, u128) = &mut next[place];
                        there.1 = add(there.1, *paths);
                    } else {
                        let _ = places.put(key, next.len());
                        next.push((after.clone(), *paths));
                    }
                    ControlFlow::Continue(())
                });
                if limit < next.len() {
                    return None;
                }
            }
            tree.levels.push(nodes);
            level = next;
        }
        Some(tree)
    }

    /// The number of all nodes.
    pub fn nodes(&self) -> u128 {
        self.levels.iter().fold(0, |sum: u128, nodes| sum.saturating_add(*nodes).min(UNCOUNTED))
    }
}
