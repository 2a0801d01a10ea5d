//! `agon merge`: joins the journals of shards.

use std::{io::Write, path::PathBuf};

use agon_arena::{
    ask::quoted,
    keep::{MergeError, Merged, Merging, OutputError, merge},
};

use crate::{failed::Failed, output::answer, progress::Counting};

/// Joins the journals of shards into that of the whole plan
///
/// Journals may overlap and come in any order; contradictions are refused, and missing games are
/// named. Where later games depend on results, the parts of all blocks so far are joined, or those of
/// the next block with the merged journal before it; agon run --after plays the parts of the block that follows.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon merge 1-of-2.journal 2-of-2.journal -o league.journal
  agon merge first.journal 1-of-2.journal 2-of-2.journal -o all.journal")]
pub(crate) struct Args {
    /// The journal to write; unless given, the first that is named, where there is no such file yet
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The journals to join
    #[arg(required = true)]
    journals: Vec<PathBuf>,
    /// Replace an existing journal even if it has games that the new one lacks; never an input, nor
    /// a journal that a run is writing
    #[arg(long)]
    force: bool,
    /// Join journals that different builds of agon have played
    #[arg(long)]
    mixed_builds: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let (out, journals) = match (&args.out, args.journals.split_first()) {
        (Some(out), _) => (out, &args.journals[..]),
        // A file that does not exist can be the output: nothing is lost.
        (None, Some((out, journals))) if !journals.is_empty() && out.symlink_metadata().is_err() => (out, journals),
        _ => {
            return Err(Failed::usage(
                "which journal is to be written? Name it with --out: agon merge --out ALL.journal \
                 PART.journal …",
            ));
        }
    };
    let how = Merging { force: args.force, mixed_builds: args.mixed_builds };
    let mut counting = Counting::of("games");
    let merged = merge(journals, out, how, &mut |done, of| counting.tick(done, of))?;
    let Merged { games, is_over } = merged;
    let (name, path) = (out.display(), quoted(&out.display().to_string()));
    let next = if is_over {
        format!("see agon report {path}")
    } else {
        format!("what follows: agon run {path} --after {path} --shard I/N")
    };
    answer(|out| Ok(writeln!(out, "{games} games in {name}; {next}")?))
}

impl From<OutputError> for Failed {
    fn from(error: OutputError) -> Failed {
        match error {
            OutputError::Io { .. } => Failed::trouble(error),
            OutputError::Journal(_) => Failed::usage(error).because("or say --force"),
            _ => Failed::usage(error),
        }
    }
}

impl From<MergeError> for Failed {
    fn from(error: MergeError) -> Failed {
        match error {
            MergeError::Journal(error) => error.into(),
            MergeError::Output(error) => error.into(),
            MergeError::Missing { .. } => Failed::trouble(error),
        }
    }
}
