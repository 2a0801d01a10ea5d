//! Whose values are told: of two seats that win what the other loses the first one's, from whatever side
//! a search was asked; so who takes the largest is the same seat in every picture of a game.

use agon_core::{AnyPosition, Entered, Left, Position, Seat, Sum};

/// Whose values are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// The first seat's.
    First,
    /// Those that the search tells.
    Told,
}

impl Side {
    /// Whose they are in the game of this position.
    pub(super) fn of(position: &AnyPosition) -> Side {
        let facts = position.facts();
        if facts.seats == 2 && facts.sum == Sum::Zero { Side::First } else { Side::Told }
    }

    /// What was entered as it is told, and whether it is seen from the other side so.
    pub(super) fn entered(self, entered: Entered) -> (Entered, bool) {
        if self == Side::Told || entered.seat == Seat(0) {
            return (entered, false);
        }
        let [alpha, beta] = entered.window;
        let mut turned = entered;
        (turned.seat, turned.window) = (Seat(0), [0.0 - beta, 0.0 - alpha]);
        (turned, true)
    }
}

/// What came of a position, seen from the other side.
pub(super) fn turned(left: Left<'_>) -> Left<'_> {
    let mut turned = left;
    (turned.value, turned.bound) = (0.0 - left.value, left.bound.for_the_other());
    turned
}
