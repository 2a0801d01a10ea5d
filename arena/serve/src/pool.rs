//! The one door for work: a fixed number of threads and a bounded queue, in which every guest has a share.
//!
//! What takes longer than a moment asks for a [`Worker`], and a worker is made here alone, on a thread that answers no
//! requests: work that would keep all others waiting does not compile. What takes as long as the request chooses, such
//! as a search, asks for a [`PoolThinker`], which a [`Pool`] lends and a [`PageDesk`] does not.
//!
//! The next task belongs to the address that had its turn longest ago, and there to the name that had its turn longest
//! ago: a thousand names at one address have the turns of one address.

mod worker;

use std::{
    collections::{HashMap, HashSet},
    hash::Hash,
    io,
    panic::{self, AssertUnwindSafe},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use agon_core::StopSignal;
use tokio::{sync::oneshot, time};

pub(crate) use self::worker::{PoolThinker, Urgency, Worker, thread};
use crate::{problem::Problem, share::GuestShare};

type Work = Box<dyn FnOnce() + Send>;

/// Threads that think.
pub(crate) struct Pool {
    shared: Arc<PoolShared>,
}

/// Threads for what takes little time each, such as pages: they lend a [`Worker`], and never a [`PoolThinker`].
pub(crate) struct PageDesk(Pool);

/// How large a pool is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PoolSize {
    pub(crate) threads: usize,
    /// Those that may work at a time for one address, however many names it has, so that others find one that does not.
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
    /// How many threads they have, those included that they begin themselves.
    busy: usize,
    next: u64,
    /// Addresses, and guests at addresses, that wait or are worked for.
    addresses: HashMap<String, QueueStanding>,
    guests: HashMap<GuestShare, QueueStanding>,
    is_closed: bool,
}

/// What somebody has of the pool.
#[derive(Clone, Copy, Debug, Default)]
struct QueueStanding {
    /// How much of theirs waits.
    waiting: usize,
    /// How many threads work for them.
    busy: usize,
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
    /// its turn has come: others wait for that, of its address where that has too few, and otherwise all.
    fn take(&mut self, size: &PoolSize) -> Option<Task> {
        let next = self.next_of_all(size.at_address)?;
        if size.threads < self.busy + self.waiting[next].threads {
            return None;
        }
        self.next += 1;
        let (now, task) = (self.next, self.waiting.remove(next));
        self.count(&task.share, |own| {
            *own = QueueStanding {
                waiting: own.waiting - 1,
                busy: own.busy + task.threads,
                served: now,
            };
        });
        self.busy += task.threads;
        Some(task)
    }

    /// Where that stands whose turn it is: of the addresses that may have as many threads as their next takes.
    fn next_of_all(&self, at_address: usize) -> Option<usize> {
        let address = |task: &Task| self.addresses.get(&task.share.address).copied();
        let (mut seen, mut firsts) = (HashSet::new(), HashMap::new());
        for (place, task) in self.waiting.iter().enumerate() {
            // Of each guest what came first, and of each address the guest who had a turn longest ago.
            if seen.insert(&task.share) {
                let served = self.guests.get(&task.share).map_or(0, |own| own.served);
                let own = (served, task.number, place);
                let first = firsts.entry(task.share.address.as_str()).or_insert(own);
                *first = own.min(*first);
            }
        }
        let firsts = firsts.into_values().map(|(_, number, place)| {
            let task = &self.waiting[place];
            (address(task).unwrap_or_default(), number, place, task.threads)
        });
        let fitting = firsts.filter(|(own, _, _, threads)| own.busy + threads <= at_address);
        let next = fitting.min_by_key(|(own, number, ..)| (own.served, *number));
        next.map(|(_, _, place, _)| place)
    }

    fn add(&mut self, task: Task) {
        self.count(&task.share, |own| own.waiting += 1);
        self.waiting.push(task);
    }

    /// Takes out what waits no more.
    fn remove(&mut self, place: usize) -> Task {
        let task = self.waiting.remove(place);
        self.count(&task.share, |own| own.waiting -= 1);
        task
    }

    /// It is done.
    fn free(&mut self, share: &GuestShare, threads: usize) {
        self.busy -= threads;
        self.count(share, |own| own.busy -= threads);
    }

    /// Counts something of a guest, and of its address. Of those who have nothing here nothing is remembered.
    fn count(&mut self, share: &GuestShare, change: impl Fn(&mut QueueStanding)) {
        fn counted<K: Eq + Hash + Clone>(
            all: &mut HashMap<K, QueueStanding>,
            key: &K,
            change: impl Fn(&mut QueueStanding),
        ) {
            let own = all.entry(key.clone()).or_default();
            change(own);
            if (own.waiting, own.busy) == (0, 0) {
                all.remove(key);
            }
        }
        counted(&mut self.addresses, &share.address, &change);
        counted(&mut self.guests, share, &change);
    }
}

/// The asker of a question. When nobody waits for the answer any more, the question is withdrawn: it
/// leaves the queue, or the thread that thinks about it is stopped.
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
    /// A pool of that size, whose threads are called so and are so urgent.
    ///
    /// # Errors
    ///
    /// Where one cannot be started.
    pub(crate) fn new(name: &str, urgency: Urgency, size: PoolSize) -> io::Result<Pool> {
        let (state, woken) = (Mutex::default(), Condvar::new());
        let shared = Arc::new(PoolShared { state, woken, size });
        for number in 0..size.threads {
            let shared = Arc::clone(&shared);
            thread(format!("{name} {number}"), urgency, move |_| shared.work())?;
        }
        Ok(Pool { shared })
    }

    /// Has `work` done when its turn comes, and hands over what comes of it. Its worker's signal makes it end soon:
    /// when it has taken too long since it began, and as soon as nobody waits for it any more.
    ///
    /// # Errors
    ///
    /// What `work` says; or that too many wait already, of all or of this share, that the server closes, or that
    /// `work` broke down.
    pub(crate) async fn think<T: Send + 'static>(
        &self,
        share: GuestShare,
        work: impl FnOnce(&PoolThinker) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.think_until(share, 1, &StopSignal::new(), work).await
    }

    /// The same for work that takes this number of threads, one of which is the pool's, and which others may stop
    /// by the signal too. It waits until the threads are free.
    ///
    /// # Errors
    ///
    /// As with [`think`](Pool::think).
    pub(crate) async fn think_until<T: Send + 'static>(
        &self,
        share: GuestShare,
        threads: usize,
        stop: &StopSignal,
        work: impl FnOnce(&PoolThinker) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let (begins, begun) = oneshot::channel();
        let (sender, mut done) = oneshot::channel();
        let thinker = PoolThinker::until(stop.clone());
        // Nobody listens any more where nobody waits.
        let work = move || {
            let _ = begins.send(());
            let found = panic::catch_unwind(AssertUnwindSafe(|| work(&thinker)));
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
        let MostWaiting { most, from_address, of_one } = self.shared.size.waiting;
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
        let (threads, own) = (threads.clamp(1, self.at_most()), stop.clone());
        state.add(Task { number, share, threads, work, stop: own });
        drop(state);
        // Whatever is next now, one thread takes it.
        self.shared.woken.notify_one();
        Ok(Asker { number, stop: stop.clone(), shared: Arc::clone(&self.shared) })
    }

    /// How many threads one address, and so one guest, may have at a time.
    pub(crate) fn at_most(&self) -> usize {
        self.shared.size.at_address
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

impl PageDesk {
    /// A desk of that size.
    ///
    /// # Errors
    ///
    /// Where a thread cannot be started.
    pub(crate) fn new(size: PoolSize) -> io::Result<PageDesk> {
        Pool::new("desk", Urgency::Answer, size).map(PageDesk)
    }

    /// Has `work` done when its turn comes, as [`Pool::think`] does.
    ///
    /// # Errors
    ///
    /// As with [`Pool::think`].
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        share: GuestShare,
        work: impl FnOnce(&Worker) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.0.think(share, move |thinker| work(thinker)).await
    }

    /// Takes nothing more.
    pub(crate) fn close(&self) {
        self.0.close();
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
            // One that becomes free takes what it was the last to be missing for. Where there are more, others may
            // begin as well.
            if 1 < threads && !state.waiting.is_empty() {
                self.woken.notify_all();
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, PoolState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
