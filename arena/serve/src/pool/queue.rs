//! The one door for work: a fixed number of threads and a bounded queue, in which every guest has a share.
//!
//! What takes longer than a moment asks for a [`Worker`], and a worker is made here alone, on a thread that answers no
//! requests: work that would keep all others waiting does not compile. What takes as long as the request chooses, such
//! as a search, asks for a [`PoolThinker`], which a [`Pool`] lends and a [`QuickPool`] does not.
//!
//! The next thread belongs to whoever has had the [least](FairShares) while others waited, counted in slices of time: to
//! begin is one, and every further slice one more. A thread cannot be taken away from what works on it. So there are more
//! threads than work at a time: what has had its turn is in the background from then on and counts no more among those
//! that work, and what comes next begins beside it. Among the threads the system shares the time out. Where there is one
//! thread alone, as for tournaments, what has had its [turn](PoolTurn) gives way by itself.

use std::{
    collections::HashSet,
    io,
    panic::{self, AssertUnwindSafe},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use agon_core::StopSignal;
use tokio::{sync::oneshot, time};

use super::worker::{AskedFor, PoolThinker, Urgency, Worker, thread};
use crate::{
    problem::Problem,
    share::{FairShares, GuestShare},
};

/// What is done, by the number of the task.
type Work = Box<dyn FnOnce(u64) + Send>;

/// Threads that think.
pub(crate) struct Pool {
    shared: Arc<PoolShared>,
}

/// Threads for what takes little time each, such as pages: they lend a [`Worker`], and never a [`PoolThinker`].
pub(crate) struct QuickPool(Pool);

/// How large a pool is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PoolSize {
    /// How many work at a time that have not had their turn yet.
    pub(crate) threads: usize,
    /// Those of them that may work for one address, however many names it has, so that others find one that does not.
    pub(crate) at_address: usize,
    pub(crate) slice: Duration,
    /// How many whole slices a turn has.
    pub(crate) turn: u64,
    /// How long what is looked into lets games go first.
    pub(crate) patience: Duration,
    /// How much may have begun, with what has had its turn.
    pub(crate) begun: MostTasks,
    /// How much may wait.
    pub(crate) waiting: MostTasks,
    /// How long one piece of work may take before it is stopped.
    pub(crate) longest: Duration,
}

/// How many tasks there may be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MostTasks {
    pub(crate) all: usize,
    /// Of all who ask from one address.
    pub(crate) from_address: usize,
    pub(crate) of_one: usize,
}

impl MostTasks {
    /// How many tasks those have of whom there may be more: of all, of an address, of a guest.
    fn counted<'a>(share: &GuestShare, tasks: impl Iterator<Item = &'a GuestShare>) -> MostTasks {
        tasks.fold(MostTasks { all: 0, from_address: 0, of_one: 0 }, |told, own| MostTasks {
            all: told.all + 1,
            from_address: told.from_address + usize::from(own.address == share.address),
            of_one: told.of_one + usize::from(own == share),
        })
    }
}

struct PoolShared {
    state: Mutex<PoolState>,
    /// A thread may find something to do.
    woken: Condvar,
    /// Slices are counted.
    counted: Condvar,
    size: PoolSize,
}

#[derive(Default)]
struct PoolState {
    /// In the order in which they came.
    waiting: Vec<Task>,
    begun: Vec<BegunTask>,
    shares: FairShares,
    /// Whose turn was last.
    last: Option<GuestShare>,
    next: u64,
    is_closed: bool,
}

/// What waits for a thread.
struct Task {
    number: u64,
    share: GuestShare,
    /// How many threads it takes.
    threads: usize,
    wanted: AskedFor,
    since: Instant,
    work: Work,
    stop: StopSignal,
}

impl Task {
    /// Whether it goes before what is looked into.
    fn is_first(&self, size: &PoolSize, now: Instant) -> bool {
        self.wanted == AskedFor::Game || size.patience <= now.duration_since(self.since)
    }
}

/// What a thread works on.
struct BegunTask {
    number: u64,
    share: GuestShare,
    /// How many threads it has, those included that it begins itself.
    threads: usize,
    /// How many ends of slices it has seen.
    slices: u64,
    stop: StopSignal,
}

impl BegunTask {
    /// Whether it has had this many whole slices: that it began within one is no slice.
    fn had(&self, slices: u64) -> bool {
        slices < self.slices
    }
}

impl PoolState {
    /// Whatever is next, if it finds as many threads free as it takes. What takes many has them to itself when
    /// its turn has come: others wait for that, of its address where that has too few, and otherwise all.
    fn take(&mut self, size: &PoolSize) -> Option<Task> {
        let next = self.next_of_all(size)?;
        if size.threads < self.busy(size, |_| true) + self.waiting[next].threads {
            return None;
        }
        let task = self.waiting.remove(next);
        let (share, stop) = (task.share.clone(), task.stop.clone());
        let much = u64::from(self.is_waited_for(&share));
        self.shares.charge(&share, much);
        self.last = Some(share.clone());
        let Task { number, threads, .. } = task;
        self.begun.push(BegunTask { number, share, threads, slices: 0, stop });
        let Self { waiting, begun, shares, .. } = self;
        shares.forget(&present(waiting, begun));
        Some(task)
    }

    /// Where that stands whose turn it is: of what may begin, first what a game waits for, but not twice for the
    /// same guest, so that many games leave room for what others look into.
    fn next_of_all(&self, size: &PoolSize) -> Option<usize> {
        let (mut seen, mut open, now) = (HashSet::new(), Vec::new(), Instant::now());
        for is_first in [true, false] {
            for (place, task) in self.waiting.iter().enumerate() {
                // Of each guest what came first.
                if task.is_first(size, now) == is_first && self.may_begin(task, size) && seen.insert(&task.share) {
                    open.push((place, &task.share));
                }
            }
        }
        open.sort_unstable_by_key(|(place, _)| *place);
        loop {
            let is_game = |(place, share): &(usize, &GuestShare)| {
                self.waiting[*place].is_first(size, now) && self.last.as_ref() != Some(share)
            };
            let first = self.shares.first(open.iter().copied().filter(is_game));
            let next = first.or_else(|| self.shares.first(open.iter().copied()))?;
            let task = &self.waiting[next];
            let busy = self.busy(size, |own| own.share.address == task.share.address);
            if busy + task.threads <= size.at_address {
                return Some(next);
            }
            open.retain(|(_, share)| share.address != task.share.address);
        }
    }

    /// Whether its guest and its address may have more begin. What is looked into leaves room for a game, unless that
    /// is all there is.
    fn may_begin(&self, task: &Task, size: &PoolSize) -> bool {
        let left = usize::from(task.wanted == AskedFor::Study);
        let now = MostTasks::counted(&task.share, self.begun.iter().map(|own| &own.share));
        let MostTasks { all, from_address, of_one } = size.begun;
        let counts = [(now.all, all), (now.from_address, from_address), (now.of_one, of_one)];
        counts.into_iter().all(|(now, most)| now < most.saturating_sub(left).max(1))
    }

    /// How many threads work for such tasks that have not had their turn.
    fn busy(&self, size: &PoolSize, is_meant: impl Fn(&BegunTask) -> bool) -> usize {
        let own = self.begun.iter().filter(|own| !own.had(size.turn) && is_meant(own));
        own.map(|own| own.threads).sum()
    }

    /// Whether another guest waits while this one is worked for. Only then is that told against a share: who had
    /// everything because nobody else wanted it took it from nobody.
    fn is_waited_for(&self, share: &GuestShare) -> bool {
        self.waiting.iter().any(|task| task.share != *share)
    }

    /// A slice is over.
    fn count(&mut self) {
        for place in 0..self.begun.len() {
            self.begun[place].slices += 1;
            let share = &self.begun[place].share;
            if self.is_waited_for(share) {
                self.shares.charge(share, 1);
            }
        }
    }
}

/// The shares of all that wait or are worked for.
fn present<'a>(waiting: &'a [Task], begun: &'a [BegunTask]) -> impl Iterator<Item = &'a GuestShare> + Clone {
    let waiting = waiting.iter().map(|task| &task.share);
    waiting.chain(begun.iter().map(|own| &own.share))
}

/// The asker of a question. When nobody waits for the answer any more, the question is withdrawn: it
/// leaves the queue, or the thread that thinks about it is stopped.
#[must_use]
pub(crate) struct Asker {
    number: u64,
    stop: StopSignal,
    shared: Arc<PoolShared>,
}

impl Asker {
    /// It waits for its turn no more; `false` where it did not.
    pub(crate) fn leave(&self) -> bool {
        let mut state = self.shared.state();
        let place = state.waiting.iter().position(|question| question.number == self.number);
        let withdrawn = place.map(|place| state.waiting.remove(place));
        drop(state);
        if withdrawn.is_some() {
            // It may have kept others waiting that take fewer threads.
            self.shared.woken.notify_all();
        }
        // What it holds may be large.
        withdrawn.is_some()
    }
}

impl Drop for Asker {
    fn drop(&mut self) {
        self.stop.give();
        self.leave();
    }
}

/// The turn of what works.
pub(crate) struct PoolTurn {
    number: u64,
    shared: Arc<PoolShared>,
}

impl PoolTurn {
    /// Whether it is time for the next: it has been long enough, and others wait.
    pub(crate) fn is_up(&self) -> bool {
        self.is_up_since(Duration::ZERO)
    }

    /// Whether that is so for at least this time.
    pub(crate) fn is_up_since(&self, time: Duration) -> bool {
        let PoolSize { slice, turn, .. } = self.shared.size;
        let slices = turn + time.as_nanos().div_ceil(slice.as_nanos()) as u64;
        let state = self.shared.state();
        let mut begun = state.begun.iter();
        !state.waiting.is_empty() && begun.any(|own| own.number == self.number && own.had(slices))
    }
}

impl Pool {
    /// A pool of that size, whose threads are called so and are so urgent.
    ///
    /// # Errors
    ///
    /// Where one cannot be started.
    pub(crate) fn new(name: &str, urgency: Urgency, size: PoolSize) -> io::Result<Pool> {
        let (woken, counted) = (Condvar::new(), Condvar::new());
        let pool = Pool { shared: Arc::new(PoolShared { state: Mutex::default(), woken, counted, size }) };
        for number in 0..size.begun.all {
            let shared = Arc::clone(&pool.shared);
            thread(format!("{name} {number}"), urgency, move |_| shared.work())?;
        }
        let shared = Arc::clone(&pool.shared);
        thread(format!("{name} slices"), Urgency::Answer, move |_| shared.count())?;
        Ok(pool)
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
        self.think_until((share, AskedFor::Study), 1, &StopSignal::new(), work).await
    }

    /// The same for work that is asked for so, this number of threads, one of which is the pool's, and which others
    /// may stop by the signal too. It waits until the threads are free.
    ///
    /// # Errors
    ///
    /// As with [`think`](Pool::think).
    pub(crate) async fn think_until<T: Send + 'static>(
        &self,
        whose: (GuestShare, AskedFor),
        threads: usize,
        stop: &StopSignal,
        work: impl FnOnce(&PoolThinker) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let (begins, begun) = oneshot::channel();
        let (sender, mut done) = oneshot::channel();
        let thinker = PoolThinker::until(stop.clone());
        // Nobody listens any more where nobody waits.
        let work = move |_| {
            let _ = begins.send(());
            let found = panic::catch_unwind(AssertUnwindSafe(|| work(&thinker)));
            let _ = sender.send(found.unwrap_or_else(|panic| Err(Problem::broken_down(&*panic))));
        };
        let asker = self.submit(whose, threads, stop, Box::new(work))?;
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
        let is_closed = || self.shared.state().is_closed;
        match answer {
            Ok(Ok(found)) => Ok(found),
            Ok(Err(_)) | Err(_) if is_closed() => Err(Problem::full("closing", &[])),
            Ok(Err(problem)) => Err(problem),
            Err(_) => Err(Problem::full("ended", &[])),
        }
    }

    /// Has `work` done when its turn comes. It asks its turn whether others wait, and can be [withdrawn](Asker::leave)
    /// until it begins. It may not break down.
    ///
    /// # Errors
    ///
    /// That too many wait already, of all or of this share, or that the server closes.
    pub(crate) fn begin(
        &self,
        share: GuestShare,
        work: impl FnOnce(&Worker, &Arc<PoolTurn>) + Send + 'static,
    ) -> Result<Asker, Problem> {
        let (stop, shared) = (StopSignal::new(), Arc::clone(&self.shared));
        let thinker = PoolThinker::until(stop.clone());
        let work = move |number| work(&thinker, &Arc::new(PoolTurn { number, shared }));
        self.submit((share, AskedFor::Study), 1, &stop, Box::new(work))
    }

    fn submit(
        &self,
        (share, wanted): (GuestShare, AskedFor),
        threads: usize,
        stop: &StopSignal,
        work: Work,
    ) -> Result<Asker, Problem> {
        let MostTasks { all, from_address, of_one } = self.shared.size.waiting;
        let mut state = self.shared.state();
        if state.is_closed {
            return Err(Problem::full("closing", &[]));
        }
        let now = MostTasks::counted(&share, state.waiting.iter().map(|task| &task.share));
        if all <= now.all {
            return Err(Problem::full("queue-full", &[("count", &all)]));
        }
        if of_one <= now.of_one {
            return Err(Problem::full("queue-own", &[("count", &of_one)]));
        }
        if from_address <= now.from_address {
            return Err(Problem::full("queue-address", &[("count", &from_address)]));
        }
        let number = state.next;
        state.next += 1;
        let PoolState { waiting, begun, shares, .. } = &mut *state;
        shares.come(&share, present(waiting, begun));
        let (threads, own) = (threads.clamp(1, self.at_most()), stop.clone());
        waiting.push(Task { number, share, threads, wanted, since: Instant::now(), work, stop: own });
        drop(state);
        // Whatever is next now, one thread takes it.
        self.shared.woken.notify_one();
        Ok(Asker { number, stop: stop.clone(), shared: Arc::clone(&self.shared) })
    }

    /// How many threads one address, and so one guest, may have at a time.
    pub(crate) fn at_most(&self) -> usize {
        self.shared.size.at_address
    }

    /// How many think, also in the background, and how many wait.
    pub(crate) fn load(&self) -> (usize, usize) {
        let state = self.shared.state();
        (state.begun.len(), state.waiting.len())
    }

    /// All that works, and all that waits: whose it is, how many threads it takes, and whether it has begun.
    pub(crate) fn tasks(&self) -> Vec<(GuestShare, usize, bool)> {
        let state = self.shared.state();
        let begun = state.begun.iter().map(|own| (own.share.clone(), own.threads, true));
        let waiting = state.waiting.iter().map(|own| (own.share.clone(), own.threads, false));
        begun.chain(waiting).collect()
    }

    /// Ends all that works or waits for a guest: what has begun is stopped, and what waits leaves the queue.
    pub(crate) fn end(&self, share: &GuestShare) {
        let mut state = self.shared.state();
        let is_meant = |task: &mut Task| task.share == *share;
        let gone: Vec<Task> = state.waiting.extract_if(.., is_meant).collect();
        for own in state.begun.iter().filter(|own| own.share == *share) {
            own.stop.give();
        }
        drop(state);
        // What they hold may be large.
        drop(gone);
        self.shared.woken.notify_all();
    }

    /// So many slices pass.
    #[cfg(test)]
    fn pass(&self, slices: usize) {
        (0..slices).for_each(|_| self.shared.state().count());
        self.shared.woken.notify_all();
    }

    /// How much it was ever asked for.
    #[cfg(test)]
    pub(crate) fn asked(&self) -> u64 {
        self.shared.state().next
    }

    /// Has everybody answer at once, and takes nothing more.
    pub(crate) fn close(&self) {
        let mut state = self.shared.state();
        state.is_closed = true;
        let forgotten = std::mem::take(&mut state.waiting);
        for own in &state.begun {
            own.stop.give();
        }
        drop(state);
        drop(forgotten);
        self.shared.woken.notify_all();
        self.shared.counted.notify_all();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.close();
    }
}

impl QuickPool {
    /// A pool of that size.
    ///
    /// # Errors
    ///
    /// Where a thread cannot be started.
    pub(crate) fn new(size: PoolSize) -> io::Result<QuickPool> {
        Pool::new("quick", Urgency::Answer, size).map(QuickPool)
    }

    /// Has `work` done when its turn comes, as [`Pool::think`] does.
    ///
    /// # Errors
    ///
    /// As with [`Pool::think`].
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        whose: (GuestShare, AskedFor),
        work: impl FnOnce(&Worker) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.0.think_until(whose, 1, &StopSignal::new(), move |thinker| work(thinker)).await
    }

    /// How much it was ever asked for.
    #[cfg(test)]
    pub(crate) fn asked(&self) -> u64 {
        self.0.asked()
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
            let is_first = state.begun.is_empty();
            let Some(Task { number, work, .. }) = state.take(&self.size) else {
                state = self.woken.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            if is_first {
                self.counted.notify_one();
            }
            // What ended may have made room for several. They begin one after another, each wakes the next.
            if !state.waiting.is_empty() && state.busy(&self.size, |_| true) < self.size.threads {
                self.woken.notify_one();
            }
            drop(state);
            work(number);
            state = self.state();
            state.begun.retain(|own| own.number != number);
        }
    }

    /// Counts slices while something works.
    fn count(&self) {
        let mut state = self.state();
        while !state.is_closed {
            if state.begun.is_empty() {
                state = self.counted.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            let begun = Instant::now();
            while !state.is_closed && begun.elapsed() < self.size.slice {
                let left = self.size.slice.saturating_sub(begun.elapsed());
                let waited = self.counted.wait_timeout(state, left);
                state = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
            state.count();
            // What has had its turn makes room.
            if !state.waiting.is_empty() {
                self.woken.notify_one();
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, PoolState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
