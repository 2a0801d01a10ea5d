//! Breakthrough: be the first to bring a man to the far row.
//!
//! The men of either seat are 64 bits, and so are the men that can step in one of three directions:
//! moves are listed by direction, so that counting them is counting bits.

mod estimate;
mod picture;
mod rules;

use std::{
    fmt,
    hash::{Hash, Hasher},
    ops::ControlFlow,
};

use agon_core::{
    Aim, Contribution, Explained, Extras, Facts, Featured, Game, GamePlugin, Heuristic, Learnable, Move, Named, Node,
    OptionError, OptionSpec, Options, Picture, Position, RuleClaim, Seat, Symmetric, TextError,
    bits::{nth_one, ones},
    inventory, rows,
};

/// The men, and the seat to move. Square a1 is bit 0, b1 bit 1, a2 bit 8, on any board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakthrough {
    men: [u64; 2],
    mover: Seat,
    width: u8,
    height: u8,
}

impl Hash for Breakthrough {
    // Number by number: a slice of them would hash in the machine's byte order.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Breakthrough { men: [one, two], mover, width, height } = self;
        (one, two, mover, width, height).hash(state);
    }
}

/// One step of one man. Steps are ordered by direction, then by the square they start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BreakthroughMove {
    way: u8,
    from: u8,
}

/// By how much a step of each way changes the number of the square: three ways up the board for the
/// first seat, three down for the second, each to the left, straight and to the right.
const BY: [i8; 6] = [7, 8, 9, -9, -8, -7];

impl BreakthroughMove {
    /// The square it starts from, by rows of eight from a1.
    pub fn from(self) -> u8 {
        self.from
    }

    /// The square it leads to.
    #[inline]
    pub fn to(self) -> u8 {
        self.from.wrapping_add_signed(BY[usize::from(self.way % 6)]) & 63
    }
}

impl Move for BreakthroughMove {
    #[inline]
    fn code(self) -> u64 {
        u64::from(self.way) << 6 | u64::from(self.from)
    }
    #[inline]
    fn from_code(code: u64) -> Option<Self> {
        let (way, from) = (code >> 6, (code & 63) as u8);
        if way < 6 { Some(BreakthroughMove { way: way as u8, from }) } else { None }
    }
}

/// From and to: `e2-e3`. A position writes a capture as `e2xd3`.
impl fmt::Display for BreakthroughMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_step(*self, '-', f)
    }
}

fn write_step(step: BreakthroughMove, sign: char, out: &mut dyn fmt::Write) -> fmt::Result {
    let square = |square: u8| (char::from(b'a' + square % 8), square / 8 + 1);
    let ((from, from_row), (to, to_row)) = (square(step.from), square(step.to()));
    write!(out, "{from}{from_row}{sign}{to}{to_row}")
}

/// The rows from the top, with men as `X` and `O` and empty squares counted; then the seat to move.
impl fmt::Display for Breakthrough {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let man = |row, column| self.man(self.height - 1 - row, column);
        rows::write(f, self.height, self.width, man)?;
        write!(f, " {}", self.mover.letter())
    }
}

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;

impl Breakthrough {
    fn man(&self, row: u8, column: u8) -> Option<Seat> {
        Seat::all(2).find(|seat| self.men[seat.index()] >> (8 * row + column) & 1 != 0)
    }

    /// The squares of one row.
    #[inline]
    fn row(&self, row: u8) -> u64 {
        ((1 << self.width) - 1) << (8 * u32::from(row))
    }

    /// The row that a seat wants to reach.
    #[inline]
    fn goal(&self, seat: Seat) -> u64 {
        self.row(if seat == Seat(0) { self.height - 1 } else { 0 })
    }

    /// Whether `seat` has reached the far row or taken every man.
    #[inline]
    fn has_won(&self, seat: Seat) -> bool {
        self.men[seat.index() & 1] & self.goal(seat) != 0 || self.men[seat.opponent().index() & 1] == 0
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.has_won(self.mover.opponent())
    }

    /// The men that can step to the left, straight and to the right.
    #[inline]
    fn steppers(&self) -> [u64; 3] {
        let last_column = FIRST_COLUMN << (self.width - 1);
        let own = self.men[self.mover.index() & 1];
        let other = self.men[self.mover.opponent().index() & 1];
        let (left, right) = (own & !FIRST_COLUMN, own & !last_column);
        // The men whose target is free: diagonally of their own men, straight of all.
        if self.mover == Seat(0) {
            [left & !(own >> 7), own & !((own | other) >> 8), right & !(own >> 9)]
        } else {
            [left & !(own << 9), own & !((own | other) << 8), right & !(own << 7)]
        }
    }

    /// Visits the steps of these men to the left, straight and to the right.
    #[inline]
    fn each_step(&self, men: [u64; 3], mut visit: impl FnMut(BreakthroughMove) -> ControlFlow<()>) -> ControlFlow<()> {
        for (way, men) in (self.first_way()..).zip(men) {
            for from in ones(men) {
                visit(BreakthroughMove { way, from: from as u8 })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The first of the three ways of the seat to move.
    #[inline]
    fn first_way(&self) -> u8 {
        3 * self.mover.0
    }

    fn captures(&self, m: BreakthroughMove) -> bool {
        self.men[self.mover.opponent().index() & 1] >> m.to() & 1 != 0
    }

    /// The distance of a step's target from the far row, in rows.
    fn rows_to_go(&self, m: BreakthroughMove) -> u8 {
        let row = m.to() / 8;
        if self.mover == Seat(0) { self.height - 1 - row.min(self.height - 1) } else { row }
    }

    fn mirrored(&self, square: u8) -> u8 {
        square / 8 * 8 + (self.width - 1).wrapping_sub(square % 8) % 8
    }
}

impl Position for Breakthrough {
    type Move = BreakthroughMove;

    const EXTRAS: Extras<Self> = Extras::NONE.explained().featured().learnable().symmetric();

    fn facts(&self) -> Facts {
        // Every ply brings a man one row nearer to the far one.
        let (width, height) = (u32::from(self.width), u32::from(self.height));
        Facts::two_seats(2 * width * (2 * height - 3))
    }
    #[inline]
    fn node(&self) -> Node {
        if self.is_over() { Node::Terminal } else { Node::Decision(self.mover) }
    }
    #[inline]
    fn each_move(&self, mut visit: impl FnMut(BreakthroughMove) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.is_over() {
            return ControlFlow::Continue(());
        }
        self.each_step(self.steppers(), &mut visit)
    }
    #[inline]
    fn play(&mut self, m: BreakthroughMove) {
        let to = 1 << m.to();
        self.men[self.mover.index() & 1] ^= 1 << (m.from & 63) | to;
        self.mover = self.mover.opponent();
        self.men[self.mover.index() & 1] &= !to;
    }
    fn payoff(&self, seat: Seat) -> f64 {
        if self.has_won(seat) { 1.0 } else { -1.0 }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let (stones, mover) = rows::read_with_mover(text, self.height, self.width, self)?;
        let mut men = [0, 0];
        for (row, column, seat) in stones {
            men[seat.index()] |= 1 << (8 * (self.height - 1 - row) + column);
        }
        let position = Breakthrough { men, mover, ..self.clone() };
        if position.has_won(mover) {
            return Err(TextError::new(text, "a seat to move that has not won yet"));
        }
        Ok(position)
    }
    #[inline]
    fn count(&self) -> usize {
        if self.is_over() {
            return 0;
        }
        let [left, straight, right] = self.steppers();
        (left.count_ones() + straight.count_ones() + right.count_ones()) as usize
    }
    #[inline]
    fn nth(&self, n: usize) -> BreakthroughMove {
        let [left, straight, right] = self.steppers();
        let (first, mut n) = (self.first_way(), n as u32);
        if n < left.count_ones() {
            return BreakthroughMove { way: first, from: nth_one(left, n) as u8 };
        }
        n -= left.count_ones();
        if n < straight.count_ones() {
            return BreakthroughMove { way: first + 1, from: nth_one(straight, n) as u8 };
        }
        n -= straight.count_ones();
        BreakthroughMove { way: first + 2, from: nth_one(right, n) as u8 }
    }
    #[inline]
    fn is_legal(&self, m: BreakthroughMove) -> bool {
        let ways = self.steppers();
        let way = m.way.wrapping_sub(self.first_way());
        !self.is_over() && m.from < 64 && ways.get(usize::from(way)).is_some_and(|men| men >> m.from & 1 != 0)
    }
    fn write_move(&self, m: BreakthroughMove, out: &mut dyn fmt::Write) -> fmt::Result {
        write_step(m, if self.captures(m) { 'x' } else { '-' }, out)
    }
    fn picture(&self) -> Picture {
        picture::of(self)
    }
    fn aim(&self, m: BreakthroughMove) -> Aim {
        picture::aim(self, m)
    }
    fn heuristics(&self) -> &'static [Named] {
        estimate::HEURISTICS
    }
    fn estimate(&self, heuristic: Heuristic, seat: Seat) -> f64 {
        estimate::of(self, heuristic, seat)
    }
    fn hint(&self, m: BreakthroughMove) -> i32 {
        let near = i32::from(8 - self.rows_to_go(m));
        match self.rows_to_go(m) {
            0 => 1_000,
            _ if self.captures(m) => 100 + near,
            _ => near,
        }
    }
    fn is_forcing(&self, m: BreakthroughMove) -> bool {
        self.rows_to_go(m) <= 1 || self.captures(m)
    }
    fn each_forcing(&self, visit: impl FnMut(BreakthroughMove) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.is_over() {
            return ControlFlow::Continue(());
        }
        let other = self.men[self.mover.opponent().index() & 1];
        let goal = self.goal(self.mover);
        let sharp = other | goal | goal << 8 | goal >> 8;
        // The men from which a step leads there.
        let from = if self.mover == Seat(0) {
            [sharp >> 7, sharp >> 8, sharp >> 9]
        } else {
            [sharp << 9, sharp << 8, sharp << 7]
        };
        let [left, straight, right] = self.steppers();
        self.each_step([left & from[0], straight & from[1], right & from[2]], visit)
    }
}

impl Explained for Breakthrough {
    fn parts(&self, heuristic: Heuristic) -> Vec<Contribution> {
        estimate::parts(self, heuristic)
    }
    fn ending(&self) -> &'static str {
        let last = self.mover.opponent();
        if self.men[last.index()] & self.goal(last) != 0 { "far row" } else { "all taken" }
    }
}

impl Learnable for Breakthrough {
    fn numbers(&self) -> u32 {
        6 << 6
    }
    /// 1 is the seat's own, 2 the other's; every seat plays upwards.
    fn states(&self, seat: Seat, out: &mut Vec<u8>) -> u8 {
        let [own, other] = [seat, seat.opponent()].map(|seat| self.men[seat.index()]);
        out.clear();
        for line in 0..self.height {
            let row = if seat == Seat(0) { self.height - 1 - line } else { line };
            out.extend((0..self.width).map(|column| {
                let square = 8 * row + column;
                (own >> square & 1) as u8 | ((other >> square & 1) as u8) << 1
            }));
        }
        3
    }
    fn swaps(&self) -> bool {
        true
    }
}

impl Featured for Breakthrough {
    fn features(&self) -> &'static [Named] {
        estimate::FEATURES
    }
    fn feature_values(&self, seat: Seat, values: &mut Vec<f64>) {
        values.clear();
        values.extend(estimate::features(self, seat));
    }
}

impl Symmetric for Breakthrough {
    fn symmetries(&self) -> usize {
        2
    }
    fn image(&self, symmetry: usize) -> Self {
        if symmetry == 0 {
            return self.clone();
        }
        // Turned end for end, a row's bits come to the far end of eight columns.
        let mirrored = |men: u64| men.swap_bytes().reverse_bits() >> (8 - self.width);
        Breakthrough { men: self.men.map(mirrored), ..self.clone() }
    }
    fn image_of_move(&self, m: BreakthroughMove, symmetry: usize) -> BreakthroughMove {
        if symmetry == 0 {
            return m;
        }
        let turned = m.way / 3 * 3 + 2 - m.way % 3;
        BreakthroughMove { way: turned, from: self.mirrored(m.from) }
    }
}

impl Game for Breakthrough {
    const NAME: &'static str = "breakthrough";
    const SUMMARY: &'static str = "be the first to bring a man to the far row";
    const RULES: &'static str = rules::RULES;
    const HELP: &'static str = "X is the first seat and moves up the board. A move is its squares, e2-e3, or e2xd3 \
        where it takes. A position is its rows from the top, men X and O, empty squares counted, and who moves. \
        Source: D. Troyka, Breakthrough (2000), winner of the 8x8 game design competition.";
    const CLAIMS: &'static [RuleClaim] = rules::CLAIMS;
    const OPTIONS: &'static [OptionSpec] =
        &[OptionSpec::whole("width", 2..=8, "8", "columns"), OptionSpec::whole("height", 4..=8, "8", "rows")];
    const SAMPLES: &'static [&'static str] =
        &["", "width=2, height=4", "width=3, height=5", "width=5, height=6", "width=8, height=4"];

    fn start(options: &Options) -> Result<Self, OptionError> {
        let (width, height) = (options.whole("width"), options.whole("height"));
        let mut start = Breakthrough { men: [0, 0], mover: Seat(0), width, height };
        start.men = [start.row(0) | start.row(1), start.row(height - 1) | start.row(height - 2)];
        Ok(start)
    }
}

inventory::submit! { GamePlugin::of::<Breakthrough>() }
