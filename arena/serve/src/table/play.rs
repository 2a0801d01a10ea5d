//! How a game goes on: moves, forward and back, resignations, draws and seats.

use std::time::Duration;

use agon_core::{AnyMove, Seat, line};
use agon_table::{End, RESIGNED, takes_draw};

use super::{Sitter, TableState, Thought};
use crate::problem::Problem;

impl TableState {
    /// Plays a move of any player, or of chance, about which it has thought so long; where it had less time than that, it
    /// has lost instead.
    pub(crate) fn go(&mut self, m: AnyMove, thought: Option<Thought>, used: Duration) {
        let seat = self.decider();
        if let Some(clock) = &mut self.clock {
            match seat {
                Some(seat) if !clock.press(seat, used) => return self.end_in_time_trouble(seat),
                Some(_) => {}
                None => clock.pass(),
            }
        }
        match self.redo.first() {
            Some(&next) if next == m => drop(self.redo.remove(0)),
            _ => self.redo.clear(),
        }
        self.site.play(m);
        self.thoughts.push(thought);
        self.turn();
    }

    /// A person's move, as it was typed or pointed at.
    ///
    /// # Errors
    ///
    /// Where the guest is not to move, or the move is not legal.
    pub(crate) fn play(&mut self, guest: &str, text: &str) -> Result<(), Problem> {
        if self.ended().is_some() {
            return Err(Problem::conflict("game-over", &[]));
        }
        if !self.is_turn_of(guest) {
            return Err(Problem::forbidden("not-your-move", &[]));
        }
        if let Some(seat) = self.covered(guest) {
            return Err(Problem::conflict("hidden-covered", &[("seat", &(seat.0 + 1))]));
        }
        let text = text.trim();
        // Where something is hidden the text is read, and refused, at what the seat sees.
        let site = self.site.clone().redealt(self.seed);
        let Some(m) = line::read_move(&site.here, text) else {
            let number = self.mover().map_or(0, |seat| self.site.ply_for(seat)) + 1;
            let position = self.shown_to(guest).text();
            let refused = line::refuse(&site.here, number, text);
            return Err(Problem::refused(line::LineError { position, ..refused }));
        };
        self.go(m, None, self.used());
        Ok(())
    }

    /// Back to the last choice of a person.
    ///
    /// # Errors
    ///
    /// Where there is none, or others would have to agree.
    pub(crate) fn undo(&mut self, guest: &str) -> Result<(), Problem> {
        self.alone(guest)?;
        let sitters = &self.sitters;
        let taken = self.site.take_back(|seat| sitters[seat.index()].is_person());
        if taken.is_empty() {
            return Err(Problem::conflict("no-earlier", &[]));
        }
        self.redo.splice(0..0, taken);
        self.thoughts.truncate(self.site.line.len());
        if let Some(clock) = &mut self.clock {
            clock.back(self.site.line.len());
        }
        self.end = None;
        self.turn();
        Ok(())
    }

    /// Forward again, to the next choice of a person.
    ///
    /// # Errors
    ///
    /// Where nothing was taken back.
    pub(crate) fn redo(&mut self, guest: &str) -> Result<(), Problem> {
        self.alone(guest)?;
        if self.redo.is_empty() {
            return Err(Problem::conflict("no-redo", &[]));
        }
        while !self.redo.is_empty() {
            let m = self.redo.remove(0);
            self.site.play(m);
            self.thoughts.push(None);
            if let Some(clock) = &mut self.clock {
                clock.pass();
            }
            if self.mover().is_some_and(|seat| self.sitters[seat.index()].is_person()) {
                break;
            }
        }
        self.turn();
        Ok(())
    }

    /// Only who plays alone takes moves back.
    fn alone(&self, guest: &str) -> Result<(), Problem> {
        if !self.has(guest) {
            return Err(Problem::forbidden("not-seated", &[]));
        }
        if self.has_others(guest) {
            return Err(Problem::conflict("others-play", &[]));
        }
        if self.site.hides() {
            return Err(Problem::conflict("hidden-back", &[]));
        }
        Ok(())
    }

    /// Gives the game up.
    ///
    /// # Errors
    ///
    /// Where the guest does not sit here, or the game is over.
    pub(crate) fn resign(&mut self, guest: &str) -> Result<(), Problem> {
        let seat = self.seat_of(guest)?;
        self.end = Some(End::Lost(seat, RESIGNED));
        self.turn();
        Ok(())
    }

    /// Offers a draw, or takes one that was offered. `true` where the game has ended by it.
    ///
    /// # Errors
    ///
    /// Where the guest does not sit here, or the game is over.
    pub(crate) fn draw(&mut self, guest: &str) -> Result<bool, Problem> {
        let seat = self.seat_of(guest)?;
        if self.sitters.len() < 2 {
            return Err(Problem::conflict("alone", &[]));
        }
        let values: Vec<Option<f64>> =
            self.thoughts.iter().map(|thought| thought.as_ref()?.value).collect();
        let is_meant = |other: Seat| match &self.sitters[other.index()] {
            Sitter::Person { guest: Some(id) } => id == guest || self.offer == Some(other),
            Sitter::Person { guest: None } => false,
            Sitter::Player { .. } => takes_draw(&self.site, &values, other),
        };
        let all = Seat::all(self.sitters.len() as u8);
        if all.into_iter().all(is_meant) {
            self.end = Some(End::Drawn);
            self.turn();
            return Ok(true);
        }
        self.offer = Some(seat);
        Ok(false)
    }

    /// Sits down at a seat that is free.
    ///
    /// # Errors
    ///
    /// Where it is not.
    pub(crate) fn sit(&mut self, guest: &str, seat: u8) -> Result<(), Problem> {
        let index = usize::from(seat).checked_sub(1).filter(|&index| index < self.sitters.len());
        let index = index.ok_or_else(|| {
            Problem::wrong("no-seat", &[("seat", &seat), ("seats", &self.sitters.len())])
        })?;
        if self.site.hides() && self.has(guest) {
            return Err(Problem::conflict("hidden-seats", &[("game", &self.site.game.term)]));
        }
        match &mut self.sitters[index] {
            Sitter::Person { guest: free @ None } => *free = Some(guest.to_owned()),
            _ => return Err(Problem::conflict("seat-taken", &[("seat", &seat)])),
        }
        self.run_clock();
        Ok(())
    }

    /// A seat of this guest, the one to act if it is one of them, while the game goes on.
    fn seat_of(&self, guest: &str) -> Result<Seat, Problem> {
        if self.ended().is_some() {
            return Err(Problem::conflict("game-over", &[]));
        }
        let own = self.seats_of(guest);
        self.mover()
            .filter(|seat| own.contains(seat))
            .or(own.first().copied())
            .ok_or_else(|| Problem::forbidden("not-seated", &[]))
    }

    /// The position has changed: what was begun for the last one is too late.
    pub(super) fn turn(&mut self) {
        self.epoch.pass();
        self.run_clock();
        self.advice = None;
        self.fault = None;
        self.offer = None;
        self.cover();
    }
}
