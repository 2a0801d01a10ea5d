//! `agon resume`: goes on where a journal ends.

use std::path::PathBuf;

use super::{Failed, desk, desk::Output};
use crate::{journal::Reader, plan::Plan};

/// Goes on with a tournament where its journal ends, and prints the result. The journal knows the
/// whole tournament: no file and no flags are needed.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The journal
    journal: PathBuf,
    #[command(flatten)]
    output: Output,
}

pub(super) fn run(args: &Args) -> Result<(), Failed> {
    let reader = Reader::open(&args.journal)?;
    let plan = Plan::new(reader.tournament()?).map_err(Failed::usage)?;
    let shard = reader.header().shard();
    drop(reader);
    desk::play(plan, shard, Some(&args.journal), &args.output)
}
