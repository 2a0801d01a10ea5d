//! What a player thought of its move.

use agon_core::{AnyMove, AnyPosition, Bound, Decision, line};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::words::Language;

/// What a player thought of its move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Thought {
    /// What the position was worth to it.
    pub(crate) value: Option<f64>,
    /// How exactly that is known.
    #[serde(default, with = "BoundName")]
    pub(crate) bound: Bound,
    /// How deep it looked.
    pub(crate) depth: Option<u32>,
    /// The number of positions searched.
    pub(crate) nodes: u64,
    /// The line that it expects.
    pub(crate) line: String,
    /// What else it has to say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) note: Option<String>,
}

/// The names of [`Bound`] in documents.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Bound", rename_all = "lowercase")]
enum BoundName {
    Exact,
    Lower,
    Upper,
    Sample,
}

impl Thought {
    pub(crate) fn of(here: &AnyPosition, decision: &Decision<AnyMove>) -> Thought {
        let best = [decision.m];
        let expected = if decision.pv.is_empty() {
            &best[..]
        } else {
            &decision.pv[..decision.pv.len().min(8)]
        };
        Thought {
            value: decision.value.filter(|value| value.is_finite()),
            bound: decision.bound,
            depth: decision.depth,
            nodes: decision.nodes,
            line: line::write_line(here, expected),
            note: decision.remarks(here),
        }
    }

    /// In one line, of figures and moves alone.
    pub(crate) fn words(&self, language: Language) -> String {
        let mut words = Vec::new();
        words
            .extend(self.value.map(|value| self.bound.sign().to_owned() + &language.figure(value)));
        words.extend(self.depth.map(|depth| format!("/{depth}")));
        if 0 < self.nodes {
            words.push(language.count(self.nodes));
        }
        words.push(self.line.clone());
        words.join("  ")
    }
}
