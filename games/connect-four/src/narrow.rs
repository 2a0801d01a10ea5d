//! A board of at most 7 × 8 squares in words of 64 bits.
//!
//! Rows are eight bits apart and columns one, and the top row is the highest byte. So the lowest
//! free square of a column is the lowest set bit of a mask, and the open columns are the highest
//! byte of the free squares. The bit to the right of the last column is never set, so no line runs
//! over the edge.

use crate::shape::Shape;

/// The stones of the seat to move and of the other, and the free squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Narrow {
    pub(crate) mine: u64,
    pub(crate) theirs: u64,
    pub(crate) free: u64,
}

/// The squares of column `a`.
const COLUMN: u64 = u64::MAX / 255;

impl Narrow {
    pub(crate) fn new(shape: Shape) -> Narrow {
        Narrow {
            mine: 0,
            theirs: 0,
            free: shape.squares().fold(0, |free, (column, row)| free | 1 << shape.narrow_place(column, row)),
        }
    }

    /// The columns that are not full, one bit for each.
    #[inline]
    pub(crate) fn open(&self) -> u8 {
        (self.free >> 56) as u8
    }

    /// The number of stones on the board.
    #[inline]
    pub(crate) fn stones(&self) -> u32 {
        (self.mine | self.theirs).count_ones()
    }

    /// The square where a stone in that column comes to lie.
    #[inline]
    pub(crate) fn landing(&self, column: u8) -> u64 {
        // The same for every column, so that it is computed once for several.
        let landings = self.free & !(self.free << 8);
        landings & (COLUMN << column)
    }

    /// The board after a stone in that column, with the other seat to move.
    #[inline]
    #[must_use]
    pub(crate) fn after(&self, column: u8) -> Narrow {
        let stone = self.landing(column);
        Narrow { mine: self.theirs, theirs: self.mine | stone, free: self.free ^ stone }
    }

    /// Columns that suffice, one bit for each: one that wins, the only one that keeps the other
    /// seat from winning at once, or all that don't let it win above the stone. Any one if all
    /// lose.
    #[inline]
    pub(crate) fn sufficient(&self, line: u8) -> u8 {
        let landing = self.free & !(self.free << 8);
        let winning = winning(self.mine, line) & landing;
        if winning != 0 {
            return columns(winning & winning.wrapping_neg());
        }
        let threats = self::winning(self.theirs, line) & self.free;
        let forced = threats & landing;
        if forced != 0 {
            return columns(forced & forced.wrapping_neg());
        }
        let safe = landing & !(threats >> 8);
        columns(if safe == 0 { landing & landing.wrapping_neg() } else { safe })
    }

    /// The columns where a stone of either seat would complete a line, one bit for each.
    #[inline]
    pub(crate) fn forcing(&self, line: u8) -> u8 {
        let landing = self.free & !(self.free << 8);
        columns((winning(self.mine, line) | winning(self.theirs, line)) & landing)
    }

    /// Whether the seat to move would have a line after a stone in that column.
    #[inline]
    pub(crate) fn wins(&self, column: u8, line: u8) -> bool {
        has_line(self.mine | self.landing(column), line)
    }

    /// Whether there is room for one stone, and no more.
    #[inline]
    pub(crate) fn is_nearly_full(&self) -> bool {
        self.free & self.free.wrapping_sub(1) == 0
    }

    /// Whether a stone of either seat in that column would complete a line.
    #[inline]
    pub(crate) fn is_forcing(&self, column: u8, line: u8) -> bool {
        let stone = self.landing(column);
        [self.mine, self.theirs].iter().any(|own| has_line(own | stone, line))
    }

    /// The free squares, reached yet or not, on which the seat to move would have a line if it
    /// dropped a stone into that column first.
    #[inline]
    pub(crate) fn chances(&self, column: u8, line: u8) -> u32 {
        let stone = self.landing(column);
        (winning(self.mine | stone, line) & (self.free ^ stone)).count_ones()
    }

    /// Puts a stone on the square of that column and row.
    pub(crate) fn put(&mut self, shape: Shape, mine: bool, column: u8, row: u8) {
        let square = 1 << shape.narrow_place(column, row);
        *(if mine { &mut self.mine } else { &mut self.theirs }) |= square;
        self.free &= !square;
    }

    pub(crate) fn has(stones: u64, shape: Shape, column: u8, row: u8) -> bool {
        stones >> shape.narrow_place(column, row) & 1 != 0
    }

    /// The lines that the seat to move may still complete, less those of the other.
    #[inline]
    pub(crate) fn open_lines(&self, line: u8) -> i32 {
        let open = |stones: u64| -> u32 {
            let starts = starts(self.free | stones, line);
            starts.into_iter().map(u64::count_ones).sum()
        };
        open(self.mine).cast_signed() - open(self.theirs).cast_signed()
    }

    /// The numbers of lines through each stone, added up, of the seat to move less the other's.
    #[expect(clippy::inline_always, reason = "faster by a tenth where the shape is known")]
    #[inline(always)]
    pub(crate) fn centre(&self, shape: Shape) -> i32 {
        let rows = self.mine.to_le_bytes().into_iter().zip(self.theirs.to_le_bytes());
        let weigh = |(weights, (mine, theirs)): (&[u8; 128], (u8, u8))| {
            // The mask changes nothing, but removes a bounds check.
            let weight = |stones: u8| i32::from(weights[usize::from(stones & 127)]);
            weight(mine) - weight(theirs)
        };
        shape.weights().iter().zip(rows).map(weigh).sum()
    }

    #[must_use]
    pub(crate) fn mirrored(&self, shape: Shape) -> Narrow {
        let mirror = |bits: u64| bits.reverse_bits().swap_bytes() >> (8 - shape.width);
        let [mine, theirs, free] = [self.mine, self.theirs, self.free].map(mirror);
        Narrow { mine, theirs, free }
    }
}

/// Whether a line of `line` set bits runs anywhere.
#[inline]
pub(crate) fn has_line(stones: u64, line: u8) -> bool {
    let [right, up, rising, falling] = starts(stones, line);
    right | up | rising | falling != 0
}

/// The columns of the set bits, one bit for each.
#[inline]
fn columns(bits: u64) -> u8 {
    let bits = bits | bits >> 32;
    let bits = bits | bits >> 16;
    (bits | bits >> 8) as u8
}

/// Squares that would complete a line of the set bits; some of them may not be on the board, or
/// be set already.
#[inline]
fn winning(stones: u64, line: u8) -> u64 {
    if line == 4 {
        // The result of the loops below, for the usual line.
        let mut squares = stones << 8 & stones << 16 & stones << 24;
        for shift in [1, 7, 9] {
            let above = stones << shift & stones << (2 * shift);
            let below = stones >> shift & stones >> (2 * shift);
            squares |= above & (stones << (3 * shift) | stones >> shift);
            squares |= below & (stones >> (3 * shift) | stones << shift);
        }
        return squares;
    }
    let (mut squares, line) = (0, u32::from(line));
    for shift in [1, 7, 8, 9] {
        // The square is number `place` of its line, counted against the shift.
        for place in 0..line {
            let mut completed = u64::MAX;
            for step in 1..=place {
                completed &= stones.checked_shl(shift * step).unwrap_or(0);
            }
            for step in 1..line - place {
                completed &= stones.checked_shr(shift * step).unwrap_or(0);
            }
            squares |= completed;
        }
    }
    squares
}

/// For each of the four directions, the squares where a line of set bits starts.
#[inline]
fn starts(bits: u64, line: u8) -> [u64; 4] {
    let pairs = |shift: u32| bits & (bits >> shift);
    if line == 4 {
        // The result of the loop below, for the usual line.
        return [1, 8, 9, 7].map(|shift| pairs(shift) & (pairs(shift) >> (2 * shift)));
    }
    let (mut starts, mut length, line) = ([bits; 4], 1, u32::from(line));
    while length < line {
        // Two runs of `length`, overlapping or end to end, make a longer one.
        let step = length.min(line - length);
        for (run, shift) in starts.iter_mut().zip([1, 8, 9, 7]) {
            *run &= *run >> (shift * step);
        }
        length += step;
    }
    starts
}
