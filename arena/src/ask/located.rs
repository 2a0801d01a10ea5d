//! A text with the place where it was found.

use std::fmt;

use agon_core::NameError;

use crate::ask::spec_error::{SpecError, SpecMistake};

/// A text, and its place (`file.toml, line 3`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Located {
    /// The text.
    pub text: String,
    /// The place; empty for a text that comes from no file.
    pub place: String,
}

impl Located {
    /// A text from no file.
    pub fn new(text: impl Into<String>) -> Located {
        Located { text: text.into(), place: String::new() }
    }

    /// An error about this text, with its place.
    pub(crate) fn wrong(&self, message: impl fmt::Display) -> SpecError {
        SpecError::at(&self.place, message)
    }

    /// What is wrong with it, by its kind.
    pub(crate) fn mistaken(&self, mistake: SpecMistake) -> SpecError {
        SpecError::of(&self.place, mistake)
    }

    /// The name of a game or player is wrong, with its place.
    pub(crate) fn misnamed(&self, error: NameError) -> SpecError {
        self.mistaken(error.into())
    }
}
