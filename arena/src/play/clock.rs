//! How long a player has been thinking, in real time.

use std::time::{Duration, Instant};

use agon_core::Clock;

/// A clock that runs from the moment it is made.
#[derive(Clone, Copy, Debug)]
pub struct WallClock(Instant);

impl WallClock {
    /// Starts it.
    pub fn start() -> WallClock {
        WallClock(Instant::now())
    }
}

impl Clock for WallClock {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}
