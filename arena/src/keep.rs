//! What outlives the process: journals, written so that nothing is lost, merged and played again.

pub mod journal;
pub mod merge;
pub mod unfinished;
pub mod verify;
