//! Whole tournaments: their plan, their standings, their report, and what faults cost.
//!
//! The players that misbehave register themselves like any other, which is why promises about *all*
//! players are tested elsewhere.

#![expect(clippy::unwrap_used, reason = "a test that finds nothing to unwrap has failed")]

mod faults;
mod followers;
mod hidden;
mod honest;
mod plan;
mod rogue;
mod standing;
mod tables;

use std::{io, ops::ControlFlow, sync::Arc, time::Duration};

use agon_arena::{
    Job, Met, Plan, Played, Record, Recorder, Run, Score, Spec,
    play::{Clocks, TurnedClock},
};
// Naming crates links the games and players that are played here.
use {
    agon_battleship as _, agon_blotto as _, agon_connect_four as _, agon_einstein as _, agon_goofspiel as _,
    agon_kuhn as _, agon_leduc as _, agon_liars_dice as _, agon_nim as _, agon_oshi_zumo as _, agon_pennies as _,
    agon_phantom as _, agon_pig as _, agon_players as _, agon_rps as _, agon_tic_tac_toe as _, agon_tiny_bridge as _,
    agon_tree as _, agon_whist as _,
};

/// Everything a run hands in.
pub(crate) struct Everything {
    pub(crate) score: Score,
    pub(crate) records: Vec<Record>,
    pub(crate) bytes: Vec<u8>,
}

impl Recorder for Everything {
    fn take(&mut self, game: &Played<'_>) -> io::Result<ControlFlow<()>> {
        let flow = Recorder::take(&mut self.score, game)?;
        self.records.push(game.record.clone());
        self.bytes.extend_from_slice(game.bytes);
        Ok(flow)
    }

    fn last_round(&self) -> &[Met] {
        self.score.last_round()
    }
}

pub(crate) fn planned(spec: &Spec) -> Plan {
    let tournament = spec.resolve().unwrap_or_else(|error| panic!("{error}"));
    Plan::new(tournament).unwrap_or_else(|error| panic!("{error}"))
}

/// Plays all of `spec` on `jobs` threads.
pub(crate) fn play(spec: &Spec, jobs: usize) -> (Arc<Plan>, Everything) {
    play_by(Clocks::default(), spec, jobs)
}

thread_local! {
    /// The time of this thread, which goes on when it is turned.
    static OWN: TurnedClock = TurnedClock::default();
}

/// So much time passes on this thread, for those who play by [its clock](own_clocks).
pub(crate) fn pass(time: Duration) {
    OWN.with(|own| own.turn(time));
}

/// Every thread by its own clock.
pub(crate) fn own_clocks() -> Clocks {
    Clocks::new(|| OWN.with(TurnedClock::start))
}

/// Plays all of `spec` on `jobs` threads, by these clocks.
pub(crate) fn play_by(clocks: Clocks, spec: &Spec, jobs: usize) -> (Arc<Plan>, Everything) {
    let plan = Arc::new(planned(spec));
    let recorder = Everything { score: Score::new(&plan), records: Vec::new(), bytes: Vec::new() };
    let job = Job { clocks, ..Job::whole(Arc::clone(&plan), jobs) };
    let (done, plan, run) = job.run(recorder);
    assert!(matches!(run, Run::Done), "{run:?}");
    assert_eq!(done.records.len() as u64, plan.games());
    (plan, done)
}
