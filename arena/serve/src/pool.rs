//! Whose hands do work, and how it is asked for: by threads that all share, or on the thread that asks.

#[cfg(feature = "sockets")]
mod queue;
mod worker;

#[cfg(feature = "sockets")]
pub(crate) use self::queue::*;
pub(crate) use self::worker::{AskedFor, LONGEST_THOUGHT, PoolThinker, Urgency, Worker, apart, thread};
