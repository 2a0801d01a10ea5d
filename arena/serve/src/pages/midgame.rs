//! A position in the middle of each game: what its card shows.

use agon_core::picture::{Cell, Look, Piece, Shape, Tint};
use agon_core::{AnyPosition, NamedGame, Node, Picture, Position as _, Seat, Seed, registry};
use agon_table::{Level, SearchLimits, ask, seat_player};

use crate::{allowed, place::given, pool::Worker};

/// Positions that somebody chose: the game, where it begins unless at its beginning, and the moves played from there.
const CHOSEN: &[(&str, Option<&str>, &str)] = &[
    ("2048", Some("1357/.246/..13/...1 1300"), ""),
    ("amoba", None, "g7 f6 g5 g8 f5 h7 g4 i6 j5 i5 e6 h3 e5 d5"),
    ("backgammon", None, "65, 24/13, 41, 13/8, 53, 8/3 6/3, 41, 24/23 24/20, 31"),
    ("battleship", None, "a1-a2 a2-b2 b2-b4 c1-c3 a2 d3 c1 b3 a3 a1 b2 b2"),
    ("breakthrough", None, "d2-d3 e7-e6 e2-e3 d7-d6 d3-d4 c7-c6 e3-e4 f7-f6 c2-c3 g7-g6 f2-f3 b7-b6"),
    ("checkers", None, "11-15 22-18 15x22 25x18 8-11 29-25 10-15 25-22 6-10 24-19 15x24 28x19 9-13 27-24"),
    ("chess", None, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7"),
    (
        "chinese-checkers",
        None,
        "b1-d4 i9-g7 i1-g1 b2-d3 h8-f7 h1-f2 c1-e3 j9-f6 j2-f3 e3-g3 f7-f5 g1-c1 a1-b1 f6-f4 c1-d5 c2-g2 j8-f7 d5-d6 \
         c3-g5 g7-e7 d6-d7 b1-c1 e7-c3 d7-d8",
    ),
    ("connect-four", None, "d d c e d c e e b f d"),
    ("dark-hex", None, "b2 c1 c1 b1"),
    (
        "dots-and-boxes",
        None,
        "a1b1 b1c1 c1d1 a2b2 b2c2 c2d2 a3b3 b3c3 a4b4 c3d3 a3a4 b3b4 c4d4 c3c4 b4c4 d3d4 a1a2 b1b2 c1c2 d1d2",
    ),
    ("einstein", None, "5 5b3 4 4d3 3 3c4 1 1d2 3 3c3 3"),
    ("gdl", None, "mark 2 2, mark 3 1, mark 1 1, mark 3 3, mark 3 2"),
    (
        "ghosts",
        None,
        "down left left down right up down down down stay up down up down up up up right up down left right up down",
    ),
    ("go", None, "E5 G5 E7 C6 D6 C5 D4 C4 C3 B3 C7 B7 B8 B6 G6 F6 F7 F5 E6 G7 H6 G8 F8 H5"),
    ("grundy", None, "7:1+6 6:2+4"),
    ("hex", None, "f6 f5 g5 g4 h4 h3 e6 d7 d6 c7 g6 e8 c6 b8"),
    ("kalah", None, "3 6 2 1 4 1 6 5 1"),
    ("kuhn", None, "3 2 b"),
    ("leduc", None, "K Q c r c J r"),
    ("liars-dice", None, "5 4 1-5"),
    ("module", None, "b2 a3 a1 c3 b3"),
    ("nim", None, "a1 b2 a1"),
    ("nine-mens-morris", None, "d6 f4 d2 b4 d7 d5 g4 a4 c4 a7 a1 d1 e4 d3 g7 g1 b6"),
    ("oshi-zumo", None, "4 4 2 5 6 4"),
    ("othello", None, "f5 f6 e6 d6 f7 f4 d7 g6 f3 g3 c5 c4 h3 g4 h6 c6 h5 c8"),
    ("phantom-tic-tac-toe", None, "b2 b2 a1 c3"),
    ("pig", None, "5 roll 4 roll 3"),
    ("tic-tac-toe", None, "b2 a1 c2 a2 a3"),
    ("tiny-bridge", None, "JsQs QhKs 1s"),
    ("tree", None, ""),
];

/// The moves that are played of a game for which nobody chose a position.
const PLIES: usize = 8;

/// The game of that name, in its middle: nothing where it cannot be begun.
pub(super) fn midgame(worker: &Worker, name: &str) -> Option<Picture> {
    if let Some(sign) = sign(name) {
        return Some(sign);
    }
    let game = allowed::game(worker, name).ok()?;
    let chosen = CHOSEN.iter().find(|(own, ..)| *own == name);
    // An arena of somebody's own may have other rules under that name.
    let here = chosen.and_then(|&(_, base, moves)| given(worker, game.clone(), base, moves).ok()).map(|site| site.here);
    Some(here.unwrap_or_else(|| played(&game)).picture())
}

/// Some moves by an easy player: as far as it gets, the same each time.
fn played(game: &NamedGame) -> AnyPosition {
    let (mut here, mut stream) = (game.start.clone(), Seed(0).stream(0));
    let named = registry::player(&Level::Easy.term(&game.start));
    let Some(mut player) = named.ok().and_then(|named| seat_player(&named, game).ok()) else { return here };
    for _ in 0..PLIES {
        let m = match here.node() {
            Node::Terminal => break,
            Node::Chance => here.draw_move(&mut stream),
            Node::Decision(seat) => match ask(player.as_mut(), &here, seat, &mut stream, SearchLimits::default()) {
                Ok(decision) => decision.m,
                Err(_) => break,
            },
        };
        let mut next = here.clone();
        next.play(m);
        // What is over shows no game in its middle.
        if next.node() == Node::Terminal {
            break;
        }
        here = next;
    }
    here
}

/// What stands for a game that is played with hands, coins or cards, and has no board.
fn sign(name: &str) -> Option<Picture> {
    let card = |label: &str| Piece::card(label);
    let rows: Vec<Vec<Piece>> = match name {
        "whist" => vec![vec![card("Ks"), card("Qs"), card("As"), card("9s")]],
        "goofspiel" => vec![vec![Piece::back(), card("11"), Piece::back()]],
        "disguise" => vec![vec![card("ky"), Piece::back(), card("ra")]],
        "rps" => {
            vec![vec![
                Piece::new(Look::Stone, Tint::Black),
                Piece::new(Look::Card, Tint::Plain),
                Piece::new(Look::Cross, Tint::Plain),
            ]]
        }
        "pennies" => vec![vec![Piece::new(Look::Stone, Tint::Yellow), Piece::new(Look::Stone, Tint::Yellow)]],
        "pig" => vec![vec![Piece::die(5), Piece::die(3)]],
        _ => return (name == "blotto").then(fields),
    };
    Some(laid(&rows))
}

/// Coins on three fields, of two seats.
fn fields() -> Picture {
    let mut picture = Picture::new();
    for (row, (seat, coins)) in
        [[2, 6, 2], [2, 4, 4]].into_iter().enumerate().map(|(row, coins)| (row, (Seat(1 - row as u8), coins)))
    {
        for (column, count) in coins.into_iter().enumerate() {
            let shape = Shape::Box { width: 1.0, height: 1.0 };
            let cell = Cell::new(format!("{row}{column}"), 1.15 * column as f64, 1.15 * row as f64, shape);
            let tint = if seat == Seat(0) { Tint::Blue } else { Tint::Red };
            picture.add(cell.with(Piece::new(Look::Seed, tint).of(seat).count(count)));
        }
    }
    picture
}

/// Pieces in rows, without a board.
pub(super) fn laid(rows: &[Vec<Piece>]) -> Picture {
    let mut picture = Picture::new();
    let widest = rows.iter().map(Vec::len).max().unwrap_or(0);
    for (row, pieces) in rows.iter().enumerate() {
        let aside = (widest - pieces.len()) as f64 / 2.0;
        for (column, piece) in pieces.iter().enumerate() {
            let place = (aside + column as f64, row as f64);
            picture.add(Cell::new(format!("{row}-{column}"), place.0, place.1, Shape::Crossing).with(piece.clone()));
        }
    }
    picture
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use agon_core::{Node, Position as _, registry};
    use agon_roster as _;

    use super::{CHOSEN, Worker, given, midgame, played, sign};
    use crate::allowed;

    #[test]
    fn every_game_has_a_position_that_somebody_chose_and_in_which_it_goes_on() {
        let (worker, mut seen) = (&Worker::of_test(), BTreeSet::new());
        for &(name, base, moves) in CHOSEN {
            assert!(seen.insert(name), "{name} is there twice");
            let game = registry::game(name).unwrap_or_else(|error| panic!("{name}: {error}"));
            let site = given(worker, game, base, moves).unwrap_or_else(|problem| panic!("{name}: {problem:?}"));
            assert_ne!(site.here.node(), Node::Terminal, "{name}");
        }
        for plugin in allowed::games() {
            let is_chosen = seen.contains(plugin.name) || sign(plugin.name).is_some();
            assert!(is_chosen, "{}", plugin.name);
            assert!(midgame(worker, plugin.name).is_some(), "{}", plugin.name);
        }
    }

    #[test]
    fn a_game_of_somebody_else_is_played_a_little_and_always_alike() {
        for name in ["hex", "backgammon", "kuhn", "chinese-checkers", "2048", "nim(heaps=1)"] {
            let game = registry::game(name).unwrap();
            let here = played(&game);
            assert_ne!(here.node(), Node::Terminal, "{name}");
            assert_eq!(name == "nim(heaps=1)", here.picture() == game.start.picture(), "{name}");
            assert_eq!(here.picture(), played(&game).picture(), "{name}");
        }
    }
}
