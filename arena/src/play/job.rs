//! What is to be played, how, and how that ended.

use std::{io, sync::Arc, time::Duration};

use crate::{
    plan::{schedule::Plan, shard::Shard},
    play::{
        clock::Clocks,
        marks::Marks,
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
    /// Somebody asked to stop: players that were thinking heard the stop signal, and their games
    /// were dropped, for no such move can be reproduced. Or somebody asked to begin no more games, and
    /// all that had begun are over.
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
    /// Asked now and then whether to begin no more games: those that are played are played to their ends first.
    pub enough: Arc<dyn Fn() -> bool + Send + Sync>,
    /// How long a player may think about one move here, whatever the plan says: a limit of this machine, which no
    /// player is told, and which is no part of the tournament. A game in which a move takes longer is void, and its
    /// record says so.
    pub longest: Option<Duration>,
    /// Where games are marked while they are played, if they are.
    pub marks: Option<Arc<Marks>>,
    /// Where the games that are played just now can be looked at, if they can.
    pub live: Option<Arc<LiveGames>>,
    /// Who gave no answer in the games that were played earlier.
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
            longest: None,
            marks: None,
            live: None,
            silence: Silence::default(),
            clocks: Clocks::default(),
        }
    }
}
