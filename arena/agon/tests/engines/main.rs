//! Programs of their own as players, through the command: every way to misbehave ends a game, and
//! nothing else.
//!
//! This program is the engine too: `rogue PROTOCOL HOW MARK`.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod away;
mod babbler;
mod conduct;
mod faults;
mod files;
mod lateness;
mod leftovers;
mod refusals;
mod rogue;
#[path = "../cli/started.rs"]
mod started;
mod table;
mod tries;

use std::process::ExitCode;

// It links every game.
use agon as _;
use libtest_mimic::{Arguments, Completion, Trial};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [first, rest @ ..] = &arguments[..]
        && first == "rogue"
    {
        rogue::run(rest);
        return ExitCode::SUCCESS;
    }
    let mut arguments = Arguments::from_args();
    // Tests here wait more than they work.
    arguments.test_threads.get_or_insert(8);
    let mut trials = Vec::new();
    let all = [
        away::TESTS,
        conduct::TESTS,
        faults::TESTS,
        files::TESTS,
        lateness::TESTS,
        refusals::TESTS,
        leftovers::TESTS,
        tries::TESTS,
    ]
    .concat();
    for (name, test) in all {
        trials.push(Trial::test(name, move || {
            test();
            Ok(())
        }));
    }
    let is_asked = arguments.ignored || arguments.include_ignored;
    for &(name, test) in leftovers::BY_THE_CLOCK {
        let trial = Trial::ignorable_test(name, move || {
            if !is_asked {
                return Ok(Completion::ignored_with("by the clock"));
            }
            test();
            Ok(Completion::Completed)
        });
        trials.push(trial.with_ignored_flag(is_asked));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}
