//! `agon players`.

use super::Failed;

/// Lists the players.
#[derive(clap::Args)]
pub(super) struct Args {}

pub(super) fn run(_args: &Args) -> Result<(), Failed> {
    Err(Failed::trouble("not there yet"))
}
