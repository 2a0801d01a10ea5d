//! The stones of both seats along every row, column and diagonal, a few bits each.
//!
//! With whole lines at hand a run of any length is found by a few shifts, and the windows around a
//! square are small numbers. Nothing else about the stones is stored.

use std::ops::Range;

/// The most rows and columns a board can have.
pub(crate) const MOST: usize = 20;

/// Lines of four directions: rows, columns, and twice the diagonals.
const LINES: usize = 6 * MOST - 2;

/// The stones of both seats along all lines of a board.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    stones: [[u32; 2]; LINES],
}

/// A square as a place on one of the four lines through it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// Which line.
    line: usize,
    /// Which bit of the line.
    pub(crate) bit: u32,
    /// The first bit of the line that is on the board.
    first: u32,
    /// The last.
    last: u32,
}

/// The four places of a square: in its row, its column, and its falling and rising diagonals.
#[inline]
pub(crate) fn places(size: u32, row: u32, column: u32) -> [Place; 4] {
    let (r, c, n, last) = (row as usize, column as usize, size as usize, size - 1);
    let both = row + column;
    [
        Place { line: r, bit: column, first: 0, last },
        Place { line: n + c, bit: row, first: 0, last },
        Place { line: 4 * n - 1 + r + c, bit: column, first: both.saturating_sub(last), last: last.min(both) },
        Place {
            line: 3 * n - 1 + r - c,
            bit: column,
            first: column.saturating_sub(row),
            last: last - row.saturating_sub(column),
        },
    ]
}

/// A line of the board, with the square of its bit 0, which may lie off the board, and the way to
/// the next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    place: Place,
    origin: (i32, i32),
    step: (i32, i32),
}

impl Line {
    /// One of its places.
    #[inline]
    pub(crate) fn place(self) -> Place {
        self.place
    }

    /// The row and the column of the square at `bit`, which is on the board.
    #[inline]
    pub(crate) fn square(self, bit: u32) -> (u32, u32) {
        let along = |origin: i32, step: i32| (origin + step * bit as i32) as u32;
        (along(self.origin.0, self.step.0), along(self.origin.1, self.step.1))
    }
}

/// Visits every line of a board once.
pub(crate) fn each_line(size: u32, mut visit: impl FnMut(Line)) {
    let at = |row: u32, column: u32, direction: usize| {
        let (r, c) = (row as i32, column as i32);
        let (origin, step) =
            [((r, 0), (0, 1)), ((0, c), (1, 0)), ((r + c, 0), (-1, 1)), ((r - c, 0), (1, 1))][direction];
        Line { place: places(size, row, column)[direction], origin, step }
    };
    for along in 0..size {
        visit(at(along, 0, 0));
        visit(at(0, along, 1));
        // The diagonals that begin in the first column, and those that begin elsewhere below or
        // above.
        visit(at(along, 0, 2));
        visit(at(along, 0, 3));
        if along != 0 {
            visit(at(size - 1, along, 2));
            visit(at(0, along, 3));
        }
    }
}

impl Place {
    /// The bits where a window of `len` squares on this line can begin.
    #[inline]
    pub(crate) fn windows(self, len: u32) -> Range<u32> {
        self.first..(self.last + 2).saturating_sub(len)
    }
}

impl Lines {
    pub(crate) fn empty() -> Lines {
        Lines { stones: [[0; 2]; LINES] }
    }

    /// The stones of the first and of the second seat in a row.
    #[inline]
    pub(crate) fn row(&self, row: usize) -> [u32; 2] {
        self.stones[row]
    }

    /// Whether the first `size` rows, which determine the board, have the same stones.
    pub(crate) fn same(&self, other: &Lines, size: usize) -> bool {
        self.stones[..size] == other.stones[..size]
    }

    /// The stones of `seat` and of the other along the line of `place`.
    #[inline]
    pub(crate) fn around(&self, place: Place, seat: usize) -> (u32, u32) {
        let stones = self.stones[place.line];
        (stones[seat & 1], stones[seat & 1 ^ 1])
    }

    /// Places a stone of `seat`; returns whether one of the four lines now has a winning run.
    #[inline]
    pub(crate) fn put(&mut self, places: &[Place; 4], seat: usize, run: Run) -> bool {
        let mut won = 0;
        for place in places {
            let stones = &mut self.stones[place.line][seat & 1];
            *stones |= 1 << place.bit;
            won |= run.starts(*stones);
        }
        won != 0
    }

    /// Whether `seat` has a winning run anywhere.
    pub(crate) fn has_run(&self, seat: usize, run: Run) -> bool {
        self.stones.iter().any(|line| run.starts(line[seat & 1]) != 0)
    }
}

/// Which runs win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// The number of stones.
    pub(crate) len: u8,
    /// Whether a longer run does not win.
    pub(crate) exact: bool,
}

impl Run {
    /// The lowest bits of the runs that win along a line.
    #[inline]
    fn starts(self, line: u32) -> u32 {
        let len = u32::from(self.len);
        // Runs of two, then of twice as many or of as many as are still wanted.
        let mut found = line;
        let mut have = 1;
        while have < len {
            let more = have.min(len - have);
            found &= found >> more;
            have += more;
        }
        if self.exact { found & !(line << 1) & !(line >> len) } else { found }
    }
}
