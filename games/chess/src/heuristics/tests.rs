//! What heuristics say: the same however they are computed, and the negative from the other side.

use std::collections::BTreeSet;

use agon_core::{Explained, Heuristic, Node, Position, Seat, Seed, line::play_line, registry};
use cozy_chess::{Board, BoardBuilder};

use crate::{Chess, ROWS, weights::WEIGHTS};

fn chess(options: &str) -> Chess {
    registry::start(options).unwrap()
}

/// `positional` and `tapered`, which are kept, and `material`, which is not.
const HEURISTICS: [Heuristic; 3] = [Heuristic(0), Heuristic(1), Heuristic(2)];

/// The positions of some games at random, and of chess960.
fn random_positions() -> Vec<Chess> {
    let mut stream = Seed(11).stream(0);
    let mut all = Vec::new();
    for game in ["", "", "", "chess960=77", "fen=r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"]
    {
        let mut here = chess(game);
        while here.node() != Node::Terminal {
            all.push(here.clone());
            here.play(here.draw_move(&mut stream));
        }
    }
    assert!(1000 < all.len());
    all
}

#[test]
fn the_balance_follows_every_kind_of_move() {
    for (fen, line) in [
        ("4k3/8/8/8/5p2/8/4P3/4K3 w - - 0 1", "e2e4 f4e3"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1 e8g8"),
        ("r3k3/1P6/8/8/8/8/7P/4K3 w - - 0 1", "b7a8n e8e7"),
    ] {
        for heuristic in HEURISTICS {
            let mut kept = chess(&format!("fen={fen}"));
            kept.keep(Some(heuristic));
            for m in line.split(' ') {
                play_line(&mut kept, m).unwrap();
                let fresh = kept.parse(&kept.to_string()).unwrap();
                for asked in HEURISTICS {
                    let [one, other] = [&kept, &fresh].map(|p| p.estimate(asked, Seat(0)));
                    assert_eq!(one, other, "{kept}");
                }
            }
        }
    }
    for heuristic in HEURISTICS {
        let (mut kept, mut stream) = (chess("chess960=5"), Seed(2).stream(0));
        kept.keep(Some(heuristic));
        while kept.node() != Node::Terminal {
            let fresh = kept.parse(&kept.to_string()).unwrap();
            assert_eq!(kept.estimate(heuristic, Seat(0)), fresh.estimate(heuristic, Seat(0)), "{kept}");
            kept.play(kept.draw_move(&mut stream));
        }
    }
}

/// The same with colours swapped and the board turned over, and this from right to left.
fn mirrored(board: &Board) -> [Chess; 2] {
    [false, true].map(|swaps_files| {
        let mut builder = BoardBuilder::empty();
        for square in board.occupied() {
            let to = square.flip_rank();
            let to = if swaps_files { to.flip_file() } else { to };
            let (piece, color) = (board.piece_on(square).unwrap(), board.color_on(square).unwrap());
            *builder.square_mut(to) = Some((piece, !color));
        }
        builder.side_to_move = !board.side_to_move();
        Chess::new(builder.build().unwrap(), false)
    })
}

#[test]
fn colours_swapped_on_a_board_turned_over_give_the_negative_estimate() {
    for here in random_positions() {
        for heuristic in HEURISTICS {
            for other in mirrored(here.board()) {
                assert_eq!(here.estimate(heuristic, Seat(0)), other.estimate(heuristic, Seat(1)), "{here}");
                assert_eq!(here.estimate(heuristic, Seat(1)), -here.estimate(heuristic, Seat(0)), "{here}");
            }
        }
    }
}

/// An estimate in hundredths of a pawn.
fn hundredths(here: &Chess, heuristic: Heuristic) -> f64 {
    let estimate = here.estimate(heuristic, Seat(0));
    500.0 * estimate / (1.0 - estimate.abs())
}

#[test]
fn the_parts_of_a_heuristic_add_up_to_its_estimate() {
    for here in random_positions() {
        for heuristic in HEURISTICS {
            let parts = here.parts(heuristic);
            let sum: f64 = parts.iter().map(|part| part.values[0] - part.values[1]).sum();
            // Whole hundredths, towards zero.
            assert!((sum.trunc() - hundredths(&here, heuristic)).abs() < 1.5, "{here} {heuristic:?} {sum}");
            let terms = parts.iter().flat_map(|part| &part.terms).map(|(_, values)| values[0] - values[1]);
            assert!((sum - terms.sum::<f64>()).abs() < 1e-6, "{here}");
            let names: BTreeSet<&str> = parts.iter().map(|part| &*part.name).collect();
            assert_eq!(names.len(), parts.len(), "a square is named twice: {here}");
        }
    }
}

#[test]
fn what_is_counted_for_learning_adds_up_to_the_estimate() {
    for here in random_positions() {
        let (counts, share) = here.positional_counts();
        let sum = |half: fn((i16, i16)) -> i16| -> f64 {
            let weighed = counts.iter().map(|&(weight, count)| (half(WEIGHTS[usize::from(weight)]), count));
            weighed.map(|(weight, count)| f64::from(weight) * f64::from(count)).sum()
        };
        let sum = share * sum(|weight| weight.0) + (1.0 - share) * sum(|weight| weight.1);
        assert!((sum.trunc() - hundredths(&here, HEURISTICS[0])).abs() < 1.5, "{here} {sum}");
    }
}

/// How often the weights of the row with this name count, from its first to its last.
fn counted(fen: &str, name: &str) -> Vec<i8> {
    let (counts, _) = chess(&format!("fen={fen}")).positional_counts();
    let row = ROWS.iter().position(|row| row.name.starts_with(name)).unwrap();
    let from: usize = ROWS[..row].iter().map(|row| row.count).sum();
    let count = |weight| counts.iter().find(|&&(counted, _)| usize::from(counted) == weight).map_or(0, |&(_, n)| n);
    (from..from + ROWS[row].count).map(count).collect()
}

#[test]
fn what_pawns_kings_and_pieces_are_credited_with_is_as_in_the_textbook() {
    for (fen, name, expected) in [
        // From the fifth rank, and none beside a pawn that bars the way.
        ("4k3/8/8/3P4/8/8/8/4K3 w - - 0 1", "passed pawns by rank", &[0, 0, 0, 1, 0, 0][..]),
        ("4k3/2p5/8/3P4/8/8/8/4K3 w - - 0 1", "passed pawns by rank", &[0; 6]),
        ("4k3/8/3p4/3P4/8/8/8/4K3 w - - 0 1", "passed pawns by rank", &[0; 6]),
        ("4k3/8/8/2pP4/8/8/8/4K3 w - - 0 1", "passed pawns by rank", &[0, 0, -1, 1, 0, 0]),
        ("8/8/3k4/3P4/3P4/8/8/4K3 w - - 0 1", "passed pawns by rank", &[0, 0, 0, 1, 0, 0]),
        ("8/8/3k4/3P4/8/8/8/4K3 w - - 0 1", "passed pawns with a man before", &[0, 0, 0, 1, 0, 0]),
        ("7k/8/8/3P4/8/8/8/4K3 w - - 0 1", "passed pawns by rank, for each step of the own", &[0, 0, 0, 5, 0, 0]),
        ("7k/8/8/3P4/8/8/8/4K3 w - - 0 1", "passed pawns by rank, for each step of the other", &[0, 0, 0, 4, 0, 0]),
        ("4k3/8/8/8/3PP3/8/8/4K3 w - - 0 1", "pawns beside", &[0, 0, 2, 0, 0, 0]),
        ("4k3/8/8/8/3P4/4P3/8/4K3 w - - 0 1", "pawns that a pawn guards", &[0, 0, 1, 0, 0, 0]),
        // The pawns on the outermost files are no neighbours.
        ("4k3/8/8/8/8/8/P6P/4K3 w - - 0 1", "pawns beside", &[0; 6]),
        ("4k3/8/8/8/8/8/P6P/4K3 w - - 0 1", "isolated", &[2]),
        ("4k3/8/8/3P4/3P4/4P3/8/4K3 w - - 0 1", "isolated", &[0]),
        ("4k3/8/8/3P4/3P4/4P3/8/4K3 w - - 0 1", "doubled", &[1]),
        // The pawn on d3 cannot go on, and its neighbour has gone by.
        ("4k3/8/8/4p3/2P5/3P4/8/4K3 w - - 0 1", "backward", &[1]),
        ("4k3/8/8/4p3/8/2PP4/8/4K3 w - - 0 1", "backward", &[0]),
        ("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", "two bishops", &[1]),
        ("4k3/8/8/8/3P4/8/1P6/2B1K3 w - - 0 1", "pawns on the colour", &[2]),
        ("4k3/8/8/3N4/4P3/8/8/4K3 w - - 0 1", "knights and bishops that a pawn guards", &[1, 0]),
        ("4k3/2p5/8/3N4/4P3/8/8/4K3 w - - 0 1", "knights and bishops that a pawn guards", &[0, 0]),
        ("4k3/7p/8/8/8/8/P7/R3K2R w - - 0 1", "rooks on open files", &[0, 1]),
        ("4k3/8/8/8/8/8/P7/R3K2R w - - 0 1", "rooks on open files", &[1, 0]),
        // The knight attacks eight squares, of which pawns guard two.
        ("4k3/3p4/8/8/3N4/8/8/4K3 w - - 0 1", "knights by squares", &[0, 0, 0, 0, 0, 0, 1, 0, 0]),
        ("4k3/8/8/2n5/3P4/8/8/4K3 w - - 0 1", "pawns that attack", &[1, 0, 0, 0]),
        ("3qk3/8/8/8/7B/8/8/4K3 w - - 0 1", "knights and bishops that attack", &[0, 1]),
        ("3qk3/8/8/8/8/8/8/3RK3 w - - 0 1", "rooks that attack", &[1]),
        ("4k3/8/8/2n5/3P4/8/8/4K3 w - - 0 1", "attacked and unguarded", &[1, 0]),
        ("4k3/8/1p6/2n5/3P4/8/8/4K3 w - - 0 1", "attacked and unguarded", &[0, 0]),
        ("6k1/8/8/8/8/8/8/R3K3 w - - 0 1", "safe checks", &[0, 0, 1, 0]),
        ("4k3/8/8/8/8/8/8/4K3 b - - 0 1", "to be on the move", &[-1]),
    ] {
        assert_eq!(counted(fen, name), expected, "{fen} {name}");
    }
}

#[test]
fn heuristics_prefer_the_side_that_is_ahead() {
    let start = chess("");
    for heuristic in HEURISTICS {
        // Where all is equal, to be on the move is a little better.
        let move_is_worth = if heuristic == HEURISTICS[0] { 0.0..0.1 } else { 0.0..f64::MIN_POSITIVE };
        assert!(move_is_worth.contains(&start.estimate(heuristic, Seat(0))));
        let up = chess("fen=rnbqkbnr/pppp1ppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
        assert!(0.0 < up.estimate(heuristic, Seat(0)));
        assert!(up.estimate(heuristic, Seat(1)) < 0.0);
    }
    let queen_up = chess("fen=3qk3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(queen_up.estimate(HEURISTICS[2], Seat(1)), 900.0 / 1400.0);
}
