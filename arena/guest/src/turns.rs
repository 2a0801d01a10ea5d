//! Turns of GTP, where both colours may move at any time.

use agon_core::Seat;

use crate::track::Track;

/// Makes it the turn of `seat`, where both may move.
pub(crate) fn give_turn(track: &mut Track, seat: Seat) -> Result<(), String> {
    if track.mover().is_none() {
        return Err("illegal move: the game is over".to_owned());
    }
    if track.give_turn(seat) {
        Ok(())
    } else {
        track.take_back_turn();
        Err("illegal move: it is the other's turn".to_owned())
    }
}

/// Plays at a vertex for `seat`, whose turn it is then.
pub(crate) fn play(track: &mut Track, seat: Seat, vertex: &str) -> Result<(), String> {
    give_turn(track, seat)?;
    if track.play_text(vertex) {
        return Ok(());
    }
    track.take_back_turn();
    Err("illegal move".to_owned())
}
