//! Several lines, restricted moves, mates in N moves, and other limits of a search.

use std::time::Duration;

use agon_core::{AnyPosition, Node, Position, Protocol, Seed, Turn, after, all_moves, registry};

use super::{DEEP, Talk, only, said};
use crate::words::{centipawns, share_of};

/// Queens that may be taken, pieces that hang, and mates to come.
const POSITIONS: [&str; 3] = [
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 2 3",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    "4k3/8/8/3q4/4P3/8/6PP/3R2K1 b - - 0 1",
];

/// The word that follows another in a line.
fn behind<'a>(line: &'a str, word: &str) -> &'a str {
    let mut words = line.split(' ').skip_while(|other| *other != word);
    words.nth(1).unwrap_or_default()
}

/// What each move is worth, the best first, by a search to the same depth without any cut.
fn by_definition(here: &AnyPosition, depth: u32) -> Vec<i64> {
    let player = registry::player(&format!("minimax(depth={})", depth - 1)).unwrap();
    let mut player = player.seat(here).unwrap();
    let Node::Decision(mover) = here.node() else { panic!("{here}") };
    let mut values: Vec<i64> = all_moves(here)
        .into_iter()
        .map(|m| {
            let next = after(here, m);
            let value = match next.node() {
                Node::Decision(seat) => {
                    let mut stream = Seed(1).stream(0);
                    let mut turn = Turn::new(seat, &mut stream);
                    -player.choose(&next, &mut turn).unwrap().value.unwrap()
                }
                _ => next.payoff(mover),
            };
            centipawns(share_of(here, value))
        })
        .collect();
    values.sort_by_key(|value| -value);
    values
}

#[test]
fn several_lines_have_the_values_of_the_best_moves() {
    for fen in POSITIONS {
        let lines = format!(
            "setoption name MultiPV value 4\nposition fen {fen}\ngo depth 3\nsetoption name MultiPV value 1\n\
             go depth 1\n"
        );
        let text = said(Protocol::Uci, "chess", "alpha-beta(depth=64, pvs=true, table=1MB)", &lines);
        let told: Vec<&str> = only(&text, "info").into_iter().filter(|l| l.contains(" multipv ")).collect();
        let last: Vec<&str> = told.iter().rev().skip(1).take(4).rev().copied().collect();
        let ranks: Vec<&str> = last.iter().map(|line| behind(line, "multipv")).collect();
        assert_eq!(ranks, ["1", "2", "3", "4"], "{text}");
        let here = registry::game("chess").unwrap().start.parse(fen).unwrap();
        for (line, value) in last.iter().zip(by_definition(&here, 3)) {
            match behind(line, "score") {
                "cp" => {
                    assert_eq!(behind(line, "cp"), value.to_string(), "{fen}: {line}");
                    assert_eq!(behind(line, "depth"), "3", "{line}");
                }
                // The end is seen: it is won or lost for certain.
                mate => assert_eq!((mate, value.abs()), ("mate", 20_000), "{fen}: {line}"),
            }
        }
        let mut firsts: Vec<&str> = last.iter().map(|line| behind(line, "pv")).collect();
        let best = only(&text, "bestmove")[0];
        assert_eq!(behind(best, "bestmove"), firsts[0], "{text}");
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), 4, "{text}");
        // One line again, without a number.
        assert!(!only(&text, "info").last().unwrap().contains("multipv"), "{text}");
    }
}

#[test]
fn searchmoves_restricts_the_choice() {
    for player in [DEEP, "alpha-beta(depth=2)", "mcts(iterations=200)", "greedy", "random", "strong(nodes=500)"] {
        // The queen mates on the seventh row, and is not to.
        let lines = "position startpos moves e2e4 e7e5 d1h5 b8c6 f1c4 g8f6\n\
                     go depth 2 searchmoves a2a3 h5e5\ngo searchmoves h5f7 nodes 300\n\
                     go nodes 1000 searchmoves g1f3\n";
        let text = said(Protocol::Uci, "chess", player, lines);
        let moves: Vec<&str> = only(&text, "bestmove").iter().map(|line| behind(line, "bestmove")).collect();
        assert!(["a2a3", "h5e5"].contains(&moves[0]), "{player}: {text}");
        assert_eq!(moves[1..], ["h5f7", "g1f3"], "{player}: {text}");
    }
    // The better of two, though neither is the best.
    let lines = "position startpos moves e2e4 e7e5 d1h5 b8c6 f1c4 g8f6\ngo depth 3 searchmoves h5h7 h5e5 a2a3\n";
    let text = said(Protocol::Uci, "chess", DEEP, lines);
    assert!(!only(&text, "bestmove")[0].contains("h5h7"), "{text}");
}

#[test]
fn go_mate_searches_for_a_mate_in_n() {
    let mate = "position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1\ngo mate 2\n";
    let text = said(Protocol::Uci, "chess", DEEP, mate);
    let last = only(&text, "info").last().copied().unwrap();
    assert!(last.contains(" score mate 2 "), "{text}");
    assert!(only(&text, "bestmove")[0].contains("a1a6"), "{text}");
    let none = said(Protocol::Uci, "chess", DEEP, "position startpos\ngo mate 1\n");
    assert!(only(&none, "info").last().unwrap().contains(" score cp "), "{none}");
}

#[test]
fn moves_are_compared_within_the_budget() {
    for player in [DEEP, "mcts(iterations=100000000)", "alpha-beta(depth=64, pvs=true, table=1MB)"] {
        let talk = Talk::new(Protocol::Uci, "chess", player);
        talk.say("setoption name MultiPV value 3");
        talk.say("go nodes 5000");
        let mut nodes = 0;
        loop {
            let line = talk.wait_for("");
            nodes = behind(&line, "nodes").parse().unwrap_or(nodes);
            if line.starts_with("bestmove") {
                break;
            }
        }
        // A move more is looked at where nothing is left.
        assert!((1..5100).contains(&nodes), "{player}: {nodes}");
        talk.say("go movetime 300");
        talk.wait_for("bestmove");
        talk.say("go infinite");
        talk.say("isready");
        talk.wait_without("readyok", "bestmove");
        talk.say("stop");
        talk.wait_for("bestmove");
    }
}

#[test]
fn a_table_has_the_usual_option() {
    let lines = "uci\nsetoption name Hash value 8\nuci\nsetoption name hash value 0\nuci\n";
    let text = said(Protocol::Uci, "chess", "alpha-beta(table=1GB)", lines);
    let sizes: Vec<&str> = only(&text, "option name Hash").iter().map(|line| behind(line, "default")).collect();
    assert_eq!(sizes, ["1024", "8", "0"], "{text}");
    assert!(text.contains("string default alpha-beta\n") && only(&text, "info string").is_empty(), "{text}");
    assert!(!said(Protocol::Uci, "chess", "greedy", "uci\n").contains("Hash"));
}

#[test]
fn without_a_time_the_guest_uses_its_own() {
    let guest = super::guest(Protocol::Uci, "chess", DEEP).unasked(Duration::from_millis(50));
    let out = super::Written::default();
    let lines = "go\ngo wtime 100 btime 100\ngo depth 2\n";
    let input = std::io::BufReader::new(std::io::Cursor::new(lines));
    crate::serve(guest, Protocol::Uci, input, out.clone()).unwrap();
    let text = String::from_utf8(out.0.lock().unwrap().clone()).unwrap();
    assert_eq!(only(&text, "bestmove").len(), 3, "{text}");
}
