//! How the regrets of a player that learns by them went at one information set.

use agon_core::{AnyPosition, RegretStage, notation};
use serde::Serialize;

use crate::figure::plain;

/// What was known of the moves after a number of iterations, as data.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RegretStageData {
    /// The number of iterations.
    pub iterations: u64,
    /// The moves, in the game's order.
    pub moves: Vec<LearntMoveData>,
}

/// What was known of a move, as data.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LearntMoveData {
    /// The move.
    #[serde(rename = "move")]
    pub m: String,
    /// Its regret, in payoffs.
    pub regret: f64,
    /// Its probability in the average strategy.
    pub probability: f64,
}

impl RegretStageData {
    pub(super) fn of(here: &AnyPosition, stage: RegretStage<'_>) -> RegretStageData {
        let moves = stage.moves.iter().map(|known| LearntMoveData {
            m: notation(here, known.m),
            regret: known.regret,
            probability: known.probability,
        });
        RegretStageData { iterations: stage.iterations, moves: moves.collect() }
    }

    /// The same in a sentence: ``after 10 iterations: p 0.2 (regret 0), b 0.8 (regret 3.5)``.
    pub fn line(&self) -> String {
        let moves: Vec<String> = self.moves.iter().map(LearntMoveData::told).collect();
        let what = if self.iterations == 1 { "iteration" } else { "iterations" };
        format!("after {} {what}: {}", self.iterations, moves.join(", "))
    }
}

impl LearntMoveData {
    /// The regret and the probability with three decimals.
    pub fn rounded(&self) -> [f64; 2] {
        [self.regret, self.probability].map(|value| (value * 1000.0).round() / 1000.0)
    }

    fn told(&self) -> String {
        let [regret, probability] = self.rounded();
        format!("{} {} (regret {})", self.m, plain(probability), plain(regret))
    }
}
