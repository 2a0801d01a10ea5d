//! The speed of the arena itself: whole tournaments of players that cost nothing.
//!
//! Elements are games; a run of them takes some tenths of a second, as what a run costs once is not
//! to be measured. Without a journal and with one, on the disk that holds the folder for
//! temporary files.

use std::{env, fs, io, ops::ControlFlow, path::PathBuf, process, sync::Arc, time::Duration};

use agon_arena::{
    Job, Met, Plan, Played, Recorder, Score, Shard, Spec,
    keep::{Header, JournalOptions, Writer},
};
use agon_roster as _;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// `random` against `random`, half of the games from each side.
fn tournament(game: &str, openings: u64) -> Arc<Plan> {
    let spec =
        Spec::default().game(game).player("random").player_named("other", "random").openings(openings, 0).seed(1);
    let tournament = spec.resolve().unwrap_or_else(|error| panic!("{error}"));
    Arc::new(Plan::new(tournament).unwrap_or_else(|error| panic!("{error}")))
}

/// A recorder that writes every game down.
struct Kept {
    score: Score,
    journal: Writer,
}

impl Kept {
    fn new(plan: &Plan) -> Kept {
        let path = Kept::path();
        let _ = fs::remove_file(&path);
        let header = Header::new(plan, Shard::WHOLE, "agon");
        let journal = Writer::open(&path, &header, &JournalOptions::default(), &mut |_| Ok(()))
            .unwrap_or_else(|error| panic!("{error}"));
        Kept { score: Score::new(plan), journal }
    }

    fn path() -> PathBuf {
        env::temp_dir().join(format!("agon-bench-{}.journal", process::id()))
    }
}

impl Recorder for Kept {
    fn take(&mut self, game: &Played<'_>) -> io::Result<ControlFlow<()>> {
        self.journal.append(game.bytes)?;
        Recorder::take(&mut self.score, game)
    }
    fn settle(&mut self) -> io::Result<()> {
        self.journal.settle().map(|_| ())
    }
    fn last_round(&self) -> &[Met] {
        self.score.last_round()
    }
}

fn arena(c: &mut Criterion) {
    for (game, openings) in [("tic-tac-toe", 500_000), ("connect-four", 300_000), ("pig", 100_000)] {
        let plan = tournament(game, openings);
        let mut group = c.benchmark_group(format!("{game}: random against random"));
        group.throughput(Throughput::Elements(plan.games()));
        for jobs in [1, 2] {
            group.bench_function(format!("jobs {jobs}"), |b| {
                b.iter(|| Job::whole(Arc::clone(&plan), jobs).run(Score::new(&plan)).0.games);
            });
            group.bench_function(format!("jobs {jobs}, with a journal"), |b| {
                b.iter(|| {
                    let job = Job::whole(Arc::clone(&plan), jobs);
                    let mut recorder = job.run(Kept::new(&plan)).0;
                    recorder.journal.sync().expect("the disk takes it");
                    recorder.score.games
                });
            });
        }
        group.finish();
    }
    let _ = fs::remove_file(Kept::path());
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
