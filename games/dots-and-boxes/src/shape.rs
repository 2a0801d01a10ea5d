//! The size of the board, and where its lines lie.

use std::fmt;

use agon_core::Move;

/// The most columns and rows of boxes: with them, lines of one direction fit 64 bits, rows eight
/// bits apart.
pub(crate) const MOST: u8 = 7;

/// A line between two neighbouring dots.
///
/// First come the lines to the right, row by row from the bottom, then the lines upwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DotsAndBoxesMove(u8);

impl DotsAndBoxesMove {
    #[inline]
    pub(crate) const fn new(upward: bool, bit: u32) -> DotsAndBoxesMove {
        DotsAndBoxesMove((upward as u8) << 6 | bit as u8)
    }

    /// The line that starts at the dot of that column and row and runs upwards, or else to the
    /// right.
    pub(crate) const fn at(upward: bool, column: u8, row: u8) -> DotsAndBoxesMove {
        DotsAndBoxesMove::new(upward, (8 * row + column) as u32)
    }

    /// Whether it runs upwards.
    #[inline]
    pub(crate) const fn is_upward(self) -> bool {
        self.0 & 64 != 0
    }

    /// The column of the dot where it starts, counted from zero at the left.
    #[inline]
    pub const fn column(self) -> u8 {
        self.0 & 7
    }

    /// The row of the dot where it starts, counted from zero at the bottom.
    #[inline]
    pub const fn row(self) -> u8 {
        self.0 >> 3 & 7
    }

    /// Its place among the lines of its direction.
    #[inline]
    pub(crate) const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// Reads `a1b1`.
    pub(crate) fn read(text: &str) -> Option<DotsAndBoxesMove> {
        let &[from, row, to, end] = text.as_bytes() else { return None };
        let column = from.checked_sub(b'a').filter(|column| *column < 8)?;
        let row_index = row.checked_sub(b'1').filter(|row| *row < 8)?;
        match (to.checked_sub(from)?, end.checked_sub(row)?) {
            (1, 0) => Some(DotsAndBoxesMove::at(false, column, row_index)),
            (0, 1) => Some(DotsAndBoxesMove::at(true, column, row_index)),
            _ => None,
        }
    }
}

impl Move for DotsAndBoxesMove {
    #[inline]
    fn code(self) -> u64 {
        u64::from(self.0)
    }
    #[inline]
    fn from_code(code: u64) -> Option<Self> {
        (code < 128).then_some(DotsAndBoxesMove(code as u8))
    }
}

/// Its two dots, each a letter for the column and a number for the row: `a1b1`, `a1a2`.
impl fmt::Display for DotsAndBoxesMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dot = |column: u8, row: u8| format!("{}{}", char::from(b'a' + column), row + 1);
        let (column, row, upward) = (self.column(), self.row(), u8::from(self.is_upward()));
        write!(f, "{}{}", dot(column, row), dot(column + 1 - upward, row + upward))
    }
}

/// The number of boxes each way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) width: u8,
    pub(crate) height: u8,
}

impl Shape {
    pub(crate) fn boxes(self) -> u8 {
        self.width * self.height
    }

    /// The lines that run upwards, or else to the right.
    pub(crate) fn lines(self, upward: bool) -> u64 {
        let more = u8::from(upward);
        rectangle(self.width + more, self.height + 1 - more)
    }

    /// The boxes, each at the place of its lower left dot.
    pub(crate) fn box_places(self) -> u64 {
        rectangle(self.width, self.height)
    }

    pub(crate) fn symmetries(self) -> usize {
        if self.width == self.height { 8 } else { 4 }
    }

    /// The image of `line` under symmetry number `symmetry`: its bits, from the lowest, swap left
    /// and right, bottom and top, and columns and rows.
    pub(crate) fn image(self, line: DotsAndBoxesMove, symmetry: usize) -> DotsAndBoxesMove {
        let (mut upward, mut column, mut row) = (line.is_upward(), line.column(), line.row());
        if symmetry & 1 != 0 {
            column = self.width - u8::from(!upward) - column;
        }
        if symmetry & 2 != 0 {
            row = self.height - u8::from(upward) - row;
        }
        if symmetry & 4 != 0 {
            (upward, column, row) = (!upward, row, column);
        }
        DotsAndBoxesMove::at(upward, column, row)
    }
}

/// The lowest `width` bits of the lowest `height` bytes.
fn rectangle(width: u8, height: u8) -> u64 {
    let row = (1 << width) - 1;
    (0..height).fold(0, |bits, number| bits | row << (8 * number))
}
