//! The count of positions in a search, and whether another is allowed: the one place where positions are counted, the
//! clock is read and the stop signal is checked. It also passes the best answer so far to a listener.

use std::time::Duration;

use agon_core::{
    AnyMove, Budget, Clock, Decision, Estimator, Listener, Move, Seat, StopSignal, Turn,
    horizon::{Count, Horizon},
};

/// The most positions between two checks of the signal alone: a check is one load, and no game
/// takes as long as two milliseconds to list the moves of sixteen positions.
const PAUSE: u64 = 16;

/// The same if there is a clock, whose reading takes as long as several positions of a fast game.
/// Slow positions make checks more frequent; see [`SOON`].
const CLOCK_PAUSE: u64 = 64;

/// If two checks of the clock are farther apart than this, the next follow sooner.
const SOON: Duration = Duration::from_micros(250);

/// Counts positions against a limit, a deadline and a stop signal.
///
/// When one of them is reached, the budget refuses further positions, and remembers it: values a
/// search returns after that are invalid and must not be used.
#[derive(Clone, Copy)]
pub(crate) struct NodeBudget<'a> {
    count: Count,
    patience: Patience<'a>,
    listener: Option<Listener<'a>>,
}

/// The limits of a search other than the number of positions.
#[derive(Clone, Copy)]
struct Patience<'a> {
    stopped: bool,
    /// The number of positions before the next check, and the time of the last reading of the
    /// clock.
    step: u64,
    last: Duration,
    deadline: Option<(&'a dyn Clock, Duration)>,
    stop: Option<&'a StopSignal>,
    /// Given when other threads that search the same tree have finished, and for a thread that helps another,
    /// when that one has to stop.
    over: [Option<&'a StopSignal>; 2],
}

impl<'a> NodeBudget<'a> {
    /// A budget at zero, limited by `turn`, and by `nodes` if given.
    pub(crate) fn new(turn: &Turn<'a>, nodes: Option<u64>) -> NodeBudget<'a> {
        let least = |one: Option<u64>, other: Option<u64>| match (one, other) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        let mut node_budget = NodeBudget::free(least(turn.budget.nodes, nodes).unwrap_or(u64::MAX));
        node_budget.patience.deadline = turn.deadline.map(|deadline| (turn.clock, deadline));
        node_budget.patience.stop = turn.stop;
        node_budget.listener = turn.listener;
        node_budget
    }

    /// A budget limited only by a number of positions.
    pub(crate) fn free(nodes: u64) -> NodeBudget<'a> {
        let patience =
            Patience { stopped: false, step: 1, last: Duration::ZERO, deadline: None, stop: None, over: [None; 2] };
        NodeBudget { count: Count::up_to(nodes), patience, listener: None }
    }

    /// The budget of a thread that helps another, until `over` is given, or the other's own [signal](NodeBudget::signal): it
    /// reads that itself, since the other thread may be waiting for its core.
    pub(crate) fn helping(nodes: u64, over: &'a StopSignal, stop: Option<&'a StopSignal>) -> NodeBudget<'a> {
        NodeBudget::free(nodes).until([Some(over), stop])
    }

    /// The stop signal of the turn.
    pub(crate) fn signal(&self) -> Option<&'a StopSignal> {
        self.patience.stop
    }

    /// The same, until `stop` is given.
    pub(crate) fn stopped_by(mut self, stop: &'a StopSignal) -> NodeBudget<'a> {
        self.patience.stop = Some(stop);
        self
    }

    fn until(mut self, over: [Option<&'a StopSignal>; 2]) -> NodeBudget<'a> {
        self.patience.over = over;
        self
    }

    /// The same for a search with other threads: until `over` is given, with its share of the
    /// positions left to all; and the share of each of the others.
    pub(crate) fn among(&self, others: u64, over: &'a StopSignal) -> (NodeBudget<'a>, u64) {
        let share = self.left().map_or(u64::MAX, |left| left / (others + 1));
        let limit = match self.count.limit {
            u64::MAX => u64::MAX,
            limit => limit - others * share,
        };
        (self.limited(limit).until([Some(over), None]), share)
    }

    /// The same, for at most this many further positions.
    pub(crate) fn for_now(&self, nodes: u64) -> NodeBudget<'a> {
        self.limited(self.count.limit.min(self.count.nodes.saturating_add(nodes)))
    }

    fn limited(&self, limit: u64) -> NodeBudget<'a> {
        NodeBudget { count: Count { limit, pause: self.count.nodes, ..self.count }, ..*self }
    }

    /// Continues from the state of `other`, which was derived from this one by
    /// [`for_now`](NodeBudget::for_now) or [`among`](NodeBudget::among).
    pub(crate) fn go_on_from(&mut self, other: &NodeBudget<'_>) {
        let (count, patience) = (other.count, other.patience);
        self.count = Count { limit: self.count.limit, pause: count.nodes, ..count };
        (self.patience.stopped, self.patience.step, self.patience.last) =
            (patience.stopped, patience.step, patience.last);
    }

    /// The same with a further deadline, read on `clock`.
    pub(crate) fn by(mut self, clock: &'a dyn Clock, time: Option<Duration>) -> NodeBudget<'a> {
        let Some(time) = time else { return self };
        let time = self.patience.deadline.map_or(time, |(_, deadline)| deadline.min(time));
        self.patience.deadline = Some((clock, time));
        self
    }

    /// A budget at zero without a limit of positions, with the same clock and signal.
    pub(crate) fn unlimited(&self) -> NodeBudget<'a> {
        let patience = Patience { stopped: false, over: [None; 2], ..self.patience };
        NodeBudget { count: Count::up_to(u64::MAX), patience, ..*self }
    }

    /// Counts one more position; false if no more are allowed.
    #[inline]
    pub(crate) fn count(&mut self) -> bool {
        self.count.one_more(|count| self.patience.lasts(count))
    }

    /// The horizon of a search for `seat` with `estimator`, whose positions are counted here.
    #[inline]
    pub(crate) fn at_horizon(
        &mut self,
        estimator: &Estimator,
        seat: Seat,
        look: impl FnOnce(&mut Horizon<'_>) -> f64,
    ) -> f64 {
        let goes_on = &mut |count: &mut Count| self.patience.lasts(count);
        look(&mut Horizon { estimator, seat, count: &mut self.count, goes_on })
    }

    /// Checks now whether the time is over or the signal given.
    pub(crate) fn is_over(&self) -> bool {
        let is_late = |(clock, deadline): (&dyn Clock, Duration)| deadline <= clock.elapsed();
        self.patience.is_told() || self.patience.deadline.is_some_and(is_late)
    }

    /// Whether it may be stopped early, so that an answer must be ready at any time.
    pub(crate) fn is_limited(&self) -> bool {
        let Patience { stop, deadline, .. } = self.patience;
        self.count.limit != u64::MAX || deadline.is_some() || stop.is_some_and(StopSignal::is_expected)
    }

    /// Passes the best answer so far to the listener, if there is one.
    pub(crate) fn tell<M: Move>(&self, answer: &Decision<M>) {
        if let Some(listener) = self.listener {
            listener(&answer.clone().with_nodes(self.count.nodes).map(|m| AnyMove(m.code())));
        }
    }

    /// Counts an unfinished position that was only estimated.
    #[inline]
    pub(crate) fn see_horizon(&mut self) {
        self.count.horizons += 1;
    }

    /// The number of these: if it does not change during a search, the search saw every play to its
    /// end.
    #[inline]
    pub(crate) fn horizons(&self) -> u64 {
        self.count.horizons
    }

    /// Stops the search.
    pub(crate) fn stop(&mut self) {
        self.patience.stopped = true;
    }

    /// Continues after being stopped by another thread's finishing.
    pub(crate) fn resume(&mut self) {
        self.patience.stopped = false;
    }

    /// Counts `nodes` positions that were looked at elsewhere, out of those [`left`](NodeBudget::left).
    pub(crate) fn add(&mut self, nodes: u64) {
        self.count.nodes = self.count.nodes.saturating_add(nodes).min(self.count.limit);
        // The next check may have been passed.
        self.count.pause = self.count.nodes;
    }

    /// The number of positions left, if there is a limit.
    pub(crate) fn left(&self) -> Option<u64> {
        (self.count.limit != u64::MAX).then(|| self.count.limit - self.count.nodes)
    }

    /// `turn` with the remaining limits of positions and time, and the signal.
    pub(crate) fn hand_on<'b>(&self, turn: Turn<'b>) -> Turn<'b>
    where
        'a: 'b,
    {
        let turn = turn.within(Budget::of(self.left())).until(self.patience.stop);
        match self.patience.deadline {
            Some((clock, deadline)) => turn.timed(clock, Some(deadline)),
            None => turn,
        }
    }

    /// The number of positions counted.
    pub(crate) fn nodes(&self) -> u64 {
        self.count.nodes
    }

    /// Whether a position was refused.
    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        self.patience.stopped
    }
}

impl<'a> Patience<'a> {
    /// Every signal that ends the search.
    fn signals(&self) -> impl Iterator<Item = &'a StopSignal> {
        self.stop.into_iter().chain(self.over.into_iter().flatten())
    }

    /// Whether one of them was given.
    fn is_told(&self) -> bool {
        self.signals().any(StopSignal::is_given)
    }

    /// Pauses counting for a check. The first position is granted if the limit allows any, so that
    /// there is an answer.
    #[cold]
    #[inline(never)]
    fn lasts(&mut self, count: &mut Count) -> bool {
        let &mut Count { nodes, limit, ref mut pause, .. } = count;
        if nodes == limit || self.stopped || (nodes != 0 && self.look()) {
            self.stopped = true;
            *pause = nodes;
            return false;
        }
        if let Some(stop) = self.stop {
            stop.note(nodes);
        }
        let is_free = self.deadline.is_none() && self.signals().next().is_none();
        *pause = if is_free { limit } else { limit.min(nodes.saturating_add(self.step)) };
        true
    }

    /// Checks the signal and the clock, and returns whether the search is over; if not, sets when
    /// to check again.
    fn look(&mut self) -> bool {
        if self.is_told() {
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
}

#[cfg(test)]
mod tests {
    use std::{cell::Cell, time::Duration};

    use agon_core::{Budget, Clock, Estimator, Seat, Seed, StopSignal, Turn, horizon::Horizon};

    use super::{NodeBudget, PAUSE};

    #[test]
    fn a_tally_counts_to_its_limit_and_no_further() {
        let mut stream = Seed(0).stream(0);
        let turn = Turn::new(Seat(0), &mut stream).within(Budget::of(Some(2)));
        let mut node_budget = NodeBudget::new(&turn, Some(3));
        assert!(node_budget.count() && node_budget.count());
        assert!(!node_budget.is_stopped());
        assert!(!node_budget.count() && !node_budget.count());
        assert!(node_budget.is_stopped());
        assert_eq!(node_budget.nodes(), 2);
    }

    #[test]
    fn the_clock_is_read_more_often_the_faster_it_moves() {
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
            let mut node_budget = NodeBudget::new(&turn, Some(10_000));
            while node_budget.count() {}
            assert!(looks.contains(&clock.0.get()), "{tick}: {}", clock.0.get());
        }
    }

    #[test]
    fn nodes_at_the_horizon_are_counted_and_stop_at_the_signal() {
        let (mut stream, stop) = (Seed(0).stream(0), StopSignal::new());
        let turn = Turn::new(Seat(0), &mut stream).until(Some(&stop));
        let mut node_budget = NodeBudget::new(&turn, None);
        let estimator = Estimator::Nothing(0.0);
        assert!(node_budget.count());
        let value = node_budget.at_horizon(&estimator, Seat(0), |Horizon { count, goes_on, .. }| {
            count.nodes += 5 * PAUSE;
            count.horizons += 4 * PAUSE;
            assert!(count.one_more(&mut *goes_on));
            stop.give();
            count.nodes += PAUSE;
            assert!(!count.one_more(&mut *goes_on));
            0.5
        });
        assert_eq!((value, node_budget.nodes(), node_budget.horizons()), (0.5, 2 + 6 * PAUSE, 4 * PAUSE));
        assert!(node_budget.is_stopped() && !node_budget.count());
    }

    #[test]
    fn a_stop_signal_is_seen_soon_and_remembered() {
        let (mut stream, stop) = (Seed(0).stream(0), StopSignal::new());
        let turn = Turn::new(Seat(0), &mut stream).until(Some(&stop));
        let mut node_budget = NodeBudget::new(&turn, None);
        assert!(node_budget.count());
        stop.give();
        while node_budget.count() {}
        assert!(node_budget.nodes() <= PAUSE);
        stop.withdraw();
        assert!(node_budget.is_stopped() && !node_budget.count());
    }
}
