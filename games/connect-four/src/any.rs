//! A board of any size: up to 7 columns and 8 rows in words of 64 bits, larger in words of 128.

use agon_core::{Seat, bits::nth_in_byte};

use crate::{
    Column,
    body::{Body, THREATENING},
    narrow::{Narrow, has_line},
    shape::Shape,
    wide::Wide,
};

/// The board, and derived data.
#[derive(Debug, PartialEq, Eq)]
pub struct Any {
    board: Board,
    shape: Shape,
    mover: Seat,
    /// Whether the seat that moved last has a line.
    won: bool,
    /// The open columns.
    open: u16,
    /// The number of open columns.
    left: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Board {
    Narrow(Narrow),
    Wide(Wide),
}

impl Clone for Any {
    #[inline]
    fn clone(&self) -> Self {
        Any { ..*self }
    }
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        // One variant at a time, so that a narrow board doesn't copy the room of a wide one.
        match &source.board {
            Board::Narrow(board) => self.board = Board::Narrow(*board),
            Board::Wide(board) => self.board = Board::Wide(*board),
        }
        self.shape = source.shape;
        self.mover = source.mover;
        self.won = source.won;
        self.open = source.open;
        self.left = source.left;
    }
}

impl Any {
    fn new(shape: Shape, board: Board) -> Any {
        let left = shape.width;
        let open = (1 << left) - 1;
        Any { board, shape, mover: Seat(0), won: false, open, left }
    }

    /// An empty board in words of 128 bits, whatever its shape.
    #[cfg(test)]
    pub(crate) fn wide(shape: Shape) -> Any {
        Any::new(shape, Board::Wide(Wide::new(shape)))
    }

    /// Finds the open columns, if the game is not over by a line.
    fn find_open(&mut self) {
        self.open = match &self.board {
            _ if self.won => 0,
            Board::Narrow(board) => u16::from(board.open()),
            Board::Wide(board) => board.open(),
        };
        self.left = self.open.count_ones() as u8;
    }

    /// Notes the columns that are open after a stone was dropped into one of them, or that the game is
    /// won.
    #[inline]
    fn settle(&mut self, open: u16, won: bool) {
        let full = open != self.open;
        self.won = won;
        self.open = if won { 0 } else { open };
        self.left = if won { 0 } else { self.left - u8::from(full) };
        self.mover = self.mover.opponent();
    }
}

impl Body for Any {
    fn empty(shape: Shape) -> Option<Self> {
        let board = if shape.is_narrow() {
            Board::Narrow(Narrow::new(shape))
        } else if Wide::fits(shape) {
            Board::Wide(Wide::new(shape))
        } else {
            return None;
        };
        Some(Any::new(shape, board))
    }
    fn cleared(&self) -> Self {
        let board = match self.board {
            Board::Narrow(_) => Board::Narrow(Narrow::new(self.shape)),
            Board::Wide(_) => Board::Wide(Wide::new(self.shape)),
        };
        Any::new(self.shape, board)
    }
    #[inline]
    fn shape(&self) -> Shape {
        self.shape
    }
    #[inline]
    fn mover(&self) -> Seat {
        self.mover
    }
    #[inline]
    fn open(&self) -> u16 {
        self.open
    }
    #[inline]
    fn count(&self) -> usize {
        usize::from(self.left)
    }
    #[inline]
    fn nth(&self, n: usize) -> Column {
        match &self.board {
            Board::Narrow(_) => Column(nth_in_byte(self.open as u8, n)),
            Board::Wide(_) => {
                let open = (0..n).fold(self.open, |open, _| open & (open - 1));
                Column(open.trailing_zeros() as u8)
            }
        }
    }
    #[inline]
    fn play(&mut self, Column(column): Column) {
        let line = self.shape.line;
        match &mut self.board {
            Board::Narrow(board) => {
                *board = board.after(column);
                let (open, won) = (u16::from(board.open()), has_line(board.theirs, line));
                self.settle(open, won);
            }
            Board::Wide(board) => {
                *board = board.after(column);
                let (open, won) = (board.open(), board.has_line(board.theirs));
                self.settle(open, won);
            }
        }
    }
    #[inline]
    fn play_from(&mut self, source: &Self, column: Column) {
        self.clone_from(source);
        self.play(column);
    }
    #[inline]
    fn wins(&self, Column(column): Column) -> bool {
        match &self.board {
            Board::Narrow(board) => board.wins(column, self.shape.line),
            Board::Wide(board) => board.has_line(board.mine | board.landing(column)),
        }
    }
    #[inline]
    fn is_nearly_full(&self) -> bool {
        let [mine, theirs] = self.words();
        (mine | theirs).count_ones() + 1 == self.shape.area()
    }
    #[inline]
    fn is_won(&self) -> bool {
        self.won
    }
    #[inline]
    fn words(&self) -> [u128; 2] {
        match &self.board {
            Board::Narrow(board) => [board.mine, board.theirs].map(u128::from),
            Board::Wide(board) => [board.mine, board.theirs],
        }
    }
    #[inline]
    fn is_narrow(&self) -> bool {
        matches!(self.board, Board::Narrow(_))
    }
    fn stones(&self, column: u8, row: u8) -> [bool; 2] {
        match &self.board {
            Board::Narrow(board) => {
                [board.mine, board.theirs].map(|stones| Narrow::has(stones, self.shape, column, row))
            }
            Board::Wide(board) => [board.mine, board.theirs].map(|stones| board.has(stones, column, row)),
        }
    }
    fn with_stones(mut self, mover: Seat, stones: impl Iterator<Item = (u8, u8, Seat)>) -> Option<Self> {
        self.mover = mover;
        for (column, row, seat) in stones {
            match &mut self.board {
                Board::Narrow(board) => board.put(self.shape, seat == mover, column, row),
                Board::Wide(board) => board.put(seat == mover, column, row),
            }
        }
        let [mine, theirs] = match &self.board {
            Board::Narrow(board) => [board.mine, board.theirs].map(|own| has_line(own, self.shape.line)),
            Board::Wide(board) => [board.mine, board.theirs].map(|own| board.has_line(own)),
        };
        self.won = theirs;
        self.find_open();
        (!mine).then_some(self)
    }
    fn mirrored(&self) -> Self {
        let board = match &self.board {
            Board::Narrow(board) => Board::Narrow(board.mirrored(self.shape)),
            Board::Wide(board) => Board::Wide(board.mirrored()),
        };
        let mut image = Any { board, ..*self };
        image.find_open();
        image
    }
    #[inline]
    fn open_lines(&self) -> i32 {
        match &self.board {
            Board::Narrow(board) => board.open_lines(self.shape.line),
            Board::Wide(board) => board.open_lines(),
        }
    }
    #[inline]
    fn centre(&self) -> i32 {
        match &self.board {
            Board::Narrow(board) => board.centre(self.shape),
            Board::Wide(board) => board.centre(),
        }
    }
    #[inline]
    fn sufficient(&self) -> u16 {
        match &self.board {
            Board::Narrow(board) if self.open != 0 => board.sufficient(self.shape.line).into(),
            _ => self.open,
        }
    }
    #[inline]
    fn forcing(&self) -> u16 {
        match &self.board {
            Board::Narrow(board) => self.open & u16::from(board.forcing(self.shape.line)),
            Board::Wide(_) => (0..16)
                .filter(|&c| self.open >> c & 1 != 0 && self.is_forcing(Column(c)))
                .fold(0, |set, column| set | 1 << column),
        }
    }
    #[inline]
    fn is_forcing(&self, Column(column): Column) -> bool {
        match &self.board {
            Board::Narrow(board) => board.is_forcing(column, self.shape.line),
            Board::Wide(board) => {
                let stone = board.landing(column);
                [board.mine, board.theirs].iter().any(|own| board.has_line(own | stone))
            }
        }
    }
    #[inline]
    fn chances(&self, Column(column): Column) -> u32 {
        let line = self.shape.line;
        match &self.board {
            Board::Narrow(board) if THREATENING * u32::from(line) <= board.stones() => board.chances(column, line),
            _ => 0,
        }
    }
}
