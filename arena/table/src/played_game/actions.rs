//! How a game goes on: moves, forward and back, the clock, draws, resignations and seats.

use std::time::Duration;

use agon_core::{AnyMove, Position, Seat};

use super::{PlayedGame, ToMove};
use crate::{
    ending::{End, RESIGNED, TIME_IS_UP},
    game_action::GameAction,
    refusal::Refusal,
    sitter::Sitter,
    thought::Thought,
};

impl PlayedGame {
    /// Somebody who speaks for the people at these seats does something. Whoever has no time left has lost, whatever they do
    /// then: but they may take moves back.
    ///
    /// # Errors
    ///
    /// Why it is not done.
    pub fn act(&mut self, by: &[Seat], action: GameAction, now: Duration) -> Result<(), Refusal> {
        self.flag(now);
        let is_person = |seat: &Seat| self.sitters[seat.index()].is_person();
        let people: Vec<Seat> = by.iter().copied().filter(is_person).collect();
        let by = &people[..];
        match action {
            GameAction::Move(m) => self.person_moves(by, m, now),
            GameAction::Undo => self.undo(by, now),
            GameAction::Redo => self.redo(by, now),
            GameAction::Draw => self.draw(by, now),
            GameAction::Decline => {
                self.speaker(by)?;
                self.offers.clear();
                Ok(())
            }
            GameAction::Resign => {
                let seat = self.speaker(by)?;
                self.finish(End::Lost(seat, RESIGNED), now);
                Ok(())
            }
            GameAction::Uncover => {
                if !self.is_turn_of(by) {
                    return Err(Refusal::NotYourMove);
                }
                self.uncovered = self.mover();
                Ok(())
            }
        }
    }

    /// Whether those who speak for these seats may move now.
    ///
    /// # Errors
    ///
    /// Why not.
    pub fn may_move(&self, by: &[Seat]) -> Result<(), Refusal> {
        if self.ended().is_some() {
            return Err(Refusal::GameOver);
        }
        if !self.is_turn_of(by) {
            return Err(Refusal::NotYourMove);
        }
        self.covered(by).map_or(Ok(()), |seat| Err(Refusal::Covered(seat)))
    }

    fn person_moves(&mut self, by: &[Seat], m: AnyMove, now: Duration) -> Result<(), Refusal> {
        self.may_move(by)?;
        let used = self.person_runs().map_or(Duration::ZERO, |(since, _)| now.saturating_sub(since));
        self.go(m, None, used, now)
    }

    /// The player to act moves, after it has thought so long: the time that it waited for a thread is not its own. Where
    /// it had less, it has lost instead.
    ///
    /// # Errors
    ///
    /// Where no player is to act, or the move is not legal.
    pub fn answer(&mut self, m: AnyMove, thought: Thought, used: Duration, now: Duration) -> Result<(), Refusal> {
        match self.to_move() {
            ToMove::Player(_) => self.go(m, Some(thought), used, now),
            ToMove::Nobody => Err(Refusal::GameOver),
            ToMove::Person(_) | ToMove::Chance => Err(Refusal::NotYourMove),
        }
    }

    /// Chance draws.
    ///
    /// # Errors
    ///
    /// Where it is not to.
    pub fn draw_outcome(&mut self, now: Duration) -> Result<AnyMove, Refusal> {
        let m = self.outcome().ok_or(match self.to_move() {
            ToMove::Nobody => Refusal::GameOver,
            _ => Refusal::NotYourMove,
        })?;
        self.go(m, None, Duration::ZERO, now)?;
        Ok(m)
    }

    fn go(&mut self, m: AnyMove, thought: Option<Thought>, used: Duration, now: Duration) -> Result<(), Refusal> {
        if !self.site.here.is_legal(m) {
            return Err(Refusal::Illegal);
        }
        let seat = self.mover();
        if let Some(clock) = &mut self.clock {
            match seat {
                Some(seat) if !clock.press(seat, used) => {
                    self.lose_on_time(seat, now);
                    return Ok(());
                }
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
        self.pass_turn(now);
        Ok(())
    }

    fn undo(&mut self, by: &[Seat], now: Duration) -> Result<(), Refusal> {
        self.goes_back(by)?;
        let sitters = &self.sitters;
        let taken = self.site.take_back(|seat| sitters[seat.index()].is_person());
        if taken.is_empty() {
            return Err(Refusal::NoEarlier);
        }
        self.redo.splice(0..0, taken);
        self.stand_again();
        self.pass_turn(now);
        Ok(())
    }

    fn redo(&mut self, by: &[Seat], now: Duration) -> Result<(), Refusal> {
        self.goes_back(by)?;
        if self.redo.is_empty() {
            return Err(Refusal::NoRedo);
        }
        // What was given up here goes on too.
        self.stand_again();
        while !self.redo.is_empty() {
            let m = self.redo.remove(0);
            self.site.play(m);
            self.thoughts.push(None);
            if let Some(clock) = &mut self.clock {
                clock.pass();
            }
            if matches!(self.to_move(), ToMove::Person(_)) {
                break;
            }
        }
        self.pass_turn(now);
        Ok(())
    }

    /// The game goes on where it stands, with the times and thoughts of these moves alone.
    fn stand_again(&mut self) {
        self.end = None;
        self.thoughts.truncate(self.site.line.len());
        if let Some(clock) = &mut self.clock {
            clock.back(self.site.line.len());
        }
    }

    /// Only those who speak for all people take moves back and play them again, and nobody where something is hidden:
    /// what was shown cannot be hidden again.
    fn goes_back(&self, by: &[Seat]) -> Result<(), Refusal> {
        if by.is_empty() {
            return Err(Refusal::NotSeated);
        }
        if self.has_others(by) {
            return Err(Refusal::OthersPlay);
        }
        if self.site.hides() {
            return Err(Refusal::HiddenBack);
        }
        Ok(())
    }

    fn draw(&mut self, by: &[Seat], now: Duration) -> Result<(), Refusal> {
        let speaker = self.speaker(by)?;
        if self.sitters.len() < 2 {
            return Err(Refusal::Alone);
        }
        for &seat in [speaker].iter().chain(by) {
            if !self.offers.contains(&seat) {
                self.offers.push(seat);
            }
        }
        if Seat::all(self.sitters.len() as u8).all(|seat| self.agrees(seat)) {
            self.finish(End::Drawn, now);
        }
        Ok(())
    }

    /// The seat for which is spoken: the one to act if it is one of these, while the game goes on.
    fn speaker(&self, by: &[Seat]) -> Result<Seat, Refusal> {
        if self.ended().is_some() {
            return Err(Refusal::GameOver);
        }
        let mover = self.mover().filter(|seat| by.contains(seat));
        mover.or(by.first().copied()).ok_or(Refusal::NotSeated)
    }

    /// The person of this name sits down at a seat, counted from one, that is free.
    ///
    /// # Errors
    ///
    /// Where it is not, or they would see two hands.
    pub fn sit(&mut self, name: &str, seat: u8, now: Duration) -> Result<(), Refusal> {
        let index = usize::from(seat).checked_sub(1).filter(|&index| index < self.sitters.len());
        let index = index.ok_or(Refusal::NoSeat)?;
        if self.site.hides() && !self.seats_of(name).is_empty() {
            return Err(Refusal::HiddenSeats);
        }
        match &mut self.sitters[index] {
            Sitter::Person { guest: free @ None } => *free = Some(name.to_owned()),
            _ => return Err(Refusal::SeatTaken),
        }
        self.runs_from(now);
        Ok(())
    }

    /// Another game begins where this one began, with other dice.
    pub fn restart(&mut self, now: Duration) {
        self.site.restart();
        self.seed = self.seed.wrapping_add(1);
        self.redo.clear();
        self.stand_again();
        self.pass_turn(now);
    }

    /// Ends the game of a person whose time is over; `true` where it has just ended so.
    pub fn flag(&mut self, now: Duration) -> bool {
        let is_over = self.person_runs().is_some_and(|(since, left)| left <= now.saturating_sub(since));
        if is_over && let Some(seat) = self.mover() {
            self.lose_on_time(seat, now);
        }
        is_over
    }

    /// The time of the seat to act runs from this moment on: nobody was shown the position before. No time runs where the
    /// game is over, or where a seat is free.
    pub fn runs_from(&mut self, now: Duration) {
        let is_over = self.ended().is_some();
        let is_full = !self.sitters.iter().any(Sitter::is_free);
        let seat = self.mover().filter(|_| is_full);
        if let Some(clock) = &mut self.clock {
            if is_over {
                clock.stop(now);
            } else {
                clock.run(seat, now);
            }
        }
    }

    fn lose_on_time(&mut self, seat: Seat, now: Duration) {
        if let Some(clock) = &mut self.clock {
            clock.empty(seat);
        }
        self.finish(End::Lost(seat, TIME_IS_UP), now);
    }

    fn finish(&mut self, end: End, now: Duration) {
        self.end = Some(end);
        self.pass_turn(now);
    }

    /// The position has changed, or the game has ended.
    fn pass_turn(&mut self, now: Duration) {
        self.turn += 1;
        self.runs_from(now);
        self.offers.clear();
        self.cover();
    }
}
