//! `agon protocol`.

use std::io::Write;

use agon_protocol::{PAGE, SCHEMA};

use crate::{failed::Failed, output::answer, rules};

/// The line protocol, for players and programs in any language
///
/// Prints its page, with transcripts of whole conversations; or its schema; or speaks it: a program that knows
/// no rules asks for the moves of a position, where they lead, who acts, what a heuristic says.
#[derive(clap::Args)]
#[command(
    after_help = "\
Examples:
  agon protocol | less
  agon protocol --schema > agon.schema.json
  agon protocol --rules connect-four < questions

Exit codes: 0 done, or the questions ended; 1 they could not be read; 2 no such game, or a line longer than a \
mebibyte.",
    after_long_help = "\
A question, and its answer:
  echo '{\"type\":\"ask\",\"positions\":[{\"moves\":[\"d\"]}],\"want\":[\"moves\"]}' | agon protocol --rules connect-four"
)]
pub(crate) struct Args {
    /// Print the messages as a JSON Schema (draft 2020-12) instead of the page
    #[arg(long)]
    schema: bool,
    /// Answer questions about positions from standard input, a line of JSON each; of GAME where a question
    /// names none
    #[arg(long, value_name = "GAME", conflicts_with = "schema", num_args = 0..=1, default_missing_value = "")]
    rules: Option<String>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    if let Some(game) = &args.rules {
        return rules::run(Some(game.as_str()).filter(|game| !game.is_empty()));
    }
    answer(|out| Ok(out.write_all(if args.schema { SCHEMA } else { PAGE }.as_bytes())?))
}
