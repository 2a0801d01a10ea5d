//! Observers of a position in games with hidden information.

use std::fmt;

use crate::Seat;

/// An observer of a position.
///
/// In a game [with hidden information](crate::Facts::hidden) an observer sees what its [view](crate::Position::write_view)
/// shows, and nothing else; in all other games every observer sees everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Eye {
    /// A spectator without a seat: sees only what is public.
    Public,
    /// A seat: sees what is public, and what was shown to it alone.
    Seat(Seat),
}

impl Eye {
    /// All observers of a game with `seats` seats.
    pub fn all(seats: u8) -> impl Iterator<Item = Eye> {
        std::iter::once(Eye::Public).chain(Seat::all(seats).map(Eye::Seat))
    }
}

impl fmt::Display for Eye {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Eye::Public => f.write_str("everybody"),
            Eye::Seat(seat) => seat.fmt(f),
        }
    }
}
