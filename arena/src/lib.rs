//! Seats players, plays, records, rates.
//!
//! A tournament is asked for as a [`Spec`], checked as a whole ([`Spec::resolve`]), numbered as a
//! [`Plan`], and played by a [`Job`], which hands the [`Record`] of every game to a [`Recorder`] in
//! the order of the plan, whatever the number of threads. A [`Score`] is such a desk: it adds up
//! what tables and documents are made of. A game is a pure function of the plan and its number.
//!
//! Strength can be asserted in a test of someone's own:
//!
//! ```
//! // Naming crates links them: an arena of one game and the players at hand.
//! use {agon_nim as _, agon_players as _};
//!
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

pub mod ask;
pub mod keep;
pub mod plan;
pub mod play;
pub mod rating;
pub mod tally;
pub mod tell;
pub mod tune;

// Naming crates links the games and players that the tests play.
#[cfg(test)]
use {
    agon_chess as _, agon_nim as _, agon_othello as _, agon_pig as _, agon_players as _,
    agon_tic_tac_toe as _,
};

use std::{sync::Arc, thread};

pub use crate::{
    ask::{said::SpecError, spec::Spec},
    plan::{
        rounds::Met,
        schedule::{Fixture, Plan, Shard},
        tournament::Tournament,
    },
    play::{
        played::Played,
        record::{Ending, Fault, Record},
        recorder::Recorder,
        runner::{Job, Run},
    },
    tally::score::Score,
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
