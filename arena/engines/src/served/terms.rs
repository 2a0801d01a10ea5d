//! What the options of a game that is a program say.

use std::time::Duration;

use agon_core::{OptionError, OptionSpec, Options};

use super::seal;
use crate::program::{COMMAND, Program};

/// How a program that a game is gets started, and what it is allowed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Terms {
    pub(super) program: Program,
    /// How long it may take to say hello.
    pub(super) startup: Duration,
    /// How long an answer may take.
    pub(super) patience: Duration,
    /// The most positions that one line asks about.
    pub(super) batch: usize,
    /// How many bytes of answers are kept.
    pub(super) kept: usize,
    /// The hash of its files, if it is given.
    seal: String,
}

/// No answer may take more seconds.
const LONGEST: f64 = 600.0;

pub(super) const OPTIONS: [OptionSpec; 8] = [
    COMMAND,
    OptionSpec::whole("batch", 1..=512, "8", "the most positions it is asked about in a line"),
    OptionSpec::whole("cache", 1..=1 << 20, "256", "MiB of its answers that are kept"),
    OptionSpec::limit("memory", 1..=1 << 20, "unlimited", "the most memory it may have, in MiB"),
    OptionSpec::whole("startup", 1..=600_000, "10000", "how many milliseconds it may take to say hello"),
    // What is too long for seconds was meant in milliseconds, as earlier versions had them.
    OptionSpec::real("patience", 0.001..=600_000.0, "5", "how many seconds an answer may take, to 600"),
    OptionSpec::quoted("folder", "a folder", "", "where it runs; where agon does unless given"),
    OptionSpec::text(
        seal::OPTION,
        "sixteen hexadecimal digits",
        "",
        "of the files that its command names: another program is refused; tournaments write it",
    ),
];

impl Terms {
    /// What the options say.
    pub(super) fn of(options: &Options) -> Result<Terms, OptionError> {
        let patience = options.real("patience");
        if LONGEST < patience {
            let seconds = patience / 1000.0;
            let said = format!("seconds, to {LONGEST}: {seconds} if milliseconds were meant");
            return Err(options.wrong("patience", said));
        }
        Ok(Terms {
            program: Program::of_game(options)?,
            startup: Duration::from_millis(options.whole("startup")),
            patience: Duration::from_secs_f64(patience),
            batch: options.whole("batch"),
            kept: options.whole::<usize>("cache") << 20,
            seal: options.text(seal::OPTION).to_owned(),
        })
    }
}
