//! The size of the board, the length of a line, and how many lines run through a square.

use std::sync::OnceLock;

/// The options of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub(crate) width: u8,
    pub(crate) height: u8,
    pub(crate) line: u8,
}

/// For each byte of a narrow board, which is a row, and each set of stones in it: how many lines run
/// through the stones, each counted for each stone.
pub(crate) type Weights = [[u8; 1 << Shape::NARROW.0]; 8];

impl Shape {
    /// The most columns and rows of a board that is held in words of 64 bits: rows are eight bits
    /// apart, and one column stays free between them.
    pub(crate) const NARROW: (u8, u8) = (7, 8);

    pub(crate) fn is_narrow(self) -> bool {
        self.width <= Shape::NARROW.0 && self.height <= Shape::NARROW.1
    }

    /// The place of a square among the bits of a narrow board.
    #[inline]
    pub(crate) fn narrow_place(self, column: u8, row: u8) -> u32 {
        u32::from(8 * (8 - self.height + row) + column)
    }

    /// The columns and rows of all squares, row by row from the bottom.
    pub(crate) fn squares(self) -> impl Iterator<Item = (u8, u8)> {
        (0..self.height).flat_map(move |row| (0..self.width).map(move |column| (column, row)))
    }

    pub(crate) fn area(self) -> u32 {
        u32::from(self.width) * u32::from(self.height)
    }

    /// The number of lines on the board.
    pub(crate) fn lines(self) -> u32 {
        let places = |length: u8| u32::from((length + 1).saturating_sub(self.line));
        let (width, height) = (u32::from(self.width), u32::from(self.height));
        let (across, up) = (places(self.width), places(self.height));
        across * height + up * width + 2 * across * up
    }

    /// The number of lines through the square of that column and row.
    #[inline]
    pub(crate) fn lines_through(self, column: u8, row: u8) -> u32 {
        let (left, right) = (column, self.width - 1 - column);
        let (below, above) = (row, self.height - 1 - row);
        let through = |before: u8, after: u8| {
            // A line may reach at most `line - 1` squares to either side.
            let reach = before.min(self.line - 1) + after.min(self.line - 1) + 1;
            u32::from((reach + 1).saturating_sub(self.line))
        };
        through(left, right)
            + through(below, above)
            + through(left.min(below), right.min(above))
            + through(left.min(above), right.min(below))
    }

    /// The weights of rows of a narrow board, computed once in a process for each shape.
    #[inline]
    pub(crate) fn weights(self) -> &'static Weights {
        const LINES: usize = Shape::NARROW.1 as usize;
        const SHAPES: usize = Shape::NARROW.0 as usize * LINES * LINES;
        static TABLE: [OnceLock<Box<Weights>>; SHAPES] = [const { OnceLock::new() }; SHAPES];
        let [width, height, line] = [self.width, self.height, self.line].map(|number| usize::from(number) - 1);
        TABLE[(width * LINES + height) * LINES + line].get_or_init(|| Box::new(self.weigh_rows()))
    }

    fn weigh_rows(self) -> Weights {
        let mut weights = [[0; 1 << Shape::NARROW.0]; 8];
        for (column, row) in self.squares() {
            let place = self.narrow_place(column, row) as usize;
            // At most seven squares a row, and sixteen lines through a square.
            let weight = self.lines_through(column, row) as u8;
            for (stones, sum) in weights[place / 8].iter_mut().enumerate() {
                *sum += weight * (stones >> (place % 8) & 1) as u8;
            }
        }
        weights
    }
}
