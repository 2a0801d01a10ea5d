//! Files that outlive the process: journals, which lose no finished game, can be merged, and can be
//! verified.
//!
//! A journal identifies a tournament: a file that grows by one record for every finished game, in
//! the order of the plan. Tables, documents and ratings are derived from it. So every journal is a
//! prefix of the complete one, byte for byte, and a run that was killed goes on where it ends.
//!
//! The file is a line of text, [`MAGIC`], and then frames: four bytes of length and four of CRC-32 ([`checksum`]), both
//! little-endian, and the bytes. The first frame is the [`Header`], in JSON; all others are [records](crate::Record),
//! or name the build that played the records after it, if the build changed. A kill may leave an incomplete last frame:
//! it is cut off, and its game played again. Any other mismatch is damage, which is reported with its place and never
//! skipped.
//!
//! [`Continued`] is a recorder: it opens a journal, adds up its games, and stores the games that follow with a
//! [`Writer`]. [`read`] passes on the games of journals, whole or in parts, and adds them up; [`rating_pool`] adds up
//! those of several tournaments, to rate their players together; [`verify`] plays games again, and [`merge`] makes one
//! journal of parts. A [`RecordedChoice`] is one move, whose player can be asked once more. An [`Unfinished`] file of
//! any kind takes its place only when it is complete.

pub(crate) mod catch_up;
mod choice;
pub(crate) mod continued;
mod extends;
mod frames;
pub(crate) mod game_by_game;
pub(crate) mod header;
mod joint;
pub(crate) mod journal;
pub(crate) mod journal_error;
pub(crate) mod journal_options;
pub(crate) mod kept_rules;
mod lock;
pub(crate) mod merge;
mod merge_error;
pub(crate) mod read;
pub(crate) mod record_check;
mod several;
pub(crate) mod side_by_side;
mod sorted_out;
pub(crate) mod state_error;
pub(crate) mod unfinished;
pub(crate) mod verify;
pub(crate) mod writer;

pub use crate::plan::stand_in::KeptGame;

pub use self::{
    catch_up::{CaughtUp, catch_up},
    choice::RecordedChoice,
    continued::{Continued, TakeOld},
    game_by_game::GameByGame,
    header::{HEAD, Header, MAGIC, checksum},
    joint::Conflicts,
    journal::{Bookmark, Reader, Take, is_journal, replay},
    journal_error::JournalError,
    journal_options::JournalOptions,
    merge::{Merged, Merging, merge},
    merge_error::MergeError,
    read::{Part, Reading, every_game, read, read_results},
    record_check::Detail,
    several::{rating_pool, together},
    side_by_side::SideBySide,
    sorted_out::{SortedOut, sort_out},
    state_error::StateError,
    unfinished::{OutputError, Protected, Unfinished, replace},
    verify::{Mismatch, Unproved, Verification, verify},
    writer::Writer,
};
