//! What moves cost, as it is told: by game, player, seat and third of the game.

use serde::{Deserialize, Serialize};

/// What the moves of all who played a game cost.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct GameCosts {
    /// The game's term, and the limits of a move where it was played under several.
    pub game: String,
    /// How many seats it has.
    pub seats: usize,
    /// Games with a result, copies included.
    pub played: u64,
    /// Games that repeat earlier ones and are not counted.
    pub copies: u64,
    /// Player by player, the one with the least regret first.
    pub players: Vec<PlayerCosts>,
}

/// What a player's moves cost.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PlayerCosts {
    /// Its name.
    pub name: String,
    /// The terms of all that are called so.
    pub players: Vec<String>,
    /// How many games it played, copies left out.
    pub games: u64,
    /// How many of its moves were the only one that it had: they are no choice, and not among `moves`.
    pub forced: u64,
    /// All its choices.
    #[serde(flatten)]
    pub all: MoveCost,
    /// When it first chose a worse move than the best.
    pub first_mistake: FirstMistake,
    /// Seat by seat.
    pub seats: Vec<SeatCost>,
    /// By thirds of each game's plies, those of the opening left out.
    pub phases: Vec<PhaseCost>,
}

/// What choices cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MoveCost {
    /// How many moves were chosen among several.
    pub moves: u64,
    /// From how many openings: the units of what errors are computed from.
    pub openings: u64,
    /// The mean regret: the value of the best move minus that of the move played, in payoffs of who moves; null without
    /// a move.
    pub regret: Option<f64>,
    /// Half of its 95 % interval, by Student's t over openings; null of fewer than two.
    pub error: Option<f64>,
    /// The share of best moves, 0 to 1; null without a move.
    pub best: Option<f64>,
    /// Half of its 95 % interval.
    pub best_error: Option<f64>,
}

/// What choices on a seat cost.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SeatCost {
    /// The seat, counted from 1.
    pub seat: usize,
    /// Its choices.
    #[serde(flatten)]
    pub cost: MoveCost,
}

/// What choices in a part of the game cost.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PhaseCost {
    /// The third, counted from 1.
    pub third: usize,
    /// The choices in it.
    #[serde(flatten)]
    pub cost: MoveCost,
}

/// When a player first chose a worse move than the best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FirstMistake {
    /// The games in which it had a choice.
    pub games: u64,
    /// The share of them without a mistake, 0 to 1; null without a game.
    pub without: Option<f64>,
    /// The mean ply of the first mistake in the others, counted from 1 with those of the opening; null if there are none.
    pub mean: Option<f64>,
    /// Its median.
    pub median: Option<f64>,
}
