//! A board of any size up to 19 × 19: one word of bits for every row of every seat.

use std::ops::ControlFlow;

use agon_core::Seat;

use crate::shape::{MOST, Shape, Square};

/// The bits of a whole board, row by row.
pub(crate) type Rows = [u32; MOST as usize];

/// The marks of every seat, and the squares that may be marked: none when there is a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Large {
    pub(crate) marks: [Rows; 4],
    open: Rows,
}

impl Large {
    pub(crate) fn new(shape: Shape) -> Large {
        let mut open = [0; MOST as usize];
        for square in shape.squares() {
            open[usize::from(square.row())] |= 1 << square.column();
        }
        Large { marks: [[0; MOST as usize]; 4], open }
    }

    /// Marks `square` for `seat`; returns whether that completes a line.
    #[inline(never)]
    pub(crate) fn mark(&mut self, seat: Seat, square: Square, line: u8) -> bool {
        let (row, bit) = (usize::from(square.row()), 1 << square.column());
        let marks = &mut self.marks[seat.index() & 3];
        marks[row] |= bit;
        self.open[row] &= !bit;
        let completes = completes(marks, square, line);
        if completes {
            self.open = [0; MOST as usize];
        }
        completes
    }

    /// The board under symmetry number `symmetry`.
    #[must_use]
    pub(crate) fn image(&self, shape: Shape, symmetry: usize) -> Large {
        let image = |rows: Rows| {
            let mut image = [0; MOST as usize];
            let _ = each(&rows, |square| {
                let square = shape.image(square, symmetry);
                image[usize::from(square.row())] |= 1 << square.column();
                ControlFlow::Continue(())
            });
            image
        };
        Large { marks: self.marks.map(image), open: image(self.open) }
    }

    #[inline]
    pub(crate) fn is_open(&self, square: Square) -> bool {
        self.open[usize::from(square.row())] >> square.column() & 1 != 0
    }

    pub(crate) fn is_marked(&self, seat: Seat, square: Square) -> bool {
        self.marks[seat.index()][usize::from(square.row())] >> square.column() & 1 != 0
    }

    #[inline]
    pub(crate) fn each_open(&self, visit: impl FnMut(Square) -> ControlFlow<()>) -> ControlFlow<()> {
        each(&self.open, visit)
    }

    #[inline]
    pub(crate) fn nth(&self, n: usize) -> Square {
        let mut left = n as u32;
        for (row, &open) in (0..).zip(&self.open) {
            let count = open.count_ones();
            if left < count {
                let open = (0..left).fold(open, |open, _| open & (open - 1));
                return Square::at(open.trailing_zeros() as u8, row);
            }
            left -= count;
        }
        unreachable!("`n` is less than the number of open squares")
    }

    /// The number of lines that hold no mark but those of `seat`. The game is not over.
    pub(crate) fn open_lines(&self, seat: Seat, line: u8) -> u32 {
        let marks = &self.marks[seat.index() & 3];
        let own: Rows = std::array::from_fn(|row| self.open[row] | marks[row]);
        let (mut right, mut up, mut rising, mut falling) = (own, own, own, own);
        let (mut length, line) = (1, usize::from(line));
        while length < line {
            // Two runs of `length`, overlapping or end to end, make a longer one.
            let step = length.min(line - length);
            for row in 0..own.len() {
                let above = |rows: &Rows| rows.get(row + step).copied().unwrap_or(0);
                right[row] &= right[row] >> step;
                up[row] &= above(&up);
                rising[row] &= above(&rising) >> step;
                falling[row] &= above(&falling) << step;
            }
            length += step;
        }
        [right, up, rising, falling].iter().flatten().map(|bits| bits.count_ones()).sum()
    }
}

/// Visits the squares whose bits are set, in order.
#[inline]
fn each(rows: &Rows, mut visit: impl FnMut(Square) -> ControlFlow<()>) -> ControlFlow<()> {
    for (row, &bits) in (0..).zip(rows) {
        let mut left = bits;
        while left != 0 {
            visit(Square::at(left.trailing_zeros() as u8, row))?;
            left &= left - 1;
        }
    }
    ControlFlow::Continue(())
}

/// Whether a line of set bits runs through `square`, whose bit is set.
fn completes(rows: &Rows, square: Square, line: u8) -> bool {
    let line = i32::from(line);
    let arm = |columns: i32, up: i32| {
        let (mut column, mut row) = (i32::from(square.column()), i32::from(square.row()));
        let mut length = 0;
        while length + 1 < line {
            (column, row) = (column + columns, row + up);
            let bits = rows.get(row as usize).copied().unwrap_or(0);
            // No column is further left than 0 or further right than 18: those bits are clear.
            if bits.checked_shr(column as u32).unwrap_or(0) & 1 == 0 {
                break;
            }
            length += 1;
        }
        length
    };
    [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(columns, up)| line <= arm(columns, up) + 1 + arm(-columns, -up))
}
