//! What a player thinks of a position, as a document.

use agon_core::{AnyMove, AnyPosition, Bound, Decision, Position, notation};
use serde::Serialize;

/// What a player thinks, as a document.
#[derive(Serialize)]
pub struct AnalysisDocument<'a> {
    game: &'a str,
    player: &'a str,
    r#move: String,
    value: Option<f64>,
    pv: Vec<String>,
    depth: Option<u32>,
    nodes: u64,
    moves: Vec<RootDocument>,
}

/// What a player thinks of one move, as a document.
#[derive(Serialize)]
struct RootDocument {
    r#move: String,
    value: f64,
    bound: &'static str,
    #[serde(skip_serializing_if = "is_zero")]
    visits: u64,
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
        decision: &Decision<AnyMove>,
    ) -> AnalysisDocument<'a> {
        let mut after = here.clone();
        let pv = decision.pv.iter().map(|&m| {
            let text = notation(&after, m);
            after.play(m);
            text
        });
        let pv = pv.collect();
        let moves = decision.moves.iter().map(|root| RootDocument {
            r#move: notation(here, root.m),
            value: root.value,
            visits: root.visits,
            bound: match root.bound {
                Bound::Exact => "exact",
                Bound::Lower => "lower",
                Bound::Upper => "upper",
                Bound::Sample => "sample",
            },
        });
        AnalysisDocument {
            game,
            player,
            r#move: notation(here, decision.m),
            value: decision.value,
            pv,
            depth: decision.depth,
            nodes: decision.nodes,
            moves: moves.collect(),
        }
    }
}
