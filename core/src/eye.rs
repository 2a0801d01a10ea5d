//! Who looks at a position where not everybody sees everything.

use std::fmt;

use crate::{Position, Seat, picture::Letters};

/// Who looks at a position.
///
/// In a game [where something is hidden](crate::Facts::hidden) each sees what its [view](Position::write_view)
/// says, and nothing else; in all others everybody sees everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Eye {
    /// Somebody who sits at no seat: sees what everybody sees.
    Public,
    /// The seat: sees that, and what it alone was shown.
    Seat(Seat),
}

impl Eye {
    /// Everybody who may look at a game with this many seats.
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

/// The view of `eye`, as a string of its own.
pub fn view<P: Position>(position: &P, eye: Eye) -> String {
    let mut text = String::new();
    position.write_view(eye, &mut text).expect("a string takes any text");
    text
}

/// What `eye` sees, drawn for people in letters: of one or more lines, without a trailing line break.
pub fn drawing_for<P: Position>(position: &P, eye: Eye) -> String {
    if position.facts().hidden {
        position.picture_for(eye).letters(Letters::PLAIN)
    } else {
        position.drawing()
    }
}
