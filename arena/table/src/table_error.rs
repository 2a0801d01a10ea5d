//! Why something cannot be done at a table.

use agon_arena::keep::JournalError;
use agon_core::Sentence;

/// Why a request failed, in one message for the user.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The request is wrong: a name, an option, a position, a move.
    #[error("{0}")]
    Wrong(Sentence),
    /// It could not be done: a file, the disk, a player that gave no move.
    #[error("{0}")]
    Trouble(Sentence),
}

impl TableError {
    /// The request is wrong.
    pub fn wrong(message: impl std::fmt::Display) -> TableError {
        TableError::Wrong(message.to_string().into())
    }

    /// It could not be done.
    pub fn trouble(message: impl std::fmt::Display) -> TableError {
        TableError::Trouble(message.to_string().into())
    }
}

impl From<JournalError> for TableError {
    fn from(error: JournalError) -> TableError {
        match error {
            JournalError::Foreign { .. }
            | JournalError::Unlike { .. }
            | JournalError::OtherResults { .. }
            | JournalError::OtherRules { .. }
            | JournalError::UnlikeRules { .. }
            | JournalError::Builds { .. }
            | JournalError::Nowhere
            | JournalError::Thoughts { .. }
            | JournalError::NotOne(_)
            | JournalError::OtherVersion(_)
            | JournalError::OtherBuild { .. } => TableError::wrong(error),
            _ => TableError::trouble(error),
        }
    }
}
