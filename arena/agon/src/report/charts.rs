//! `agon report crosstable` and `sweep`, and the charts of ratings: charts of results, and the numbers
//! that they are drawn from.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use agon_arena::{rating::RatingSystem, tally::Ratings};
use agon_draw::{Chart, Panel, Plot, Share};
use serde::Serialize;

use super::{
    known::{known, only},
    scales::groups,
    swept::sweeps,
};
use crate::{
    failed::Failed,
    output_target::{Inks, Rendered, Sheet, deliver, document},
};

/// Who had what share of the points against whom, in colours
#[derive(clap::Args)]
pub(crate) struct CrosstableArgs {
    #[command(flatten)]
    what: DrawnChart,
}

/// Elo over the values of an option, as mcts(iterations={100,300,1000}) signs up
///
/// Players that differ in more are lines of their own.
#[derive(clap::Args)]
pub(crate) struct SweepArgs {
    #[command(flatten)]
    what: DrawnChart,
    /// Which option; needed only where players differ in several
    #[arg(long, value_name = "NAME")]
    option: Option<String>,
}

/// The chart, and its form.
#[derive(clap::Args)]
struct DrawnChart {
    /// Journals, or documents of agon run --json, or of agon report ratings --json
    #[arg(required = true, value_name = "JOURNAL")]
    files: Vec<PathBuf>,
    /// Only this game
    #[arg(short, long, value_name = "GAME")]
    game: Option<String>,
    #[command(flatten)]
    sheet: Sheet<ChartForm>,
    #[command(flatten)]
    inks: Inks,
}

/// What a chart is drawn as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum ChartForm {
    /// Vector graphics, sharp at any size
    Svg,
    /// Pixels
    Png,
    /// A page
    Pdf,
    /// The numbers, for a spreadsheet
    Csv,
    /// The numbers, with all that is written
    Json,
}

/// The version of the JSON document.
const PLOT_SCHEMA: &str = "agon.plot/1";

pub(super) fn crosstable(args: &CrosstableArgs) -> Result<(), Failed> {
    args.what.draw("Crosstable", &mut |games| Ok(games.iter().filter_map(shares).collect()))
}

pub(super) fn sweep(args: &SweepArgs) -> Result<(), Failed> {
    args.what.draw("Strength over an option", &mut |games| {
        sweeps(games.iter().flat_map(groups).collect(), args.option.as_deref())
    })
}

fn names(games: &[Ratings]) -> String {
    games.iter().map(|game| game.game.as_str()).collect::<Vec<_>>().join(", ")
}

type Panels<'a> = dyn FnMut(&[Ratings]) -> Result<Vec<Panel>, Failed> + 'a;

impl DrawnChart {
    fn draw(&self, what: &str, panels: &mut Panels<'_>) -> Result<(), Failed> {
        let form = self.sheet.form()?.unwrap_or(ChartForm::Svg);
        let mut games = known(&self.files, None, RatingSystem::Likelihood)?.games;
        only(&mut games, self.game.as_deref())?;
        draw(what, &games, panels(&games)?, form, self.sheet.out.as_deref(), &self.inks)
    }
}

/// Draws panels of games as one chart.
///
/// # Errors
///
/// Where there are none, or they cannot be written.
pub(super) fn draw(
    what: &str,
    games: &[Ratings],
    panels: Vec<Panel>,
    form: ChartForm,
    out: Option<&Path>,
    inks: &Inks,
) -> Result<(), Failed> {
    let names = names(games);
    if panels.is_empty() {
        let why = if games.iter().all(|game| game.pairs.is_empty()) {
            "no two players were compared"
        } else {
            "every pair was won whole by one of the two, which puts no three on one scale"
        };
        return Err(Failed::usage(format!("{names}: {why}, so there is nothing to be drawn")));
    }
    write(Chart { title: format!("{what}: {names}"), panels }, form, out, inks)
}

/// Writes a chart.
pub(super) fn write(chart: Chart, form: ChartForm, out: Option<&Path>, inks: &Inks) -> Result<(), Failed> {
    match form {
        ChartForm::Svg => deliver(out, chart.svg(inks.theme()).as_bytes()),
        ChartForm::Png => inks.render(&chart, Rendered::Png, out),
        ChartForm::Pdf => inks.render(&chart, Rendered::Pdf, out),
        ChartForm::Json => deliver(out, &document(&PlotDocument { schema: PLOT_SCHEMA, chart })?),
        ChartForm::Csv => deliver(out, &spreadsheet(&chart)?),
    }
}

/// A chart, as a document.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct PlotDocument {
    /// `agon.plot/1`.
    schema: &'static str,
    #[serde(flatten)]
    chart: Chart,
}

fn spreadsheet(chart: &Chart) -> Result<Vec<u8>, Failed> {
    let mut bytes = Vec::new();
    let mut table = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).flexible(true).from_writer(&mut bytes);
    for row in chart.table() {
        table.write_record(row).map_err(Failed::trouble)?;
    }
    table.flush()?;
    drop(table);
    Ok(bytes)
}

/// Who had what share against whom, in the order of strength.
fn shares(game: &Ratings) -> Option<Panel> {
    if game.pairs.is_empty() {
        return None;
    }
    let mut shares = BTreeMap::new();
    for pair in &game.pairs {
        let units = pair.counts.iter().sum();
        // No more digits than mean anything.
        let rounded = |share: f64| Share { share: (1e4 * share).round() / 1e4, units };
        shares.insert((&pair.one, &pair.other), rounded(pair.score));
        shares.insert((&pair.other, &pair.one), rounded(1.0 - pair.score));
    }
    let names: BTreeSet<&String> = shares.keys().map(|(one, _)| *one).collect();
    let mut names: Vec<&String> = names.into_iter().collect();
    // By points against all: groups have no order that all agree on.
    let mut totals: BTreeMap<&String, (f64, f64)> = BTreeMap::new();
    for ((one, _), share) in &shares {
        let total = totals.entry(one).or_default();
        *total = (total.0 + share.share, total.1 + 1.0);
    }
    let mean = |name: &String| totals.get(name).map_or(0.0, |(sum, count)| sum / count);
    names.sort_by(|one, other| mean(other).total_cmp(&mean(one)));
    let row = |one: &&String| names.iter().map(|other| shares.get(&(*one, *other)).copied()).collect::<Vec<_>>();
    let cells = names.iter().map(row).collect();
    let names = names.iter().map(|&name| name.clone()).collect();
    Some(Panel { title: game.game.clone(), plot: Plot::Shares { names, cells } })
}
