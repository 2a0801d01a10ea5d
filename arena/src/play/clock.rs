//! The time a player has been thinking, by the clock on the wall.

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
