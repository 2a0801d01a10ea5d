//! Why a work of hours cannot go on from where it was left.

use std::{io, path::Path};

use crate::{ask::words::io_words, keep::unfinished::OutputError};

/// Why a work cannot go on from the file that keeps its state, or keep it there.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// The file system refuses.
    #[error("{path}: {}", io_words(.error))]
    Io {
        /// The file.
        path: String,
        /// The system's error.
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
        /// The kind of work it should be of: a tuning, for example.
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
        /// The kind of work.
        work: &'static str,
        /// The property that differs.
        what: &'static str,
        /// Its value in the file.
        theirs: String,
        /// Its value here.
        ours: String,
    },
}

impl StateError {
    /// The system's error about the file at `path`.
    pub fn io(path: &Path, error: io::Error) -> StateError {
        StateError::Io { path: path.display().to_string(), error }
    }

    /// Why the file at `path`, which should be the state of a `work`, cannot be read: it is not text, or the file
    /// system refuses.
    pub fn unread(path: &Path, work: &'static str, error: io::Error) -> StateError {
        if error.kind() == io::ErrorKind::InvalidData {
            return StateError::NotOne { path: path.display().to_string(), work, why: io_words(&error) };
        }
        StateError::io(path, error)
    }
}
