//! Who acts in a position: a seat, chance or nobody.

use std::fmt::{self, Display};

use crate::Seat;

/// Who acts in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// The given seat chooses a move.
    Decision(Seat),
    /// Nature draws an outcome, by [`Position::weight`](crate::Position::weight).
    Chance,
    /// Nobody: the game is over and [`Position::payoff`](crate::Position::payoff) is final.
    Terminal,
}

impl Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Node::Decision(seat) => write!(f, "{seat} to move"),
            Node::Chance => f.write_str("chance to draw"),
            Node::Terminal => f.write_str("the game is over"),
        }
    }
}
