//! The head of a score sheet.

use crate::Seat;

/// The head of a score sheet, for standards that require more than the names of the players.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Scoresheet {
    /// The standard's tags for the game and the initial position, in the standard's order: in PGN `SetUp` and
    /// `FEN`, for example, in PDN `GameType` too. Empty if there is nothing to say.
    pub tags: Vec<(&'static str, String)>,
    /// The number of the first move.
    pub number: u32,
    /// The seat with the white pieces, in games of two seats: the first unless the game says otherwise.
    pub white: Seat,
}

impl Scoresheet {
    /// A head with these tags and this number of the first move.
    pub fn new(tags: Vec<(&'static str, String)>, number: u32) -> Scoresheet {
        Scoresheet { tags, number, white: Seat(0) }
    }

    /// The same head, with the white pieces for that seat.
    #[must_use]
    pub fn white(self, white: Seat) -> Scoresheet {
        Scoresheet { white, ..self }
    }

    /// The value of the first tag of that name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.0 == name).map(|tag| tag.1.as_str())
    }
}

/// The position in a tag as score sheets have it, `[FEN "…"]`, which people copy as a whole. None if `text` is no such tag.
pub(crate) fn position_in_tag(text: &str) -> Option<&str> {
    let inside = text.trim().strip_prefix("[FEN")?.strip_suffix(']')?;
    inside.trim().strip_prefix('"')?.strip_suffix('"')
}

impl Default for Scoresheet {
    /// No tags, and moves counted from one.
    fn default() -> Self {
        Scoresheet::new(Vec::new(), 1)
    }
}
