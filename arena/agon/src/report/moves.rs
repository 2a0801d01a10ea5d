//! `agon report moves`: what the moves that players chose cost, as a judge sees them.

mod asked;
mod judge;
mod profile;
mod solver;
mod told;
mod waiting;

use std::{collections::BTreeSet, ops::ControlFlow, path::PathBuf};

use agon_arena::{keep::Detail, play::Played, tally::MoveCosts};
use agon_core::{Accepted, registry};

#[cfg(feature = "shell")]
pub(crate) use self::told::MovesDocument;
use self::{
    judge::Judge,
    told::{document_of, spreadsheet, write},
    waiting::WaitingGames,
};
use super::source::{games, tournaments};
use crate::{
    failed::Failed,
    jobs::Jobs,
    output_target::{Sheet, document},
};

/// What each player's moves cost, against the best ones
///
/// The regret of a move is the value of the best move minus its own, in payoffs of the seat that moves, as the judge sees
/// both. It counts where a player chose among several moves: those of an opening and the only ones do not. Intervals are
/// Student's at 95 %, over openings; copies of earlier games and void games are left out.
#[derive(clap::Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "\
Examples:
  agon report moves league.journal --judge solve
  agon report moves league.journal --judge 'alpha-beta(depth=6)' -o costs.csv
  agon report moves poker.journal --judge equilibrium

Exit codes: 0 done; 1 the game is too large for the judge, or a file cannot be read or written; 2 the judge cannot judge \
it, or has no values.",
    after_long_help = "\
--judge solve has the exact values, in games of chance expectations. It takes every position in reach of where games \
begin, or where these are more than --limit, of where each opening ends.

A player as a judge is asked about each position anew, without what came before. Where it has bounds for some moves, as \
alpha-beta has, every move has the value that the player gives the position after it. Where something is hidden, the \
judge is equilibrium: a move is worth, at what its seat sees, what it gets against the average strategy if it goes on \
with its best response. NashConv says how far from an equilibrium that strategy is.

More examples:
  agon report moves a.journal b.journal --judge solve --game nim --json
  agon report moves league.journal#12 --judge 'minimax(depth=4)'
  agon report moves league.journal --judge solve --within 0.01"
)]
pub(crate) struct Args {
    /// Journals, of which players of one name are one player; JOURNAL#12 for one game, or a game that agon play saved
    #[arg(required = true, value_name = "JOURNAL")]
    files: Vec<PathBuf>,
    /// Who judges: solve, or a player that values every move
    #[arg(long, value_name = "PLAYER|solve")]
    judge: String,
    /// Only this game
    #[arg(short, long, value_name = "GAME")]
    game: Option<String>,
    #[command(flatten)]
    sheet: Sheet<CostForm>,
    /// As --to json
    #[arg(long, conflicts_with = "form")]
    json: bool,
    /// A move is a best one if it costs no more than this
    ///
    /// Unless given 0; for equilibrium, whose values are those of a learned strategy, a thousandth of the range of payoffs.
    #[arg(long, value_name = "PAYOFF", value_parser = payoff)]
    within: Option<f64>,
    /// The most positions that solve or equilibrium may take
    ///
    /// Unless given 2000000, in a game of chance 10000000 where positions that differ in their past only are one, and for
    /// equilibrium 200000 of all plays.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
    limit: Option<u32>,
    /// The positions a player may look at each time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    #[command(flatten)]
    jobs: Jobs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum CostForm {
    /// Tables for a terminal
    #[value(alias = "txt")]
    Text,
    /// A line for each player, for its seats and for thirds of its games
    Csv,
    /// One document
    Json,
}

/// Reads what a move may cost.
fn payoff(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..f64::INFINITY).contains(number));
    number.ok_or_else(|| "accepted: a payoff from 0".to_owned())
}

pub(super) fn run(args: &Args) -> Result<(), Failed> {
    let form = if args.json { Some(CostForm::Json) } else { args.sheet.form()? };
    let judge = Judge::named(&args.judge, args.limit.map(|limit| limit as usize), args.nodes)?;
    let wanted = args.game.as_deref().map(|name| (name, registry::game(name).map_or(name.to_owned(), |g| g.term)));
    let all = tournaments(&args.files)?;
    let mut waiting = WaitingGames::new(MoveCosts::of(all.len()), judge, args.within, args.jobs.count());
    let mut met = BTreeSet::new();
    for paths in &all {
        let (mut is_first, mut done) = (true, Ok(()));
        games(paths, Detail::Moves, &mut |played: &Played<'_>| {
            if std::mem::take(&mut is_first) {
                waiting.begin(played.plan);
            }
            let term = &played.plan.section(played.fixture).game.term;
            if !met.contains(term) {
                met.insert(term.clone());
            }
            if wanted.as_ref().is_none_or(|(_, wanted)| wanted == term) {
                done = waiting.take(played);
            }
            if done.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        done?;
    }
    if let Some((name, term)) = wanted
        && !met.contains(&term)
    {
        let accepted = Accepted::new(name, met.iter().map(String::as_str));
        return Err(Failed::usage(format!("--game: `{name}` was not played{accepted}")));
    }
    let judged = waiting.finish()?;
    if judged.games.is_empty() {
        let names: Vec<String> = args.files.iter().map(|path| path.display().to_string()).collect();
        return Err(Failed::usage(format!(
            "{}: no game was played to its end, so there is no move to judge",
            names.join(", ")
        )));
    }
    let found = document_of(judged);
    match form.unwrap_or(CostForm::Text) {
        CostForm::Json => args.sheet.write(&document(&found)?),
        CostForm::Csv => args.sheet.write(&spreadsheet(&found)?),
        CostForm::Text => args.sheet.stream(|out| Ok(write(&found, out)?)),
    }
}
