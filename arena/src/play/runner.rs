//! Plays the games of a plan on all cores and hands in the records in the order of the plan.
//!
//! Workers claim runs of neighbouring games, longer runs the faster the games are. Whoever
//! finishes a run hands in all that is next in order, so there is no thread that only collects.
//! How far anybody runs ahead is bounded, and so is memory. Whatever the number of threads, the
//! recorder sees the same records in the same order.

use std::{
    collections::BTreeMap,
    io,
    ops::ControlFlow,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use agon_core::STACK_SIZE;

use crate::{
    ask::rules::FaultRule,
    plan::schedule::{Fixture, Plan, Shard},
    play::{
        marks::{self, Marks, Trial},
        played::Played,
        record::{Ending, Record},
        recorder::Recorder,
        referee::Referee,
        watch::Watch,
    },
};

/// How a run ended.
#[derive(Debug)]
pub enum Run {
    /// All games were played.
    Done,
    /// The recorder asked for no more, or the tournament's stopping rule did.
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
    /// How many games of that part were played earlier; the recorder has taken them.
    pub from: u64,
    /// How many threads play.
    pub jobs: usize,
    /// Asked now and then whether to stop.
    pub interrupted: Arc<dyn Fn() -> bool + Send + Sync>,
    /// Where games are marked while they are played, if they are.
    pub marks: Option<Arc<Marks>>,
}

impl Job {
    /// All games of `plan`, on `jobs` threads.
    pub fn whole(plan: Arc<Plan>, jobs: usize) -> Job {
        Job {
            plan,
            shard: Shard::WHOLE,
            from: 0,
            jobs,
            interrupted: Arc::new(|| false),
            marks: None,
        }
    }

    /// Plays, and gives the recorder back, with the plan as far as it is known then.
    pub fn run<R: Recorder>(mut self, mut recorder: R) -> (R, Arc<Plan>, Run) {
        loop {
            let to = self.plan.shard_games(self.shard);
            let plan = Arc::clone(&self.plan);
            let next = Job {
                plan: Arc::clone(&plan),
                interrupted: Arc::clone(&self.interrupted),
                marks: self.marks.clone(),
                ..self
            };
            let run;
            (recorder, run) = next.play(to, recorder);
            let Run::Done = run else { return (recorder, plan, run) };
            match plan.extend(recorder.last_round()) {
                Ok(Some(longer)) => {
                    self.plan = Arc::new(longer);
                    self.from = to;
                }
                Ok(None) => return (recorder, plan, Run::Done),
                Err(error) => return (recorder, plan, Run::Failed(io::Error::other(error))),
            }
        }
    }

    fn play<R: Recorder>(self, to: u64, recorder: R) -> (R, Run) {
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
            recorder: Mutex::new(Some(recorder)),
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
fn start<R: Recorder>(shared: &Arc<Shared<R>>) -> Arc<Watch> {
    let (worker, watch) = (Arc::clone(shared), Arc::new(Watch::default()));
    let own = Arc::clone(&watch);
    let work = move || {
        let _leaving = Leaving(&worker, &own);
        worker.work(&own);
    };
    let thread = thread::Builder::new().stack_size(STACK_SIZE);
    thread.spawn(work).expect("the system has room for another thread");
    watch
}

struct Shared<R> {
    job: Job,
    /// How many games there will be in the end.
    to: u64,
    window: usize,
    state: Mutex<State>,
    changed: Condvar,
    /// Taken out when all is over.
    recorder: Mutex<Option<R>>,
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
    /// Whether a game is played that nothing is played beside.
    is_alone: bool,
    /// Whether somebody is handing games in.
    is_recording: bool,
    /// Why nothing more is to be claimed.
    ended: Option<Run>,
    workers: usize,
    spare: Vec<Vec<u8>>,
}

/// A run of games that one thread plays.
struct Claim {
    first: u64,
    games: u64,
    /// Room for its records.
    bytes: Vec<u8>,
    /// Whether it is not played, for it ended the process before.
    is_void: bool,
}

/// The records of a run of games.
struct Batch {
    games: u64,
    bytes: Vec<u8>,
}

impl<R: Recorder> Shared<R> {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, watch: &Arc<Watch>) {
        let mut referee = Referee::new(&self.job.plan);
        if self.is_timed() {
            referee = referee.watched(Arc::clone(watch));
        }
        let mut length = 1;
        while let Some(Claim { first, games, mut bytes, is_void }) = self.claim(length) {
            let started = Instant::now();
            for index in first..first + games {
                let number = self.job.plan.shard_number(self.job.shard, index);
                if self.is_timed() {
                    watch.begin(index, number);
                }
                if is_void {
                    let ending = Ending::Void(marks::REASON.to_owned());
                    Record { number, ending, ..Record::default() }.encode(&mut bytes);
                    continue;
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

    /// The next run of at most `length` games.
    fn claim(&self, length: u64) -> Option<Claim> {
        let mut state = self.state();
        loop {
            if state.ended.is_none() && (self.job.interrupted)() {
                state.ended = Some(Run::Interrupted);
            }
            let left = self.to.saturating_sub(state.next);
            if state.ended.is_some() || left == 0 {
                return None;
            }
            let marks = self.job.marks.as_ref();
            let trial = marks.map_or(Trial::Free(u64::MAX), |marks| marks.trial(state.next));
            let is_alone = trial == Trial::Alone;
            let most = if is_alone { 1 } else { self.window };
            if state.outstanding < most && !state.is_alone {
                // Towards the end runs are short, so that all threads end at about one time.
                let games = length.min(left.div_ceil(2 * self.job.jobs.max(1) as u64));
                let games = if let Trial::Free(most) = trial { games.min(most) } else { 1 };
                let first = state.next;
                state.next += games;
                state.outstanding += 1;
                let mut bytes = state.spare.pop().unwrap_or_default();
                bytes.clear();
                state.is_alone = is_alone;
                let is_void = trial == Trial::Void;
                if let (Some(marks), false) = (marks, is_void) {
                    marks.begin(first, games);
                }
                return Some(Claim { first, games, bytes, is_void });
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Puts a run where it belongs, and hands in whatever is next in order.
    fn hand_in(&self, first: u64, batch: Batch) {
        let mut state = self.state();
        state.finished.insert(first, batch);
        if state.is_recording {
            return;
        }
        state.is_recording = true;
        while let Some(batch) = take_next(&mut state) {
            let deaf = matches!(state.ended, Some(Run::Enough | Run::Fault(_) | Run::Failed(_)));
            let is_last = !state.finished.contains_key(&(state.handed_in + batch.games));
            drop(state);
            let told = if deaf { None } else { self.present(&batch, is_last) };
            state = self.state();
            if let Some(run) = told {
                state.ended = Some(run);
            }
            if let Some(marks) = &self.job.marks {
                marks.end(state.handed_in);
            }
            state.handed_in += batch.games;
            state.outstanding -= 1;
            state.is_alone = false;
            state.spare.push(batch.bytes);
            self.changed.notify_all();
        }
        state.is_recording = false;
    }

    /// Hands one run in; says why no more shall come, if so.
    fn present(&self, batch: &Batch, is_last: bool) -> Option<Run> {
        let mut recorder = self.recorder.lock().unwrap_or_else(PoisonError::into_inner);
        let recorder = recorder.as_mut()?;
        let (mut fixture, mut record) = (Fixture::default(), Record::default());
        let mut bytes = &batch.bytes[..];
        let mut told = None;
        while !bytes.is_empty() && told.is_none() {
            let (rest, act) = record.decode(bytes).expect("the bytes were encoded just now");
            self.job.plan.fill(record.number, &mut fixture);
            let bytes_of_this = &bytes[..bytes.len() - rest.len()];
            let (plan, fixture, record) = (&*self.job.plan, &fixture, &record);
            let played = Played { plan, fixture, record, bytes: bytes_of_this, act };
            match recorder.take(&played) {
                Ok(_) if is_stopping(plan, record) => told = Some(Run::Fault(record.number)),
                Ok(ControlFlow::Break(())) => told = Some(Run::Enough),
                Ok(ControlFlow::Continue(())) => {}
                Err(error) => told = Some(Run::Failed(error)),
            }
            bytes = rest;
        }
        let is_time = is_last || told.is_some();
        match if is_time { recorder.settle() } else { Ok(()) } {
            Ok(()) => told,
            Err(error) => Some(Run::Failed(error)),
        }
    }

    /// Waits until every worker has left, and takes the recorder back.
    fn wait(self: &Arc<Self>, watches: &mut [Arc<Watch>]) -> (R, Run) {
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
        let recorder = self.recorder.lock().unwrap_or_else(PoisonError::into_inner).take();
        (recorder.expect("the recorder is taken back once"), run)
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
struct Leaving<'a, R>(&'a Shared<R>, &'a Watch);

impl<R> Drop for Leaving<'_, R> {
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
