//! Plays the games of a plan on all cores and hands in the records in the order of the plan.
//!
//! Workers claim runs of neighbouring games, longer runs the faster the games are. Whoever
//! finishes a run hands in all that is next in order, so there is no thread that only collects.
//! How far anybody runs ahead is bounded, and so is memory. Whatever the number of threads, the
//! desk sees the same records in the same order.

use std::{
    collections::BTreeMap,
    io,
    ops::ControlFlow,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use agon_core::AnyPosition;

use crate::{
    ask::spec::FaultRule,
    plan::{
        book::Chosen,
        schedule::{Fixture, Plan, Shard},
        stop::is_enough,
    },
    play::{
        record::{Ending, Record},
        referee::Referee,
        watch::Watch,
    },
    tally::score::Score,
};

/// Where records are handed in.
pub trait Desk: Send + 'static {
    /// Takes the record of the next game of the plan. `bytes` are its canonical bytes, of which
    /// the first `act` are the game itself. A break ends the run: no later game is handed in.
    ///
    /// # Errors
    ///
    /// Where the record can't be kept; the run stops.
    fn take(&mut self, game: &Handed<'_>) -> io::Result<ControlFlow<()>>;

    /// Some games were handed in, and no more are ready at the moment.
    ///
    /// # Errors
    ///
    /// Where what was taken can't be kept; the run stops.
    fn settle(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// What has been taken so far adds up to this. Where rounds depend on results, this decides.
    fn score(&self) -> &Score;
}

/// One game at the desk.
#[derive(Clone, Copy, Debug)]
pub struct Handed<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// The game's place in it.
    pub fixture: &'a Fixture,
    /// How it went.
    pub record: &'a Record,
    /// The canonical bytes of the record.
    pub bytes: &'a [u8],
    /// How many of the bytes are the game itself.
    pub act: usize,
}

impl Handed<'_> {
    /// The opening that was chosen for it, if it was.
    pub fn chosen(&self) -> Option<&Chosen> {
        self.plan.openings(self.fixture.section).chosen(self.fixture.opening)
    }

    /// The text of the position where its moves begin, if that is not the initial one.
    pub fn position(&self) -> Option<&str> {
        self.chosen().and_then(|chosen| chosen.position.as_deref())
    }

    /// The position where its moves begin.
    pub fn base(&self) -> AnyPosition {
        self.plan.openings(self.fixture.section).base(self.fixture.opening)
    }
}

/// How a run ended.
#[derive(Debug)]
pub enum Run {
    /// All games were played.
    Done,
    /// The desk asked for no more, or the tournament's stopping rule did.
    Enough,
    /// A player was at fault in this game, and the tournament was to stop there.
    Fault(u64),
    /// Somebody asked to stop; what was running was finished and handed in.
    Interrupted,
    /// A record could not be kept, or the arena itself failed.
    Failed(io::Error),
}

/// What is to be played, and how.
pub struct Job {
    /// The plan.
    pub plan: Arc<Plan>,
    /// The part of it to play.
    pub shard: Shard,
    /// How many games of that part were played earlier; the desk has taken them.
    pub from: u64,
    /// How many threads play.
    pub jobs: usize,
    /// Asked now and then whether to stop.
    pub interrupted: Arc<dyn Fn() -> bool + Send + Sync>,
}

impl Job {
    /// All games of `plan`, on `jobs` threads.
    pub fn whole(plan: Arc<Plan>, jobs: usize) -> Job {
        Job { plan, shard: Shard::WHOLE, from: 0, jobs, interrupted: Arc::new(|| false) }
    }

    /// Plays, and gives the desk back, with the plan as far as it is known then.
    pub fn run<D: Desk>(mut self, mut desk: D) -> (D, Arc<Plan>, Run) {
        loop {
            let to = self.plan.shard_games(self.shard);
            let plan = Arc::clone(&self.plan);
            let next =
                Job { plan: Arc::clone(&plan), interrupted: Arc::clone(&self.interrupted), ..self };
            let run;
            (desk, run) = next.play(to, desk);
            let Run::Done = run else { return (desk, plan, run) };
            match plan.extend(desk.score()) {
                Ok(Some(longer)) => {
                    self.plan = Arc::new(longer);
                    self.from = to;
                }
                Ok(None) => return (desk, plan, Run::Done),
                Err(error) => return (desk, plan, Run::Failed(io::Error::other(error))),
            }
        }
    }

    fn play<D: Desk>(self, to: u64, desk: D) -> (D, Run) {
        let jobs = self.jobs.max(1);
        let shared = Arc::new(Shared {
            window: jobs * WINDOW,
            to,
            state: Mutex::new(State {
                next: self.from,
                handed_in: self.from,
                workers: jobs,
                ..State::default()
            }),
            changed: Condvar::new(),
            desk: Mutex::new(Some(desk)),
            job: self,
        });
        let mut watches: Vec<_> = (0..jobs).map(|_| start(&shared)).collect();
        shared.wait(&mut watches)
    }
}

/// So many runs per thread may wait for an earlier one.
const WINDOW: usize = 8;
/// A run of games should take about this long.
const RUN_TIME: Duration = Duration::from_millis(4);
/// No run has more games than this.
const LONGEST_RUN: u64 = 4096;

/// How often the watchdog looks.
const LOOK: Duration = Duration::from_millis(10);

/// Starts a worker.
fn start<D: Desk>(shared: &Arc<Shared<D>>) -> Arc<Watch> {
    let (worker, watch) = (Arc::clone(shared), Arc::new(Watch::default()));
    let own = Arc::clone(&watch);
    thread::spawn(move || {
        let _leaving = Leaving(&worker, &own);
        worker.work(&own);
    });
    watch
}

struct Shared<D> {
    job: Job,
    /// How many games there will be in the end.
    to: u64,
    window: usize,
    state: Mutex<State>,
    changed: Condvar,
    /// Taken out when all is over.
    desk: Mutex<Option<D>>,
}

#[derive(Default)]
struct State {
    /// The first game nobody has claimed.
    next: u64,
    /// The first game that is not handed in.
    handed_in: u64,
    /// How many claimed runs are not handed in.
    outstanding: usize,
    /// Finished runs, by their first game.
    finished: BTreeMap<u64, Batch>,
    /// Whether somebody stands at the desk.
    is_desk_busy: bool,
    /// Why nothing more is to be claimed.
    ended: Option<Run>,
    workers: usize,
    spare: Vec<Vec<u8>>,
}

/// The records of a run of games.
struct Batch {
    games: u64,
    bytes: Vec<u8>,
}

impl<D: Desk> Shared<D> {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, watch: &Arc<Watch>) {
        let mut referee = Referee::new(&self.job.plan);
        if self.is_timed() {
            referee = referee.watched(Arc::clone(watch));
        }
        let mut length = 1;
        while let Some((first, games, mut bytes)) = self.claim(length) {
            let started = Instant::now();
            for index in first..first + games {
                let number = self.job.plan.shard_number(self.job.shard, index);
                if self.is_timed() {
                    watch.begin(index, number);
                }
                referee.play(number).encode(&mut bytes);
            }
            if self.is_timed() && watch.is_given_up() {
                return;
            }
            let taken = started.elapsed();
            // A game that is cut off must not take others with it.
            if self.is_timed() {
                length = 1;
            } else if taken < RUN_TIME / 2 && games == length {
                length = (length * 2).min(LONGEST_RUN);
            } else if RUN_TIME * 2 < taken {
                length = (length / 2).max(1);
            }
            self.hand_in(first, Batch { games, bytes });
        }
    }

    /// Whether players have time limits, and so a watchdog.
    fn is_timed(&self) -> bool {
        self.job.plan.tournament().sections.iter().any(|section| section.move_time.is_some())
    }

    /// The next run of at most `length` games, and room for its records.
    fn claim(&self, length: u64) -> Option<(u64, u64, Vec<u8>)> {
        let mut state = self.state();
        loop {
            if state.ended.is_none() && (self.job.interrupted)() {
                state.ended = Some(Run::Interrupted);
            }
            let left = self.to.saturating_sub(state.next);
            if state.ended.is_some() || left == 0 {
                return None;
            }
            if state.outstanding < self.window {
                // Towards the end runs are short, so that all threads end at about one time.
                let games = length.min(left.div_ceil(2 * self.job.jobs.max(1) as u64));
                let first = state.next;
                state.next += games;
                state.outstanding += 1;
                let mut bytes = state.spare.pop().unwrap_or_default();
                bytes.clear();
                return Some((first, games, bytes));
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Puts a run where it belongs, and takes to the desk whatever is next in order.
    fn hand_in(&self, first: u64, batch: Batch) {
        let mut state = self.state();
        state.finished.insert(first, batch);
        if state.is_desk_busy {
            return;
        }
        state.is_desk_busy = true;
        while let Some(batch) = take_next(&mut state) {
            let deaf = matches!(state.ended, Some(Run::Enough | Run::Fault(_) | Run::Failed(_)));
            let is_last = !state.finished.contains_key(&(state.handed_in + batch.games));
            drop(state);
            let told = if deaf { None } else { self.present(&batch, is_last) };
            state = self.state();
            if let Some(run) = told {
                state.ended = Some(run);
            }
            state.handed_in += batch.games;
            state.outstanding -= 1;
            state.spare.push(batch.bytes);
            self.changed.notify_all();
        }
        state.is_desk_busy = false;
    }

    /// Hands one run in; says why no more shall come, if so.
    fn present(&self, batch: &Batch, is_last: bool) -> Option<Run> {
        let mut desk = self.desk.lock().unwrap_or_else(PoisonError::into_inner);
        let desk = desk.as_mut()?;
        let (mut fixture, mut record) = (Fixture::default(), Record::default());
        let mut bytes = &batch.bytes[..];
        let mut told = None;
        while !bytes.is_empty() && told.is_none() {
            let (rest, act) = record.decode(bytes).expect("the bytes were encoded just now");
            self.job.plan.fill(record.number, &mut fixture);
            let bytes_of_this = &bytes[..bytes.len() - rest.len()];
            let (plan, fixture, record) = (&*self.job.plan, &fixture, &record);
            let handed = Handed { plan, fixture, record, bytes: bytes_of_this, act };
            match desk.take(&handed) {
                Ok(ControlFlow::Continue(())) => {
                    if is_stopping(plan, record) {
                        told = Some(Run::Fault(record.number));
                    } else if is_enough(plan, fixture, desk.score()) {
                        told = Some(Run::Enough);
                    }
                }
                Ok(ControlFlow::Break(())) => told = Some(Run::Enough),
                Err(error) => told = Some(Run::Failed(error)),
            }
            bytes = rest;
        }
        let is_time = is_last || told.is_some();
        match if is_time { desk.settle() } else { Ok(()) } {
            Ok(()) => told,
            Err(error) => Some(Run::Failed(error)),
        }
    }

    /// Waits until every worker has left, and takes the desk home.
    fn wait(self: &Arc<Self>, watches: &mut [Arc<Watch>]) -> (D, Run) {
        let mut state = self.state();
        while 0 < state.workers {
            if !self.is_timed() {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            let waited = self.changed.wait_timeout(state, LOOK);
            drop(waited.unwrap_or_else(PoisonError::into_inner));
            for watch in &mut *watches {
                if let Some((index, record)) = watch.give_up(&self.job.plan) {
                    let mut bytes = Vec::new();
                    record.encode(&mut bytes);
                    self.hand_in(index, Batch { games: 1, bytes });
                    *watch = start(self);
                }
            }
            state = self.state();
        }
        let is_all = state.handed_in == self.to;
        let run = match state.ended.take() {
            None | Some(Run::Interrupted) if is_all => Run::Done,
            Some(run) => run,
            None => Run::Failed(io::Error::other("a thread of the arena broke down")),
        };
        drop(state);
        let desk = self.desk.lock().unwrap_or_else(PoisonError::into_inner).take();
        (desk.expect("the desk is taken home once"), run)
    }
}

/// Whether the tournament was to stop at a game such as this.
pub fn is_stopping(plan: &Plan, record: &Record) -> bool {
    plan.tournament().faults == FaultRule::Stop && matches!(record.ending, Ending::Forfeit(..))
}

fn take_next(state: &mut State) -> Option<Batch> {
    let next = state.handed_in;
    state.finished.remove(&next)
}

/// Signs a worker out, also when it panics.
struct Leaving<'a, D>(&'a Shared<D>, &'a Watch);

impl<D> Drop for Leaving<'_, D> {
    fn drop(&mut self) {
        if self.1.is_given_up() {
            // Another has taken its place.
            return;
        }
        let mut state = self.0.state.lock().unwrap_or_else(PoisonError::into_inner);
        if thread::panicking() {
            let broke = io::Error::other("a thread of the arena broke down");
            state.ended.get_or_insert(Run::Failed(broke));
            // Nobody waits for what this one had claimed.
            state.outstanding = 0;
        }
        state.workers -= 1;
        self.0.changed.notify_all();
    }
}
