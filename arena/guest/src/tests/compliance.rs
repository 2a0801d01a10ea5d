//! What fastchess asks of an engine before it seats it: the steps of its command `--compliance`, in their order.
//!
//! The steps are those of *app/src/engine/compliance.hpp* in fastchess (D. Disservin and others, GitHub, 2025): the greeting
//! with a name and an author; `readyok` behind a new game and behind each kind of position; a move within a tenth of a second
//! for either side, with an increment and without, the clocks in either order, each behind thoughts of which the last
//! has a score and whole numbers; and then two moves of one game.

use agon_arena::play::TurnedClock;
use agon_core::Protocol;

use super::Talk;

/// Each position, if any, and the question there.
const ASKED: [(&str, &str); 6] = [
    ("", "go wtime 100"),
    ("position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "go btime 100"),
    ("", "go wtime 100 winc 100 btime 100 binc 100"),
    ("", "go btime 100 binc 100 wtime 100 winc 100"),
    ("position startpos", "go wtime 100 btime 100"),
    ("position startpos moves e2e4 e7e5", "go wtime 100 btime 100"),
];

#[test]
fn an_engine_does_what_fastchess_asks_of_it() {
    for player in ["alpha-beta(depth=3)", "minimax(depth=2)", "mtd(depth=2)", "greedy"] {
        // Its clock stands still, so that it always has its time.
        let talk = Talk::by(TurnedClock::default().into(), Protocol::Uci, "chess", player);
        let is_ready = || {
            talk.say("isready");
            talk.wait_without("readyok", "bestmove");
        };
        talk.say("uci");
        let mut greeting = Vec::new();
        while greeting.last().is_none_or(|line| line != "uciok") {
            greeting.push(talk.wait_for(""));
        }
        for word in ["id name ", "id author "] {
            let named = greeting.iter().find_map(|line| line.strip_prefix(word));
            assert!(named.is_some_and(|name| !name.is_empty()), "{player}: {greeting:?}");
        }
        is_ready();
        for line in [
            "ucinewgame",
            "position startpos",
            "position fen 3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27",
        ] {
            talk.say(line);
            is_ready();
        }
        for (number, (position, go)) in ASKED.into_iter().enumerate() {
            if number == 4 {
                talk.say("ucinewgame");
                is_ready();
            }
            if !position.is_empty() {
                talk.say(position);
            }
            talk.say(go);
            let mut thought = String::new();
            let best = loop {
                let line = talk.wait_for("");
                if line.starts_with("bestmove ") {
                    break line;
                }
                thought = line;
            };
            let best = best.split(' ').nth(1).expect("a move");
            assert!((4..=5).contains(&best.len()), "{player}: {go}: {best}");
            let words: Vec<&str> = thought.split(' ').collect();
            assert_eq!(words[0], "info", "{player}: {go}: {thought}");
            assert!(words.contains(&"score"), "{player}: {go}: {thought}");
            let told = words.windows(2).filter(|pair| ["time", "nps", "cp", "mate"].contains(&pair[0]));
            for pair in told {
                assert!(pair[1].parse::<i64>().is_ok(), "{player}: {go}: {thought}");
            }
        }
    }
}
