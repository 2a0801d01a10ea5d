//! What ends a search, whatever stands before it; and what any line at all leads to.

use std::{
    thread,
    time::{Duration, Instant},
};

use agon_core::{Protocol, Seed};

use super::{DEEP, Talk, only, said};

/// A search that would not end before the next century.
const ENDLESS: [(Protocol, &str, &str, &str); 4] = [
    (Protocol::Uci, "chess", DEEP, "go depth 60\n"),
    (Protocol::Uci, "chess", DEEP, "go movetime 100000000\n"),
    (Protocol::Xboard, "chess", DEEP, "sd 60\ngo\n"),
    (Protocol::Gomocup, "amoba(size=15)", DEEP, "START 15\nINFO timeout_turn 100000000\nBEGIN\n"),
];

#[test]
fn the_end_of_the_input_ends_a_search_with_a_far_limit() {
    // Each waits some seconds.
    thread::scope(|scope| {
        for (protocol, game, player, lines) in ENDLESS {
            scope.spawn(move || {
                let begun = Instant::now();
                let text = said(protocol, game, player, lines);
                assert!(begun.elapsed() < Duration::from_secs(60), "{protocol} {lines}");
                assert!(!text.trim().is_empty(), "{protocol}: the best so far is told");
            });
        }
    });
}

#[test]
fn a_word_to_stop_is_heard_behind_words_that_wait() {
    for (between, end) in [
        ("ucinewgame", "stop"),
        ("setoption name Depth value 3", "stop"),
        ("position startpos moves e2e4", "stop"),
        ("position startpos", "quit"),
    ] {
        let talk = Talk::new(Protocol::Uci, "chess", DEEP);
        talk.say("go infinite");
        talk.wait_for("info depth 1");
        talk.say(between);
        talk.say(end);
        talk.wait_for("bestmove");
    }
    let talk = Talk::new(Protocol::Xboard, "chess", DEEP);
    for line in ["sd 60", "go", "ping 7", "force", "ping 8"] {
        talk.say(line);
    }
    talk.wait_for("pong 7");
    talk.wait_for("pong 8");
}

#[test]
fn quit_after_a_search_reports_the_best_move_so_far() {
    let text = said(Protocol::Uci, "chess", DEEP, "go nodes 2000\nquit\nuci\n");
    assert_eq!(only(&text, "bestmove").len(), 1, "{text}");
    assert!(only(&text, "uciok").is_empty(), "{text}");
    assert_eq!(said(Protocol::Uci, "chess", DEEP, "quit\nuci\n"), "");
}

#[test]
fn a_mate_is_reported_as_a_mate() {
    let last = |position: &str, depth: u8| {
        let lines = format!("position {position}\ngo depth {depth}\n");
        let text = said(Protocol::Uci, "chess", DEEP, &lines);
        (*only(&text, "info").last().unwrap()).to_owned()
    };
    let in_one = last("startpos moves f2f3 e7e5 g2g4", 2);
    assert!(in_one.contains(" score mate 1 "), "{in_one}");
    // Whatever Black does, it is mated by the rook.
    let mated = last("fen k7/8/1K6/8/8/8/8/7R b - - 0 1", 2);
    assert!(mated.contains(" score mate -1 "), "{mated}");
    let open = last("startpos", 2);
    assert!(open.contains(" score cp "), "{open}");
}

#[test]
fn a_score_at_go_has_points() {
    let over = |komi: &str, stones: &str| {
        let lines = format!("boardsize 5\nkomi {komi}\n{stones}play w pass\nplay b pass\nfinal_score\n");
        let text = said(Protocol::Gtp, "go", "random", &lines);
        text.split_whitespace().last().unwrap().to_owned()
    };
    assert_eq!(over("0.5", "play b c3\n"), "B+24.5");
    assert_eq!(over("6", "play b a1\nplay w c3\nplay b b1\n"), "W+5");
}

/// Words of all protocols, and numbers and texts as nobody should send them.
const WORDS: &[&str] = &[
    "go",
    "position",
    "startpos",
    "fen",
    "moves",
    "e2e4",
    "e7e5",
    "a7a8q",
    "depth",
    "2",
    "nodes",
    "5",
    "movetime",
    "1",
    "wtime",
    "btime",
    "winc",
    "movestogo",
    "0",
    "-1",
    "18446744073709551616",
    "10000000000000000000",
    "2000000000000000000",
    "1e300",
    "NaN",
    "inf",
    "-",
    "8/8/8/8/8/8/8/8",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "w",
    "KQkq",
    "setoption",
    "name",
    "value",
    "Depth",
    "Player",
    "random",
    "UCI_Chess960",
    "true",
    "ucinewgame",
    "uci",
    "isready",
    "stop",
    "ponderhit",
    "searchmoves",
    "new",
    "force",
    "usermove",
    "level",
    "40",
    "0:30",
    "5:-3",
    "st",
    "sd",
    "time",
    "otim",
    "ping",
    "setboard",
    "undo",
    "remove",
    "hint",
    "analyze",
    ".",
    "exit",
    "result",
    "1-0",
    "option",
    "=",
    "?",
    "variant",
    "fischerandom",
    "protover",
    "post",
    "boardsize",
    "19",
    "komi",
    "7.5",
    "play",
    "b",
    "black",
    "pass",
    "resign",
    "D4",
    "Z99",
    "genmove",
    "final_score",
    "final_status_list",
    "dead",
    "fixed_handicap",
    "9",
    "loadsgf",
    "time_settings",
    "time_left",
    "clear_board",
    "START",
    "20",
    "BEGIN",
    "TURN",
    "3,3",
    "99,99",
    ",",
    "BOARD",
    "1,1,1",
    "2,2,2",
    "DONE",
    "INFO",
    "timeout_turn",
    "timeout_match",
    "time_left",
    "rule",
    "TAKEBACK",
    "ABOUT",
    "YXSTOP",
    "RESTART",
    "é",
    "\u{0}",
    "\t",
    "\"",
    "''",
    "(((",
    "%s",
];

#[test]
fn no_line_is_too_strange() {
    for (number, (protocol, game)) in [
        (Protocol::Uci, "chess"),
        (Protocol::Xboard, "chess"),
        (Protocol::Gtp, "go(size=5)"),
        (Protocol::Gomocup, "amoba(size=6)"),
    ]
    .into_iter()
    .enumerate()
    {
        for seed in 0..60 {
            let mut stream = Seed(seed).stream(number as u64);
            let mut lines = String::new();
            for _ in 0..40 {
                for _ in 0..=stream.below(7) {
                    lines += WORDS[stream.below(WORDS.len() as u32) as usize];
                    lines += " ";
                }
                lines += "\n";
            }
            // It neither panics nor hangs, and says nothing that isn't text.
            let text = said(protocol, game, "random", &lines);
            assert!(!text.contains("panic"), "{protocol}, seed {seed}: {text}\nto: {lines}");
        }
    }
}
