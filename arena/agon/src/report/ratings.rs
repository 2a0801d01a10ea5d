//! `agon report ratings`: what files say about strength.

use std::path::PathBuf;

use agon_arena::rating::RatingSystem;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::{
    charts::{ChartForm, draw},
    known::{known, only},
    rated::print,
    scales::panels,
};
use crate::{
    failed::Failed,
    output_target::{Inks, Sheet, document},
};

/// Elo of all players, with 95 % intervals
///
/// Over several tournaments too. By maximum likelihood (Bradley and Terry's model of the share of the points; Plackett and Luce's for more than
/// two seats), with Student's intervals from whole openings; copies of earlier games are left out. Players who are
/// not connected by games are rated apart, and so are different limits of nodes and time. A player that always
/// won, or always lost, has a bound.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Journals, of which players of one name are one player; or documents of agon run --json, or of
    /// this command
    #[arg(required = true, value_name = "JOURNAL")]
    files: Vec<PathBuf>,
    /// Only this game
    #[arg(short, long, value_name = "GAME")]
    game: Option<String>,
    #[command(flatten)]
    sheet: Sheet<RatingForm>,
    /// As --to json
    #[arg(long, conflicts_with = "form")]
    json: bool,
    /// Give this player this rating, and rate the others relative to it: NAME=ELO
    #[arg(long, value_name = "NAME=ELO")]
    anchor: Option<String>,
    /// How to rate: over all games at once, or game by game in the order of the plan
    #[arg(long, value_parser = systems(), default_value = RatingSystem::Likelihood.word())]
    system: RatingSystem,
    /// Print all pairs and probabilities, also where there are many
    #[arg(long)]
    full: bool,
    #[command(flatten)]
    inks: Inks,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum RatingForm {
    /// Tables for a terminal
    #[value(alias = "txt")]
    Text,
    /// One document
    Json,
    /// A chart; an open mark with an arrow is the bound of a perfect score
    Svg,
    /// The chart in pixels
    Png,
    /// The chart on a page
    Pdf,
    /// The numbers of the chart
    Csv,
}

/// Reads a [`RatingSystem`].
fn systems() -> impl TypedValueParser<Value = RatingSystem> {
    PossibleValuesParser::new(RatingSystem::ALL.map(RatingSystem::word))
        .map(|word| RatingSystem::named(&word).expect("only these words are read"))
}

pub(super) fn run(args: &Args) -> Result<(), Failed> {
    let form = if args.json { Some(RatingForm::Json) } else { args.sheet.form()? };
    let anchor = args.anchor.as_deref().map(read_anchor).transpose()?;
    let mut rated = known(&args.files, anchor, args.system)?;
    only(&mut rated.games, args.game.as_deref())?;
    let chart = match form.unwrap_or(RatingForm::Text) {
        RatingForm::Json => return args.sheet.write(&document(&rated)?),
        RatingForm::Text => {
            return args.sheet.stream(|out| rated.games.iter().try_for_each(|game| Ok(print(game, args.full, out)?)));
        }
        RatingForm::Svg => ChartForm::Svg,
        RatingForm::Png => ChartForm::Png,
        RatingForm::Pdf => ChartForm::Pdf,
        RatingForm::Csv => ChartForm::Csv,
    };
    draw(
        "Ratings",
        &rated.games,
        rated.games.iter().flat_map(panels).collect(),
        chart,
        args.sheet.out.as_deref(),
        &args.inks,
    )
}

fn read_anchor(text: &str) -> Result<(&str, f64), Failed> {
    let parts = text.rsplit_once('=');
    let parts = parts.and_then(|(name, elo)| Some((name, elo.trim().parse::<f64>().ok()?)));
    match parts {
        Some((name, elo)) if elo.is_finite() => Ok((name, elo)),
        _ => Err(Failed::usage(format!("--anchor {text}: a name, `=` and a number are needed"))),
    }
}
