//! Why a journal can't be read or written.

use std::{io, path::Path};

use crate::{
    ask::{spec_error::SpecError, words::quoted},
    keep::header::{Header, MAGIC},
};

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file system refuses.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: String,
        /// What it says.
        error: io::Error,
    },
    /// Another run holds it.
    #[error("{0}: another run is writing this journal; wait for it, or name another --journal")]
    Locked(String),
    /// It is not a journal.
    #[error("{0}: {what}", what = not_one(.0))]
    NotOne(String),
    /// It is a folder, a pipe, a device.
    #[error("{0}: a journal is a plain file")]
    NotPlain(String),
    /// It could not be written; the message names it.
    #[error("{0}")]
    Written(String),
    /// Another build of agon has played what it has.
    #[error(
        "{path}: its games were played by {theirs}, and this is {ours}, which might play otherwise. \
         Go on with that build, or say --mixed-builds"
    )]
    OtherBuild {
        /// The file.
        path: String,
        /// The build that began it.
        theirs: String,
        /// This one.
        ours: String,
    },
    /// It ends within its header.
    #[error(
        "{0}: this journal ends within its header and holds no game; agon run with the \
         tournament's file or flags begins it again"
    )]
    Unbegun(String),
    /// Its header is damaged.
    #[error(
        "{0}: damaged at byte {at}, in the header, without which its games cannot be read. Restore \
         a copy of the file, or move it away and play again",
        at = MAGIC.len()
    )]
    Headless(String),
    /// It is damaged.
    #[error(
        "{path}: damaged at byte {at}, after {games} whole games: {what}. {}",
        if *.is_held {
            "A run is writing this journal: look again when it has ended".to_owned()
        } else {
            format!(
                "The rest cannot be trusted; to keep the games before it and play the others again, \
                 cut the file off there (truncate -s {at} {}) and resume",
                quoted(.path)
            )
        }
    )]
    Damaged {
        /// The file.
        path: String,
        /// The first byte of the broken frame.
        at: u64,
        /// How many games before it are whole.
        games: u64,
        /// What is wrong.
        what: String,
        /// Whether a run is writing it.
        is_held: bool,
    },
    /// A record has the right checksum, but no game of the plan can have been played so.
    #[error(
        "{path}: the record of game {game} cannot come from this plan: {what}. It is not damaged: \
         it was forged, or written under rules that have changed since"
    )]
    Forged {
        /// The file.
        path: String,
        /// Which of its games, counted from zero.
        game: u64,
        /// What is wrong.
        what: String,
    },
    /// It is of another tournament.
    #[error(
        "{path} is the journal of another tournament: it has {theirs}, this is {ours}. Move it \
         away, name another --journal, or resume it as it is: agon resume {}",
        quoted(.path)
    )]
    Foreign {
        /// The file.
        path: String,
        /// What it is of.
        theirs: String,
        /// What was asked for.
        ours: String,
    },
    /// It keeps what players think, and this run doesn't, or the other way round.
    #[error(
        "{path}: {}. Name another --journal, or resume it as it is: agon resume {}",
        if *.keeps {
            "this journal keeps what players think, so say --thoughts"
        } else {
            "this journal was begun without what players think, so leave --thoughts out"
        },
        quoted(.path)
    )]
    Thoughts {
        /// The file.
        path: String,
        /// Whether it does.
        keeps: bool,
    },
    /// Its tournament can't be played here.
    #[error("{path}: {error}")]
    Tournament {
        /// The file.
        path: String,
        /// Why.
        error: SpecError,
    },
}

impl JournalError {
    /// The error for a journal that other builds have played than the one of `ours`.
    pub fn other_build(path: &Path, theirs: String, ours: &Header) -> JournalError {
        let ours = ours.build().to_owned();
        JournalError::OtherBuild { path: path.display().to_string(), theirs, ours }
    }
}

pub(crate) fn io_error(path: &Path, error: io::Error) -> JournalError {
    JournalError::Io { path: path.display().to_string(), error }
}

/// What a file is that is no journal, as far as its name says it.
fn not_one(path: &str) -> String {
    if Path::new(path).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml")) {
        let path = quoted(path);
        format!("a tournament file, not a journal; agon run {path} plays it")
    } else {
        "not a journal of this version of agon".to_owned()
    }
}
