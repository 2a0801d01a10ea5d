//! A player's turn: the seat, the budget, the clock, and the stop signal.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use crate::{AnyMove, Decision, Move, MoveTry, Seat, Stream};

/// The budget of a player for one move. It is counted in positions, so the same budget gives the
/// same move on any machine. The default is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Budget {
    /// The most positions to look at before it must answer, at least one; `None` is no limit. The
    /// position asked about is the first, and every position reached by a move is one more; listing
    /// or counting moves costs nothing, and neither do the moves of a
    /// [playout](crate::Position::playout).
    pub nodes: Option<u64>,
}

impl Budget {
    /// No limit at all.
    pub const UNLIMITED: Budget = Budget { nodes: None };

    /// The most positions that may be looked at; `None` is no limit.
    pub const fn of(nodes: Option<u64>) -> Budget {
        Budget { nodes }
    }
}

/// A clock. Only a player with a [deadline](Turn::deadline), its own or the arena's, reads it, and
/// then its results cannot be reproduced.
pub trait Clock {
    /// The time since the player was asked for its move.
    fn elapsed(&self) -> Duration;
}

/// A clock that stands still, for turns without a deadline.
#[derive(Clone, Copy, Debug)]
pub struct StoppedClock;

impl Clock for StoppedClock {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// A request to answer at once with the best move so far, made by a person, a server or a signal,
/// from any thread. Clones share one signal.
#[derive(Clone, Debug, Default)]
pub struct StopSignal {
    given: Arc<AtomicBool>,
    /// The number of positions looked at, for unexpected signals.
    looked: Option<Arc<AtomicU64>>,
}

impl StopSignal {
    /// A signal, not yet given.
    pub fn new() -> StopSignal {
        StopSignal::default()
    }

    /// A signal that is unlikely to be given: until then the search runs as without one, rather than making sure that
    /// it can answer at any time. Meanwhile it reports the number of positions it has looked at.
    pub fn unexpected() -> StopSignal {
        StopSignal { looked: Some(Arc::default()), ..StopSignal::default() }
    }

    /// Whether a search should make sure that it can answer at any time.
    pub fn is_expected(&self) -> bool {
        self.looked.is_none()
    }

    /// Reports to an [`unexpected`](StopSignal::unexpected) signal the number of positions looked
    /// at.
    #[inline]
    pub fn note(&self, nodes: u64) {
        if let Some(looked) = &self.looked {
            looked.store(nodes, Ordering::Relaxed);
        }
    }

    /// The number of positions last reported.
    pub fn looked(&self) -> u64 {
        self.looked.as_ref().map_or(0, |looked| looked.load(Ordering::Relaxed))
    }

    /// Gives the signal. Searches answer within a few milliseconds.
    pub fn give(&self) {
        self.given.store(true, Ordering::Relaxed);
    }

    /// Takes the signal back, before the next turn.
    pub fn withdraw(&self) {
        self.given.store(false, Ordering::Relaxed);
    }

    /// Whether the signal was given.
    #[inline]
    pub fn is_given(&self) -> bool {
        self.given.load(Ordering::Relaxed)
    }
}

/// Receives the best answer so far.
pub type Listener<'a> = &'a dyn Fn(&Decision<AnyMove>);

/// Everything a player receives besides the position.
#[non_exhaustive]
pub struct Turn<'a> {
    /// The seat it is choosing for.
    pub seat: Seat,
    /// Its budget.
    pub budget: Budget,
    /// Its stream of randomness, the only one it may use. A player that draws from it says so by its habits:
    /// [`Habits::with_random`](crate::Habits::with_random).
    pub stream: &'a mut Stream,
    /// The time since it was asked.
    pub clock: &'a dyn Clock,
    /// The time on `clock` by which it answers with the best move so far; `None` for no limit. A
    /// choice made under a deadline cannot be reproduced.
    pub deadline: Option<Duration>,
    /// When this is given, the player answers at once with the best move so far.
    pub stop: Option<&'a StopSignal>,
    /// Whether an explanation is wanted: the expected line, and the value of every move. In
    /// tournaments it is not, and the player should spend no time on it. The move is the same
    /// either way.
    pub explain: bool,
    /// Receives the best answer so far, whenever the search finds a better or a deeper one. The move is the same either
    /// way.
    pub listener: Option<Listener<'a>>,
    /// Receives what the player says, word by word, if it is one that may try again after a wrong word.
    pub tries: Option<&'a mut Vec<MoveTry>>,
}

impl<'a> Turn<'a> {
    /// A turn of `seat`, without a limit of any kind and without explanation.
    pub fn new(seat: Seat, stream: &'a mut Stream) -> Turn<'a> {
        Turn {
            seat,
            budget: Budget::UNLIMITED,
            stream,
            clock: &StoppedClock,
            deadline: None,
            stop: None,
            explain: false,
            listener: None,
            tries: None,
        }
    }

    /// The same, with a budget.
    #[must_use]
    pub fn within(self, budget: Budget) -> Turn<'a> {
        Turn { budget, ..self }
    }

    /// The same with this clock, and with this `deadline` if there is one.
    #[must_use]
    pub fn timed(self, clock: &'a dyn Clock, deadline: Option<Duration>) -> Turn<'a> {
        Turn { clock, deadline, ..self }
    }

    /// The same, until `stop` is given.
    #[must_use]
    pub fn until(self, stop: Option<&'a StopSignal>) -> Turn<'a> {
        Turn { stop, ..self }
    }

    /// The same, with an explanation if `explain` is true.
    #[must_use]
    pub fn explained(self, explain: bool) -> Turn<'a> {
        Turn { explain, ..self }
    }

    /// The same, with a listener to the best answer so far.
    #[must_use]
    pub fn heard_by(self, listener: Option<Listener<'a>>) -> Turn<'a> {
        Turn { listener, ..self }
    }

    /// The same, with a list for what is said by a player that may try again after a wrong word.
    #[must_use]
    pub fn noting(self, tries: &'a mut Vec<MoveTry>) -> Turn<'a> {
        Turn { tries: Some(tries), ..self }
    }

    /// Adds a word to the list of what the player said, if there is one.
    pub fn note(&mut self, said: MoveTry) {
        if let Some(tries) = &mut self.tries {
            tries.push(said);
        }
    }

    /// Passes the best answer so far to the listener, if there is one.
    pub fn tell<M: Move>(&self, answer: impl FnOnce() -> Decision<M>) {
        if let Some(listener) = self.listener {
            listener(&answer().map(|m| AnyMove(m.code())));
        }
    }

    /// Whether the deadline has passed or the stop signal was given.
    pub fn is_over(&self) -> bool {
        self.stop.is_some_and(StopSignal::is_given)
            || self.deadline.is_some_and(|deadline| deadline <= self.clock.elapsed())
    }
}
