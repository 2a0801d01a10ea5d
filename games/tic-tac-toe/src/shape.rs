//! The size of the board, the length of a line, and where squares lie.

use std::fmt;

use agon_core::{Move, rows};

/// The most columns, the most rows and the longest line.
pub(crate) const MOST: u8 = 19;

/// A square to mark.
///
/// Squares are ordered row by row from the bottom row, and from left to right in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u16);

impl Square {
    /// The square of that column and that row, both counted from zero at the bottom left, or
    /// `None` where no board is as large as that.
    pub const fn new(column: u8, row: u8) -> Option<Square> {
        if column < MOST && row < MOST { Some(Square::at(column, row)) } else { None }
    }

    /// Its column, counted from zero at the left.
    #[inline]
    pub const fn column(self) -> u8 {
        (self.0 & 31) as u8
    }

    /// Its row, counted from zero at the bottom.
    #[inline]
    pub const fn row(self) -> u8 {
        (self.0 >> 5) as u8
    }

    #[inline]
    pub(crate) const fn at(column: u8, row: u8) -> Square {
        Square((row as u16) << 5 | column as u16)
    }

    /// The square with this number on a board whose rows are eight squares apart.
    #[inline]
    pub(crate) const fn from_bit(bit: u32) -> Square {
        Square(((bit & 0x38) << 2 | bit & 7) as u16)
    }

    /// Its number on a board whose rows are eight squares apart.
    #[inline]
    pub(crate) const fn bit(self) -> u32 {
        (self.0 as u32 >> 2 & 0x38) | (self.0 as u32 & 7)
    }

    /// Reads `b2`.
    pub(crate) fn read(text: &str) -> Option<Square> {
        let mut chars = text.chars();
        let column = chars.next().filter(char::is_ascii_lowercase)? as u8 - b'a';
        let digits = chars.as_str();
        if digits.starts_with(['0', '+']) {
            return None;
        }
        Square::new(column, digits.parse::<u8>().ok()?.checked_sub(1)?)
    }
}

impl Move for Square {
    #[inline]
    fn code(self) -> u64 {
        u64::from(self.0)
    }
    #[inline]
    fn from_code(code: u64) -> Option<Self> {
        let square = Square(u16::try_from(code).ok()?);
        (square.column() < MOST && square.row() < MOST).then_some(square)
    }
}

/// The column, a letter, and the row, a number: `b2`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column()), self.row() + 1)
    }
}

/// The options of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) width: u8,
    pub(crate) height: u8,
    pub(crate) line: u8,
    pub(crate) seats: u8,
}

impl Shape {
    pub(crate) fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.height).flat_map(move |row| (0..self.width).map(move |column| Square::at(column, row)))
    }

    #[inline]
    pub(crate) fn holds(self, square: Square) -> bool {
        square.column() < self.width && square.row() < self.height
    }

    pub(crate) fn area(self) -> u16 {
        u16::from(self.width) * u16::from(self.height)
    }

    /// The number of lines on the board, counted by direction.
    pub(crate) fn lines(self) -> u32 {
        let places = |length: u8| u32::from((length + 1).saturating_sub(self.line));
        let (width, height) = (u32::from(self.width), u32::from(self.height));
        let (across, up) = (places(self.width), places(self.height));
        across * height + up * width + 2 * across * up
    }

    /// The number of lines through `square`, counted by direction.
    pub(crate) fn lines_through(self, square: Square) -> u32 {
        let left = square.column();
        let right = self.width - 1 - left;
        let below = square.row();
        let above = self.height - 1 - below;
        [(left, right), (below, above), (left.min(below), right.min(above)), (left.min(above), right.min(below))]
            .into_iter()
            .map(|(before, after)| {
                // A line may reach at most `line - 1` squares to either side.
                let reach = before.min(self.line - 1) + after.min(self.line - 1) + 1;
                u32::from((reach + 1).saturating_sub(self.line))
            })
            .sum()
    }

    /// The symmetries of the rectangle, or of the square.
    pub(crate) fn symmetries(self) -> usize {
        if self.width == self.height { 8 } else { 4 }
    }

    /// The image of `square` under symmetry number `symmetry`.
    pub(crate) fn image(self, square: Square, symmetry: usize) -> Square {
        let sides = [self.height, self.width];
        let (row, column) = rows::image(square.row(), square.column(), sides, symmetry);
        Square::at(column, row)
    }
}
