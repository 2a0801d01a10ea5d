//! `agon report`: what journals add up to, finished or not.

use std::{io::Write, path::PathBuf};

use agon_arena::{
    keep::{Detail, Merging, gather},
    tell::{ResultDocument, report},
};

use crate::{
    failed::Failed,
    output::{answer, style},
};

/// Prints the standings of journals, finished or not
///
/// One journal, or the shards of one plan, of which some may be missing, running, locked or
/// read-only: nothing is written, played or waited for.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The journals
    #[arg(required = true)]
    journals: Vec<PathBuf>,
    /// Print the result as one JSON document, as agon run does
    #[arg(long)]
    json: bool,
    /// Print tables whole, even where they are wider than the terminal
    #[arg(long)]
    full: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let how = Merging { mixed_builds: true, ..Merging::default() };
    let gathered = gather(&args.journals, how, Detail::Figures, &mut |_| Ok(()))?;
    let text = if args.json {
        ResultDocument::new(&gathered.plan, &gathered.score).text()
    } else {
        let mut text = report(&gathered.plan, &gathered.score, style(args.full));
        if let Some(missing) = &gathered.missing {
            text.extend(["Missing      ", missing, "\n"]);
        }
        text
    };
    answer(|out| Ok(out.write_all(text.as_bytes())?))
}
