//! Conversations at other programs' tables, word for word.

use agon_core::Protocol;

use super::Talk;

/// Sends each line, and records the answers until a line begins so. Times are left out.
fn transcript(protocol: Protocol, game: &str, player: &str, lines: &[(&str, &str)]) -> String {
    let talk = Talk::new(protocol, game, player);
    let mut noted = String::new();
    for (line, until) in lines {
        noted.extend(["> ", line, "\n"]);
        talk.say(line);
        // An answer of GTP has lines, and ends with an empty one.
        let mut is_answered = until.is_empty();
        while !is_answered || protocol == Protocol::Gtp {
            let heard = talk.wait_for("");
            if heard.is_empty() {
                if is_answered {
                    break;
                }
                continue;
            }
            let words: Vec<&str> = heard.split(' ').collect();
            // In xboard's words a thought is its depth, value, time, nodes and line.
            let is_thought = protocol == Protocol::Xboard && words[0].parse::<u32>().is_ok();
            let is_time =
                |at: usize| is_thought && at == 2 || at > 0 && ["time", "nps", "stat01:"].contains(&words[at - 1]);
            let timed = (0..words.len()).map(|at| if is_time(at) { "…" } else { words[at] });
            let timed = timed.collect::<Vec<_>>().join(" ");
            noted.extend(["< ", timed.trim_end(), "\n"]);
            // A move of the Gomocup is two numbers.
            is_answered |= heard.starts_with(until) || *until == "0,0" && heard.starts_with(char::is_numeric);
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
            ("9 final_score", "=9"),
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
            ("TAKEBACK 5,5", "ERROR"),
            ("TAKEBACK", "OK"),
            ("BOARD", ""),
            ("2,2,2", ""),
            ("DONE", "0,0"),
            ("ABOUT", "name="),
        ],
    ));
}

#[test]
fn uci_at_chess960_word_for_word() {
    let fen = "position fen 1rk4r/pppppppp/8/8/8/8/PPPPPPPP/1RK4R w HBhb - 0 1";
    insta::assert_snapshot!(transcript(
        Protocol::Uci,
        "chess",
        "greedy",
        &[
            (fen, "info string"),
            ("setoption name UCI_Chess960 value true", ""),
            (&format!("{fen} moves c1b1"), ""),
            ("go depth 1", "bestmove"),
            (&format!("{fen} moves c1g1"), "info string"),
            ("setoption name UCI_Chess960 value false", ""),
            ("position startpos moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1", ""),
            ("go depth 1", "bestmove"),
        ],
    ));
}

#[test]
fn xboard_at_chess960_word_for_word() {
    insta::assert_snapshot!(transcript(
        Protocol::Xboard,
        "chess",
        "greedy",
        &[
            ("new", ""),
            ("variant fischerandom", ""),
            ("force", ""),
            ("setboard 1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 0 1", ""),
            ("usermove O-O-O", ""),
            ("go", "move"),
            ("usermove O-O", "Illegal"),
            ("variant crazyhouse", "Error"),
            ("new", ""),
            ("usermove e2e4", "move"),
        ],
    ));
}

#[test]
fn xboard_analysis_word_for_word() {
    insta::assert_snapshot!(transcript(
        Protocol::Xboard,
        "chess",
        "alpha-beta(depth=2)",
        &[
            (".", ""),
            ("setboard 7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", ""),
            ("analyze", "2 "),
            (".", "stat01:"),
            ("usermove f1f8", ""),
            ("ping 1", "pong"),
            ("undo", "2 "),
            ("exit", ""),
            ("hint", "Hint:"),
            ("ping 2", "pong"),
        ],
    ));
}

#[test]
fn gtp_at_go_word_for_word() {
    let file = std::env::temp_dir().join(format!("agon-words-{}.sgf", std::process::id()));
    std::fs::write(&file, "(;GM[1]SZ[5]KM[0.5]AB[bb];W[dd];B[cc];W[])").unwrap();
    let name = file.display().to_string();
    let said = transcript(
        Protocol::Gtp,
        "go(size=9)",
        "alpha-beta(depth=1)",
        &[
            ("1 place_free_handicap 3", "=1"),
            ("2 final_status_list alive", "=2"),
            ("3 genmove w", "=3"),
            ("4 set_free_handicap C3 D4", "?4"),
            ("5 clear_board", "=5"),
            ("6 set_free_handicap C3 D4", "=6"),
            ("7 final_status_list dead", "=7"),
            (&format!("8 loadsgf {name}"), "=8"),
            ("9 showboard", "=9"),
            (&format!("10 loadsgf {name} 2"), "=10"),
            ("11 reg_genmove b", "=11"),
            ("12 loadsgf nowhere.sgf", "?12"),
            ("13 final_status_list dubious", "?13"),
            ("14 gogui-analyze_commands", "=14"),
            ("15 agon-value", "=15"),
            ("16 agon-line", "=16"),
        ],
    );
    std::fs::remove_file(file).unwrap();
    insta::assert_snapshot!(said.replace(&name, "game.sgf"));
}
