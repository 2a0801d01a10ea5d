//! `agon merge`: one journal of the journals of shards.

use std::{io::Write, path::PathBuf};

use agon_arena::{
    ask::words::quoted,
    keep::merge::{MergeError, merge},
};

use crate::{failed::Failed, output::answer};

/// Joins the journals of shards into that of the whole plan
///
/// Journals may overlap and come in any order; contradictions are refused, and what is missing is
/// named.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The journal to write
    out: PathBuf,
    /// The journals to join
    #[arg(required = true)]
    journals: Vec<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let games = merge(&args.journals, &args.out)?;
    let name = args.out.display().to_string();
    answer(|out| Ok(writeln!(out, "{games} games in {name}; see agon resume {}", quoted(&name))?))
}

impl From<MergeError> for Failed {
    fn from(error: MergeError) -> Failed {
        match error {
            MergeError::Journal(error) => error.into(),
            MergeError::Foreign { .. } | MergeError::Rounds(_) => Failed::usage(error),
            MergeError::Conflict { .. } => Failed::different(error),
            MergeError::Missing { .. } => Failed::trouble(error),
        }
    }
}
