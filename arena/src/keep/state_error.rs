//! Why a work of hours cannot go on from where it was left.

use std::{io, path::Path};

use crate::{ask::words::io_words, keep::unfinished::OutputError};

/// Why a work cannot go on from the file that keeps its state, or keep it there.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// The file system says no.
    #[error("{path}: {}", io_words(.error))]
    Io {
        /// The file.
        path: String,
        /// What it says.
        error: io::Error,
    },
    /// It can't be put in its place.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// The file is something else, or damaged.
    #[error("{path}: no state of a {work}: {why}")]
    NotOne {
        /// The file.
        path: String,
        /// What it should be of: a tuning, say.
        work: &'static str,
        /// Why not.
        why: String,
    },
    /// The file belongs to another question.
    #[error(
        "{path}: the state of another {work}; its {what} is {theirs}, not {ours}. Name another \
         file, or ask the same again"
    )]
    Foreign {
        /// The file.
        path: String,
        /// What it is of.
        work: &'static str,
        /// What differs.
        what: &'static str,
        /// What it is there.
        theirs: String,
        /// What it is here.
        ours: String,
    },
}

impl StateError {
    /// What the file system says of the file at `path`.
    pub fn io(path: &Path, error: io::Error) -> StateError {
        StateError::Io { path: path.display().to_string(), error }
    }

    /// Why the text of the file at `path`, which should be of a `work`, cannot be read: it is no text, or the file
    /// system says no.
    pub fn unread(path: &Path, work: &'static str, error: io::Error) -> StateError {
        if error.kind() == io::ErrorKind::InvalidData {
            return StateError::NotOne {
                path: path.display().to_string(),
                work,
                why: io_words(&error),
            };
        }
        StateError::io(path, error)
    }
}
