//! `agon perft`.

use super::Failed;

/// Counts the leaves of the game tree.
#[derive(clap::Args)]
pub(super) struct Args {}

pub(super) fn run(_args: &Args) -> Result<(), Failed> {
    Err(Failed::trouble("not there yet"))
}
