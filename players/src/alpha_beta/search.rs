//! Alpha-beta with all its parts, each switched by a setting.
//!
//! Negamax, fail-soft: every value is for the seat in question, exact inside the window and a bound
//! outside it. The steps are numbered in [`AlphaBetaSearch::value`] and [`AlphaBetaSearch::best`].

use agon_core::{Bound, Left, Move, Node, Position, Reason, Seat, horizon::Window};

use super::{
    depths::Depths,
    order::{Candidate, Order, bring_forward, leave_out_quiet},
    ply::{Arrival, Found, FullPly},
    settings::Settings,
    table::Access,
};
use crate::{
    crew::{Crew, Task},
    search_frame::{SearchFrame, Unwatched, Watch},
};

/// From this depth on, a reduced search finds the move to try first (internal iterative deepening).
const INTERNAL_FROM: usize = 4;
/// From this depth on, threads that search together defer moves that another is searching.
const SHARED_FROM: usize = 4;

/// One search for one move.
pub(crate) struct AlphaBetaSearch<'a, O = Unwatched> {
    pub(super) settings: &'a Settings,
    /// The seat for which payoffs and estimates are computed.
    pub(super) me: Seat,
    pub(super) frame: SearchFrame<'a, O>,
    pub(super) table: Option<Access<'a>>,
    /// The threads that search the same tree at the same time.
    pub(super) crew: Option<&'a Crew>,
    pub(super) order: &'a mut Order,
    /// The findings about the moves at the root at this depth: the code of each, its value for
    /// `me`, and the bound.
    pub(super) known: Vec<(u64, f64, Bound)>,
    /// The line last found at the root, as codes.
    pub(super) expected: Vec<u64>,
    /// The number of plies of the line below the root.
    pub(super) root_plies: usize,
    /// The fewest plies left, including those beyond the horizon, at any position below the one
    /// that is searched for the table.
    pub(super) least_left: usize,
    /// Whether quick wins are preferred.
    pub(super) is_quick: bool,
    /// Whether a node one ply before the horizon needs only its best child.
    pub(super) is_simple: bool,
    /// The least and the greatest payoff for `me`.
    pub(super) bounds: (f64, f64),
    /// For observers: why the next position left was not searched to its end, and the bound for the seat to act, if its
    /// value does not show them.
    pub(super) why: Option<(Reason, Bound)>,
}

impl<O: Watch> AlphaBetaSearch<'_, O> {
    /// The value for `seat` of the first position of `line`, searched to these depths.
    pub(super) fn value<P: Position>(
        &mut self,
        line: &mut [FullPly<P>],
        depths: Depths,
        seat: Seat,
        window: Window,
        arrival: Arrival<P::Move>,
    ) -> f64 {
        let here = &line[0].here;
        self.frame.begin_line(line.len() - 1);
        // 1. Count the position.
        let told = self.for_me(seat, window);
        if !self.frame.enter(told) {
            return 0.0;
        }
        self.saw(depths.most + depths.beyond);
        // 2. The end of the game.
        let mover = match here.node() {
            Node::Decision(mover) => mover,
            Node::Terminal => {
                let value = self.leave(here.payoff(self.me), Reason::Terminal);
                return self.turned(seat, value);
            }
            Node::Chance => unreachable!("games with chance are refused"),
        };
        // 3. The horizon: the farthest, or beyond the nearest if the position is quiet.
        let depths = self.extended(line, depths);
        let here = &line[0].here;
        if depths.most == 0 && depths.beyond == 0 {
            self.frame.node_budget.see_horizon();
            let value = self.estimate(here);
            let value = self.leave(value, Reason::Horizon);
            return self.turned(seat, value);
        }
        if depths.least == 0 && 0 < depths.most {
            let estimate = self.estimate(here);
            if self.is_quiet(estimate, arrival) {
                self.frame.node_budget.see_horizon();
                let value = self.leave(estimate, Reason::Quiet);
                return self.turned(seat, value);
            }
        }
        // 4. The best move, in terms of the seat to act.
        let value = if mover == seat {
            self.known_or_best(line, depths, mover, window, arrival)
        } else {
            -self.known_or_best(line, depths, mover, window.for_the_other(), arrival)
        };
        if O::ON {
            self.leave_searched(mover, self.turned(seat, value), told);
        }
        value
    }

    /// The value for `mover`, who is to act in the first position of `line`: from the table, by a
    /// search, or by quiescence beyond the horizon.
    #[inline]
    fn known_or_best<P: Position>(
        &mut self,
        line: &mut [FullPly<P>],
        depths: Depths,
        mover: Seat,
        window: Window,
        arrival: Arrival<P::Move>,
    ) -> f64 {
        if depths.most == 0 {
            self.settled(line, depths, mover, window)
        } else {
            self.remembered(line, depths, mover, window, arrival)
        }
    }

    /// The depths extended by one ply if the seat is forced to answer, as far as the line has room.
    #[inline]
    fn extended<P: Position>(&self, line: &[FullPly<P>], depths: Depths) -> Depths {
        let has_room = depths.most + depths.beyond + 1 < line.len();
        if self.settings.extensions && has_room && line[0].here.is_forced() {
            Depths { least: depths.least + 1, most: depths.most + 1, ..depths }
        } else {
            depths
        }
    }

    /// Leaves a position whose moves were searched, with `value` for `me`, and reports why the search of it ended.
    pub(super) fn leave_searched(&mut self, mover: Seat, value: f64, window: Window) {
        let bound = window.bound(value);
        let enough = if mover == self.me { Bound::Lower } else { Bound::Upper };
        let (why, bound) = match self.why.take() {
            Some((why, bound)) => (why, if mover == self.me { bound } else { bound.for_the_other() }),
            None if bound == enough => (Reason::Refuted, bound),
            None => (Reason::Searched, bound),
        };
        let averaged = if why == Reason::Searched { self.averaged(mover) } else { 1 };
        let left = Left::new(value, bound, why);
        self.frame.tell(if averaged == 1 { left } else { left.with_averaged(averaged) });
    }

    /// Leaves a position whose value for `me` is known without its moves.
    #[inline]
    pub(super) fn leave(&mut self, value: f64, why: Reason) -> f64 {
        self.frame.leave(value, Bound::Exact, why);
        value
    }

    /// The best move of a reduced search, at nodes deep enough that a good first move is worth a search of its own.
    fn best_inside<P: Position>(
        &mut self,
        line: &mut [FullPly<P>],
        Depths { least, most, beyond }: Depths,
        mover: Seat,
        window: Window,
        arrival: Arrival<P::Move>,
    ) -> Option<P::Move> {
        let Settings { internal, .. } = *self.settings;
        if !internal || self.table.is_none() || most < INTERNAL_FROM || window.is_narrow() {
            return None;
        }
        let less = Depths { least: least.saturating_sub(2), most: most - 2, beyond };
        self.best(line, less, mover, window, None, arrival).m
    }

    /// The best move of `mover`, who is to act in the first position of `line`, trying `first`
    /// first; or the best so far when the search is stopped.
    pub(crate) fn best<P: Position>(
        &mut self,
        line: &mut [FullPly<P>],
        depths: Depths,
        mover: Seat,
        window: Window,
        first: Option<P::Move>,
        arrival: Arrival<P::Move>,
    ) -> Found<P::Move> {
        let is_last = depths.most == 1 && depths.beyond == 0 && !self.settings.extensions;
        if is_last && self.selects_above_the_last_ply(&line[0].here, mover) {
            self.frame.node_budget.see_horizon();
        }
        if is_last && self.is_simple && first.is_none() {
            let (ply, below) = line.split_first_mut().expect("a line begins somewhere");
            return self.best_by_estimate(ply, below, mover, window);
        }
        // 0. At low depth, the estimate or a null move may already refute.
        let glance = self.first_glance(&line[0].here, depths, mover, window);
        if let Some(glance) = glance
            && let Some(found) = self.refuted_unseen(line, glance, depths, mover, window, arrival)
        {
            return found;
        }
        // 1. At great depth, a reduced search finds the move to try first.
        let first = first.or_else(|| self.best_inside(line, depths, mover, window, arrival));
        // 2. List the moves to search, with their promise.
        let (ply, below) = line.split_first_mut().expect("a line begins somewhere");
        self.list(ply, below, mover, is_last);
        if self.averaged(mover) != 1 {
            let is_ordered = self.promise(ply, mover, first, arrival);
            return self.best_by_mean(ply, below, depths, mover, window, is_ordered);
        }
        let hopeless = glance.and_then(|glance| self.hopeless(&ply.here, glance, depths, window));
        let skip = |m| self.frame.skip(m, Reason::Hopeless);
        let left_out = hopeless.filter(|_| leave_out_quiet(&mut ply.room.moves, first, skip));
        let is_ordered = self.promise(ply, mover, first, arrival);
        let estimate = self.watched(&ply.here, depths);

        let Window { mut alpha, beta } = window;
        let mut found = Found { value: f64::NEG_INFINITY, m: None };
        self.frame.begin_line(below.len());
        let crew = self.crew.filter(|_| SHARED_FROM <= depths.most);
        let crew = crew.map(|crew| (crew, self.key(&ply.here)));
        // The number of moves at the end of the list that were deferred.
        let mut late = 0;
        let mut tried = 0;
        while tried < ply.room.moves.len() {
            // 3. Take the most promising remaining move that no other thread is searching.
            let index = tried;
            if is_ordered {
                bring_forward(&mut ply.room.moves, index);
            }
            let candidate @ Candidate { m, .. } = ply.room.moves[index];
            let task = crew.map(|(crew, key)| (crew, Task::new(key, m.code(), depths.most)));
            if let Some((crew, task)) = task
                && 0 < index
                && index + late < ply.room.moves.len()
                && crew.is_busy_with(task)
            {
                ply.room.moves[index].promise = i64::MIN;
                ply.room.moves[index..].rotate_left(1);
                late += 1;
                continue;
            }
            tried += 1;
            if let Some(most) = hopeless
                && found.m.is_some()
                && !candidate.forcing
            {
                self.frame.node_budget.see_horizon();
                self.frame.skip(m, Reason::Hopeless);
                found.value = found.value.max(most);
                continue;
            }
            let next = self.play(ply, below, candidate, estimate);
            // 4. Search the first in the whole window; scout the others if the setting says so.
            if let Some((crew, task)) = task {
                crew.begin(task);
            }
            let window = Window { alpha, beta };
            let (value, is_sure) = if index == 0 || !(self.settings.pvs || self.settings.reductions) {
                (self.value(below, depths.below(0), mover, window, next), false)
            } else {
                self.scouted(below, depths, mover, window, next, index)
            };
            if let Some((crew, task)) = task {
                crew.end(task);
            }
            if self.frame.node_budget.is_stopped() && !is_sure {
                break;
            }
            if below.len() == self.root_plies {
                self.note(m, mover, value, window);
            }
            // 5. Back the value up; a cutoff ends the node.
            if found.m.is_none() || found.value < value {
                found = Found { value, m: Some(m) };
                self.frame.extend_line(below.len(), m);
                if alpha < value {
                    alpha = value;
                    if beta <= alpha {
                        self.credit(&mut ply.room, index, depths.most, mover, arrival);
                        return found;
                    }
                }
            }
        }
        if let Some(most) = left_out
            && !self.frame.node_budget.is_stopped()
        {
            self.frame.node_budget.see_horizon();
            found.value = found.value.max(most);
        }
        found
    }

    /// Whether a search one ply deeper would leave out moves here that all count at the last ply.
    fn selects_above_the_last_ply<P: Position>(&self, here: &P, mover: Seat) -> bool {
        let Settings { width, .. } = *self.settings;
        width != usize::MAX && self.averaged(mover) == 1 && width < here.count()
    }

    /// Records the value to `mover` of a move at the root.
    #[inline(never)]
    pub(super) fn note(&mut self, m: impl Move, mover: Seat, value: f64, window: Window) {
        let (value, window) = (self.turned(mover, value), self.for_me(mover, window));
        let new = (m.code(), value, window.bound(value));
        match self.known.iter_mut().find(|known| known.0 == new.0) {
            Some(known) => *known = new,
            None => self.known.push(new),
        }
    }

    /// A window for `mover`, converted for `me`.
    #[inline]
    pub(super) fn for_me(&self, mover: Seat, window: Window) -> Window {
        if mover == self.me { window } else { window.for_the_other() }
    }

    /// Plays a move at `ply`, and returns how the next ply was reached.
    #[inline]
    pub(super) fn play<P: Position>(
        &mut self,
        ply: &FullPly<P>,
        below: &mut [FullPly<P>],
        Candidate { m, forcing, .. }: Candidate<P::Move>,
        estimate: f64,
    ) -> Arrival<P::Move> {
        self.frame.descend(&ply.here, &mut below[0].here, m);
        let asks = self.settings.forcing || self.settings.reductions;
        Arrival { by: Some(m), forced: asks && forcing, estimate }
    }

    /// Whether the budget was exceeded: later results are invalid.
    pub(crate) fn is_stopped(&self) -> bool {
        self.frame.node_budget.is_stopped()
    }

    /// The estimate of a position that is not terminal, for `me`.
    #[inline]
    pub(super) fn estimate<P: Position>(&self, here: &P) -> f64 {
        let estimate = self.settings.duel.estimator.estimate(here, self.me);
        if self.is_quick {
            // Only a real win may have the value of a win.
            estimate.clamp(self.bounds.0.next_up(), self.bounds.1.next_down())
        } else {
            estimate
        }
    }

    /// The estimate of a position, if its children will be compared with it.
    #[inline]
    pub(super) fn watched<P: Position>(&self, here: &P, Depths { least, most, .. }: Depths) -> f64 {
        if least <= 1 && least < most { self.estimate(here) } else { 0.0 }
    }

    /// Whether the position is quiet: no forcing move or jump of the estimate led to it.
    #[inline]
    pub(super) fn is_quiet<M: Copy>(&self, estimate: f64, arrival: Arrival<M>) -> bool {
        !arrival.forced && (arrival.estimate - estimate).abs() < self.settings.quiet
    }

    /// A value for `me` as a value for `seat`, or the other way round.
    #[inline]
    pub(super) fn turned(&self, seat: Seat, value: f64) -> f64 {
        if seat == self.me { value } else { -value }
    }

    /// The number of moves of `mover` that are averaged.
    #[inline]
    pub(super) fn averaged(&self, mover: Seat) -> usize {
        self.settings.averaged[usize::from(mover != self.me)]
    }
}
