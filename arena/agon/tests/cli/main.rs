//! The command line, tested from outside: the built binary, what it writes, and how it exits.
//!
//! These tests stand in the command's own package because only there does Cargo build the binary
//! first and say where it is.

mod analyse;
mod command;
mod declared;
mod errors;
mod explain;
mod laws;
mod levels;
mod new;
mod perft;
mod play;
mod show;
#[cfg(target_os = "linux")]
mod signals;
mod solve;
#[cfg(target_os = "linux")]
mod terminal;
mod tree;
mod tune;
