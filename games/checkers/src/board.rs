//! Men and kings on the 32 dark squares, as sets of bits.
//!
//! Every ninth bit is no square. So a step towards a neighbour is the same shift everywhere, and
//! a step over the edge falls on a bit that is no square.

use std::{
    hash::{Hash, Hasher},
    ops::{ControlFlow, Range},
};

use crate::CheckersMove;

/// All 32 squares: eight bits, a gap, eight bits, and so on.
pub(crate) const SQUARES: u64 = 0xff | 0xff << 9 | 0xff << 18 | 0xff << 27;

/// The four ways to step, so that the squares reached ascend: two up the board, two down.
pub(crate) const STEPS: [i32; 4] = [-5, -4, 4, 5];

/// The squares where the men of each seat become kings.
pub(crate) const LAST_ROWS: [u64; 2] = [0b1111 << 31, 0b1111];

/// The bit of a square, counted from zero.
#[inline]
pub(crate) const fn bit(square: u32) -> u32 {
    square + square / 8
}

/// The square of a bit, counted from zero.
#[inline]
pub(crate) const fn square(bit: u32) -> u32 {
    bit - bit / 9
}

#[inline]
fn shift(squares: u64, step: i32) -> u64 {
    if step < 0 { squares >> -step } else { squares << step }
}

/// The men and kings of both seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) sides: [u64; 2],
    pub(crate) kings: u64,
}

impl Hash for Board {
    // Number by number: a slice of them would hash in the machine's byte order.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Board { sides: [one, two], kings } = self;
        (one, two, kings).hash(state);
    }
}

impl Board {
    /// Twelve men each, as a game begins.
    pub(crate) fn initial() -> Board {
        let rows = |squares: Range<u32>| squares.fold(0, |set, s| set | 1u64 << bit(s));
        Board { sides: [rows(0..12), rows(20..32)], kings: 0 }
    }

    #[inline]
    fn empty(&self) -> u64 {
        SQUARES & !(self.sides[0] | self.sides[1])
    }

    /// The pieces of a seat that may step by number `index` of [`STEPS`]: kings, and men forward.
    #[inline]
    fn able(&self, seat: usize, index: usize) -> u64 {
        let forward = (seat == 0) == (2 <= index);
        if forward { self.sides[seat] } else { self.sides[seat] & self.kings }
    }

    /// The pieces that may make a plain step, for each way.
    #[inline]
    pub(crate) fn steppers(&self, seat: usize) -> [u64; 4] {
        let empty = self.empty();
        [0, 1, 2, 3].map(|index| self.able(seat, index) & shift(empty, -STEPS[index]))
    }

    /// The pieces that may capture.
    #[inline]
    pub(crate) fn jumpers(&self, seat: usize) -> u64 {
        let (empty, other) = (self.empty(), self.sides[1 - seat]);
        (0..4).fold(0, |all, index| {
            let step = STEPS[index];
            let over = shift(other & shift(empty, -step), -step);
            all | self.able(seat, index) & over
        })
    }

    /// Visits every capture from `from`, to its end, in ascending order.
    #[inline]
    pub(crate) fn each_capture(
        &self,
        seat: usize,
        from: u32,
        visit: &mut impl FnMut(CheckersMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let piece = 1 << from;
        let capture = Capture {
            empty: self.empty() | piece,
            // A man goes on as a man, so it stops where it becomes a king.
            ways: match (self.kings & piece == 0, seat) {
                (false, _) => 0..4,
                (true, 0) => 2..4,
                (true, _) => 0..2,
            },
        };
        let other = self.sides[1 - seat];
        capture.walk(from, other, CheckersMove::capture(from), 0, visit)
    }
}

/// The fixed data of a capture by one piece.
struct Capture {
    empty: u64,
    ways: std::ops::Range<usize>,
}

impl Capture {
    fn walk(
        &self,
        at: u32,
        other: u64,
        path: CheckersMove,
        jumps: u32,
        visit: &mut impl FnMut(CheckersMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut is_end = true;
        let here = 1u64 << at;
        for index in self.ways.clone() {
            let over = shift(here, STEPS[index]);
            let to = shift(over, STEPS[index]);
            if over & other != 0 && to & self.empty != 0 {
                is_end = false;
                let path = path.with(jumps, index);
                self.walk(to.trailing_zeros(), other & !over, path, jumps + 1, visit)?;
            }
        }
        if is_end && 0 < jumps { visit(path) } else { ControlFlow::Continue(()) }
    }
}
