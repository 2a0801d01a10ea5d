//! How a journal is opened to be written.

use std::time::Duration;

/// How a journal is opened to be written; its bytes don't depend on any of this.
#[derive(Clone, Copy)]
pub struct JournalOptions<'a> {
    /// How long what is written may wait to be made durable.
    pub durable_every: Duration,
    /// How long to wait for another run that writes it.
    pub lock_wait: Duration,
    /// Whether games may be added to those of another build of agon.
    pub mixed_builds: bool,
    /// Told what the person should know: that a lock is waited for, or that there is none.
    pub say: &'a dyn Fn(&str),
}

impl Default for JournalOptions<'_> {
    fn default() -> Self {
        JournalOptions {
            durable_every: Duration::from_millis(200),
            lock_wait: Duration::ZERO,
            mixed_builds: false,
            say: &|_| {},
        }
    }
}
