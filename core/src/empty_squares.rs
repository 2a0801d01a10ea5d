//! The empty squares of a board on which stones are put.

use std::ops::ControlFlow;

use crate::bits::nth_one;

/// The empty squares of a square board of at most twenty rows; their order is row by row.
///
/// Rows and columns are counted from 0, at whichever edge the game says.
///
/// ```
/// use agon_core::EmptySquares;
///
/// let mut empty = EmptySquares::all(3);
/// empty.remove(0, 1);
/// assert_eq!(empty.len(), 8);
/// assert_eq!(empty.nth(1), Some((0, 2)));
/// empty.insert(0, 1);
/// assert_eq!(empty.nth(1), Some((0, 1)));
/// assert_eq!(empty.nth(9), None);
/// ```
#[derive(Clone, Debug)]
pub struct EmptySquares {
    /// One bit for each square, row by row.
    words: [u64; WORDS],
    len: u16,
    /// The factor that yields the row of a square's number.
    row_of: u16,
    /// The number of squares in a row.
    width: u8,
}

const MOST: usize = 20;
const WORDS: usize = (MOST * MOST).div_ceil(64);

impl EmptySquares {
    /// A board of `size` rows and columns without a stone.
    ///
    /// # Panics
    ///
    /// If `size` is 0 or more than 20.
    #[must_use]
    pub fn all(size: u8) -> EmptySquares {
        assert!((1..=MOST).contains(&usize::from(size)), "a board of {size} rows");
        let squares = usize::from(size) * usize::from(size);
        let mut words = [0; WORDS];
        for number in 0..squares {
            words[number / 64] |= 1 << (number % 64);
        }
        let row_of = (65536 / u32::from(size) + 1).min(65535) as u16;
        EmptySquares { words, len: squares as u16, row_of, width: size }
    }

    /// The number of empty squares.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.len.into()
    }

    /// Whether the board is full.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Removes an empty square, where a stone is placed.
    #[inline]
    pub fn remove(&mut self, row: u8, column: u8) {
        let number = self.number(row, column);
        self.words[number / 64] &= !(1 << (number % 64));
        self.len -= 1;
    }

    /// Adds a square, whose stone is removed.
    #[inline]
    pub fn insert(&mut self, row: u8, column: u8) {
        let number = self.number(row, column);
        self.words[number / 64] |= 1 << (number % 64);
        self.len += 1;
    }

    /// Visits the row and column of each empty square, until `visit` breaks.
    #[inline]
    pub fn each(&self, mut visit: impl FnMut(u8, u8) -> ControlFlow<()>) -> ControlFlow<()> {
        for (word, &squares) in (0..).step_by(64).zip(&self.words) {
            let mut left = squares;
            while left != 0 {
                let (row, column) = self.square(word + left.trailing_zeros());
                visit(row, column)?;
                left &= left - 1;
            }
        }
        ControlFlow::Continue(())
    }

    /// The row and column of empty square number `n`, counted from 0; `None` if there are fewer.
    #[inline]
    #[must_use]
    pub fn nth(&self, n: usize) -> Option<(u8, u8)> {
        let mut n = n as u32;
        for (word, &squares) in (0..).step_by(64).zip(&self.words) {
            let ones = squares.count_ones();
            if n < ones {
                return Some(self.square(word + nth_one(squares, n)));
            }
            n -= ones;
        }
        None
    }

    #[inline]
    fn number(&self, row: u8, column: u8) -> usize {
        usize::from(row) * usize::from(self.width) + usize::from(column)
    }

    #[inline]
    fn square(&self, number: u32) -> (u8, u8) {
        let row = (number * u32::from(self.row_of)) >> 16;
        (row as u8, (number - row * u32::from(self.width)) as u8)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::{EmptySquares, MOST};

    #[test]
    fn every_size_has_its_squares_row_by_row() {
        for size in 1..=MOST as u8 {
            let empty = EmptySquares::all(size);
            let all: Vec<_> = (0..size).flat_map(|row| (0..size).map(move |column| (row, column))).collect();
            let mut seen = Vec::new();
            let _ = empty.each(|row, column| {
                seen.push((row, column));
                ControlFlow::Continue(())
            });
            assert_eq!(seen, all);
            let by_number: Vec<_> = (0..).map_while(|n| empty.nth(n)).collect();
            assert_eq!(by_number, all);
        }
    }
}
