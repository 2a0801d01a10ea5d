//! Several threads for one move. Only this module starts threads for a player, and only if its option `threads` is more
//! than one.
//!
//! Threads that search the same tree share a table, and each marks the move it is searching: another thread that
//! reaches the same position defers that move, and then finds its value in the table (J.-C. Weill, The ABDADA
//! distributed minimax search algorithm, 1996; simplified after T. Kerrigan, 2017). Values equal those of one thread;
//! the number of positions, and the choice among equal moves, depends on timing.

use std::{
    panic,
    sync::atomic::{AtomicU64, Ordering},
    thread,
};

use agon_core::{OptionSpec, STACK_SIZE, StopSignal};

/// The most threads for one move.
const MOST: u64 = 256;

/// The option `threads`.
pub(crate) const THREADS: OptionSpec = OptionSpec::whole(
    "threads",
    1..=MOST,
    "1",
    "how many search together; results of more than one cannot be reproduced",
);

/// The number of slots for moves being searched; a power of two.
const PLACES: usize = 1 << 12;

/// The threads that search one tree together, as seen by one of them.
#[derive(Debug)]
pub(crate) struct Crew {
    /// Given when one of them has finished, so that the others stop.
    pub(crate) over: StopSignal,
    busy: Vec<AtomicU64>,
}

/// A move being searched: a hash of the position's key, the move's code and the depth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task(u64);

impl Task {
    #[inline]
    pub(crate) fn new(key: u64, code: u64, depth: usize) -> Task {
        let mixed = (code ^ (depth as u64) << 56).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Task((key ^ mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) | 1)
    }

    #[inline]
    fn place(self) -> usize {
        (self.0 >> (64 - PLACES.ilog2())) as usize
    }
}

impl Crew {
    pub(crate) fn new() -> Crew {
        let busy = (0..PLACES).map(|_| AtomicU64::new(0)).collect();
        Crew { over: StopSignal::new(), busy }
    }

    /// Whether some thread is searching it.
    #[inline]
    pub(crate) fn is_busy_with(&self, task: Task) -> bool {
        self.busy[task.place()].load(Ordering::Relaxed) == task.0
    }

    /// Marks that a thread is searching it.
    #[inline]
    pub(crate) fn begin(&self, task: Task) {
        self.busy[task.place()].store(task.0, Ordering::Relaxed);
    }

    /// Marks that the thread has finished.
    #[inline]
    pub(crate) fn end(&self, task: Task) {
        if self.is_busy_with(task) {
            self.busy[task.place()].store(0, Ordering::Relaxed);
        }
    }
}

/// Gives a signal when dropped, also during a panic.
struct Giving<'a>(&'a StopSignal);

impl Drop for Giving<'_> {
    fn drop(&mut self) {
        self.0.give();
    }
}

/// Runs `own` on this thread and the others' work on one thread each, and returns when all have finished. `over` is
/// given when `own` has finished or a thread panics: all must obey it. A panic of another thread is raised again on
/// this one. If the machine cannot start enough threads, there are fewer.
pub(crate) fn together<R, S: Send>(
    others: impl Iterator<Item = impl FnOnce() -> S + Send>,
    over: &StopSignal,
    own: impl FnOnce() -> R,
) -> (R, Vec<S>) {
    thread::scope(|scope| {
        let ending = Giving(over);
        let begun: Vec<_> = others
            .map_while(|work| {
                let work = move || {
                    let caught = panic::catch_unwind(panic::AssertUnwindSafe(work));
                    caught.unwrap_or_else(|payload| {
                        over.give();
                        panic::resume_unwind(payload)
                    })
                };
                thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work).ok()
            })
            .collect();
        let own = own();
        drop(ending);
        let done = begun.into_iter().map(|thread| match thread.join() {
            Ok(done) => done,
            Err(payload) => panic::resume_unwind(payload),
        });
        (own, done.collect())
    })
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use agon_core::StopSignal;

    use super::{Crew, Task, together};

    #[test]
    fn every_thread_returns_its_result() {
        let over = StopSignal::new();
        let others = (1..4).map(|n| {
            let over = &over;
            move || {
                while !over.is_given() {
                    std::thread::yield_now();
                }
                n
            }
        });
        assert_eq!(together(others, &over, || 7), (7, vec![1, 2, 3]));
    }

    #[test]
    fn a_panic_in_one_thread_ends_all_and_is_reported() {
        let over = StopSignal::new();
        let wait = || {
            while !over.is_given() {
                std::thread::yield_now();
            }
        };
        let told = catch_unwind(AssertUnwindSafe(|| {
            let others = (0..2).map(|n| {
                move || {
                    assert!(n == 0, "number one fell");
                    wait();
                }
            });
            together(others, &over, wait)
        }));
        let payload = told.unwrap_err();
        assert_eq!(payload.downcast_ref::<&str>(), Some(&"number one fell"));
        let over = StopSignal::new();
        let told = catch_unwind(AssertUnwindSafe(|| {
            let others = (0..2).map(|_| || while !over.is_given() {});
            together(others, &over, || panic!("the first fell"))
        }));
        assert!(told.is_err() && over.is_given());
    }

    #[test]
    fn a_task_is_taken_until_it_ends() {
        let crew = Crew::new();
        let (one, other) = (Task::new(3, 4, 5), Task::new(3, 4, 6));
        crew.begin(one);
        assert!(crew.is_busy_with(one) && !crew.is_busy_with(other));
        crew.end(other);
        assert!(crew.is_busy_with(one));
        crew.end(one);
        assert!(!crew.is_busy_with(one));
    }
}
