//! The threads that think: so many and no more, with a queue that ends, in which everybody has a share.

use std::{
    collections::VecDeque,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

use agon_core::{STACK_SIZE, StopSignal};
use tokio::{sync::oneshot, time};

use crate::{
    problem::Problem,
    settings::{MOST_WAITING, MOST_WAITING_OF_ONE},
};

type Work = Box<dyn FnOnce() + Send>;

/// Threads on which players are asked.
pub(crate) struct Pool {
    shared: Arc<PoolShared>,
    /// How long one question is thought about.
    longest: Duration,
}

struct PoolShared {
    state: Mutex<PoolState>,
    woken: Condvar,
}

#[derive(Default)]
struct PoolState {
    waiting: VecDeque<Task>,
    /// What makes those who think answer at once, by the number of the question.
    thinking: Vec<(u64, StopSignal)>,
    next: u64,
    is_closed: bool,
}

/// What waits for a thread.
struct Task {
    number: u64,
    /// Whose share of the queue it takes.
    share: String,
    work: Work,
    stop: StopSignal,
}

/// Whoever asked a question. When nobody waits for the answer any more, the question is withdrawn: it
/// leaves the queue, or whoever thinks about it is stopped.
#[must_use]
struct Asker {
    number: u64,
    stop: StopSignal,
    shared: Arc<PoolShared>,
}

impl Drop for Asker {
    fn drop(&mut self) {
        self.stop.give();
        let mut state = self.shared.state();
        let place = state.waiting.iter().position(|question| question.number == self.number);
        let withdrawn = place.and_then(|place| state.waiting.remove(place));
        drop(state);
        // What it holds may be large.
        drop(withdrawn);
    }
}

impl Pool {
    /// A pool of this many threads, where one question is thought about for that long at most.
    ///
    /// # Errors
    ///
    /// Where one cannot be started.
    pub(crate) fn new(threads: usize, longest: Duration) -> std::io::Result<Pool> {
        let shared = Arc::new(PoolShared { state: Mutex::default(), woken: Condvar::new() });
        for number in 0..threads.max(1) {
            let shared = Arc::clone(&shared);
            let thread = thread::Builder::new().name(format!("thinker {number}"));
            thread.stack_size(STACK_SIZE).spawn(move || shared.work())?;
        }
        Ok(Pool { shared, longest })
    }

    /// Has `work` done when its turn comes, and hands over what comes of it; nothing, where the server
    /// closes or `work` breaks down. `stop` makes it end soon, and is given when it has taken too long
    /// since it began, and as soon as nobody waits for it any more.
    ///
    /// # Errors
    ///
    /// Where too many wait already, of all or of this share.
    pub(crate) async fn think<T: Send + 'static>(
        &self,
        share: &str,
        stop: &StopSignal,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Option<T>, Problem> {
        let (begins, begun) = oneshot::channel();
        let (sender, mut done) = oneshot::channel();
        // Nobody listens any more where nobody waits.
        let work = move || {
            let _ = begins.send(());
            let _ = sender.send(work());
        };
        let asker = self.submit(share, stop, Box::new(work))?;
        // The time in the queue is no time of thinking. What never begins is done at once.
        let _ = begun.await;
        let answer = tokio::select! {
            answer = &mut done => answer,
            () = time::sleep(self.longest) => {
                stop.give();
                done.await
            }
        };
        drop(asker);
        Ok(answer.ok())
    }

    fn submit(&self, share: &str, stop: &StopSignal, work: Work) -> Result<Asker, Problem> {
        let mut state = self.shared.state();
        if state.is_closed {
            return Err(Problem::full("closing", &[]));
        }
        if MOST_WAITING <= state.waiting.len() {
            return Err(Problem::full("queue-full", &[("count", &MOST_WAITING)]));
        }
        let own = state.waiting.iter().filter(|question| question.share == share).count();
        if MOST_WAITING_OF_ONE <= own {
            return Err(Problem::full("queue-own", &[("count", &own)]));
        }
        let number = state.next;
        state.next += 1;
        state.waiting.push_back(Task { number, share: share.to_owned(), work, stop: stop.clone() });
        drop(state);
        self.shared.woken.notify_one();
        Ok(Asker { number, stop: stop.clone(), shared: Arc::clone(&self.shared) })
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
        let forgotten = std::mem::take(&mut state.waiting);
        for (_, stop) in &state.thinking {
            stop.give();
        }
        drop(state);
        drop(forgotten);
        self.shared.woken.notify_all();
    }
}

impl PoolShared {
    fn work(&self) {
        let mut state = self.state();
        loop {
            if state.is_closed {
                return;
            }
            let Some(Task { number, work, stop, .. }) = state.waiting.pop_front() else {
                state = self.woken.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
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

#[cfg(test)]
mod tests {
    use std::{
        task::{Context, Waker},
        time::{Duration, Instant},
    };

    use agon_core::StopSignal;
    use tokio::{runtime, task, time};

    use super::Pool;
    use crate::settings::MOST_WAITING_OF_ONE;

    /// So long, that only what hangs is still there afterwards.
    const EVER: Duration = Duration::from_secs(60);

    fn on_a_clock<T>(test: impl Future<Output = T>) -> T {
        runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(test)
    }

    /// Thinks until it is stopped.
    fn endless(stop: &StopSignal) -> impl FnOnce() + Send + 'static {
        let stop = stop.clone();
        move || {
            let begun = Instant::now();
            while !stop.is_given() && begun.elapsed() < EVER {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }

    /// Waits without a clock.
    async fn idle_until(holds: impl Fn() -> bool) {
        let begun = Instant::now();
        while !holds() {
            assert!(begun.elapsed() < EVER, "it never came about");
            std::thread::sleep(Duration::from_millis(1));
            task::yield_now().await;
        }
    }

    async fn until(holds: impl Fn() -> bool) {
        let begun = Instant::now();
        while !holds() {
            assert!(begun.elapsed() < EVER, "it never came about");
            time::sleep(Duration::from_millis(2)).await;
        }
    }

    #[test]
    fn time_counts_from_when_thinking_begins() {
        on_a_clock(async {
            const LONGEST: Duration = Duration::from_secs(3600);
            let pool = Pool::new(1, LONGEST).unwrap();
            let stops = [(); 3].map(|()| StopSignal::new());
            let [one, two, three] =
                stops.each_ref().map(|stop| pool.think("a", stop, endless(stop)));
            // The clock goes on here alone, and only while one of them thinks.
            time::pause();
            let hand = async {
                for (number, stop) in stops.iter().enumerate() {
                    idle_until(|| pool.load() == (1, 2 - number)).await;
                    let (begun, mut passed) = (Instant::now(), Duration::ZERO);
                    while !stop.is_given() {
                        assert!(begun.elapsed() < EVER, "it is never stopped");
                        time::advance(LONGEST / 10).await;
                        passed += LONGEST / 10;
                        std::thread::sleep(Duration::from_millis(1));
                    }
                    assert!(LONGEST <= passed, "{number} was stopped after {passed:?}");
                }
            };
            let (one, two, three, ()) = tokio::join!(one, two, three, hand);
            assert_eq!([one, two, three].map(Result::unwrap), [Some(()); 3]);
        });
    }

    #[test]
    fn what_nobody_waits_for_leaves_the_queue_or_is_stopped() {
        on_a_clock(async {
            let pool = Pool::new(1, EVER).unwrap();
            let (thinks, waits) = (StopSignal::new(), StopSignal::new());
            {
                let first = pool.think("a", &thinks, endless(&thinks));
                let second = pool.think("a", &waits, endless(&waits));
                tokio::select! {
                    _ = first => panic!("the first ended"),
                    _ = second => panic!("the second ended"),
                    () = until(|| pool.load() == (1, 1)) => {}
                }
            }
            assert!(thinks.is_given() && waits.is_given());
            assert_eq!(pool.load().1, 0);
            until(|| pool.load() == (0, 0)).await;
        });
    }

    #[test]
    fn nobody_fills_the_queue_for_the_others() {
        on_a_clock(async {
            let pool = Pool::new(1, EVER).unwrap();
            let stop = StopSignal::new();
            let mut greedy: Vec<_> = (0..2 * MOST_WAITING_OF_ONE)
                .map(|_| Box::pin(pool.think("greedy", &stop, endless(&stop))))
                .collect();
            let mut refused = 0;
            for question in &mut greedy {
                let mut context = Context::from_waker(Waker::noop());
                refused += usize::from(question.as_mut().poll(&mut context).is_ready());
            }
            assert!(MOST_WAITING_OF_ONE - 1 <= refused, "{refused}");
            let other = pool.think("other", &stop, || 7);
            let answer = async {
                until(|| MOST_WAITING_OF_ONE < pool.load().1).await;
                stop.give();
                drop(greedy);
            };
            let (other, ()) = tokio::join!(other, answer);
            assert_eq!(other.unwrap(), Some(7));
        });
    }
}
