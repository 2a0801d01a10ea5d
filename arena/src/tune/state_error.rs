//! Why a tuning cannot go on from where it was left.

use std::io;

use crate::keep::unfinished::OutputError;

/// Why a tuning cannot go on from a file.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// The file system says no.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: String,
        /// What it says.
        error: io::Error,
    },
    /// It can't be put in its place.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// The file is something else.
    #[error("{path}: no state of a tuning: {why}")]
    NotOne {
        /// The file.
        path: String,
        /// Why not.
        why: String,
    },
    /// The file belongs to another question.
    #[error(
        "{path}: the state of another tuning; its {what} is {theirs}, not {ours}. Name another \
         file, or ask the same again"
    )]
    Foreign {
        /// The file.
        path: String,
        /// What differs.
        what: &'static str,
        /// What it is there.
        theirs: String,
        /// What it is here.
        ours: String,
    },
}
