//! The root: depth after depth, within a budget, with an answer ready at any moment.

use agon_core::{Bound, Decision, Move, Position, RootMove, Seat, Turn, horizon::Window};

use super::{
    depths::Depths,
    helpers::Helpers,
    iteration::{Answer, FullLine, Iterate, forget_killers},
    ply::{Arrival, Found, FullPly},
    search::AlphaBetaSearch,
    settings::Settings,
};
use crate::{
    search_frame::{Watch, moves_of},
    sorted::in_game_order,
};

/// Another thread is started only after this many positions: before, it would cost more than it
/// saves.
const ALONE: u64 = 5_000;

impl<O: Watch> AlphaBetaSearch<'_, O> {
    /// Chooses a move in `position`, searching each depth by `I`.
    pub(super) fn decide<P: Position, I: Iterate>(
        &mut self,
        line: &mut FullLine<P>,
        helpers: &mut Helpers<P>,
        position: &P,
        turn: &Turn<'_>,
    ) -> Decision<P::Move> {
        let Settings { duel, .. } = self.settings;
        duel.estimator.announce(line.stand_at(position));
        forget_killers(line);
        helpers.begin(self.settings, position);
        let deepest = duel.depth.max(1);
        let deepens = self.settings.deepens() || self.frame.node_budget.is_limited();
        let mut depth = if deepens { 1 } else { deepest };

        let mut answer: Option<Answer<P::Move>> = None;
        // The depth, its value, and whether the value may be an estimate.
        let mut whole: Option<(u32, f64, bool)> = None;
        let (mut known, mut expected) = (Vec::new(), Vec::new());
        loop {
            let horizons = self.frame.node_budget.horizons();
            if self.frame.count() {
                let is_worth_help = !deepens || ALONE <= self.frame.node_budget.nodes();
                let new = if helpers.are_there() && is_worth_help && !O::ON {
                    self.iterate_together::<P, I>(line, helpers, depth, answer)
                } else {
                    self.iterate::<P, I>(line, depth, answer)
                };
                answer = self.better(answer, new);
                if let Some(Answer { m, .. }) = answer
                    && self.frame.keeps_lines()
                {
                    expect(&mut expected, &mut self.expected, m.code());
                }
                if let Some(Answer { m, value, is_whole: true }) = new {
                    let may_be_estimate = horizons != self.frame.node_budget.horizons();
                    whole = Some((depth, value, may_be_estimate));
                    known = self.known_moves(m, value, may_be_estimate);
                    turn.tell(|| {
                        let mut decision = Decision::just(answer.map_or(m, |answer| answer.m))
                            .with_value(Some(self.told(value, may_be_estimate)))
                            .with_depth(Some(depth))
                            .with_nodes(self.frame.node_budget.nodes());
                        decision.pv = moves_of(&expected);
                        decision
                    });
                }
            }
            let is_proven = whole.is_some_and(|(_, value, _)| self.is_decided(value));
            let saw_the_end = horizons == self.frame.node_budget.horizons();
            if self.frame.node_budget.is_stopped() || depth == deepest || saw_the_end || is_proven {
                break;
            }
            depth += 1;
        }

        let mut decision = Decision::just(answer.map_or_else(|| position.nth(0), |a| a.m));
        decision.nodes = self.frame.node_budget.nodes();
        if turn.explain {
            decision.moves = known;
            expect(&mut expected, &mut Vec::new(), decision.m.code());
            decision.pv = moves_of(&expected);
        }
        if let Some((depth, value, may_be_estimate)) = whole {
            decision.value = Some(self.told(value, may_be_estimate));
            decision.depth = Some(depth);
        }
        decision
    }

    /// The findings of a complete search about the moves at the root, in the game's order; `best`
    /// has the value `value`.
    fn known_moves<M: Move>(&self, best: M, value: f64, may_be_estimate: bool) -> Vec<RootMove<M>> {
        let mut known: Vec<_> = self
            .known
            .iter()
            .filter_map(|&(code, value, bound)| {
                Some(RootMove::new(M::from_code(code)?, self.told(value, may_be_estimate), bound))
            })
            .collect();
        if let Some(best) = known.iter_mut().find(|root| root.m == best && self.is_simple) {
            (best.value, best.bound) = (self.told(value, may_be_estimate), Bound::Exact);
        }
        in_game_order(&known)
    }

    /// The better of two answers: the new one, unless it only shows a quicker loss.
    fn better<M: Copy>(&self, old: Option<Answer<M>>, new: Option<Answer<M>>) -> Option<Answer<M>> {
        match (old, new) {
            (Some(old), Some(new)) if self.is_quick && new.value <= self.bounds.0 => Some(Answer { m: old.m, ..new }),
            (old, new) => new.or(old),
        }
    }

    /// Whether quick wins are preferred, and the value is that of a win or a loss.
    fn is_decided(&self, value: f64) -> bool {
        self.is_quick && (value <= self.bounds.0 || self.bounds.1 <= value)
    }

    /// The value as reported: an estimate unscaled as the game gave it, and zero without a sign.
    fn told(&self, value: f64, may_be_estimate: bool) -> f64 {
        let (low, high) = self.bounds;
        let may_be_held_back = self.is_quick && may_be_estimate;
        if may_be_held_back && value == low.next_up() {
            low
        } else if may_be_held_back && value == high.next_down() {
            high
        } else {
            value + 0.0
        }
    }

    /// Searches the root to the depth of `line`, in a window around the last value if wished.
    pub(super) fn root<P: Position>(
        &mut self,
        line: &mut [FullPly<P>],
        depths: Depths,
        mover: Seat,
        last: Option<Answer<P::Move>>,
    ) -> Option<Answer<P::Move>> {
        let mut window = match (last, self.settings.aspiration) {
            (Some(last), Some(half)) => Window { alpha: last.value - half, beta: last.value + half },
            _ => Window::FULL,
        };
        let mut first = last.map(|last| last.m);
        // A move that is better than the window expected, even if the search stops before its exact
        // value.
        let mut sure = None;
        loop {
            let Found { value, m } = self.best_at_root(line, depths, mover, window, first);
            let Some(m) = m else { return sure };
            let is_whole = !self.frame.node_budget.is_stopped();
            if value <= window.alpha && window.alpha != f64::NEG_INFINITY {
                // The search failed low: the moves have only upper bounds.
                if !is_whole {
                    return None;
                }
                window.alpha = f64::NEG_INFINITY;
            } else if window.beta <= value && is_whole {
                window.beta = f64::INFINITY;
                first = Some(m);
                sure = Some(Answer { m, value, is_whole: false });
            } else {
                return Some(Answer { m, value, is_whole });
            }
        }
    }

    /// Searches the moves of the root in this window, `first` first, and reports them.
    pub(crate) fn best_at_root<P: Position>(
        &mut self,
        line: &mut [FullPly<P>],
        depths: Depths,
        mover: Seat,
        window: Window,
        first: Option<P::Move>,
    ) -> Found<P::Move> {
        let depth = depths.most as u32;
        let told = self.for_me(mover, window);
        self.frame.next(|next| next.depth = Some(depth));
        self.frame.open(told);
        let found = self.best(line, depths, mover, window, first, Arrival::ROOT);
        if found.m.is_some() && window.alpha < found.value {
            self.expected = self.frame.line(line.len() - 1).to_vec();
        }
        if O::ON {
            self.leave_searched(mover, self.turned(mover, found.value), told);
        }
        found
    }
}

/// The expected line after the answer `m`: the one found last if it begins with `m`, else the one before it if that
/// does, else `m` alone.
fn expect(line: &mut Vec<u64>, found: &mut Vec<u64>, m: u64) {
    if found.first() == Some(&m) {
        *line = std::mem::take(found);
    } else if line.first() != Some(&m) {
        *line = vec![m];
    }
}
