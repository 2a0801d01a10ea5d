//! How results are told: to people, to programs, and to other programs' formats.

mod crosstable;
pub mod document;
pub mod export;
pub mod html;
pub mod lines;
pub mod pgn;
pub mod report;
#[cfg(feature = "sqlite")]
pub mod sqlite;
pub mod style;
pub mod submission;
