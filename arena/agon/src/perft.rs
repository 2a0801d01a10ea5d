//! `agon perft`.

use std::{io::Write, time::Instant};

use agon_core::notation;
use agon_laws::perft;
use serde::Serialize;

use crate::{
    failed::Failed,
    figure,
    output::{answer, json},
    place::Place,
};

/// Counts the leaves of the game tree: the oldest test of rules.
///
/// A leaf is a sequence of exactly --depth plies, outcomes of chance included; games that end
/// sooner are not counted. The time taken goes to standard error.
#[derive(clap::Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "\
Examples:
  agon perft nim --depth 6
  agon perft nim --depth 6 --divide
  agon perft nim --position '1+2+3 2' --depth 4 --json

Exit codes: 0 done; 2 the game, the position or a move is wrong."
)]
pub(crate) struct Args {
    #[command(flatten)]
    place: Place,
    /// How many plies.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1000))]
    depth: u32,
    /// Count for every first move by itself.
    #[arg(long)]
    divide: bool,
    /// Answer with one line of JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let site = args.place.find()?;
    if args.divide && args.depth == 0 {
        return Err(Failed::usage(
            "--divide counts for every first move, so --depth cannot be `0`; accepted: 1 to 1000",
        ));
    }
    let begin = Instant::now();
    let divide: Vec<Divided> = if args.divide {
        let each = perft::divide(&site.here, args.depth).into_iter();
        each.map(|(m, leaves)| Divided { r#move: notation(&site.here, m), leaves }).collect()
    } else {
        Vec::new()
    };
    let leaves = if args.divide {
        divide.iter().map(|divided| divided.leaves).sum()
    } else {
        perft::perft(&site.here, args.depth)
    };
    let seconds = begin.elapsed().as_secs_f64();
    answer(|out| {
        if args.json {
            let document = PerftDocument {
                game: &site.game.term,
                position: site.here.to_string(),
                depth: args.depth,
                leaves,
                divide,
            };
            return Ok(json(out, &document)?);
        }
        let width = divide.iter().map(|divided| divided.r#move.chars().count()).max();
        for Divided { r#move, leaves } in &divide {
            writeln!(out, "{:width$}  {leaves}", r#move, width = width.unwrap_or(0))?;
        }
        Ok(writeln!(out, "{leaves}")?)
    })?;
    let rate = leaves as f64 / seconds.max(1e-9);
    let grouped = figure::grouped(rate as u64);
    // A closed standard error is no reason to fail: the answer was given.
    let _ = writeln!(std::io::stderr(), "{seconds:.4} s, {grouped} nodes/s");
    Ok(())
}

/// The count, as a document.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct PerftDocument<'a> {
    /// The game's term.
    game: &'a str,
    /// The position.
    position: String,
    /// How many plies.
    depth: u32,
    /// How many leaves.
    leaves: u64,
    /// The same by the first move; empty without --divide.
    divide: Vec<Divided>,
}

/// The leaves below one move.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
struct Divided {
    /// The first move.
    r#move: String,
    /// How many leaves are below it.
    leaves: u64,
}
