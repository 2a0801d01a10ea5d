//! Representations of the board.
//!
//! The game has two bodies: [`Usual`](crate::Usual) is for the usual board, whose size is known at compile time, and
//! [`Any`](crate::Any) for all sizes. They have the same rules, and tests play them side by side.

use std::fmt::Debug;

use agon_core::Seat;

use crate::{Column, shape::Shape};

/// A board with its stones, and the seat to move. Columns and rows are counted from zero at the
/// bottom left; sets of columns have one bit for each.
pub trait Body: Clone + Debug + Eq + Send + Sync + 'static {
    /// An empty board, where this body can be of that shape.
    fn empty(shape: Shape) -> Option<Self>;
    /// An empty board as this one is.
    #[must_use]
    fn cleared(&self) -> Self;
    /// Its size, and the length of a line.
    fn shape(&self) -> Shape;

    /// The seat to move, or that would be to move if the game were not over.
    fn mover(&self) -> Seat;
    /// The columns where a stone may be dropped; none when the game is over.
    fn open(&self) -> u16;
    /// The number of open columns.
    fn count(&self) -> usize;
    /// The open column number `n`, from the left.
    fn nth(&self, n: usize) -> Column;
    /// Drops a stone.
    fn play(&mut self, column: Column);
    /// Becomes `source` after a stone is dropped.
    fn play_from(&mut self, source: &Self, column: Column);
    /// Whether the seat to move would have a line after a stone there.
    fn wins(&self, column: Column) -> bool;
    /// Whether there is room for exactly one stone.
    fn is_nearly_full(&self) -> bool;
    /// Whether the seat that moved last has a line.
    fn is_won(&self) -> bool;

    /// The stones of the seat to move, and of the other, in words.
    fn words(&self) -> [u128; 2];
    /// Whether the words are of 64 bits.
    fn is_narrow(&self) -> bool;
    /// Whether the seat to move has a stone there, and whether the other has.
    fn stones(&self, column: u8, row: u8) -> [bool; 2];
    /// The board with these stones, `mover` to move: `None` where both have a line, or the one to
    /// move.
    fn with_stones(self, mover: Seat, stones: impl Iterator<Item = (u8, u8, Seat)>) -> Option<Self>;
    /// The board seen from behind.
    #[must_use]
    fn mirrored(&self) -> Self;

    /// The lines open to the seat to move, less those open to the other.
    fn open_lines(&self) -> i32;
    /// The lines through the stones of the seat to move, less those through the other's.
    fn centre(&self) -> i32;
    /// Columns that suffice: see [`Position::each_sufficient`](agon_core::Position::each_sufficient).
    fn sufficient(&self) -> u16;
    /// The columns where a stone of either seat would complete a line.
    fn forcing(&self) -> u16;
    /// Whether a stone of either seat there would complete a line.
    fn is_forcing(&self, column: Column) -> bool;
    /// The squares on which the seat to move would threaten to complete a line after a stone there;
    /// none while threats are not counted.
    fn chances(&self, column: Column) -> u32;
}

/// The number of stones, in lines, after which a hint considers threats: with fewer, searches of a few moves do better
/// by the centre; with more, searches to the end do better by threats.
pub(crate) const THREATENING: u32 = 3;
