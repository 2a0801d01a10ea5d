//! How long a player has been thinking: by the machine's clock, or by one that a test turns.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use agon_core::Clock;

/// A clock that runs from the moment it is made. Where the machine has none, as WebAssembly by itself, it stands still.
#[derive(Clone, Copy, Debug)]
pub struct WallClock(Option<Instant>);

impl WallClock {
    /// Starts it.
    pub fn start() -> WallClock {
        WallClock((!cfg!(target_family = "wasm")).then(Instant::now))
    }
}

impl Clock for WallClock {
    fn elapsed(&self) -> Duration {
        self.0.map_or(Duration::ZERO, |begun| begun.elapsed())
    }
}

/// Where the arena reads the time: from the machine's clock by default, or from a clock that is handed
/// in. Clones read the same clock.
#[derive(Clone, Default)]
pub struct Clocks(Option<Arc<dyn Fn() -> Stopwatch + Send + Sync>>);

impl fmt::Debug for Clocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_none() { "Clocks(machine)" } else { "Clocks(handed in)" })
    }
}

impl Clocks {
    /// Those that `start` starts. It is called on the thread that begins to measure, so that every thread
    /// may have a clock of its own.
    pub fn new(start: impl Fn() -> Stopwatch + Send + Sync + 'static) -> Clocks {
        Clocks(Some(Arc::new(start)))
    }

    /// Starts to measure.
    pub fn start(&self) -> Stopwatch {
        match &self.0 {
            None => Stopwatch(TimeSource::Machine(WallClock::start())),
            Some(start) => start(),
        }
    }
}

/// The time since a start.
#[derive(Clone, Debug)]
pub struct Stopwatch(TimeSource);

#[derive(Clone, Debug)]
enum TimeSource {
    Machine(WallClock),
    /// A clock, and what it showed in the beginning.
    Turned(TurnedClock, Duration),
}

impl Stopwatch {
    /// How long to wait, by the machine's clock, before looking at this one again while `left` is still to
    /// pass on it.
    pub fn nap(&self, left: Duration) -> Duration {
        match self.0 {
            TimeSource::Machine(_) => left,
            // A turn of the clock wakes no thread.
            TimeSource::Turned(..) => left.min(Duration::from_millis(1)),
        }
    }
}

impl Clock for Stopwatch {
    fn elapsed(&self) -> Duration {
        match &self.0 {
            TimeSource::Machine(clock) => clock.elapsed(),
            TimeSource::Turned(clock, from) => clock.read().saturating_sub(*from),
        }
    }
}

/// A clock that stands still unless it is turned: for tests of what happens when a time is over. Clones
/// are one clock.
#[derive(Clone, Debug, Default)]
pub struct TurnedClock(Arc<Turned>);

#[derive(Debug, Default)]
struct Turned {
    /// The time that it shows, in nanoseconds.
    now: AtomicU64,
    looks: AtomicU64,
}

impl TurnedClock {
    /// Moves the clock forward by `by`.
    pub fn turn(&self, by: Duration) {
        let by = u64::try_from(by.as_nanos()).expect("a clock is turned by less than centuries");
        self.0.now.fetch_add(by, Ordering::SeqCst);
    }

    /// How often it was read.
    pub fn looks(&self) -> u64 {
        self.0.looks.load(Ordering::SeqCst)
    }

    /// Starts to measure by it.
    pub fn start(&self) -> Stopwatch {
        Stopwatch(TimeSource::Turned(self.clone(), self.read()))
    }

    fn read(&self) -> Duration {
        let now = self.0.now.load(Ordering::SeqCst);
        self.0.looks.fetch_add(1, Ordering::SeqCst);
        Duration::from_nanos(now)
    }
}

impl From<TurnedClock> for Clocks {
    fn from(clock: TurnedClock) -> Clocks {
        Clocks::new(move || clock.start())
    }
}

/// The longest times for which the machine that plays a tournament lets it be played: limits that are not part of the
/// tournament, and of which players are not informed. A game that takes longer is void, and its record says so. The default
/// is no limit.
#[derive(Clone, Copy, Debug, Default)]
pub struct LongestTimes {
    /// For one move.
    pub of_move: Option<Duration>,
    /// For one game, as seen after each of its moves.
    pub of_game: Option<Duration>,
}
