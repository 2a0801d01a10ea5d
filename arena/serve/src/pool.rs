//! Whose hands do work, and how it is asked for: by threads that all share, or on the thread that asks.

#[cfg(feature = "sockets")]
mod queue;
mod worker;

#[cfg(feature = "sockets")]
pub(crate) use self::queue::*;
pub(crate) use self::worker::{PoolThinker, Urgency, Worker, apart, thread};

/// What work is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AskedFor {
    /// Somebody waits for it in a game: it comes before whatever is looked into, and finds a thread beside it.
    Game,
    /// A search to look into, a sheet, a file; on the quick pool, what is told of a game.
    Study,
}
