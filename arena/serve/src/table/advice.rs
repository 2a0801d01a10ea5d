//! A hint for the person who is to move.

use schemars::JsonSchema;
use serde::Serialize;

/// A hint: the best moves, with what they are worth where that is known.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Advice {
    /// After so many moves.
    pub(crate) ply: usize,
    pub(crate) player: String,
    pub(crate) moves: Vec<AdvisedMove>,
    /// Why there is none.
    pub(crate) failure: Option<String>,
}

/// A move of a hint.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct AdvisedMove {
    #[serde(rename = "move")]
    pub(crate) m: String,
    pub(crate) value: Option<f64>,
}
