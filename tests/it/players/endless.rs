//! Searches without end, and games too large for them.

use agon_core::{AnyPosition, Node, Position, Seat, Seed, registry};

/// Searches that would go on for very long.
pub(crate) const ENDLESS: &[&str] = &[
    "alpha-beta(depth=60)",
    "alpha-beta(depth=60, table=1MB, pvs=true, hint=true)",
    "averaging(depth=60)",
    "best-reply(depth=60)",
    "epsilon(minimax(depth=60), 0)",
    "expectimax(depth=60)",
    "expectimax(depth=60, opponent=minimax(depth=2))",
    "expectiminimax(depth=60)",
    "max-n(depth=60)",
    "mcts(iterations=1000000000)",
    "minimax(depth=60)",
    "mix(selective(depth=60))",
    "mtd(depth=60)",
    "paranoid(depth=60)",
    "perfect(limit=1000000000)",
    "pns",
    "selective(depth=60)",
    "solve",
];

/// Games too large for any of them, of all kinds.
pub(crate) const LARGE: &[&str] =
    &["connect-four", "chess", "othello", "backgammon", "2048(goal=64)", "chinese-checkers", "pig(players=3)"];

/// The first decision of a game, some plies after its beginning.
pub(crate) fn decision(game: &str) -> (AnyPosition, Seat) {
    let mut position = registry::game(game).unwrap().start;
    let mut stream = Seed(3).stream(0);
    loop {
        match position.node() {
            Node::Decision(seat) => return (position, seat),
            _ => position.play(position.draw_move(&mut stream)),
        }
    }
}

/// Every one of `players` at every one of `games` that it plays.
pub(crate) fn pairs(players: &[&str], games: &[&str]) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    for game in games {
        for player in players {
            let named = registry::player(player).unwrap();
            if named.seat(&registry::game(game).unwrap().start).is_ok() {
                pairs.push(((*player).to_owned(), (*game).to_owned()));
            }
        }
    }
    assert!(games.len() < pairs.len());
    pairs
}
