//! What outlives the process: journals, written so that nothing is lost, merged and played again.

pub mod journal;
mod lock;
pub mod merge;
pub mod scrutiny;
pub mod side_by_side;
pub mod unfinished;
pub mod verify;
pub mod writer;
