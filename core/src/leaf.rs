//! The result of one move at the last ply of a search.

/// The position after a move, valued without further search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leaf {
    /// Whether the game is over.
    pub is_over: bool,
    /// Its payoff if the game is over; otherwise its estimate, whichever seat acts.
    pub value: f64,
}
