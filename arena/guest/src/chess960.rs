//! Chess960 (any first row), which protocols switch on and off.

use agon_core::Position;

use crate::{event_loop::EventLoop, guest::GuestError};

/// The option of the game: the number of the first row; the usual one, from which kings castle as
/// usual; and another, from which they castle from and to any file.
const OPTION: &str = "chess960";
const USUAL: &str = "518";
const OTHER: &str = "0";

/// The initial position, for either kind of castling.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Whether kings castle from any file; `None` if the game has no such option.
pub(crate) fn is_chess960(event_loop: &EventLoop) -> Option<bool> {
    event_loop.guest.game_option(OPTION).map(|row| row != USUAL)
}

/// Switches castling from any file on or off.
pub(crate) fn set_chess960(event_loop: &mut EventLoop, is_on: bool) -> Result<(), GuestError> {
    if is_chess960(event_loop) != Some(!is_on) {
        return Ok(());
    }
    let row = if is_on { OTHER } else { USUAL };
    event_loop.become_guest(event_loop.guest.with_game_options(&[(OPTION, row)])?)?;
    if is_on {
        let start = event_loop.guest.start().parse(START).expect("it is a position of chess");
        event_loop.begin_at(start);
    }
    Ok(())
}
