//! The expected duration of games, from playing a few of them.

use std::{io, ops::ControlFlow, sync::Arc, time::Duration};

use agon_core::Clock;

use crate::{
    plan::{rounds::Met, schedule::Plan, shard::Shard},
    play::{clock::Clocks, job::Job, played::Played, recorder::Recorder},
};

/// The expected duration of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    /// The number of games played for the estimate.
    pub played: u64,
    /// The expected duration of all games.
    pub time: Duration,
    /// Whether that is a lower bound: no game of some kind was finished.
    pub is_least: bool,
}

/// The number of games of one kind that are played first.
const FIRST: u64 = 100;

/// Plays some games of every section of `shard` of `plan` on `jobs` threads, for up to `patience`
/// in all, and records none.
pub fn estimate(plan: &Arc<Plan>, shard: Shard, jobs: usize, patience: Duration) -> Estimate {
    estimate_by(&Clocks::default(), plan, shard, jobs, patience)
}

/// The same by these clocks.
fn estimate_by(clocks: &Clocks, plan: &Arc<Plan>, shard: Shard, jobs: usize, patience: Duration) -> Estimate {
    let mut estimate = Estimate::default();
    let blocks: Vec<(u64, Shard)> = plan
        .blocks()
        .map(|(from, to)| shard.within((from.max(shard.from), to.min(shard.to))))
        .map(|part| (plan.shard_games(part), part))
        .filter(|(games, _)| *games != 0)
        .collect();
    for &(games, part) in &blocks {
        let patience = patience / blocks.len() as u32;
        let begun = Arc::new(clocks.start());
        let (mut played, mut seconds, mut wanted) = (0, 0.0, FIRST);
        // In growing numbers: a few fast games measure threads rather than games.
        loop {
            // Evenly spread, because later games may differ from the first.
            let some = Shard { of: part.of.saturating_mul(games.div_ceil(wanted)), ..part };
            let (began, own) = (clocks.start(), Arc::clone(&begun));
            let job = Job {
                shard: some,
                interrupted: Arc::new(move || patience <= own.elapsed()),
                clocks: clocks.clone(),
                ..Job::whole(Arc::clone(plan), jobs)
            };
            let (Counter(now), ..) = job.run(Counter(0));
            if played <= now {
                (played, seconds) = (now, began.elapsed().as_secs_f64());
            }
            if games <= wanted || patience / 4 <= begun.elapsed() {
                break;
            }
            wanted = wanted.saturating_mul(8);
        }
        estimate.played += played;
        estimate.is_least |= played == 0;
        // If none was finished, all threads have worked on one game each.
        let per = if played == 0 { jobs.max(1) as u64 } else { played };
        let time = seconds * games as f64 / per as f64;
        let time = Duration::try_from_secs_f64(time).unwrap_or(Duration::MAX);
        estimate.time = estimate.time.saturating_add(time);
    }
    estimate
}

/// Counts games.
struct Counter(u64);

impl Recorder for Counter {
    fn take(&mut self, _game: &Played<'_>) -> io::Result<ControlFlow<()>> {
        self.0 += 1;
        Ok(ControlFlow::Continue(()))
    }

    fn last_round(&self) -> &[Met] {
        &[]
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::{Arc, LazyLock},
        time::Duration,
    };

    use agon_core::{AnyMove, AnyPosition, Decision, Failure, Habits, Player, PlayerPlugin, Position, Turn, inventory};

    use super::{estimate, estimate_by};
    use crate::{
        Spec,
        plan::{schedule::Plan, shard::Shard},
        play::clock::{Clocks, TurnedClock},
    };

    /// So long a patience that all games are played, and one that is over at once.
    const PATIENT: Duration = Duration::from_secs(3600);
    const BRIEF: Duration = Duration::from_millis(200);

    fn plan(player: &str, openings: u64) -> Arc<Plan> {
        let game = if player == "minimax" { "tic-tac-toe" } else { "nim(60+61+62+63)" };
        let spec = Spec::default().player(player).player("random").game(game);
        Arc::new(Plan::new(spec.openings(openings, 1).resolve().unwrap()).unwrap())
    }

    #[test]
    fn an_estimate_is_patient() {
        let some = estimate(&plan("minimax", 4), Shard::WHOLE, 1, PATIENT);
        assert!(some.played == 8 && !some.is_least && some.time < PATIENT, "{some:?}");
        // Not one game comes to its end.
        let plan_without_end = plan("mcts(iterations=1000000000)", 10);
        let endless = estimate(&plan_without_end, Shard::WHOLE, 1, BRIEF);
        assert_eq!((endless.played, endless.is_least), (0, true));
        assert!(20 * BRIEF <= endless.time, "{endless:?}");
        let none = Shard::WHOLE.within((0, 0));
        assert_eq!(estimate(&plan("random", 1), none, 1, BRIEF), super::Estimate::default());
    }

    /// The time of the player below.
    static TURNED: LazyLock<TurnedClock> = LazyLock::new(TurnedClock::default);

    /// Plays the first move, and takes a millisecond for it.
    struct Steady;

    impl Player for Steady {
        fn begin(&mut self) {}
        fn choose(&mut self, position: &AnyPosition, _: &mut Turn<'_>) -> Result<Decision<AnyMove>, Failure> {
            TURNED.turn(Duration::from_millis(1));
            Ok(Decision::just(position.nth(0)))
        }
        fn habits(&self) -> Habits {
            Habits::NONE
        }
    }

    inventory::submit! {
        PlayerPlugin::new("steady", "takes a millisecond for a move", "", &[], |_, _| {
            Ok(Box::new(Steady))
        })
    }

    #[test]
    fn an_estimate_grows_with_the_games() {
        // Each game is two moves, one of them the steady player's.
        let spec = Spec::default().player("steady").player("random").game("nim(1+1)");
        let of = |openings, patience| {
            let spec = spec.clone().openings(openings, 0);
            let plan = Arc::new(Plan::new(spec.resolve().unwrap()).unwrap());
            let clocks = Clocks::from(TURNED.clone());
            let patience = Duration::from_millis(patience);
            let found = estimate_by(&clocks, &plan, Shard::WHOLE, 1, patience);
            (found.played, found.time.as_millis(), found.is_least)
        };
        assert_eq!(of(4, 1000), (8, 8, false));
        // A hundred games first, and more while a quarter of the patience is left.
        assert_eq!(of(4000, 400), (100, 8000, false));
        assert_eq!(of(4000, 1000), (800, 8000, false));
        assert_eq!(of(40_000, 20_000), (6154, 80_000, false));
    }
}
