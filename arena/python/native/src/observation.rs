//! What a seat sees of a position, as bytes that a network reads.

use agon_core::{AnyPosition, Eye, Learnable, NamedGame, Position as _, Seat, view};

/// How many bytes an observation of a game has, and below which number they are; `None` where it is a text.
pub(crate) fn places(game: &NamedGame) -> Option<(usize, u8)> {
    let facts = game.start.facts();
    let mut bytes = Vec::new();
    let below = game.start.states(game.start.on_turn(), &mut bytes);
    (below != 0 && !facts.hidden).then_some((bytes.len(), below))
}

/// What `seat` sees of a position, as bytes: a byte for each place, or where there are no places, or something is hidden, its
/// view as a text.
pub(crate) fn observe(here: &AnyPosition, seat: Seat, bytes: &mut Vec<u8>) {
    bytes.clear();
    if here.facts().hidden || here.states(seat, bytes) == 0 {
        bytes.extend_from_slice(view(here, Eye::Seat(seat)).as_bytes());
    }
}
