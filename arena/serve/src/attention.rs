//! Who looks at a table, and for how long their going away is not noticed.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use tokio::sync::Notify;

use crate::settings::{GOODBYE, PATIENCE};

/// Who looks at a table.
pub(crate) struct Attention {
    /// How often each of these guests listens, or waits.
    listeners: Mutex<BTreeMap<String, usize>>,
    /// Until when somebody looks who does not listen, in milliseconds since the table was opened.
    until: AtomicU64,
    opened: Instant,
    /// Somebody looks who did not a moment ago.
    pub(crate) called: Notify,
}

impl Attention {
    pub(crate) fn new() -> Attention {
        Attention {
            listeners: Mutex::default(),
            until: AtomicU64::new(0),
            opened: Instant::now(),
            called: Notify::new(),
        }
    }

    /// Somebody looks, just now.
    pub(crate) fn look(&self) {
        self.look_for(PATIENCE);
        self.called.notify_one();
    }

    fn look_for(&self, patience: Duration) {
        let until = self.now().saturating_add(patience.as_millis() as u64);
        self.until.fetch_max(until, Ordering::Relaxed);
    }

    /// This guest begins to listen, or to wait.
    pub(crate) fn arrive(&self, guest: &str) {
        *self.listening().entry(guest.to_owned()).or_default() += 1;
        self.called.notify_one();
    }

    /// And leaves; `true` where nobody else listens.
    pub(crate) fn leave(&self, guest: &str) -> bool {
        self.look_for(GOODBYE);
        let mut listening = self.listening();
        if let Some(count) = listening.get_mut(guest) {
            *count -= 1;
            if *count == 0 {
                listening.remove(guest);
            }
        }
        listening.is_empty()
    }

    /// Whether this guest listens.
    pub(crate) fn listens(&self, guest: &str) -> bool {
        self.listening().contains_key(guest)
    }

    /// Whether anybody looks, or did a moment ago.
    pub(crate) fn is_given(&self) -> bool {
        !self.listening().is_empty() || self.now() < self.until.load(Ordering::Relaxed)
    }

    /// For how long nobody has looked, in milliseconds.
    pub(crate) fn idle(&self) -> u64 {
        if !self.listening().is_empty() {
            return 0;
        }
        self.now().saturating_sub(self.until.load(Ordering::Relaxed))
    }

    fn listening(&self) -> MutexGuard<'_, BTreeMap<String, usize>> {
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> u64 {
        // A table is never open for millions of years.
        self.opened.elapsed().as_millis() as u64
    }
}
