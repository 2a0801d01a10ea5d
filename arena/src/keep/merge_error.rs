//! Why journals can't be merged.

use crate::keep::{journal_error::JournalError, unfinished::OutputError};

/// Why journals can't be merged.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// One of them can't be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The place of the new one is taken.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// Parts of several blocks, of which one is not complete.
    #[error(
        "{one} and {other} are of different blocks of games, and {missing} of {all} games are missing: {which}; only \
         parts of one block are joined without the others"
    )]
    Blocks {
        /// A journal.
        one: String,
        /// Another.
        other: String,
        /// How many games.
        missing: u64,
        /// How many there should be.
        all: u64,
        /// Which, in words.
        which: String,
    },
    /// Games are missing.
    #[error("{missing} of {all} games are missing: {which}")]
    Missing {
        /// How many.
        missing: u64,
        /// How many there should be.
        all: u64,
        /// Which, in words.
        which: String,
    },
}
