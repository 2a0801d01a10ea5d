//! Nothing lost: runs that are killed, interrupted, torn, damaged, and resumed, from outside.

mod agon;
mod checks;
mod damage;
mod forms;
mod kills;
mod openings;
mod pgn;
mod shards;
#[cfg(feature = "sqlite")]
mod sqlite;
