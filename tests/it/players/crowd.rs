//! The threads of one search, as a position sees them that they search together: each must stop for itself when the
//! signal is given, also while the thread that was asked is waiting for its core.

use std::{
    cell::RefCell,
    hash::{Hash, Hasher},
    sync::{
        Arc,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    thread::{self, ThreadId},
    time::Duration,
};

use agon_core::StopSignal;

use super::{counted::ENDLESS, spine::LATE};

/// Milliseconds after which threads that are waited for hang.
const PATIENCE: u32 = 60_000;

/// The threads of one search; nobody by default.
#[derive(Clone, Debug, Default)]
pub(super) struct Crowd(Option<Arc<Threads>>);

#[derive(Debug)]
struct Threads {
    asked: ThreadId,
    /// How much the asked thread does before the signal is given, and how many must help it by then.
    at: u64,
    helpers: usize,
    signal: StopSignal,
    /// How many help.
    helping: AtomicUsize,
    /// The most that one of them did after the signal.
    late: AtomicU64,
}

/// A thread that helps, as it sees itself.
struct Helper {
    threads: Arc<Threads>,
    late: u64,
}

thread_local! {
    static HELPER: RefCell<Option<Helper>> = const { RefCell::new(None) };
}

impl Crowd {
    /// This thread will be asked, and `helpers` will help it. Once it has done `at`, it gives `signal` while all of them
    /// help, and does nothing more until they have stopped.
    pub(super) fn of(helpers: usize, at: u64, signal: &StopSignal) -> Crowd {
        Crowd(Some(Arc::new(Threads {
            asked: thread::current().id(),
            at,
            helpers,
            signal: signal.clone(),
            helping: AtomicUsize::new(0),
            late: AtomicU64::new(0),
        })))
    }

    /// The most that a helper did after the signal.
    pub(super) fn late(&self) -> u64 {
        self.0.as_ref().map_or(0, |threads| threads.late.load(Ordering::SeqCst))
    }

    /// This thread has done a piece of work, its `done`th.
    pub(super) fn worked(&self, done: u64) {
        match &self.0 {
            Some(threads) if threads.asked == thread::current().id() => threads.lead(done),
            Some(threads) => threads.help(),
            None => {}
        }
    }
}

// The searching threads are not part of a position.
impl PartialEq for Crowd {
    fn eq(&self, _: &Crowd) -> bool {
        true
    }
}
impl Eq for Crowd {}
impl Hash for Crowd {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Threads {
    fn lead(&self, done: u64) {
        assert!(done <= self.at + ENDLESS, "nobody helps, or it does not mind the signal");
        let is_time = self.at <= done && self.helping.load(Ordering::SeqCst) == self.helpers;
        if self.signal.is_given() || !is_time {
            return;
        }
        self.signal.give();
        for _ in 0..PATIENCE {
            let helping = self.helping.load(Ordering::SeqCst);
            if helping == 0 || LATE < self.late.load(Ordering::SeqCst) {
                return;
            }
            thread::sleep(Duration::from_millis(1));
        }
        panic!("the helpers hang");
    }

    fn help(self: &Arc<Self>) {
        HELPER.with_borrow_mut(|own| {
            let own = own.get_or_insert_with(|| {
                self.helping.fetch_add(1, Ordering::SeqCst);
                Helper { threads: Arc::clone(self), late: 0 }
            });
            if self.signal.is_given() {
                own.late += 1;
                self.late.fetch_max(own.late, Ordering::SeqCst);
            }
        });
    }
}

/// Its thread ends.
impl Drop for Helper {
    fn drop(&mut self) {
        self.threads.helping.fetch_sub(1, Ordering::SeqCst);
    }
}
