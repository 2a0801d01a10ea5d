//! The speed of the arena itself: whole tournaments of players that cost nothing.
//!
//! Elements are games. Nothing is written; `agon run` with and without a journal shows what the
//! disk costs.

use std::{sync::Arc, time::Duration};

use agon_arena::{Job, Plan, Score, Spec};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// `random` against `random`, half of the games from each side.
fn tournament(game: &str, openings: u64) -> Arc<Plan> {
    let spec = Spec::default()
        .game(game)
        .player("random")
        .player_named("other", "random")
        .openings(openings, 0)
        .seed(1);
    let tournament = spec.resolve().unwrap_or_else(|error| panic!("{error}"));
    Arc::new(Plan::new(tournament).unwrap_or_else(|error| panic!("{error}")))
}

fn arena(c: &mut Criterion) {
    for (game, openings) in [("tic-tac-toe", 50_000), ("connect-four", 20_000), ("pig", 500)] {
        let plan = tournament(game, openings);
        let mut group = c.benchmark_group(format!("{game}: random against random"));
        group.throughput(Throughput::Elements(plan.games()));
        for jobs in [1, 2] {
            group.bench_function(format!("jobs {jobs}"), |b| {
                b.iter(|| Job::whole(Arc::clone(&plan), jobs).run(Score::new(&plan)).0.games);
            });
        }
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(3))
        .without_plots();
    targets = arena
}
criterion_main!(benches);
