//! How a game's clock is shared out over the moves, measured with clocks that count positions instead
//! of time: a position takes a millisecond, so any machine finds the same.

use std::time::Duration;

use agon_arena::play::{TimeControl, moves_to_come};
use agon_core::{Budget, Node, Position, Seat, Seed, Turn, after, registry};

const PLAYER: &str = "alpha-beta(depth=60, pvs=true, table=64kB, hint=true, killers=true, history=true)";

/// The share of points that the rule scores against a flat one, a 25th of the time left for each move,
/// from random openings in both seatings, with `clock` for both.
fn score(game: &str, clock: TimeControl, openings: u64) -> f64 {
    let start = registry::game(game).unwrap().start;
    let facts = start.facts();
    let player = registry::player(PLAYER).unwrap();
    let mut players = [player.seat(&start).unwrap(), player.seat(&start).unwrap()];
    let mut points = 0.0;
    for number in 0..2 * openings {
        let (opening, first) = (number / 2, number as usize % 2);
        let mut stream = Seed(opening).stream(1);
        let (mut here, mut plies) = (start.clone(), 0);
        while plies < 4 {
            here = after(&here, here.draw_move(&mut stream));
            plies += 1;
        }
        for player in &mut players {
            player.begin();
        }
        let mut clocks = [clock; 2];
        while let Node::Decision(seat) = here.node() {
            let who = (seat.index() + first) % 2;
            let share = match who {
                0 => clocks[0].share(Some(moves_to_come(&facts, plies))),
                _ => (clock.increment * 3 / 4 + clocks[1].left / 25).min(clocks[1].left / 2),
            };
            let budget = Budget::of(Some((share.as_millis() as u64).max(1)));
            let mut turn = Turn::new(seat, &mut stream).within(budget);
            let decision = players[who].choose(&here, &mut turn).unwrap();
            let used = Duration::from_millis(decision.nodes);
            let left = clocks[who].left.checked_sub(used).expect("nobody loses on time");
            clocks[who].left = left + clock.increment;
            here.play(decision.m);
            plies += 1;
        }
        let payoff = here.payoff(Seat(first as u8));
        points += if 0.0 < payoff { 1.0 } else { 0.5 * f64::from(payoff == 0.0) };
    }
    points / (2 * openings) as f64
}

#[test]
fn no_player_loses_on_time_or_by_its_division_of_time() {
    let mut sum = 0.0;
    let matches = [
        ("connect-four", 20, 0),
        ("connect-four", 20, 500),
        ("othello", 30, 0),
        ("breakthrough", 30, 0),
        ("kalah", 30, 300),
    ];
    for (game, seconds, increment) in matches {
        let left = Duration::from_secs(seconds);
        let increment = Duration::from_millis(increment);
        let share = score(game, TimeControl { left, increment, moves: None }, 40);
        println!("{game} {seconds}+{increment:?}: {share}");
        sum += share;
    }
    // A flat rule does as well at most games, and worse where a game is short.
    assert!(0.47 < sum / matches.len() as f64, "{sum}");
}
