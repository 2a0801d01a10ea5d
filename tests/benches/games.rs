//! The speed of every game: random playouts and perft, native and erased.
//!
//! `cargo bench -p agon-benches --features native --bench games -- NAME` for one game. Elements are games played to the end, and leaves counted.

use std::{any::type_name, time::Duration};

use agon as _;
use agon_core::{Game, Position, Seed, registry};
use agon_laws::perft;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// The game with the options of `term`, and the depth at which its perft takes some milliseconds.
fn game<G: Game>(c: &mut Criterion, term: &str, depth: u32) {
    let any = registry::game(term).expect("a bench names a linked game").start;
    let native = any.downcast::<G>().unwrap_or_else(|| panic!("{} is {term}", type_name::<G>()));
    let mut group = c.benchmark_group(term);
    playouts(&mut group, "native", native);
    playouts(&mut group, "erased", &any);
    counts(&mut group, "native", native, depth);
    counts(&mut group, "erased", &any, depth);
    group.finish();
}

type Group<'a> = criterion::BenchmarkGroup<'a, criterion::measurement::WallTime>;

/// Random games to the end, from the stream that every game of a bench shares.
fn playouts<P: Position>(group: &mut Group<'_>, way: &str, start: &P) {
    let mut stream = Seed(1).stream(0);
    let mut position = start.clone();
    position.keep(None);
    let start = position.clone();
    group.throughput(Throughput::Elements(1));
    group.bench_function(format!("playout/{way}"), |b| {
        b.iter(|| {
            position.clone_from(&start);
            position.playout(&mut stream);
            position.node()
        });
    });
}

/// Perft with bulk counting of the last ply.
fn counts<P: Position>(group: &mut Group<'_>, way: &str, start: &P, depth: u32) {
    group.throughput(Throughput::Elements(perft::perft(start, depth)));
    group.bench_function(format!("perft-{depth}/{way}"), |b| {
        b.iter(|| perft::perft(start, depth));
    });
}

/// Perft of chess as it is without Agon: by the library that has the rules, called directly.
fn direct(c: &mut Criterion) {
    fn leaves(board: &cozy_chess::Board, depth: u32) -> u64 {
        let mut count = 0;
        board.generate_moves(|moves| {
            if depth == 1 {
                count += moves.len() as u64;
            } else {
                for m in moves {
                    let mut after = board.clone();
                    after.play_unchecked(m);
                    count += leaves(&after, depth - 1);
                }
            }
            false
        });
        count
    }
    let (board, depth) = (cozy_chess::Board::default(), 5);
    let mut group = c.benchmark_group("chess");
    group.throughput(Throughput::Elements(leaves(&board, depth)));
    group.bench_function(format!("perft-{depth}/direct"), |b| b.iter(|| leaves(&board, depth)));
    group.finish();
}

fn games(c: &mut Criterion) {
    game::<agon_2048::Board>(c, "2048", 4);
    game::<agon_amoba::Amoba>(c, "amoba(size=15)", 3);
    game::<agon_backgammon::Backgammon>(c, "backgammon", 3);
    game::<agon_breakthrough::Breakthrough>(c, "breakthrough", 5);
    game::<agon_checkers::Checkers>(c, "checkers", 8);
    game::<agon_chess::Chess>(c, "chess", 5);
    game::<agon_chinese_checkers::ChineseCheckers>(c, "chinese-checkers", 4);
    game::<agon_connect_four::ConnectFour>(c, "connect-four", 8);
    game::<agon_dots_and_boxes::DotsAndBoxes>(c, "dots-and-boxes", 5);
    game::<agon_einstein::Einstein>(c, "einstein", 6);
    game::<agon_ghosts::Ghosts>(c, "ghosts", 8);
    game::<agon_go::Go>(c, "go", 3);
    game::<agon_go::Go>(c, "go(size=19)", 3);
    game::<agon_grundy::Grundy>(c, "grundy(heap=50)", 5);
    game::<agon_hex::Hex>(c, "hex", 3);
    game::<agon_kalah::Kalah>(c, "kalah", 8);
    game::<agon_nim::Nim>(c, "nim", 6);
    game::<agon_nine_mens_morris::Morris>(c, "nine-mens-morris", 4);
    game::<agon_othello::Othello>(c, "othello", 9);
    game::<agon_pig::Pig>(c, "pig", 12);
    game::<agon_tic_tac_toe::TicTacToe>(c, "tic-tac-toe", 9);
    game::<agon_tree::Tree>(c, "tree", 2);
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_secs(1))
        .without_plots();
    targets = games, direct
}
criterion_main!(benches);
