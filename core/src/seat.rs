//! A place at the board.

use std::fmt;

/// A place at the board, counted from zero; `Seat(0)` moves first.
///
/// A *player* is an algorithm; a *seat* is its place. People count from one, and so does `Display`:
/// `Seat(0)` is `seat 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(pub u8);

impl Seat {
    /// The other seat of a two-seat game.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Seat {
        Seat(self.0 ^ 1)
    }

    /// The seat as an index into a list of seats.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat after this one when `seats` take turns.
    #[inline]
    #[must_use]
    pub const fn next(self, seats: u8) -> Seat {
        if self.0 + 1 == seats { Seat(0) } else { Seat(self.0 + 1) }
    }

    /// The usual letters of two-seat games: `X` moves first, `O` second.
    ///
    /// # Panics
    ///
    /// For a third seat.
    #[must_use]
    pub const fn letter(self) -> &'static str {
        ["X", "O"][self.index()]
    }

    /// The seat with this [letter](Seat::letter).
    ///
    /// ```
    /// use agon_core::Seat;
    ///
    /// assert_eq!(Seat::from_letter("O"), Some(Seat(1)));
    /// assert_eq!(Seat::from_letter("o"), None);
    /// ```
    #[must_use]
    pub fn from_letter(letter: &str) -> Option<Seat> {
        Seat::all(2).find(|seat| seat.letter() == letter)
    }

    /// Every seat of a game of `seats`, in order.
    pub fn all(seats: u8) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        (0..seats).map(Seat)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0 + 1)
    }
}
