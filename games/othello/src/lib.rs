//! Othello (reversi): discs caught between two of the other colour turn over.
//!
//! The board is two sets of 64 bits, seen from the seat to move; the legal moves are worked out
//! once per position, when it arises, and every question about it is then a few instructions.

mod discs;
mod picture;
mod rules;

use std::{
    fmt,
    hash::{Hash, Hasher},
    ops::ControlFlow,
};

use agon_core::{
    Aim, Contribution, Explained, Extras, Facts, Featured, ForeignNotation, ForeignPlugin, Game, GamePlugin, Heuristic,
    Learnable, Move, Named, Node, OptionError, OptionSpec, Options, Picture, Position, Protocol, RuleClaim, Seat,
    Setup, Symmetric, TextError, bits::nth_one, inventory, rows,
};

/// The board, and the seat to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Othello {
    /// The discs of the seat to move.
    own: u64,
    /// The discs of the other seat.
    other: u64,
    /// The squares where the seat to move may place a disc.
    legal: u64,
    /// All the squares there are.
    field: u64,
    mover: Seat,
    /// Neither seat can put a disc anywhere.
    is_over: bool,
    /// The number of rows, and of columns.
    size: u8,
    /// The payoff is the difference in discs.
    pays_discs: bool,
}

/// Putting a disc on a square, numbered by rows of eight from a1, or passing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OthelloMove(pub u8);

impl OthelloMove {
    /// The move of a seat that cannot put a disc anywhere.
    pub const PASS: OthelloMove = OthelloMove(64);
}

impl Move for OthelloMove {
    #[inline]
    fn code(self) -> u64 {
        u64::from(self.0)
    }
    #[inline]
    fn from_code(code: u64) -> Option<Self> {
        if code <= 64 { Some(OthelloMove(code as u8)) } else { None }
    }
}

/// Column and row, `d3`, or `pass`.
impl fmt::Display for OthelloMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == OthelloMove::PASS {
            return f.write_str("pass");
        }
        write!(f, "{}{}", char::from(b'a' + self.0 % 8), self.0 / 8 + 1)
    }
}

/// The squares row by row from a1, `X` the first seat, `O` the second, `-` empty; then the seat to
/// move.
impl fmt::Display for Othello {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in self.squares() {
            f.write_str(self.disc(square))?;
        }
        write!(f, " {}", self.mover.letter())
    }
}

/// Hashes only the data of the rules: the rest follows from them.
impl Hash for Othello {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.own);
        state.write_u64(self.other);
        state.write_u8(self.mover.0);
    }
}

impl Othello {
    /// The initial position.
    fn initial(size: u8, pays_discs: bool) -> Othello {
        // Of the four squares in the middle, the seat to move has the rising diagonal.
        let first = u32::from(size / 2 - 1);
        let corner = |row: u32, column: u32| 1u64 << (8 * (first + row) + first + column);
        let mut position = Othello {
            own: corner(0, 1) | corner(1, 0),
            other: corner(0, 0) | corner(1, 1),
            legal: 0,
            field: discs::field(size),
            mover: Seat(0),
            is_over: false,
            size,
            pays_discs,
        };
        position.look();
        position
    }

    /// The squares row by row, by their bit.
    fn squares(&self) -> impl Iterator<Item = u32> + use<> {
        let size = u32::from(self.size);
        (0..size).flat_map(move |row| (0..size).map(move |column| 8 * row + column))
    }

    /// The discs of the first and of the second seat.
    fn by_seat(&self) -> [u64; 2] {
        if self.mover == Seat(0) { [self.own, self.other] } else { [self.other, self.own] }
    }

    fn disc(&self, square: u32) -> &'static str {
        let [first, second] = self.by_seat();
        match (first >> square & 1, second >> square & 1) {
            (1, _) => "X",
            (_, 1) => "O",
            _ => "-",
        }
    }

    /// Works out what follows from the discs.
    #[inline]
    fn look(&mut self) {
        let empty = self.field & !(self.own | self.other);
        self.legal = discs::beyond(self.own, self.other) & empty;
        self.is_over = self.legal == 0 && discs::beyond(self.other, self.own) & empty == 0;
    }

    fn corners(&self) -> u64 {
        let last = u32::from(self.size) - 1;
        1 | 1 << last | 1 << (8 * last) | 1 << (9 * last)
    }

    /// The greatest payoff.
    fn most(&self) -> f64 {
        if self.pays_discs { f64::from(self.size) * f64::from(self.size) } else { 1.0 }
    }

    /// A feature from the point of view of the seat to move, within −1..=1.
    fn feature(&self, index: usize) -> f64 {
        let [own, other] = self.counted(index);
        let (own, other) = (f64::from(own.count_ones()), f64::from(other.count_ones()));
        if index == CORNERS { (own - other) / 4.0 } else { (own - other) / (own + other).max(1.0) }
    }

    /// The squares that a feature counts, for the seat to move and for the other.
    fn counted(&self, index: usize) -> [u64; 2] {
        match index {
            MOBILITY => {
                let empty = self.field & !(self.own | self.other);
                [self.legal, discs::beyond(self.other, self.own) & empty]
            }
            CORNERS => [self.own & self.corners(), self.other & self.corners()],
            _ => [self.own, self.other],
        }
    }

    /// The image of a square under symmetry number `symmetry`.
    fn carried(&self, square: u32, symmetry: usize) -> u32 {
        let (row, column) = (square as u8 / 8, square as u8 % 8);
        let (row, column) = rows::image(row, column, [self.size; 2], symmetry);
        u32::from(8 * row + column)
    }
}

const MOBILITY: usize = 0;
const CORNERS: usize = 1;
const ESTIMATES: &[Named] = &[
    Named::new("mobility", "the difference in moves, as a share of both seats' moves"),
    Named::new("corners", "the difference in corners held, as a share of the four"),
    Named::new("discs", "the difference in discs, as a share of those on the board"),
];

/// Visits the squares of a set as moves.
#[inline]
fn each_square(mut squares: u64, mut visit: impl FnMut(OthelloMove) -> ControlFlow<()>) -> ControlFlow<()> {
    while squares != 0 {
        visit(OthelloMove(squares.trailing_zeros() as u8))?;
        squares &= squares - 1;
    }
    ControlFlow::Continue(())
}

impl Position for Othello {
    type Move = OthelloMove;

    const EXTRAS: Extras<Self> = Extras::NONE.explained().featured().learnable().symmetric();

    fn facts(&self) -> Facts {
        let most = self.most();
        // After a pass the other seat puts a disc.
        let squares = u32::from(self.size) * u32::from(self.size);
        Facts::two_seats(2 * (squares - 4)).with_payoffs(-most, most)
    }
    #[inline]
    fn node(&self) -> Node {
        if self.is_over { Node::Terminal } else { Node::Decision(self.mover) }
    }
    #[inline]
    fn each_move(&self, mut visit: impl FnMut(OthelloMove) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.legal == 0 {
            return if self.is_over { ControlFlow::Continue(()) } else { visit(OthelloMove::PASS) };
        }
        each_square(self.legal, visit)
    }
    #[inline]
    fn play(&mut self, m: OthelloMove) {
        let (own, other) = (self.own, self.other);
        if m == OthelloMove::PASS {
            (self.own, self.other) = (other, own);
        } else {
            let square = 1 << m.0;
            let turned = discs::turned(own, other, square);
            (self.own, self.other) = (other ^ turned, own | turned | square);
        }
        self.mover = self.mover.opponent();
        self.look();
    }
    fn payoff(&self, seat: Seat) -> f64 {
        let lead = f64::from(self.own.count_ones()) - f64::from(self.other.count_ones());
        let lead = if seat == self.mover { lead } else { 0.0 - lead };
        if self.pays_discs { lead } else { lead.clamp(-1.0, 1.0) }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let squares = usize::from(self.size) * usize::from(self.size);
        let wrong = || {
            let expected = format!("{squares} squares (X, O or -), a space, and who moves, X or O");
            TextError::new(text, expected)
        };
        let (board, mover) = text.split_once(' ').ok_or_else(wrong)?;
        let mover = Seat::from_letter(mover).ok_or_else(wrong)?;
        if board.len() != squares {
            return Err(wrong());
        }
        let mut discs = [0, 0];
        for (square, disc) in self.squares().zip(board.bytes()) {
            match disc {
                b'X' | b'x' | b'*' => discs[0] |= 1 << square,
                b'O' | b'o' => discs[1] |= 1 << square,
                b'-' | b'.' => {}
                _ => return Err(wrong()),
            }
        }
        let (own, other) = (discs[mover.index()], discs[mover.opponent().index()]);
        let mut position = Othello { own, other, mover, ..self.clone() };
        position.look();
        Ok(position)
    }
    #[inline]
    fn count(&self) -> usize {
        if self.legal == 0 { usize::from(!self.is_over) } else { self.legal.count_ones() as usize }
    }
    #[inline]
    fn nth(&self, n: usize) -> OthelloMove {
        if self.legal == 0 {
            return OthelloMove::PASS;
        }
        OthelloMove(nth_one(self.legal, n as u32) as u8)
    }
    #[inline]
    fn is_legal(&self, m: OthelloMove) -> bool {
        match m {
            OthelloMove::PASS => self.legal == 0 && !self.is_over,
            OthelloMove(square) => square < 64 && self.legal >> square & 1 != 0,
        }
    }
    fn parse_move(&self, text: &str) -> Option<OthelloMove> {
        let m = match text.to_ascii_lowercase().as_str() {
            "pass" | "--" => OthelloMove::PASS,
            square => {
                let on_board = |&(row, column): &(u8, u8)| row < 8 && column < 8;
                let (row, column) = rows::square(square).filter(on_board)?;
                OthelloMove(8 * row + column)
            }
        };
        Some(m).filter(|&m| self.is_legal(m))
    }
    fn picture(&self) -> Picture {
        picture::of(self)
    }
    fn aim(&self, m: OthelloMove) -> Aim {
        picture::aim(m)
    }
    fn heuristics(&self) -> &'static [Named] {
        ESTIMATES
    }
    fn estimate(&self, heuristic: Heuristic, seat: Seat) -> f64 {
        let value = self.most() * self.feature(usize::from(heuristic.0));
        if seat == self.mover { value } else { 0.0 - value }
    }
    fn hint(&self, m: OthelloMove) -> i32 {
        if m == OthelloMove::PASS {
            return 0;
        }
        // Corners first; the squares that give one away last; edges before the middle.
        let last = self.size - 1;
        let (row, column) = (m.0 / 8, m.0 % 8);
        let from_edge = |line: u8| line.min(last - line);
        match (from_edge(row).min(from_edge(column)), from_edge(row).max(from_edge(column))) {
            (0, 0) => 3,
            (1, 1) => -3,
            (0, 1) => -2,
            (0, _) => 1,
            _ => 0,
        }
    }
    fn is_forcing(&self, m: OthelloMove) -> bool {
        m != OthelloMove::PASS && self.corners() >> m.0 & 1 != 0
    }
    #[inline]
    fn each_forcing(&self, visit: impl FnMut(OthelloMove) -> ControlFlow<()>) -> ControlFlow<()> {
        each_square(self.legal & self.corners(), visit)
    }
}

impl Explained for Othello {
    /// A move, a corner or a disc counts one.
    fn parts(&self, heuristic: Heuristic) -> Vec<Contribution> {
        let index = usize::from(heuristic.0);
        let term = ["move", "corner", "disc"][index];
        let mut parts = Vec::new();
        for (seat, mut squares) in [self.mover, self.mover.opponent()].into_iter().zip(self.counted(index)) {
            while squares != 0 {
                let name = OthelloMove(squares.trailing_zeros() as u8).to_string();
                parts.push(Contribution::own(name, seat, 2, &[(term, 1.0)]));
                squares &= squares - 1;
            }
        }
        parts
    }
}

impl Learnable for Othello {
    fn numbers(&self) -> u32 {
        65
    }
    /// 1 is the seat's own, 2 the other's.
    fn states(&self, seat: Seat, out: &mut Vec<u8>) -> u8 {
        let size = usize::from(self.size);
        let is_movers = seat == self.mover;
        let (own, other) = if is_movers { (self.own, self.other) } else { (self.other, self.own) };
        out.clear();
        out.resize(size * size, 0);
        for (row, line) in out.chunks_exact_mut(size).enumerate() {
            let (own, other) = (own >> (8 * row), other >> (8 * row));
            for (column, place) in line.iter_mut().enumerate() {
                *place = (own >> column & 1) as u8 | ((other >> column & 1) as u8) << 1;
            }
        }
        3
    }
    fn swaps(&self) -> bool {
        true
    }
}

impl Featured for Othello {
    fn features(&self) -> &'static [Named] {
        ESTIMATES
    }
    fn feature_values(&self, seat: Seat, values: &mut Vec<f64>) {
        values.clear();
        let sign = if seat == self.mover { 1.0 } else { -1.0 };
        values.extend((0..ESTIMATES.len()).map(|index| sign * self.feature(index)));
    }
}

impl Symmetric for Othello {
    fn symmetries(&self) -> usize {
        8
    }
    fn image(&self, symmetry: usize) -> Self {
        let carried = |set: u64| {
            let inside = self.squares().filter(|square| set >> square & 1 != 0);
            inside.map(|square| 1 << self.carried(square, symmetry)).sum()
        };
        let (own, other) = (carried(self.own), carried(self.other));
        let mut image = Othello { own, other, ..self.clone() };
        image.look();
        image
    }
    fn image_of_move(&self, m: OthelloMove, symmetry: usize) -> OthelloMove {
        if m == OthelloMove::PASS { m } else { OthelloMove(self.carried(u32::from(m.0), symmetry) as u8) }
    }
}

impl ForeignNotation for Othello {
    /// GTP can put stones on a board, but not turn them over.
    fn foreign_setup(&self, protocol: Protocol) -> Result<Setup, String> {
        if protocol != Protocol::Gtp {
            return Err(format!("programs for Othello don't speak {protocol}"));
        }
        if self.mover != Seat(0) || Othello::initial(self.size, self.pays_discs) != *self {
            return Err("GTP has no word for where this game begins".to_owned());
        }
        let mut setup = Setup::default();
        setup.size = Some(self.size);
        Ok(setup)
    }
}

impl Game for Othello {
    const NAME: &'static str = "othello";
    const ALIASES: &'static [&'static str] = &["reversi"];
    const SUMMARY: &'static str = "catch discs between two of yours to turn them; most discs win";
    const RULES: &'static str = rules::RULES;
    const HELP: &'static str = "X moves first. A pass is a move: pass, also read as --. Perft: a pass is a ply, and a \
        game that ended sooner is not counted. A move is a column and a row counted from the top: d3. A position is \
        its squares row by row from a1 (X, O, - for empty) and who moves. \
        Source: World Othello Federation, Official rules for the game of Othello.";
    const CLAIMS: &'static [RuleClaim] = rules::CLAIMS;
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::choice("size", &["4", "6", "8"], "8", "rows and columns"),
        OptionSpec::choice("payoff", &["win", "discs"], "win", "what is paid: 1 for a win, or the difference in discs"),
    ];
    const SAMPLES: &'static [&'static str] = &["", "size=4", "size=4, payoff=discs", "size=6", "size=6, payoff=discs"];

    fn start(options: &Options) -> Result<Self, OptionError> {
        let size: u8 = match options.text("size") {
            "4" => 4,
            "6" => 6,
            _ => 8,
        };
        Ok(Othello::initial(size, options.text("payoff") == "discs"))
    }
}

inventory::submit! { GamePlugin::of::<Othello>() }
inventory::submit! { ForeignPlugin::of::<Othello>() }
