//! Why journals can't be merged.

use crate::keep::{journal_error::JournalError, unfinished::OutputError};

/// Why journals can't be merged.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// One of them can't be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// They are of different tournaments.
    #[error("{one} and {other} are journals of different tournaments")]
    Foreign {
        /// A journal.
        one: String,
        /// Another.
        other: String,
    },
    /// Different builds of agon have played them.
    #[error(
        "{one} was played by {}, and {other} by {}, which might play otherwise. Play one of them \
         again, or say --mixed-builds",
        builds.0,
        builds.1
    )]
    Builds {
        /// A journal.
        one: String,
        /// Another.
        other: String,
        /// What played them.
        builds: (String, String),
    },
    /// The place of the new one is taken.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// Two of them have different records of one game.
    #[error(
        "conflict: {one} and {other} have different records of game {game}. Players that look at a \
         clock never play a game twice alike; for all others, agon verify says which record is \
         right"
    )]
    Conflict {
        /// The game.
        game: u64,
        /// A journal.
        one: String,
        /// Another.
        other: String,
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
    /// Its games follow other results of earlier rounds.
    #[error(
        "{other}: its games, from game {from} on, follow results of earlier rounds that differ \
         from those merged here; leave it out, and play that part again with --after"
    )]
    OtherResults {
        /// The journal.
        other: String,
        /// Its first game.
        from: u64,
    },
}
