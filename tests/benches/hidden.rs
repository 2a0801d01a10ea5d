//! Games that hide something: how long a redeal takes, and how many iterations a second `ismcts` makes of them.
//!
//! `cargo bench -p agon-benches --bench hidden -- redeal` for redeals alone, `-- ismcts` for the search. Elements are
//! redeals, and iterations.

use std::time::Duration;

use agon_core::{AnyPosition, Node, Position, Seat, Seed, Stream, Turn, registry};
use agon_roster as _;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// The number of random plays of each game; a redeal is drawn at each of their decisions.
const PLAYS: usize = 40;

/// The games that `ismcts` searches, and its iterations at each.
const SEARCHED: &[(&str, u64)] = &[
    ("kuhn", 100_000),
    ("leduc", 100_000),
    ("liars-dice", 100_000),
    ("goofspiel(cards=4, order=descending)", 10_000),
    ("phantom-tic-tac-toe", 10_000),
    ("whist", 1_000),
];

/// Every decision of random plays, with the seat to move.
fn places(start: &AnyPosition, stream: &mut Stream) -> Vec<(AnyPosition, Seat)> {
    let mut places = Vec::new();
    for _ in 0..PLAYS {
        let mut here = start.clone();
        while here.node() != Node::Terminal {
            if let Node::Decision(seat) = here.node() {
                places.push((here.clone(), seat));
            }
            here.play(here.draw_move(stream));
        }
    }
    places
}

/// The time of a redeal for the seat to move: it should be below ten microseconds where no ways are counted.
fn redeals(c: &mut Criterion) {
    let terms = registry::games().values().flat_map(|plugin| plugin.sample_terms());
    for game in terms.map(|term| registry::game(&term).expect("samples are games")) {
        if !game.start.facts().hidden {
            continue;
        }
        let mut stream = Seed(3).stream(0);
        let places = places(&game.start, &mut stream);
        let mut next = places.iter().cycle();
        let mut group = c.benchmark_group(&game.term);
        group.throughput(Throughput::Elements(1));
        group.bench_function("redeal", |b| {
            b.iter(|| {
                let (here, seat) = next.next().expect("somebody is to move somewhere");
                here.redeal(*seat, &mut stream)
            });
        });
        group.finish();
    }
}

/// One decision at the first position of the game where there is one.
fn searches(c: &mut Criterion) {
    for (term, iterations) in SEARCHED {
        let game = registry::game(term).expect("a bench names a linked game");
        let player = format!("ismcts(iterations={iterations})");
        let player = registry::player(&player).expect("a bench names a linked player");
        let mut player = player.seat(&game.start).expect("a bench seats who can play");
        let places = places(&game.start, &mut Seed(1).stream(0));
        let (here, seat) = places.first().expect("somebody is to move somewhere");
        let mut group = c.benchmark_group(*term);
        group.throughput(Throughput::Elements(*iterations));
        group.bench_function("ismcts", |b| {
            b.iter(|| {
                let mut stream = Seed(1).stream(0);
                player.begin();
                let mut turn = Turn::new(*seat, &mut stream);
                player.choose(here, &mut turn).expect("a built-in player has a move").m
            });
        });
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_secs(1))
        .without_plots();
    targets = redeals, searches
}
criterion_main!(benches);
