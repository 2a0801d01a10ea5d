//! A larger board, in words of 128 bits: rows are `width + 1` bits apart.

use crate::shape::Shape;

/// The stones of the seat to move and of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wide {
    pub(crate) mine: u128,
    pub(crate) theirs: u128,
    shape: Shape,
}

impl Wide {
    /// Whether a board of that size fits.
    pub(crate) fn fits(shape: Shape) -> bool {
        shape.area() + u32::from(shape.height) <= u128::BITS
    }

    pub(crate) fn new(shape: Shape) -> Wide {
        Wide { mine: 0, theirs: 0, shape }
    }

    fn bit(&self, column: u8, row: u8) -> u128 {
        1 << (u32::from(row) * self.stride() + u32::from(column))
    }

    fn stride(&self) -> u32 {
        u32::from(self.shape.width) + 1
    }

    /// The columns that are not full, one bit for each.
    #[inline]
    pub(crate) fn open(&self) -> u16 {
        let top = (self.mine | self.theirs) >> (u32::from(self.shape.height - 1) * self.stride());
        !(top as u16) & ((1 << self.shape.width) - 1)
    }

    /// The square where a stone in that column comes to lie.
    #[inline]
    pub(crate) fn landing(&self, column: u8) -> u128 {
        let (stones, mut square) = (self.mine | self.theirs, 1 << column);
        while stones & square != 0 {
            square <<= self.stride();
        }
        square
    }

    /// The board after a stone in that column, with the other seat to move.
    #[inline]
    #[must_use]
    pub(crate) fn after(&self, column: u8) -> Wide {
        let stone = self.landing(column);
        Wide { mine: self.theirs, theirs: self.mine | stone, shape: self.shape }
    }

    /// Puts a stone on the square of that column and row.
    pub(crate) fn put(&mut self, mine: bool, column: u8, row: u8) {
        let square = self.bit(column, row);
        *(if mine { &mut self.mine } else { &mut self.theirs }) |= square;
    }

    pub(crate) fn has(&self, stones: u128, column: u8, row: u8) -> bool {
        stones & self.bit(column, row) != 0
    }

    /// The lines that the seat to move may still complete, less those of the other.
    pub(crate) fn open_lines(&self) -> i32 {
        let board = self.shape.squares().fold(0, |board, (column, row)| board | self.bit(column, row));
        let open = |closed: u128| -> u32 {
            let starts = self.starts(board & !closed);
            starts.into_iter().map(u128::count_ones).sum()
        };
        open(self.theirs).cast_signed() - open(self.mine).cast_signed()
    }

    /// The numbers of lines through each stone, added up, of the seat to move less the other's.
    pub(crate) fn centre(&self) -> i32 {
        let weight = |stones: u128| -> u32 {
            let own = self.shape.squares().filter(|&(column, row)| self.has(stones, column, row));
            own.map(|(column, row)| self.shape.lines_through(column, row)).sum()
        };
        weight(self.mine).cast_signed() - weight(self.theirs).cast_signed()
    }

    #[must_use]
    pub(crate) fn mirrored(&self) -> Wide {
        let mirror = |stones: u128| {
            let own = self.shape.squares().filter(|&(column, row)| self.has(stones, column, row));
            own.fold(0, |image, (column, row)| image | self.bit(self.shape.width - 1 - column, row))
        };
        Wide { mine: mirror(self.mine), theirs: mirror(self.theirs), ..*self }
    }

    /// Whether a line of set bits runs anywhere.
    #[inline]
    pub(crate) fn has_line(&self, stones: u128) -> bool {
        self.starts(stones).into_iter().any(|starts| starts != 0)
    }

    /// For each of the four directions, the squares where a line of set bits starts.
    #[inline]
    fn starts(&self, bits: u128) -> [u128; 4] {
        let (stride, line) = (self.stride(), u32::from(self.shape.line));
        [1, stride, stride + 1, stride - 1].map(|shift| {
            let (mut starts, mut length) = (bits, 1);
            while length < line {
                // Two runs of `length`, overlapping or end to end, make a longer one.
                let step = length.min(line - length);
                // A line that would leave the board at the top shifts every bit out.
                starts &= starts.checked_shr(shift * step).unwrap_or(0);
                length += step;
            }
            starts
        })
    }
}
