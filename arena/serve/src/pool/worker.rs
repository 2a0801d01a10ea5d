//! The threads that work, and how urgent they are.

use std::{
    io,
    ops::Deref,
    panic,
    thread::{self, JoinHandle},
    time::Duration,
};

use agon_core::{STACK_SIZE, StopSignal};

/// How long one move, or one hint, is thought about.
pub(crate) const LONGEST_THOUGHT: Duration = Duration::from_secs(60);

/// A thread that may wait, for a disk or for what takes a while to be computed: lent to what is done there.
pub(crate) struct Worker {
    stop: StopSignal,
}

impl Worker {
    /// Given when the work has taken too long, or nobody waits for it any more.
    pub(crate) fn stop(&self) -> &StopSignal {
        &self.stop
    }

    /// The thread of a test, which may wait.
    #[cfg(test)]
    pub(crate) fn of_test() -> Worker {
        Worker { stop: StopSignal::new() }
    }
}

/// A thread for work whose size the request chooses: a search, a solution, a long file. It may wait as well.
pub(crate) struct PoolThinker {
    worker: Worker,
}

impl PoolThinker {
    /// Such a thread, for work that ends by this signal.
    pub(crate) fn until(stop: StopSignal) -> PoolThinker {
        PoolThinker { worker: Worker { stop } }
    }

    /// The thread of a test, which may do anything.
    #[cfg(test)]
    pub(crate) fn of_test() -> PoolThinker {
        PoolThinker::until(StopSignal::new())
    }
}

impl Deref for PoolThinker {
    type Target = Worker;

    fn deref(&self) -> &Worker {
        &self.worker
    }
}

/// What work is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AskedFor {
    /// Somebody waits for it in a game: it comes before whatever is looked into, and finds a thread beside it.
    Game,
    /// A search to look into, a sheet, a file; on the quick pool, what is told of a game.
    Study,
}

/// How soon a thread runs where more want to run than can. Threads that it starts are as urgent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Urgency {
    /// Somebody waits for an answer that takes a moment: as soon as any.
    Answer,
    /// Somebody waits for a thought.
    Thought,
    /// Nobody waits for a single game of it.
    Tournament,
}

impl Urgency {
    /// The calling thread has it from now on. Only where the system has it of threads; elsewhere it is of whole
    /// processes.
    fn take(self) {
        #[cfg(target_os = "linux")]
        {
            let nice = match self {
                Urgency::Answer => 0,
                Urgency::Thought => 5,
                Urgency::Tournament => 10,
            };
            // Where it may not, the same is done later. A process that is nice as a whole stays so.
            if let Ok(own) = rustix::process::getpriority_process(None) {
                let _ = rustix::process::setpriority_process(None, own.saturating_add(nice).min(19));
            }
        }
        #[cfg(not(target_os = "linux"))]
        let _ = self;
    }
}

/// A thread of its own that works: what is done there is stopped by nobody.
///
/// # Errors
///
/// Where it cannot be started.
pub(crate) fn thread<T: Send + 'static>(
    name: String,
    urgency: Urgency,
    work: impl FnOnce(&PoolThinker) -> T + Send + 'static,
) -> io::Result<JoinHandle<T>> {
    let thread = thread::Builder::new().name(name).stack_size(STACK_SIZE);
    thread.spawn(move || {
        urgency.take();
        work(&PoolThinker::until(StopSignal::new()))
    })
}

/// Has this done on a thread of its own, where there are threads: it may need a deep stack.
///
/// # Errors
///
/// Where no thread can be started.
pub(crate) fn apart<T: Send + 'static>(
    name: &str,
    work: impl FnOnce(&PoolThinker) -> T + Send + 'static,
) -> io::Result<T> {
    #[cfg(target_family = "wasm")]
    {
        let _ = name;
        Ok(work(&PoolThinker::until(StopSignal::new())))
    }
    #[cfg(not(target_family = "wasm"))]
    Ok(thread(name.to_owned(), Urgency::Answer, work)?.join().unwrap_or_else(|panic| panic::resume_unwind(panic)))
}
