//! How a search to a fixed depth becomes a player: with a budget, a clock and explanations.
//!
//! Such a search has no answer before it is finished. Under a budget or a clock it therefore runs
//! to depth 1, 2, 3 … until it is stopped, and the deepest finished search gives the answer.

use std::ops::ControlFlow;

use agon_core::{Bound, Decision, Left, Node, Position, Reason, RootMove, Seat, Turn, horizon::Window};

use crate::{
    duel::Duel,
    node_budget::NodeBudget,
    search_frame::{Line, Ply, SearchFrame, Unwatched, Watch, moves_of},
};

/// A running search.
pub(crate) struct FixedDepth<'a, R, O = Unwatched> {
    /// How values are backed up.
    pub(crate) rule: &'a R,
    pub(crate) duel: &'a Duel,
    /// The seat whose payoffs the values are, MAX; the other is MIN.
    pub(crate) me: Seat,
    pub(crate) frame: SearchFrame<'a, O>,
}

/// How a search backs values up.
pub(crate) trait Rule<P: Position>: Sized {
    /// The working room at each ply.
    type Room: Default;

    /// Whether a move that is no better than another may be left unfinished.
    const PRUNES: bool = false;

    /// The value of the first position of `line` to the seat that the search is for, as deep as the line goes: exact
    /// inside the window, a bound outside it.
    fn value<O: Watch>(search: &mut FixedDepth<'_, Self, O>, line: &mut [Ply<P, Self::Room>], window: Window) -> f64;

    /// Lists the moves to search at the root, in the game's order.
    fn list<O: Watch>(
        search: &mut FixedDepth<'_, Self, O>,
        root: &mut Ply<P, Self::Room>,
        below: &mut [Ply<P, Self::Room>],
        list: &mut Vec<P::Move>,
    ) {
        let _ = (search, below);
        root.here.moves(list);
    }

    /// The value of the root, whose moves were searched; `best` is that of the best.
    fn worth(&self, moves: &[RootMove<P::Move>], best: f64) -> f64 {
        let _ = moves;
        best
    }

    /// The number of best moves whose mean that is; zero if it is no mean.
    fn averaged(&self) -> usize {
        0
    }
}

impl<'a, R, O: Watch> FixedDepth<'a, R, O> {
    pub(crate) fn new(rule: &'a R, duel: &'a Duel, turn: &Turn<'a>, watch: O) -> Self {
        let is_heard = turn.explain || turn.listener.is_some();
        let frame = SearchFrame::new(NodeBudget::new(turn, None), watch).with_lines(is_heard);
        FixedDepth { rule, duel, me: turn.seat, frame }
    }

    /// The same, with at most `nodes` positions.
    pub(crate) fn within(mut self, turn: &Turn<'a>, nodes: Option<u64>) -> Self {
        self.frame.node_budget = NodeBudget::new(turn, nodes);
        self
    }

    /// Chooses a move in `position`.
    pub(crate) fn decide<P: Position>(
        mut self,
        line: &mut Line<P, R::Room>,
        position: &P,
        explain: bool,
    ) -> Decision<P::Move>
    where
        R: Rule<P>,
    {
        self.duel.estimator.announce(line.stand_at(position));
        let deepest = self.duel.depth.max(1);
        let mut depth = if self.frame.node_budget.is_limited() { 1 } else { deepest };
        let mut decision = Decision::just(position.nth(0));
        let mut known = Vec::new();
        loop {
            let horizons = self.frame.node_budget.horizons();
            let found = self.root(line.reach(depth), &mut known);
            let is_done = !self.frame.node_budget.is_stopped();
            // Part of the first search is better than nothing; part of a deeper one is not used.
            if let Some((m, value)) = found.filter(|_| is_done || decision.depth.is_none()) {
                decision.m = m;
                decision.value = is_done.then_some(value);
                decision.depth = is_done.then_some(depth);
                decision.pv = moves_of(self.frame.line(depth as usize));
                if explain {
                    decision.moves.clone_from(&known);
                }
            }
            if is_done {
                self.frame.node_budget.tell(&decision);
            }
            // If every play was searched to its end, deeper searches find nothing new.
            if !is_done || depth == deepest || horizons == self.frame.node_budget.horizons() {
                break;
            }
            depth += 1;
        }
        decision.nodes = self.frame.node_budget.nodes();
        if !explain {
            decision.pv.clear();
        } else if decision.pv.is_empty() {
            decision.pv.push(decision.m);
        }
        decision
    }

    /// The best move in `line[0]`, where MAX is to act, and the value there; of the moves searched before the search was
    /// stopped, and `None` if there are none. Fills `known` with the findings about each.
    fn root<P: Position>(
        &mut self,
        line: &mut [Ply<P, R::Room>],
        known: &mut Vec<RootMove<P::Move>>,
    ) -> Option<(P::Move, f64)>
    where
        R: Rule<P>,
    {
        known.clear();
        let depth = line.len() as u32 - 1;
        self.frame.next(|next| next.depth = Some(depth));
        if !self.enter(depth as usize, Window::FULL) {
            return None;
        }
        let (root, below) = line.split_first_mut().expect("a line begins somewhere");
        let (mut list, mut best) = (Vec::new(), None);
        R::list(self, root, below, &mut list);
        for m in list {
            self.frame.descend(&root.here, &mut below[0].here, m);
            let window = match best {
                Some((_, alpha)) if R::PRUNES => Window { alpha, ..Window::FULL },
                _ => Window::FULL,
            };
            let value = R::value(self, below, window) + 0.0;
            if self.frame.node_budget.is_stopped() {
                break;
            }
            known.push(RootMove::new(m, value, window.bound(value)));
            if best.is_none_or(|(_, best)| best < value) {
                best = Some((m, value));
                self.frame.extend_line(below.len(), m);
            }
        }
        let best = best.map(|(m, value)| (m, self.rule.worth(known, value)));
        let value = best.map_or(f64::NAN, |(_, value)| value);
        let left = Left::new(value, Bound::Exact, Reason::Searched);
        self.frame.tell(left.with_averaged(self.rule.averaged()));
        best
    }

    /// Enters a position with `left` plies below it; false if no more positions are allowed.
    #[inline]
    pub(crate) fn enter(&mut self, left: usize, window: Window) -> bool {
        self.frame.begin_line(left);
        self.frame.enter(window)
    }

    /// Enters `here`, with `left` plies below it, and returns the seat to act; or its value to MAX, if the game or the
    /// search ends here or the budget does, and the position has been left again.
    #[inline]
    pub(crate) fn begin<P: Position>(&mut self, here: &P, left: usize) -> ControlFlow<f64, Seat> {
        if !self.enter(left, Window::FULL) {
            return ControlFlow::Break(0.0);
        }
        ControlFlow::Break(match here.node() {
            Node::Decision(mover) if 0 < left => return ControlFlow::Continue(mover),
            Node::Decision(_) => {
                let guess = self.guess(here);
                self.leave(guess, Reason::Horizon)
            }
            Node::Terminal => self.leave(here.payoff(self.me), Reason::Terminal),
            Node::Chance => unreachable!("games with chance are refused"),
        })
    }

    /// Whether the seat to act prefers `value` to `best`.
    #[inline]
    pub(crate) fn prefers(&self, mover: Seat, value: f64, best: f64) -> bool {
        if mover == self.me { best < value } else { value < best }
    }

    /// The estimate of an unfinished position at the horizon.
    #[inline]
    pub(crate) fn guess<P: Position>(&mut self, here: &P) -> f64 {
        self.frame.node_budget.see_horizon();
        self.duel.estimator.estimate(here, self.me)
    }

    /// Leaves a position whose search is complete, and returns its value.
    #[inline]
    pub(crate) fn leave(&mut self, value: f64, why: Reason) -> f64 {
        self.frame.leave(value, Bound::Exact, why);
        value
    }
}
