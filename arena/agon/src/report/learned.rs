//! `agon report learning`: how strong evaluations were while they were learned.

use std::path::{Path, PathBuf};

use agon_draw::{Chart, Measure, Panel, Plot, Series};
use agon_learn::{ExactStrength, LearningCurve, Measured, Strength};

use super::{
    band::{NamedCurve, groups, rounded},
    charts::{ChartForm, write},
};
use crate::{
    failed::Failed,
    figure::grouped,
    inputs::is_document,
    output_target::{Inks, Sheet},
};

/// How strong evaluations were, over the games that they had learned from
///
/// Against each opponent that `agon learn` measured; of several files, one line each. Those that differ by their seed alone are one
/// band: the mean, the least and the greatest of the seeds. At a small game also how often its choice is a best move, and
/// what it loses by a choice, over all positions of the game.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Files of agon learn, or their curves: FILE.curve.json
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print one JSON document, as --to json
    #[arg(long, conflicts_with = "form")]
    json: bool,
    #[command(flatten)]
    sheet: Sheet<ChartForm>,
    #[command(flatten)]
    inks: Inks,
}

/// What stands around the values of one seed, and of several.
const WITH_INTERVALS: &str = ", with 95 % intervals";
const OF_SEEDS: &str = "mean, least and greatest of the seeds";

pub(super) fn run(args: &Args) -> Result<(), Failed> {
    let form = if args.json { Some(ChartForm::Json) } else { args.sheet.form()? };
    let mut curves: Vec<NamedCurve> = Vec::new();
    for path in &args.files {
        let place = place(path)?;
        // It is read, though nobody named it.
        if &place != path && args.sheet.out.as_ref() == Some(&place) {
            return Err(Failed::usage(format!("{} is read; name another file", place.display())));
        }
        let name = path.file_name().unwrap_or(path.as_os_str()).display().to_string();
        let name = name.trim_end_matches(".curve.json").to_owned();
        curves.push((name, LearningCurve::read(&place)?));
    }
    let mut games: Vec<&str> = Vec::new();
    for (_, curve) in &curves {
        if !games.contains(&curve.game.as_str()) {
            games.push(&curve.game);
        }
    }
    let mut panels: Vec<Panel> = Vec::new();
    for &game in &games {
        // Opponent by opponent, in the order in which they were met.
        let mut titles: Vec<(String, bool)> = Vec::new();
        let own = || curves.iter().filter(|(_, curve)| curve.game == game);
        let groups = groups(&own().collect::<Vec<_>>());
        for measured in own().flat_map(|(_, curve)| &curve.points).flat_map(|p| &p.measured) {
            let title = (title(measured), measured.against.is_some());
            if !titles.contains(&title) {
                titles.push(title);
            }
        }
        let mut add = |title: String, unit: String, at: &dyn Fn(&Strength) -> Option<Measure>| {
            let known = |curve: &LearningCurve| {
                let points = curve.points.iter();
                points.filter_map(|point| at(point).map(|measure| (point.games, measure))).collect()
            };
            let series: Vec<Series> = groups.iter().flat_map(|group| group.series(&known)).collect();
            if series.is_empty() {
                return;
            }
            let unit = match series.iter().filter(|series| series.band).count() {
                0 => unit,
                bands if bands == series.len() => format!("{}, {OF_SEEDS}", unit.trim_end_matches(WITH_INTERVALS)),
                _ => format!("{unit}; bands: {OF_SEEDS}"),
            };
            panels.push(Panel {
                title: if 1 < games.len() { format!("{game}: {title}") } else { title },
                plot: Plot::Curves { unit, option: "games learned from".to_owned(), series, powers: false },
            });
        };
        for (of, is_share) in titles {
            let unit = if is_share { "% of the points" } else { "mean payoff" };
            add(of.clone(), format!("{unit}{WITH_INTERVALS}"), &|point| met(point, &of, is_share));
        }
        let exact = || own().flat_map(|(_, curve)| &curve.points).find_map(|p| p.exact.as_ref());
        let positions = exact().map_or(0, |exact| exact.positions);
        let over = format!("over all {} positions, exact", grouped(positions));
        add("best moves chosen by greedy".to_owned(), format!("% of choices, {over}"), &|point| {
            point.exact.as_ref().map(|ExactStrength { optimal, .. }| exactly(100.0 * optimal))
        });
        add("mean regret of greedy".to_owned(), format!("payoff lost by a choice, {over}"), &|point| {
            point.exact.as_ref().map(|ExactStrength { regret, .. }| exactly(*regret))
        });
    }
    let games = games.join(", ");
    if panels.is_empty() {
        return Err(Failed::usage(format!("{games}: nothing was measured, so there is no curve")));
    }
    let chart = Chart { title: format!("Learning: {games}"), panels };
    write(chart, form.unwrap_or(ChartForm::Svg), args.sheet.out.as_deref(), &args.inks)
}

/// The file of the curve that `path` names: itself, or beside the evaluation there.
fn place(path: &Path) -> Result<PathBuf, Failed> {
    if !path.exists() || is_document(path) {
        return Ok(path.to_owned());
    }
    let beside = LearningCurve::place(path);
    if !beside.exists() {
        return Err(Failed::trouble(format!(
            "{}: its learning curve is missing; there is no file {}",
            path.display(),
            beside.display()
        )));
    }
    Ok(beside)
}

/// Who plays, and against whom.
fn title(measured: &Measured) -> String {
    match &measured.against {
        Some(against) => format!("{} against {against}", measured.player),
        None => measured.player.clone(),
    }
}

/// What a point measured under that title, if it did.
fn met(point: &Strength, of: &str, is_share: bool) -> Option<Measure> {
    let scale = if is_share { 100.0 } else { 1.0 };
    let measured = point.measured.iter().find(|measured| title(measured) == of)?;
    Some(Measure {
        value: Some(rounded(scale * measured.value)),
        low: Some(rounded(scale * measured.low)),
        high: Some(rounded(scale * measured.high)),
    })
}

/// A value without an interval.
fn exactly(value: f64) -> Measure {
    Measure { value: Some(rounded(value)), low: None, high: None }
}
