//! What was said where, and what is wrong with it.

use std::fmt;

/// A text, and where it was said (`file.toml, line 3`, or nowhere).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// The text.
    pub text: String,
    /// Where; empty if there is nothing to say.
    pub place: String,
}

/// Why there can be no such tournament. One message: where, what, what is accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", .place.as_deref().map(|place| format!("{place}: ")).unwrap_or_default())]
pub struct SpecError {
    /// Where it was said, if that is known.
    pub place: Option<String>,
    /// What is wrong.
    pub message: String,
}

impl SpecError {
    /// Wrong, without a place.
    pub fn new(message: impl fmt::Display) -> SpecError {
        SpecError { place: None, message: message.to_string() }
    }

    /// Wrong at `place`, unless that is empty.
    pub fn at(place: &str, message: impl fmt::Display) -> SpecError {
        let place = (!place.is_empty()).then(|| place.to_owned());
        SpecError { place, message: message.to_string() }
    }
}

impl Said {
    /// A text said nowhere in particular.
    pub fn new(text: impl Into<String>) -> Said {
        Said { text: text.into(), place: String::new() }
    }

    /// Wrong here.
    pub(crate) fn wrong(&self, message: impl fmt::Display) -> SpecError {
        SpecError::at(&self.place, message)
    }
}
