//! Seats players, plays, records, rates.
//!
//! A tournament is asked for as a [`Spec`], checked as a whole ([`Spec::resolve`]), numbered as a
//! [`Plan`], and played by a [`Job`], which hands the [`Record`] of every game to a [`Desk`] in
//! the order of the plan, whatever the number of threads. A [`Score`] is such a desk: it adds up
//! what tables and documents are made of. A game is a pure function of the plan and its number.
//!
//! Strength can be asserted in a test of someone's own:
//!
//! ```
//! let score = agon_arena::play(
//!     &agon_arena::Spec::default()
//!         .game("nim(1+2+3)")
//!         .player("random")
//!         .player_named("other", "random")
//!         .openings(50, 1),
//! )?;
//! let share = score.sections[0].pairs[0][1].share().expect("they met");
//! assert!((0.2..0.8).contains(&share), "equals score about equally: {share}");
//! # Ok::<(), agon_arena::SpecError>(())
//! ```

pub mod book;
pub mod cli;
mod clock;
pub mod compare;
pub mod copies;
mod crosstable;
pub mod document;
pub mod export;
pub mod file;
pub mod fingerprint;
pub mod forecast;
pub mod format;
mod guard;
pub mod html;
mod human;
pub mod journal;
pub mod lines;
pub mod merge;
pub mod numbering;
pub mod opening;
pub mod pgn;
pub mod plan;
pub mod rating;
pub mod record;
pub mod referee;
pub mod runner;
pub mod score;
pub mod seating;
pub mod spec;
#[cfg(feature = "sqlite")]
pub mod sqlite;
pub mod standing;
pub mod stop;
pub mod submission;
pub mod table;
pub mod tiebreak;
pub mod tournament;
pub mod tune;
mod unfinished;
pub mod verify;
mod watch;
mod words;

// Naming the roster links every game and player it names.
use agon_roster as _;

use std::{io, ops::ControlFlow, sync::Arc, thread};

pub use crate::{
    plan::{Fixture, Plan, Shard},
    record::{Ending, Fault, Record},
    runner::{Desk, Handed, Job, Run},
    score::Score,
    spec::{Spec, SpecError},
    tournament::Tournament,
};

/// Plays all of a tournament on all cores, and adds it up.
///
/// # Errors
///
/// Where there can be no such tournament, or it breaks down.
pub fn play(spec: &Spec) -> Result<Score, SpecError> {
    let plan = Arc::new(Plan::new(spec.resolve()?)?);
    let score = Score::new(&plan);
    match Job::whole(plan, cores()).run(score) {
        (_, _, Run::Failed(error)) => Err(SpecError::new(error)),
        (score, ..) => Ok(score),
    }
}

/// How many threads this machine runs at a time.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

impl Desk for Score {
    fn take(&mut self, game: &Handed<'_>) -> io::Result<ControlFlow<()>> {
        Score::take(self, game);
        Ok(ControlFlow::Continue(()))
    }

    fn score(&self) -> &Score {
        self
    }
}
