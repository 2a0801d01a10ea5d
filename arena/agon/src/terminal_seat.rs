//! Who sits at one seat of a game at this terminal.

use agon_core::{NamedGame, Player, Seat};
use agon_table::{Sitter, seat_player, stones};

use crate::{failed::Failed, human, models};

/// Who sits at one seat.
pub(crate) struct TerminalSeat {
    /// The term.
    pub(crate) term: String,
    /// What people call it, if not by its term.
    pub(crate) name: Option<&'static str>,
    /// The player; nobody where a person at this terminal sits.
    pub(crate) player: Option<Box<dyn Player>>,
    /// What its pieces look like, in words.
    pub(crate) stones: Option<String>,
}

impl TerminalSeat {
    /// Seats the player that `text` names at the game of `site`.
    ///
    /// # Errors
    ///
    /// Where there is none, or it cannot play this game.
    pub(crate) fn of(text: &str, game: &NamedGame, seat: Seat) -> Result<TerminalSeat, Failed> {
        let named = models::player(text)?;
        let player = seat_player(&named, game)?;
        let is_here = named.plugin.name == human::NAME;
        Ok(TerminalSeat {
            term: named.term,
            name: None,
            player: (!is_here).then_some(player),
            stones: stones(&game.start, seat),
        })
    }

    /// The same by another name.
    pub(crate) fn called(self, name: Option<&'static str>) -> TerminalSeat {
        TerminalSeat { name, ..self }
    }

    /// What people call it.
    pub(crate) fn name(&self) -> &str {
        self.name.unwrap_or(&self.term)
    }

    /// The player, if it is none at this terminal.
    pub(crate) fn into_player(self) -> Option<Box<dyn Player>> {
        self.player.filter(|player| !player.habits().person)
    }

    /// Who sits there, as the game knows them.
    pub(crate) fn sitter(&self, seat: Seat) -> Sitter {
        match self.player {
            None => Sitter::Person { guest: Some(seat.to_string()) },
            Some(_) => Sitter::Player { term: self.term.clone(), level: self.name.map(str::to_owned) },
        }
    }
}
