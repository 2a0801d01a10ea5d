//! `agon schema`: the documents that are written for programs.

#[cfg(feature = "shell")]
use std::io::Write as _;

use crate::failed::Failed;
#[cfg(feature = "shell")]
use crate::{formats, output::answer};

/// Says what the JSON of each command holds: keys, kinds, meanings.
///
/// Alone it lists the documents. Seats are counted from 1. A number that does not exist or is infinite is null. A key
/// marked "if there is any" may be missing. Keys are added, and what one means stays.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon schema
  agon schema run
  agon schema tree --json > tree.schema.json

Exit codes: 0 done; 2 no such document.")]
pub(crate) struct Args {
    /// The document.
    document: Option<String>,
    /// Write its schema, as JSON Schema (draft 2020-12).
    #[arg(long, requires = "document")]
    json: bool,
}

#[cfg(feature = "shell")]
pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let text = match &args.document {
        None => formats::list(),
        Some(name) => formats::of_document(name, args.json).map_err(Failed::usage)?,
    };
    answer(|out| Ok(out.write_all(text.as_bytes())?))
}

#[cfg(not(feature = "shell"))]
pub(crate) fn run(_: &Args) -> Result<(), Failed> {
    Err(Failed::unbuilt("shell"))
}
