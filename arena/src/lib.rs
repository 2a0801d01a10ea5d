//! Seats players, plays, records, rates.
//!
//! You can assert strength in your own tests. Name the crates of the game and the players, which links them; nothing
//! else is compiled:
//!
//! ```
//! use agon_arena::{Spec, play};
//! use {agon_nim as _, agon_players as _};
//!
//! let spec = Spec::default().game("nim(2+3+4)").player("minimax").player("random");
//! let pair = play(&spec.openings(50, 1))?.pair("minimax", "random")?;
//! assert!(0.99 < pair.superiority(), "{}", pair.difference().in_words());
//! # Ok::<(), agon_arena::SpecError>(())
//! ```
//!
//! The assertion rests on evidence, not on a guessed range: openings are the units, copies of
//! earlier games are left out, and the same seed gives the same games on any machine.
//!
//! # The path of a tournament
//!
//! | step | meaning | made by |
//! |---|---|---|
//! | [`Spec`] | the tournament you ask for, in texts and numbers, as in a [file](ask::SPEC_KEYS) | you |
//! | [`Tournament`] | every name known, every player able to play | [`Spec::resolve`] |
//! | [`Plan`] | every game by its number: who sits where, from which opening | [`Plan::new`] |
//! | [`Job`] | the plan, or a [`Shard`] of it, on a number of threads | [`Job::whole`] |
//! | [`Record`] | one game as data, handed as [`Played`] to a [`Recorder`] in the plan's order | [`Job::run`] |
//! | [`Score`] | a recorder that adds up: [pairs](Score::pair), standings, fingerprint | [`Score::new`] |
//!
//! [`play()`] does all of it. A game is a pure function of the plan and its number, whatever the number of threads. A
//! [journal](keep) is a recorder too, so that no finished game is lost when a run is killed. [Ratings](Score::ratings)
//! of all entries, with their errors, follow from [counts](rating), those over several tournaments from a
//! [pool](keep::rating_pool) of journals; [`tell`] has the forms in which results are read.

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
    agon_checkers as _, agon_chess as _, agon_disguise as _, agon_kuhn as _, agon_nim as _, agon_othello as _,
    agon_pig as _, agon_players as _, agon_tic_tac_toe as _,
};

use std::{sync::Arc, thread};

pub use crate::{
    ask::{spec::Spec, spec_error::SpecError},
    plan::{fixture::Fixture, rounds::Met, schedule::Plan, shard::Shard, tournament::Tournament},
    play::{
        ending::{Ending, Fault},
        job::{Job, Run},
        played::Played,
        record::Record,
        recorder::Recorder,
    },
    tally::{pair::Pair, score::Score},
};

/// Plays a whole tournament on all cores, and adds up its results.
///
/// # Errors
///
/// If the tournament is impossible, or breaks down.
pub fn play(spec: &Spec) -> Result<Score, SpecError> {
    let plan = Arc::new(Plan::new(spec.resolve()?)?);
    plan.tournament().try_out()?;
    let score = Score::new(&plan);
    match Job::whole(plan, cores()).run(score) {
        (_, _, Run::Failed(error)) => Err(SpecError::new(error)),
        (score, ..) => Ok(score),
    }
}

/// The number of threads that this machine runs at a time.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}
