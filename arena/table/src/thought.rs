//! What a player thought of its move.

use agon_core::{AnyMove, AnyPosition, Bound, Decision, line};
use serde::{Deserialize, Serialize};

/// What a player thought of its move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Thought {
    /// What the position was worth to it.
    pub value: Option<f64>,
    /// How exactly that is known.
    #[serde(default, with = "BoundName")]
    pub bound: Bound,
    /// How deep it looked.
    pub depth: Option<u32>,
    /// The number of positions searched.
    pub nodes: u64,
    /// The line that it expects.
    pub line: String,
    /// What else it has to say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// The names of [`Bound`] in documents.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(remote = "Bound", rename_all = "lowercase")]
enum BoundName {
    Exact,
    Lower,
    Upper,
    Sample,
}

impl Thought {
    /// What a player thought that decided so in the position that it was shown.
    pub fn of(here: &AnyPosition, decision: &Decision<AnyMove>) -> Thought {
        let best = [decision.m];
        let expected = if decision.pv.is_empty() { &best[..] } else { &decision.pv[..decision.pv.len().min(8)] };
        Thought {
            value: decision.value.filter(|value| value.is_finite()),
            bound: decision.bound,
            depth: decision.depth,
            nodes: decision.nodes,
            line: line::write_line(here, expected),
            note: decision.remarks(here).map(|note| note.to_string()),
        }
    }
}
