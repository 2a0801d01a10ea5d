//! All attempts on a board, what each seat knows of them, and attempts that look the same to it.

mod sight;
#[cfg(test)]
mod tests;

use std::{
    fmt::{self, Write},
    hash::{Hash, Hasher},
};

use agon_core::{Eye, Move, Seat, Stream, TextError, bits::ones, rows};

pub(crate) use self::sight::MOST_SQUARES;
use self::sight::Sight;

/// All attempts on a board, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempts {
    width: u8,
    height: u8,
    is_abrupt: bool,
    mover: Seat,
    len: u8,
    /// The squares tried, numbered row by row; the remaining entries are zero.
    tried: [u8; 2 * MOST_SQUARES],
    marks: [u32; 2],
    /// For each seat, the opposing marks it has run into.
    found: [u32; 2],
}

/// Hashes bytes, which are the same on every machine. The marks follow from the attempts.
impl Hash for Attempts {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.width, self.height, self.is_abrupt).hash(state);
        self.tried[..usize::from(self.len)].hash(state);
    }
}

/// An attempt to mark a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Attempt {
    /// Counted from zero, in the direction in which rows are counted.
    pub row: u8,
    /// Counted from zero at the left.
    pub column: u8,
}

impl Move for Attempt {
    fn code(self) -> u64 {
        u64::from(self.row) << 5 | u64::from(self.column)
    }
    fn from_code(code: u64) -> Option<Self> {
        let (row, column) = (code >> 5, code & 31);
        let most = MOST_SQUARES as u64;
        (row < most && column < most).then_some(Attempt { row: row as u8, column: column as u8 })
    }
}

/// Column and row: `b2`.
impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column % 26), u32::from(self.row) + 1)
    }
}

/// A stroke and all attempts, each with a `!` if it ran into an opposing mark: `/b2 b2! a1`.
impl fmt::Display for Attempts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('/')?;
        for (index, tried) in self.list().into_iter().enumerate() {
            f.write_str(if index == 0 { "" } else { " " })?;
            self.write_probe(tried, f)?;
        }
        Ok(())
    }
}

/// An attempt: the seat, the square, and whether it ran into a mark.
#[derive(Clone, Copy, Debug)]
struct Probe {
    seat: Seat,
    square: u8,
    ran_into: bool,
}

impl Attempts {
    /// An empty board of at most `MOST_SQUARES` squares.
    pub const fn new(width: u8, height: u8, is_abrupt: bool) -> Attempts {
        Attempts {
            width,
            height,
            is_abrupt,
            mover: Seat(0),
            len: 0,
            tried: [0; 2 * MOST_SQUARES],
            marks: [0; 2],
            found: [0; 2],
        }
    }

    /// The number of columns.
    pub fn width(&self) -> u8 {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> u8 {
        self.height
    }

    /// The seat to move, unless the game is over.
    pub fn mover(&self) -> Seat {
        self.mover
    }

    /// The most attempts possible.
    pub fn most(&self) -> u32 {
        2 * self.numbers()
    }

    /// The number of [numbers](Attempts::number).
    pub fn numbers(&self) -> u32 {
        self.squares().into()
    }

    fn squares(&self) -> u8 {
        self.width * self.height
    }

    /// The marks of `seat` as bits, row by row.
    pub fn marks(&self, seat: Seat) -> u32 {
        self.marks[seat.index()]
    }

    /// The marks of each seat that are visible to `eye`: a seat's own, and those it has run into; all of them when the
    /// game is over.
    pub fn seen_by(&self, eye: Eye, is_over: bool) -> [u32; 2] {
        match eye {
            _ if is_over => self.marks,
            Eye::Public => [0; 2],
            Eye::Seat(own) => {
                let mut seen = [self.found[own.index()]; 2];
                seen[own.index()] = self.marks(own);
                seen
            }
        }
    }

    /// The squares whose bits are set, in ascending order.
    pub fn squares_of(&self, bits: u32) -> impl Iterator<Item = Attempt> {
        ones(bits).map(|square| self.at(square as u8))
    }

    /// Whether no square is empty.
    pub fn is_full(&self) -> bool {
        self.marks[0] | self.marks[1] == self.all()
    }

    fn all(&self) -> u32 {
        (1 << self.squares()) - 1
    }

    /// The squares that the seat to move may try, in ascending order: all whose content it does not
    /// know.
    pub fn choices(&self) -> impl Iterator<Item = Attempt> {
        let seat = self.mover.index();
        self.squares_of(self.all() & !self.marks[seat] & !self.found[seat])
    }

    fn at(&self, square: u8) -> Attempt {
        Attempt { row: square / self.width, column: square % self.width }
    }

    /// The number of a square, row by row.
    pub fn number(&self, Attempt { row, column }: Attempt) -> u32 {
        u32::from(row) * u32::from(self.width) + u32::from(column)
    }

    /// The seat to move tries a square.
    pub fn play(&mut self, Attempt { row, column }: Attempt) {
        self.try_square(row * self.width + column);
    }

    fn try_square(&mut self, square: u8) {
        let (own, other) = (self.mover, self.mover.opponent());
        self.tried[usize::from(self.len)] = square;
        self.len += 1;
        let ran_into = self.marks[other.index()] >> square & 1 != 0;
        let squares = if ran_into { &mut self.found } else { &mut self.marks };
        squares[own.index()] |= 1 << square;
        if self.is_abrupt || !ran_into {
            self.mover = other;
        }
    }

    /// All attempts, found by playing them again.
    fn list(&self) -> Vec<Probe> {
        let mut replay = Attempts::new(self.width, self.height, self.is_abrupt);
        let tried = self.tried[..usize::from(self.len)].iter().map(|&square| {
            let seat = replay.mover;
            replay.try_square(square);
            Probe { seat, square, ran_into: replay.found[seat.index()] >> square & 1 != 0 }
        });
        tried.collect()
    }

    fn write_probe(&self, tried: Probe, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{}{}", self.at(tried.square), if tried.ran_into { "!" } else { "" })
    }

    /// Reads the text that `Display` writes, on an empty board of this size; `is_over` tells when no further attempt is
    /// possible.
    ///
    /// # Errors
    ///
    /// If the text is not a sequence of possible attempts.
    pub fn parse(&self, text: &str, is_over: impl Fn(&Attempts) -> bool) -> Result<Attempts, TextError> {
        let what = "a stroke, and squares that were tried, such as `/b2 b2! a1`";
        self.read(text, is_over).ok_or_else(|| TextError::new(text, what))
    }

    fn read(&self, text: &str, is_over: impl Fn(&Attempts) -> bool) -> Option<Attempts> {
        let mut read = Attempts::new(self.width, self.height, self.is_abrupt);
        for word in text.strip_prefix('/')?.split(' ').filter(|word| !word.is_empty()) {
            let (row, column) = rows::square(word.trim_end_matches('!'))?;
            let attempt = read.choices().find(|m| (m.row, m.column) == (row, column));
            read.play(attempt.filter(|_| !is_over(&read))?);
        }
        (read.to_string() == text).then_some(read)
    }

    /// Writes the view of `eye`: for a seat its own attempts and whose turn it is, `b2 a1! X`; for a spectator the
    /// number of turns, `3 O`. When the game is over it writes all attempts.
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    pub fn write_view(&self, eye: Eye, is_over: bool, out: &mut dyn Write) -> fmt::Result {
        if is_over {
            return write!(out, "{self} over");
        }
        let list = self.list();
        if let Eye::Seat(seat) = eye {
            for &tried in list.iter().filter(|tried| tried.seat == seat) {
                self.write_probe(tried, out)?;
                out.write_char(' ')?;
            }
        } else {
            let turns = list.iter().filter(|tried| self.is_abrupt || !tried.ran_into).count();
            write!(out, "{turns} ")?;
        }
        out.write_str(self.mover.letter())
    }

    /// Attempts with the same view for `seat`, drawn with their probabilities given that view, in a
    /// game that is not over. `wins` tells whether marks of the other seat would have ended the
    /// game; a full board ends it too. While the other is to move, it has not tried anything yet in
    /// its turn.
    #[must_use]
    pub fn redeal(&self, seat: Seat, wins: impl Fn(u32) -> bool, stream: &mut Stream) -> Attempts {
        let own = self.list().into_iter().filter(|tried| tried.seat == seat);
        let own: Vec<(u8, bool)> = own.map(|tried| (tried.square, tried.ran_into)).collect();
        let sight = Sight::new(self.squares(), self.is_abrupt, seat, &own, self.mover == seat);
        let ends = |other| self.marks(seat) | other == self.all() || wins(other);
        let others = sight.draw(ends, stream);
        let (mut own, mut others) = (own.iter().map(|(square, _)| *square), others.into_iter());
        let mut redeal = Attempts::new(self.width, self.height, self.is_abrupt);
        loop {
            let next = if redeal.mover == seat { own.next() } else { others.next() };
            let Some(square) = next else { return redeal };
            redeal.try_square(square);
        }
    }
}
