//! The command line, tested from outside: the built binary, what it writes, and how it exits.
//!
//! These tests stand in the command's own package because only there does Cargo build the binary
//! first and say where it is.

mod alike;
mod analyse;
mod certificates;
#[cfg(unix)]
mod class_games;
mod command;
mod curves;
mod declared;
mod doors;
mod equilibrium;
mod errors;
mod examples;
#[cfg(all(feature = "serve", target_os = "linux"))]
mod folder;
mod follow;
mod foreign;
#[cfg(feature = "shell")]
mod formats;
mod hidden;
mod laws;
#[cfg(unix)]
mod learn;
mod levels;
mod lines;
#[cfg(feature = "engines")]
mod mcp;
mod mistakes;
mod modules;
mod new;
#[cfg(target_os = "linux")]
mod pages;
mod perft;
mod play;
#[cfg(unix)]
mod programs;
#[cfg(unix)]
mod python;
mod remarks;
mod same;
#[cfg(all(feature = "serve", target_os = "linux"))]
mod sheets;
mod show;
#[cfg(target_os = "linux")]
mod signals;
mod solve;
mod stage;
mod started;
#[cfg(all(feature = "engines", feature = "serve", target_os = "linux"))]
mod tables;
#[cfg(target_os = "linux")]
mod terminal;
mod tree;
mod tune;
mod words;
