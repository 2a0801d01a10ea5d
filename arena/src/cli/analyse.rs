//! `agon analyse`.

use super::Failed;

/// Asks a player what it thinks of a position.
#[derive(clap::Args)]
pub(super) struct Args {}

pub(super) fn run(_args: &Args) -> Result<(), Failed> {
    Err(Failed::trouble("not there yet"))
}
