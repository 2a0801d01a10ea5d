//! How a tournament stands, drawn.

use agon_arena::tell::StandingEntry;
use agon_draw::{Chart, Measure, Panel, Plot, Point, Row, Series, Share};

use crate::{
    pool::Worker,
    standing::{LiveStanding, PairShare},
};

/// The charts that there are.
pub(crate) const CHARTS: [&str; 3] = ["ratings.svg", "crosstable.svg", "history.svg"];

/// The chart of that name, if there is one.
pub(crate) fn chart(_: &Worker, name: &str, title: &str, standing: &LiveStanding) -> Option<Chart> {
    let panels = match name {
        "ratings.svg" => ratings(standing),
        "crosstable.svg" => crosstable(standing),
        "history.svg" => history(standing),
        _ => return None,
    };
    Some(Chart { title: title.to_owned(), panels })
}

/// The game of each section.
fn titles(standing: &LiveStanding) -> Vec<String> {
    standing.sections().iter().map(|section| section.game.clone()).collect()
}

/// Elo, or where payoffs decide mean payoffs.
fn ratings(standing: &LiveStanding) -> Vec<Panel> {
    let panels = standing.sections().iter().zip(&standing.ratings).map(|(section, rated)| {
        let row = |name: &str, value: f64, error: Option<f64>| {
            let error = error.unwrap_or(0.0);
            let measure = Measure { value: Some(value), low: Some(value - error), high: Some(value + error) };
            Row { name: name.to_owned(), measure }
        };
        let paid = |one: &StandingEntry| Some(row(&one.name, one.mean_payoff?, one.payoff_error));
        let (unit, mut rows): (_, Vec<Row>) = if section.is_by_payoff() {
            ("payoff", section.standings.iter().filter_map(paid).collect())
        } else {
            let rated = rated.iter().filter_map(|one| Some(row(&one.name, one.elo?, one.error)));
            ("Elo", rated.collect())
        };
        let value = |row: &Row| row.measure.value.unwrap_or_default();
        rows.sort_by(|one, other| value(other).total_cmp(&value(one)));
        Panel { title: section.game.clone(), plot: Plot::Intervals { unit: unit.to_owned(), rows } }
    });
    panels.collect()
}

fn crosstable(standing: &LiveStanding) -> Vec<Panel> {
    let all = titles(standing).into_iter().zip(&standing.ratings).zip(&standing.shares);
    let panels = all.map(|((title, rated), shares)| {
        let names = rated.iter().map(|one| one.name.clone()).collect();
        let cell = |share: &Option<PairShare>| share.map(|share| Share { share: share.share, units: share.games });
        let cells = shares.iter().map(|row| row.iter().map(cell).collect()).collect();
        Panel { title, plot: Plot::Shares { names, cells } }
    });
    panels.collect()
}

fn history(standing: &LiveStanding) -> Vec<Panel> {
    let all = titles(standing).into_iter().zip(&standing.ratings).zip(&standing.history);
    // A curve has two points at least.
    let all = all.filter(|(_, moments)| 1 < moments.len());
    let panels = all.map(|((title, rated), moments)| {
        let series = rated.iter().enumerate().map(|(entry, own)| {
            let points = moments.iter().filter_map(|moment| {
                let value = moment.elo.get(entry).copied().flatten()?;
                let measure = Measure { value: Some(value), low: None, high: None };
                Some(Point { at: moment.games.to_string(), measure })
            });
            Series { name: own.name.clone(), points: points.collect(), band: false }
        });
        let series = series.filter(|series: &Series| !series.points.is_empty()).collect();
        let (unit, option) = ("Elo".to_owned(), "games".to_owned());
        Panel { title, plot: Plot::Curves { unit, option, series, powers: false } }
    });
    panels.collect()
}
