//! A player's analysis of a position, as a document.

use std::time::Duration;

use agon_core::{AnyMove, AnyPosition, Decision, after, line::notations, notation};
use serde::Serialize;

/// What a player thinks, as a document.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnalysisDocument<'a> {
    /// The game's term.
    game: &'a str,
    /// The player's term.
    player: &'a str,
    /// The position that was searched, if it is a redeal: one that the seat to act cannot tell from the one named.
    #[serde(skip_serializing_if = "Option::is_none")]
    redeal: Option<String>,
    /// The move it chooses.
    r#move: String,
    /// The value of the position for the seat to act, in payoffs; null if it reports none.
    value: Option<f64>,
    /// The kind of value: `exact` as far as the search goes, `lower`: at least this, `upper`: at most this, `sample`:
    /// a mean of plays; null with the value.
    bound: Option<&'static str>,
    /// A remark on the answer, such as which part of a mix chose, or the opponent that it assumes.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// The answers that it expects to its move, in the game's order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    beliefs: Vec<BeliefDocument>,
    /// The expected line, beginning with the move; empty if it reports none.
    pv: Vec<String>,
    /// The depth of the search in plies; null if it reports none.
    depth: Option<u32>,
    /// The number of positions searched.
    nodes: u64,
    /// Its judgement of each move; empty if it reports none.
    moves: Vec<RootDocument>,
    /// The milliseconds used, with --time.
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<f64>,
    /// True where the search was interrupted, and this is the best so far.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unfinished: bool,
}

/// How likely a player believes an answer to its move to be, as a document.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct BeliefDocument {
    /// The answer.
    r#move: String,
    /// From 0 to 1.
    probability: f64,
}

/// What a player thinks of one move, as a document.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct RootDocument {
    /// The move.
    r#move: String,
    /// Its value.
    value: f64,
    /// The kind of value, as above.
    bound: &'static str,
    /// The number of plays of which the value is the mean.
    #[serde(skip_serializing_if = "is_zero")]
    visits: u64,
    /// Their mean on the scale 0 to 1: w/n, the first summand of UCB.
    #[serde(skip_serializing_if = "Option::is_none")]
    share: Option<f64>,
    /// The exploration bonus, the second summand of UCB.
    #[serde(skip_serializing_if = "Option::is_none")]
    term: Option<f64>,
    /// The probability with which it is chosen, from 0 to 1, of a player that draws its move and knows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    probability: Option<f64>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl<'a> AnalysisDocument<'a> {
    /// The analysis by `player` at `here`.
    pub fn new(
        game: &'a str,
        player: &'a str,
        here: &AnyPosition,
        decision: &'a Decision<AnyMove>,
    ) -> AnalysisDocument<'a> {
        let moves = decision.moves.iter().map(|root| RootDocument {
            r#move: notation(here, root.m),
            value: root.value,
            visits: root.visits,
            share: root.share,
            term: root.term.filter(|term| term.is_finite()),
            bound: root.bound.name(),
            probability: root.probability,
        });
        let answered = after(here, decision.m);
        let beliefs = decision
            .beliefs
            .iter()
            .map(|belief| BeliefDocument { r#move: notation(&answered, belief.m), probability: belief.probability });
        AnalysisDocument {
            game,
            player,
            redeal: None,
            r#move: notation(here, decision.m),
            value: decision.value,
            bound: decision.value.map(|_| decision.bound.name()),
            note: decision.note.as_ref().map(ToString::to_string),
            beliefs: beliefs.collect(),
            pv: notations(here, &decision.pv),
            depth: decision.depth,
            nodes: decision.nodes,
            moves: moves.collect(),
            time: None,
            unfinished: false,
        }
    }

    /// The same, asked about this position, if it is a redeal.
    #[must_use]
    pub fn of_redeal(self, redeal: Option<String>) -> AnalysisDocument<'a> {
        AnalysisDocument { redeal, ..self }
    }

    /// The same, of a search that was interrupted if it is `unfinished`.
    #[must_use]
    pub fn so_far(self, unfinished: bool) -> AnalysisDocument<'a> {
        AnalysisDocument { unfinished, ..self }
    }

    /// The same, and that it took so long.
    #[must_use]
    pub fn timed(self, time: Option<Duration>) -> AnalysisDocument<'a> {
        AnalysisDocument { time: time.map(|time| time.as_secs_f64() * 1000.0), ..self }
    }
}
