//! Refused positions, finished games, and the answers for them.

use agon_core::Protocol;

use super::{Talk, only, said};

/// Positions that cannot be: no position at all, one that is none of chess, and a game that goes wrong on its
/// way; sent before anything else, after another, and as its continuation.
const REFUSED: [&str; 7] = [
    "position",
    "position nowhere",
    "position fen 8/8 w",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position startpos moves e2e5",
    "position startpos moves e2e4 e7e5 e2e4",
    "position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1 moves d1d9",
];

#[test]
fn nothing_is_answered_for_a_position_that_was_refused() {
    let before = ["", "position startpos\n", "position startpos moves e2e4 e7e5\n", "go depth 1\n"];
    for (before, refused) in before.iter().flat_map(|b| REFUSED.map(|refused| (b, refused))) {
        for go in ["go", "go depth 1", "go movetime 5", "go infinite\nstop", "go ponder\nponderhit"] {
            let first = only(before, "go").len();
            let lines = format!(
                "{before}{refused}\n{go}\nsetoption name UCI_Chess960 value true\n{go}\n\
                 position startpos moves d2d4\ngo depth 1\n"
            );
            let text = said(Protocol::Uci, "chess", "greedy", &lines);
            let best = only(&text, "bestmove");
            assert_eq!(best.len(), first + 3, "{lines}: {text}");
            assert_eq!(best[first..first + 2], ["bestmove (none)"; 2], "{lines}: {text}");
            // Another position is one again.
            assert_ne!(best[first + 2], "bestmove (none)", "{lines}: {text}");
            assert_eq!(only(&text, "info string").len(), 3, "{lines}: {text}");
        }
    }
    // Neither on the board before, nor by a move on it.
    for played in ["", "usermove e2e4\n", "undo\n", "hint\n", "analyze\nexit\n", "playother\n"] {
        let lines = format!(
            "force\nusermove d2d4\nsetboard 8/8 w\n{played}go\nusermove e7e5\nping 1\n\
             setboard 7k/8/8/8/8/8/R7/K7 w - - 0 1\nsd 1\ngo\nping 2\n"
        );
        let text = said(Protocol::Xboard, "chess", "greedy", &lines);
        assert_eq!(only(&text, "tellusererror").len(), 1, "{text}");
        let (before, behind) = text.split_once("pong 1").unwrap();
        assert!(only(before, "move").is_empty() && only(before, "Hint").is_empty(), "{text}");
        assert_eq!(only(behind, "move").len(), 1, "{text}");
    }
    for board in ["1,1,1\n2,2,1\n", "1,1,2\n1,1,1\n", "99,1,2\n"] {
        let lines = format!("START 15\nTURN 7,7\nBOARD\n{board}DONE\nTURN 3,3\nTAKEBACK\nABOUT\nBOARD\n1,1,2\nDONE\n");
        let text = said(Protocol::Gomocup, "amoba(size=15)", "greedy", &lines);
        assert_eq!(only(&text, "ERROR").len(), 3, "{text}");
        let is_move = |line: &&str| line.starts_with(char::is_numeric);
        let (before, behind) = text.split_once("name=").unwrap();
        assert_eq!(before.lines().filter(is_move).count(), 1, "{text}");
        assert_eq!(behind.lines().filter(is_move).count(), 1, "{text}");
    }
}

/// Mated, and stalemate, and nobody can mate.
const OVER: [&str; 3] = [
    "position startpos moves f2f3 e7e5 g2g4 d8h4",
    "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "position fen 8/8/4k3/8/8/4K3/8/8 w - - 0 1",
];

#[test]
fn where_the_game_is_over_an_endless_search_holds_its_answer_too() {
    for position in OVER {
        for (go, ends) in [
            ("go infinite", &["stop", "quit", "go depth 1"][..]),
            ("go infinite wtime 100 btime 100", &["stop"]),
            ("go ponder", &["stop", "ponderhit", "quit", "go depth 1"]),
            ("go ponder wtime 1000 btime 1000", &["ponderhit"]),
        ] {
            for end in ends {
                let talk = Talk::new(Protocol::Uci, "chess", "random");
                talk.say(position);
                talk.say(go);
                let passed_over = if go.contains("infinite") { "ponderhit" } else { "position startpos" };
                talk.say(passed_over);
                // All earlier output has come by now.
                talk.say("isready");
                let mut heard = talk.wait_for("");
                while heard != "readyok" {
                    assert!(!heard.starts_with("bestmove"), "{position}: {go}");
                    heard = talk.wait_for("");
                }
                talk.say(end);
                assert_eq!(talk.wait_for("bestmove"), "bestmove (none)", "{position}: {go}: {end}");
            }
        }
        // Once, and without a stop where nobody is left to say so.
        let lines = format!("{position}\ngo infinite\nstop\nstop\ngo infinite\n");
        let text = said(Protocol::Uci, "chess", "random", &lines);
        assert_eq!(only(&text, "bestmove"), ["bestmove (none)"; 2], "{text}");
    }
}

#[test]
fn an_analysis_makes_no_move_after_the_input_ends() {
    for lines in ["force\nanalyze\n", "analyze\nusermove e2e4\n", "sd 1\ngo\nanalyze\nforce\nusermove e2e4\n"] {
        let text = said(Protocol::Xboard, "chess", super::DEEP, lines);
        let asked = only(lines, "go").len();
        assert_eq!(only(&text, "move").len(), asked, "{lines}: {text}");
    }
    // A hint that was given up is no hint behind the next question.
    let text = said(Protocol::Xboard, "chess", super::DEEP, "hint\nforce\nsd 1\ngo\n");
    assert_eq!(only(&text, "move").len(), 1, "{text}");
}
