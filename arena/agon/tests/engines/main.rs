//! Programs of their own as players, through the command: every way to misbehave ends a game, and
//! nothing else.
//!
//! This program is the engine too: `rogue PROTOCOL HOW MARK`.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod conduct;
mod faults;
mod lateness;
mod leftovers;
mod refusals;
mod rogue;
mod table;

use std::process::ExitCode;

// It links every game.
use agon as _;
use libtest_mimic::{Arguments, Trial};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [first, rest @ ..] = &arguments[..]
        && first == "rogue"
    {
        rogue::run(rest);
        return ExitCode::SUCCESS;
    }
    let mut trials = Vec::new();
    let all = [conduct::TESTS, faults::TESTS, lateness::TESTS, refusals::TESTS, leftovers::TESTS]
        .concat();
    for (name, test) in all {
        trials.push(Trial::test(name, move || {
            test();
            Ok(())
        }));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}
