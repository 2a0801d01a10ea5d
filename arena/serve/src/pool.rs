//! The threads that work: so many and no more, with a queue that ends, in which everybody has a share.
//!
//! Whoever is next is of the address that had its turn longest ago, and there of the name of which that is true: a
//! thousand names at one address have the turns of one address.

use std::{
    collections::HashMap,
    panic::{self, AssertUnwindSafe},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

use agon_core::{STACK_SIZE, StopSignal};
use tokio::{sync::oneshot, time};

use crate::{problem::Problem, share::GuestShare};

type Work = Box<dyn FnOnce() + Send>;

/// Threads that work.
pub(crate) struct Pool {
    shared: Arc<PoolShared>,
}

/// How large a pool is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PoolSize {
    pub(crate) threads: usize,
    /// Those that may work at a time for one address, so that others find one that does not.
    pub(crate) at_address: usize,
    /// How long one piece of work may take before it is stopped.
    pub(crate) longest: Duration,
    pub(crate) waiting: MostWaiting,
}

/// How much may wait.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MostWaiting {
    pub(crate) most: usize,
    /// Of all who ask from one address.
    pub(crate) from_address: usize,
    pub(crate) of_one: usize,
}

struct PoolShared {
    state: Mutex<PoolState>,
    woken: Condvar,
    size: PoolSize,
}

#[derive(Default)]
struct PoolState {
    /// In the order in which they came.
    waiting: Vec<Task>,
    /// What makes those who think answer at once, by the number of the question.
    thinking: Vec<(u64, StopSignal)>,
    /// How many threads they have, those included that they begin themselves: all, and those of each address.
    busy: usize,
    busy_for: HashMap<String, usize>,
    next: u64,
    /// Addresses, and guests at addresses, that wait.
    addresses: HashMap<String, QueueStanding>,
    guests: HashMap<GuestShare, QueueStanding>,
    is_closed: bool,
}

/// How somebody waits.
#[derive(Clone, Copy, Debug, Default)]
struct QueueStanding {
    /// How much of theirs.
    waiting: usize,
    /// When they last had a turn, counted in turns.
    served: u64,
}

/// What waits for a thread.
struct Task {
    number: u64,
    share: GuestShare,
    /// How many threads it takes.
    threads: usize,
    work: Work,
    stop: StopSignal,
}

impl PoolState {
    /// Whatever is next, if it finds as many threads free as it takes. What takes many has them to itself when
    /// its turn has come: others wait for that.
    fn take(&mut self, size: &PoolSize) -> Option<Task> {
        let busy_for = |address: &str| self.busy_for.get(address).copied().unwrap_or(0);
        let may_work = |task: &Task| busy_for(&task.share.address) < size.at_address;
        let turn = |task: &Task| {
            let address = self.addresses.get(&task.share.address).map_or(0, |own| own.served);
            let guest = self.guests.get(&task.share).map_or(0, |own| own.served);
            (address, guest, task.number)
        };
        let meant = self.waiting.iter().enumerate().filter(|(_, task)| may_work(task));
        let (next, _) = meant.min_by_key(|(_, task)| turn(task))?;
        if size.threads < self.busy + self.waiting[next].threads {
            return None;
        }
        self.next += 1;
        let now = self.next;
        let share = &self.waiting[next].share;
        self.addresses.entry(share.address.clone()).or_default().served = now;
        self.guests.entry(share.clone()).or_default().served = now;
        let task = self.remove(next);
        self.busy += task.threads;
        *self.busy_for.entry(task.share.address.clone()).or_default() += task.threads;
        Some(task)
    }

    fn add(&mut self, task: Task) {
        self.addresses.entry(task.share.address.clone()).or_default().waiting += 1;
        self.guests.entry(task.share.clone()).or_default().waiting += 1;
        self.waiting.push(task);
    }

    /// Takes a task out. Of those who ask for nothing more nothing is remembered.
    fn remove(&mut self, index: usize) -> Task {
        let task = self.waiting.remove(index);
        if let Some(own) = self.addresses.get_mut(&task.share.address) {
            own.waiting -= 1;
            if own.waiting == 0 {
                self.addresses.remove(&task.share.address);
            }
        }
        if let Some(own) = self.guests.get_mut(&task.share) {
            own.waiting -= 1;
            if own.waiting == 0 {
                self.guests.remove(&task.share);
            }
        }
        task
    }

    /// It is done.
    fn free(&mut self, share: &GuestShare, threads: usize) {
        self.busy -= threads;
        if let Some(own) = self.busy_for.get_mut(&share.address) {
            *own -= threads;
            if *own == 0 {
                self.busy_for.remove(&share.address);
            }
        }
    }
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
        let withdrawn = place.map(|place| state.remove(place));
        drop(state);
        if withdrawn.is_some() {
            // It may have kept others waiting that take fewer threads.
            self.shared.woken.notify_all();
        }
        // What it holds may be large.
        drop(withdrawn);
    }
}

impl Pool {
    /// A pool of that size, whose threads are called so.
    ///
    /// # Errors
    ///
    /// Where one cannot be started.
    pub(crate) fn new(name: &str, size: PoolSize) -> std::io::Result<Pool> {
        let (state, woken) = (Mutex::default(), Condvar::new());
        let shared = Arc::new(PoolShared { state, woken, size });
        for number in 0..size.threads {
            let shared = Arc::clone(&shared);
            let thread = thread::Builder::new().name(format!("{name} {number}"));
            thread.stack_size(STACK_SIZE).spawn(move || shared.work())?;
        }
        Ok(Pool { shared })
    }

    /// Has `work` done when its turn comes, and hands over what comes of it. The signal that it is given makes it
    /// end soon: when it has taken too long since it began, and as soon as nobody waits for it any more.
    ///
    /// # Errors
    ///
    /// What `work` says; or that too many wait already, of all or of this share, that the server closes, or that
    /// `work` broke down.
    pub(crate) async fn think<T: Send + 'static>(
        &self,
        share: GuestShare,
        work: impl FnOnce(&StopSignal) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.think_until(share, 1, &StopSignal::new(), work).await
    }

    /// The same, where others may give the signal too, of work that takes so many threads, one of which is the
    /// pool's: it waits until they are free.
    ///
    /// # Errors
    ///
    /// As with [`think`](Pool::think).
    pub(crate) async fn think_until<T: Send + 'static>(
        &self,
        share: GuestShare,
        threads: usize,
        stop: &StopSignal,
        work: impl FnOnce(&StopSignal) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let (begins, begun) = oneshot::channel();
        let (sender, mut done) = oneshot::channel();
        let own = stop.clone();
        // Nobody listens any more where nobody waits.
        let work = move || {
            let _ = begins.send(());
            let found = panic::catch_unwind(AssertUnwindSafe(|| work(&own)));
            let _ = sender.send(found.unwrap_or_else(|panic| Err(Problem::broken_down(&*panic))));
        };
        let asker = self.submit(share, threads, stop, Box::new(work))?;
        // The time in the queue is no time of thinking. What never begins is done at once.
        let _ = begun.await;
        let answer = tokio::select! {
            answer = &mut done => answer,
            () = time::sleep(self.shared.size.longest) => {
                stop.give();
                done.await
            }
        };
        drop(asker);
        let closing = || Problem::full("closing", &[]);
        match answer {
            Ok(Err(_)) if self.shared.state().is_closed => Err(closing()),
            Ok(answer) => answer,
            Err(_) => Err(closing()),
        }
    }

    fn submit(
        &self,
        share: GuestShare,
        threads: usize,
        stop: &StopSignal,
        work: Work,
    ) -> Result<Asker, Problem> {
        let PoolSize { threads: all, waiting: MostWaiting { most, from_address, of_one }, .. } =
            self.shared.size;
        let mut state = self.shared.state();
        if state.is_closed {
            return Err(Problem::full("closing", &[]));
        }
        if most <= state.waiting.len() {
            return Err(Problem::full("queue-full", &[("count", &most)]));
        }
        if of_one <= state.guests.get(&share).map_or(0, |own| own.waiting) {
            return Err(Problem::full("queue-own", &[("count", &of_one)]));
        }
        if from_address <= state.addresses.get(&share.address).map_or(0, |own| own.waiting) {
            return Err(Problem::full("queue-address", &[("count", &from_address)]));
        }
        let number = state.next;
        state.next += 1;
        let (threads, own) = (threads.clamp(1, all), stop.clone());
        state.add(Task { number, share, threads, work, stop: own });
        drop(state);
        // Whoever waits may wait for more threads than there are free.
        self.shared.woken.notify_all();
        Ok(Asker { number, stop: stop.clone(), shared: Arc::clone(&self.shared) })
    }

    /// How many threads there are.
    pub(crate) fn threads(&self) -> usize {
        self.shared.size.threads
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

impl Drop for Pool {
    fn drop(&mut self) {
        self.close();
    }
}

impl PoolShared {
    fn work(&self) {
        let mut state = self.state();
        loop {
            if state.is_closed {
                return;
            }
            let Some(Task { number, share, threads, work, stop }) = state.take(&self.size) else {
                state = self.woken.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            state.thinking.push((number, stop));
            drop(state);
            work();
            state = self.state();
            state.thinking.retain(|(other, _)| *other != number);
            state.free(&share, threads);
            // Others may wait for these threads, or for their turn at this address.
            if !state.waiting.is_empty() {
                self.woken.notify_all();
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, PoolState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::{
        pin::Pin,
        sync::{Arc, Mutex},
        task::{Context, Waker},
        time::{Duration, Instant},
    };

    use agon_core::StopSignal;
    use tokio::{runtime, task, time};

    use super::{MostWaiting, Pool, PoolSize};
    use crate::{problem::Problem, share::GuestShare};

    /// So long, that only what hangs is still there afterwards.
    const EVER: Duration = Duration::from_secs(60);

    fn on_a_clock<T>(test: impl Future<Output = T>) -> T {
        runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(test)
    }

    /// So many questions of one guest may wait, and so many from one address.
    const MOST_WAITING_OF_ONE: usize = 32;
    const MOST_WAITING_OF_ADDRESS: usize = 128;

    fn pool_of(threads: usize, longest: Duration) -> Pool {
        let (of_one, from_address) = (MOST_WAITING_OF_ONE, MOST_WAITING_OF_ADDRESS);
        let waiting = MostWaiting { most: 2 * from_address, from_address, of_one };
        Pool::new("test", PoolSize { threads, at_address: threads, longest, waiting }).unwrap()
    }

    /// Somebody of this name, at an address of their own.
    fn share(name: &str) -> GuestShare {
        GuestShare { address: format!("of {name}"), name: name.to_owned() }
    }

    /// A question that is asked.
    type AskedNow<'a> = Pin<Box<dyn Future<Output = Result<(), Problem>> + 'a>>;

    /// Thinks until it is stopped.
    #[expect(clippy::unnecessary_wraps, reason = "as all work it may say what is wrong")]
    fn endless(stop: &StopSignal) -> Result<(), Problem> {
        let begun = Instant::now();
        while !stop.is_given() && begun.elapsed() < EVER {
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(())
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
            let pool = pool_of(1, LONGEST);
            let stops = [(); 3].map(|()| StopSignal::new());
            let [one, two, three] =
                stops.each_ref().map(|stop| pool.think_until(share("a"), 1, stop, endless));
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
            assert_eq!([one, two, three].map(Result::unwrap), [(); 3]);
        });
    }

    #[test]
    fn what_nobody_waits_for_leaves_the_queue_or_is_stopped() {
        on_a_clock(async {
            let pool = pool_of(1, EVER);
            let (thinks, waits) = (StopSignal::new(), StopSignal::new());
            {
                let first = pool.think_until(share("a"), 1, &thinks, endless);
                let second = pool.think_until(share("a"), 1, &waits, endless);
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
    fn what_breaks_down_is_said_to_have_and_the_thread_goes_on() {
        on_a_clock(async {
            let pool = pool_of(1, EVER);
            for wanted in 0..3 {
                let broken =
                    pool.think(share("a"), |_| -> Result<(), Problem> { panic!("it broke") });
                assert!(broken.await.unwrap_err().message.contains("could not be answered"));
                assert_eq!(pool.think(share("a"), move |_| Ok(wanted)).await.unwrap(), wanted);
            }
            pool.close();
            let refused = pool.think(share("a"), |_| Ok(())).await.unwrap_err();
            assert!(refused.message.contains("closing"), "{}", refused.message);
        });
    }

    #[test]
    fn nobody_fills_the_queue_for_the_others() {
        on_a_clock(async {
            let pool = pool_of(1, EVER);
            let stop = StopSignal::new();
            let (greed, other) = (share("greedy"), share("other"));
            let mut greedy: Vec<_> = (0..2 * MOST_WAITING_OF_ONE)
                .map(|_| Box::pin(pool.think_until(greed.clone(), 1, &stop, endless)))
                .collect();
            let mut refused = 0;
            for question in &mut greedy {
                let mut context = Context::from_waker(Waker::noop());
                refused += usize::from(question.as_mut().poll(&mut context).is_ready());
            }
            assert!(MOST_WAITING_OF_ONE - 1 <= refused, "{refused}");
            let other = pool.think(other, |_| Ok(7));
            let answer = async {
                until(|| MOST_WAITING_OF_ONE < pool.load().1).await;
                stop.give();
                drop(greedy);
            };
            let (other, ()) = tokio::join!(other, answer);
            assert_eq!(other.unwrap(), 7);
        });
    }

    #[test]
    fn a_thousand_names_at_one_address_have_the_turns_of_one_address() {
        on_a_clock(async {
            let pool = pool_of(1, EVER);
            let names: Vec<GuestShare> = (0..1000)
                .map(|name| GuestShare { address: "one".to_owned(), name: name.to_string() })
                .collect();
            let (held, order) = (StopSignal::new(), Arc::new(Mutex::new(Vec::new())));
            let holder = pool.think_until(names[0].clone(), 1, &held, endless);
            let mut holder = Box::pin(holder);
            let poll = |question: &mut AskedNow<'_>| {
                question.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_ready()
            };
            assert!(!holder.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_ready());
            idle_until(|| pool.load() == (1, 0)).await;
            let noted = |share: &GuestShare| {
                let (share, order) = (share.clone(), Arc::clone(&order));
                move |_: &StopSignal| {
                    order.lock().unwrap().push(share);
                    Ok(())
                }
            };
            let mut asked: Vec<AskedNow<'_>> = Vec::new();
            for name in &names {
                asked.push(Box::pin(pool.think(name.clone(), noted(name))));
            }
            let refused =
                asked.iter_mut().filter_map(|question| poll(question).then_some(())).count();
            assert_eq!(refused, 1000 - MOST_WAITING_OF_ADDRESS);
            let (few, other) = (share("few"), share("other"));
            for own in [&few, &few, &other] {
                asked.push(Box::pin(pool.think(own.clone(), noted(own))));
                assert!(!poll(asked.last_mut().unwrap()));
            }
            held.give();
            idle_until(|| pool.load() == (0, 0)).await;
            let order = order.lock().unwrap();
            let place = |own: &GuestShare| order.iter().position(|other| other == own).unwrap();
            assert!(place(&few) < 4 && place(&other) < 4, "{:?}", &order[..8]);
            // At one address every name has a turn before any has a second.
            let mut those: Vec<&str> = order.iter().map(|own| own.name.as_str()).collect();
            those.sort_unstable();
            those.dedup();
            assert_eq!(those.len(), MOST_WAITING_OF_ADDRESS + 2);
        });
    }

    #[test]
    fn what_takes_several_threads_waits_for_them_and_no_more_are_taken_than_there_are() {
        on_a_clock(async {
            let pool = pool_of(3, EVER);
            let stops = [(); 3].map(|()| StopSignal::new());
            let one = pool.think_until(share("a"), 1, &stops[0], endless);
            let most = pool.think_until(share("b"), 9, &stops[1], endless);
            let last = pool.think_until(share("c"), 2, &stops[2], endless);
            let hand = async {
                until(|| pool.load() == (1, 2)).await;
                stops[0].give();
                until(|| pool.load() == (1, 1)).await;
                stops[1].give();
                until(|| pool.load() == (1, 0)).await;
                stops[2].give();
            };
            let (one, most, last, ()) = tokio::join!(one, most, last, hand);
            assert_eq!([one, most, last].map(Result::unwrap), [(); 3]);
        });
    }

    #[test]
    fn one_address_leaves_a_thread_to_the_others() {
        on_a_clock(async {
            let waiting = MostWaiting { most: 99, from_address: 99, of_one: 99 };
            let size = PoolSize { threads: 3, at_address: 2, longest: EVER, waiting };
            let pool = Pool::new("test", size).unwrap();
            let stop = StopSignal::new();
            let mut greedy: Vec<AskedNow<'_>> = Vec::new();
            for _ in 0..9 {
                greedy.push(Box::pin(pool.think_until(share("greedy"), 1, &stop, endless)));
            }
            for question in &mut greedy {
                let mut context = Context::from_waker(Waker::noop());
                assert!(question.as_mut().poll(&mut context).is_pending());
            }
            until(|| pool.load() == (2, 7)).await;
            for number in 0..20 {
                let other = pool.think(share("other"), move |_| Ok(number)).await;
                assert_eq!(other.unwrap(), number);
            }
            // An answer is there a moment before its thread has put itself back.
            until(|| pool.load() == (2, 7)).await;
            stop.give();
            until(|| pool.load() == (0, 0)).await;
        });
    }
}
