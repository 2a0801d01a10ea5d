//! A run: its task, its settings, and its end.

use std::{io, sync::Arc};

use crate::{
    plan::{schedule::Plan, shard::Shard},
    play::{
        clock::{Clocks, LongestTimes},
        games_in_progress::GamesInProgress,
        watch::{LiveGames, Silence},
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
    /// A stop was requested: players that were thinking received the stop signal, and their games were dropped, because
    /// such moves cannot be reproduced; a player that does not heed the signal is left behind. Or it was requested to begin no more games, and all games in progress are
    /// finished.
    Interrupted,
    /// A record could not be stored, or the arena itself failed.
    Failed(io::Error),
}

/// The task of a run, and its settings.
pub struct Job {
    /// The plan.
    pub plan: Arc<Plan>,
    /// The part of it to play.
    pub shard: Shard,
    /// The number of games of that part that were played earlier; the recorder already has them.
    pub from: u64,
    /// The number of threads.
    pub jobs: usize,
    /// Asked now and then whether to stop.
    pub interrupted: Arc<dyn Fn() -> bool + Send + Sync>,
    /// Asked repeatedly whether to begin no more games: those in progress are finished first.
    pub enough: Arc<dyn Fn() -> bool + Send + Sync>,
    /// The longest times on this machine, whatever the plan says.
    pub longest: LongestTimes,
    /// Where games are marked while they are played, if they are.
    pub marks: Option<Arc<GamesInProgress>>,
    /// Where the games in progress can be observed, if they can.
    pub live: Option<Arc<LiveGames>>,
    /// The failures to answer in games played earlier.
    pub silence: Silence,
    /// By which clock players have their time.
    pub clocks: Clocks,
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
            enough: Arc::new(|| false),
            longest: LongestTimes::default(),
            marks: None,
            live: None,
            silence: Silence::default(),
            clocks: Clocks::default(),
        }
    }
}
