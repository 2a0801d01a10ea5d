//! Positions as those see them who learn: places as bytes, and moves as numbers.

use crate::{Move, Node, Position, Seat};

/// A position that can be learned from: [evaluations](crate::Evaluate) see its places, and programs that learn to choose
/// see its moves as numbers. A game that has one of the two leaves out the other; it says that it has either by
/// [`Extras::learnable`](crate::Extras::learnable).
///
/// The crate `agon-laws` checks the laws below, as it does those of [`Position`].
pub trait Learnable: Position {
    /// The bound of move numbers: the [number](Learnable::number) of every move is below it. Zero means that the game
    /// numbers no moves, and no choice among all its moves can be learned.
    ///
    /// # Laws
    ///
    /// * It is the same in every position of a game.
    /// * The legal moves of a seat have distinct numbers, all below the bound.
    /// * A move has the same number in every position.
    #[inline]
    fn numbers(&self) -> u32 {
        0
    }

    /// The number that identifies a move across positions: by default its code; override it if codes are sparse. Only
    /// for moves of seats, not for outcomes of chance.
    #[inline]
    fn number(&self, m: Self::Move) -> u32 {
        number_by_code(m)
    }

    /// Writes the content of each place, as `seat` sees it: a byte for each place of the
    /// [picture](Position::picture), in its order, then one for each thing beside the board that
    /// affects what may happen. Returns a number greater than all bytes; zero, with nothing
    /// written, for a game without places. See [`Evaluate`](crate::Evaluate).
    ///
    /// Called for the seat that is [on turn](Learnable::on_turn), and in games of more than two seats for every other.
    /// If the game is symmetric in the seats, it encodes `seat`'s own pieces and the others', on a board turned so that
    /// every seat plays in one direction, and [`swaps`](Learnable::swaps) returns true. Any other game encodes the owner
    /// of each piece.
    ///
    /// # Laws
    ///
    /// * The number of bytes, and the number above them, are the same in every position of a game.
    /// * Equal positions have equal bytes; of ten random positions that look different, nine have different ones.
    /// * Places with different pieces, whatever their number, have different bytes for the first seat.
    /// * A [symmetry](crate::Symmetric) preserves the number of zero bytes.
    #[inline]
    fn states(&self, seat: Seat, out: &mut Vec<u8>) -> u8 {
        let _ = seat;
        out.clear();
        0
    }

    /// Whether the game is symmetric in the seats as shown by [`states`](Learnable::states): an
    /// evaluation learned for one seat then holds for the others.
    fn swaps(&self) -> bool {
        false
    }

    /// The seat whose turn it is: the seat to act, and at a chance node the seat that draws, or acts on the outcome. A
    /// game with chance after the first move of another seat overrides it.
    #[inline]
    fn on_turn(&self) -> Seat {
        seat_to_act(self)
    }

    /// The payoff that `seat` has already secured: points that cannot be lost, in units of the payoff. It never
    /// decreases along a play, and is at most the final payoff. Called in games whose payoffs are more than win and
    /// loss.
    #[inline]
    fn secured(&self, seat: Seat) -> f64 {
        let _ = seat;
        0.0
    }
}

/// The number of a move in a game that numbers none itself.
pub(crate) fn number_by_code(m: impl Move) -> u32 {
    u32::try_from(m.code()).unwrap_or(u32::MAX)
}

/// The seat on turn in a game that does not say.
pub(crate) fn seat_to_act(here: &impl Position) -> Seat {
    match here.node() {
        Node::Decision(seat) => seat,
        Node::Chance | Node::Terminal => Seat(0),
    }
}
