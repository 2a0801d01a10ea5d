//! Rated players on their scales: who can be compared, and how sure that is.

use agon_arena::rating::tenths;
use agon_draw::Measure;

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
    let named = |(group, players)| {
        let title =
            if is_one { game.game.clone() } else { format!("{}, group {}", game.game, group + 1) };
        (title, players)
    };
    all.into_iter().map(named).collect()
}
