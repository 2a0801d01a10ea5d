//! Errors in typed texts, with suggestions.

use crate::{Sentence, names::Accepted, term::TermError};

/// A mistake in the options of a game or a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// The option does not exist.
    #[error("{owner}: unknown option `{option}`{accepted}")]
    Unknown {
        /// The game or player.
        owner: &'static str,
        /// The name as written.
        option: String,
        /// The options there are.
        accepted: Accepted,
    },
    /// The option does not take this value.
    #[error("{owner}: option `{option}` cannot be `{value}`; accepted: {accepted}")]
    Value {
        /// The game or player.
        owner: &'static str,
        /// The option.
        option: &'static str,
        /// The value as written.
        value: String,
        /// The accepted values.
        accepted: Sentence,
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
        /// The contradiction.
        why: String,
    },
}

/// The options that could be given.
fn listed(options: &[&str]) -> String {
    match options {
        [] => "it takes none".to_owned(),
        options => format!("it takes {}", options.join(", ")),
    }
}

/// Why a text is not a position, or not a part of one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a position here; expected {expected}")]
pub struct TextError {
    /// The text, or the part of it that is wrong.
    pub text: String,
    /// What was expected instead.
    pub expected: String,
}

impl TextError {
    /// `text` is wrong; `expected` was expected.
    pub fn new(text: impl Into<String>, expected: impl Into<String>) -> TextError {
        TextError { text: text.into(), expected: expected.into() }
    }
}

/// Why a text does not name a usable game or player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NameError {
    /// It is not a term.
    #[error(transparent)]
    Term(#[from] TermError),
    /// No game or player has this name.
    #[error("unknown {what} `{name}`{accepted}")]
    Unknown {
        /// `game` or `player`.
        what: &'static str,
        /// The name as written.
        name: String,
        /// The names there are.
        accepted: Accepted,
    },
    /// The name is known, the options are wrong.
    #[error(transparent)]
    Options(#[from] OptionError),
}
