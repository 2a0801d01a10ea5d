//! Where tournaments are played, one after the other. While others wait, each is played for a while; then no more of its
//! games begin, and those in progress are finished, or given up where that takes too long.

use std::{
    io,
    panic::{self, AssertUnwindSafe},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use super::{
    event::{LiveTournament, TournamentStage},
    live,
    note::TournamentNote,
};
use crate::{
    pool::{Pool, PoolTurn, Urgency, Worker},
    problem::Problem,
    settings::TOURNAMENTS,
};

/// Where tournaments are played, one after the other.
pub(super) struct TournamentQueue {
    /// What is recorded in journals about the program.
    pub(super) build: String,
    /// How many games are played at a time.
    pub(super) jobs: usize,
    pool: Pool,
    is_closing: Arc<AtomicBool>,
}

impl TournamentQueue {
    /// An empty one.
    ///
    /// # Errors
    ///
    /// Where its thread cannot be started.
    pub(super) fn new(build: &str, jobs: usize) -> io::Result<Arc<TournamentQueue>> {
        let pool = Pool::new("tournaments", Urgency::Tournament, TOURNAMENTS)?;
        Ok(Arc::new(TournamentQueue { build: build.to_owned(), jobs, pool, is_closing: Arc::default() }))
    }

    /// Queues the tournament, in the share of the guest who began it. It is played when its turn comes; where others
    /// wait, a while each. Where all is closed it goes on when the server does.
    pub(super) fn join(self: &Arc<TournamentQueue>, event: &Arc<LiveTournament>) {
        let (queue, own) = (Arc::downgrade(self), Arc::clone(event));
        let play = move |worker: &Worker, turn: &Arc<PoolTurn>| {
            if let Some(queue) = queue.upgrade() {
                queue.play(worker, &own, turn);
            }
        };
        // Its place is known before it can be given up for another.
        let mut place = event.place();
        *place = self.pool.begin(event.guest.clone().unwrap_or_default(), play).ok();
    }

    /// Has all that is played stop: it goes on when the server does.
    pub(super) fn close(&self) {
        self.is_closing.store(true, Ordering::Relaxed);
        self.pool.close();
    }

    /// Whether nothing is played.
    pub(super) fn is_idle(&self) -> bool {
        self.pool.load().0 == 0
    }

    /// Plays it for a turn.
    fn play(self: &Arc<TournamentQueue>, worker: &Worker, event: &Arc<LiveTournament>, turn: &Arc<PoolTurn>) {
        let run = || live::run(worker, event, (&self.build, self.jobs), &self.is_closing, turn);
        // What breaks down takes no other tournament with it.
        let ended =
            panic::catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| Err(Problem::broken_down(&*panic)));
        let is_wanted = !event.stop.load(Ordering::Relaxed) && !self.is_closing.load(Ordering::Relaxed);
        let (stage, failure) = match ended {
            Ok(true) => (TournamentStage::Over, None),
            // It gave way to the next.
            Ok(false) if is_wanted => {
                event.set(TournamentStage::Waiting, None);
                return self.join(event);
            }
            Ok(false) => (TournamentStage::Stopped, None),
            Err(problem) => (TournamentStage::Stopped, Some(problem)),
        };
        self.rest(event, stage, failure);
    }

    /// It is played no more, which is written down: it is not begun again after a restart, unless all is closed
    /// now.
    fn rest(&self, event: &LiveTournament, stage: TournamentStage, failure: Option<Problem>) {
        if !self.is_closing.load(Ordering::Relaxed)
            && let Some(known) = TournamentNote::read(&event.path)
        {
            let note = TournamentNote { wanted: false, over: stage == TournamentStage::Over, ..known };
            let _ = note.write(&event.path);
        }
        event.set(stage, failure);
    }
}
