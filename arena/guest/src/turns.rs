//! Turns of GTP, where both colours may move at any time.

use agon_core::Seat;

use crate::reported_game::ReportedGame;

/// Makes it the turn of `seat`, where both may move.
pub(crate) fn give_turn(reported: &mut ReportedGame, seat: Seat) -> Result<(), String> {
    if reported.mover().is_none() {
        return Err("illegal move: the game is over".to_owned());
    }
    if reported.give_turn(seat) {
        Ok(())
    } else {
        reported.take_back_turn();
        Err("illegal move: it is the other's turn".to_owned())
    }
}

/// Plays at a vertex for `seat`, whose turn it is then.
pub(crate) fn play(reported: &mut ReportedGame, seat: Seat, vertex: &str) -> Result<(), String> {
    give_turn(reported, seat)?;
    if reported.play_text(vertex) {
        return Ok(());
    }
    reported.take_back_turn();
    Err("illegal move".to_owned())
}
