//! Why a command failed, and with which exit code it ends.

use std::fmt;

use agon_arena::SpecError;
use agon_core::options::brief;
use agon_table::TableError;

use crate::foreign;

/// Why a command failed: the message for the person, if there is any to say, and the exit code for
/// the script.
#[derive(Debug)]
pub(crate) struct Failed {
    /// The exit code.
    pub(crate) code: u8,
    /// The message; none if empty.
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

    /// The same, where it fails for want of a feature: of a game or a player that this build does without.
    pub(crate) fn naming_features(self) -> Failed {
        let wants = |(what, name, _): &&(&str, &str, &str)| self.message.contains(&format!("unknown {what} `{name}`"));
        match UNBUILT.iter().find(wants) {
            Some((what, name, feature)) => {
                let why = Failed::unbuilt(feature).message;
                Failed::usage(format!("there is no {what} `{name}` here: {why}"))
            }
            None => self,
        }
    }

    /// The same, with the command that makes what is wanted: no library knows of commands.
    pub(crate) fn naming_commands(self) -> Failed {
        if self.message.contains("learned(\"FILE\")") {
            return self.because("`agon learn GAME` writes such a file");
        }
        let unknown = self.message.split_once("unknown player `");
        let name = unknown.and_then(|(_, rest)| rest.split_once('`')).map(|(name, _)| name);
        if let Some(how) = name.and_then(foreign::player) {
            return self.because(&how);
        }
        self
    }

    /// Standard output was closed early, which is not an error: exit code 0, and no message.
    pub(crate) fn unheard() -> Failed {
        Failed { code: 0, message: String::new() }
    }

    /// A comparison found a difference: exit code 3.
    pub(crate) fn different(message: impl fmt::Display) -> Failed {
        Failed { code: 3, message: message.to_string() }
    }

    /// A comparison found a gain and no loss: exit code 4.
    pub(crate) fn gained(message: impl fmt::Display) -> Failed {
        Failed { code: 4, message: message.to_string() }
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

/// That none of these options is given, each named and with whether it is: they are `for_what`, as "for --exploit PLAYER"
/// or "not for --method cfr".
pub(crate) fn only(for_what: &str, options: &[(&str, bool)]) -> Result<(), Failed> {
    let given: Vec<&str> = options.iter().filter(|(_, is)| *is).map(|(name, _)| *name).collect();
    match given[..] {
        [] => Ok(()),
        [one] => Err(Failed::usage(format!("{one} is {for_what}"))),
        [ref more @ .., last] => Err(Failed::usage(format!("{} and {last} are {for_what}", more.join(", ")))),
    }
}

impl From<SpecError> for Failed {
    fn from(error: SpecError) -> Failed {
        if error.is_trouble { Failed::trouble(error) } else { Failed::usage(error) }
    }
}

/// The games and players of a feature that this build does without, each with the name of the feature.
const UNBUILT: &[(&str, &str, &str)] = &[
    #[cfg(not(feature = "module"))]
    ("game", "module", "module"),
    #[cfg(not(feature = "engines"))]
    ("game", "program", "engines"),
    #[cfg(not(feature = "engines"))]
    ("player", "process", "engines"),
    #[cfg(not(feature = "engines"))]
    ("player", "uci", "engines"),
    #[cfg(not(feature = "engines"))]
    ("player", "xboard", "engines"),
    #[cfg(not(feature = "engines"))]
    ("player", "gtp", "engines"),
    #[cfg(not(feature = "engines"))]
    ("player", "gomocup", "engines"),
];

impl From<TableError> for Failed {
    fn from(error: TableError) -> Failed {
        match error {
            TableError::Wrong(message) => Failed::usage(message),
            TableError::Trouble(message) => Failed::trouble(message),
        }
    }
}

/// Makes a text that may hold anything fit for a terminal: control characters and those that change
/// the direction of text are written as escapes, and a text that is too long is cut.
pub(crate) fn printable(text: &str) -> String {
    const MOST: usize = 4000;
    let text = &*brief(text);
    let mut shown = String::new();
    let mut rest = text.chars();
    for c in rest.by_ref().take(MOST) {
        let is_hidden = c.is_control() && c != '\n'
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
        if is_hidden { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    match rest.count() {
        0 => {}
        more => shown.extend(["… (", &more.to_string(), " characters more)"]),
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn no_message_reaches_the_terminal_raw_or_whole() {
        let all: String = (0..0x3000).filter_map(char::from_u32).collect();
        let shown = printable(&all[..3000]);
        assert!(shown.chars().all(|c| c == '\n' || !c.is_control()), "{shown:?}");
        assert_eq!(printable("a\u{1b}[31m\u{202e}b\nc"), "a\\u{1b}[31m\\u{202e}b\nc");
        let long = printable(&"x".repeat(3_000_000));
        assert!(long.len() < 5000 && long.ends_with("(2996000 characters more)"), "{}", long.len());
        assert_eq!(printable("plain, é ☃"), "plain, é ☃");
    }
}
