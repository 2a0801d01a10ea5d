//! A game in short, for lists.

use agon_table::End;
use schemars::JsonSchema;
use serde::Serialize;

use super::TableState;

/// A game in short.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TableLine {
    pub(crate) id: String,
    pub(crate) game: String,
    /// 0 while the moves are secret.
    pub(crate) moves: usize,
    pub(crate) ended: String,
    pub(crate) your_turn: bool,
    /// Whether the guest has begun it, and may delete it.
    pub(crate) yours: bool,
}

impl TableLine {
    /// Of the game of that name, for this guest.
    pub(crate) fn of(id: String, state: &TableState, guest: &str) -> TableLine {
        TableLine {
            game: state.site().game.term.clone(),
            moves: if state.is_secret() { 0 } else { state.site().line.len() },
            ended: state.ended().unwrap_or(End::Quit).word().to_owned(),
            your_turn: state.is_turn_of(&state.seats_of(guest)),
            yours: state.is_owned(guest),
            id,
        }
    }
}
