//! `agon mcp`.

mod admitted;
mod analyst;
#[cfg(feature = "serve")]
mod joined;
mod message;
mod seated;
mod server;
mod tool;
mod tools;

use std::path::PathBuf;

use agon_core::options::Access;

use self::{seated::TableServer, tools::Desk};
use crate::{failed::Failed, seeding};

/// A seat, or an analyst, for a language model: speaks MCP
///
/// Speaks the Model Context Protocol on standard input and output: a client lists games, reads their rules, plays a seat against players or levels,
/// and asks for analyses, searches with their cuts, and solutions. In a game that hides something it is shown what its seat
/// sees and nothing else. No program is started and no file is read for it.
#[derive(clap::Args)]
#[command(
    after_help = "\
Examples:
  agon mcp
  agon mcp --seed 7 --save games.json
  agon mcp --server http://127.0.0.1:8317/

A client starts it itself: its settings name the command `agon` with the argument `mcp`.

Exit codes: 0 standard input ended; 1 it could not be read, or games could not be saved; 2 a line longer than a \
mebibyte.",
    after_long_help = "\
One question by hand:
  echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}' | agon mcp"
)]
pub(crate) struct Args {
    /// What chance and players draw from: each game has a seed of its own by it; another each time unless given
    #[arg(long, value_name = "N", value_parser = seeding::seed)]
    seed: Option<u64>,
    /// Add each game to this file of saved games, when it is over or left
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Play at the tables of this server too, as `agon serve` prints its address: with people, and with other clients
    #[arg(long, value_name = "ADDRESS")]
    server: Option<String>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    // What a client names reads no file and starts no program.
    Access { reader: None, programs: false }.set();
    let server = args.server.as_deref().map(tables).transpose()?;
    server::run(Desk::new(args.seed.unwrap_or_else(seeding::some), args.save.clone(), server))
}

/// The tables of the server at this address.
#[cfg(feature = "serve")]
fn tables(address: &str) -> Result<Box<dyn TableServer>, Failed> {
    let read = address.parse().map_err(|why| Failed::usage(format!("--server {address}: {why}")))?;
    Ok(Box::new(joined::Tables::at(read).map_err(Failed::trouble)?))
}

#[cfg(not(feature = "serve"))]
fn tables(_: &str) -> Result<Box<dyn TableServer>, Failed> {
    Err(Failed::unbuilt("serve"))
}
