//! Who sits where, what each of them may see, and what is on a screen that people share.

use agon_core::{Eye, Seat};

use super::{PlayedGame, ToMove};
use crate::{shown::ShownPosition, sitter::Sitter};

impl PlayedGame {
    /// The seats where the person of this name sits.
    pub fn seats_of(&self, name: &str) -> Vec<Seat> {
        self.seats_where(|sitter| sitter.is(name))
    }

    /// The seats of all people, free ones too.
    pub fn seats_of_people(&self) -> Vec<Seat> {
        self.seats_where(Sitter::is_person)
    }

    fn seats_where(&self, is_meant: impl Fn(&Sitter) -> bool) -> Vec<Seat> {
        let seats = Seat::all(self.sitters.len() as u8);
        seats.zip(&self.sitters).filter(|(_, own)| is_meant(own)).map(|(seat, _)| seat).collect()
    }

    /// Whether a person at one of these seats is to act.
    pub fn is_turn_of(&self, by: &[Seat]) -> bool {
        matches!(self.to_move(), ToMove::Person(seat) if by.contains(&seat))
    }

    /// Whether a person sits at a seat other than these, or may sit down there.
    pub fn has_others(&self, by: &[Seat]) -> bool {
        self.seats_of_people().iter().any(|seat| !by.contains(seat))
    }

    /// Whether those who speak for these seats can take a move back.
    pub fn can_undo(&self, by: &[Seat]) -> bool {
        let is_person = |seat: Seat| self.sitters[seat.index()].is_person();
        !by.is_empty()
            && !self.has_others(by)
            && !self.site.hides()
            && !self.site.clone().take_back(is_person).is_empty()
    }

    /// Whether something is hidden from somebody now: until the game is over.
    pub fn is_secret(&self) -> bool {
        self.site.hides() && self.ended().is_none()
    }

    /// What is shown to an observer: until the game is over what they see of it, then all of it.
    pub fn shown(&self, eye: Eye) -> ShownPosition<'_> {
        ShownPosition::until_over(&self.site, eye, self.ended().is_some())
    }

    /// What is shown to whoever sits at these seats: what the seat sees; to those who share one screen what the one sees
    /// that is [uncovered](crate::GameAction::Uncover); to others what everybody sees.
    pub fn shown_to(&self, by: &[Seat]) -> ShownPosition<'_> {
        let eye = match by {
            [] => None,
            [own] => Some(*own),
            _ => self.uncovered,
        };
        self.shown(eye.map_or(Eye::Public, Eye::Seat))
    }

    /// The seat to act, if it is one of these and what it sees is covered: several people share one screen, and none is
    /// to see what the others do.
    pub fn covered(&self, by: &[Seat]) -> Option<Seat> {
        let is_covered = |seat: &Seat| self.is_secret() && self.uncovered != Some(*seat);
        self.mover().filter(|seat| 1 < by.len() && by.contains(seat)).filter(is_covered)
    }

    /// Has the screen covered, once a person is to act who is not the one it was uncovered for.
    pub(super) fn cover(&mut self) {
        if matches!(self.to_move(), ToMove::Person(seat) if self.uncovered != Some(seat)) {
            self.uncovered = None;
        }
    }
}
