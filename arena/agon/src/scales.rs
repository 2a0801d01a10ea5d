//! Rated players on their scales: who can be compared, and how sure that is.

use agon_arena::{rating::tenths, tell::RatedName};
use agon_draw::{Chart, Measure, Panel, Plot, Row};

use crate::rated::{RatedGame, RatedPlayer};

/// What the values of ratings are.
pub(crate) const UNIT: &str = "Elo, with 95 % intervals";

impl RatedPlayer {
    /// The rating of the player on the scale of a group, if it has one there.
    fn measure(&self, group: usize, own: usize) -> Option<Measure> {
        if let Some(elo) = self.elo.filter(|_| group == own) {
            let [low, high] =
                [-1.0, 1.0].map(|side| self.error.map(|error| tenths(elo + side * error)));
            return Some(Measure { value: tenths(elo), low, high });
        }
        let bound = self.bound.as_ref().filter(|bound| bound.on_the_scale_of == group)?;
        let [low, high] = [bound.at_least, bound.at_most].map(|end| end.map(tenths));
        Some(Measure { value: low.or(high)?, low, high })
    }
}

/// Every player that has a place on the scale of a group, who won everything first.
fn on_scale(game: &RatedGame, group: usize) -> Vec<(&RatedPlayer, Measure)> {
    let mut found: Vec<(&RatedPlayer, Measure)> = Vec::new();
    for (own, players) in game.groups.iter().enumerate() {
        found.extend(
            players.iter().filter_map(|player| Some((player, player.measure(group, own)?))),
        );
    }
    let height = |measure: &Measure| match (measure.low, measure.high) {
        (Some(_), None) => f64::INFINITY,
        (None, Some(_)) => f64::NEG_INFINITY,
        _ => measure.value,
    };
    found.sort_by(|(_, one), (_, other)| height(other).total_cmp(&height(one)));
    found
}

/// Players on one scale, and what their panel is called.
pub(crate) type ScaledGroup<'a> = (String, Vec<(&'a RatedPlayer, Measure)>);

/// The groups of which there is something to be compared.
pub(crate) fn groups(game: &RatedGame) -> Vec<ScaledGroup<'_>> {
    let all = (0..game.groups.len()).map(|group| (group, on_scale(game, group)));
    let all: Vec<_> = all.filter(|(_, players)| 1 < players.len()).collect();
    let is_one = all.len() == 1;
    let named = |(group, players)| (title(&game.game, group, is_one), players);
    all.into_iter().map(named).collect()
}

/// What the panel of a group is called, which may be the only one.
fn title(game: &str, group: usize, is_one: bool) -> String {
    if is_one { game.to_owned() } else { format!("{game}, group {}", group + 1) }
}

/// The width of the charts on a page: letters stay readable on a telephone.
const NARROW: f64 = 440.0;

/// The ratings at a game as the chart of a page.
pub(crate) fn drawn(game: &str, groups: &[Vec<RatedName>]) -> String {
    let row = |rated: &RatedName| {
        let [low, high] = [rated.low, rated.high].map(|end| end.map(tenths));
        Row { name: rated.name.clone(), measure: Measure { value: tenths(rated.elo), low, high } }
    };
    let panel = |(group, rows): (usize, &Vec<RatedName>)| Panel {
        title: title(game, group, groups.len() == 1),
        plot: Plot::Intervals { unit: UNIT.to_owned(), rows: rows.iter().map(row).collect() },
    };
    let panels = groups.iter().enumerate().map(panel).collect();
    Chart { title: format!("{game}: {UNIT}"), panels }.svg_unstyled(NARROW)
}
