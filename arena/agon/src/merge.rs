//! `agon merge`: joins the journals of shards.

use std::{io::Write, path::PathBuf};

use agon_arena::{
    ask::{count, quoted},
    keep::{Conflicts, JournalError, MergeError, Merged, Merging, OutputError, merge},
};

use crate::{
    failed::Failed,
    output::answer,
    progress::{Counting, note},
};

/// Joins the journals of shards into that of the whole plan
///
/// Journals may overlap and come in any order; contradictions are refused, and missing games are
/// named. Where later games depend on results, the parts of all blocks so far are joined, or those of
/// the next block with the merged journal before it; agon run --after plays the parts of the block that follows.
///
/// With --partial, games may be missing: the result is joined with others as the shards are, so merges may form a tree,
/// and agon report says of it what is missing. agon report progress says which shards are missing, unfinished or damaged.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon merge 1-of-2.journal 2-of-2.journal -o league.journal
  agon merge first.journal 1-of-2.journal 2-of-2.journal -o all.journal
  agon merge --partial 1-of-2.journal -o so-far.journal")]
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
    /// Join what there is where games are missing, and say which
    #[arg(long)]
    partial: bool,
    /// Which record to take where those of a game differ, as players by the clock play it twice: that of the journal
    /// named first; the result says so
    #[arg(long, value_name = "WHICH")]
    prefer: Option<Prefer>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Prefer {
    /// That of the journal named first
    First,
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
    let how = Merging {
        force: args.force,
        mixed_builds: args.mixed_builds,
        partial: args.partial,
        conflicts: if args.prefer == Some(Prefer::First) { Conflicts::FirstWins } else { Conflicts::Refused },
    };
    let mut counting = Counting::of("games");
    let merged = merge(journals, out, how, &mut |done, of| counting.tick(done, of))?;
    drop(counting);
    let Merged { games, is_over, missing, differing } = merged;
    if differing != 0 {
        note(&format!("{}: records differed, and that of the journal named first was taken", count(differing, "game")));
    }
    let (name, path) = (out.display(), quoted(&out.display().to_string()));
    if let Some((all, which)) = missing {
        note(&format!("{} of {all} games are missing: {which}", all - games));
        return answer(|out| Ok(writeln!(out, "{games} of {all} games in {name}; see agon report {path}")?));
    }
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
            MergeError::Journal(error @ JournalError::Conflict { .. }) => {
                Failed::from(error).because("--prefer first takes that of the journal named first")
            }
            MergeError::Journal(error) => error.into(),
            MergeError::Output(error) => error.into(),
            MergeError::Missing { .. } => Failed::trouble(error).because("--partial joins what there is"),
            MergeError::Blocks { .. } => Failed::trouble(error),
        }
    }
}
