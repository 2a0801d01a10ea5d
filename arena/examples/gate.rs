//! A gate for a change: is the new player stronger than the old one, and how sure is that?
//!
//! `cargo run --release -p agon-arena --example gate` plays a match at one game, prints what it shows,
//! and ends with exit code 1 if the change is not shown to gain. In a test of your own it is the
//! same ten lines with an `assert!`.

use std::process::ExitCode;

use agon_arena::{Spec, SpecError, play};
// Naming the crates of the game and the players links them; nothing else is compiled.
use {agon_othello as _, agon_players as _};

fn main() -> Result<ExitCode, SpecError> {
    let spec = Spec::default()
        .game("othello(size=6)")
        .player_named("new", "alpha-beta(depth=3)")
        .player_named("old", "alpha-beta(depth=1)")
        .openings(40, 4);
    let pair = play(&spec)?.pair("new", "old")?;
    println!("new against old: {}", pair.difference().in_words());
    println!("superior with probability {:.3}", pair.superiority());
    Ok(if 0.95 < pair.superiority() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
