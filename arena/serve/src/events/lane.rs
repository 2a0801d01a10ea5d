//! Where tournaments are played, one after the other.

use std::{
    panic::{self, AssertUnwindSafe},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use super::{
    event::{LiveTournament, Stage},
    live,
    note::TournamentNote,
    turns::Turns,
};
use crate::{pool::Worker, problem::Problem};

/// How long a tournament is played while others wait, before no more of its games begin.
const TURN: Duration = Duration::from_secs(600);

/// Where tournaments are played, one after the other.
pub(super) struct Lane {
    /// What is recorded in journals about the program.
    pub(super) build: String,
    /// How many games are played at a time.
    pub(super) jobs: usize,
    turns: Arc<Turns<LiveTournament>>,
    is_closing: Arc<AtomicBool>,
}

impl Lane {
    pub(super) fn new(build: &str, jobs: usize) -> Lane {
        let (build, turns) = (build.to_owned(), Arc::new(Turns::of(TURN)));
        Lane { build, jobs, turns, is_closing: Arc::default() }
    }

    /// Plays whatever has its turn, until all is closed.
    pub(super) fn work(&self, worker: &Worker) {
        while let Some((event, glass)) = self.turns.next() {
            let (build, jobs, glass) = (&self.build, self.jobs, Arc::new(glass));
            let run = || live::run(worker, &event, (build, jobs), &self.is_closing, &glass);
            // What breaks down takes no other tournament with it.
            let ended = panic::catch_unwind(AssertUnwindSafe(run))
                .unwrap_or_else(|panic| Err(Problem::broken_down(&*panic)));
            glass.end();
            let is_wanted =
                !event.stop.load(Ordering::Relaxed) && !self.is_closing.load(Ordering::Relaxed);
            let (stage, failure) = match ended {
                Ok(true) => (Stage::Over, None),
                // It gave way to the next.
                Ok(false) if is_wanted => {
                    event.set(Stage::Waiting, None);
                    self.join(&event);
                    continue;
                }
                Ok(false) => (Stage::Stopped, None),
                Err(problem) => (Stage::Stopped, Some(problem)),
            };
            self.rest(&event, stage, failure);
        }
    }

    /// Queues the tournament, in the share of the guest who began it. It is played when its turn comes; where others
    /// wait, a while each.
    pub(super) fn join(&self, event: &Arc<LiveTournament>) {
        self.turns.join(event, &event.guest.clone().unwrap_or_default());
    }

    /// It waits for its turn no more; `false` where it did not.
    pub(super) fn leave(&self, event: &Arc<LiveTournament>) -> bool {
        self.turns.leave(event)
    }

    /// Has all that is played stop: it goes on when the server does.
    pub(super) fn close(&self) {
        self.is_closing.store(true, Ordering::Relaxed);
        self.turns.close();
    }

    /// It is played no more, which is written down: it is not begun again after a restart, unless all is closed
    /// now.
    fn rest(&self, event: &LiveTournament, stage: Stage, failure: Option<Problem>) {
        if !self.is_closing.load(Ordering::Relaxed)
            && let Some(known) = TournamentNote::read(&event.path)
        {
            let note = TournamentNote { wanted: false, over: stage == Stage::Over, ..known };
            let _ = note.write(&event.path);
        }
        event.set(stage, failure);
    }
}
