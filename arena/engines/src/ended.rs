//! How a process ended, waited for by a thread of its own.

use std::{
    process::ExitStatus,
    sync::{Condvar, Mutex, PoisonError},
    time::Duration,
};

/// How a process ended, once it has. A thread waits for that alone, so nothing dead stays about.
#[derive(Default)]
pub(crate) struct Ended {
    status: Mutex<Option<ExitStatus>>,
    changed: Condvar,
}

impl Ended {
    pub(crate) fn note(&self, status: ExitStatus) {
        *self.status.lock().unwrap_or_else(PoisonError::into_inner) = Some(status);
        self.changed.notify_all();
    }

    /// How it ended, if it does within so long.
    pub(crate) fn within(&self, wait: Duration) -> Option<ExitStatus> {
        let status = self.status.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.changed.wait_timeout_while(status, wait, |status| status.is_none());
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}
