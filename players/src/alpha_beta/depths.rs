//! How far the search looks ahead.

/// How far to look ahead from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Depths {
    /// So many plies, whatever happens.
    pub(crate) least: usize,
    /// So many plies where something happens.
    pub(crate) most: usize,
    /// And so many after these, along forcing moves.
    pub(crate) beyond: usize,
}

impl Depths {
    /// After a move, and so many plies less deep.
    pub(super) fn below(self, less: usize) -> Depths {
        let less = 1 + less;
        Depths {
            least: self.least.saturating_sub(less),
            most: self.most.saturating_sub(less),
            ..self
        }
    }
}
