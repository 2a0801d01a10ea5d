//! Who is told what a search does while it does it.
//!
//! A search that is watched tells each position it enters and leaves, the one inside the other like
//! brackets, and the moves it does not look at. Values and windows are those of the seat that the
//! search is for. Watched searches run on [`AnyPosition`](crate::AnyPosition) only, so that nothing
//! is compiled twice and native play pays nothing.

use crate::{AnyMove, Bound, Node};

/// Is told each position that a search enters and leaves, and each move that it cuts.
pub trait Observer {
    /// A position was entered: whatever is told until it is left lies below it.
    fn entered(&mut self, entered: Entered);

    /// The position entered last that was not left yet was left.
    fn left(&mut self, left: Left);

    /// A move of the position entered last is not looked at.
    fn skipped(&mut self, m: AnyMove, why: Reason) {
        let _ = (m, why);
    }
}

/// A position was entered.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Entered {
    /// By which move; none at the root.
    pub by: Option<AnyMove>,
    /// Who made that move: what kind of node the position before it is; none at the root.
    pub from: Option<Node>,
    /// The values that matter there: at most the first, or at least the second, may be wrong on the
    /// same side.
    pub window: [f64; 2],
}

impl Entered {
    /// Entered by this move, from this node, in this window.
    pub const fn new(by: Option<AnyMove>, from: Option<Node>, window: [f64; 2]) -> Entered {
        Entered { by, from, window }
    }
}

/// A position was left.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Left {
    /// What it is worth. It is no number where the search was stopped, and where a refutation says
    /// nothing of it, as with more than two seats.
    pub value: f64,
    /// How exactly.
    pub bound: Bound,
    /// Why the search went no further there.
    pub why: Reason,
}

impl Left {
    /// Left with this value, so exactly known, for this reason.
    pub const fn new(value: f64, bound: Bound, why: Reason) -> Left {
        Left { value, bound, why }
    }
}

/// Why a position was left, or a move not looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The game is over there.
    Terminal,
    /// It was estimated: the search goes no deeper.
    Horizon,
    /// All its moves that matter were looked at.
    Searched,
    /// One of its moves is enough: the rest cannot change the value above.
    Refuted,
    /// One of its moves was tried for a bound; the others were not.
    Tried,
    /// It was known before.
    Known,
    /// Others promise more.
    Unpromising,
    /// The budget, the time or the patience of whoever asked is at its end.
    Stopped,
}
