//! Agon beside other libraries, at the same work, in one run: `cargo run --release`, or `-- --json`, or
//! `-- --quick`, which does everything once to see that it still works, or with a word: the rows whose name has it.
//!
//! Before anything is timed, all contestants of a row must have found the same values among as many positions,
//! counted the same leaves, or played games of the same lengths and results. Exit code 3 says that they did not. What
//! is timed is processor time, so that other programs on the machine matter less.

mod boards;
mod connect_four;
mod contest;
mod dice;
mod games;
mod sample;
mod searches;
mod tic_tac_toe;
mod tournaments;

use std::{env, process::ExitCode};

use crate::contest::{Effort, Measured, Row};

fn main() -> ExitCode {
    let (mut quick, mut json, mut word) = (false, false, String::new());
    for argument in env::args().skip(1) {
        match argument.as_str() {
            "--quick" => quick = true,
            "--json" => json = true,
            other if other.starts_with('-') => {
                eprintln!(
                    "agon-peers: unknown argument `{other}`; accepted: --quick, --json, or a word of the rows to measure"
                );
                return ExitCode::from(2);
            }
            other => other.clone_into(&mut word),
        }
    }
    let rows = match rows(if quick { 1 } else { 10 }, &word) {
        Ok(rows) => rows,
        Err(difference) => {
            eprintln!("agon-peers: not the same work: {difference}");
            return ExitCode::from(3);
        }
    };
    let effort = if quick { Effort::QUICK } else { Effort::FULL };
    let mut measured = Vec::new();
    if !json {
        println!("{}", Measured::HEAD);
    }
    for row in rows {
        let row = row.measure(effort);
        if json {
            measured.push(row.json());
        } else {
            println!("{}", row.line());
        }
    }
    if json {
        println!("{}", serde_json::json!({ "rows": measured }));
    }
    ExitCode::SUCCESS
}

/// Checks a row with that much care.
type Check = fn(usize) -> Result<Row, String>;

/// Every row, by name.
const ROWS: [(&str, Check); 13] = [
    ("alpha-beta", |_| searches::plain(12)),
    ("deepening 12", |_| searches::with_table(12)),
    ("deepening 14", |_| searches::with_table(14)),
    ("random connect-four", games::connect_four),
    ("random tic-tac-toe", games::tic_tac_toe),
    ("random chess", games::chess),
    ("random othello", games::othello),
    ("random go", games::go),
    ("perft", |care| games::chess_perft(if care == 1 { 4 } else { 5 })),
    ("mcts 10000", |_| searches::mcts(10_000)),
    ("mcts 100000", |_| searches::mcts(100_000)),
    ("tournament", tournaments::random),
    ("proofs", |care| searches::proofs(20 * care)),
];

/// The rows whose name has that word, checked with that much care.
fn rows(care: usize, word: &str) -> Result<Vec<Row>, String> {
    let named = ROWS.iter().filter(|(name, _)| name.contains(word));
    named.map(|(_, check)| check(care)).collect()
}
