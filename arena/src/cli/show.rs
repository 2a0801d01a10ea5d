//! `agon show`.

use super::Failed;

/// Shows a position.
#[derive(clap::Args)]
pub(super) struct Args {}

pub(super) fn run(_args: &Args) -> Result<(), Failed> {
    Err(Failed::trouble("not there yet"))
}
