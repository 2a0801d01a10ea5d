//! `agon report`: what journals say, by subject and form.

mod band;
mod charts;
mod games;
mod known;
mod learned;
mod moves;
mod progress;
mod rated;
mod ratings;
mod results;
mod scales;
mod searched;
mod source;
mod swept;

pub(crate) use self::source::mixed_games;
#[cfg(feature = "shell")]
pub(crate) use self::{charts::PlotDocument, moves::MovesDocument, progress::ProgressDocument, rated::RatingsDocument};
use crate::failed::Failed;

/// Says what journals have: results, ratings, moves, games, charts
///
/// Of one journal, or of the shards of one tournament; finished or not, being written or read-only.
/// Nothing is played, waited for, or written into them.
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true,
    subcommand_value_name = "SUBJECT",
    subcommand_help_heading = "Subjects",
    after_help = "\
Examples:
  agon report league.journal -o league.html    standings, as a page
  agon report ratings a.journal b.journal      Elo of everybody over both",
    after_long_help = "\
A journal whose name is that of a subject is written with its folder: agon report ./games

More examples:
  agon report ratings a.journal b.journal -o elo.svg
  agon report league.journal -o l.html --stage 0:6   with the search of move 6 of game 0
  agon report moves league.journal --judge solve     what everybody's moves cost
  agon report progress 1.journal 2.journal           how far they are
  agon report games league.journal -o games.pgn
  agon report learning othello.agon -o curve.svg     strength over games learned from"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    subject: Option<Subject>,
    #[command(flatten)]
    results: results::Args,
}

#[derive(clap::Subcommand)]
enum Subject {
    Results(results::Args),
    Ratings(ratings::Args),
    Moves(moves::Args),
    Progress(progress::Args),
    Games(games::Args),
    Crosstable(charts::CrosstableArgs),
    Sweep(charts::SweepArgs),
    Learning(learned::Args),
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    match &args.subject {
        None => results::run(&args.results),
        Some(Subject::Results(args)) => results::run(args),
        Some(Subject::Ratings(args)) => ratings::run(args),
        Some(Subject::Moves(args)) => moves::run(args),
        Some(Subject::Progress(args)) => progress::run(args),
        Some(Subject::Games(args)) => games::run(args),
        Some(Subject::Crosstable(args)) => charts::crosstable(args),
        Some(Subject::Sweep(args)) => charts::sweep(args),
        Some(Subject::Learning(args)) => learned::run(args),
    }
}
