//! Connect Four: drop stones into columns in turn until a seat has a line.
//!
//! The usual board, whose size is known at compile time, is three words of 64 bits, as is any other
//! of up to 7 columns and 8 rows; a larger one has words of 128 bits: see [`Body`].

mod any;
mod body;
mod narrow;
mod picture;
mod rules;
mod shape;
mod usual;
mod wide;

use std::{
    fmt,
    hash::{Hash, Hasher},
    ops::ControlFlow,
};

use agon_core::{
    Aim, AnyPosition, Contribution, Estimator, Explained, Extras, Facts, Featured, Game, GamePlugin, Heuristic, Leaf,
    Learnable, Move, Named, Node, OptionError, OptionSpec, Options, Picture, Position, RuleClaim, Seat, Symmetric,
    TextError, inventory,
};

pub use crate::{any::Any, body::Body, shape::Shape, usual::Usual};

/// The most columns and the most rows.
const MOST: u8 = 15;

/// The letters of the seats' stones, in order.
const STONES: [char; 2] = ['X', 'O'];

/// The stones on the board, and the seat to move: on the usual board, or on [`Any`].
#[derive(Debug, PartialEq, Eq)]
pub struct ConnectFour<B = Usual>(B);

/// On a board of any size.
pub type AnyConnectFour = ConnectFour<Any>;

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

impl<B: Body> Clone for ConnectFour<B> {
    #[inline]
    fn clone(&self) -> Self {
        ConnectFour(self.0.clone())
    }
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        self.0.clone_from(&source.0);
    }
}

/// The stones decide everything.
impl<B: Body> Hash for ConnectFour<B> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        for stones in self.0.words() {
            if self.0.is_narrow() {
                state.write_u64(stones as u64);
            } else {
                state.write_u128(stones);
            }
        }
        state.write_u8(self.0.mover().0);
    }
}

/// The columns from the left, each from the bottom up, `-` for an empty one: `-/-/X/XOX/O/-/-`. X
/// moves first, so the numbers of stones determine the seat to move.
impl<B: Body> fmt::Display for ConnectFour<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = self.0.shape();
        for column in 0..shape.width {
            if column != 0 {
                f.write_str("/")?;
            }
            let owners = (0..shape.height).map_while(|row| self.owner(column, row));
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

impl<B: Body> ConnectFour<B> {
    /// Whose stone lies in that column and row, both counted from zero at the bottom left.
    pub fn owner(&self, column: u8, row: u8) -> Option<Seat> {
        let shape = self.0.shape();
        if shape.width <= column || shape.height <= row {
            return None;
        }
        match self.0.stones(column, row) {
            [true, _] => Some(self.0.mover()),
            [_, true] => Some(self.0.mover().opponent()),
            _ => None,
        }
    }

    /// The stones of the seat to move in that row, and those of the other: a bit for each column.
    #[inline]
    fn row(&self, row: u8) -> [u16; 2] {
        let shape = self.0.shape();
        if self.0.is_narrow() {
            let place = shape.narrow_place(0, row);
            return self.0.words().map(|stones| u16::from((stones as u64 >> place) as u8));
        }
        (0..shape.width).fold([0; 2], |[mine, theirs], column| {
            let [is_mine, is_theirs] = self.0.stones(column, row);
            [mine | u16::from(is_mine) << column, theirs | u16::from(is_theirs) << column]
        })
    }

    /// `lead` is of the seat to move over the other: that of `seat`.
    #[inline]
    fn lead(&self, lead: i32, seat: Seat) -> f64 {
        f64::from(if seat == self.0.mover() { lead } else { -lead })
    }
}

/// Visits the columns of a set, one bit for each.
#[inline]
fn each_column(mut columns: u16, mut visit: impl FnMut(Column) -> ControlFlow<()>) -> ControlFlow<()> {
    while columns != 0 {
        visit(Column(columns.trailing_zeros() as u8))?;
        columns &= columns - 1;
    }
    ControlFlow::Continue(())
}

impl<B: Body> Position for ConnectFour<B> {
    type Move = Column;

    const EXTRAS: Extras<Self> = Extras::NONE.explained().featured().learnable().symmetric();

    fn facts(&self) -> Facts {
        Facts::two_seats(self.0.shape().area())
    }
    #[inline]
    fn node(&self) -> Node {
        if self.0.open() == 0 { Node::Terminal } else { Node::Decision(self.0.mover()) }
    }
    #[inline]
    fn each_move(&self, visit: impl FnMut(Column) -> ControlFlow<()>) -> ControlFlow<()> {
        each_column(self.0.open(), visit)
    }
    #[inline]
    fn play(&mut self, column: Column) {
        self.0.play(column);
    }
    #[inline]
    fn play_from(&mut self, source: &Self, column: Column) {
        self.0.play_from(&source.0, column);
    }
    #[inline]
    fn payoff(&self, seat: Seat) -> f64 {
        if !self.0.is_won() {
            0.0
        } else if seat == self.0.mover() {
            -1.0
        } else {
            1.0
        }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let wrong = || {
            let what = "the columns from the left, each from the bottom up, of a game in which \
                        the seats take turns and stop at a line, such as";
            TextError::new(text, format!("{what} `{}`", ConnectFour(self.0.cleared())))
        };
        let shape = self.0.shape();
        let columns: Vec<&str> = text.split('/').collect();
        if columns.len() != usize::from(shape.width) {
            return Err(wrong());
        }
        let mut stones = [0u32; 2];
        for &column in columns.iter().filter(|&&column| column != "-") {
            if column.is_empty() || usize::from(shape.height) < column.len() {
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
        let squares = (0..).zip(columns).flat_map(|(number, column)| {
            let column = (0..).zip(column.chars()).filter(|&(_, stone)| stone != '-');
            column.map(move |(row, stone)| (number, row, Seat(u8::from(stone == STONES[1]))))
        });
        self.0.cleared().with_stones(mover, squares).map(ConnectFour).ok_or_else(wrong)
    }
    #[inline]
    fn count(&self) -> usize {
        self.0.count()
    }
    #[inline]
    fn nth(&self, n: usize) -> Column {
        self.0.nth(n)
    }
    #[inline]
    fn is_legal(&self, Column(column): Column) -> bool {
        column < MOST && self.0.open() >> column & 1 != 0
    }
    fn parse_move(&self, text: &str) -> Option<Column> {
        let &[letter @ b'a'..=b'z'] = text.as_bytes() else { return None };
        Some(Column(letter - b'a')).filter(|&column| self.is_legal(column))
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
        let shape = self.0.shape();
        let lines = f64::from(shape.lines());
        if heuristic == 0 {
            self.lead(self.0.open_lines(), seat) / lines
        } else {
            self.lead(self.0.centre(), seat) / (lines * f64::from(shape.line))
        }
    }
    #[inline]
    fn each_sufficient(&self, visit: impl FnMut(Column) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.0.open() == 0 {
            return ControlFlow::Continue(());
        }
        each_column(self.0.sufficient(), visit)
    }
    /// Whether a stone ends the game is known without playing it.
    #[expect(clippy::inline_always, reason = "a call for every node is a tenth of the time")]
    #[inline(always)]
    fn each_leaf(
        &self,
        room: &mut Self,
        estimator: &Estimator,
        seat: Seat,
        mut visit: impl FnMut(Column, Leaf) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Estimator::Nothing(guess) = *estimator else {
            return estimator.each_played(self, room, seat, visit);
        };
        let win = if seat == self.0.mover() { 1.0 } else { -1.0 };
        let is_last = self.0.is_nearly_full();
        let rest = Leaf { is_over: is_last, value: if is_last { 0.0 } else { guess } };
        each_column(self.0.open(), |column| {
            let is_won = self.0.wins(column);
            visit(column, if is_won { Leaf { is_over: true, value: win } } else { rest })
        })
    }
    /// The squares on which it threatens to complete a line, now or later; then the centre, which
    /// alone counts as long as the stones are too few for threats to lead anywhere.
    #[inline]
    fn hint(&self, Column(column): Column) -> i32 {
        let (place, width) = (i32::from(column), i32::from(self.0.shape().width));
        let central = -(2 * place + 1 - width).abs();
        central + 2 * i32::from(MOST) * self.0.chances(Column(column)) as i32
    }
    /// Whether it completes a line, or prevents the other seat from completing one there.
    #[inline]
    fn is_forcing(&self, column: Column) -> bool {
        self.0.is_forcing(column)
    }
    #[inline]
    fn each_forcing(&self, visit: impl FnMut(Column) -> ControlFlow<()>) -> ControlFlow<()> {
        each_column(self.0.forcing(), visit)
    }
}

impl<B: Body> Explained for ConnectFour<B> {
    /// For `centre`: the lines through each stone.
    fn parts(&self, Heuristic(heuristic): Heuristic) -> Vec<Contribution> {
        let shape = self.0.shape();
        let squares = shape.squares().filter(|_| heuristic == 1);
        let part = |(column, row)| {
            let seat = self.owner(column, row)?;
            let lines = f64::from(shape.lines_through(column, row));
            Some(Contribution::own(picture::name(self, column, row), seat, 2, &[("lines", lines)]))
        };
        squares.filter_map(part).collect()
    }
}

impl<B: Body> Learnable for ConnectFour<B> {
    fn numbers(&self) -> u32 {
        u32::from(self.0.shape().width)
    }
    /// 1 is the seat's own, 2 the other's, 3 free and next to be filled.
    fn states(&self, seat: Seat, out: &mut Vec<u8>) -> u8 {
        let Shape { width, height, .. } = self.0.shape();
        let (width, height) = (usize::from(width), usize::from(height));
        out.clear();
        out.resize(width * height, 0);
        let is_movers = seat == self.0.mover();
        // A bit for each column: the squares below the row.
        let mut below = u16::MAX;
        for (row, line) in out.chunks_exact_mut(width).rev().enumerate() {
            let [mine, theirs] = self.row(row as u8);
            let (own, other) = if is_movers { (mine, theirs) } else { (theirs, mine) };
            let next = below & !(own | other);
            for (column, place) in line.iter_mut().enumerate() {
                let bit = |columns: u16| (columns >> column & 1) as u8;
                *place = bit(own | next) | bit(other | next) << 1;
            }
            below = own | other;
        }
        4
    }
}

impl<B: Body> Featured for ConnectFour<B> {
    fn features(&self) -> &'static [Named] {
        self.heuristics()
    }
    fn feature_values(&self, seat: Seat, values: &mut Vec<f64>) {
        values.clear();
        values.extend([0, 1].map(|index| self.estimate(Heuristic(index), seat)));
    }
}

impl<B: Body> Symmetric for ConnectFour<B> {
    fn symmetries(&self) -> usize {
        2
    }
    fn image(&self, symmetry: usize) -> Self {
        if symmetry == 0 { self.clone() } else { ConnectFour(self.0.mirrored()) }
    }
    fn image_of_move(&self, column: Column, symmetry: usize) -> Column {
        if symmetry == 0 { column } else { Column(self.0.shape().width - 1 - column.0) }
    }
}

impl<B: Body> Game for ConnectFour<B> {
    const NAME: &'static str = "connect-four";
    const ALIASES: &'static [&'static str] = &["connect4", "c4", "four in a row", "vier gewinnt"];
    const SUMMARY: &'static str = "drop stones into columns; whoever has a line of four wins";
    const RULES: &'static str = rules::RULES;
    const HELP: &'static str = "A move is the column, a letter from the left: d. A position is its columns from the \
        left, each from the bottom up, X for the seat that began, O for the other, - for an empty column: \
        -/-/X/XOX/O/-/-. Heuristic `lines`: a line is open to a seat while the other has no stone on it; the lines \
        open to one seat minus those open to the other, divided by the number of lines. Heuristic `centre`: every \
        stone counts the lines through its square, own minus the other's, divided by the sum over all squares. \
        Source: L. V. Allis, A knowledge-based approach of Connect-Four (1988).";
    const CLAIMS: &'static [RuleClaim] = rules::CLAIMS;
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
        let shape =
            Shape { width: options.whole("width"), height: options.whole("height"), line: options.whole("line") };
        let Shape { width, height, line } = shape;
        if width.max(height) < line {
            let why = format!("no line of {line} fits on a board of {width} x {height}");
            return Err(options.impossible(why));
        }
        let board = B::empty(shape).ok_or_else(|| {
            let why = format!("{width} x {height} is too large: (width + 1) x height may be {} at most", u128::BITS);
            options.impossible(why)
        })?;
        Ok(ConnectFour(board))
    }
    fn open(options: &Options) -> Result<AnyPosition, OptionError> {
        match ConnectFour::<Usual>::start(options) {
            Ok(usual) => Ok(AnyPosition::new(usual)),
            Err(_) => ConnectFour::<Any>::start(options).map(AnyPosition::new),
        }
    }
}

inventory::submit! { GamePlugin::of::<ConnectFour<Any>>() }

#[cfg(test)]
mod tests;
