//! Plays the games of a plan on all cores and hands in the records in the order of the plan.
//!
//! Workers claim runs of neighbouring games, longer runs for faster games. A worker that finishes a
//! run also hands in all runs that are next in order, so no thread is needed only for that. The
//! distance a worker may run ahead is bounded, and so is memory. The recorder sees the same records
//! in the same order with any number of threads.

mod order;
mod worker;

use std::{
    collections::BTreeMap,
    io, mem,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{self, AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use agon_core::STACK_SIZE;

use crate::{
    ask::rules::FaultRule,
    plan::{schedule::Plan, tournament::Section},
    play::{
        ending::Ending,
        job::{Job, Run},
        record::Record,
        recorder::Recorder,
        watch::{Silence, Watch},
    },
};

impl Job {
    /// Plays, and gives the recorder back, with the plan as far as it is known then.
    pub fn run<R: Recorder>(mut self, mut recorder: R) -> (R, Arc<Plan>, Run) {
        loop {
            let to = self.plan.shard_games(self.shard);
            let plan = Arc::clone(&self.plan);
            let next = Job {
                plan: Arc::clone(&plan),
                interrupted: Arc::clone(&self.interrupted),
                enough: Arc::clone(&self.enough),
                marks: self.marks.clone(),
                live: self.live.clone(),
                clocks: self.clocks.clone(),
                silence: mem::take(&mut self.silence),
                ..self
            };
            let run;
            (recorder, run, self.silence) = next.play(to, recorder);
            if !matches!(run, Run::Done) || self.shard.is_of_block() {
                return (recorder, plan, run);
            }
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

    fn play<R: Recorder>(mut self, to: u64, recorder: R) -> (R, Run, Silence) {
        let jobs = self.jobs.max(1);
        let silence = mem::take(&mut self.silence);
        let shared = Arc::new(Shared {
            window: jobs * WINDOW,
            to,
            queue: Mutex::new(Queue {
                next: self.from,
                handed_in: self.from,
                silence: silence.clone(),
                ..Queue::default()
            }),
            changed: Condvar::new(),
            recorder: Mutex::new(Some((recorder, silence))),
            is_over: AtomicBool::new(false),
            job: self,
        });
        let mut watches = Vec::new();
        // No game is claimed before all threads have started, or one has failed to start.
        let mut queue = shared.queue();
        for number in 0..jobs {
            match start(&shared) {
                Ok(watch) => watches.push(watch),
                Err(error) => {
                    let error = format!(
                        "thread {} of {jobs} could not be started, with a stack of {} MiB: \
                         {error}; ask for fewer",
                        number + 1,
                        STACK_SIZE >> 20
                    );
                    queue.ended = Some(Run::Failed(io::Error::other(error)));
                    break;
                }
            }
        }
        queue.workers = watches.len();
        drop(queue);
        shared.wait(&mut watches)
    }
}

/// The most runs per thread that may wait for an earlier one.
const WINDOW: usize = 8;
/// The interval at which the watchdog looks, and stop requests are checked.
const LOOK: Duration = Duration::from_millis(10);
/// How long players may go on thinking after an interruption. Whoever has not stopped by then is left behind with its
/// thread, so that nobody waits for what is known already.
const GRACE: Duration = Duration::from_millis(200);

/// Starts a worker.
fn start<R: Recorder>(shared: &Arc<Shared<R>>) -> io::Result<Arc<Watch>> {
    let (longest, clocks) = (shared.job.longest, shared.job.clocks.clone());
    let (worker, watch) = (Arc::clone(shared), Arc::new(Watch::new(longest, clocks)));
    if let Some(live) = &shared.job.live {
        live.add(&watch);
    }
    let own = Arc::clone(&watch);
    thread::Builder::new().stack_size(STACK_SIZE).spawn(move || {
        let _leaving = Leaving(&worker, &own);
        worker.work(&own);
    })?;
    Ok(watch)
}

struct Shared<R> {
    job: Job,
    /// The final number of games.
    to: u64,
    window: usize,
    queue: Mutex<Queue>,
    changed: Condvar,
    /// The recorder, and the failures to answer in the games handed in. Taken out at the end.
    recorder: Mutex<Option<(R, Silence)>>,
    /// Whether `ended` is set, without taking the lock.
    is_over: AtomicBool,
}

#[derive(Default)]
struct Queue {
    /// The first unclaimed game.
    next: u64,
    /// The first game that is not handed in.
    handed_in: u64,
    /// The number of claimed runs not handed in yet.
    outstanding: usize,
    /// Finished runs, by their first game.
    finished: BTreeMap<u64, Batch>,
    /// Whether a game is in progress that must be played alone.
    is_alone: bool,
    /// Whether a worker is handing games in.
    is_recording: bool,
    /// Why nothing more is to be claimed.
    ended: Option<Run>,
    /// Whether no other game may begin, and those in progress are finished.
    is_closing: bool,
    workers: usize,
    /// The number of workers that wait until a run is handed in.
    waiting: usize,
    spare: Vec<Vec<Record>>,
    /// The failures to answer before this run.
    silence: Silence,
    /// Which entry gave no answer in which game of this run, handed in or not.
    silent: BTreeMap<u64, usize>,
    /// The next game to be handed in, if it was wrongly taken for one of an excluded player: it is claimed, and must be
    /// played.
    again: Option<u64>,
}

/// The records of a run of games.
struct Batch {
    games: u64,
    /// Those of its games, and room beyond.
    records: Vec<Record>,
}

impl<R: Recorder> Shared<R> {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether no more is claimed, and players have received the stop signal.
    fn is_over(&self) -> bool {
        atomic::fence(Ordering::SeqCst);
        self.is_over.load(Ordering::Relaxed)
    }

    /// Whether players have time limits, of the plan or of this machine, and therefore a watchdog.
    fn is_timed(&self) -> bool {
        self.job.longest.of_move.is_some() || is_planned_by_time(&self.job.plan)
    }

    fn excludes(&self) -> bool {
        excludes(&self.job.plan)
    }

    /// Waits until every worker has left, or an interruption was long enough ago, and takes the recorder back.
    fn wait(self: &Arc<Self>, watches: &mut [Arc<Watch>]) -> (R, Run, Silence) {
        let mut interrupted = None;
        let mut queue = self.queue();
        while 0 < queue.workers {
            if matches!(queue.ended, Some(Run::Interrupted))
                && GRACE < interrupted.get_or_insert_with(Instant::now).elapsed()
            {
                break;
            }
            let waited = self.changed.wait_timeout(queue, LOOK);
            queue = waited.unwrap_or_else(PoisonError::into_inner).0;
            if queue.ended.is_none() && (self.job.interrupted)() {
                queue.ended = Some(Run::Interrupted);
                self.changed.notify_all();
            }
            if queue.ended.is_some() {
                // In this order: a thread that sees the signal must know that the run is over.
                self.is_over.store(true, Ordering::Relaxed);
                atomic::fence(Ordering::SeqCst);
                for watch in &*watches {
                    watch.end();
                }
            }
            drop(queue);
            if self.is_timed() {
                for watch in &mut *watches {
                    self.look_at(watch);
                }
            }
            queue = self.queue();
        }
        let is_all = queue.handed_in == self.to;
        let run = match queue.ended.take() {
            None | Some(Run::Interrupted) if is_all => Run::Done,
            Some(run) => run,
            None if queue.is_closing => Run::Interrupted,
            None => Run::Failed(io::Error::other("a thread of the arena panicked")),
        };
        drop(queue);
        let recorder = self.recorder.lock().unwrap_or_else(PoisonError::into_inner).take();
        let (recorder, silence) = recorder.expect("the recorder is taken back once");
        (recorder, run, silence)
    }

    /// Gives up a thread whose player does not answer, and starts another in its place.
    fn look_at(self: &Arc<Self>, watch: &mut Arc<Watch>) {
        let Some((index, record)) = watch.give_up(&self.job.plan) else { return };
        if let Ending::Forfeit(seat, _) = record.ending {
            let entry = self.job.plan.fixture(record.number).seats[seat.index()];
            self.queue().silent.insert(index, entry);
        }
        self.hand_in(index, Batch { games: 1, records: vec![record] });
        match start(self) {
            Ok(new) => *watch = new,
            Err(error) => {
                let mut queue = self.queue();
                queue.ended.get_or_insert(Run::Failed(error));
                queue.workers -= 1;
            }
        }
    }
}

fn is_planned_by_time(plan: &Plan) -> bool {
    plan.tournament().sections.iter().any(|section| section.move_time.is_some())
}

/// Whether players can be excluded for failing to answer or breaking down: those with time limits, and separate
/// programs.
pub(crate) fn excludes(plan: &Plan) -> bool {
    let is_outside = |section: &Section| section.habits().any(|(_, habits)| habits.outside);
    is_planned_by_time(plan) || plan.tournament().sections.iter().any(is_outside)
}

/// Whether the tournament must stop at a game such as this.
pub(crate) fn is_stopping(plan: &Plan, record: &Record) -> bool {
    plan.tournament().faults == FaultRule::Stop && record.ending.fault().is_some()
}

/// Counts a worker out, even when it panics.
struct Leaving<'a, R>(&'a Shared<R>, &'a Watch);

impl<R> Drop for Leaving<'_, R> {
    fn drop(&mut self) {
        if self.1.is_given_up() {
            // Another has taken its place.
            return;
        }
        let mut queue = self.0.queue.lock().unwrap_or_else(PoisonError::into_inner);
        if thread::panicking() {
            let broke = io::Error::other("a thread of the arena panicked");
            queue.ended.get_or_insert(Run::Failed(broke));
            // No thread may wait for the games this one had claimed.
            queue.outstanding = 0;
        }
        queue.workers -= 1;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io,
        ops::ControlFlow,
        sync::{Arc, Condvar, Mutex, atomic::AtomicBool},
    };

    use agon_core::Seat;

    use super::{Batch, Queue, Shared};
    use crate::{
        ask::spec::Spec,
        plan::{rounds::Met, schedule::Plan},
        play::{
            ending::{Ending, Fault},
            job::Job,
            played::Played,
            record::Record,
            recorder::Recorder,
            watch::Silence,
        },
    };

    struct Endings(Vec<Ending>);

    impl Recorder for Endings {
        fn take(&mut self, game: &Played<'_>) -> io::Result<ControlFlow<()>> {
            self.0.push(game.record.ending.clone());
            Ok(ControlFlow::Continue(()))
        }

        fn last_round(&self) -> &[Met] {
            &[]
        }
    }

    #[test]
    fn a_player_wrongly_presumed_excluded_plays_after_all() {
        let names = ["a", "b", "c"];
        let spec = names.iter().fold(Spec::default().game("nim"), |spec, name| spec.player_named(*name, "random"));
        let mut spec = spec.openings(6, 0);
        spec.rules.move_time = Some(1000);
        let plan = Arc::new(Plan::new(spec.resolve().unwrap()).unwrap());
        let with = |number: &u64, one: usize, other: usize| {
            let seats = plan.fixture(*number).seats;
            seats.contains(&one) && seats.contains(&other)
        };
        let games = |one, other| (0..plan.games()).filter(move |number| with(number, one, other));
        // a gives no answer in three games against c, and b in one against a, played before that is known.
        let of_a: Vec<u64> = games(0, 2).take(3).collect();
        let both = games(0, 1).find(|number| of_a[2] < *number).unwrap();
        let of_b: Vec<u64> = games(1, 2).take(2).collect();
        let later = games(1, 2).find(|number| both.max(of_b[1]) < *number).unwrap();
        let lost = |number: u64, entry: usize, fault: Fault| {
            let seat = plan.fixture(number).seats.iter().position(|&one| one == entry).unwrap();
            let mut payoffs = vec![1.0, 1.0];
            payoffs[seat] = -1.0;
            let ending = Ending::Forfeit(Seat(seat as u8), fault);
            Record { number, ending, payoffs, ..Record::default() }
        };
        let record = |number: u64| match number {
            _ if of_a.contains(&number) => lost(number, 0, Fault::Silent(1000)),
            _ if of_b.contains(&number) || number == both => lost(number, 1, Fault::Silent(1000)),
            _ if number == later => lost(number, 1, Fault::Excluded(3)),
            _ => Record { number, payoffs: vec![1.0, -1.0], ..Record::default() },
        };
        let shared = Shared {
            window: 1000,
            to: plan.games(),
            queue: Mutex::new(Queue::default()),
            changed: Condvar::new(),
            recorder: Mutex::new(Some((Endings(Vec::new()), Silence::default()))),
            is_over: AtomicBool::new(false),
            job: Job::whole(Arc::clone(&plan), 1),
        };
        let batch = |number| Batch { games: 1, records: vec![record(number)] };
        for number in 0..=later {
            assert_eq!(shared.claim(1).unwrap().first, number);
        }
        // The first game is the last to be over.
        (0..=later).rev().for_each(|number| shared.hand_in(number, batch(number)));
        let endings = || shared.recorder.lock().unwrap().as_ref().unwrap().0.0.clone();
        assert_eq!(endings().len() as u64, later, "it waits for the game");
        let excluded = |ending: &Ending| matches!(ending, Ending::Forfeit(_, Fault::Excluded(_)));
        assert!(excluded(&endings()[both as usize]), "for a, and not for b");
        let claim = shared.claim(1).unwrap();
        assert!((claim.first, claim.is_open) == (later, true), "before any other game");
        let played = Record { number: later, payoffs: vec![1.0, -1.0], ..Record::default() };
        shared.hand_in(later, Batch { games: 1, records: vec![played] });
        assert_eq!(endings()[later as usize], Ending::Over);
        assert!(shared.queue().outstanding == 0 && shared.claim(1).unwrap().first == later + 1);
    }
}
