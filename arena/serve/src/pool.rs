//! The threads that think: so many and no more, with a queue that ends.

use std::{
    collections::VecDeque,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

use agon_core::{STACK_SIZE, StopSignal};

use crate::{problem::Problem, settings::MOST_WAITING};

type Work = Box<dyn FnOnce() + Send>;

/// Threads on which players are asked.
pub(crate) struct Pool {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<PoolState>,
    woken: Condvar,
}

#[derive(Default)]
struct PoolState {
    waiting: VecDeque<(Work, StopSignal)>,
    /// What makes those who think answer at once, by a number of their own.
    thinking: Vec<(u64, StopSignal)>,
    next: u64,
    is_closed: bool,
}

impl Pool {
    /// So many threads.
    ///
    /// # Errors
    ///
    /// Where one cannot be started.
    pub(crate) fn new(threads: usize) -> std::io::Result<Pool> {
        let shared = Arc::new(Shared { state: Mutex::default(), woken: Condvar::new() });
        for number in 0..threads.max(1) {
            let shared = Arc::clone(&shared);
            let thread = thread::Builder::new().name(format!("thinker {number}"));
            thread.stack_size(STACK_SIZE).spawn(move || shared.work())?;
        }
        Ok(Pool { shared })
    }

    /// Has `work` done when its turn comes; `stop` makes it end soon.
    ///
    /// # Errors
    ///
    /// Where too many wait already.
    pub(crate) fn submit(
        &self,
        stop: &StopSignal,
        work: impl FnOnce() + Send + 'static,
    ) -> Result<(), Problem> {
        let mut state = self.shared.state();
        if state.is_closed {
            return Err(Problem::full("the server is closing"));
        }
        if MOST_WAITING <= state.waiting.len() {
            return Err(Problem::full(format!(
                "{MOST_WAITING} questions wait already for a thread; try again soon"
            )));
        }
        state.waiting.push_back((Box::new(work), stop.clone()));
        drop(state);
        self.shared.woken.notify_one();
        Ok(())
    }

    /// How many think, and how many wait.
    pub(crate) fn load(&self) -> (usize, usize) {
        let state = self.shared.state();
        (state.thinking.len(), state.waiting.len())
    }

    /// Has everybody answer at once, and takes nothing more.
    pub(crate) fn close(&self) {
        let mut state = self.shared.state();
        state.is_closed = true;
        state.waiting.clear();
        for (_, stop) in &state.thinking {
            stop.give();
        }
        drop(state);
        self.shared.woken.notify_all();
    }
}

impl Shared {
    fn work(&self) {
        let mut state = self.state();
        loop {
            if state.is_closed {
                return;
            }
            let Some((work, stop)) = state.waiting.pop_front() else {
                state = self.woken.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let number = state.next;
            state.next += 1;
            state.thinking.push((number, stop));
            drop(state);
            // A player's panic is caught where it is asked; no other may take the thread with it.
            let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
            state = self.state();
            state.thinking.retain(|(other, _)| *other != number);
        }
    }

    fn state(&self) -> MutexGuard<'_, PoolState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
