//! The depth of the search.

/// The depth to search below a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Depths {
    /// Plies to search in any case.
    pub(crate) least: usize,
    /// Plies to search if the position is not quiet.
    pub(crate) most: usize,
    /// Further plies to search along forcing moves.
    pub(crate) beyond: usize,
}

impl Depths {
    /// The depths after a move, reduced by `less` plies.
    pub(super) fn below(self, less: usize) -> Depths {
        let less = 1 + less;
        Depths { least: self.least.saturating_sub(less), most: self.most.saturating_sub(less), ..self }
    }
}
