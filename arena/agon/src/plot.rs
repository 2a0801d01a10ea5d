//! `agon plot`: charts of results, and the numbers that they are drawn from.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use agon_arena::{
    ask::{MOST_DATA, read_text},
    keep::is_journal,
};
use agon_core::{Accepted, registry};
use agon_draw::{Chart, Panel, Plot, Row, Share};
use serde::{Deserialize, Serialize};

#[cfg(not(feature = "png"))]
use crate::paper::without_png;
use crate::{
    failed::Failed,
    paper::{Inks, deliver, deliver_pixels, document, unknown_type},
    rate::{SystemChoice, rated},
    rated::{Rated, RatedBound, RatedGame, RatedPair, RatedPlayer, SCHEMA},
    scales::{ScaledGroup, UNIT, groups},
    swept::sweeps,
};

/// Draws charts of results: ratings, who beats whom, a swept option
///
/// As SVG for a page, a slide or a paper, or as the numbers themselves. Journals are rated as by agon
/// rate; documents that agon run --json or agon rate --json wrote are taken as they are. Every game has a panel of its own.
#[derive(clap::Args)]
#[command(after_help = "\
Charts:
  ratings     Elo with 95 % intervals, a row for each player; where players are not connected by games, a \
panel for each group. An open mark with an arrow is the bound of a perfect score
  crosstable  what share of the points each had against each other, in percent, in colours
  sweep       Elo over the values of an option that some players differ in (mcts(iterations={100,300,1000}) \
signs up three); those that differ in more are drawn as lines of their own

Examples:
  agon run -g connect-four -p random -p 'mcts(iterations={30,100,300,1000})' --openings 20 --journal a.journal
  agon plot sweep a.journal --out strength.svg
  agon plot ratings a.journal --out ratings.svg --theme print
  agon plot crosstable a.journal --to csv > crosstable.csv
  agon run league.toml --json > result.json; agon plot ratings result.json --out ratings.svg

CSV: a line for each value, after a line that names the columns: panel, name, value, low, high (ratings); \
panel, name, against, share, units (crosstable); panel, series, at, value, low, high (sweep). An end that \
does not exist is empty: of a bound one is.

JSON: one object on one line, with the keys schema, title and panels: objects with title, kind and
  intervals   unit, rows (name, value, low, high)
  shares      names, cells (row by row: null, or share and units)
  curves      unit, option, series (name, points: at, value, low, high)

Exit codes: 0 done; 1 a file cannot be read or written; 2 there is nothing to be drawn, or not as asked.")]
pub(crate) struct Args {
    /// What to draw
    #[arg(value_name = "CHART")]
    chart: ChartKind,
    /// Journals, or documents of agon run --json, or of agon rate --json
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Which option a sweep is over; needed only where players differ in several
    #[arg(long, value_name = "NAME")]
    option: Option<String>,
    /// Draw this game alone
    #[arg(short, long, value_name = "GAME")]
    game: Option<String>,
    /// The form; the name of --out says it otherwise
    #[arg(long = "to", value_name = "FORM")]
    form: Option<ChartForm>,
    /// Write it here instead of standard output
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    inks: Inks,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ChartKind {
    /// Elo with intervals
    Ratings,
    /// Shares of points, each against each
    Crosstable,
    /// Elo over an option
    Sweep,
}

impl ChartKind {
    /// What such a chart is called.
    const fn word(self) -> &'static str {
        match self {
            ChartKind::Ratings => "Ratings",
            ChartKind::Crosstable => "Crosstable",
            ChartKind::Sweep => "Strength over an option",
        }
    }
}

/// What a chart is drawn as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ChartForm {
    /// Vector graphics, sharp at any size
    Svg,
    /// Pixels
    Png,
    /// The numbers, for a spreadsheet
    Csv,
    /// The numbers, with all that is written
    Json,
}

/// The version of the JSON document.
const PLOT_SCHEMA: &str = "agon.plot/1";

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let form = args.form()?;
    let rated = read(&args.files)?;
    let games = chosen(&rated, args.game.as_deref())?;
    if args.option.is_some() && args.chart != ChartKind::Sweep {
        return Err(Failed::usage("--option is for a sweep"));
    }
    let names: Vec<&str> = games.iter().map(|game| game.game.as_str()).collect();
    let names = names.join(", ");
    let is_result = games.iter().all(|game| game.groups.is_empty() && !game.pairs.is_empty());
    if is_result && !games.is_empty() && args.chart != ChartKind::Crosstable {
        return Err(Failed::usage(format!("{names}: this result has no ratings; its journal has")));
    }
    let panels = match args.chart {
        ChartKind::Ratings => games.iter().flat_map(|game| ratings(game)).collect(),
        ChartKind::Crosstable => games.iter().filter_map(|game| crosstable(game)).collect(),
        ChartKind::Sweep => {
            let all: Vec<_> = games.iter().flat_map(|game| groups(game)).collect();
            sweeps(all, args.option.as_deref())?
        }
    };
    if panels.is_empty() {
        return Err(Failed::usage(format!(
            "{names}: no two players were compared, so there is nothing to be drawn"
        )));
    }
    let chart = Chart { title: format!("{}: {names}", args.chart.word()), panels };
    let out = args.out.as_deref();
    match form {
        ChartForm::Svg => deliver(out, chart.svg(args.inks.theme()).as_bytes()),
        ChartForm::Png => deliver_pixels(out, &png(&chart, &args.inks)?),
        ChartForm::Json => deliver(out, &document(&PlotDocument { schema: PLOT_SCHEMA, chart })?),
        ChartForm::Csv => deliver(out, &spreadsheet(&chart)?),
    }
}

impl Args {
    /// The form that is asked for.
    fn form(&self) -> Result<ChartForm, Failed> {
        let (None, Some(path)) = (self.form, &self.out) else {
            return Ok(self.form.unwrap_or(ChartForm::Svg));
        };
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("svg") => Ok(ChartForm::Svg),
            Some("png") => Ok(ChartForm::Png),
            Some("csv") => Ok(ChartForm::Csv),
            Some("json") => Ok(ChartForm::Json),
            _ => Err(unknown_type(path, "svg, .png, .csv or .json")),
        }
    }
}

/// A chart, as a document.
#[derive(Serialize)]
struct PlotDocument {
    schema: &'static str,
    #[serde(flatten)]
    chart: Chart,
}

#[cfg(feature = "png")]
fn png(chart: &Chart, inks: &Inks) -> Result<Vec<u8>, Failed> {
    chart.png(inks.theme(), inks.width).map_err(Failed::trouble)
}

#[cfg(not(feature = "png"))]
fn png(_: &Chart, _: &Inks) -> Result<Vec<u8>, Failed> {
    Err(without_png())
}

fn spreadsheet(chart: &Chart) -> Result<Vec<u8>, Failed> {
    let mut bytes = Vec::new();
    let mut table = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .flexible(true)
        .from_writer(&mut bytes);
    for row in chart.table() {
        table.write_record(row).map_err(Failed::trouble)?;
    }
    table.flush()?;
    drop(table);
    Ok(bytes)
}

/// The ratings of journals, which are rated together, and of documents.
fn read(files: &[PathBuf]) -> Result<Vec<RatedGame>, Failed> {
    let (journals, documents): (Vec<&PathBuf>, Vec<&PathBuf>) =
        files.iter().partition(|path| is_journal(path));
    let mut games = Vec::new();
    if !journals.is_empty() {
        let journals: Vec<PathBuf> = journals.into_iter().cloned().collect();
        games.extend(rated(&journals, None, SystemChoice::Likelihood)?.games);
    }
    for path in documents {
        games.extend(rated_document(path)?);
    }
    Ok(games)
}

/// The ratings in a document of them, or of a result.
fn rated_document(path: &Path) -> Result<Vec<RatedGame>, Failed> {
    let name = path.display();
    let text = read_text(path, MOST_DATA);
    let text = text.map_err(|error| Failed::trouble(format!("{name}: {error}")))?;
    if let Ok(rated) = serde_json::from_str::<Rated>(&text)
        && rated.schema == SCHEMA
    {
        return Ok(rated.games);
    }
    let result: Option<ResultPairs> = serde_json::from_str(&text).ok();
    result.map(ResultPairs::games).ok_or_else(|| {
        Failed::usage(format!(
            "{name}: neither a journal nor a document of agon rate --json or agon run --json"
        ))
    })
}

/// What charts need of the document of a result.
#[derive(Deserialize)]
struct ResultPairs {
    players: Vec<ResultPlayer>,
    sections: Vec<SectionPairs>,
}

#[derive(Deserialize)]
struct SectionPairs {
    game: String,
    seats: usize,
    games: u64,
    copies: u64,
    pairs: Vec<ResultPair>,
    #[serde(default)]
    ratings: Vec<Vec<ResultRating>>,
}

#[derive(Deserialize)]
struct ResultPlayer {
    name: String,
    player: String,
}

#[derive(Deserialize)]
struct ResultRating {
    name: String,
    elo: Option<f64>,
    error: Option<f64>,
    at_least: Option<f64>,
    at_most: Option<f64>,
    on_the_scale_of: Option<usize>,
}

#[derive(Deserialize)]
struct ResultPair {
    one: String,
    other: String,
    units: u64,
    share: Option<f64>,
}

impl ResultPairs {
    /// The same as far as it is drawn.
    fn games(self) -> Vec<RatedGame> {
        let terms: BTreeMap<String, String> =
            self.players.into_iter().map(|player| (player.name, player.player)).collect();
        let rating = |rating: ResultRating| RatedPlayer {
            players: terms.get(&rating.name).cloned().into_iter().collect(),
            name: rating.name,
            elo: rating.elo,
            error: rating.error,
            superiority: Vec::new(),
            bound: rating.on_the_scale_of.map(|on_the_scale_of| RatedBound {
                at_least: rating.at_least,
                at_most: rating.at_most,
                on_the_scale_of,
            }),
        };
        let pair = |pair: ResultPair| {
            Some(RatedPair {
                one: pair.one,
                other: pair.other,
                units: "units".into(),
                counts: vec![pair.units],
                score: pair.share?,
                elo: None,
                low: None,
                high: None,
                superiority: f64::NAN,
                words: String::new(),
            })
        };
        let game = |section: SectionPairs| RatedGame {
            game: section.game,
            seats: section.seats,
            played: section.games,
            copies: section.copies,
            system: "none".into(),
            groups: section
                .ratings
                .into_iter()
                .map(|g| g.into_iter().map(rating).collect())
                .collect(),
            above: Vec::new(),
            first_seat: None,
            pairs: section.pairs.into_iter().filter_map(pair).collect(),
        };
        self.sections.into_iter().map(game).collect()
    }
}

/// All games, or the one of that name.
fn chosen<'a>(games: &'a [RatedGame], wanted: Option<&str>) -> Result<Vec<&'a RatedGame>, Failed> {
    let Some(wanted) = wanted else { return Ok(games.iter().collect()) };
    let term = registry::game(wanted).map_or_else(|_| wanted.to_owned(), |named| named.term);
    let limited = format!("{term}, ");
    let is_wanted = |game: &&RatedGame| {
        game.game == term || game.game == wanted || game.game.starts_with(&limited)
    };
    let found: Vec<&RatedGame> = games.iter().filter(is_wanted).collect();
    if found.is_empty() {
        let accepted = Accepted::new(wanted, games.iter().map(|game| game.game.as_str()));
        return Err(Failed::usage(format!("--game: `{wanted}` was not played{accepted}")));
    }
    Ok(found)
}

fn ratings(game: &RatedGame) -> Vec<Panel> {
    let panel = |(title, players): ScaledGroup<'_>| {
        let rows = players.into_iter();
        let rows =
            rows.map(|(player, measure)| Row { name: player.name.clone(), measure }).collect();
        Panel { title, plot: Plot::Intervals { unit: UNIT.to_owned(), rows } }
    };
    groups(game).into_iter().map(panel).collect()
}

/// Who had what share against whom, in the order of strength.
fn crosstable(game: &RatedGame) -> Option<Panel> {
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
    let row = |one: &&String| {
        names.iter().map(|other| shares.get(&(*one, *other)).copied()).collect::<Vec<_>>()
    };
    let cells = names.iter().map(row).collect();
    let names = names.iter().map(|&name| name.clone()).collect();
    Some(Panel { title: game.game.clone(), plot: Plot::Shares { names, cells } })
}
