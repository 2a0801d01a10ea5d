//! `agon run`.

use super::Failed;

/// Plays a round robin.
#[derive(clap::Args)]
pub(super) struct Args {}

pub(super) fn run(_args: &Args) -> Result<(), Failed> {
    Err(Failed::trouble("not there yet"))
}
