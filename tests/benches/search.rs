//! The speed of the searches: nodes a second, native and erased, beside loops written by hand.
//!
//! Elements are nodes (positions looked at), playouts or iterations.

use std::{hint::black_box, time::Duration};

use agon as _;
use agon_connect_four::{Column, ConnectFour};
use agon_core::{AnyPosition, Node, Player, Position, Seat, Seed, Stream, Turn, registry};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// A game with plain alpha-beta at a depth that takes some milliseconds: every game's nodes a
/// second.
const PLAIN: &[(&str, u32)] = &[
    ("connect-four", 12),
    ("tic-tac-toe", 9),
    ("othello", 7),
    ("amoba", 3),
    ("breakthrough", 5),
    ("hex(size=5)", 4),
    ("kalah", 8),
    ("checkers", 8),
    ("nine-mens-morris", 4),
    ("dots-and-boxes", 6),
    ("chess", 4),
    ("go(size=5)", 4),
    ("nim", 5),
    ("grundy(heap=20)", 8),
];

/// Searches that are worth a number of their own.
const CHOSEN: &[(&str, &str)] = &[
    ("tic-tac-toe", "minimax(depth=unlimited, heuristic=none)"),
    ("tic-tac-toe", "mcts(iterations=100000)"),
    ("connect-four", "mcts(iterations=10000)"),
    ("connect-four", "mcts(iterations=100000)"),
    (
        "connect-four",
        "alpha-beta(depth=12, heuristic=centre, deepening=true, table=4MB, pvs=true, symmetry=true, hint=true)",
    ),
    (
        "connect-four",
        "alpha-beta(depth=14, heuristic=centre, deepening=true, table=4MB, pvs=true, symmetry=true, hint=true)",
    ),
    (
        "amoba(size=15)",
        "alpha-beta(depth=4, relevant=true, pvs=true, table=64MB, deepening=true, hint=true, killers=true)",
    ),
    ("backgammon", "expectiminimax(depth=1)"),
];

fn choose(player: &mut dyn Player, position: &AnyPosition) -> u64 {
    let Node::Decision(seat) = position.node() else { unreachable!("a bench begins at a decision") };
    let mut stream = Seed(1).stream(0);
    let mut turn = Turn::new(seat, &mut stream);
    player.begin();
    player.choose(position, &mut turn).expect("a built-in player has a move").nodes
}

/// One decision at the first position of the game where there is one.
fn decision(c: &mut Criterion, game: &str, player: &str) {
    let game = registry::game(game).expect("a bench names a linked game");
    let player = registry::player(player).expect("a bench names a linked player");
    let mut position = game.start.clone();
    let mut stream = Seed(1).stream(0);
    while position.node() == Node::Chance {
        position.play(position.draw_move(&mut stream));
    }
    let mut group = c.benchmark_group(format!("{}/{}", game.term, player.term));
    for (way, seated) in [("native", player.seat(&game.start)), ("erased", player.seat_erased(&game.start))] {
        let mut seated = seated.expect("a bench seats who can play");
        group.throughput(Throughput::Elements(choose(&mut *seated, &position)));
        group.bench_function(way, |b| b.iter(|| choose(&mut *seated, &position)));
    }
    group.finish();
}

fn plain(c: &mut Criterion) {
    for (game, depth) in PLAIN {
        decision(c, game, &format!("alpha-beta(depth={depth}, heuristic=none)"));
    }
}

fn chosen(c: &mut Criterion) {
    for (game, player) in CHOSEN {
        decision(c, game, player);
    }
}

/// Alpha-beta for Connect Four and nothing else, as anybody would write it.
fn by_hand(here: &ConnectFour, depth: u32, seat: Seat, window: (f64, f64), nodes: &mut u64) -> f64 {
    *nodes += 1;
    if here.node() == Node::Terminal {
        return here.payoff(seat);
    }
    if depth == 0 {
        return 0.0;
    }
    let (mut alpha, beta) = window;
    let mut best = f64::NEG_INFINITY;
    for column in (0..7).map(Column) {
        if here.is_legal(column) {
            let mut next = here.clone();
            next.play(column);
            let value = -by_hand(&next, depth - 1, seat.opponent(), (-beta, -alpha), nodes);
            best = best.max(value);
            alpha = alpha.max(value);
            if beta <= alpha {
                break;
            }
        }
    }
    best
}

fn playout_by_hand(start: &ConnectFour, stream: &mut Stream) -> bool {
    let mut here = start.clone();
    while here.node() != Node::Terminal {
        let n = stream.below(here.count() as u32);
        here.play(here.nth(n as usize));
    }
    here.payoff(Seat(0)) == 1.0
}

fn hand(c: &mut Criterion) {
    let any = registry::game("connect-four").expect("it is linked").start;
    let start = any.downcast::<ConnectFour>().expect("it is Connect Four");
    let all = (f64::NEG_INFINITY, f64::INFINITY);
    let mut group = c.benchmark_group("connect-four/by-hand");
    let mut nodes = 0;
    by_hand(start, 12, Seat(0), all, &mut nodes);
    group.throughput(Throughput::Elements(nodes));
    group.bench_function("alpha-beta-12", |b| {
        b.iter(|| by_hand(black_box(start), 12, Seat(0), all, &mut 0));
    });
    let mut stream = Seed(1).stream(0);
    group.throughput(Throughput::Elements(1));
    group.bench_function("playout", |b| b.iter(|| playout_by_hand(start, &mut stream)));
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2))
        .without_plots();
    targets = plain, chosen, hand
}
criterion_main!(benches);
