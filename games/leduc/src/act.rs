//! What happens in a game: acts of seats, and cards.

use std::fmt::{self, Write};

use agon_core::Move;

use crate::cards::MOST_CODES;

/// An act of a seat, or the card dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Act {
    /// To give up the chips put in.
    Fold,
    /// To put in as much as the other, which may be nothing.
    Call,
    /// To put in as much as the other, and more.
    Raise,
    /// This card is dealt: its rank from zero on, or with suits twice the rank and the suit.
    Card(u8),
}

impl Move for Act {
    fn code(self) -> u64 {
        match self {
            Act::Fold => 0,
            Act::Call => 1,
            Act::Raise => 2,
            Act::Card(card) => 3 + u64::from(card),
        }
    }
    fn from_code(code: u64) -> Option<Self> {
        match code {
            0 => Some(Act::Fold),
            1 => Some(Act::Call),
            2 => Some(Act::Raise),
            3..MOST_CODES => Some(Act::Card(code as u8 - 3)),
            _ => None,
        }
    }
}

/// `f`, `c`, `r`, or the card by its number; [`Leduc`](crate::Leduc) writes cards by rank.
impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::Fold => f.write_char('f'),
            Act::Call => f.write_char('c'),
            Act::Raise => f.write_char('r'),
            Act::Card(card) => write!(f, "card {card}"),
        }
    }
}
