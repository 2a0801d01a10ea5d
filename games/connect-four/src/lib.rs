//! Connect Four: drop stones into columns in turn until somebody has a line.
//!
//! A board of the usual size, and any other of up to 7 columns and 8 rows, is three words of 64
//! bits; a larger one has words of 128 bits.

mod narrow;
mod picture;
mod shape;
mod wide;

use std::{
    fmt,
    hash::{Hash, Hasher},
    ops::ControlFlow,
};

use agon_core::{
    Aim, Contribution, Facts, Game, GamePlugin, Heuristic, Move, Named, Node, OptionError,
    OptionSpec, Options, Picture, Position, Seat, TextError, inventory,
};

use crate::{
    narrow::{NTH, Narrow},
    shape::Shape,
    wide::Wide,
};

/// The most columns and the most rows.
const MOST: u8 = 15;

/// So many lines' worth of stones lie before a hint minds threats: with fewer, a search that looks
/// some moves ahead does better by the centre; with more, one that looks to the end by threats.
const THREATENING: u32 = 3;

/// How the seats write their stones, in order.
const STONES: [char; 2] = ['X', 'O'];

/// The stones on the board, and whose turn it is.
#[derive(Debug, PartialEq, Eq)]
pub struct ConnectFour {
    board: Board,
    shape: Shape,
    mover: Seat,
    /// Whether the other seat has a line.
    won: bool,
    /// The columns where a stone may be dropped, one bit for each; none when the game is over.
    open: u16,
    /// How many columns those are.
    left: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Board {
    Narrow(Narrow),
    Wide(Wide),
}

/// Dropping a stone into a column, counted from zero at the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(pub u8);

impl Move for Column {
    #[inline]
    fn code(self) -> u64 {
        u64::from(self.0)
    }
    #[inline]
    fn from_code(code: u64) -> Option<Self> {
        (code < u64::from(MOST)).then_some(Column(code as u8))
    }
}

/// The column, a letter: `d`.
impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'a' + self.0 % 26))
    }
}

impl Clone for ConnectFour {
    #[inline]
    fn clone(&self) -> Self {
        ConnectFour { ..*self }
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

/// The stones decide everything.
impl Hash for ConnectFour {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.board {
            Board::Narrow(board) => {
                state.write_u64(board.mine);
                state.write_u64(board.theirs);
            }
            Board::Wide(board) => {
                state.write_u128(board.mine);
                state.write_u128(board.theirs);
            }
        }
        state.write_u8(self.mover.0);
    }
}

/// The columns from the left, each from the bottom up, `-` for an empty one: `-/-/X/XOX/O/-/-`.
/// X moves first, so the numbers of stones say who is to move.
impl fmt::Display for ConnectFour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for column in 0..self.shape.width {
            if column != 0 {
                f.write_str("/")?;
            }
            let owners = (0..self.shape.height).map_while(|row| self.owner(column, row));
            if self.owner(column, 0).is_none() {
                f.write_str("-")?;
            }
            for owner in owners {
                write!(f, "{}", STONES[owner.index()])?;
            }
        }
        Ok(())
    }
}

impl ConnectFour {
    fn new(shape: Shape, board: Board) -> ConnectFour {
        let left = shape.width;
        let open = (1 << left) - 1;
        ConnectFour { board, shape, mover: Seat(0), won: false, open, left }
    }

    /// Whose stone lies in that column and row, both counted from zero at the bottom left.
    pub fn owner(&self, column: u8, row: u8) -> Option<Seat> {
        if self.shape.width <= column || self.shape.height <= row {
            return None;
        }
        let (mine, theirs) = match &self.board {
            Board::Narrow(board) => {
                let has = |stones| Narrow::has(stones, self.shape, column, row);
                (has(board.mine), has(board.theirs))
            }
            Board::Wide(board) => {
                let has = |stones| board.has(stones, column, row);
                (has(board.mine), has(board.theirs))
            }
        };
        match (mine, theirs) {
            (true, _) => Some(self.mover),
            (_, true) => Some(self.mover.opponent()),
            _ => None,
        }
    }

    /// An empty board of the same shape, in the same representation.
    fn cleared(&self) -> ConnectFour {
        let board = match self.board {
            Board::Narrow(_) => Board::Narrow(Narrow::new(self.shape)),
            Board::Wide(_) => Board::Wide(Wide::new(self.shape)),
        };
        ConnectFour::new(self.shape, board)
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

    /// Takes note that the game goes on with these columns, one of which has got a stone, or has
    /// been won.
    #[inline]
    fn settle(&mut self, open: u16, full: bool, won: bool) {
        self.won = won;
        self.open = if won { 0 } else { open };
        self.left = if won { 0 } else { self.left - u8::from(full) };
        self.mover = self.mover.opponent();
    }

    /// `lead` is of the seat to move over the other: that of `seat`.
    #[inline]
    fn lead(&self, lead: i32, seat: Seat) -> f64 {
        f64::from(if seat == self.mover { lead } else { -lead })
    }

    /// The lines open to the seat to move, less those open to the other.
    #[inline]
    fn open_lines(&self) -> i32 {
        match &self.board {
            Board::Narrow(board) => board.open_lines(self.shape.line),
            Board::Wide(board) => board.open_lines(),
        }
    }

    /// The lines through the stones of the seat to move, less those through the other's.
    #[inline]
    fn centre(&self) -> i32 {
        match &self.board {
            Board::Narrow(board) => board.centre(self.shape),
            Board::Wide(board) => board.centre(),
        }
    }
}

/// Visits the columns of a set, one bit for each.
#[inline]
fn each_column(
    mut columns: u16,
    mut visit: impl FnMut(Column) -> ControlFlow<()>,
) -> ControlFlow<()> {
    while columns != 0 {
        visit(Column(columns.trailing_zeros() as u8))?;
        columns &= columns - 1;
    }
    ControlFlow::Continue(())
}

impl Position for ConnectFour {
    type Move = Column;

    fn facts(&self) -> Facts {
        Facts::two_seats(self.shape.area())
    }
    #[inline]
    fn node(&self) -> Node {
        if self.left == 0 { Node::Terminal } else { Node::Decision(self.mover) }
    }
    #[inline]
    fn each_move(&self, visit: impl FnMut(Column) -> ControlFlow<()>) -> ControlFlow<()> {
        each_column(self.open, visit)
    }
    #[inline]
    fn play(&mut self, Column(column): Column) {
        let line = self.shape.line;
        match &mut self.board {
            Board::Narrow(board) => {
                *board = board.after(column);
                let (open, won) = (u16::from(board.open()), narrow::has_line(board.theirs, line));
                let full = open != self.open;
                self.settle(open, full, won);
            }
            Board::Wide(board) => {
                *board = board.after(column);
                let (open, won) = (board.open(), board.has_line(board.theirs));
                let full = open != self.open;
                self.settle(open, full, won);
            }
        }
    }
    #[inline]
    fn payoff(&self, seat: Seat) -> f64 {
        if !self.won {
            0.0
        } else if seat == self.mover {
            -1.0
        } else {
            1.0
        }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let wrong = || {
            let what = "the columns from the left, each from the bottom up, of a game in which \
                        the seats take turns and stop at a line, such as";
            TextError::new(text, format!("{what} `{}`", self.cleared()))
        };
        let columns: Vec<&str> = text.split('/').collect();
        if columns.len() != usize::from(self.shape.width) {
            return Err(wrong());
        }
        let mut stones = [0u32; 2];
        for &column in columns.iter().filter(|&&column| column != "-") {
            if column.is_empty() || usize::from(self.shape.height) < column.len() {
                return Err(wrong());
            }
            for stone in column.chars() {
                let seat = STONES.iter().position(|&known| known == stone).ok_or_else(wrong)?;
                stones[seat] += 1;
            }
        }
        if stones[0] != stones[1] && stones[0] != stones[1] + 1 {
            return Err(wrong());
        }
        let mover = Seat(u8::from(stones[0] != stones[1]));
        let mut position = ConnectFour { mover, ..self.cleared() };
        for (number, column) in (0..).zip(columns) {
            for (row, stone) in (0..).zip(column.chars()).filter(|&(_, stone)| stone != '-') {
                let mine = stone == STONES[mover.index()];
                match &mut position.board {
                    Board::Narrow(board) => board.put(self.shape, mine, number, row),
                    Board::Wide(board) => board.put(mine, number, row),
                }
            }
        }
        let [mine, theirs] = match &position.board {
            Board::Narrow(board) => {
                [board.mine, board.theirs].map(|own| narrow::has_line(own, self.shape.line))
            }
            Board::Wide(board) => [board.mine, board.theirs].map(|own| board.has_line(own)),
        };
        position.won = theirs;
        position.find_open();
        if mine { Err(wrong()) } else { Ok(position) }
    }
    #[inline]
    fn count(&self) -> usize {
        usize::from(self.left)
    }
    #[inline]
    fn nth(&self, n: usize) -> Column {
        match &self.board {
            Board::Narrow(_) => Column(NTH[usize::from(self.open & 127)][n & 7]),
            Board::Wide(_) => {
                let open = (0..n).fold(self.open, |open, _| open & (open - 1));
                Column(open.trailing_zeros() as u8)
            }
        }
    }
    #[inline]
    fn is_legal(&self, Column(column): Column) -> bool {
        column < self.shape.width && self.open >> column & 1 != 0
    }
    fn parse_move(&self, text: &str) -> Option<Column> {
        let &[letter @ b'a'..=b'z'] = text.as_bytes() else { return None };
        Some(Column(letter - b'a')).filter(|&column| self.is_legal(column))
    }
    fn drawing(&self) -> String {
        let mut lines = Vec::new();
        for row in (0..self.shape.height).rev() {
            let owners = (0..self.shape.width).map(|column| self.owner(column, row));
            let stones = owners.map(|owner| owner.map_or('.', |seat| STONES[seat.index()]));
            lines.push(stones.map(String::from).collect::<Vec<_>>().join(" "));
        }
        let letters = (0..self.shape.width).map(|column| Column(column).to_string());
        lines.push(letters.collect::<Vec<_>>().join(" "));
        lines.join("\n")
    }
    fn picture(&self) -> Picture {
        picture::of(self)
    }
    fn aim(&self, m: Column) -> Aim {
        picture::aim(self, m)
    }
    fn heuristics(&self) -> &'static [Named] {
        const {
            &[
                Named::new("lines", "own lines still open minus the other's, of all lines"),
                Named::new("centre", "lines through own stones minus those through the other's"),
            ]
        }
    }
    #[inline]
    fn estimate(&self, Heuristic(heuristic): Heuristic, seat: Seat) -> f64 {
        let lines = f64::from(self.shape.lines());
        if heuristic == 0 {
            self.lead(self.open_lines(), seat) / lines
        } else {
            self.lead(self.centre(), seat) / (lines * f64::from(self.shape.line))
        }
    }
    /// Of `centre`: the lines through each stone.
    fn parts(&self, Heuristic(heuristic): Heuristic) -> Vec<Contribution> {
        let squares = self.shape.squares().filter(|_| heuristic == 1);
        let part = |(column, row)| {
            let seat = self.owner(column, row)?;
            let lines = f64::from(self.shape.lines_through(column, row));
            Some(Contribution::own(picture::name(self, column, row), seat, 2, &[("lines", lines)]))
        };
        squares.filter_map(part).collect()
    }
    fn features(&self) -> &'static [Named] {
        self.heuristics()
    }
    fn feature_values(&self, seat: Seat, values: &mut Vec<f64>) {
        values.clear();
        values.extend([0, 1].map(|index| self.estimate(Heuristic(index), seat)));
    }
    #[inline]
    fn each_sufficient(&self, visit: impl FnMut(Column) -> ControlFlow<()>) -> ControlFlow<()> {
        let Board::Narrow(board) = &self.board else { return self.each_move(visit) };
        if self.left == 0 {
            return ControlFlow::Continue(());
        }
        each_column(board.sufficient(self.shape.line).into(), visit)
    }
    /// The squares on which it threatens to complete a line, now or later; then the centre, which
    /// alone counts as long as the stones are too few for threats to lead anywhere.
    #[inline]
    fn hint(&self, Column(column): Column) -> i32 {
        let (place, width) = (i32::from(column), i32::from(self.shape.width));
        let central = -(2 * place + 1 - width).abs();
        match &self.board {
            Board::Narrow(board) if THREATENING * u32::from(self.shape.line) <= board.stones() => {
                central + 2 * i32::from(MOST) * board.chances(column, self.shape.line) as i32
            }
            _ => central,
        }
    }
    /// Whether it completes a line, or keeps the other seat from completing one there.
    #[inline]
    fn is_forcing(&self, Column(column): Column) -> bool {
        match &self.board {
            Board::Narrow(board) => {
                let (stone, line) = (board.landing(column), self.shape.line);
                [board.mine, board.theirs].iter().any(|own| narrow::has_line(own | stone, line))
            }
            Board::Wide(board) => {
                let stone = board.landing(column);
                [board.mine, board.theirs].iter().any(|own| board.has_line(own | stone))
            }
        }
    }
    #[inline]
    fn each_forcing(&self, mut visit: impl FnMut(Column) -> ControlFlow<()>) -> ControlFlow<()> {
        match &self.board {
            Board::Narrow(board) => {
                each_column(self.open & u16::from(board.forcing(self.shape.line)), visit)
            }
            Board::Wide(_) => self.each_move(|m| {
                if self.is_forcing(m) { visit(m) } else { ControlFlow::Continue(()) }
            }),
        }
    }
    fn symmetries(&self) -> usize {
        2
    }
    fn image(&self, symmetry: usize) -> Self {
        if symmetry == 0 {
            return self.clone();
        }
        let board = match &self.board {
            Board::Narrow(board) => Board::Narrow(board.mirrored(self.shape)),
            Board::Wide(board) => Board::Wide(board.mirrored()),
        };
        let mut image = ConnectFour { board, ..*self };
        image.find_open();
        image
    }
    fn image_of_move(&self, column: Column, symmetry: usize) -> Column {
        if symmetry == 0 { column } else { Column(self.shape.width - 1 - column.0) }
    }
}

impl Game for ConnectFour {
    const NAME: &'static str = "connect-four";
    const ALIASES: &'static [&'static str] = &["connect4", "c4", "four in a row", "vier gewinnt"];
    const SUMMARY: &'static str = "drop stones into columns; who has a line of four wins";
    const HELP: &'static str = "The seats drop a stone in turn into a column that is not full; it \
        falls onto the stones below. Whoever first has `line` stones (or more) side by side in a row, \
        a column or a diagonal wins; a full board without a line is a draw. \
        A move is the column, a letter from the left: d. A position is its columns from the left, \
        each from the bottom up, X for the seat that began, O for the other, - for an empty \
        column: -/-/X/XOX/O/-/-. \
        Heuristic `lines`: a line is open to a seat while the other has no stone on it; the lines \
        open to one seat minus those open to the other, divided by the number of lines. Heuristic \
        `centre`: every stone counts the lines through its square, own minus the other's, divided \
        by the sum over all squares. \
        Source: L. V. Allis, A knowledge-based approach of Connect-Four (1988).";
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::whole("width", 1..=MOST as u64, "7", "columns"),
        OptionSpec::whole("height", 1..=MOST as u64, "6", "rows"),
        OptionSpec::whole("line", 1..=MOST as u64, "4", "how many in a line win"),
    ];
    const SAMPLES: &'static [&'static str] = &[
        "",
        "width=3, height=3, line=3",
        "width=4, height=4, line=3",
        "width=7, height=8, line=5",
        "width=9, height=8, line=4",
        "width=1, height=2, line=2",
    ];

    fn start(options: &Options) -> Result<Self, OptionError> {
        let shape = Shape {
            width: options.whole("width"),
            height: options.whole("height"),
            line: options.whole("line"),
        };
        let Shape { width, height, line } = shape;
        if width.max(height) < line {
            let why = format!("no line of {line} fits on a board of {width} x {height}");
            return Err(options.impossible(why));
        }
        let board = if shape.is_narrow() {
            Board::Narrow(Narrow::new(shape))
        } else if Wide::fits(shape) {
            Board::Wide(Wide::new(shape))
        } else {
            let why = format!(
                "{width} x {height} is too large: (width + 1) x height may be {} at most",
                u128::BITS
            );
            return Err(options.impossible(why));
        };
        Ok(ConnectFour::new(shape, board))
    }
}

inventory::submit! { GamePlugin::of::<ConnectFour>() }

#[cfg(test)]
mod tests;
