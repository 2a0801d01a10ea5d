//! What a score sheet says before the moves.

use crate::Seat;

/// The head of a score sheet, where a standard asks for more than the names of those who play.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Scoresheet {
    /// The standard's tags for the game and for where the play begins, in its order: in PGN's `SetUp` and
    /// `FEN`, say; in PDN's `GameType` too. None where there is nothing to be told.
    pub tags: Vec<(&'static str, String)>,
    /// The number that the first move has.
    pub number: u32,
    /// Whom the sheet names as White, in games of two seats: the first to move unless the game has it otherwise.
    pub white: Seat,
}

impl Scoresheet {
    /// With these tags, and the number of the first move.
    pub fn new(tags: Vec<(&'static str, String)>, number: u32) -> Scoresheet {
        Scoresheet { tags, number, white: Seat(0) }
    }

    /// The same sheet of a game where that seat has the white pieces.
    #[must_use]
    pub fn white(self, white: Seat) -> Scoresheet {
        Scoresheet { white, ..self }
    }

    /// What the tag of that name says.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.0 == name).map(|tag| tag.1.as_str())
    }
}

impl Default for Scoresheet {
    /// Nothing to be told, and the moves are counted from one.
    fn default() -> Self {
        Scoresheet::new(Vec::new(), 1)
    }
}
