//! What the searches share that stand on a [`Stack`]: depth after depth within the budget, every
//! move at the root in turn, an answer with its reasons.
//!
//! How values are backed up is what such searches differ in. Each keeps what is its own in
//! [`Search::rule`] and adds methods of its own.

use agon_core::{
    Belief, Bound, Decision, Estimator, Left, Node, Position, Reason, RootMove, Seat, Turn,
    horizon::Window,
};

use crate::{
    depth::FARTHEST,
    spine::{self, Spine, Watch},
    stack::{Likeliest, Stack},
    tally::Tally,
};

/// The budget is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spent;

/// A search that is going on.
pub(crate) struct Search<'a, P: Position, R, O> {
    /// What this kind of search goes by.
    pub(crate) rule: R,
    /// Guesses where the search ends.
    pub(crate) estimator: &'a Estimator,
    pub(crate) stack: &'a mut Stack<P>,
    pub(crate) spine: Spine<'a, O>,
    /// The least depth that was left at any position looked at.
    least_left: u32,
    /// The seat that asks.
    pub(crate) me: Seat,
    /// Whether someone wants to see lines and values.
    pub(crate) explain: bool,
    /// How the move at the root that was looked at last is believed to be answered, where that is asked.
    pub(crate) beliefs: Vec<Belief<P::Move>>,
    /// Why the position that is left next was not searched to its end, where that cannot be seen from
    /// its value, and how exactly that is known: for whoever watches.
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
            spine: Spine::new(Tally::new(turn, None), watch),
            least_left: 0,
            me: turn.seat,
            explain: turn.explain,
            beliefs: Vec::new(),
            why: None,
        }
    }

    /// Chooses a move by searching `depth` deep (`None`: to the end of the game). Under a budget or
    /// a clock it searches to depth one, two, three and so on, as far as they and `depth` go and
    /// there is anything left to see. Each time it goes from what was the best move to what was the
    /// worst. An unfinished search answers with the best move it looked at; the best of the search
    /// before it is looked at first, so that is no loss.
    ///
    /// `worth` tells what the position at ply 1 is worth to the seat that asks, where so much
    /// depth is left; and whether that is exact. If it is given the value of the best move so far,
    /// it is enough to know that this one is no better.
    pub(crate) fn decide(
        mut self,
        depth: Option<u32>,
        mut worth: impl FnMut(&mut Self, u32, Option<f64>) -> Result<(f64, Bound), Spent>,
    ) -> Decision<P::Move> {
        let last = depth.unwrap_or(u32::MAX);
        let mut next = if self.spine.tally.is_limited() { last.min(1) } else { last };
        let mut decision = Decision::just(self.stack.at(0).here.nth(0));
        // What the moves at the root were worth at last, the best first; each by its number.
        let mut order = Vec::new();
        loop {
            let horizons = self.spine.tally.horizons();
            self.least_left = next;
            let Some((found, is_whole)) = self.root(next, &mut order, &mut worth) else { break };
            if !is_whole {
                (decision.m, decision.pv, decision.beliefs) = (found.m, found.pv, found.beliefs);
                break;
            }
            decision = found.with_depth(Some(next - self.least_left));
            self.spine.tally.tell(&decision);
            if next == last || horizons == self.spine.tally.horizons() {
                break;
            }
            next += 1;
        }
        decision.nodes = self.spine.tally.nodes();
        decision
    }

    /// The best move, and whether all were looked at; or the best of those that were before the search
    /// was stopped. They are looked at in `order`, which is that of their values then.
    fn root(
        &mut self,
        depth: u32,
        order: &mut Vec<(f64, usize)>,
        mut worth: impl FnMut(&mut Self, u32, Option<f64>) -> Result<(f64, Bound), Spent>,
    ) -> Option<(Decision<P::Move>, bool)> {
        self.spine.next(|next| next.depth = Some(depth));
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
            let nodes = self.spine.tally.nodes();
            // Of equal moves the first of the game's wins: one before the best is no better only if
            // it is worth less.
            let is_before = |at| index < at;
            let enough = best.map(|(most, at)| if is_before(at) { most.next_down() } else { most });
            let Ok((mut value, bound)) = worth(self, depth - 1, enough) else {
                is_whole = false;
                break;
            };
            if bound == Bound::Upper && enough == Some(value) {
                value = best.map_or(value, |(most, _)| most);
            }
            if O::ON && nodes == self.spine.tally.nodes() {
                self.spine.skip(self.stack.at(0).room.moves[index], Reason::Enough);
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
        self.spine.tell(Left::new(value, Bound::Exact, why).with_payoffs(&payoffs));
        let (value, index) = best?;
        order.sort_by(|a, b| (a.1 != index).cmp(&(b.1 != index)).then(b.0.total_cmp(&a.0)));
        moves.sort_unstable_by_key(|root: &RootMove<P::Move>| root.m);
        let room = &self.stack.at(0).room;
        let mut found = Decision::just(room.moves[index]).with_value(Some(value));
        (found.moves, found.beliefs) = (moves, beliefs);
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
        self.spine.descend(&above.here, &mut below.here, above.room.moves[index]);
    }

    /// The position at `ply` is looked at, with `depth` left below it: less, where it is as far
    /// away as a search goes.
    #[inline]
    pub(crate) fn enter(&mut self, ply: usize, depth: u32, window: Window) -> Result<u32, Spent> {
        if !self.spine.enter(window) {
            return Err(Spent);
        }
        let depth = if ply < FARTHEST { depth } else { 0 };
        self.least_left = self.least_left.min(depth);
        if self.explain {
            self.stack.at(ply).room.line.clear();
        }
        Ok(depth)
    }

    /// The position at `ply` is left, with what was found there.
    #[inline]
    pub(crate) fn leave(
        &mut self,
        ply: usize,
        window: Window,
        found: Result<f64, Spent>,
    ) -> Result<f64, Spent> {
        if O::ON {
            let value = found.unwrap_or(f64::NAN);
            let (why, bound) = self.ended(ply, window, found);
            self.spine.leave(value, bound, why);
        }
        found
    }

    /// Why the search of the position at `ply` came to its end, and how exactly its value is known.
    pub(crate) fn ended(
        &mut self,
        ply: usize,
        window: Window,
        found: Result<f64, Spent>,
    ) -> (Reason, Bound) {
        let told = self.why.take();
        let Ok(value) = found else { return (Reason::Stopped, Bound::Exact) };
        let bound = window.bound(value);
        match (self.stack.at(ply).here.node(), told) {
            // What is over is so whatever was asked.
            (Node::Terminal, _) => (Reason::Terminal, Bound::Exact),
            (_, Some(told)) => told,
            _ if bound == Bound::Exact => (Reason::Searched, bound),
            _ => (Reason::Refuted, bound),
        }
    }

    /// What the position at `ply` looks worth to `seat`, at a glance that counts.
    #[inline]
    pub(crate) fn glance(&mut self, ply: usize, depth: u32, seat: Seat) -> Result<f64, Spent> {
        let (estimator, here) = (self.estimator, &self.stack.at(ply).here);
        let value =
            self.spine.glance(seat, || spine::at_a_glance(estimator, here, seat)).ok_or(Spent)?;
        self.least_left = self.least_left.min(depth);
        Ok(value)
    }

    /// The guess at the unfinished position at `ply`, which is not searched any further.
    #[inline]
    pub(crate) fn guess(&mut self, ply: usize) -> f64 {
        self.spine.tally.see_horizon();
        if O::ON {
            self.why = Some((Reason::Horizon, Bound::Exact));
        }
        self.estimator.estimate(&self.stack.at(ply).here, self.me)
    }

    /// The largest value of the listed moves of `ply` if `is_max`, otherwise the smallest; and the
    /// number of the first move that has it.
    /// `below` tells the value of the position at the next ply, after the move of that number, as
    /// far as the window needs it. With `enough` the window is narrowed by what is known already,
    /// and once a value reaches that much no more moves are looked at.
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
    /// `total`. What never happens is not looked at.
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
                self.spine.skip(self.stack.at(ply).room.moves[index], Reason::Unbelieved);
                continue;
            }
            self.descend(ply, index);
            self.spine.next(|next| next.probability = Some(weight / total));
            sum += weight * below(self)?;
            if self.explain {
                self.stack.follow(&mut follow, ply, index, weight);
            }
        }
        self.stack.end_line(&follow, ply);
        Ok(sum / total)
    }
}
