//! What a player is asked with: the seat, what it may spend, the clock, and who wants it to stop.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use crate::{AnyMove, Decision, Move, Seat, Stream};

/// What a player may spend on one move. Counted, so that the same budget gives the same move on
/// any machine. The default is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Budget {
    /// Positions it may look at before it must answer, at least one; `None` is no limit. The one it
    /// is asked about is the first, every position it plays a move to is one more; listing or
    /// counting moves costs nothing, nor do the moves of a [playout](crate::Position::playout).
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

/// A clock. Only a player with a [deadline](Turn::deadline) of its own or the arena's reads it;
/// whoever does gives up reproducible results.
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

/// A request to answer now, with the best there is: a person, a server or a signal gives it, from
/// any thread. Clones are one signal.
#[derive(Clone, Debug, Default)]
pub struct StopSignal {
    given: Arc<AtomicBool>,
    /// How many positions were looked at, where nobody counts on the signal.
    looked: Option<Arc<AtomicU64>>,
}

impl StopSignal {
    /// A signal that nobody has given.
    pub fn new() -> StopSignal {
        StopSignal::default()
    }

    /// A signal that nobody counts on: until it is given a search goes as if there was none, where it
    /// would otherwise see to it that there is something to answer with at any time. It is told
    /// meanwhile how many positions the search has looked at.
    pub fn unexpected() -> StopSignal {
        StopSignal { looked: Some(Arc::default()), ..StopSignal::default() }
    }

    /// Whether a search should see to it that there is something to answer with at any time.
    pub fn is_expected(&self) -> bool {
        self.looked.is_none()
    }

    /// Tells an [`unexpected`](StopSignal::unexpected) signal how many positions were looked at.
    #[inline]
    pub fn note(&self, nodes: u64) {
        if let Some(looked) = &self.looked {
            looked.store(nodes, Ordering::Relaxed);
        }
    }

    /// How many positions were looked at as it was told last.
    pub fn looked(&self) -> u64 {
        self.looked.as_ref().map_or(0, |looked| looked.load(Ordering::Relaxed))
    }

    /// Gives the signal. Searches answer within some milliseconds.
    pub fn give(&self) {
        self.given.store(true, Ordering::Relaxed);
    }

    /// Takes the signal back, before the next turn.
    pub fn withdraw(&self) {
        self.given.store(false, Ordering::Relaxed);
    }

    /// Whether it was given.
    #[inline]
    pub fn is_given(&self) -> bool {
        self.given.load(Ordering::Relaxed)
    }
}

/// Hears the best answer so far.
pub type Listener<'a> = &'a dyn Fn(&Decision<AnyMove>);

/// Everything a player is given besides the position.
#[non_exhaustive]
pub struct Turn<'a> {
    /// The seat it is choosing for.
    pub seat: Seat,
    /// What it may spend.
    pub budget: Budget,
    /// Its own stream of randomness; there is no other.
    pub stream: &'a mut Stream,
    /// The time since it was asked.
    pub clock: &'a dyn Clock,
    /// The time by which it answers, read on `clock`: with the best answer it has by then. `None`
    /// is as much as it likes. What is chosen under a deadline cannot be reproduced.
    pub deadline: Option<Duration>,
    /// Once this is given it answers at once, with the best it has.
    pub stop: Option<&'a StopSignal>,
    /// Whether someone wants to see what it thinks: the line it expects, and the value of every
    /// move. A tournament doesn't, and a player then should not spend time on it. The move is
    /// the same either way.
    pub explain: bool,
    /// Who hears the best answer so far, each time that a search knows a better or a deeper one. The
    /// move is the same either way.
    pub listener: Option<Listener<'a>>,
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
        }
    }

    /// The same within a budget.
    #[must_use]
    pub fn within(self, budget: Budget) -> Turn<'a> {
        Turn { budget, ..self }
    }

    /// The same by this clock, and if there is a `deadline`, up to it.
    #[must_use]
    pub fn timed(self, clock: &'a dyn Clock, deadline: Option<Duration>) -> Turn<'a> {
        Turn { clock, deadline, ..self }
    }

    /// The same, until `stop` is given.
    #[must_use]
    pub fn until(self, stop: Option<&'a StopSignal>) -> Turn<'a> {
        Turn { stop, ..self }
    }

    /// The same, with an explanation if it is wished.
    #[must_use]
    pub fn explained(self, explain: bool) -> Turn<'a> {
        Turn { explain, ..self }
    }

    /// The same, telling `listener` the best answer so far.
    #[must_use]
    pub fn heard_by(self, listener: Option<Listener<'a>>) -> Turn<'a> {
        Turn { listener, ..self }
    }

    /// Tells the best answer so far, if anybody listens.
    pub fn tell<M: Move>(&self, answer: impl FnOnce() -> Decision<M>) {
        if let Some(listener) = self.listener {
            listener(&answer().map(|m| AnyMove(m.code())));
        }
    }

    /// Whether the time is up or the stop signal given.
    pub fn is_over(&self) -> bool {
        self.stop.is_some_and(StopSignal::is_given)
            || self.deadline.is_some_and(|deadline| deadline <= self.clock.elapsed())
    }
}
