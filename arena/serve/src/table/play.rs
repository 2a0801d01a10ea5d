//! What guests do at a table, and what its players and chance do: all of it by the game's own rules.

use std::time::Duration;

use agon_core::{AnyMove, line};
use agon_table::{GameAction, PlayedGame, Refusal, Thought};

use super::TableState;
use crate::problem::Problem;

impl TableState {
    /// Something happens in the game. Where its position changes, what was begun for the last one is too late.
    fn alter<T>(&mut self, alter: impl FnOnce(&mut PlayedGame) -> T) -> T {
        let turn = self.game.turn();
        let done = alter(&mut self.game);
        if self.game.turn() != turn {
            self.position_version.pass();
            self.advice = None;
            self.fault = None;
        }
        done
    }

    /// A guest does something.
    ///
    /// # Errors
    ///
    /// Where it cannot be done, or not by this guest.
    pub(crate) fn act(&mut self, guest: &str, action: GameAction, now: Duration) -> Result<(), Problem> {
        let own = self.seats_of(guest);
        self.alter(|game| game.act(&own, action, now)).map_err(|why| self.refused(why, 0))
    }

    /// A guest's move, as it was typed or pointed at.
    ///
    /// # Errors
    ///
    /// Where the guest is not to move, or the move is not legal.
    pub(crate) fn play(&mut self, guest: &str, text: &str, now: Duration) -> Result<(), Problem> {
        let own = self.seats_of(guest);
        self.may_move(&own).map_err(|why| self.refused(why, 0))?;
        let text = text.trim();
        // Where something is hidden the text is read, and refused, at what the seat sees.
        let site = self.site().clone().redealt(self.seed());
        let Some(m) = line::read_move(&site.here, text) else {
            let number = self.mover().map_or(0, |seat| self.site().ply_for(seat)) + 1;
            let position = self.shown_to(&own).text();
            let refused = line::refuse(&site.here, number, text);
            return Err(Problem::refused(line::LineError { position, ..refused }));
        };
        self.act(guest, GameAction::Move(m), now)
    }

    /// A player moves, which has thought so long; where it had less time, it has lost instead.
    ///
    /// # Errors
    ///
    /// Where it is not to move.
    pub(crate) fn answer(&mut self, m: AnyMove, thought: Thought, used: Duration) -> Result<(), Problem> {
        let now = self.now();
        let answered = self.alter(|game| game.answer(m, thought, used, now));
        answered.map_err(|why| self.refused(why, 0))
    }

    /// Chance draws.
    ///
    /// # Errors
    ///
    /// Where it is not to.
    pub(crate) fn draw_outcome(&mut self) -> Result<(), Problem> {
        let now = self.now();
        let drawn = self.alter(|game| game.draw_outcome(now));
        drawn.map(drop).map_err(|why| self.refused(why, 0))
    }

    /// A guest sits down at a seat, counted from one, that is free.
    ///
    /// # Errors
    ///
    /// Where it is not.
    pub(crate) fn sit(&mut self, guest: &str, seat: u8, now: Duration) -> Result<(), Problem> {
        self.alter(|game| game.sit(guest, seat, now)).map_err(|why| self.refused(why, seat))
    }

    /// Ends the game of a person whose time is over; `true` where it has just ended so.
    pub(crate) fn flag(&mut self, now: Duration) -> bool {
        self.alter(|game| game.flag(now))
    }

    /// Why something is not done, about this seat, counted from one, if it is about one.
    fn refused(&self, why: Refusal, seat: u8) -> Problem {
        match why {
            Refusal::GameOver => Problem::conflict("game-over", &[]),
            Refusal::NotSeated => Problem::forbidden("not-seated", &[]),
            Refusal::NotYourMove => Problem::forbidden("not-your-move", &[]),
            Refusal::Covered(own) => Problem::conflict("hidden-covered", &[("seat", &(own.0 + 1))]),
            Refusal::Illegal => Problem::trouble(why),
            Refusal::OthersPlay => Problem::conflict("others-play", &[]),
            Refusal::HiddenBack => Problem::conflict("hidden-back", &[]),
            Refusal::NoEarlier => Problem::conflict("no-earlier", &[]),
            Refusal::NoRedo => Problem::conflict("no-redo", &[]),
            Refusal::Alone => Problem::conflict("alone", &[]),
            Refusal::NoSeat => Problem::wrong("no-seat", &[("seat", &seat), ("seats", &self.sitters().len())]),
            Refusal::SeatTaken => Problem::conflict("seat-taken", &[("seat", &seat)]),
            Refusal::HiddenSeats => Problem::conflict("hidden-seats", &[("game", &self.site().game.term)]),
        }
    }
}
