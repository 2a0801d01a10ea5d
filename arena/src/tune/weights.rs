//! The weights of a heuristic: as an option of a player, and the scales of the features they weigh.

use agon_core::{
    AnyPosition, Estimator, Featured, NamedGame, NamedPlayer, Node, Position, Seat, Seed, registry,
    term::{Argument, Term},
};

use crate::{
    ask::spec_error::SpecError,
    plan::numbering::{Purpose, stream},
};

/// The index of the stream that features are measured with.
const MEASURING: u64 = 0;
/// Features are measured in this many random games, of which no more than this many plies count.
const RANDOM_GAMES: usize = 200;
const RANDOM_PLIES: usize = 200;

/// The term of `player`, with another heuristic.
pub(super) fn with_heuristic(player: &NamedPlayer, heuristic: &str) -> String {
    let mut term = Term::parse(&player.term).expect("canonical terms are terms");
    let option = Estimator::OPTION.name;
    term.arguments.retain(|argument| argument.option.as_deref() != Some(option));
    let argument = Argument { option: Some(option.to_owned()), value: heuristic.to_owned() };
    term.arguments.insert(0, argument);
    term.to_string()
}

/// The weights in `heuristic`, one for each of the game's features.
pub(super) fn read_weights(player: &NamedPlayer, heuristic: &str, game: &NamedGame) -> Result<Vec<f64>, SpecError> {
    let wrong = |error: &dyn std::fmt::Display| SpecError::at("the weights to start with", error);
    let player = registry::player(&with_heuristic(player, heuristic)).map_err(|e| wrong(&e))?;
    match Estimator::of(&player.options, &game.start).map_err(|e| wrong(&e))? {
        Estimator::Weights { weights, .. } => Ok(weights),
        _ => Err(wrong(&"expected feature=number, …")),
    }
}

/// The heuristic with these weights: `weights(feature=…,…)`.
pub fn weights_term<'a>(weights: impl IntoIterator<Item = (&'a str, f64)>) -> String {
    let list: Vec<String> = weights.into_iter().map(|(feature, weight)| format!("{feature}={weight}")).collect();
    format!("weights({})", list.join(","))
}

/// A weight to four significant digits.
pub fn rounded(weight: f64) -> f64 {
    format!("{weight:.3e}").parse::<f64>().expect("a printed number can be read") + 0.0
}

/// The standard deviation of every feature over the decisions of random games from `start`, from the first seat's point
/// of view; one for features that never change.
pub fn feature_spreads(start: &AnyPosition, seed: Seed) -> Vec<f64> {
    let features = start.features().len();
    let mut stream = stream(seed, Purpose::Tuning, MEASURING);
    let (mut position, mut values) = (start.clone(), Vec::with_capacity(features));
    // Mean and squares by B. P. Welford's recurrence, which loses no digits.
    let (mut count, mut means, mut squares) = (0.0, vec![0.0; features], vec![0.0; features]);
    for _ in 0..RANDOM_GAMES {
        position.clone_from(start);
        for _ in 0..RANDOM_PLIES {
            match position.node() {
                Node::Terminal => break,
                Node::Chance => {}
                Node::Decision(_) => {
                    position.feature_values(Seat(0), &mut values);
                    count += 1.0;
                    for ((value, mean), square) in values.iter().zip(&mut means).zip(&mut squares) {
                        let before = value - *mean;
                        *mean += before / count;
                        *square += before * (value - *mean);
                    }
                }
            }
            let m = position.draw_move(&mut stream);
            position.play(m);
        }
    }
    let spread = |square: f64| (square / f64::max(count, 1.0)).sqrt();
    squares.into_iter().map(spread).map(|s| if 0.0 < s { s } else { 1.0 }).collect()
}
