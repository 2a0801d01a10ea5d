//! Why there can be no such tournament.

use std::fmt;

use agon_core::{Accepted, NameError};

/// Why a tournament is impossible: where the mistake is, what it is, and what is accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{mistake}", .place.as_deref().map(|place| format!("{place}: ")).unwrap_or_default())]
pub struct SpecError {
    /// The place of the mistake, if known.
    pub place: Option<String>,
    /// The mistake, and the accepted form.
    pub mistake: Box<SpecMistake>,
    /// Whether the specification may be right, but a file that it names cannot be read.
    pub is_trouble: bool,
}

/// What is wrong with a tournament, by kinds, so that it can be told in any language.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecMistake {
    /// The name of a game or player.
    #[error(transparent)]
    Name(#[from] NameError),
    /// A key that does not exist.
    #[error("unknown key `{key}`{accepted}")]
    Key {
        /// As it stands there.
        key: String,
        /// The keys there are.
        accepted: Accepted,
    },
    /// A word that the value of a key cannot be.
    #[error("`{key}` cannot be `{word}`{accepted}")]
    Word {
        /// The key.
        key: String,
        /// The word as it stands there.
        word: String,
        /// The words it can be.
        accepted: Accepted,
    },
    /// A value that is no whole number in a range.
    #[error("`{key}` cannot be {value}; accepted: a whole number from {min}{}", to(*.max))]
    Whole {
        /// The key.
        key: String,
        /// The value as it stands there.
        value: String,
        /// The least number.
        min: u64,
        /// The greatest number; `u64::MAX` is none.
        max: u64,
    },
    /// No player of the tournament has this name, but one has a similar one.
    #[error("nobody is called `{name}`; did you mean `{near}`?")]
    Nobody {
        /// As it stands there.
        name: String,
        /// The similar name.
        near: String,
    },
    /// A player is named twice for one game.
    #[error("`{0}` is named twice")]
    Twice(String),
    /// There is no game.
    #[error("no game to play: name one, such as nim")]
    NoGame,
    /// Something else, in a sentence.
    #[error("{0}")]
    Other(String),
}

/// The end of a range, if it has one.
fn to(max: u64) -> String {
    if max == u64::MAX { String::new() } else { format!(" to {max}") }
}

impl SpecError {
    /// An error without a place.
    pub fn new(message: impl fmt::Display) -> SpecError {
        SpecError::of("", SpecMistake::Other(message.to_string()))
    }

    /// An error at `place`, unless that is empty.
    pub(crate) fn at(place: &str, message: impl fmt::Display) -> SpecError {
        SpecError::of(place, SpecMistake::Other(message.to_string()))
    }

    /// The same, by its kind.
    pub(crate) fn of(place: &str, mistake: SpecMistake) -> SpecError {
        let place = (!place.is_empty()).then(|| place.to_owned());
        SpecError { place, mistake: Box::new(mistake), is_trouble: false }
    }

    /// The same, where a file cannot be read.
    #[must_use]
    pub(crate) fn trouble(self) -> SpecError {
        SpecError { is_trouble: true, ..self }
    }
}
