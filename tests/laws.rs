//! The laws of every registered game, because it is registered: a test for every sample of its
//! options, named by its term, and one for what it says of itself.
//!
//! In short; the crate of each game checks its laws at length. `cargo test -p agon-tests --test laws
//! connect-four` checks those of one game.

use std::{process::ExitCode, thread};

use agon as _;
use agon_core::{laws, registry};
use libtest_mimic::{Arguments, Failed, Trial};
use outside_game as _;

fn main() -> ExitCode {
    let mut trials = Vec::new();
    for game in registry::games().values() {
        trials.push(Trial::test(format!("{} describes itself", game.name), move || {
            Ok(laws::check_plugin(game)?)
        }));
        trials.extend(game.sample_terms().map(|term| {
            Trial::test(term.clone(), move || with_room(|| Ok(laws::check_with(&term, 100, 2)?)))
        }));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// Checks on a thread with the stack that the arena gives to players.
fn with_room(check: impl FnOnce() -> Result<(), Failed> + Send) -> Result<(), Failed> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(agon_core::STACK_SIZE);
        let checking = thread.spawn_scoped(scope, check).expect("there is room for a thread");
        checking.join().unwrap_or_else(|_| Err(Failed::from("a panic, printed above")))
    })
}
