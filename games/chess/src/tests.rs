//! The rules against published counts, and the draws that need a memory.

use std::{ops::ControlFlow, sync::Arc};

use agon_core::{
    AnyPosition, Estimator, Evaluate, ForeignNotation, GameModel, Glimpse, Heuristic, Learnable, Learned, Node,
    Position, Seat, Seed, all_moves,
    line::play_line,
    notation,
    picture::{Cell, Ground},
    registry,
};
use agon_laws::perft::perft;

use cozy_chess::Square;

use crate::{Chess, color_of};

fn chess(options: &str) -> Chess {
    registry::start(options).unwrap()
}

#[test]
fn adjacent_kings_and_text_after_a_move_are_refused() {
    let start = registry::game("chess").unwrap().start;
    for text in ["4k3/4K3/8/8/8/8/8/R7 w - - 0 1", "8/8/8/3k4/4K3/8/8/8 b - - 0 1"] {
        assert!(start.parse(text).is_err(), "{text}");
    }
    let position = start.parse("4k3/P7/8/8/8/8/7p/4K3 w - - 0 1").unwrap();
    assert!(position.parse_move("a7a8q").is_some());
    for text in ["a7a8q xyzzy", "a7a8q e8d7", "a7a8qq", "e1e2x"] {
        assert_eq!(position.parse_move(text), None, "{text}");
    }
}

#[test]
fn the_square_of_a_king_in_check_is_marked_and_no_other() {
    for (moves, marked) in [("e2e4 f7f6", None), ("e2e4 f7f6 d1h5", Some("e8, in check: black king"))] {
        let mut position = chess("");
        play_line(&mut position, moves).unwrap();
        let picture = position.picture();
        let found = picture.cells.iter().filter(|cell| cell.ground == Ground::Attacked);
        let found: Vec<String> = found.map(Cell::text).collect();
        assert_eq!(found, Vec::from_iter(marked), "{moves}");
    }
}

#[test]
fn the_six_standard_positions_have_their_published_counts() {
    // Source: Chess Programming Wiki, Perft Results, positions 1 to 6.
    let table: [(&str, &[u64]); 6] = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[20, 400, 8_902, 197_281, 4_865_609]),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", &[48, 2_039, 97_862, 4_085_603]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2_812, 43_238, 674_624, 11_030_083]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9_467, 422_333, 15_833_292]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1_486, 62_379, 2_103_487]),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", &[46, 2_079, 89_890, 3_894_594]),
    ];
    for (fen, counts) in table {
        let start = chess(&format!("fen={fen}"));
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(perft(&start, depth), count, "{fen} to {depth} plies");
        }
    }
}

#[test]
fn chess960_positions_have_their_published_counts() {
    // Source: Chess Programming Wiki, Chess960 Perft Results, numbers 1 and 2 of the list.
    for (fen, counts) in [
        ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", [21, 528, 12_189, 326_672]),
        ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", [21, 807, 18_002, 667_366]),
    ] {
        let start = chess(&format!("fen={fen}"));
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&start, depth), count, "{fen} to {depth} plies");
        }
    }
}

/// Plays `line`; returns the value of the position for White, if the game is over.
fn outcome(arguments: &str, line: &str) -> Option<f64> {
    let mut position = chess(arguments);
    play_line(&mut position, line).unwrap();
    (position.node() == Node::Terminal).then(|| position.payoff(Seat(0)))
}

#[test]
fn games_end_by_mate_stalemate_repetition_quiet_moves_and_bare_boards() {
    for (arguments, line, expected) in [
        ("", "f2f3 e7e5 g2g4 d8h4", Some(-1.0)),
        ("fen=7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "g5g6", Some(0.0)),
        ("fen=7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "g5g7", Some(1.0)),
        // The initial position for the second time, and for the third.
        ("", "g1f3 g8f6 f3g1 f6g8", None),
        ("", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1", None),
        ("", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", Some(0.0)),
        // After 1 e4 no en passant capture is possible, so the same position occurs again.
        ("", "e2e4 g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1", Some(0.0)),
        // Here Black could at first, so the position after the push comes only twice again.
        ("fen=4k2r/8/8/8/3p4/8/4P3/4K2R w - - 0 1", "e2e4 h8h7 h1h2 h7h8 h2h1 h8h7 h1h2 h7h8 h2h1", None),
        // The rooks come back but the right to castle doesn't.
        ("fen=4k2r/4p3/8/8/8/8/4P3/4K2R w Kk - 0 1", "h1h2 h8h7 h2h1 h7h8 h1h2 h8h7 h2h1 h7h8", None),
        ("fen=4k2r/8/8/8/8/8/8/4K2R w - - 98 100", "h1h2", None),
        ("fen=4k2r/8/8/8/8/8/8/4K2R w - - 98 100", "h1h2 h8h7", Some(0.0)),
        ("fen=4k2r/8/8/8/8/8/8/4K2R w - - 99 100", "h1h8", None),
        // Mate with the hundredth quiet ply is mate.
        ("fen=7k/8/5K2/6Q1/8/8/8/8 w - - 99 100", "g5g7", Some(1.0)),
        ("fen=7k/8/8/8/8/8/1p6/K7 w - - 0 1", "a1b2", Some(0.0)),
        ("fen=7k/8/8/8/8/8/1n6/K7 b - - 0 1", "", Some(0.0)),
        ("fen=7k/8/8/8/8/8/2b5/K1B5 w - - 0 1", "", None),
        ("fen=7k/8/8/8/8/1B6/2b5/K7 b - - 0 1", "", Some(0.0)),
        ("fen=7k/8/8/8/8/8/1n6/K1N5 w - - 0 1", "", None),
    ] {
        assert_eq!(outcome(arguments, line), expected, "{arguments} {line}");
    }
}

#[test]
fn repetitions_survive_as_text() {
    let mut position = chess("");
    play_line(&mut position, "e2e4 e7e5 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1").unwrap();
    let text = position.to_string();
    assert_eq!(
        text,
        "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 7 5 \
         after g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1"
    );
    let mut back = chess("").parse(&text).unwrap();
    assert_eq!(back, position);
    let fresh = chess("").parse(text.split(" after").next().unwrap()).unwrap();
    assert!(fresh != back && fresh.key() != back.key());
    for position in [&mut back, &mut position] {
        play_line(position, "f6g8").unwrap();
        assert_eq!(position.node(), Node::Terminal);
    }
}

#[test]
fn wrong_texts_are_refused() {
    let start = chess("");
    for text in [
        "",
        "startpos",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 after g1f3",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 2 2 after e2e4 e7e5",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 2 after g1f3 b8c6",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    ] {
        assert!(start.parse(text).is_err(), "{text}");
    }
    assert!(registry::game("chess(chess960=1, fen=7k/8/8/8/8/8/R7/K7 w - - 0 1)").is_err());
    assert!(registry::game("chess(fen=nonsense)").is_err());
}

#[test]
fn castling_is_written_by_the_target_of_the_king_or_by_its_rook() {
    let usual = chess("fen=r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let short = usual.parse_move("e1g1").unwrap();
    assert_eq!(usual.parse_move("e1h1"), Some(short));
    assert_eq!(notation(&usual, short), "e1g1");
    assert_eq!(notation(&usual, usual.parse_move("e1c1").unwrap()), "e1c1");
    let mut other = chess("fen=1r3k1r/8/8/8/8/8/8/1R3K1R w HBhb - 0 1");
    assert_eq!(notation(&other, other.parse_move("f1b1").unwrap()), "f1b1");
    play_line(&mut other, "f1h1").unwrap();
    assert_eq!(other.to_string(), "1r3k1r/8/8/8/8/8/8/1R3RK1 b hb - 1 1");
}

#[test]
fn transpositions_are_equal() {
    let (mut one, mut other) = (chess(""), chess(""));
    play_line(&mut one, "e2e3 e7e6 d2d4").unwrap();
    play_line(&mut other, "d2d4 e7e6 e2e3").unwrap();
    assert_eq!(one.to_string(), other.to_string());
    assert!(one == other && one.key() == other.key());
}

#[test]
fn playouts_agree_with_the_slow_definitions() {
    for seed in 0..20 {
        let (mut fast, mut slow) = (chess("chess960=77"), chess("chess960=77"));
        fast.playout(&mut Seed(seed).stream(0));
        let mut stream = Seed(seed).stream(0);
        while slow.node() != Node::Terminal {
            let mut list = Vec::new();
            let _ = slow.each_move(|m| {
                list.push(m);
                ControlFlow::Continue(())
            });
            slow.play(list[stream.below(list.len() as u32) as usize]);
        }
        assert_eq!(fast, slow, "seed {seed}");
    }
}

#[test]
fn counting_moves_at_once_agrees_with_counting_one_by_one() {
    let mut stream = Seed(8).stream(0);
    for options in [
        "",
        "chess960=100",
        "fen=r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "fen=8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "fen=r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        "fen=n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "fen=k7/8/8/8/PPPPPPPP/8/pppppppp/K7 w - - 0 1",
        "fen=8/8/8/KPpP3r/8/8/8/7k w - c6 0 1",
        // More moves than any play leads to.
        "fen=Q6Q/1Q4Q1/2Q2Q2/3QQ3/2Q2Q1Q/7Q/QQQ5/k6K b - - 0 1",
    ] {
        for _ in 0..20 {
            let mut position = chess(options);
            loop {
                let list = all_moves(&position);
                assert_eq!(position.count(), list.len(), "{position}");
                let places = list.iter().enumerate();
                assert!(places.clone().all(|(n, &m)| position.nth(n) == m), "{position}");
                if position.node() == Node::Terminal {
                    break;
                }
                position.play(position.draw_move(&mut stream));
            }
        }
    }
}

#[test]
fn boards_are_written_as_by_the_crate_of_the_rules() {
    for (game, is_usual) in [("", true), ("chess960=77", false)] {
        let mut stream = Seed(3).stream(0);
        for _ in 0..40 {
            let mut here = chess(game);
            while here.node() != Node::Terminal {
                let board = here.board();
                let theirs = if is_usual { board.to_string() } else { format!("{board:#}") };
                let ours = here.to_string();
                for (place, (word, expected)) in ours.split(' ').zip(theirs.split(' ')).enumerate() {
                    // A capture in passing is written only where it is legal.
                    if place != 3 || word != "-" {
                        assert_eq!(word, expected, "{ours}");
                    }
                }
                here.play(here.draw_move(&mut stream));
            }
        }
    }
    // No game is so long that a test would play it.
    let long = "7k/8/5K2/6Q1/8/8/8/8 w - - 7 ";
    for number in [9, 10, 99, 100, 101, 999, 1000, 10_000, 65_535] {
        let text = format!("{long}{number}");
        assert_eq!(chess(&format!("fen={text}")).to_string(), text);
    }
}

#[test]
fn epd_and_the_rights_of_x_fen_are_read() {
    let usual = chess("");
    for (epd, fen) in [
        (
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1",
        ),
        (
            "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - hmvc 2; fmvn 2; id \"x\";",
            "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2",
        ),
        ("4k3/8/8/8/8/8/8/4K2R w K - 4 7 bm O-O;", "4k3/8/8/8/8/8/8/4K2R w K - 4 7"),
    ] {
        assert_eq!(usual.parse(epd).unwrap().to_string(), fen);
    }
    for wrong in ["4k3/8/8/8/8/8/8/4K2R w K", "4k3/8/8/8/8/8/8/4K2R w K - 1 2 3", "4k3 w K - x"] {
        assert!(usual.parse(wrong).is_err(), "{wrong}");
    }
    let other = chess("chess960=1");
    for (x_fen, by_files) in [
        ("nrkbrqnb/8/8/8/8/8/8/NRKBRQNB w KQkq - 0 1", "EBeb"),
        // The right is that of the inner rook, and so it is named.
        ("nrkbr2r/8/8/8/8/8/8/NRKBR2R w EQeq - 0 1", "EBeb"),
        ("nrkbr2r/8/8/8/8/8/8/NRKBR2R w Kk - 0 1", "Hh"),
    ] {
        let position = other.parse(x_fen).unwrap();
        let rights = position.to_string();
        assert_eq!(rights.split(' ').nth(2), Some(by_files), "{x_fen}");
        assert_eq!(position.scoresheet().tags[2], ("FEN", x_fen.to_owned()));
    }
}

#[test]
fn a_score_sheet_gives_its_start_unless_it_is_the_usual_one() {
    assert_eq!(chess("").scoresheet(), agon_core::Scoresheet::default());
    let sheet = chess("chess960=0").scoresheet();
    let fen = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";
    let tags: Vec<_> = sheet.tags.iter().map(|(tag, value)| (*tag, value.as_str())).collect();
    assert_eq!(tags, [("Variant", "Chess960"), ("SetUp", "1"), ("FEN", fen)]);
    let late = chess("fen=8/8/8/8/4k3/8/4P3/4K2R b K - 60 90").scoresheet();
    assert_eq!((late.number, late.tags.len()), (90, 2));
}

#[test]
fn a_damaged_fen_is_refused_with_its_column() {
    let start = registry::game("chess").unwrap().start;
    for (fen, message) in [
        ("rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "column 20: expected one"),
        ("rnbqkbnr/pppppppp/80/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "column 20: expected a man"),
        ("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "column 19: expected a man"),
        ("rnbqkbnr/pppppppx/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "column 17: expected a man"),
        ("rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "column 18: expected eight"),
        (
            "rnbqkbnr/pppppp1/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "column 17: expected eight squares in rank 7, found 7; PGN standard 16.1.3.1",
        ),
        ("rnbqkbnr/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "column 35: expected eight ranks, found 7"),
        ("4k3/8/8/8/8/8/8/8/4K2R w K - 0 1", "column 18: expected eight ranks, found a ninth"),
        ("4k3/8/8/8/8/8//4K2R w K - 0 1", "column 15: expected eight squares in rank 2, found 0"),
        ("4k3/8/8/8/8/8/8/4K2 w K - 0 1", "column 20: expected eight squares in rank 1, found 7"),
        ("4k3/8/8/8/8/8/8/99999999999999999999KR w K - 0 1", "column 17: expected a man"),
        ("4k3/8/8/8/8/8/8/4K2R x K - 0 1", "column 22: expected `w` or `b`, found `x`"),
        ("4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "column 24: `Q` needs the white king"),
        ("4k3/8/8/8/8/8/8/4K2R w K e9 0 1", "column 26: expected `-`, or a square"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 101 1", "column 28: expected a whole number of at most 100"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 65536", "column 30: expected a whole number of at most"),
        ("4k3/8/8/8/8/8/8/4K2R w K - hmvc x3;", "column 33: expected a whole number"),
        ("4k3/8/8/8/8/8/8/4K2R w K - hmvc+3;", "column 28: `hmvc+3` is no operation of an EPD"),
        ("4k3/8/8/8/8/8/8/4K2R w K - hmvc; fmvn 3;", "column 28: expected one number behind"),
        ("4k3/8/8/8/8/8/8/4K2R w K - x 1; 7;", "column 33: `7` is no operation of an EPD"),
        ("4k3/8/8/8/8/8/8/4K2R w K", "a FEN has six fields, an EPD four"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1 after", "moves such as g1f3 behind `after`"),
    ] {
        let by_text = start.parse(fen).map_err(|error| error.to_string());
        let by_term = registry::game(&format!("chess(fen={fen})"));
        let by_term = by_term.map_err(|error| error.to_string());
        for error in [by_text.err(), by_term.err()] {
            let error = error.unwrap_or_else(|| panic!("{fen} is taken"));
            assert!(error.contains(message), "{fen}: {error}");
        }
    }
}

/// The squares of a FEN's men, rank after rank, if no other text has these men: a slow reader, which
/// knows nothing but how a board is written.
fn men_of(word: &str) -> Option<Vec<char>> {
    let ranks: Vec<&str> = word.split('/').collect();
    let (mut squares, mut written) = (Vec::new(), Vec::new());
    for rank in &ranks {
        let row: String =
            rank.chars().map(|c| c.to_digit(10).map_or(c.to_string(), |n| ".".repeat(n as usize))).collect();
        if row.len() != 8 || !row.chars().all(|c| ".pnbrqkPNBRQK".contains(c)) {
            return None;
        }
        // Longer runs first: the rest are shorter ones.
        let fen = (1..=8).rev().fold(row.clone(), |row, n| row.replace(&".".repeat(n), &n.to_string()));
        written.push(fen);
        squares.extend(row.chars());
    }
    (ranks.len() == 8 && written == ranks).then_some(squares)
}

#[test]
fn damaged_men_are_refused_where_a_slow_reader_refuses_them() {
    const LETTERS: &[u8] = b"1234567890/PNBRQKpnbrqk8/x-";
    let start = chess("");
    let (mut stream, mut refused, mut taken) = (Seed(11).stream(0), 0, 0);
    for _ in 0..40 {
        let mut position = start.clone();
        while position.node() != Node::Terminal {
            position.play(position.draw_move(&mut stream));
            let text = position.to_string();
            let (men, _) = text.split_once(' ').unwrap();
            let mut men: Vec<u8> = men.bytes().collect();
            for _ in 0..=stream.below(2) {
                let at = stream.below(men.len() as u32 - 1) as usize;
                let letter = LETTERS[stream.below(LETTERS.len() as u32) as usize];
                match stream.below(5) {
                    0 => {
                        men.remove(at);
                    }
                    1 => men.insert(at, letter),
                    2 => men[at] = letter,
                    3 => men.swap(at, at + 1),
                    // A run of empty squares as two.
                    _ if (b'2'..=b'8').contains(&men[at]) => {
                        men[at] -= 1;
                        men.insert(at, b'1');
                    }
                    _ => {}
                }
            }
            let men = String::from_utf8(men).unwrap();
            let mover = if position.board().side_to_move() == cozy_chess::Color::White { 'w' } else { 'b' };
            let fen = format!("{men} {mover} - - 0 1");
            match (start.parse(&fen), men_of(&men)) {
                (Ok(read), Some(squares)) => {
                    taken += 1;
                    for (at, &man) in squares.iter().enumerate() {
                        let square = cozy_chess::Square::index(at ^ 0x38);
                        let board = read.board();
                        let here = board.piece_on(square).map_or('.', char::from);
                        let is_white = board.color_on(square) == Some(cozy_chess::Color::White);
                        assert_eq!(if is_white { here.to_ascii_uppercase() } else { here }, man, "{fen}");
                    }
                }
                // Well written, but no board that play leads to.
                (Err(error), Some(_)) => {
                    assert!(!error.to_string().contains("standard"), "{error}");
                }
                (read, None) => {
                    refused += 1;
                    let error = read.err().unwrap_or_else(|| panic!("{fen} is taken")).to_string();
                    assert!(error.contains("PGN standard 16.1.3.1"), "{error}");
                }
            }
        }
    }
    assert!(1000 < refused && 1000 < taken, "{refused} refused, {taken} taken");
}

#[test]
fn quoted_text_in_epd_is_no_operation() {
    let start = registry::game("chess").unwrap().start;
    let board = "4k3/8/8/8/8/8/8/4K2R w K -";
    for (operations, counts) in [
        ("c0 \"see; hmvc 99 ; x\";", "0 1"),
        ("id \"x after y\"; hmvc 7;", "7 1"),
        ("hmvc 3; id \"a; b; fmvn 8;\"; fmvn 4;", "3 4"),
        ("id \"\";hmvc 3;fmvn 2", "3 2"),
        ("id \"  two  blanks \"", "0 1"),
        ("5 6 id \"hmvc 9\";", "5 6"),
        ("fmvn 0;", "0 1"),
        ("9 0", "9 1"),
    ] {
        let text = format!("{board} {operations}");
        let expected = format!("{board} {counts}");
        assert_eq!(start.parse(&text).unwrap().to_string(), expected, "{text}");
        let by_term = registry::game(&format!("chess(fen={text})")).unwrap().start;
        assert_eq!(by_term.to_string(), expected, "{text}");
    }
    for (operations, message) in [
        ("id \"x;", "column 31: the quotation mark is never closed"),
        ("id \"x\"; c0 \"y; hmvc 3;", "column 39: the quotation mark is never closed"),
        ("\"x\" y;", "column 28: `\"x\"` is no operation of an EPD"),
        ("hmvc 3; hmvc 3;", "column 36: expected `hmvc` once, found it again"),
        ("1 2 fmvn 3; id \"x\"; fmvn 4;", "column 48: expected `fmvn` once, found it again"),
        ("hmvc \"3\";", "column 33: expected a whole number of at most 100"),
        ("hmvc\"3\";", "column 28: `hmvc\"3\"` is no operation of an EPD"),
        ("hmvc +3;", "column 33: expected a whole number of at most 100"),
    ] {
        let error = start.parse(&format!("{board} {operations}")).err().unwrap().to_string();
        assert!(error.contains(message), "{operations}: {error}");
    }
}

#[test]
fn the_piece_of_a_promotion_is_read_in_small_letters_and_capitals() {
    for position in [chess("fen=3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1"), chess("fen=4k3/8/8/8/8/8/4p3/3R3K b - - 0 1")] {
        let promotions = all_moves(&position).into_iter().filter(|m| m.step().promotion.is_some());
        let promotions: Vec<_> = promotions.collect();
        assert_eq!(promotions.len(), 8, "{position}");
        for m in promotions {
            let text = notation(&position, m);
            let (squares, piece) = text.split_at(4);
            for piece in [piece.to_owned(), piece.to_uppercase()] {
                for between in ["", "="] {
                    let text = format!("{squares}{between}{piece}");
                    assert_eq!(position.parse_move(&text), Some(m), "{text} in {position}");
                }
            }
            for wrong in ["", "=", "k", "K", "=P", "==q", "QQ", "q=", "\u{e9}"] {
                let text = format!("{squares}{wrong}");
                assert_eq!(position.parse_move(&text), None, "{text} in {position}");
            }
        }
    }
    let start = chess("");
    for wrong in ["e2e4q", "e2e4=Q", "g1f3Q", "e2e4="] {
        assert_eq!(start.parse_move(wrong), None, "{wrong}");
    }
}

/// Row by row from above as White sees the board, and from the other side for Black.
#[test]
fn the_state_of_a_square_is_the_man_that_stands_there_and_whose_it_is() {
    let mut stream = Seed(3).stream(0);
    let mut here = chess("");
    let mut states = Vec::new();
    while here.node() != Node::Terminal {
        for seat in Seat::all(2) {
            assert_eq!(here.states(seat, &mut states), 13);
            for square in Square::ALL {
                let board = here.board();
                let other = board.color_on(square).is_some_and(|color| color != color_of(seat));
                let man = board.piece_on(square).map_or(0, |man| 1 + man as u8);
                let place = if seat == Seat(0) { square.flip_rank() } else { square };
                assert_eq!(states[place as usize], man + 6 * u8::from(other), "{square}: {here}");
            }
        }
        here.play(here.draw_move(&mut stream));
    }
    assert_eq!(states.len(), 64);
}

/// An evaluation that corrects the usual heuristic.
struct Corrects;

impl Evaluate for Corrects {
    fn id(&self) -> &'static str {
        "none"
    }
    fn sees_features(&self) -> bool {
        false
    }
    fn sees_usual(&self) -> bool {
        true
    }
    fn viewer(&self, on_turn: Seat, _: Seat) -> Seat {
        on_turn
    }
    fn value(&self, sight: Glimpse<'_>, _: Seat) -> f64 {
        sight.usual
    }
}

impl GameModel for Corrects {
    fn fits(&self, _: &AnyPosition) -> Result<(), String> {
        Ok(())
    }
}

#[test]
fn the_usual_heuristic_is_kept_up_to_date_where_a_model_corrects_it() {
    let start = registry::game("chess").unwrap().start;
    let corrected = Estimator::Learned(Learned::new(Arc::new(Corrects), &start).unwrap());
    for (estimator, is_kept) in [
        (corrected, true),
        (Estimator::Named(Heuristic(0)), true),
        (Estimator::Named(Heuristic(1)), true),
        (Estimator::Named(Heuristic(2)), false),
        (Estimator::Nothing(0.0), false),
    ] {
        let mut here = chess("");
        estimator.announce(&mut here);
        assert_eq!(here.now.balance.is_some(), is_kept, "{estimator:?}");
    }
}
