//! Reporting the whole tree to an observer, once it is grown.

use std::ops::ControlFlow;

use agon_core::{
    AnyMove, Bound, Iteration, Left, Move, Node, Position, Reason, Sampled, Seat, Selected, all_moves, horizon::Window,
};

use super::{
    scale::Scale,
    select::Selection,
    tree::{self, Certainty, SearchTree, State},
};
use crate::search_frame::Watch;

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

/// A tree, and the settings of the report.
pub(super) struct Teller<'a, M> {
    pub(super) tree: &'a SearchTree<M>,
    pub(super) selection: Selection,
    pub(super) scale: Scale,
    pub(super) firsts: &'a Firsts,
    /// The sum of the payoffs of two seats, if known: then all values are reported for one seat, that of the root.
    pub(super) sum: Option<f64>,
    /// Whether only estimates were backed up.
    pub(super) is_estimate: bool,
}

/// Reports an iteration before its payoffs are backed up. Its walk ended at the last node of
/// `path`, went on by the `simulated` moves, and came to payoffs of plays or of estimates.
pub(super) fn tell_iteration<M: Move>(
    tree: &SearchTree<M>,
    how: &Selection,
    (number, path, simulated): (u64, &[u32], &[M]),
    (payoffs, end): (&[f64], Reason),
    watch: &mut impl Watch,
) {
    let selected: Vec<Selected> = (path.windows(2))
        .map(|pair| {
            let [above, below] = [tree.node(pair[0]), tree.node(pair[1])];
            let is_tried = below.visits != 0 && above.state.is_decision();
            let bound = is_tried.then(|| tree.bound(pair[0], pair[1], how));
            Selected::new(AnyMove(below.m.code()), below.visits.into(), bound)
        })
        .collect();
    let last = tree.node(path[path.len() - 1]);
    let end = match last.state {
        _ if last.proof != Certainty::Open => Reason::Solved,
        State::Terminal => Reason::Terminal,
        _ => end,
    };
    let simulated: Vec<AnyMove> = simulated.iter().map(|m| AnyMove(m.code())).collect();
    let iteration = Iteration::new(number, &selected, tree.node(0).visits.into());
    let iteration = iteration.with_end(last.visits == 0, end, payoffs);
    watch.iterated(iteration.with_simulated(&simulated));
}

impl<M: Move> Teller<'_, M> {
    /// Reports the tree of `root`, depth first, each node with its value: to the seat that the
    /// search is for, if the payoffs of two seats determine each other; otherwise to the seat that
    /// chose the node.
    pub(super) fn tell<P: Position<Move = M>>(&self, root: &P, watch: &mut impl Watch) {
        self.tell_node(0, root, (self.tree.node(0).seat, f64::INFINITY), watch);
    }

    fn tell_node<P: Position<Move = M>>(
        &self,
        index: u32,
        here: &P,
        (chooser, term): (Seat, f64),
        watch: &mut impl Watch,
    ) {
        let tree::Node { visits, seat, state, .. } = *self.tree.node(index);
        let known = self.tree.known(index);
        let me = self.tree.node(0).seat;
        let is_drawn = state == State::Chance;
        let mut total = 0.0;
        if is_drawn {
            let _ = here.each_move(|m| {
                total += f64::from(here.weight(m));
                ControlFlow::Continue(())
            });
        }
        watch.entered(Window::FULL);
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
                next.seat = if self.sum.is_some() { me } else { seat };
                next.probability = is_drawn.then(|| f64::from(here.weight(m)) / total);
            });
            let term = if is_drawn { f64::INFINITY } else { self.tree.bound(index, child, &self.selection)[1] };
            self.tell_node(child, &after, (seat, term), watch);
        }
        let why = match here.node() {
            Node::Terminal => Reason::Terminal,
            _ if known.is_some() => Reason::Solved,
            _ if state == State::Fresh && self.is_estimate => Reason::Horizon,
            _ if state == State::Fresh => Reason::PlayedOut,
            _ => Reason::Searched,
        };
        let first = self.firsts.0.get(index as usize).copied().unwrap_or(0);
        let bound = if known.is_some() { Bound::Exact } else { Bound::Sample };
        let mean = self.scale.payoff(self.tree.node(index).mean);
        let value = match (known, self.sum) {
            (Some(paid), _) => paid[me.index()],
            (None, Some(sum)) if chooser != me => sum - mean,
            (None, _) => mean,
        };
        let share = self.tree.share(index, &self.selection);
        let left = Left::new(value, bound, why);
        watch.left(left.with_sample(Sampled::new(visits.into(), first, [share, term])));
    }
}
