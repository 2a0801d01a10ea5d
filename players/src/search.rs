//! Common parts of the searches that use a [`Stack`]: iterative deepening within the budget, the
//! loop over the moves at the root, an answer with explanations.
//!
//! Such searches differ in how they back values up. Each keeps its own data in [`Search::rule`] and
//! adds methods of its own.

use agon_core::{
    Belief, Bound, Decision, Estimator, Left, Node, Position, Reason, RootMove, Seat, Turn, horizon::Window,
};

use crate::{
    depth::FARTHEST,
    node_budget::NodeBudget,
    search_frame::{self, SearchFrame, Watch},
    sorted::{best_first, in_game_order},
    stack::{Likeliest, Stack},
};

/// The budget is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spent;

/// A running search.
pub(crate) struct Search<'a, P: Position, R, O> {
    /// The rule of this kind of search.
    pub(crate) rule: R,
    /// Estimates positions at the horizon.
    pub(crate) estimator: &'a Estimator,
    pub(crate) stack: &'a mut Stack<P>,
    pub(crate) frame: SearchFrame<'a, O>,
    /// The least depth left at any position looked at.
    least_left: u32,
    /// The seat that the search is for.
    pub(crate) me: Seat,
    /// Whether lines and values are requested.
    pub(crate) explain: bool,
    /// The expected answers to the root's move searched last, if requested.
    pub(crate) beliefs: Vec<Belief<P::Move>>,
    /// For observers: why the next position left was not searched to its end, and the bound, if its value does not show
    /// them.
    pub(crate) why: Option<(Reason, Bound)>,
}

impl<'a, P: Position, R, O: Watch> Search<'a, P, R, O> {
    /// Prepares a search for the seat whose turn it is, from `position` down.
    pub(crate) fn new(
        rule: R,
        estimator: &'a Estimator,
        stack: &'a mut Stack<P>,
        position: &P,
        turn: &Turn<'a>,
        watch: O,
    ) -> Self {
        estimator.announce(stack.stand_at(position));
        Search {
            rule,
            estimator,
            stack,
            frame: SearchFrame::new(NodeBudget::new(turn, None), watch),
            least_left: 0,
            me: turn.seat,
            explain: turn.explain,
            beliefs: Vec::new(),
            why: None,
        }
    }

    /// Chooses a move by searching to `depth` (`None`: to the end of the game). Under a budget or a
    /// clock it searches to depth one, two, three and so on, up to `depth` and while deeper
    /// searches can find anything new, each time in the order of the values before. An unfinished
    /// search answers with the best move it has searched; since the best of the search before is
    /// searched first, the answer is never worse for it.
    ///
    /// `worth` returns the value of the position at ply 1 to the seat that the search is for, with
    /// this depth left, and its bound. Given the value of the best move so far, it may stop when it
    /// knows that this one is no better.
    pub(crate) fn decide(
        mut self,
        depth: Option<u32>,
        mut worth: impl FnMut(&mut Self, u32, Option<f64>) -> Result<(f64, Bound), Spent>,
    ) -> Decision<P::Move> {
        let last = depth.unwrap_or(u32::MAX);
        let mut next = if self.frame.node_budget.is_limited() { last.min(1) } else { last };
        let mut decision = Decision::just(self.stack.at(0).here.nth(0));
        // The moves at the root, by number, in the order of their latest values, the best first.
        let mut order = Vec::new();
        loop {
            let horizons = self.frame.node_budget.horizons();
            self.least_left = next;
            let Some((found, is_whole)) = self.root(next, &mut order, &mut worth) else { break };
            if !is_whole {
                (decision.m, decision.pv, decision.beliefs) = (found.m, found.pv, found.beliefs);
                break;
            }
            decision = found.with_depth(Some(next - self.least_left));
            self.frame.node_budget.tell(&decision);
            if next == last || horizons == self.frame.node_budget.horizons() {
                break;
            }
            next += 1;
        }
        decision.nodes = self.frame.node_budget.nodes();
        decision
    }

    /// The best move, and whether all were searched; or the best of those searched before the search was stopped. They
    /// are searched in `order`, which is then sorted by their new values.
    fn root(
        &mut self,
        depth: u32,
        order: &mut Vec<(f64, usize)>,
        mut worth: impl FnMut(&mut Self, u32, Option<f64>) -> Result<(f64, Bound), Spent>,
    ) -> Option<(Decision<P::Move>, bool)> {
        self.frame.next(|next| next.depth = Some(depth));
        self.enter(0, depth, Window::FULL).ok()?;
        let mut moves = Vec::new();
        let mut best: Option<(f64, usize)> = None;
        let (mut payoffs, mut beliefs) = (Vec::new(), Vec::new());
        let mut is_whole = true;
        let count = self.stack.list_moves(0);
        if order.is_empty() {
            order.extend((0..count).map(|index| (0.0, index)));
        }
        for (known, index) in order.iter_mut() {
            let index = *index;
            self.descend(0, index);
            self.beliefs.clear();
            let nodes = self.frame.node_budget.nodes();
            // Of equal moves the first in the game's order is chosen: a move before the best one
            // must be worse to lose.
            let is_before = |at| index < at;
            let enough = best.map(|(most, at)| if is_before(at) { most.next_down() } else { most });
            let Ok((mut value, bound)) = worth(self, depth - 1, enough) else {
                is_whole = false;
                break;
            };
            if bound == Bound::Upper && enough == Some(value) {
                value = best.map_or(value, |(most, _)| most);
            }
            if O::ON && nodes == self.frame.node_budget.nodes() {
                self.frame.skip(self.stack.at(0).room.moves[index], Reason::Enough);
            }
            if self.explain {
                moves.push(RootMove::new(self.stack.at(0).room.moves[index], value, bound));
            }
            *known = value;
            let is_better = |(most, at)| most < value || most == value && is_before(at);
            if bound == Bound::Exact && best.is_none_or(is_better) {
                best = Some((value, index));
                std::mem::swap(&mut beliefs, &mut self.beliefs);
                if O::ON {
                    payoffs.clone_from(&self.stack.at(1).room.vector);
                }
                if self.explain {
                    self.stack.extend_line(0, index);
                }
            }
        }
        let value = best.map_or(f64::NAN, |(value, _)| value);
        let why = if is_whole { Reason::Searched } else { Reason::Stopped };
        self.frame.tell(Left::new(value, Bound::Exact, why).with_payoffs(&payoffs));
        let (value, index) = best?;
        best_first(order, index);
        let room = &self.stack.at(0).room;
        let mut found = Decision::just(room.moves[index]).with_value(Some(value));
        (found.moves, found.beliefs) = (in_game_order(&moves), beliefs);
        if self.explain {
            found.pv.clone_from(&room.line);
        }
        Some((found, is_whole))
    }

    /// Puts the position after move number `index` of `ply` at the next ply.
    #[inline]
    pub(crate) fn descend(&mut self, ply: usize, index: usize) {
        let (above, below) = self.stack.pair(ply);
        above.room.tried = index;
        self.frame.descend(&above.here, &mut below.here, above.room.moves[index]);
    }

    /// Enters the position at `ply` with `depth` left below it, and returns that depth, reduced at
    /// the greatest distance a search may go.
    #[inline]
    pub(crate) fn enter(&mut self, ply: usize, depth: u32, window: Window) -> Result<u32, Spent> {
        if !self.frame.enter(window) {
            return Err(Spent);
        }
        let depth = if ply < FARTHEST { depth } else { 0 };
        self.least_left = self.least_left.min(depth);
        if self.explain {
            self.stack.at(ply).room.line.clear();
        }
        Ok(depth)
    }

    /// Leaves the position at `ply` with its result.
    #[inline]
    pub(crate) fn leave(&mut self, ply: usize, window: Window, found: Result<f64, Spent>) -> Result<f64, Spent> {
        if O::ON {
            let value = found.unwrap_or(f64::NAN);
            let (why, bound) = self.ended(ply, window, found);
            self.frame.leave(value, bound, why);
        }
        found
    }

    /// Why the search of the position at `ply` ended, and the bound of its value.
    pub(crate) fn ended(&mut self, ply: usize, window: Window, found: Result<f64, Spent>) -> (Reason, Bound) {
        let told = self.why.take();
        let Ok(value) = found else { return (Reason::Stopped, Bound::Exact) };
        let bound = window.bound(value);
        match (self.stack.at(ply).here.node(), told) {
            // A terminal position is exact in any window.
            (Node::Terminal, _) => (Reason::Terminal, Bound::Exact),
            (_, Some(told)) => told,
            _ if bound == Bound::Exact => (Reason::Searched, bound),
            _ => (Reason::Refuted, bound),
        }
    }

    /// The counted estimate of the position at `ply` for `seat`.
    #[inline]
    pub(crate) fn glance(&mut self, ply: usize, depth: u32, seat: Seat) -> Result<f64, Spent> {
        let (estimator, here) = (self.estimator, &self.stack.at(ply).here);
        let value = self.frame.glance(seat, || search_frame::at_a_glance(estimator, here, seat)).ok_or(Spent)?;
        self.least_left = self.least_left.min(depth);
        Ok(value)
    }

    /// The estimate of the unfinished position at `ply`, which is not searched further.
    #[inline]
    pub(crate) fn guess(&mut self, ply: usize) -> f64 {
        self.frame.node_budget.see_horizon();
        if O::ON {
            self.why = Some((Reason::Horizon, Bound::Exact));
        }
        self.estimator.estimate(&self.stack.at(ply).here, self.me)
    }

    /// The largest value of the listed moves of `ply` if `is_max`, otherwise the smallest; and the
    /// number of the first move that has it. `below` returns the value of the position at the next
    /// ply, after the move of that number, as far as the window needs it. With `enough` the window
    /// narrows as values come in, and the loop ends when a value reaches `enough`.
    #[inline]
    pub(crate) fn best(
        &mut self,
        ply: usize,
        is_max: bool,
        mut window: Window,
        enough: Option<f64>,
        mut below: impl FnMut(&mut Self, usize, Window) -> Result<f64, Spent>,
    ) -> Result<(f64, usize), Spent> {
        let is_better = |value, than| if is_max { than < value } else { value < than };
        let mut best: Option<(f64, usize)> = None;
        for index in 0..self.stack.at(ply).room.moves.len() {
            self.descend(ply, index);
            let value = below(self, index, window)?;
            if best.is_some_and(|(best, _)| !is_better(value, best)) {
                continue;
            }
            best = Some((value, index));
            if self.explain {
                self.stack.extend_line(ply, index);
            }
            let Some(enough) = enough else { continue };
            if !is_better(enough, value) {
                let is_inside = if is_max { value < window.beta } else { window.alpha < value };
                if O::ON && is_inside {
                    self.why = Some((Reason::Enough, Bound::Exact));
                }
                break;
            }
            let edge = if is_max { &mut window.alpha } else { &mut window.beta };
            if is_better(value, *edge) {
                *edge = value;
            }
        }
        Ok(best.expect("a decision node has a move"))
    }

    /// The mean of the values of the listed moves of `ply`, by their weights, which add up to
    /// `total`. Moves of weight zero are not searched.
    #[inline]
    pub(crate) fn mean(
        &mut self,
        ply: usize,
        total: f64,
        mut below: impl FnMut(&mut Self) -> Result<f64, Spent>,
    ) -> Result<f64, Spent> {
        let (mut sum, mut follow) = (0.0, Likeliest::default());
        for index in 0..self.stack.at(ply).room.moves.len() {
            let weight = self.stack.at(ply).room.weights[index];
            if weight == 0.0 {
                self.frame.skip(self.stack.at(ply).room.moves[index], Reason::Unbelieved);
                continue;
            }
            self.descend(ply, index);
            self.frame.next(|next| next.probability = Some(weight / total));
            sum += weight * below(self)?;
            if self.explain {
                self.stack.follow(&mut follow, ply, index, weight);
            }
        }
        self.stack.end_line(&follow, ply);
        Ok(sum / total)
    }
}
