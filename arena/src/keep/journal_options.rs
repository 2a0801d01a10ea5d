//! Options for opening a journal to write it.

use std::time::Duration;

/// Options for opening a journal to write it; the bytes of its games do not depend on them.
#[derive(Clone, Copy)]
pub struct JournalOptions<'a> {
    /// The longest time before written data is made durable.
    pub durable_every: Duration,
    /// The time to wait for another run that writes it.
    pub lock_wait: Duration,
    /// Whether games may be added to those of another build of agon.
    pub mixed_builds: bool,
    /// Whether the rules of its games are walked, to be kept in a new one, and held against those that another has. A
    /// game of somebody else's may make that long.
    pub rules: bool,
    /// Receives messages for the user: that a lock is held by another run, or that the file system
    /// has none.
    pub say: &'a dyn Fn(&str),
}

impl Default for JournalOptions<'_> {
    fn default() -> Self {
        JournalOptions {
            durable_every: Duration::from_millis(200),
            lock_wait: Duration::ZERO,
            mixed_builds: false,
            rules: false,
            say: &|_| {},
        }
    }
}
