//! Players that differ in one option alone: their strength over its values.

use std::collections::BTreeMap;

use agon_arena::tally::Rated;
use agon_core::{Accepted, options::Kind, registry};
use agon_draw::{Measure, Panel, Plot, Point, Series};

use super::scales::{ScaledGroup, UNIT};
use crate::failed::Failed;

/// The panels of a sweep over `option`, or over the one in which the players differ.
///
/// # Errors
///
/// Where there is no such option, or more than one and none is named.
pub(super) fn sweeps(all: Vec<ScaledGroup<'_>>, option: Option<&str>) -> Result<Vec<Panel>, Failed> {
    let mut candidates: Vec<String> = Vec::new();
    for (_, players) in &all {
        for (player, _) in players {
            for name in player.players.iter().take(1).flat_map(|term| options(term)) {
                if !candidates.contains(&name) && 1 < longest(&series(players, &name)) {
                    candidates.push(name);
                }
            }
        }
    }
    candidates.sort_unstable();
    let option = match (option, candidates.as_slice()) {
        (Some(option), all) if all.iter().any(|name| name == option) => option.to_owned(),
        (Some(option), []) => {
            return Err(Failed::usage(format!("no two players differ in `{option}` alone")));
        }
        (Some(option), all) => {
            let accepted = Accepted::new(option, all.iter().map(String::as_str));
            return Err(Failed::usage(format!("--option: no two players differ in `{option}` alone{accepted}")));
        }
        (None, [one]) => one.clone(),
        (None, []) => {
            return Err(Failed::usage(
                "no two players differ in one option alone, as mcts(iterations=100) and \
                 mcts(iterations=300) do",
            ));
        }
        (None, several) => {
            return Err(Failed::usage(format!(
                "players differ in several options; say --option {}",
                several.join(", or --option ")
            )));
        }
    };
    let panel = |(title, players): ScaledGroup<'_>| {
        let mut series = series(&players, &option);
        series.retain(|series| 1 < series.points.len());
        let (unit, option) = (UNIT.to_owned(), option.clone());
        (!series.is_empty()).then_some(Panel { title, plot: Plot::Curves { unit, option, series, powers: false } })
    };
    Ok(all.into_iter().filter_map(panel).collect())
}

fn longest(series: &[Series]) -> usize {
    series.iter().map(|series| series.points.len()).max().unwrap_or(0)
}

/// The players that differ in `option` alone, as lines: in the order of its values.
fn series(players: &[(&Rated, Measure)], option: &str) -> Vec<Series> {
    let mut found: BTreeMap<String, Vec<Point>> = BTreeMap::new();
    for (player, measure) in players {
        let term = player.players.first().and_then(|term| without(term, option));
        if let Some((at, rest)) = term {
            let points = found.entry(rest).or_default();
            // Who signed up twice is drawn once.
            if points.iter().all(|point| point.at != at) {
                points.push(Point { at, measure: *measure });
            }
        }
    }
    let number = |point: &Point| point.at.parse().unwrap_or(f64::INFINITY);
    for points in found.values_mut() {
        points.sort_by(|one, other| number(one).total_cmp(&number(other)).then_with(|| one.at.cmp(&other.at)));
    }
    found.into_iter().map(|(name, points)| Series { name, points, band: false }).collect()
}

/// The names of all options of a player, and of the players that it is made of.
fn options(term: &str) -> Vec<String> {
    let Ok(named) = registry::player(term) else { return Vec::new() };
    let mut names = Vec::new();
    for (spec, value) in named.options.iter() {
        names.push(spec.name.to_owned());
        if matches!(spec.kind, Kind::Player(_)) {
            names.extend(options(&value));
        }
    }
    names
}

/// The value of an option of a player, or of one that it is made of, and its term without that option;
/// nothing where it has no such option.
fn without(term: &str, option: &str) -> Option<(String, String)> {
    let named = registry::player(term).ok()?;
    let (mut found, mut rest) = (None, Vec::new());
    for (spec, value) in named.options.iter() {
        if found.is_none() && spec.name == option {
            found = Some(value);
            continue;
        }
        let inner = match spec.kind {
            Kind::Player(_) if found.is_none() => without(&value, option),
            _ => None,
        };
        let value = match inner {
            Some((at, inner)) => {
                found = Some(at);
                inner
            }
            None if value == spec.default => continue,
            None => value,
        };
        rest.push(format!("{}={value}", spec.name));
    }
    let name = named.plugin.name;
    let rest = if rest.is_empty() { name.to_owned() } else { format!("{name}({})", rest.join(", ")) };
    Some((found?, rest))
}

#[cfg(test)]
mod tests {
    use super::without;

    #[test]
    fn an_option_is_taken_out_of_a_term_wherever_it_stands() {
        let without =
            |term: &str, option: &str| without(term, option).map(|(value, rest)| format!("{value} of {rest}"));
        assert_eq!(without("mcts(iterations=300)", "iterations").unwrap(), "300 of mcts");
        assert_eq!(without("alpha-beta(depth=4, pvs=true)", "depth").unwrap(), "4 of alpha-beta(pvs=true)");
        assert_eq!(
            without("expectimax(opponent=minimax(depth=5), trust=0.5)", "trust").unwrap(),
            "0.5 of expectimax(opponent=minimax(depth=5))"
        );
        assert_eq!(without("random", "depth"), None);
        assert_eq!(without("no-player", "depth"), None);
    }
}
