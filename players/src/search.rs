//! What the searches share that stand on a [`Stack`]: depth after depth within the budget, every
//! move at the root in turn, an answer with its reasons.
//!
//! How values are backed up is what such searches differ in. Each keeps what is its own in
//! [`Search::by`] and adds methods of its own.

use agon_core::{Bound, Decision, Estimator, Position, RootMove, Seat, Turn};

use crate::{
    stack::{Likeliest, Stack},
    tally::Tally,
};

/// The budget is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spent;

/// The values that matter: a value of at most the first, or at least the second, may be wrong
/// on the same side.
pub(crate) type Window = (f64, f64);

/// The window in which every value matters.
pub(crate) const EVERYTHING: Window = (f64::NEG_INFINITY, f64::INFINITY);

/// A search that is going on.
pub(crate) struct Search<'a, P: Position, B> {
    /// What this kind of search goes by.
    pub(crate) by: B,
    /// Guesses where the search ends.
    pub(crate) estimator: &'a Estimator,
    pub(crate) stack: &'a mut Stack<P>,
    pub(crate) tally: Tally,
    /// The least depth that was left at any position looked at.
    least_left: u32,
    /// The seat that asks.
    pub(crate) me: Seat,
    /// Whether someone wants to see lines and values.
    pub(crate) explain: bool,
}

impl<'a, P: Position, B> Search<'a, P, B> {
    /// Prepares a search for the seat whose turn it is, from `position` down.
    pub(crate) fn new(
        by: B,
        estimator: &'a Estimator,
        stack: &'a mut Stack<P>,
        position: &P,
        turn: &Turn<'_>,
    ) -> Self {
        stack.start(position, estimator);
        let tally = Tally::new(turn.budget.nodes);
        Search { by, estimator, stack, tally, least_left: 0, me: turn.seat, explain: turn.explain }
    }

    /// Chooses a move by searching `depth` deep (`None`: to the end of the game). Under a budget
    /// of nodes it searches to depth one, two, three and so on, as far as the budget and `depth`
    /// go and there is anything left to see. The last finished search answers; if not even the
    /// first was finished, it is the first move there is.
    ///
    /// `worth` tells what the position at ply 1 is worth to the seat that asks, where so much
    /// depth is left; and whether that is exact. If it is given the value of the best move so far,
    /// it is enough to know that this one is no better.
    pub(crate) fn decide(
        mut self,
        depth: Option<u64>,
        mut worth: impl FnMut(&mut Self, u32, Option<f64>) -> Result<(f64, Bound), Spent>,
    ) -> Decision<P::Move> {
        let last = depth.map_or(u32::MAX, |depth| u32::try_from(depth).unwrap_or(u32::MAX));
        let is_budgeted = self.tally.left().is_some();
        let mut next = if is_budgeted { last.min(1) } else { last };
        let mut decision = Decision::just(self.stack.at(0).position.nth(0));
        loop {
            let horizons = self.tally.horizons();
            self.least_left = next;
            let Ok(found) = self.root(next, false, &mut worth) else {
                break;
            };
            decision = found.with_depth(Some(next - self.least_left));
            if next == last || horizons == self.tally.horizons() {
                break;
            }
            next += 1;
        }
        decision.nodes = self.tally.nodes();
        // The exact value of every move costs more. It is for whoever asks for an explanation: no
        // budget is spent on it, and it is not counted.
        if !is_budgeted && decision.moves.iter().any(|root| root.bound != Bound::Exact) {
            self.tally = Tally::new(None);
            if let Ok(found) = self.root(last, true, &mut worth) {
                decision.moves = found.moves;
            }
        }
        decision
    }

    /// The best move; if `wide`, with the exact value of every move.
    fn root(
        &mut self,
        depth: u32,
        wide: bool,
        mut worth: impl FnMut(&mut Self, u32, Option<f64>) -> Result<(f64, Bound), Spent>,
    ) -> Result<Decision<P::Move>, Spent> {
        self.look(depth)?;
        let mut moves = Vec::new();
        let mut best: Option<(f64, usize)> = None;
        for index in 0..self.stack.list_moves(0) {
            self.stack.descend(0, index);
            let rival = best.filter(|_| !wide).map(|(most, _)| most);
            let (value, bound) = worth(self, depth - 1, rival)?;
            if self.explain {
                moves.push(RootMove::new(self.stack.at(0).moves[index], value, bound));
            }
            // Strictly better only: the first of equal moves wins.
            if bound == Bound::Exact && best.is_none_or(|(most, _)| most < value) {
                best = Some((value, index));
                if self.explain {
                    self.stack.extend_line(0, index);
                }
            }
        }
        let (value, index) = best.expect("a decision node has a move");
        let root = self.stack.at(0);
        let mut found = Decision::just(root.moves[index]).with_value(Some(value));
        found.moves = moves;
        if self.explain {
            found.pv.clone_from(&root.line);
        }
        Ok(found)
    }

    /// One more position is looked at, with `depth` left below it.
    #[inline]
    pub(crate) fn look(&mut self, depth: u32) -> Result<(), Spent> {
        if !self.tally.look() {
            return Err(Spent);
        }
        self.least_left = self.least_left.min(depth);
        Ok(())
    }

    /// The same for the position at `ply`, from where no line is expected yet.
    #[inline]
    pub(crate) fn enter(&mut self, ply: usize, depth: u32) -> Result<(), Spent> {
        self.look(depth)?;
        if self.explain {
            self.stack.at(ply).line.clear();
        }
        Ok(())
    }

    /// The guess at the unfinished position at `ply`, which is not searched any further.
    #[inline]
    pub(crate) fn guess(&mut self, ply: usize) -> f64 {
        self.tally.see_horizon();
        self.estimator.estimate(&self.stack.at(ply).position, self.me)
    }

    /// The largest value of the listed moves of `ply` if `is_max`, otherwise the smallest.
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
    ) -> Result<f64, Spent> {
        let is_better = |value, than| if is_max { than < value } else { value < than };
        let mut best: Option<f64> = None;
        for index in 0..self.stack.at(ply).moves.len() {
            self.stack.descend(ply, index);
            let value = below(self, index, window)?;
            if best.is_some_and(|best| !is_better(value, best)) {
                continue;
            }
            best = Some(value);
            if self.explain {
                self.stack.extend_line(ply, index);
            }
            let Some(enough) = enough else { continue };
            if !is_better(enough, value) {
                break;
            }
            let edge = if is_max { &mut window.0 } else { &mut window.1 };
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
        for index in 0..self.stack.at(ply).moves.len() {
            let weight = self.stack.at(ply).weights[index];
            if weight == 0.0 {
                continue;
            }
            self.stack.descend(ply, index);
            sum += weight * below(self)?;
            if self.explain {
                self.stack.follow(&mut follow, ply, index, weight);
            }
        }
        self.stack.end_line(&follow, ply);
        Ok(sum / total)
    }
}
