//! Nothing lost: runs that are killed, interrupted, torn, damaged, and resumed, from outside.

// Links every game and player, for tests that read games themselves.
use agon_roster as _;

mod agon;
mod attack;
mod beside;
mod checks;
#[cfg(all(target_os = "linux", feature = "engines"))]
mod class;
#[cfg(all(target_os = "linux", feature = "engines"))]
mod class_night;
mod damage;
mod forged;
mod forms;
mod kills;
#[path = "../cli/lines.rs"]
mod lines;
mod openings;
mod outputs;
mod overall;
mod partial;
mod pgn;
mod plots;
mod rates;
mod regrets;
mod shards;
#[cfg(feature = "sqlite")]
mod sqlite;
#[cfg(feature = "serve")]
mod staged;
mod standings;
#[path = "../cli/started.rs"]
mod started;
mod thoughts;
#[cfg(all(target_os = "linux", feature = "serve"))]
mod watched;
mod written;
