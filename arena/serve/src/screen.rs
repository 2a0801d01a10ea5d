//! Which view of a game that hides something is on whose screen: where several people share one, it is covered between
//! them, and what the next of them sees leaves the server only when it is asked for.

use agon_core::{Eye, Seat};
use agon_table::Shown;

use crate::{problem::Problem, table::TableState};

impl TableState {
    /// What this guest is shown: until the game is over what the seat sees where it sits, or what everybody
    /// sees. Who sits at several seats is shown what the one that is uncovered sees.
    pub(crate) fn shown_to(&self, guest: &str) -> Shown<'_> {
        let eye = match self.seats_of(guest)[..] {
            [] => None,
            [own] => Some(own),
            _ => self.uncovered,
        };
        let eye = eye.map_or(Eye::Public, Eye::Seat);
        Shown::until_over(&self.site, eye, self.ended().is_some())
    }

    /// The seat of this guest that is to move, if what it sees is covered: several people share one screen, and
    /// none is to see what the others do.
    pub(crate) fn covered(&self, guest: &str) -> Option<Seat> {
        let is_covered = |seat: &Seat| self.is_secret() && self.uncovered != Some(*seat);
        let seats = self.seats_of(guest);
        self.mover().filter(|seat| 1 < seats.len() && seats.contains(seat)).filter(is_covered)
    }

    /// Shows this guest what the seat sees that is to move; it stays so until another of theirs is.
    ///
    /// # Errors
    ///
    /// Where the guest is not to move.
    pub(crate) fn uncover(&mut self, guest: &str) -> Result<(), Problem> {
        if !self.is_turn_of(guest) {
            return Err(Problem::forbidden("not-your-move", &[]));
        }
        self.uncovered = self.mover();
        Ok(())
    }

    /// Whether this guest is to move, and sees what the seat does.
    pub(crate) fn may_move(&self, guest: &str) -> bool {
        self.is_turn_of(guest) && self.covered(guest).is_none()
    }

    /// Has the screen covered, once a person is to move who is not the one it was uncovered for.
    pub(crate) fn cover(&mut self) {
        let is_person = |seat: &Seat| self.sitters[seat.index()].is_person();
        if self.mover().filter(is_person).is_some_and(|seat| self.uncovered != Some(seat)) {
            self.uncovered = None;
        }
    }
}
