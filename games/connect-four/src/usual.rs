//! The usual board: seven columns, six rows, lines of four.

use agon_core::{Seat, bits::nth_in_byte};

use crate::{
    Column,
    body::{Body, THREATENING},
    narrow::{Narrow, has_line},
    shape::Shape,
};

/// Six rows leave two bytes of a word free. So in the lowest bit the stones of a seat have its
/// number, which runs with them, and no line runs through it. When the game is over there is no free
/// square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usual(Narrow);

const SHAPE: Shape = Shape { width: 7, height: 6, line: 4 };

/// The number of the second seat, among its stones.
const SECOND: u64 = 1;

/// The number of columns in each set.
const COUNT: [u8; 128] = {
    let (mut counts, mut columns) = ([0; 128], 0);
    while columns < 128 {
        counts[columns] = columns.count_ones() as u8;
        columns += 1;
    }
    counts
};

impl Usual {
    /// The board, once a line of the seat that moved last is looked for.
    #[inline]
    fn settled(board: Narrow) -> Usual {
        let free = if has_line(board.theirs, SHAPE.line) { 0 } else { board.free };
        Usual(Narrow { free, ..board })
    }

    /// The stones without the number.
    fn plain(&self) -> Narrow {
        let [mine, theirs] = [self.0.mine, self.0.theirs].map(|stones| stones & !SECOND);
        Narrow { mine, theirs, free: self.0.free }
    }

    /// The same with it.
    fn numbered(board: Narrow, Seat(mover): Seat) -> Usual {
        let mover = u64::from(mover);
        let (mine, theirs) = (board.mine | mover, board.theirs | (SECOND - mover));
        Usual::settled(Narrow { mine, theirs, ..board })
    }
}

impl Body for Usual {
    fn empty(shape: Shape) -> Option<Self> {
        (shape == SHAPE).then(|| Usual::numbered(Narrow::new(SHAPE), Seat(0)))
    }
    fn cleared(&self) -> Self {
        Usual::numbered(Narrow::new(SHAPE), Seat(0))
    }
    #[inline]
    fn shape(&self) -> Shape {
        SHAPE
    }
    #[inline]
    fn mover(&self) -> Seat {
        Seat((self.0.mine & SECOND) as u8)
    }
    #[inline]
    fn open(&self) -> u16 {
        self.0.open().into()
    }
    #[inline]
    fn count(&self) -> usize {
        COUNT[usize::from(self.0.open() & 127)].into()
    }
    #[inline]
    fn nth(&self, n: usize) -> Column {
        Column(nth_in_byte(self.0.open(), n))
    }
    #[inline]
    fn play(&mut self, Column(column): Column) {
        *self = Usual::settled(self.0.after(column));
    }
    #[inline]
    fn play_from(&mut self, source: &Self, Column(column): Column) {
        *self = Usual::settled(source.0.after(column));
    }
    #[inline]
    fn wins(&self, Column(column): Column) -> bool {
        self.0.wins(column, SHAPE.line)
    }
    #[inline]
    fn is_nearly_full(&self) -> bool {
        self.0.is_nearly_full()
    }
    #[inline]
    fn is_won(&self) -> bool {
        has_line(self.0.theirs, SHAPE.line)
    }
    #[inline]
    fn words(&self) -> [u128; 2] {
        [self.0.mine, self.0.theirs].map(|stones| u128::from(stones & !SECOND))
    }
    #[inline]
    fn is_narrow(&self) -> bool {
        true
    }
    fn stones(&self, column: u8, row: u8) -> [bool; 2] {
        [self.0.mine, self.0.theirs].map(|stones| Narrow::has(stones, SHAPE, column, row))
    }
    fn with_stones(self, mover: Seat, stones: impl Iterator<Item = (u8, u8, Seat)>) -> Option<Self> {
        let mut board = self.plain();
        for (column, row, seat) in stones {
            board.put(SHAPE, seat == mover, column, row);
        }
        let is_read = !has_line(board.mine, SHAPE.line);
        is_read.then(|| Usual::numbered(board, mover))
    }
    fn mirrored(&self) -> Self {
        Usual::numbered(self.plain().mirrored(SHAPE), self.mover())
    }
    #[inline]
    fn open_lines(&self) -> i32 {
        self.0.open_lines(SHAPE.line)
    }
    #[inline]
    fn centre(&self) -> i32 {
        self.0.centre(SHAPE)
    }
    #[inline]
    fn sufficient(&self) -> u16 {
        self.0.sufficient(SHAPE.line).into()
    }
    #[inline]
    fn forcing(&self) -> u16 {
        self.0.forcing(SHAPE.line).into()
    }
    #[inline]
    fn is_forcing(&self, Column(column): Column) -> bool {
        self.0.is_forcing(column, SHAPE.line)
    }
    #[inline]
    fn chances(&self, Column(column): Column) -> u32 {
        // One of the bits is the number.
        let stones = self.0.stones() - 1;
        let line = SHAPE.line;
        if THREATENING * u32::from(line) <= stones { self.0.chances(column, line) } else { 0 }
    }
}
