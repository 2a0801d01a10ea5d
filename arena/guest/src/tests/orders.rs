//! The same lines in every order: each question has its answer, and nobody waits in vain.

use std::{iter, sync::mpsc::RecvTimeoutError, time::Duration};

use agon_core::Protocol;

use super::{DEEP, Talk};

/// Every order of these.
fn orders<T: Copy>(of: &[T]) -> Vec<Vec<T>> {
    if of.is_empty() {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for n in 0..of.len() {
        let mut others = of.to_vec();
        let first = others.remove(n);
        found.extend(orders(&others).into_iter().map(|rest| [vec![first], rest].concat()));
    }
    found
}

/// How many of the questions have their answer before anybody quits: all but an endless one behind which
/// nothing ends it.
fn answers_due(order: &[&str]) -> usize {
    let ends = |line: &&str| ["stop", "go depth 1"].contains(line);
    let endless = order.iter().position(|line| *line == "go infinite").unwrap();
    1 + usize::from(order[endless..].iter().any(ends))
}

/// The output until the other side has gone.
fn rest(talk: &Talk) -> Vec<String> {
    let next = || match talk.heard.recv_timeout(Duration::from_secs(20)) {
        Ok(line) => Some(line),
        Err(RecvTimeoutError::Disconnected) => None,
        Err(RecvTimeoutError::Timeout) => panic!("it does not go"),
    };
    iter::from_fn(next).collect()
}

fn count(heard: &[String], word: &str) -> usize {
    heard.iter().filter(|line| line.starts_with(word)).count()
}

/// One player looks for ever; the other is done at once, and holds its answer.
const PLAYERS: [&str; 2] = [DEEP, "random"];

#[test]
fn each_go_has_its_bestmove_and_stop_and_isready_are_heard_whatever_waits() {
    let lines = ["go infinite", "go depth 1", "position startpos moves e2e4", "stop", "isready"];
    for order in orders(&lines) {
        for (player, has_moments) in PLAYERS.into_iter().flat_map(|p| [(p, false), (p, true)]) {
            let talk = Talk::new(Protocol::Uci, "chess", player);
            let (mut heard, mut readies) = (Vec::new(), 1);
            let hear_until = |heard: &mut Vec<String>, word, most| {
                while count(heard, word) < most {
                    heard.push(talk.wait_for(""));
                }
            };
            for line in &order {
                talk.say(line);
                if has_moments {
                    // It is ready, whatever waits.
                    talk.say("isready");
                    readies += 1;
                    let next = count(&heard, "readyok") + 1;
                    hear_until(&mut heard, "readyok", next);
                }
            }
            hear_until(&mut heard, "readyok", readies);
            hear_until(&mut heard, "bestmove", answers_due(&order));
            talk.say("quit");
            heard.extend(rest(&talk));
            assert_eq!(count(&heard, "bestmove"), 2, "{player}: {order:?}: {heard:?}");
            assert_eq!(count(&heard, "readyok"), readies, "{player}: {order:?}: {heard:?}");
        }
    }
}

#[test]
fn a_ponderhit_is_handled_before_waiting_lines() {
    for waiting in ["position startpos moves e2e4", "setoption name Depth value 3", "ucinewgame"] {
        for player in PLAYERS {
            let talk = Talk::new(Protocol::Uci, "chess", player);
            for line in ["go ponder movetime 50", waiting, "ponderhit"] {
                talk.say(line);
            }
            talk.wait_for("bestmove");
            // Behind another question it is the hit of that one.
            for line in ["go ponder", waiting, "go ponder movetime 50", "ponderhit"] {
                talk.say(line);
            }
            talk.wait_for("bestmove");
            talk.wait_for("bestmove");
        }
    }
}

#[test]
fn small_letters_are_heard_while_it_thinks() {
    for word in ["YXSTOP", "yxstop", "stop", "YxStop"] {
        for between in ["", "about", "TURN 0,0"] {
            let talk = Talk::new(Protocol::Gomocup, "amoba(size=15)", DEEP);
            for line in ["start 15", "info timeout_turn 100000000", "begin", between, word] {
                talk.say(line);
            }
            talk.wait_for("OK");
            while !talk.wait_for("").starts_with(char::is_numeric) {}
            talk.say("end");
            rest(&talk);
        }
    }
}
