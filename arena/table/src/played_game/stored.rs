//! The record of a game: as a file that every command reads, and with all that a table needs to go on with it.

use std::time::Duration;

use agon_core::{Position, Seat, line};

use super::PlayedGame;
use crate::{
    ending::{End, RESIGNED, TIME_IS_UP},
    place::GivenPosition,
    played_clock::PlayedClock,
    saved::SavedGame,
    stored_game::{StoredGame, level_of_seats},
    table_error::TableError,
};

impl PlayedGame {
    /// The game as a file that every command reads, with what each seat has left at this moment.
    pub fn saved(&self, now: Duration) -> SavedGame {
        let end = self.ended().unwrap_or(End::Quit);
        let seats = self.sitters.iter().map(|sitter| sitter.term().to_owned()).collect();
        let clock = self.clock.as_ref().map(|clock| clock.left(now).to_string());
        let level = level_of_seats(&self.sitters);
        SavedGame { clock, level, ..end.record(&self.site, self.seed, seats) }
    }

    /// Puts it on record.
    pub fn stored(&self, now: Duration) -> StoredGame {
        StoredGame {
            saved: self.saved(now),
            redo: line::write_line(&self.site.here, &self.redo),
            sitters: self.sitters.clone(),
            thoughts: self.thoughts.clone(),
            loser: match self.end {
                Some(End::Lost(seat, _)) => Some(seat.0),
                _ => None,
            },
            clock: self.clock.as_ref().map(PlayedClock::kept),
        }
    }

    /// Reads a record. The turn begins again, and its time [runs](PlayedGame::runs_from) once that is said; nobody offers
    /// a draw.
    ///
    /// # Errors
    ///
    /// Where the game is not known here, or the record is of none.
    pub fn read(stored: StoredGame) -> Result<PlayedGame, TableError> {
        let StoredGame { saved, redo, sitters, mut thoughts, loser, clock } = stored;
        let (ended, seed) = (saved.ended.clone(), saved.seed);
        let site = GivenPosition { saved: None, ..GivenPosition::of_saved(saved)? };
        let seats = usize::from(site.here.facts().seats);
        if sitters.len() != seats || loser.is_some_and(|loser| seats <= usize::from(loser)) {
            return Err(TableError::trouble("the record is of another number of seats".to_owned()));
        }
        let redo =
            line::play_line(&mut site.here.clone(), &redo).map_err(|error| TableError::trouble(error.to_string()))?;
        thoughts.resize(site.line.len(), None);
        let mut game = PlayedGame { redo, thoughts, ..PlayedGame::new(site, seed, sitters, None) };
        game.end = match loser {
            Some(seat) if ended == TIME_IS_UP => Some(End::Lost(Seat(seat), TIME_IS_UP)),
            Some(seat) => Some(End::Lost(Seat(seat), RESIGNED)),
            None if ended == End::Drawn.word() => Some(End::Drawn),
            None => None,
        };
        let is_over = game.ended().is_some();
        game.clock = clock.and_then(|kept| PlayedClock::read(&kept, is_over));
        Ok(game)
    }
}
