//! Why a journal can't be read or written.

use std::{io, path::Path};

use crate::{
    ask::{
        spec_error::SpecError,
        words::{io_words, quoted},
    },
    keep::header::{Header, MAGIC},
};

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The file system refuses.
    #[error("{path}: {}", io_words(.error))]
    Io {
        /// The file.
        path: String,
        /// What it says.
        error: io::Error,
    },
    /// Another run holds it.
    #[error("{0}: another run is writing this journal")]
    Locked(String),
    /// It is not a journal.
    #[error("{0}: {what}", what = not_one(.0))]
    NotOne(String),
    /// It begins as journals do, and another version of agon wrote it.
    #[error("{0}: the journal of another version of agon, which alone can read it")]
    OtherVersion(String),
    /// It is a folder, a pipe, a device.
    #[error("{0}: a journal is a plain file")]
    NotPlain(String),
    /// It could not be written; the message names it.
    #[error("{0}")]
    Written(String),
    /// Another build of agon has played what it has.
    #[error("{path}: its games were played by {theirs}, and this is {ours}, which might play otherwise")]
    OtherBuild {
        /// The file.
        path: String,
        /// The build that began it.
        theirs: String,
        /// This one.
        ours: String,
    },
    /// It ends within its header.
    #[error("{0}: this journal ends within its header and holds no game")]
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
        /// The mistake.
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
        /// The mistake.
        what: String,
    },
    /// It is of another tournament.
    #[error("{path} is the journal of another tournament: it has {theirs}, this is {ours}")]
    Foreign {
        /// The file.
        path: String,
        /// What it is of.
        theirs: String,
        /// The request.
        ours: String,
    },
    /// It keeps what players think, and this run doesn't, or the other way round.
    #[error(
        "{path}: this journal {} what players think",
        if *.keeps { "keeps" } else { "does not keep" }
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
    /// It was joined of parts, and games are missing in it.
    #[error(
        "{0}: joined of parts, with games missing in it, so it cannot be gone on with; merge it with the other parts"
    )]
    Partial(String),
    /// None is named.
    #[error("no journal is named")]
    Nowhere,
    /// Two that should go together are of different tournaments.
    #[error("{one} and {other} are journals of different tournaments")]
    Unlike {
        /// A journal.
        one: String,
        /// Another.
        other: String,
    },
    /// Different builds of agon have played two that should go together.
    #[error(
        "{one} was played by {}, and {other} by {}, which might play otherwise",
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
    /// The rules of a game have changed since it was begun.
    #[error("{path}: {game} has other rules than when this journal was begun, by the fingerprint {extent}")]
    OtherRules {
        /// The file.
        path: String,
        /// The game's term.
        game: String,
        /// Which part of the game the fingerprint is of, in words.
        extent: String,
    },
    /// Two that should go together were begun by different rules of a game.
    #[error("{one} and {other} were played by different rules of {game}, by the fingerprint {extent}")]
    UnlikeRules {
        /// A journal.
        one: String,
        /// Another.
        other: String,
        /// The game's term.
        game: String,
        /// Which part of the game the fingerprint is of, in words.
        extent: String,
    },
    /// Two of them have different records of one game.
    #[error(
        "conflict: {one} and {other} have different records of game {game}. Players that look at a \
         clock never play a game twice alike, programs may break down once and not again, and who is \
         excluded for that is counted in every journal by itself; of all others one record is wrong"
    )]
    Conflict {
        /// The game.
        game: u64,
        /// A journal.
        one: String,
        /// Another.
        other: String,
    },
    /// A game of it was left out for faults in games of which other records were taken.
    #[error(
        "{name}: game {game} is not played in it because a player failed in earlier games, of which the records of journals \
         named before it were taken; name {name} first"
    )]
    Unjustified {
        /// The game.
        game: u64,
        /// The journal.
        name: String,
    },
    /// Its games follow other results of earlier rounds.
    #[error(
        "{other}: its games, from game {from} on, follow results of earlier rounds that differ \
         from those merged here; leave it out, and play that part again"
    )]
    OtherResults {
        /// The journal.
        other: String,
        /// Its first game.
        from: u64,
    },
}

impl JournalError {
    /// The tournament file that was taken for a journal, if it was one.
    pub fn tournament_file(&self) -> Option<&str> {
        match self {
            JournalError::NotOne(path) if is_tournament_file(path) => Some(path),
            _ => None,
        }
    }

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
fn not_one(path: &str) -> &'static str {
    if is_tournament_file(path) {
        "a tournament file, not a journal"
    } else {
        "not a journal, but another kind of file"
    }
}

/// Whether the name of a file says that it is one of a tournament.
fn is_tournament_file(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml"))
}
