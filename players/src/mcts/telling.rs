//! What whoever watches is told of the tree: all of it, once it is grown.

use std::ops::ControlFlow;

use agon_core::{Bound, Left, Move, Node, Position, Reason, Sampled, all_moves};

use super::{
    scale::Scale,
    select::Selection,
    tree::{self, State, Tree},
};
use crate::spine::{EVERYTHING, Watch};

/// The number of the first iteration that came through each node, counted from one; zero for none.
#[derive(Debug, Default)]
pub(super) struct Firsts(Vec<u64>);

impl Firsts {
    /// Iteration number `number` took this path.
    pub(super) fn note(&mut self, path: &[u32], number: u64) {
        for &index in path {
            let index = index as usize;
            if self.0.len() <= index {
                self.0.resize(index + 1, 0);
            }
            if self.0[index] == 0 {
                self.0[index] = number;
            }
        }
    }
}

/// A tree, and what is to be told of it.
pub(super) struct Teller<'a, M> {
    pub(super) tree: &'a Tree<M>,
    pub(super) selection: Selection,
    pub(super) scale: Scale,
    pub(super) firsts: &'a Firsts,
}

impl<M: Move> Teller<'_, M> {
    /// Tells the tree of `root`, depth first, each node with what it is worth to whoever chose it: at
    /// the root, to the seat that the search is for.
    pub(super) fn tell<P: Position<Move = M>>(&self, root: &P, watch: &mut impl Watch) {
        self.tell_node(0, root, f64::INFINITY, watch);
    }

    fn tell_node<P: Position<Move = M>>(
        &self,
        index: u32,
        here: &P,
        term: f64,
        watch: &mut impl Watch,
    ) {
        let tree::Node { mean, visits, seat, state, proven, .. } = *self.tree.node(index);
        let is_drawn = state == State::Chance;
        let mut total = 0.0;
        if is_drawn {
            let _ = here.each_move(|m| {
                total += f64::from(here.weight(m));
                ControlFlow::Continue(())
            });
        }
        watch.entered(EVERYTHING);
        let mut children = self.tree.all_children(index).into_iter().peekable();
        let moves = if children.peek().is_none() { Vec::new() } else { all_moves(here) };
        let mut after = here.clone();
        for m in moves {
            let Some(child) = children.next_if(|&child| self.tree.node(child).m == m) else {
                watch.skipped(m, if is_drawn { Reason::Unvisited } else { Reason::Irrelevant });
                continue;
            };
            if self.tree.node(child).visits == 0 {
                watch.skipped(m, Reason::Unvisited);
                continue;
            }
            after.play_from(here, m);
            watch.step(here, m);
            watch.next(|next| {
                next.seat = seat;
                next.probability = is_drawn.then(|| f64::from(here.weight(m)) / total);
            });
            let term = if is_drawn { f64::INFINITY } else { self.term(index, child) };
            self.tell_node(child, &after, term, watch);
        }
        let why = match here.node() {
            Node::Terminal => Reason::Terminal,
            _ if proven => Reason::Solved,
            _ if state == State::Fresh => Reason::PlayedOut,
            _ => Reason::Searched,
        };
        let first = self.firsts.0.get(index as usize).copied().unwrap_or(0);
        let bound = if proven { Bound::Exact } else { Bound::Sample };
        let left = Left::new(self.scale.payoff(mean), bound, why);
        watch.left(left.with_sample(Sampled::new(visits.into(), first, term)));
    }

    /// What is added to the mean of a node when a move is selected, in payoffs.
    fn term(&self, above: u32, child: u32) -> f64 {
        self.tree.term(above, child, &self.selection) * self.scale.width
    }
}
