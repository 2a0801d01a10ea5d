//! What can be wrong with what people typed, and what they may have meant.

use crate::{names::Accepted, term::TermError};

/// What is wrong with the options of a game or a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// There is no such option.
    #[error("{owner}: unknown option `{option}`{accepted}")]
    Unknown {
        /// The game or player.
        owner: &'static str,
        /// What was written.
        option: String,
        /// What there is.
        accepted: Accepted,
    },
    /// The option does not take this value.
    #[error("{owner}: option `{option}` cannot be `{value}`; accepted: {accepted}")]
    Value {
        /// The game or player.
        owner: &'static str,
        /// The option.
        option: &'static str,
        /// What was written.
        value: String,
        /// What it takes.
        accepted: String,
    },
    /// An option was given more than once.
    #[error("{owner}: option `{option}` is given twice")]
    Twice {
        /// The game or player.
        owner: &'static str,
        /// The option.
        option: &'static str,
    },
    /// More arguments than options.
    #[error("{owner}: too many values: {}; `{value}` is one more", listed(.takes))]
    TooMany {
        /// The game or player.
        owner: &'static str,
        /// The first argument too many.
        value: String,
        /// The options there are, in their order.
        takes: Vec<&'static str>,
    },
    /// Each option is in its range, but together they are impossible.
    #[error("{owner}: {why}")]
    Impossible {
        /// The game or player.
        owner: &'static str,
        /// What contradicts what.
        why: String,
    },
}

/// What there is room for.
fn listed(options: &[&str]) -> String {
    match options {
        [] => "it takes none".to_owned(),
        options => format!("it takes {}", options.join(", ")),
    }
}

/// Why a text is no position, or no part of one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a position here; expected {expected}")]
pub struct TextError {
    /// The text, or the part of it that is wrong.
    pub text: String,
    /// What was expected instead.
    pub expected: String,
}

impl TextError {
    /// `text` is wrong; `expected` should stand there.
    pub fn new(text: impl Into<String>, expected: impl Into<String>) -> TextError {
        TextError { text: text.into(), expected: expected.into() }
    }
}

/// Why a text names no game, or no player, that could take part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NameError {
    /// It is no term at all.
    #[error(transparent)]
    Term(#[from] TermError),
    /// Nobody has that name.
    #[error("unknown {what} `{name}`{accepted}")]
    Unknown {
        /// `game` or `player`.
        what: &'static str,
        /// What was written.
        name: String,
        /// What there is.
        accepted: Accepted,
    },
    /// The name is known, the options are wrong.
    #[error(transparent)]
    Options(#[from] OptionError),
}
