//! `agon resume`: goes on where a journal ends.

use std::path::PathBuf;

use agon_arena::keep::Reader;

use crate::{
    failed::Failed,
    tournament::{self, Output},
};

/// Goes on with a tournament where its journal ends
///
/// At the end it prints the result, as `agon run` does. The journal knows the whole tournament: no
/// file and no flags are needed.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The journal
    journal: PathBuf,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let reader = Reader::open(&args.journal)?;
    let plan = reader.plan()?;
    let shard = reader.header().shard();
    drop(reader);
    tournament::play(plan, shard, Some(&args.journal), &[], &args.output)
}
