//! What a score sheet says before the moves.

/// The head of a score sheet, where a standard asks for more than the names of those who play.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Scoresheet {
    /// The standard's tags for where the play begins, in its order: in PGN's `SetUp` and `FEN`,
    /// say. None where it begins as it always does.
    pub tags: Vec<(&'static str, String)>,
    /// The number that the first move has.
    pub number: u32,
}

impl Scoresheet {
    /// With these tags, and the number of the first move.
    pub fn new(tags: Vec<(&'static str, String)>, number: u32) -> Scoresheet {
        Scoresheet { tags, number }
    }
}

impl Default for Scoresheet {
    /// Nothing to be said, and the moves are counted from one.
    fn default() -> Self {
        Scoresheet::new(Vec::new(), 1)
    }
}
