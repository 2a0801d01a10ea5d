//! Alpha-beta with all its parts, each switched by a setting.
//!
//! Negamax, fail-soft: every value is for the seat that asks, exact inside the window and a bound
//! outside it. The steps are numbered in [`Search::value`] and [`Search::best`].

use std::ops::ControlFlow;

use agon_core::{Bound, Manner, Move, Node, Position, Reason, Seat};

use super::{
    order::{Candidate, Killers, Order, bring_forward},
    settings::Settings,
    table::Table,
};
use crate::spine::{Ply, Spine, Unwatched, Watch, bound_in};

/// The first moves of a node are never reduced, nor is any so close to the horizon.
const REDUCED_FROM: (usize, usize) = (3, 3);
/// By how many plies late moves are searched less deep: two, so that the same seat has the last word.
const REDUCTION: usize = 2;
/// By how many plies a search after giving the turn away is less deep.
const PASS_REDUCES: usize = 2;

/// What the search needs at each ply.
#[derive(Debug)]
pub(crate) struct Room<M> {
    /// The moves to look at.
    pub(super) moves: Vec<Candidate<M>>,
    pub(super) killers: Killers<M>,
    /// The best values so far, for averaging.
    pub(super) values: Vec<f64>,
}

impl<M: Copy + PartialEq> Default for Room<M> {
    fn default() -> Self {
        Room { moves: Vec::new(), killers: Killers::NONE, values: Vec::new() }
    }
}

/// A ply of this search.
pub(crate) type FullPly<P> = Ply<P, Room<<P as Position>::Move>>;

/// How a node was reached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival<M> {
    /// By which move.
    pub(super) by: Option<M>,
    /// Whether that was forcing.
    pub(super) forced: bool,
    /// What the position before was estimated at, for `me`; only where that matters.
    pub(super) estimate: f64,
}

impl<M> Arrival<M> {
    /// Not at all: it is the root.
    pub(crate) const ROOT: Arrival<M> = Arrival { by: None, forced: false, estimate: 0.0 };
}

/// What was found at a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found<M> {
    /// The value, for the seat to act.
    pub(crate) value: f64,
    /// The move with that value, the first of equals in the order they were tried.
    pub(crate) m: Option<M>,
}

/// A window: values that matter to the seat to act.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: f64,
    pub(crate) beta: f64,
}

impl Window {
    pub(super) const FULL: Window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };

    /// The window that tells whether a value is above `alpha`.
    pub(super) fn above(alpha: f64) -> Window {
        Window { alpha, beta: alpha.next_up() }
    }
}

/// One search for one move.
pub(crate) struct Search<'a, O = Unwatched> {
    pub(super) settings: &'a Settings,
    /// The seat that payoffs and estimates are asked for.
    pub(super) me: Seat,
    pub(super) spine: Spine<'a, O>,
    pub(super) table: Option<&'a mut Table>,
    pub(super) order: &'a mut Order,
    /// What is known of the moves at the root by this depth: the code of each, its value for `me`
    /// and how exactly it is known.
    pub(super) known: Vec<(u64, f64, Bound)>,
    /// How many plies lie below the root.
    pub(super) root_plies: usize,
    /// Whether quicker wins are wished.
    pub(super) is_quick: bool,
    /// Whether a node one ply before the horizon asks for nothing but its best child.
    pub(super) is_simple: bool,
    /// The payoffs for `me` are between these.
    pub(super) bounds: (f64, f64),
    /// Why the position that is left next was not searched to its end, where that cannot be seen from
    /// its value, and how exactly that is known to the seat to act: for whoever watches.
    pub(super) why: Option<(Reason, Bound)>,
}

impl<O: Watch> Search<'_, O> {
    /// The value for `seat` of the first position of `line`, looking at least `least` plies and at
    /// most as far as the line goes.
    pub(super) fn value<P: Position>(
        &mut self,
        line: &mut [FullPly<P>],
        least: usize,
        seat: Seat,
        Window { alpha, beta }: Window,
        arrival: Arrival<P::Move>,
    ) -> f64 {
        let here = &line[0].here;
        // 1. Count the position.
        let window = if seat == self.me { [alpha, beta] } else { [-beta, -alpha] };
        if !self.spine.enter(window) {
            return 0.0;
        }
        // 2. The end of the game.
        let mover = match here.node() {
            Node::Decision(mover) => mover,
            Node::Terminal => {
                let value = self.leave(here.payoff(self.me), Reason::Terminal);
                return self.turned(seat, value);
            }
            Node::Chance => unreachable!("games with chance are refused"),
        };
        // 3. The horizon: the farthest, or beyond the nearest wherever nothing happens.
        if line.len() == 1 {
            self.spine.tally.see_horizon();
            let value = self.estimate(here);
            let value = self.leave(value, Reason::Horizon);
            return self.turned(seat, value);
        }
        if least == 0 {
            let estimate = self.estimate(here);
            if self.is_quiet(estimate, arrival) {
                self.spine.tally.see_horizon();
                let value = self.leave(estimate, Reason::Quiet);
                return self.turned(seat, value);
            }
        }
        // 4. The best move, in terms of the seat to act.
        let value = if mover == seat {
            self.remembered(line, least, mover, Window { alpha, beta }, arrival)
        } else {
            let window = Window { alpha: -beta, beta: -alpha };
            -self.remembered(line, least, mover, window, arrival)
        };
        if O::ON {
            self.leave_searched(mover, self.turned(seat, value), window);
        }
        value
    }

    /// Leaves a position whose moves were looked at, worth `value` to `me`, and tells why no more of
    /// it was searched.
    pub(super) fn leave_searched(&mut self, mover: Seat, value: f64, window: [f64; 2]) {
        let bound = bound_in(window, value);
        let enough = if mover == self.me { Bound::Lower } else { Bound::Upper };
        let (why, bound) = match self.why.take() {
            Some((why, bound)) => (why, if mover == self.me { bound } else { turned(bound) }),
            None if bound == enough => (Reason::Refuted, bound),
            None => (Reason::Searched, bound),
        };
        self.spine.leave(value, bound, why);
    }

    /// Leaves a position whose value, for `me`, is known without its moves.
    #[inline]
    fn leave(&mut self, value: f64, why: Reason) -> f64 {
        self.spine.leave(value, Bound::Exact, why);
        value
    }

    /// The best move of `mover`, who is to act in the first position of `line`, trying `first`
    /// first; or as much as was seen before the search was stopped.
    pub(crate) fn best<P: Position>(
        &mut self,
        line: &mut [FullPly<P>],
        least: usize,
        mover: Seat,
        window: Window,
        first: Option<P::Move>,
        arrival: Arrival<P::Move>,
    ) -> Found<P::Move> {
        let (ply, below) = line.split_first_mut().expect("a line begins somewhere");
        if below.len() == 1 && self.is_simple && first.is_none() {
            return self.best_by_estimate(ply, below, mover, window);
        }
        // 0. If even giving the turn away refutes, some move will.
        if self.settings.null_move
            && let Some(value) = self.refuted_by_pass(ply, below, least, mover, window, arrival)
        {
            if O::ON {
                self.why = Some((Reason::RefutedByPass, Bound::Lower));
            }
            return Found { value, m: None };
        }
        // 1. List the moves to look at, with what they promise.
        self.list(ply, below, mover);
        let is_ordered = self.promise(ply, mover, first, arrival);
        if self.averaged(mover) != 1 {
            return self.best_by_mean(ply, below, least, mover, window, is_ordered);
        }
        let plies = below.len();
        let estimate = self.watched(&ply.here, least, plies);

        let Window { mut alpha, beta } = window;
        let mut found = Found { value: f64::NEG_INFINITY, m: None };
        for index in 0..ply.room.moves.len() {
            // 2. Play the most promising move that is left.
            if is_ordered {
                bring_forward(&mut ply.room.moves, index);
            }
            let Candidate { m, .. } = ply.room.moves[index];
            let next = self.play(ply, below, m, estimate);
            // 3. Search the first in the whole window; scout the others, if that is wished.
            let window = Window { alpha, beta };
            let (value, is_sure) = if index == 0 || !(self.settings.pvs || self.settings.reductions)
            {
                (self.value(below, least.saturating_sub(1), mover, window, next), false)
            } else {
                self.scouted(below, least.saturating_sub(1), mover, window, next, index)
            };
            if self.spine.tally.is_stopped() && !is_sure {
                break;
            }
            if plies == self.root_plies {
                self.note(m, mover, value, window);
            }
            // 4. Back the value up; a refutation ends it.
            if found.m.is_none() || found.value < value {
                found = Found { value, m: Some(m) };
                if alpha < value {
                    alpha = value;
                    if beta <= alpha {
                        self.credit(&mut ply.room.killers, plies, mover, m, arrival);
                        break;
                    }
                }
            }
        }
        found
    }

    /// The bound that a search after giving the turn away proves, if that is at least beta: of two
    /// plies less, and never twice in a row.
    fn refuted_by_pass<P: Position>(
        &mut self,
        ply: &FullPly<P>,
        below: &mut [FullPly<P>],
        least: usize,
        mover: Seat,
        Window { beta, .. }: Window,
        arrival: Arrival<P::Move>,
    ) -> Option<f64> {
        let left = below.len().checked_sub(PASS_REDUCES).filter(|&left| 0 < left)?;
        arrival.by?;
        if beta == f64::INFINITY || self.turned(mover, self.estimate(&ply.here)) < beta {
            return None;
        }
        let after = &mut below[0].here;
        after.clone_from(&ply.here);
        if !after.pass() {
            return None;
        }
        let window = Window { alpha: beta.next_down(), beta };
        let next = Arrival { by: None, forced: true, estimate: 0.0 };
        let least = least.saturating_sub(1 + PASS_REDUCES);
        self.spine.next(|next| {
            (next.by, next.from) = (None, Some(Node::Decision(mover)));
            next.look = Manner::Pass(PASS_REDUCES as u32);
        });
        let value = self.value(&mut below[..left], least, mover, window, next);
        // A win that a pass finds is none: the bound is all it proves.
        (beta <= value && !self.spine.tally.is_stopped()).then_some(beta)
    }

    /// As [`best`](Search::best), one ply before the horizon: the children are only estimated, so
    /// neither a list nor an order is worth its time.
    fn best_by_estimate<P: Position>(
        &mut self,
        ply: &FullPly<P>,
        below: &mut [FullPly<P>],
        mover: Seat,
        Window { mut alpha, beta }: Window,
    ) -> Found<P::Move> {
        let after = &mut below[0].here;
        let mut found = Found { value: f64::NEG_INFINITY, m: None };
        let relevant = self.settings.relevant;
        if relevant && O::ON {
            let mut kept = Vec::new();
            let _ = ply.here.each_relevant(|m| {
                kept.push(m);
                ControlFlow::Continue(())
            });
            self.spine.skip_rest(&ply.here, Reason::Irrelevant, |m| kept.contains(&m));
        }
        let is_root = self.root_plies == 1;
        let mut look_at = |m| {
            self.spine.descend(&ply.here, after, m);
            let window = Window { alpha, beta };
            if !self.spine.enter(self.for_me(mover, window)) {
                return ControlFlow::Break(());
            }
            let value = if after.node() == Node::Terminal {
                self.leave(after.payoff(self.me), Reason::Terminal)
            } else {
                self.spine.tally.see_horizon();
                let value = self.estimate(after);
                self.leave(value, Reason::Horizon)
            };
            let value = self.turned(mover, value);
            if is_root {
                self.note(m, mover, value, window);
            }
            if found.m.is_none() || found.value < value {
                found = Found { value, m: Some(m) };
                if alpha < value {
                    alpha = value;
                    if beta <= alpha {
                        return ControlFlow::Break(());
                    }
                }
            }
            ControlFlow::Continue(())
        };
        let _ = if relevant {
            ply.here.each_relevant(&mut look_at)
        } else {
            ply.here.each_move(&mut look_at)
        };
        found
    }

    /// Notes what is known of a move at the root, that is worth `value` to `mover`.
    #[inline(never)]
    pub(super) fn note(&mut self, m: impl Move, mover: Seat, value: f64, window: Window) {
        let (value, window) = (self.turned(mover, value), self.for_me(mover, window));
        let new = (m.code(), value, bound_in(window, value));
        match self.known.iter_mut().find(|known| known.0 == new.0) {
            Some(known) => *known = new,
            None => self.known.push(new),
        }
    }

    /// A window for `mover` as one for `me`.
    #[inline]
    pub(super) fn for_me(&self, mover: Seat, Window { alpha, beta }: Window) -> [f64; 2] {
        if mover == self.me { [alpha, beta] } else { [-beta, -alpha] }
    }

    /// The value for `mover` of a move that is not expected to be better than `alpha`: the window
    /// is opened only if it is. And whether the move is sure to be better than `alpha`, even if the
    /// search was stopped while it looked how much better.
    fn scouted<P: Position>(
        &mut self,
        below: &mut [FullPly<P>],
        least: usize,
        mover: Seat,
        window: Window,
        arrival: Arrival<P::Move>,
        index: usize,
    ) -> (f64, bool) {
        let Window { alpha, beta } = window;
        let (first_moves, plies) = REDUCED_FROM;
        if self.settings.reductions
            && first_moves <= index
            && plies < below.len()
            && !arrival.forced
            && f64::NEG_INFINITY < alpha
        {
            let less = below.len() - REDUCTION;
            let line = &mut below[..less];
            self.spine.next(|next| next.look = Manner::Reduced(REDUCTION as u32));
            let value = self.value(
                line,
                least.saturating_sub(REDUCTION),
                mover,
                Window::above(alpha),
                arrival,
            );
            if value <= alpha {
                return (value, false);
            }
        }
        if self.settings.pvs && f64::NEG_INFINITY < alpha && alpha.next_up() < beta {
            let value = self.value(below, least, mover, Window::above(alpha), arrival);
            if value <= alpha || beta <= value || self.spine.tally.is_stopped() {
                return (value, false);
            }
            let exact = self.value(below, least, mover, window, arrival);
            return if self.spine.tally.is_stopped() { (value, true) } else { (exact, false) };
        }
        (self.value(below, least, mover, window, arrival), false)
    }

    /// Plays `m` at `ply`, and says how the next one was reached.
    #[inline]
    pub(super) fn play<P: Position>(
        &mut self,
        ply: &FullPly<P>,
        below: &mut [FullPly<P>],
        m: P::Move,
        estimate: f64,
    ) -> Arrival<P::Move> {
        self.spine.descend(&ply.here, &mut below[0].here, m);
        let asks = self.settings.forcing || self.settings.reductions;
        Arrival { by: Some(m), forced: asks && ply.here.is_forcing(m), estimate }
    }

    /// Whether a budget is spent: what was found since means nothing.
    pub(crate) fn is_stopped(&self) -> bool {
        self.spine.tally.is_stopped()
    }

    /// The estimate of a position that is not terminal, for `me`.
    #[inline]
    pub(super) fn estimate<P: Position>(&self, here: &P) -> f64 {
        let estimate = self.settings.duel.estimator.estimate(here, self.me);
        if self.is_quick {
            // So that only a win is worth as much as a win.
            estimate.clamp(self.bounds.0.next_up(), self.bounds.1.next_down())
        } else {
            estimate
        }
    }

    /// The estimate of a position whose children will be compared with it.
    #[inline]
    pub(super) fn watched<P: Position>(&self, here: &P, least: usize, plies: usize) -> f64 {
        if least <= 1 && least < plies { self.estimate(here) } else { 0.0 }
    }

    /// Whether nothing happened on the way to a position.
    #[inline]
    pub(super) fn is_quiet<M: Copy>(&self, estimate: f64, arrival: Arrival<M>) -> bool {
        !arrival.forced && (arrival.estimate - estimate).abs() < self.settings.quiet
    }

    /// A value for `me` as a value for `seat`, or the other way round.
    #[inline]
    pub(super) fn turned(&self, seat: Seat, value: f64) -> f64 {
        if seat == self.me { value } else { -value }
    }

    /// How many moves of `mover` are averaged.
    #[inline]
    pub(super) fn averaged(&self, mover: Seat) -> usize {
        self.settings.averaged[usize::from(mover != self.me)]
    }
}

/// A bound of a value as one of the value to the other seat.
fn turned(bound: Bound) -> Bound {
    match bound {
        Bound::Lower => Bound::Upper,
        Bound::Upper => Bound::Lower,
        Bound::Exact | Bound::Sample => bound,
    }
}
