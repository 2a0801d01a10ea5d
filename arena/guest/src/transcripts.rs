//! What is said at other programs' tables, word for word.

use agon_core::Protocol;

use crate::tests::Talk;

/// Says each line, and notes what is said until a line begins so. Times are left out.
fn transcript(protocol: Protocol, game: &str, player: &str, lines: &[(&str, &str)]) -> String {
    let talk = Talk::new(protocol, game, player);
    let mut noted = String::new();
    for (line, until) in lines {
        noted.extend(["> ", line, "\n"]);
        talk.say(line);
        while !until.is_empty() {
            let heard = talk.wait_for("");
            if heard.is_empty() {
                continue;
            }
            let words: Vec<&str> = heard.split(' ').collect();
            let is_time = |at: usize| at > 0 && ["time", "nps"].contains(&words[at - 1]);
            let timed = (0..words.len()).map(|at| if is_time(at) { "…" } else { words[at] });
            let timed = timed.collect::<Vec<_>>().join(" ");
            noted.extend(["< ", timed.trim_end(), "\n"]);
            // A move of the Gomocup is two numbers.
            if heard.starts_with(until) || *until == "0,0" && heard.starts_with(char::is_numeric) {
                break;
            }
        }
    }
    noted
}

#[test]
fn uci_word_for_word() {
    insta::assert_snapshot!(transcript(
        Protocol::Uci,
        "chess",
        "greedy",
        &[
            ("uci", "uciok"),
            ("setoption name Heuristic value material", ""),
            ("isready", "readyok"),
            ("ucinewgame", ""),
            ("position startpos moves e2e4 e7e5", ""),
            ("go wtime 60000 btime 60000", "bestmove"),
            ("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", ""),
            ("go depth 1", "bestmove"),
            ("position startpos moves e2e5", "info string"),
            ("setoption name Heuristik value 3", "info string"),
        ],
    ));
}

#[test]
fn xboard_word_for_word() {
    insta::assert_snapshot!(transcript(
        Protocol::Xboard,
        "chess",
        "greedy",
        &[
            ("protover 2", "feature done=1"),
            ("new", ""),
            ("level 40 5 0", ""),
            ("time 30000", ""),
            ("usermove e2e4", "move"),
            ("usermove e2e4", "Illegal"),
            ("force", ""),
            ("setboard 7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", ""),
            ("go", "1-0"),
            ("variant atomic", "Error"),
            ("ping 7", "pong"),
        ],
    ));
}

#[test]
fn gtp_word_for_word() {
    insta::assert_snapshot!(transcript(
        Protocol::Gtp,
        "go(size=5)",
        "greedy",
        &[
            ("1 protocol_version", "=1"),
            ("2 boardsize 40", "?2"),
            ("3 boardsize 5", "=3"),
            ("4 komi 0.5", "=4"),
            ("5 play B C3", "=5"),
            ("6 genmove W", "=6"),
            ("7 play B C3", "?7"),
            ("8 undo", "=8"),
            ("9 final_score", "?9"),
            ("10 no_such_thing", "?10"),
        ],
    ));
}

#[test]
fn gomocup_word_for_word() {
    insta::assert_snapshot!(transcript(
        Protocol::Gomocup,
        "amoba(size=6)",
        "greedy",
        &[
            ("TURN 1,1", "ERROR"),
            ("START 2", "ERROR"),
            ("START 6", "OK"),
            ("INFO timeout_turn 1000", ""),
            ("INFO rule 1", ""),
            ("TURN 2,2", "0,0"),
            ("TURN 2,2", "ERROR"),
            ("TAKEBACK 0,0", "OK"),
            ("BOARD", ""),
            ("2,2,2", ""),
            ("DONE", "0,0"),
            ("ABOUT", "name="),
        ],
    ));
}
