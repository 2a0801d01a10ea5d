//! `agon protocol`.

use std::io::Write;

use agon_protocol::{PAGE, SCHEMA};

use crate::{failed::Failed, output::answer};

/// Prints the protocol by which a program in any language plays
///
/// The page has every message, with transcripts of whole conversations; the schema is for programs that
/// check or generate messages.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon protocol | less
  agon protocol --schema > agon.schema.json

Exit codes: 0 done.")]
pub(crate) struct Args {
    /// Print the messages as a JSON Schema (draft 2020-12) instead of the page
    #[arg(long)]
    schema: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    answer(|out| Ok(out.write_all(if args.schema { SCHEMA } else { PAGE }.as_bytes())?))
}
