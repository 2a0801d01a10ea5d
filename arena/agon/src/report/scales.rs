//! Rated players on their scales: who can be compared, and how sure that is.

use agon_arena::tally::{Height, Rated, RatedPayoff, Ratings};
use agon_draw::{Chart, Measure, Panel, Plot, Row};

/// What the values of ratings are.
pub(super) const UNIT: &str = "Elo, with 95 % intervals";

/// The scales if payoffs decide, and if they stand beside Elo.
const PAYOFF: &str = "mean payoff, with 95 % intervals over deals";
const GRADED: &str = "mean payoff, with 95 % intervals over openings";

/// Players on one scale, who won everything first, and what their panel is called.
pub(super) type ScaledGroup<'a> = (String, Vec<(&'a Rated, Measure)>);

/// The groups of which there is something to be compared.
pub(super) fn groups(game: &Ratings) -> Vec<ScaledGroup<'_>> {
    let all = game.scales();
    let is_one = all.len() == 1;
    let measure = |Height { elo, low, high, .. }| Measure { value: elo, low, high };
    let named = |(group, players): (usize, Vec<(_, Height)>)| {
        let title = if is_one { game.game.clone() } else { format!("{}, group {}", game.game, group + 1) };
        (title, players.into_iter().map(|(player, height)| (player, measure(height))).collect())
    };
    all.into_iter().map(named).collect()
}

/// The panels of the ratings at a game.
pub(super) fn panels(game: &Ratings) -> Vec<Panel> {
    let panel = |(title, players): ScaledGroup<'_>| {
        let rows = players.into_iter();
        let rows = rows.map(|(player, measure)| Row { name: player.name.clone(), measure }).collect();
        Panel { title, plot: Plot::Intervals { unit: UNIT.to_owned(), rows } }
    };
    let mut panels: Vec<Panel> = groups(game).into_iter().map(panel).collect();
    if !game.payoffs.is_empty() {
        let row = |player: &RatedPayoff| {
            let end = |side: f64| player.error.map(|error| player.mean + side * error);
            let measure = Measure { value: Some(player.mean), low: end(-1.0), high: end(1.0) };
            Row { name: player.name.clone(), measure }
        };
        let rows = game.payoffs.iter().map(row).collect();
        let unit = if game.is_by_payoff() { PAYOFF } else { GRADED };
        let plot = Plot::Intervals { unit: unit.to_owned(), rows };
        panels.push(Panel { title: game.game.clone(), plot });
    }
    panels
}

/// The width of the charts on a page: letters stay readable on a telephone.
const NARROW: f64 = 440.0;

/// The ratings at a game as the chart of a page.
pub(super) fn drawn(game: &Ratings) -> String {
    let unit = match (game.payoffs.is_empty(), game.is_by_payoff()) {
        (true, _) => UNIT,
        (_, true) => PAYOFF,
        _ if game.seats < 2 => GRADED,
        _ => "Elo and mean payoff, with 95 % intervals over openings",
    };
    let title = format!("{}: {unit}", game.game);
    Chart { title, panels: panels(game) }.svg_unstyled(NARROW)
}
