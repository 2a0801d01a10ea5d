//! What a player thinks of a position, as a document.

use std::time::Duration;

use agon_core::{AnyMove, AnyPosition, Decision, Position, after, notation};
use serde::Serialize;

/// What a player thinks, as a document.
#[derive(Serialize)]
pub struct AnalysisDocument<'a> {
    game: &'a str,
    player: &'a str,
    r#move: String,
    value: Option<f64>,
    bound: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    beliefs: Vec<BeliefDocument>,
    pv: Vec<String>,
    depth: Option<u32>,
    nodes: u64,
    moves: Vec<RootDocument>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<f64>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unfinished: bool,
}

/// How likely a player believes an answer to its move to be, as a document.
#[derive(Serialize)]
struct BeliefDocument {
    r#move: String,
    probability: f64,
}

/// What a player thinks of one move, as a document.
#[derive(Serialize)]
struct RootDocument {
    r#move: String,
    value: f64,
    bound: &'static str,
    #[serde(skip_serializing_if = "is_zero")]
    visits: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    share: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    term: Option<f64>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl<'a> AnalysisDocument<'a> {
    /// Of what `player` thinks at `here`.
    pub fn new(
        game: &'a str,
        player: &'a str,
        here: &AnyPosition,
        decision: &'a Decision<AnyMove>,
    ) -> AnalysisDocument<'a> {
        let mut along = here.clone();
        let pv = decision.pv.iter().map(|&m| {
            let text = notation(&along, m);
            along.play(m);
            text
        });
        let pv = pv.collect();
        let moves = decision.moves.iter().map(|root| RootDocument {
            r#move: notation(here, root.m),
            value: root.value,
            visits: root.visits,
            share: root.share,
            term: root.term.filter(|term| term.is_finite()),
            bound: root.bound.name(),
        });
        let answered = after(here, decision.m);
        let beliefs = decision.beliefs.iter().map(|belief| BeliefDocument {
            r#move: notation(&answered, belief.m),
            probability: belief.probability,
        });
        AnalysisDocument {
            game,
            player,
            r#move: notation(here, decision.m),
            value: decision.value,
            bound: decision.bound.name(),
            note: decision.note.as_deref(),
            beliefs: beliefs.collect(),
            pv,
            depth: decision.depth,
            nodes: decision.nodes,
            moves: moves.collect(),
            time: None,
            unfinished: false,
        }
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
