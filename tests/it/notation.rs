//! Moves are read as people type them.

use std::{collections::BTreeSet, fs};

use agon_core::{
    Node, Position, Protocol, Seat, Seed, Setup, all_moves,
    line::{play_line, read_move},
    notation, registry,
};

use crate::workspace;

#[test]
fn case_and_punctuation_matter_only_where_they_distinguish_moves() {
    workspace::for_each(&workspace::samples(), |term| {
        let start = registry::game(term).unwrap().start;
        for seed in 0..4 {
            let (mut position, mut stream) = (start.clone(), Seed(seed).stream(0));
            for _ in 0..20 {
                let moves = all_moves(&position);
                if moves.is_empty() {
                    break;
                }
                let written: BTreeSet<String> = moves.iter().map(|&m| notation(&position, m)).collect();
                for &m in &moves {
                    let text = notation(&position, m);
                    if read_move(&position, &text) != Some(m) {
                        return Err(format!("{term}: `{text}` in `{position}` is another move"));
                    }
                    for other in [text.to_uppercase(), text.to_lowercase(), text.replace('-', "")] {
                        let read = read_move(&position, &other);
                        let is_meant = read == Some(m)
                            || read.is_none()
                            || position.parse_move(&other) == read
                            || written.contains(&other);
                        if !is_meant {
                            return Err(format!("{term}: `{other}` for `{text}` in `{position}`"));
                        }
                    }
                }
                position.play(position.draw_move(&mut stream));
            }
        }
        Ok(())
    });
}

#[test]
fn a_line_of_moves_needs_no_commas() {
    workspace::for_each(&workspace::samples(), |term| {
        let start = registry::game(term).unwrap().start;
        for seed in 0..8 {
            let (mut position, mut stream) = (start.clone(), Seed(seed).stream(0));
            let (mut line, mut words) = (Vec::new(), Vec::new());
            while line.len() < 40 && position.node() != Node::Terminal {
                let m = position.draw_move(&mut stream);
                words.push(notation(&position, m));
                line.push(m);
                position.play(m);
            }
            for between in [" ", ", "] {
                let text = words.join(between);
                let read = play_line(&mut start.clone(), &text).map_err(|e| e.to_string())?;
                if read != line {
                    return Err(format!("{term}: `{text}` is read as another line"));
                }
            }
        }
        Ok(())
    });
}

#[test]
fn a_move_of_several_words_is_refused_as_a_whole() {
    for line in ["31 8/5 6/4 42", "31, 8/5 6/4"] {
        let mut position = registry::game("backgammon").unwrap().start;
        let error = play_line(&mut position, line).unwrap_err();
        assert_eq!((error.number, error.text.as_str()), (2, "8/5 6/4"));
        assert!(error.to_string().contains("did you mean `8/5 6/5`"), "{error}");
    }
}

/// The first mover has rolled two twos.
const TWOS: &str = "24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 X 22 0";

#[test]
fn a_move_is_read_in_every_common_notation() {
    for (game, moves, typed, meant) in [
        ("connect-four", "", "D", "d"),
        ("tic-tac-toe", "", "B2", "b2"),
        ("breakthrough", "", "b2a3", "b2-a3"),
        ("breakthrough", "", "B2-A3", "b2-a3"),
        ("chess", "", "E4", "e4"),
        ("chess", "", "nf3", "Nf3"),
        ("chess", "e4 e5 Nf3 Nc6 Bb5 a6", "bXc6", "Bxc6"),
        ("chess", "", "E2e4", "e4"),
        ("chess", "", "Nf3+-", "Nf3"),
        ("chess", "", "\u{2658}f3", "Nf3"),
        ("chess", "", "\u{265e}\u{fe0e}f3", "Nf3"),
        ("chess", "e4 d5", "\u{2659}e4\u{d7}d5", "exd5"),
        ("checkers", "", "11 15", "11-15"),
        ("backgammon", "", "45", "54"),
        ("backgammon", "54", "24/20/15", "24/20/15"),
        ("backgammon", "54", "24/20 20/15", "24/20/15"),
        ("backgammon", "54", "13/8 24/20", "24/20 13/8"),
        ("backgammon", TWOS, "13/9 6/4(2)", "13/11 11/9 6/4(2)"),
        ("backgammon", TWOS, "13/9(2)", "13/11(2) 11/9(2)"),
        ("backgammon", TWOS, "13/11/9 6/4 6/4", "13/11 11/9 6/4(2)"),
    ] {
        let mut position = registry::game(game).unwrap().start;
        if moves.contains(':') {
            position = position.parse(moves).unwrap();
        } else {
            play_line(&mut position, moves).unwrap();
        }
        let read = read_move(&position, typed).map(|m| notation(&position, m));
        let expected = position.parse_move(meant).map(|m| notation(&position, m));
        assert!(expected.is_some(), "{game}: {meant}");
        assert_eq!(read, expected, "{game}: {typed}");
    }
    // A pawn and a bishop take there: nobody knows which is meant.
    let start = registry::game("chess").unwrap().start;
    let position = start.parse("4k3/8/2p5/1P1B4/8/8/8/4K3 w - - 0 1").unwrap();
    assert_eq!(read_move(&position, "BXC6"), None);
    // What names another man, in another language too, is no pawn's move.
    let position = start.parse("4k3/8/8/4p3/3P4/2n5/1P6/4K3 w - - 0 1").unwrap();
    for pawn in ["dxe5", "DXE5", "d4e5", "D4e5", "bxc3", "b2xc3"] {
        assert!(read_move(&position, pawn).is_some(), "{pawn}");
    }
    for other in ["Dxe5", "Bxc3", "\u{2655}xe5", "\u{2656}c3", "\u{2655}e2", "dxe5\u{2655}", "\u{2654}xe5"] {
        assert_eq!(read_move(&position, other), None, "{other}");
    }
    // A pass is written as two strokes, which mean no other move.
    for line in ["e4 --", "-- e4", "e4 -- d4"] {
        assert!(play_line(&mut start.clone(), line).is_err(), "{line}");
    }
    // Two numbers stay two.
    let backgammon = registry::game("backgammon").unwrap().start;
    assert_eq!(read_move(&backgammon, ""), None);
}

/// What programs say for the move, in four protocols; and that it is read so.
#[test]
fn moves_are_written_in_the_notation_of_other_programs() {
    use Protocol::{Gomocup, Gtp, Uci, Xboard};
    let free = "chess(fen=4k3/8/8/8/8/8/8/RK5R w AH - 0 1)";
    for (game, protocol, m, word) in [
        ("chess", Uci, "Nf3", "g1f3"),
        ("chess(fen=7k/P7/8/8/8/8/8/K7 w - - 0 1)", Xboard, "a8=Q", "a7a8q"),
        ("chess(fen=4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1)", Uci, "O-O", "e1g1"),
        (free, Uci, "O-O", "b1h1"),
        (free, Xboard, "O-O-O", "O-O-O"),
        ("go(size=19)", Gtp, "J9", "J9"),
        ("othello", Gtp, "d3", "d3"),
        ("hex", Gtp, "f6", "f6"),
        ("amoba", Gomocup, "c10", "2,9"),
    ] {
        let start = registry::game(game).unwrap().start;
        let m = start.parse_move(m).unwrap();
        let mut written = String::new();
        start.write_foreign(m, protocol, &mut written).unwrap();
        assert_eq!(written, word, "{game}");
        assert_eq!(start.parse_foreign(word, protocol), Some(m), "{game}");
    }
    // Not all write the piece of a promotion in a small letter.
    let start = registry::game("chess(fen=3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1)").unwrap().start;
    for (word, m) in [
        ("e7d8q", Some("exd8=Q")),
        ("e7d8Q", Some("exd8=Q")),
        ("e7d8=Q", Some("exd8=Q")),
        ("e7e8N", Some("e8=N")),
        ("e7d8", None),
        ("e7d8=", None),
        ("e7d8K", None),
    ] {
        let m = m.map(|m| start.parse_move(m).unwrap());
        for protocol in [Uci, Xboard] {
            assert_eq!(start.parse_foreign(word, protocol), m, "{word}");
        }
    }
    let mut hex = registry::game("hex(size=5, swap=true)").unwrap().start;
    hex.play(hex.parse_move("b1").unwrap());
    assert!(hex.parse_foreign("swap-pieces", Gtp).is_some());
}

/// The lines that programs receive before the first move.
#[test]
fn other_programs_receive_the_initial_position() {
    let setup = |game: &str, moves: &str, protocol| {
        let mut position = registry::game(game).unwrap().start;
        for word in moves.split_whitespace() {
            position.play(position.parse_move(word).unwrap());
        }
        position.foreign_setup(protocol)
    };
    assert_eq!(setup("chess", "", Protocol::Uci), Ok(Setup::default()));
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let after = setup("chess", "e4", Protocol::Xboard).unwrap();
    assert_eq!(after.position.as_deref(), Some(fen));
    let free = setup("chess(chess960=0)", "", Protocol::Uci).unwrap();
    assert_eq!(free.variant, Some("fischerandom"));

    let go = setup("go(size=5, komi=0.5)", "C3 pass", Protocol::Gtp).unwrap();
    assert_eq!((go.size, &go.lines[..]), (Some(5), &["komi 0.5".to_owned()][..]));
    let played = [(Seat(0), "C3".to_owned()), (Seat(1), "pass".to_owned())];
    assert_eq!(go.stones, played);

    let amoba = setup("amoba(size=15, exact=true)", "c1", Protocol::Gomocup).unwrap();
    assert_eq!((amoba.size, &amoba.lines[..]), (Some(15), &["INFO rule 1".to_owned()][..]));
    assert_eq!(amoba.stones, [(Seat(0), "2,0".to_owned())]);

    for (game, moves, protocol) in [
        ("chess", "", Protocol::Gtp),
        ("nim", "", Protocol::Uci),
        ("amoba(line=4)", "", Protocol::Gomocup),
        ("othello", "d3", Protocol::Gtp),
    ] {
        assert!(setup(game, moves, protocol).is_err(), "{game} by {protocol}");
    }
}

/// What is not submitted nobody finds, and the game would be refused to every program.
#[test]
fn a_notation_for_other_programs_is_submitted() {
    let mut found = 0;
    for game in fs::read_dir(workspace::root().join("games")).unwrap() {
        let Ok(files) = fs::read_dir(game.unwrap().path().join("src")) else { continue };
        for file in
            files.map(|file| file.unwrap().path()).filter(|path| path.extension().is_some_and(|end| end == "rs"))
        {
            let code = fs::read_to_string(&file).unwrap();
            for implemented in code.split("ForeignNotation for ").skip(1) {
                let name = implemented.split([' ', '<']).next().unwrap();
                let submitted = format!("inventory::submit! {{ ForeignPlugin::of::<{name}");
                assert!(code.contains(&submitted), "{}: {name}", file.display());
                found += 1;
            }
        }
    }
    assert!(6 <= found, "{found}");
}
