//! Files that outlive the process: journals, written so that nothing is lost, merged, and verified.
//!
//! A journal is what a tournament is known by: a file that only grows, by one record for every
//! finished game, in the order of the plan. Tables, documents and ratings are derived from it. So a
//! journal is always a beginning of the whole one, byte for byte, and a run that was killed goes on
//! where it ends.
//!
//! The file is a line of text, [`MAGIC`], and then frames: four bytes of length and four of CRC-32
//! ([`checksum`]), both little-endian, and the bytes. The first frame is the [`Header`], in JSON; all
//! others are [records](crate::Record), or name the build of the records behind it, where that has
//! changed. An incomplete last frame is what a kill leaves behind: it is
//! cut off, and its game played again. Anything else that doesn't fit is damage, reported with its
//! place and never passed over.
//!
//! [`Continued`] is a recorder: it opens a journal, adds up what is there, and keeps the games that follow
//! by a [`Writer`]. [`read`] hands over what
//! journals have, whole or in parts, and adds it up; [`verify`] plays it again, [`merge`] makes one journal
//! of parts. An [`Unfinished`] file of any kind takes its place only when it is whole.

pub(crate) mod catch_up;
pub(crate) mod continued;
mod frames;
pub(crate) mod header;
mod joint;
pub(crate) mod journal;
pub(crate) mod journal_error;
pub(crate) mod journal_options;
mod lock;
pub(crate) mod merge;
mod merge_error;
pub(crate) mod read;
pub(crate) mod scrutiny;
pub(crate) mod side_by_side;
pub(crate) mod state_error;
pub(crate) mod unfinished;
pub(crate) mod verify;
pub(crate) mod writer;

pub use self::{
    catch_up::{CaughtUp, catch_up},
    continued::{Continued, TakeOld},
    header::{HEAD, Header, MAGIC, checksum},
    journal::{Bookmark, Reader, Take, is_journal, replay},
    journal_error::JournalError,
    journal_options::JournalOptions,
    merge::{Merged, Merging, merge},
    merge_error::MergeError,
    read::{Part, Reading, every_game, read},
    scrutiny::Detail,
    side_by_side::SideBySide,
    state_error::StateError,
    unfinished::{OutputError, Protected, Unfinished, replace},
    verify::{Mismatch, Unproved, Verification, verify},
    writer::Writer,
};
