//! A search of a recorded game, watched after the fact: its player is asked once more.

use agon_arena::keep::{Mismatch, RecordedChoice};
use agon_core::{AnyPosition, Player, Position, Turn};
use agon_draw::Trace;

use crate::{
    place::GivenPosition,
    searched::{WatchedSearch, reported},
    table_error::TableError,
};

/// Why a recorded choice could not be watched.
#[derive(Debug)]
pub enum RewatchError {
    /// The player chose otherwise than recorded.
    Different(Mismatch),
    /// The player reports nothing of its search.
    Silent(TableError),
}

impl WatchedSearch {
    /// Asks a player for a choice of a recorded game again, and stores a limited number of positions and plies of what
    /// it reports. It is shown what it was shown then, with hidden information the same redeal, and remembers what it
    /// remembered of the game.
    ///
    /// # Errors
    ///
    /// If it chooses otherwise, or reports nothing.
    pub fn of_choice(
        choice: &RecordedChoice<'_>,
        (limit, depth): (usize, usize),
    ) -> Result<WatchedSearch, RewatchError> {
        let mut heard = None;
        let ask = |player: &mut dyn Player, shown: &AnyPosition, turn: &mut Turn<'_>| {
            let mut trace = Trace::new(shown, limit, depth);
            turn.explain = true;
            let reply = player.choose_watched(shown, turn, &mut trace);
            heard = reply.as_ref().ok().map(|decision| (shown.clone(), decision.clone(), trace));
            reply
        };
        choice.ask_again(Box::new(ask)).map_err(RewatchError::Different)?;
        let (shown, decision, mut trace) = heard.expect("what was chosen was asked for");
        let (seat, term) = (choice.seat(), &choice.entry().player.term);
        reported(term, &shown, (seat, &decision), &mut trace).map_err(RewatchError::Silent)?;
        let game = choice.game().clone();
        let site = if shown.facts().hidden {
            let (base, line) = (shown.clone(), Vec::new());
            GivenPosition { game, base, line, here: shown, saved: None, redealt: Some(seat) }
        } else {
            let line = choice.record().moves[..choice.ply()].to_vec();
            GivenPosition { game, base: choice.base(), line, here: shown, saved: None, redealt: None }
        };
        Ok(WatchedSearch { site, player: term.clone(), chosen: Some((seat, decision)), trace })
    }
}
