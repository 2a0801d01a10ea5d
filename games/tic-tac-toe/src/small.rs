//! A board of at most 7 × 8 squares: one word of bits for every seat.
//!
//! Rows are eight bits apart. The bit to the right of the last column is never set, so no line
//! runs over the edge, and a whole row is a byte.

use std::ops::ControlFlow;

use agon_core::bits::nth_one;

use crate::shape::{Shape, Square};

/// The marks of every seat, beginning with the seat to move, and the squares that may be marked:
/// none when there is a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Small {
    pub(crate) marks: [u64; 4],
    open: u64,
}

impl Small {
    /// Whether a board of that size fits.
    pub(crate) fn fits(shape: Shape) -> bool {
        shape.width <= 7 && shape.height <= 8
    }

    pub(crate) fn new(shape: Shape) -> Small {
        let open = shape.squares().fold(0, |open, square| open | 1 << square.bit());
        Small { marks: [0; 4], open }
    }

    /// The board with `square` marked, when the next of the seats is to move, and whether there is
    /// a line now.
    ///
    /// Nothing is changed in place: a position is usually read right after it was made, and a
    /// processor is slow at wide loads of data just stored in parts.
    ///
    /// Always inlined: returned through memory, the board would be such a load.
    #[expect(clippy::inline_always, reason = "measured: full minimax takes twice as long without")]
    #[inline(always)]
    #[must_use]
    pub(crate) fn marked(&self, square: Square, line: u8, seats: u8) -> (Small, bool) {
        let bit = 1 << square.bit();
        let [first, second, third, fourth] = self.marks;
        let first = first | bit;
        let marks = match seats {
            2 => [second, first, 0, 0],
            3 => [second, third, first, 0],
            _ => [second, third, fourth, first],
        };
        let completes = starts(first, line).into_iter().fold(0, |any, some| any | some) != 0;
        (Small { marks, open: if completes { 0 } else { self.open & !bit } }, completes)
    }

    /// The board under symmetry number `symmetry`.
    #[must_use]
    pub(crate) fn image(&self, shape: Shape, symmetry: usize) -> Small {
        let image = |bits: u64| {
            let (mut left, mut image) = (bits, 0);
            while left != 0 {
                let square = Square::from_bit(left.trailing_zeros());
                image |= 1 << shape.image(square, symmetry).bit();
                left &= left - 1;
            }
            image
        };
        Small { marks: self.marks.map(image), open: image(self.open) }
    }

    #[inline]
    pub(crate) fn is_open(&self, square: Square) -> bool {
        self.open >> square.bit() & 1 != 0
    }

    pub(crate) fn is_marked(&self, turn: usize, square: Square) -> bool {
        self.marks[turn] >> square.bit() & 1 != 0
    }

    #[inline]
    pub(crate) fn each_open(&self, mut visit: impl FnMut(Square) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut open = self.open;
        while open != 0 {
            visit(Square::from_bit(open.trailing_zeros()))?;
            open &= open - 1;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    pub(crate) fn nth(&self, n: usize) -> Square {
        Square::from_bit(nth_one(self.open, n as u32))
    }

    /// The number of lines that hold no mark but those of the seat that moves in `turn` turns. The
    /// game is not over.
    #[inline]
    pub(crate) fn open_lines(&self, turn: usize, line: u8) -> u32 {
        let own = self.open | self.marks[turn & 3];
        starts(own, line).into_iter().map(u64::count_ones).sum()
    }
}

/// The distance to the next square of a line: to the right, up, and on the two diagonals.
const SHIFTS: [u32; 4] = [1, 8, 9, 7];

/// For each of the four directions, the squares where a line of set bits starts.
#[inline]
fn starts(bits: u64, line: u8) -> [u64; 4] {
    let pairs = |shift: u32| bits & (bits >> shift);
    match line {
        3 => SHIFTS.map(|shift| pairs(shift) & (bits >> (2 * shift))),
        4 => SHIFTS.map(|shift| pairs(shift) & (pairs(shift) >> (2 * shift))),
        _ => any_starts(bits, line),
    }
}

/// The same for lines of any length, and apart, so that the usual ones are inlined.
#[inline(never)]
fn any_starts(bits: u64, line: u8) -> [u64; 4] {
    let (mut starts, mut length, line) = ([bits; 4], 1, u32::from(line));
    while length < line {
        // Two runs of `length`, overlapping or end to end, make a longer one.
        let step = length.min(line - length);
        for (run, shift) in starts.iter_mut().zip(SHIFTS) {
            *run &= *run >> (shift * step);
        }
        length += step;
    }
    starts
}
