//! How many positions a search has looked at, and whether it may look at another: the one place
//! where positions are counted, the clock is read and the stop signal is seen. Who listens to the best
//! answer so far is known here too.

use std::time::Duration;

use agon_core::{AnyMove, Budget, Clock, Decision, Listener, Move, StopSignal, Turn};

/// How many positions pass at most between two looks at the signal alone: a look is one load, and
/// listing the moves of sixteen positions takes no game as long as two milliseconds.
const PAUSE: u64 = 16;

/// The same where there is a clock as well, to read which takes as long as several positions of a
/// fast game. Looks come the more often the longer positions take; see [`SOON`].
const CLOCK_PAUSE: u64 = 64;

/// What a leaf counts that was only estimated, above what all leaves of a node can count.
const HORIZON: u64 = 1 << 32;

/// How many leaves of a node were seen, and how many of them were only estimated: in one word, which
/// stays in a register.
#[derive(Default)]
pub(crate) struct Leaves(u64);

impl Leaves {
    /// Sees one more.
    #[inline]
    pub(crate) fn see(&mut self, is_over: bool) {
        self.0 += 1 + HORIZON * u64::from(!is_over);
    }
}

/// Where more than this passes between two looks at the clock, the next follow sooner.
const SOON: Duration = Duration::from_micros(250);

/// Counts positions against a limit, a deadline and a stop signal.
///
/// Once one of them is reached the tally says no and remembers it: the values a search comes back
/// with after that mean nothing, and whoever started it must not read them.
#[derive(Clone, Copy)]
pub(crate) struct Tally<'a> {
    nodes: u64,
    /// Where to look up next: at the limit, or before it at the clock and the signal. So counting
    /// costs one comparison, whoever may stop it.
    pause: u64,
    limit: u64,
    stopped: bool,
    horizons: u64,
    /// How many positions pass before the next look, and when the last look at the clock was.
    step: u64,
    last: Duration,
    deadline: Option<(&'a dyn Clock, Duration)>,
    stop: Option<&'a StopSignal>,
    /// Given where others who search the same tree are done.
    over: Option<&'a StopSignal>,
    listener: Option<Listener<'a>>,
}

impl<'a> Tally<'a> {
    /// A tally at zero that `turn` limits, and `nodes` if there are any.
    pub(crate) fn new(turn: &Turn<'a>, nodes: Option<u64>) -> Tally<'a> {
        let least = |one: Option<u64>, other: Option<u64>| match (one, other) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        Tally {
            nodes: 0,
            pause: 0,
            limit: least(turn.budget.nodes, nodes).unwrap_or(u64::MAX),
            stopped: false,
            horizons: 0,
            step: 1,
            last: Duration::ZERO,
            deadline: turn.deadline.map(|deadline| (turn.clock, deadline)),
            stop: turn.stop,
            over: None,
            listener: turn.listener,
        }
    }

    /// A tally that nothing but a number of positions limits.
    pub(crate) fn free(nodes: u64) -> Tally<'a> {
        Tally {
            nodes: 0,
            pause: 0,
            limit: nodes,
            stopped: false,
            horizons: 0,
            step: 1,
            last: Duration::ZERO,
            deadline: None,
            stop: None,
            over: None,
            listener: None,
        }
    }

    /// The tally of one who searches for somebody else, until it is over.
    pub(crate) fn helping(nodes: u64, over: &'a StopSignal) -> Tally<'a> {
        Tally { over: Some(over), ..Tally::free(nodes) }
    }

    /// The same for a search with others: until it is over, and for its share of the positions that
    /// are left to all; and what is left to each of the others.
    pub(crate) fn among(&self, others: u64, over: &'a StopSignal) -> (Tally<'a>, u64) {
        let share = self.left().map_or(u64::MAX, |left| left / (others + 1));
        let limit = match self.limit {
            u64::MAX => u64::MAX,
            limit => limit - others * share,
        };
        (Tally { over: Some(over), limit, pause: self.nodes, ..*self }, share)
    }

    /// The same for at most so many positions more.
    pub(crate) fn for_now(&self, nodes: u64) -> Tally<'a> {
        let limit = self.limit.min(self.nodes.saturating_add(nodes));
        Tally { limit, pause: self.nodes, ..*self }
    }

    /// Goes on from where `other` is, which was this one [`for_now`](Tally::for_now) or
    /// [`among`](Tally::among) others.
    pub(crate) fn go_on_from(&mut self, other: &Tally<'_>) {
        (self.nodes, self.horizons, self.stopped) = (other.nodes, other.horizons, other.stopped);
        (self.step, self.last, self.pause) = (other.step, other.last, other.nodes);
    }

    /// The same with a deadline of its own besides, read on `clock`.
    pub(crate) fn by(self, clock: &'a dyn Clock, time: Option<Duration>) -> Tally<'a> {
        let Some(time) = time else { return self };
        let time = self.deadline.map_or(time, |(_, deadline)| deadline.min(time));
        Tally { deadline: Some((clock, time)), ..self }
    }

    /// A tally at zero without a limit on positions, under the same clock and signal.
    pub(crate) fn unlimited(&self) -> Tally<'a> {
        Tally {
            nodes: 0,
            pause: 0,
            limit: u64::MAX,
            stopped: false,
            horizons: 0,
            over: None,
            ..*self
        }
    }

    /// Counts one more position, or says that there must be no more.
    #[inline]
    pub(crate) fn count(&mut self) -> bool {
        if self.pause <= self.nodes && !self.goes_on() {
            return false;
        }
        self.nodes += 1;
        true
    }

    /// Whether any number of positions may be looked at.
    #[inline]
    pub(crate) fn is_without_limit(&self) -> bool {
        self.limit == u64::MAX
    }

    /// Counts the leaves below one node, where their number [does not
    /// matter](Tally::is_without_limit). They are too few to look at the clock and the signal before
    /// the next node is counted.
    #[inline]
    pub(crate) fn add_leaves(&mut self, Leaves(counts): Leaves) {
        self.nodes += counts & (HORIZON - 1);
        self.horizons += counts / HORIZON;
    }

    /// Looks up from counting. The first position is always granted if the limit grants it, so
    /// that there is something to answer with.
    #[cold]
    #[inline(never)]
    fn goes_on(&mut self) -> bool {
        if self.nodes == self.limit || self.stopped || (self.nodes != 0 && self.look()) {
            self.stopped = true;
            self.pause = self.nodes;
            return false;
        }
        let is_free = self.deadline.is_none() && self.stop.is_none() && self.over.is_none();
        let pause = if is_free { self.limit } else { self.nodes.saturating_add(self.step) };
        self.pause = pause.min(self.limit);
        true
    }

    /// Looks at the signal and the clock, and says whether it is over; if not, how soon to look
    /// again.
    fn look(&mut self) -> bool {
        let is_given = StopSignal::is_given;
        if self.stop.is_some_and(is_given) || self.over.is_some_and(is_given) {
            return true;
        }
        let Some((clock, deadline)) = self.deadline else {
            self.step = PAUSE;
            return false;
        };
        let now = clock.elapsed();
        let is_slow = SOON < now.saturating_sub(self.last);
        self.step = if is_slow { (self.step / 2).max(1) } else { (2 * self.step).min(CLOCK_PAUSE) };
        self.last = now;
        deadline <= now
    }

    /// Whether the time is up or the signal given, seen by a look at them now.
    pub(crate) fn is_over(&self) -> bool {
        let is_given = StopSignal::is_given;
        self.stop.is_some_and(is_given)
            || self.over.is_some_and(is_given)
            || self.deadline.is_some_and(|(clock, deadline)| deadline <= clock.elapsed())
    }

    /// Whether it may be stopped before it is done: an answer must be ready at any time.
    pub(crate) fn is_limited(&self) -> bool {
        self.limit != u64::MAX || self.deadline.is_some() || self.stop.is_some()
    }

    /// Tells the best answer so far, if anybody listens.
    pub(crate) fn tell<M: Move>(&self, answer: &Decision<M>) {
        if let Some(listener) = self.listener {
            listener(&answer.clone().with_nodes(self.nodes).map(|m| AnyMove(m.code())));
        }
    }

    /// Notes that an unfinished position was only estimated.
    #[inline]
    pub(crate) fn see_horizon(&mut self) {
        self.horizons += 1;
    }

    /// How often that was noted: where the number has not changed during a search, the search saw
    /// every play to its end.
    #[inline]
    pub(crate) fn horizons(&self) -> u64 {
        self.horizons
    }

    /// Goes on though it was stopped, by someone else who was done.
    pub(crate) fn resume(&mut self) {
        self.stopped = false;
    }

    /// Counts `nodes` positions that someone else looked at, of those that were
    /// [`left`](Tally::left).
    pub(crate) fn add(&mut self, nodes: u64) {
        self.nodes = self.nodes.saturating_add(nodes).min(self.limit);
        // Wherever the next look up was to be, it may have been passed.
        self.pause = self.nodes;
    }

    /// How many positions are left to look at, if there is a limit.
    pub(crate) fn left(&self) -> Option<u64> {
        (self.limit != u64::MAX).then(|| self.limit - self.nodes)
    }

    /// `turn` within what is left: of positions, of time, of patience.
    pub(crate) fn hand_on<'b>(&self, turn: Turn<'b>) -> Turn<'b>
    where
        'a: 'b,
    {
        let turn = turn.within(Budget::of(self.left())).until(self.stop);
        match self.deadline {
            Some((clock, deadline)) => turn.timed(clock, Some(deadline)),
            None => turn,
        }
    }

    /// The positions counted.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether a position was refused.
    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }
}

#[cfg(test)]
mod tests {
    use std::{cell::Cell, time::Duration};

    use agon_core::{Budget, Clock, Seat, Seed, StopSignal, Turn};

    use super::{Leaves, PAUSE, Tally};

    #[test]
    fn a_tally_counts_to_its_limit_and_no_further() {
        let mut stream = Seed(0).stream(0);
        let turn = Turn::new(Seat(0), &mut stream).within(Budget::of(Some(2)));
        let mut tally = Tally::new(&turn, Some(3));
        assert!(tally.count() && tally.count());
        assert!(!tally.is_stopped());
        assert!(!tally.count() && !tally.count());
        assert!(tally.is_stopped());
        assert_eq!(tally.nodes(), 2);
    }

    #[test]
    fn the_clock_is_read_seldom_where_it_hardly_moves_and_often_where_it_does() {
        struct Slow(Cell<u64>, Duration);
        impl Clock for Slow {
            fn elapsed(&self) -> Duration {
                self.0.set(self.0.get() + 1);
                self.1 * self.0.get() as u32
            }
        }
        for (tick, looks) in [(0, 150..200), (1_000, 10_000 / 2..10_000)] {
            let clock = Slow(Cell::new(0), Duration::from_micros(tick));
            let mut stream = Seed(0).stream(0);
            let turn = Turn::new(Seat(0), &mut stream).timed(&clock, Some(Duration::MAX));
            let mut tally = Tally::new(&turn, Some(10_000));
            while tally.count() {}
            assert!(looks.contains(&clock.0.get()), "{tick}: {}", clock.0.get());
        }
    }

    #[test]
    fn leaves_are_counted_together_and_never_past_the_signal() {
        let (mut stream, stop) = (Seed(0).stream(0), StopSignal::new());
        let turn = Turn::new(Seat(0), &mut stream).until(Some(&stop));
        let mut tally = Tally::new(&turn, None);
        assert!(tally.count() && tally.is_without_limit());
        let mut leaves = Leaves::default();
        for number in 0..5 * PAUSE {
            leaves.see(number % 5 == 0);
        }
        tally.add_leaves(leaves);
        assert_eq!((tally.nodes(), tally.horizons()), (1 + 5 * PAUSE, 4 * PAUSE));
        stop.give();
        assert!(!tally.count() && tally.is_stopped());
    }

    #[test]
    fn a_signal_is_seen_soon_and_for_good() {
        let (mut stream, stop) = (Seed(0).stream(0), StopSignal::new());
        let turn = Turn::new(Seat(0), &mut stream).until(Some(&stop));
        let mut tally = Tally::new(&turn, None);
        assert!(tally.count());
        stop.give();
        while tally.count() {}
        assert!(tally.nodes() <= PAUSE);
        stop.withdraw();
        assert!(tally.is_stopped() && !tally.count());
    }
}
