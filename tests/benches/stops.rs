//! How long each search takes from the stop signal to its answer, the slowest first: when it is given
//! before the question, during the search, and before the second question of a game.
//!
//! `cargo bench -p agon-benches --features native --bench stops`. Nothing else should run meanwhile.

#![expect(clippy::unwrap_used, reason = "a bench names what is linked")]

use std::{
    thread,
    time::{Duration, Instant},
};

use agon as _;
use agon_core::{AnyMove, AnyPosition, Node, Player, Position, Seat, Seed, StopSignal, Turn, registry};

use crate::endless::{ENDLESS, LARGE, decision, pairs};

#[path = "../it/players/endless.rs"]
mod endless;

/// More games, and more players, than are worth a test.
const GAMES: &[&str] = &["go", "go(size=19)", "amoba", "hex", "checkers", "dots-and-boxes"];
const PLAYERS: &[&str] = &[
    "alpha-beta(depth=60, table=1GB)",
    "greedy",
    "mcts(iterations=1000000000, playout=greedy)",
    "mcts(iterations=1000000000, reuse=true)",
    "paranoid(depth=60, table=1GB)",
    "pns(table=1GB)",
    "solve(table=1GB)",
];

fn main() {
    // Cargo asks benches for their list, and runs them as tests, with flags of its own.
    if std::env::args().any(|argument| argument == "--list" || argument == "--test") {
        return;
    }
    let pairs = pairs(&[ENDLESS, PLAYERS].concat(), &[LARGE, GAMES].concat());
    let mut found = Vec::new();
    for (player, game) in &pairs {
        let times = times(player, game);
        found.push((times.into_iter().max(), times, player, game));
    }
    found.sort_by(|one, other| other.cmp(one));
    for (_, [before, during, second], player, game) in found {
        println!("{before:>10.1?} {during:>10.1?} {second:>10.1?}  {player} at {game}");
    }
}

/// The least times of thirty tries, or of as many as it takes to be below 2 ms: other programs run too.
fn times(player: &str, game: &str) -> [Duration; 3] {
    let (position, seat) = decision(game);
    let named = registry::player(player).unwrap();
    let ask = |seated: &mut dyn Player, position: &AnyPosition, patience| {
        stop(seated, position, seat, patience).unwrap_or_else(|e| panic!("{player} at {game}: {e}"))
    };
    // Much to remember is much to clear.
    let is_full = game == "othello" && (player.contains("1GB") || player.contains("reuse"));
    let patience = Duration::from_millis(if is_full { 2000 } else { 20 });
    let mut least = [Duration::MAX; 3];
    for _ in 0..30 {
        if least.iter().all(|&least| least < Duration::from_millis(2)) {
            break;
        }
        let seated = &mut *named.seat(&position).unwrap();
        let (_, before) = ask(seated, &position, Duration::ZERO);
        seated.begin();
        let (m, during) = ask(seated, &position, patience);
        let (mut next, mut stream) = (agon_core::after(&position, m), Seed(0).stream(0));
        while next.node() != Node::Terminal && next.node() != Node::Decision(seat) {
            next.play(next.draw_move(&mut stream));
        }
        let mut second = Duration::ZERO;
        if next.node() != Node::Terminal {
            second = ask(seated, &next, Duration::ZERO).1;
        }
        for (least, now) in least.iter_mut().zip([before, during, second]) {
            *least = now.min(*least);
        }
    }
    least
}

/// Asks `seated`, with an explanation, while another thread gives the signal after `patience`, or before the question if
/// that is zero. Returns the move, and the time from the signal to the answer.
fn stop(
    seated: &mut dyn Player,
    position: &AnyPosition,
    seat: Seat,
    patience: Duration,
) -> Result<(AnyMove, Duration), String> {
    let (signal, mut stream) = (StopSignal::new(), Seed(0).stream(0));
    let hand = signal.clone();
    let given = thread::spawn(move || {
        thread::sleep(patience);
        let now = Instant::now();
        hand.give();
        now
    });
    while patience == Duration::ZERO && !signal.is_given() {
        thread::yield_now();
    }
    let asked = Instant::now();
    let mut turn = Turn::new(seat, &mut stream).until(Some(&signal)).explained(true);
    let decision = seated.choose(position, &mut turn).map_err(|e| e.to_string())?;
    let answered = Instant::now();
    if !position.is_legal(decision.m) {
        return Err(format!("in {position}: not legal"));
    }
    let given = given.join().map_err(|_| "nobody gave the signal".to_owned())?;
    Ok((decision.m, answered.saturating_duration_since(given.max(asked))))
}
