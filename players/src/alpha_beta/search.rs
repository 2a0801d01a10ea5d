//! Alpha-beta with all its parts, each switched by a setting.
//!
//! Negamax, fail-soft: every value is for the seat that asks, exact inside the window and a bound
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
    spine::{Spine, Unwatched, Watch},
};

/// From so many plies on a search less deep finds the move to try first.
const INTERNAL_FROM: usize = 4;
/// From so many plies on, threads that search together leave each other the moves they look at.
const SHARED_FROM: usize = 4;

/// One search for one move.
pub(crate) struct AlphaBetaSearch<'a, O = Unwatched> {
    pub(super) settings: &'a Settings,
    /// The seat that payoffs and estimates are asked for.
    pub(super) me: Seat,
    pub(super) spine: Spine<'a, O>,
    pub(super) table: Option<Access<'a>>,
    /// Those who search the same tree at the same time.
    pub(super) crew: Option<&'a Crew>,
    pub(super) order: &'a mut Order,
    /// What is known of the moves at the root by this depth: the code of each, its value for `me`
    /// and how exactly it is known.
    pub(super) known: Vec<(u64, f64, Bound)>,
    /// The line that was found at the root last, in codes.
    pub(super) expected: Vec<u64>,
    /// How many plies of the line lie below the root.
    pub(super) root_plies: usize,
    /// The fewest plies that were left, those beyond the horizon counted, at any position looked at
    /// below the one that is searched for the table.
    pub(super) least_left: usize,
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

impl<O: Watch> AlphaBetaSearch<'_, O> {
    /// The value for `seat` of the first position of `line`, looking so far ahead.
    pub(super) fn value<P: Position>(
        &mut self,
        line: &mut [FullPly<P>],
        depths: Depths,
        seat: Seat,
        window: Window,
        arrival: Arrival<P::Move>,
    ) -> f64 {
        let here = &line[0].here;
        self.spine.begin_line(line.len() - 1);
        // 1. Count the position.
        let told = self.for_me(seat, window);
        if !self.spine.enter(told) {
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
        // 3. The horizon: the farthest, or beyond the nearest wherever nothing happens.
        let depths = self.extended(line, depths);
        let here = &line[0].here;
        if depths.most == 0 && depths.beyond == 0 {
            self.spine.tally.see_horizon();
            let value = self.estimate(here);
            let value = self.leave(value, Reason::Horizon);
            return self.turned(seat, value);
        }
        if depths.least == 0 && 0 < depths.most {
            let estimate = self.estimate(here);
            if self.is_quiet(estimate, arrival) {
                self.spine.tally.see_horizon();
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
    /// search, or beyond the horizon by one of forcing moves.
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

    /// One ply more where the game leaves no choice but to answer, as far as there is room.
    #[inline]
    fn extended<P: Position>(&self, line: &[FullPly<P>], depths: Depths) -> Depths {
        let has_room = depths.most + depths.beyond + 1 < line.len();
        if self.settings.extensions && has_room && line[0].here.is_forced() {
            Depths { least: depths.least + 1, most: depths.most + 1, ..depths }
        } else {
            depths
        }
    }

    /// Leaves a position whose moves were looked at, worth `value` to `me`, and tells why no more of
    /// it was searched.
    pub(super) fn leave_searched(&mut self, mover: Seat, value: f64, window: Window) {
        let bound = window.bound(value);
        let enough = if mover == self.me { Bound::Lower } else { Bound::Upper };
        let (why, bound) = match self.why.take() {
            Some((why, bound)) => {
                (why, if mover == self.me { bound } else { bound.for_the_other() })
            }
            None if bound == enough => (Reason::Refuted, bound),
            None => (Reason::Searched, bound),
        };
        let averaged = if why == Reason::Searched { self.averaged(mover) } else { 1 };
        let left = Left::new(value, bound, why);
        self.spine.tell(if averaged == 1 { left } else { left.with_averaged(averaged) });
    }

    /// Leaves a position whose value, for `me`, is known without its moves.
    #[inline]
    pub(super) fn leave(&mut self, value: f64, why: Reason) -> f64 {
        self.spine.leave(value, Bound::Exact, why);
        value
    }

    /// The best move by a search less deep, where so much is at stake that a move to try first is worth
    /// a search of its own.
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
    /// first; or as much as was seen before the search was stopped.
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
            self.spine.tally.see_horizon();
        }
        if is_last && self.is_simple && first.is_none() {
            let (ply, below) = line.split_first_mut().expect("a line begins somewhere");
            return self.best_by_estimate(ply, below, mover, window);
        }
        // 0. Where little is at stake, the estimate or giving the turn away may refute already.
        let glance = self.first_glance(&line[0].here, depths, mover, window);
        if let Some(glance) = glance
            && let Some(found) = self.refuted_unseen(line, glance, depths, mover, window, arrival)
        {
            return found;
        }
        // 1. Where much is, a search less deep says which move to try first.
        let first = first.or_else(|| self.best_inside(line, depths, mover, window, arrival));
        // 2. List the moves to look at, with what they promise.
        let (ply, below) = line.split_first_mut().expect("a line begins somewhere");
        self.list(ply, below, mover, is_last);
        if self.averaged(mover) != 1 {
            let is_ordered = self.promise(ply, mover, first, arrival);
            return self.best_by_mean(ply, below, depths, mover, window, is_ordered);
        }
        let hopeless = glance.and_then(|glance| self.hopeless(&ply.here, glance, depths, window));
        let skip = |m| self.spine.skip(m, Reason::Hopeless);
        let left_out = hopeless.filter(|_| leave_out_quiet(&mut ply.room.moves, first, skip));
        let is_ordered = self.promise(ply, mover, first, arrival);
        let estimate = self.watched(&ply.here, depths);

        let Window { mut alpha, beta } = window;
        let mut found = Found { value: f64::NEG_INFINITY, m: None };
        self.spine.begin_line(below.len());
        let crew = self.crew.filter(|_| SHARED_FROM <= depths.most);
        let crew = crew.map(|crew| (crew, self.key(&ply.here)));
        // How many moves at the end of the list were left for later.
        let mut late = 0;
        let mut tried = 0;
        while tried < ply.room.moves.len() {
            // 3. Take the most promising move that is left, and that nobody else is at.
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
                self.spine.tally.see_horizon();
                self.spine.skip(m, Reason::Hopeless);
                found.value = found.value.max(most);
                continue;
            }
            let next = self.play(ply, below, candidate, estimate);
            // 4. Search the first in the whole window; scout the others, if that is wished.
            if let Some((crew, task)) = task {
                crew.begin(task);
            }
            let window = Window { alpha, beta };
            let (value, is_sure) = if index == 0 || !(self.settings.pvs || self.settings.reductions)
            {
                (self.value(below, depths.below(0), mover, window, next), false)
            } else {
                self.scouted(below, depths, mover, window, next, index)
            };
            if let Some((crew, task)) = task {
                crew.end(task);
            }
            if self.spine.tally.is_stopped() && !is_sure {
                break;
            }
            if below.len() == self.root_plies {
                self.note(m, mover, value, window);
            }
            // 5. Back the value up; a refutation ends it.
            if found.m.is_none() || found.value < value {
                found = Found { value, m: Some(m) };
                self.spine.extend_line(below.len(), m);
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
            && !self.spine.tally.is_stopped()
        {
            self.spine.tally.see_horizon();
            found.value = found.value.max(most);
        }
        found
    }

    /// Whether a search one ply deeper would leave moves out here, which all count at the last ply.
    fn selects_above_the_last_ply<P: Position>(&self, here: &P, mover: Seat) -> bool {
        let Settings { width, .. } = *self.settings;
        width != usize::MAX && self.averaged(mover) == 1 && width < here.count()
    }

    /// Notes what is known of a move at the root, that is worth `value` to `mover`.
    #[inline(never)]
    pub(super) fn note(&mut self, m: impl Move, mover: Seat, value: f64, window: Window) {
        let (value, window) = (self.turned(mover, value), self.for_me(mover, window));
        let new = (m.code(), value, window.bound(value));
        match self.known.iter_mut().find(|known| known.0 == new.0) {
            Some(known) => *known = new,
            None => self.known.push(new),
        }
    }

    /// A window for `mover` as one for `me`.
    #[inline]
    pub(super) fn for_me(&self, mover: Seat, window: Window) -> Window {
        if mover == self.me { window } else { window.for_the_other() }
    }

    /// Plays a move at `ply`, and says how the next one was reached.
    #[inline]
    pub(super) fn play<P: Position>(
        &mut self,
        ply: &FullPly<P>,
        below: &mut [FullPly<P>],
        Candidate { m, forcing, .. }: Candidate<P::Move>,
        estimate: f64,
    ) -> Arrival<P::Move> {
        self.spine.descend(&ply.here, &mut below[0].here, m);
        let asks = self.settings.forcing || self.settings.reductions;
        Arrival { by: Some(m), forced: asks && forcing, estimate }
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
    pub(super) fn watched<P: Position>(&self, here: &P, Depths { least, most, .. }: Depths) -> f64 {
        if least <= 1 && least < most { self.estimate(here) } else { 0.0 }
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
