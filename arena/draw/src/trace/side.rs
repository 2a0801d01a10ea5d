//! The seat whose values are shown: in two-seat zero-sum games always the first one, whichever seat a search was for,
//! so that MAX is the same seat in every picture of a game.

use agon_core::{AnyPosition, Entered, Left, Position, Seat, Sum};

/// The seat whose values are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// The first seat's.
    First,
    /// The one that the search reports.
    Told,
}

impl Side {
    /// Whose they are in the game of this position.
    pub(super) fn of(position: &AnyPosition) -> Side {
        let facts = position.facts();
        if facts.seats == 2 && facts.sum == Sum::Zero { Side::First } else { Side::Told }
    }

    /// The report as shown, and whether its values are turned to the other seat.
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

/// The result of a position, from the other seat's point of view.
pub(super) fn turned(left: Left<'_>) -> Left<'_> {
    let mut turned = left;
    (turned.value, turned.bound) = (0.0 - left.value, left.bound.for_the_other());
    turned
}
