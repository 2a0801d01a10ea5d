//! The promises of the arena: what it does with any players, well-behaved or not.
//!
//! A binary of its own, because the players that misbehave register themselves like any other, and
//! the promises about *all* players do not hold for them.

#![expect(clippy::unwrap_used, reason = "a test that finds nothing to unwrap has failed")]

mod faults;
mod plan;
mod rogues;
mod standing;
mod tables;

use std::{io, ops::ControlFlow, sync::Arc};

use agon_arena::{Desk, Handed, Job, Plan, Record, Run, Score, Spec};
use agon_roster as _;

/// Everything a run hands in.
pub(crate) struct Everything {
    pub(crate) score: Score,
    pub(crate) records: Vec<Record>,
    pub(crate) bytes: Vec<u8>,
}

impl Desk for Everything {
    fn take(&mut self, game: &Handed<'_>) -> io::Result<ControlFlow<()>> {
        self.score.take(game);
        self.records.push(game.record.clone());
        self.bytes.extend_from_slice(game.bytes);
        Ok(ControlFlow::Continue(()))
    }

    fn score(&self) -> &Score {
        &self.score
    }
}

/// Plays all of `spec` on `jobs` threads.
pub(crate) fn play(spec: &Spec, jobs: usize) -> (Arc<Plan>, Everything) {
    let tournament = spec.resolve().unwrap_or_else(|error| panic!("{error}"));
    let plan = Arc::new(Plan::new(tournament).unwrap_or_else(|error| panic!("{error}")));
    let desk = Everything { score: Score::new(&plan), records: Vec::new(), bytes: Vec::new() };
    let (done, plan, run) = Job::whole(Arc::clone(&plan), jobs).run(desk);
    assert!(matches!(run, Run::Done), "{run:?}");
    assert_eq!(done.records.len() as u64, plan.games());
    (plan, done)
}
