//! Agon beside other libraries, at the same work, in one run: `cargo run --release`, or `-- --json`, or
//! `-- --quick`, which does everything once to see that it still works.
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
    let (mut quick, mut json) = (false, false);
    for argument in env::args().skip(1) {
        match argument.as_str() {
            "--quick" => quick = true,
            "--json" => json = true,
            other => {
                eprintln!("agon-peers: unknown argument `{other}`; accepted: --quick, --json");
                return ExitCode::from(2);
            }
        }
    }
    let rows = match rows(if quick { 1 } else { 10 }) {
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

/// Every row, checked with that much care.
fn rows(care: usize) -> Result<Vec<Row>, String> {
    let mut rows = vec![searches::plain(12)?, searches::with_table(12)?, searches::with_table(14)?];
    rows.extend(games::random(care)?);
    rows.push(games::chess_perft(if care == 1 { 4 } else { 5 })?);
    rows.extend([searches::mcts(10_000)?, searches::mcts(100_000)?]);
    rows.push(tournaments::random(care)?);
    rows.push(searches::proofs(20 * care)?);
    Ok(rows)
}
