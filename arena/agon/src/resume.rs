//! `agon resume`: goes on where a journal ends.

use std::path::PathBuf;

use agon_arena::keep::{Reader, is_journal};

use crate::{
    failed::Failed,
    play,
    tournament::{self, Output},
};

/// Goes on with a tournament where its journal ends
///
/// At the end it prints the result, as `agon run` does. The journal holds the whole tournament, so
/// no file and no flags are needed. A game saved by `agon play` goes on as it does there.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The journal
    journal: PathBuf,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    args.output.is_built()?;
    if let (false, Some(file)) = (is_journal(&args.journal), args.journal.to_str())
        && agon_table::find(file).is_ok_and(|game| game.is_some())
    {
        return play::go_on(file);
    }
    let reader = Reader::open(&args.journal)?;
    let plan = reader.plan()?;
    let shard = reader.header().shard();
    drop(reader);
    tournament::play(plan, shard, Some(&args.journal), &[], &args.output)
}
