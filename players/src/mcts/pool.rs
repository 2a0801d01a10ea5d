//! The iterations that several threads share, each growing a tree of its own.
//!
//! Trees grow independently, and their statistics of the moves at the root are added at the end: so
//! threads never wait for each other, and a tree grows as fast as a single one.

use std::sync::atomic::{AtomicU64, Ordering};

use agon_core::StopSignal;

/// How many iterations a thread is granted at a time.
const BATCH: u64 = 32;

/// The remaining iterations, for any thread to take.
#[derive(Debug)]
pub(super) struct Pool {
    most: u64,
    given: AtomicU64,
    batch: u64,
    /// Given when no iterations are left.
    pub(super) over: StopSignal,
    /// Given when all threads must stop at once.
    pub(super) halt: StopSignal,
}

impl Pool {
    /// A pool of `most` iterations for `threads` threads.
    pub(super) fn new(most: u64, threads: usize) -> Pool {
        let batch = if threads == 1 { most } else { BATCH };
        let (given, over, halt) = (AtomicU64::new(0), StopSignal::new(), StopSignal::new());
        Pool { most, given, batch, over, halt }
    }

    /// A batch of iterations; zero if none are left.
    pub(super) fn take(&self) -> u64 {
        if self.over.is_given() || self.halt.is_given() {
            return 0;
        }
        let before = self.given.fetch_add(self.batch, Ordering::Relaxed);
        self.most.saturating_sub(before).min(self.batch)
    }

    /// The number of iterations handed out.
    pub(super) fn given(&self) -> u64 {
        self.given.load(Ordering::Relaxed).min(self.most)
    }
}

#[cfg(test)]
mod tests {
    use super::{BATCH, Pool};

    #[test]
    fn a_pool_grants_no_more_than_it_has() {
        for (most, threads) in [(0, 1), (7, 1), (7, 2), (1000, 1), (1000, 3), (1_000_000_000, 1)] {
            let pool = Pool::new(most, threads);
            let mut all = 0;
            loop {
                let granted = pool.take();
                if granted == 0 {
                    break;
                }
                assert!(threads == 1 || granted <= BATCH);
                all += granted;
            }
            assert_eq!((all, pool.given()), (most, most));
        }
        let pool = Pool::new(1000, 2);
        pool.halt.give();
        assert_eq!(pool.take(), 0);
    }
}
