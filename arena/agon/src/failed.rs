//! Why a command failed, and with which exit code it ends.

use std::fmt;

use agon_arena::SpecError;
use agon_table::TableError;

/// Why a command failed: the message for the person, if there is any to say, and the exit code for
/// the script.
#[derive(Debug)]
pub(crate) struct Failed {
    /// The exit code.
    pub(crate) code: u8,
    /// What is to be said; nothing if empty.
    pub(crate) message: String,
}

impl Failed {
    /// The command line was wrong: exit code 2.
    pub(crate) fn usage(message: impl fmt::Display) -> Failed {
        Failed { code: 2, message: message.to_string() }
    }

    /// What was asked for is a feature that this build does without: exit code 2.
    pub(crate) fn unbuilt(feature: &str) -> Failed {
        Failed::usage(format!(
            "this agon was built without its feature `{feature}`; `--features full` builds all of them"
        ))
    }

    /// The same, with what else there is to say.
    pub(crate) fn because(self, why: &str) -> Failed {
        Failed { message: format!("{}; {why}", self.message), ..self }
    }

    /// Standard output was closed early, which is not an error: exit code 0, and no message.
    pub(crate) fn unheard() -> Failed {
        Failed { code: 0, message: String::new() }
    }

    /// A comparison found a difference: exit code 3.
    pub(crate) fn different(message: impl fmt::Display) -> Failed {
        Failed { code: 3, message: message.to_string() }
    }

    /// The exit code of a run that somebody interrupted.
    pub(crate) const INTERRUPTED: u8 = 130;

    /// Somebody asked to stop before it was done: exit code 130.
    pub(crate) fn interrupted(message: impl fmt::Display) -> Failed {
        Failed { code: Failed::INTERRUPTED, message: message.to_string() }
    }

    /// It could not be done: exit code 1.
    pub(crate) fn trouble(message: impl fmt::Display) -> Failed {
        Failed { code: 1, message: message.to_string() }
    }
}

impl From<SpecError> for Failed {
    fn from(error: SpecError) -> Failed {
        if error.is_trouble { Failed::trouble(error) } else { Failed::usage(error) }
    }
}

impl From<TableError> for Failed {
    fn from(error: TableError) -> Failed {
        match error {
            TableError::Wrong(message) => Failed::usage(message),
            TableError::Trouble(message) => Failed::trouble(message),
        }
    }
}
