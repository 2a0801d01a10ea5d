//! Why there can be no such tournament.

use std::fmt;

use agon_core::NameError;

/// Why a tournament is impossible, in one message: where the mistake is, what it is, and what is
/// accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", .place.as_deref().map(|place| format!("{place}: ")).unwrap_or_default())]
pub struct SpecError {
    /// The place of the mistake, if known.
    pub place: Option<String>,
    /// The mistake, and the accepted form.
    pub message: String,
    /// Whether the specification may be right, but a file that it names cannot be read.
    pub is_trouble: bool,
    /// The unknown name of a game or player, if that is the mistake.
    pub name: Option<Box<NameError>>,
}

impl SpecError {
    /// An error without a place.
    pub fn new(message: impl fmt::Display) -> SpecError {
        SpecError { place: None, message: message.to_string(), is_trouble: false, name: None }
    }

    /// An error at `place`, unless that is empty.
    pub(crate) fn at(place: &str, message: impl fmt::Display) -> SpecError {
        let place = (!place.is_empty()).then(|| place.to_owned());
        SpecError { place, ..SpecError::new(message) }
    }

    /// The name of a game or player is wrong, at `place`, unless that is empty.
    pub(crate) fn named(place: &str, error: NameError) -> SpecError {
        let wrong = SpecError::at(place, &error);
        SpecError { name: Some(Box::new(error)), ..wrong }
    }

    /// The same, where a file cannot be read.
    #[must_use]
    pub(crate) fn trouble(self) -> SpecError {
        SpecError { is_trouble: true, ..self }
    }
}
