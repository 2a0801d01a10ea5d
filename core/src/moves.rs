//! Moves: their requirements.

use std::{
    fmt::{Debug, Display},
    hash::Hash,
};

/// A move, or an outcome of chance: small, `Copy`, ordered and numbered, so that its type can be
/// erased.
///
/// # Laws
///
/// * Distinct moves have distinct codes, and codes are ordered as the moves are.
/// * `from_code(m.code()) == Some(m)`; no code makes `from_code` panic.
///
/// # Example
///
/// ```
/// use std::fmt;
/// use agon_core::Move;
///
/// /// A square of the board of three by three.
/// #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
/// struct Square(u8);
///
/// impl Move for Square {
///     fn code(self) -> u64 {
///         self.0.into()
///     }
///     fn from_code(code: u64) -> Option<Self> {
///         u8::try_from(code).ok().filter(|&square| square < 9).map(Square)
///     }
/// }
///
/// impl fmt::Display for Square {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         write!(f, "{}{}", char::from(b'a' + self.0 % 3), 1 + self.0 / 3)
///     }
/// }
///
/// assert_eq!(Square(5).to_string(), "c2");
/// assert_eq!(Square::from_code(Square(5).code()), Some(Square(5)));
/// assert_eq!(Square::from_code(9), None);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type of moves",
    label = "no `impl Move` for this type",
    note = "write `code`, the number of a move, and `from_code`, the move of a number; derive the other traits, and write `Display`"
)]
pub trait Move: Copy + Ord + Hash + Debug + Display + Send + Sync + 'static {
    /// The number of the move.
    fn code(self) -> u64;

    /// The move with that number, or `None` if no position of the game has such a move.
    fn from_code(code: u64) -> Option<Self>;
}
