//! Lawful and unlawful lines in any order, beside a referee that knows the words of the protocol and the rules of
//! the game alone. Where the board stands is seen by what a player without chance does on it.

use agon_core::{AnyPosition, Node, Position, Protocol, Seat, Seed, Stream, Turn, all_moves, drawing, registry};

use super::{Talk, said};

const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// What a greedy player does here, as `protocol` writes it; `None` where nobody may move.
fn greedy(here: &AnyPosition, protocol: Protocol) -> Option<String> {
    let Node::Decision(seat) = here.node() else { return None };
    let mut player = registry::player("greedy").unwrap().seat(here).unwrap();
    let mut stream = Seed(0).stream(0);
    let chosen = player.choose(here, &mut Turn::new(seat, &mut stream)).unwrap();
    let mut text = String::new();
    here.write_foreign(chosen.m, protocol, &mut text).unwrap();
    Some(text)
}

/// One of these.
fn any<T: Copy>(stream: &mut Stream, of: &[T]) -> T {
    of[stream.below(of.len() as u32) as usize]
}

/// Plays random moves, and says which.
fn wander(here: &mut AnyPosition, plies: u32, protocol: Protocol, stream: &mut Stream) -> String {
    let mut text = String::new();
    for _ in 0..plies {
        if here.node() == Node::Terminal {
            break;
        }
        let m = any(stream, &all_moves(here));
        text.push(' ');
        here.write_foreign(m, protocol, &mut text).unwrap();
        here.play(m);
    }
    text
}

#[test]
fn lines_in_any_order_leave_the_board_a_referee_has_by_uci() {
    let start = registry::game("chess").unwrap().start;
    for seed in 0..40 {
        let mut stream = Seed(seed).stream(1);
        let talk = Talk::new(Protocol::Uci, "chess", "greedy");
        // The position; none, if the last report was impossible.
        let (mut here, mut told) = (Some(start.clone()), "position startpos moves".to_owned());
        let mut lines = Vec::new();
        for _ in 0..25 {
            let (mut base, plies) = (start.clone(), stream.below(8));
            let line = match stream.below(9) {
                0 => {
                    let moves = wander(&mut base, plies, Protocol::Uci, &mut stream);
                    here = Some(base);
                    format!("position startpos moves{moves}")
                }
                1 => {
                    let moves = wander(&mut base, plies, Protocol::Uci, &mut stream);
                    here = Some(base);
                    format!("position fen {CHESS} moves{moves}")
                }
                // The same game goes on.
                2 | 3 => {
                    let Some(on) = here.as_mut().filter(|_| told.contains("moves")) else {
                        continue;
                    };
                    told + &wander(on, plies, Protocol::Uci, &mut stream)
                }
                // It goes wrong, at its end or in the midst.
                4 => {
                    here = None;
                    let moves = wander(&mut base, plies, Protocol::Uci, &mut stream);
                    let wrong = any(&mut stream, &["a1a1", "e2e9", "xyzzy", "0000"]);
                    let behind = wander(&mut base, plies, Protocol::Uci, &mut stream);
                    format!("position startpos moves{moves} {wrong}{behind}")
                }
                5 => {
                    here = None;
                    any(&mut stream, &["position", "position fen 8/8 w", "position here"]).to_owned()
                }
                6 => {
                    here = Some(start.clone());
                    "ucinewgame".to_owned()
                }
                7 => any(&mut stream, &["stop", "ponderhit", "setoption name Ponder", ""]).to_owned(),
                _ => any(&mut stream, &["isready", "xyzzy", "debug on", "uci"]).to_owned(),
            };
            talk.say(&line);
            lines.push(line.clone());
            told = if line.contains("moves") { line } else { String::new() };
            talk.say("go nodes 1000000");
            let expected = here.as_ref().and_then(|here| greedy(here, Protocol::Uci));
            let expected = expected.unwrap_or_else(|| "(none)".to_owned());
            let best = talk.wait_for("bestmove");
            assert_eq!(best.split(' ').nth(1), Some(&*expected), "seed {seed}: {lines:#?}");
        }
    }
}

#[test]
fn lines_in_any_order_leave_the_board_a_referee_has_by_xboard() {
    let start = registry::game("chess").unwrap().start;
    for seed in 0..40 {
        let mut stream = Seed(seed).stream(2);
        let talk = Talk::new(Protocol::Xboard, "chess", "greedy");
        talk.say("force");
        // All positions since the game began; none, if it was to begin where it cannot.
        let mut game = vec![start.clone()];
        let mut lines = Vec::new();
        for number in 0..25 {
            let line = match stream.below(10) {
                0..4 => {
                    let Some(mut here) = game.last().cloned() else { continue };
                    let m = wander(&mut here, 1, Protocol::Xboard, &mut stream);
                    if m.is_empty() {
                        continue;
                    }
                    game.push(here);
                    format!("usermove{m}")
                }
                4 => any(&mut stream, &["usermove a1a1", "usermove e2e9", "e4e4", "dance"]).to_owned(),
                5 => {
                    game.truncate(game.len().saturating_sub(1).max(1).min(game.len()));
                    "undo".to_owned()
                }
                6 => {
                    game.truncate(game.len().saturating_sub(2).max(1).min(game.len()));
                    "remove".to_owned()
                }
                7 => {
                    let mut base = start.clone();
                    wander(&mut base, 6, Protocol::Xboard, &mut stream);
                    let setup = base.foreign_setup(Protocol::Xboard).unwrap();
                    let fen = setup.position.unwrap_or_else(|| CHESS.to_owned());
                    game = vec![start.parse(&fen).unwrap()];
                    format!("setboard {fen}")
                }
                8 => {
                    game.clear();
                    any(&mut stream, &["setboard 8/8 w", "setboard", "setboard x w - - 0 1"]).to_owned()
                }
                _ => {
                    game = vec![start.clone()];
                    "new".to_owned()
                }
            };
            talk.say(&line);
            lines.push(line);
            // What it plays here is taken back.
            for line in ["force", "go", &format!("ping {number}")] {
                talk.say(line);
            }
            let (mut played, pong) = (None, format!("pong {number}"));
            loop {
                let heard = talk.wait_for("");
                if heard == pong {
                    break;
                }
                played = heard.strip_prefix("move ").map(str::to_owned).or(played);
            }
            let expected = game.last().and_then(|here| greedy(here, Protocol::Xboard));
            assert_eq!(played, expected, "seed {seed}: {lines:#?}");
            talk.say("force");
            if played.is_some() {
                talk.say("undo");
            }
        }
    }
}

/// The position with the stones of `here`, `seat` to move.
fn with_mover(here: &AnyPosition, seat: Seat) -> AnyPosition {
    let cells = here.picture().cells;
    let mut text = String::new();
    for (at, cell) in cells.iter().enumerate() {
        if 0 < at && at % 5 == 0 {
            text.push('/');
        }
        let seat = cell.pieces.first().and_then(|stone| stone.seat);
        text.push_str(seat.map_or("1", Seat::letter));
    }
    for run in (2..=5).rev() {
        text = text.replace(&"1".repeat(run), &run.to_string());
    }
    here.parse(&format!("{text} {}", seat.letter())).unwrap()
}

#[test]
fn lines_in_any_order_leave_the_board_a_referee_has_by_gtp() {
    for seed in 0..40 {
        let mut stream = Seed(seed).stream(3);
        let start = registry::game("go(size=5)").unwrap().start;
        let mut game = vec![start.clone()];
        let (mut lines, mut expected) = (String::new(), Vec::new());
        for _ in 0..60 {
            let (line, is_done) = match stream.below(12) {
                0..8 => {
                    let (colour, seat) = any(&mut stream, &[("b", Seat(0)), ("white", Seat(1))]);
                    let (column, row) = (any(&mut stream, b"ABCDE"), 1 + stream.below(5));
                    let square = format!("{}{row}", char::from(column));
                    let vertex =
                        any(&mut stream, &[square.as_str(), "pass", "Z9", square.as_str(), "I3", square.as_str()]);
                    let here = game.last().expect("it began somewhere");
                    let is_turn = here.node() == Node::Decision(seat);
                    let mut next = if is_turn { here.clone() } else { with_mover(here, seat) };
                    let m = next.parse_foreign(vertex, Protocol::Gtp);
                    if let Some(m) = m {
                        next.play(m);
                        game.push(next);
                    }
                    (format!("play {colour} {vertex}"), m.is_some())
                }
                8 | 9 => ("undo".to_owned(), 1 < game.len() && game.pop().is_some()),
                10 => (any(&mut stream, &["play b", "play x A1", "boardsize 99", "dance"]).to_owned(), false),
                _ => {
                    let is_new = stream.below(4) == 0;
                    if is_new {
                        game = vec![start.clone()];
                    }
                    (if is_new { "clear_board" } else { "komi 7" }.to_owned(), true)
                }
            };
            lines.extend([line.as_str(), "\nshowboard\n"]);
            let here = drawing(game.last().expect("it began somewhere"));
            expected.push((line, if is_done { '=' } else { '?' }, format!("=\n{here}")));
        }
        let text = said(Protocol::Gtp, "go(size=5)", "random", &lines);
        let told: Vec<&str> = text.split("\n\n").filter(|told| !told.is_empty()).collect();
        assert_eq!(told.len(), 2 * expected.len(), "seed {seed}: {text}");
        for ((line, sign, board), told) in expected.iter().zip(told.chunks(2)) {
            assert!(told[0].trim().starts_with(*sign), "seed {seed}: {line}: {told:?}");
            assert_eq!(told[1].trim(), board, "seed {seed}: {line} in {lines}");
        }
    }
}

#[test]
fn lines_in_any_order_leave_the_board_a_referee_has_by_gomocup() {
    let start = registry::game("amoba(size=6)").unwrap().start;
    let square = |stream: &mut Stream| format!("{},{}", stream.below(6), stream.below(6));
    // Its answer to the move played, and both.
    let answer = |game: &mut Vec<AnyPosition>| {
        let mut here = game.last().expect("it began somewhere").clone();
        let text = greedy(&here, Protocol::Gomocup)?;
        here.play(here.parse_foreign(&text, Protocol::Gomocup).expect("it was just written"));
        game.push(here);
        Some(text)
    };
    let play = |game: &mut Vec<AnyPosition>, text: &str| {
        let mut here = game.last()?.clone();
        let m = here.parse_foreign(text, Protocol::Gomocup)?;
        here.play(m);
        game.push(here);
        Some(())
    };
    for seed in 0..40 {
        let mut stream = Seed(seed).stream(4);
        let talk = Talk::new(Protocol::Gomocup, "amoba(size=6)", "greedy");
        // All positions since the game began; none before, or if it was to begin where it cannot.
        let mut game: Vec<AnyPosition> = Vec::new();
        let (mut has_begun, mut lines) = (false, Vec::new());
        for _ in 0..40 {
            let (line, expected) = match stream.below(12) {
                0 => {
                    (game, has_begun) = (vec![start.clone()], true);
                    ("START 6".to_owned(), Some("OK".to_owned()))
                }
                1..8 => {
                    let text = if stream.below(8) == 0 { "6,6".to_owned() } else { square(&mut stream) };
                    let is_played = has_begun && play(&mut game, &text).is_some();
                    let expected = if is_played { answer(&mut game) } else { None };
                    (format!("TURN {text}"), expected)
                }
                8 if has_begun => {
                    game = vec![start.clone()];
                    (any(&mut stream, &["begin", "BEGIN"]).to_owned(), answer(&mut game))
                }
                9 => {
                    let is_taken = has_begun && 1 < game.len() && game.pop().is_some();
                    ("TAKEBACK".to_owned(), is_taken.then(|| "OK".to_owned()))
                }
                10 if has_begun => {
                    let stones: Vec<String> = (0..stream.below(6)).map(|_| square(&mut stream)).collect();
                    // The other side began where it has one more.
                    let fields = |n: usize| if (stones.len() - n) % 2 == 1 { 2 } else { 1 };
                    let told = stones.iter().enumerate().map(|(n, s)| format!("{s},{}\n", fields(n)));
                    let text: String = told.collect();
                    game = vec![start.clone()];
                    let is_board = stones.iter().all(|stone| play(&mut game, stone).is_some());
                    let expected = if is_board { answer(&mut game) } else { None };
                    if !is_board {
                        game.clear();
                    }
                    (format!("BOARD\n{text}DONE"), expected)
                }
                _ => (any(&mut stream, &["START 2", "dance", "TURN", "TURN x"]).to_owned(), None),
            };
            if line == "START 2" {
                has_begun = false;
            }
            lines.push(line.clone());
            talk.say(&line);
            let heard = loop {
                let heard = talk.wait_for("");
                if !heard.starts_with("MESSAGE") {
                    break heard;
                }
            };
            let is_refused = heard.starts_with("ERROR") || heard.starts_with("UNKNOWN");
            match expected {
                Some(expected) => assert_eq!(heard, expected, "seed {seed}: {lines:#?}"),
                None => assert!(is_refused, "seed {seed}: {heard}: {lines:#?}"),
            }
        }
    }
}
