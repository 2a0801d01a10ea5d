//! Tic-tac-toe and its family, the m,n,k games: mark squares in turn until a seat has a line.
//!
//! Boards of up to 7 × 8 squares have one word for every seat, larger ones one word for every row.
//! The large board is boxed, so that the small games, which are searched to the end, stay small.

mod large;
mod picture;
mod shape;
mod small;

use std::{
    fmt,
    hash::{Hash, Hasher},
    ops::ControlFlow,
};

use agon_core::{
    Aim, Extras, Facts, Featured, Game, GamePlugin, Heuristic, Learnable, Named, Node, OptionError, OptionSpec,
    Options, Picture, Position, RuleClaim, RulePlace, Seat, Symmetric, TextError, inventory,
};

pub use crate::shape::Square;
use crate::{large::Large, shape::Shape, small::Small};

/// The letters of the seats' marks, in order.
const MARKS: [char; 4] = ['X', 'O', 'Y', 'Z'];

/// The marks on the board, and the seat to move.
#[derive(Debug, PartialEq, Eq)]
pub struct TicTacToe {
    board: Board,
    shape: Shape,
    mover: Seat,
    /// Whether the seat before `mover` has a line.
    won: bool,
    /// The number of squares that may be marked.
    left: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Board {
    Small(Small),
    Large(Box<Large>),
}

impl Clone for TicTacToe {
    #[inline]
    fn clone(&self) -> Self {
        TicTacToe { board: self.board.clone(), ..*self }
    }
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        match &source.board {
            Board::Small(board) if matches!(self.board, Board::Small(_)) => {
                self.board = Board::Small(*board);
            }
            board => self.board.clone_large(board),
        }
        self.shape = source.shape;
        self.mover = source.mover;
        self.won = source.won;
        self.left = source.left;
    }
}

impl Board {
    /// Copies into the room that is there already, if there is any.
    #[inline(never)]
    fn clone_large(&mut self, source: &Board) {
        match (self, source) {
            (Board::Large(board), Board::Large(source)) => board.clone_from(source),
            (board, source) => *board = source.clone(),
        }
    }
}

/// The marks decide everything.
impl Hash for TicTacToe {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.board {
            Board::Small(board) => {
                for seat in Seat::all(self.shape.seats) {
                    state.write_u64(board.marks[self.turns_until(seat) & 3]);
                }
            }
            Board::Large(board) => {
                let seats = usize::from(self.shape.seats);
                for pair in board.marks[..seats].as_flattened().chunks(2) {
                    let high = pair.get(1).copied().unwrap_or(0);
                    state.write_u64(u64::from(high) << 32 | u64::from(pair[0]));
                }
            }
        }
    }
}

/// The rows from the top, with `.` for a square that is free: `X.O/.X./...`. The seat to move is
/// the one with the fewest marks.
impl fmt::Display for TicTacToe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..self.shape.height).rev() {
            for column in 0..self.shape.width {
                write!(f, "{}", self.mark(Square::at(column, row)))?;
            }
            if row != 0 {
                f.write_str("/")?;
            }
        }
        Ok(())
    }
}

impl TicTacToe {
    fn new(shape: Shape, board: Board) -> TicTacToe {
        TicTacToe { board, shape, mover: Seat(0), won: false, left: u32::from(shape.area()) }
    }

    /// The seat that has marked `square`, if any.
    pub fn owner(&self, square: Square) -> Option<Seat> {
        let mut seats = Seat::all(self.shape.seats).filter(|_| self.shape.holds(square));
        seats.find(|&seat| match &self.board {
            Board::Small(board) => board.is_marked(self.turns_until(seat), square),
            Board::Large(board) => board.is_marked(seat, square),
        })
    }

    fn mark(&self, square: Square) -> char {
        self.owner(square).map_or('.', |seat| MARKS[seat.index()])
    }

    /// An empty board of the same shape, in the same representation.
    fn cleared(&self) -> TicTacToe {
        let board = match &self.board {
            Board::Small(_) => Board::Small(Small::new(self.shape)),
            Board::Large(_) => Board::Large(Box::new(Large::new(self.shape))),
        };
        TicTacToe::new(self.shape, board)
    }

    /// The position whose squares are marked as `owner` returns: `None` if the seats did not take
    /// turns, or went on after a line.
    fn with_marks(&self, owner: impl Fn(Square) -> Option<Seat>) -> Option<TicTacToe> {
        let seats = self.shape.seats;
        let owner = &owner;
        let marks = |seat| self.shape.squares().filter(move |&square| owner(square) == Some(seat));
        let marks: Vec<Vec<Square>> = Seat::all(seats).map(|seat| marks(seat).collect()).collect();
        let mut position = self.cleared();
        let mut lines = [false; MARKS.len()];
        // In any order, but in turns.
        for turn in 0..marks.iter().map(Vec::len).sum() {
            let seat = position.mover;
            let &square = marks[seat.index()].get(turn / usize::from(seats))?;
            lines[seat.index()] |= position.put(square);
            position.left -= 1;
            position.mover = seat.next(seats);
        }
        position.won = lines.contains(&true);
        if position.won {
            position.left = 0;
        }
        // The line is that of the last seat.
        let stopped = |seat: Seat| !lines[seat.index()] || seat.next(seats) == position.mover;
        Seat::all(seats).all(stopped).then_some(position)
    }

    /// The number of turns until `seat` is to move.
    #[inline]
    fn turns_until(&self, seat: Seat) -> usize {
        let Seat(mover) = self.mover;
        usize::from(if mover <= seat.0 { seat.0 - mover } else { seat.0 + self.shape.seats - mover })
    }

    /// Marks `square` for the mover; returns whether that completes a line.
    #[inline]
    fn put(&mut self, square: Square) -> bool {
        let line = self.shape.line;
        match &mut self.board {
            Board::Small(board) => {
                let completes;
                (*board, completes) = board.marked(square, line, self.shape.seats);
                completes
            }
            Board::Large(board) => board.mark(self.mover, square, line),
        }
    }

    /// The lines that `seat` may still complete.
    #[inline]
    fn open_lines(&self, seat: Seat) -> u32 {
        match &self.board {
            Board::Small(board) => board.open_lines(self.turns_until(seat), self.shape.line),
            Board::Large(board) => board.open_lines(seat, self.shape.line),
        }
    }
}

impl Position for TicTacToe {
    type Move = Square;

    const EXTRAS: Extras<Self> = Extras::NONE.featured().learnable().symmetric();

    fn facts(&self) -> Facts {
        let least = -1.0 / f64::from(self.shape.seats - 1);
        Facts::new(self.shape.seats, self.shape.area().into()).with_payoffs(least, 1.0)
    }
    #[inline]
    fn node(&self) -> Node {
        if self.left == 0 { Node::Terminal } else { Node::Decision(self.mover) }
    }
    #[inline]
    fn each_move(&self, visit: impl FnMut(Square) -> ControlFlow<()>) -> ControlFlow<()> {
        match &self.board {
            Board::Small(board) => board.each_open(visit),
            Board::Large(board) => board.each_open(visit),
        }
    }
    #[inline]
    fn play(&mut self, square: Square) {
        self.won = self.put(square);
        self.left = if self.won { 0 } else { self.left - 1 };
        self.mover = self.mover.next(self.shape.seats);
    }
    #[inline]
    fn play_from(&mut self, source: &Self, square: Square) {
        let (Board::Small(_), Board::Small(board)) = (&self.board, &source.board) else {
            self.clone_from(source);
            return self.play(square);
        };
        let Shape { line, seats, .. } = source.shape;
        let (board, won) = board.marked(square, line, seats);
        self.board = Board::Small(board);
        self.shape = source.shape;
        self.won = won;
        self.left = if won { 0 } else { source.left - 1 };
        self.mover = source.mover.next(seats);
    }
    #[inline]
    fn payoff(&self, seat: Seat) -> f64 {
        if !self.won {
            0.0
        } else if seat.next(self.shape.seats) == self.mover {
            1.0
        } else {
            -1.0 / f64::from(self.shape.seats - 1)
        }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let wrong = || {
            let example = "the rows from the top, as far as the seats took turns, such as";
            TextError::new(text, format!("{example} `{}`", self.cleared()))
        };
        let mut owners = [[None; shape::MOST as usize]; shape::MOST as usize];
        let mut rows = text.split('/');
        for row in (0..usize::from(self.shape.height)).rev() {
            let mut marks = rows.next().ok_or_else(wrong)?.chars();
            for owner in &mut owners[row][..usize::from(self.shape.width)] {
                *owner = match marks.next().ok_or_else(wrong)? {
                    '.' => None,
                    mark => match MARKS.iter().position(|&known| known == mark) {
                        Some(seat) if seat < usize::from(self.shape.seats) => Some(Seat(seat as u8)),
                        _ => return Err(wrong()),
                    },
                };
            }
            if marks.next().is_some() {
                return Err(wrong());
            }
        }
        if rows.next().is_some() {
            return Err(wrong());
        }
        let owner = |square: Square| owners[usize::from(square.row())][usize::from(square.column())];
        self.with_marks(owner).ok_or_else(wrong)
    }
    #[inline]
    fn count(&self) -> usize {
        self.left as usize
    }
    #[inline]
    fn nth(&self, n: usize) -> Square {
        match &self.board {
            Board::Small(board) => board.nth(n),
            Board::Large(board) => board.nth(n),
        }
    }
    #[inline]
    fn is_legal(&self, square: Square) -> bool {
        self.shape.holds(square)
            && match &self.board {
                Board::Small(board) => board.is_open(square),
                Board::Large(board) => board.is_open(square),
            }
    }
    fn parse_move(&self, text: &str) -> Option<Square> {
        Square::read(text).filter(|&square| self.is_legal(square))
    }
    fn picture(&self) -> Picture {
        picture::of(self)
    }
    fn aim(&self, m: Square) -> Aim {
        picture::aim(m)
    }
    fn heuristics(&self) -> &'static [Named] {
        const { &[Named::new("lines", "own lines still open, minus the others' on average, of all lines")] }
    }
    #[inline]
    fn estimate(&self, _: Heuristic, seat: Seat) -> f64 {
        let lines = f64::from(self.shape.lines());
        if self.shape.seats == 2 {
            let (own, other) = (self.open_lines(seat), self.open_lines(seat.opponent()));
            return (f64::from(own) - f64::from(other)) / lines;
        }
        let seats = f64::from(self.shape.seats);
        let all: u32 = Seat::all(self.shape.seats).map(|seat| self.open_lines(seat)).sum();
        // The difference to the mean of the others, over the number of others: it stays within
        // the payoffs, and adds up to zero.
        let own = f64::from(self.open_lines(seat));
        (seats * own - f64::from(all)) / (lines * (seats - 1.0) * (seats - 1.0))
    }
    #[inline]
    fn hint(&self, square: Square) -> i32 {
        self.shape.lines_through(square) as i32
    }
}

impl Learnable for TicTacToe {
    fn numbers(&self) -> u32 {
        self.shape.area().into()
    }
    #[inline]
    fn number(&self, m: Square) -> u32 {
        u32::from(m.row()) * u32::from(self.shape.width) + u32::from(m.column())
    }
    /// 1 is the seat's own, 2 that of the seat after it, and so on.
    fn states(&self, seat: Seat, out: &mut Vec<u8>) -> u8 {
        let seats = self.shape.seats;
        out.clear();
        for row in (0..self.shape.height).rev() {
            for column in 0..self.shape.width {
                let owner = self.owner(Square::at(column, row));
                out.push(owner.map_or(0, |owner| (owner.0 + seats - seat.0) % seats + 1));
            }
        }
        seats + 1
    }
    fn swaps(&self) -> bool {
        true
    }
}

impl Featured for TicTacToe {
    fn features(&self) -> &'static [Named] {
        const {
            &[
                Named::new("own-lines", "own lines still open, of all lines"),
                Named::new("other-lines", "the others' lines still open, on average, of all lines"),
            ]
        }
    }
    fn feature_values(&self, seat: Seat, values: &mut Vec<f64>) {
        let lines = f64::from(self.shape.lines());
        let own = f64::from(self.open_lines(seat));
        let all: u32 = Seat::all(self.shape.seats).map(|seat| self.open_lines(seat)).sum();
        let others = (f64::from(all) - own) / f64::from(self.shape.seats - 1);
        values.clear();
        values.extend([own / lines, others / lines]);
    }
    fn feature_units(&self, units: &mut Vec<f64>) {
        let line = 1.0 / f64::from(self.shape.lines());
        units.clear();
        units.extend([line, line / f64::from(self.shape.seats - 1)]);
    }
}

impl Symmetric for TicTacToe {
    fn symmetries(&self) -> usize {
        self.shape.symmetries()
    }
    fn image(&self, symmetry: usize) -> Self {
        let board = match &self.board {
            Board::Small(board) => Board::Small(board.image(self.shape, symmetry)),
            Board::Large(board) => Board::Large(Box::new(board.image(self.shape, symmetry))),
        };
        TicTacToe { board, ..*self }
    }
    fn image_of_move(&self, square: Square, symmetry: usize) -> Square {
        self.shape.image(square, symmetry)
    }
}

impl Game for TicTacToe {
    const NAME: &'static str = "tic-tac-toe";
    const ALIASES: &'static [&'static str] = &["ttt", "noughts and crosses", "noughts"];
    const SUMMARY: &'static str = "mark squares in turn; whoever has a line of marks wins";
    const RULES: &'static str = "The seats put a [mark] of their own on a free [square] in turn, the first seat first. \
        Whoever first has `line` [mark]s (or more) side by side in a row, a column or a diagonal wins, and a full board \
        without such a line is a draw. The winner gets 1, each other seat -1 divided by the number of other seats; a draw \
        pays 0 to all.";
    const HELP: &'static str = "The m,n,k family. \
        A move is the column, a letter, and the row, a number, counted from the bottom left: b2. \
        Moves are ordered row by row from the bottom: a1 b1 c1 a2. A position is its rows from the \
        top, X O Y Z for the seats and . for a free square: X.O/.X./... \
        Heuristic `lines`: a line is open to a seat while nobody else has a mark on it; with two \
        seats, the lines open to one minus those open to the other, divided by the number of \
        lines (N. J. Nilsson, Problem-Solving Methods in Artificial Intelligence, 1971); with \
        more seats, the difference to the mean of the others, divided also by the number of \
        others. \
        Source: J. W. H. M. Uiterwijk and H. J. van den Herik, The advantage of the initiative \
        (2000), for the family; the 3 x 3 game is folklore.";
    const CLAIMS: &'static [RuleClaim] = &[
        RulePlace::at("X.O/.X./...").legal("b3", "it is free"),
        RulePlace::at("X.O/.X./...").illegal("b2", "it is marked"),
        RulePlace::start("").illegal("d1", "the board has three columns"),
        RulePlace::after(&["a1", "b1", "a2", "b2", "a3"]).pays(&[1.0, -1.0], "the first seat has three in a column"),
        RulePlace::at("O.X/OX./...").then(&["c1", "a1"]).pays(&[-1.0, 1.0], "the second seat has three in a column"),
        RulePlace::at("XOO/XOX/...").then(&["a1"]).pays(&[1.0, -1.0], "the last square of a line is marked"),
        RulePlace::at("XOX/XOO/OX.").then(&["c1"]).pays(&[0.0, 0.0], "the board is full, and nobody has a line"),
        RulePlace::start("width=4, height=4, line=3, players=3")
            .then(&["a1", "d1", "d4", "a2", "d2", "d3", "a3"])
            .pays(&[1.0, -0.5, -0.5], "the others share the loss"),
    ];
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::whole("width", 1..=shape::MOST as u64, "3", "columns"),
        OptionSpec::whole("height", 1..=shape::MOST as u64, "3", "rows"),
        OptionSpec::whole("line", 1..=shape::MOST as u64, "3", "how many in a line win"),
        OptionSpec::whole("players", 2..=4, "2", "how many seats"),
    ];
    const SAMPLES: &'static [&'static str] = &[
        "",
        "width=2, height=2, line=2",
        "width=4, height=3, line=3",
        "width=4, height=4, line=3, players=3",
        "width=8, height=5, line=4",
        "width=9, height=9, line=4, players=4",
        "width=1, height=1, line=1",
    ];

    fn start(options: &Options) -> Result<Self, OptionError> {
        let shape = Shape {
            width: options.whole("width"),
            height: options.whole("height"),
            line: options.whole("line"),
            seats: options.whole("players"),
        };
        if shape.width.max(shape.height) < shape.line {
            let Shape { width, height, line, .. } = shape;
            let why = format!("no line of {line} fits on a board of {width} x {height}");
            return Err(options.impossible(why));
        }
        let board = if Small::fits(shape) {
            Board::Small(Small::new(shape))
        } else {
            Board::Large(Box::new(Large::new(shape)))
        };
        Ok(TicTacToe::new(shape, board))
    }
}

inventory::submit! { GamePlugin::of::<TicTacToe>() }

#[cfg(test)]
mod tests;
