//! A move as a program names it, and what it thinks.

use agon_core::{AnyMove, AnyPosition, Decision, Node, Position, all_moves, line};
use serde::{Deserialize, Serialize};

/// A move, named in one of three ways.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct NamedMove {
    /// In the game's notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#move: Option<String>,
    /// By its code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// By its place among the legal moves, counted from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
}

/// What a program thinks. Everything may be left out.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Thoughts {
    /// What the position is worth to the seat that chooses, in payoffs of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// How many plies deep it looked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The number of positions searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The line it expects, from its move on, in the game's notation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pv: Vec<String>,
}

impl NamedMove {
    /// The move in the game's notation.
    pub fn written(text: impl Into<String>) -> NamedMove {
        NamedMove { r#move: Some(text.into()), ..NamedMove::default() }
    }

    /// The legal move of `position` that is meant.
    ///
    /// # Errors
    ///
    /// Where it is none, or not exactly one way of naming it is used: the message for the record.
    pub fn find(&self, position: &AnyPosition) -> Result<AnyMove, String> {
        let Some(text) = self.text() else {
            return Err("a move is named by one of `move`, `code` and `index`".to_owned());
        };
        let found = if let Some(text) = &self.r#move {
            line::read_move(position, text)
        } else if let Some(code) = &self.code {
            code.parse().ok().map(AnyMove).filter(|&m| position.is_legal(m))
        } else {
            let index = self.index.expect("one of three is there");
            all_moves(position).get(index).copied()
        };
        found.ok_or_else(|| format!("{text:.100} is not legal in `{position}`"))
    }

    /// The move as it was named, `Z9`, `code 7` or `index 3`; `None` where not exactly one way of naming it is used.
    pub fn text(&self) -> Option<String> {
        match (&self.r#move, &self.code, self.index) {
            (Some(text), None, None) => Some(text.clone()),
            (None, Some(code), None) => Some(format!("code {code}")),
            (None, None, Some(index)) => Some(format!("index {index}")),
            _ => None,
        }
    }
}

impl Thoughts {
    /// The decision for `m`, which is legal in `position`, with what is thought of it. A value that is
    /// no number of the game's range, and a line from where it breaks the rules, are left out.
    pub fn decide(&self, position: &AnyPosition, m: AnyMove) -> Decision<AnyMove> {
        let facts = position.facts();
        let range = facts.min_payoff..=facts.max_payoff;
        let mut decision = Decision::just(m)
            .with_nodes(self.nodes.unwrap_or(0))
            .with_value(self.value.filter(|value| range.contains(value)))
            .with_depth(self.depth);
        let mut here = position.clone();
        for text in &self.pv {
            let played = match here.node() {
                Node::Terminal => None,
                _ => line::read_move(&here, text),
            };
            let Some(played) = played else { break };
            decision.pv.push(played);
            here.play(played);
        }
        if decision.pv.first() != Some(&m) {
            decision.pv.clear();
        }
        decision
    }

    /// What a decision of ours says, in the words of the protocol.
    pub fn of(position: &AnyPosition, decision: &Decision<AnyMove>) -> Thoughts {
        Thoughts {
            value: decision.value,
            depth: decision.depth,
            nodes: (0 < decision.nodes).then_some(decision.nodes),
            pv: line::notations(position, &decision.pv),
        }
    }
}
