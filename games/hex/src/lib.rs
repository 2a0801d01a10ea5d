//! Hex: join your two edges with a chain of stones.
//!
//! Winning chains are never searched for: each stone is traversed once, when it becomes connected
//! to its seat's first edge.

mod picture;
mod rules;
mod side;

use std::{
    array, fmt,
    hash::{Hash, Hasher},
    ops::ControlFlow,
};

use agon_core::{
    Aim, EmptySquares, Extras, Facts, Featured, ForeignNotation, ForeignPlugin, Game, GamePlugin, Heuristic, Learnable,
    Move, Named, Node, OptionError, OptionSpec, Options, Picture, Position, Protocol, RuleClaim, Seat, Setup,
    Symmetric, TextError, inventory, key_of, rows,
};

use side::{Link, MOST, Side, Squares, around, distance, transposed};

/// The stones, and the seat to move.
#[derive(Clone, Debug)]
pub struct Hex {
    /// The stones of either seat; those of the second with rows and columns exchanged.
    sides: [Side; 2],
    empty: EmptySquares,
    /// The key of the stones alone, in any order of moves.
    key: u64,
    size: u8,
    /// The second seat may take over the first stone.
    has_swap: bool,
    mover: Seat,
    /// The seat that moved last has joined its edges.
    is_over: bool,
}

/// Putting a stone on a square, or taking over the other's first stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HexMove {
    /// Counted from zero at the top.
    pub row: u8,
    /// Counted from zero at the left.
    pub column: u8,
}

impl HexMove {
    /// Taking over the first stone, which moves to the square across the long diagonal.
    pub(crate) const SWAP: HexMove = HexMove { row: MOST as u8, column: 0 };
}

impl Move for HexMove {
    #[inline]
    fn code(self) -> u64 {
        u64::from(self.row) << 5 | u64::from(self.column)
    }
    #[inline]
    fn from_code(code: u64) -> Option<Self> {
        let (row, column) = (code >> 5, code & 31);
        let most = MOST as u64;
        if (row < most && column < most) || code == HexMove::SWAP.code() {
            Some(HexMove { row: row as u8, column: column as u8 })
        } else {
            None
        }
    }
}

/// Column and row, `f6`, or `swap`.
impl fmt::Display for HexMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == HexMove::SWAP {
            return f.write_str("swap");
        }
        write!(f, "{}{}", char::from(b'a' + self.column % 26), u32::from(self.row) + 1)
    }
}

/// The rows from the top, with stones as `X` and `O` and empty squares counted; then the seat to
/// move.
impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        rows::write(f, self.size, self.size, |row, column| self.stone(HexMove { row, column }))?;
        write!(f, " {}", self.mover.letter())
    }
}

/// Compares the stones and the seat to move: all other fields follow from them.
impl PartialEq for Hex {
    fn eq(&self, other: &Self) -> bool {
        self.mover == other.mover
            && (self.size, self.has_swap) == (other.size, other.has_swap)
            && self.sides[0].stones == other.sides[0].stones
            && self.sides[1].stones == other.sides[1].stones
    }
}

impl Eq for Hex {}

impl Hash for Hex {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key());
    }
}

impl Hex {
    /// The least number of further stones with which `seat` joins its edges if the other passes;
    /// `None` if the other has joined its own.
    pub fn distance(&self, seat: Seat) -> Option<u32> {
        self.distance_by(seat, Link::Touch)
    }

    /// The same where stones that a bridge links, two empty squares which both touch, count as
    /// joined, and so do stones a bridge away from an edge.
    pub fn distance_by_bridges(&self, seat: Seat) -> Option<u32> {
        self.distance_by(seat, Link::Bridge)
    }

    fn distance_by(&self, seat: Seat, link: Link) -> Option<u32> {
        let (own, other) = (&self.sides[seat.index()], &self.sides[seat.opponent().index()]);
        distance(&own.stones, &self.free(&own.stones, &other.stones), self.last(), link)
    }

    /// The empty squares, as a side with `own` stones sees them.
    fn free(&self, own: &Squares, other: &Squares) -> Squares {
        let other = transposed(other);
        let all = (1 << self.size) - 1;
        let inside = 1..=usize::from(self.size);
        array::from_fn(|at| if inside.contains(&at) { all & !own[at] & !other[at] } else { 0 })
    }

    fn last(&self) -> usize {
        usize::from(self.size) - 1
    }

    fn stone(&self, HexMove { row, column }: HexMove) -> Option<Seat> {
        let [first, second] = &self.sides;
        if first.stones[usize::from(row) + 1] >> column & 1 != 0 {
            Some(Seat(0))
        } else if second.stones[usize::from(column) + 1] >> row & 1 != 0 {
            Some(Seat(1))
        } else {
            None
        }
    }

    /// A square as `seat` sees it.
    #[inline]
    fn seen(m: HexMove, seat: Seat) -> (usize, usize) {
        let (row, column) = (usize::from(m.row), usize::from(m.column));
        if seat == Seat(0) { (row, column) } else { (column, row) }
    }

    /// Puts a stone of `seat` on an empty square.
    #[inline]
    fn put(&mut self, m: HexMove, seat: Seat) {
        let (row, column) = Hex::seen(m, seat);
        self.sides[seat.index() & 1].put(row, column);
        self.empty.remove(m.row, m.column);
        self.key ^= stone_key(m, seat);
    }

    /// Gives the first stone to the second seat.
    #[cold]
    fn swap(&mut self) {
        let stone = self.sides[0].stones.iter().zip(0..).find(|(row, _)| **row != 0);
        let (row, at) = stone.expect("there is a stone to take over");
        let m = HexMove { row: at - 1, column: row.trailing_zeros() as u8 };
        self.sides[0].lift(m.row.into(), m.column.into());
        self.empty.insert(m.row, m.column);
        self.key ^= stone_key(m, Seat(0));
        self.put(HexMove { row: m.column, column: m.row }, Seat(1));
    }

    #[inline]
    fn can_swap(&self) -> bool {
        self.has_swap
            && self.mover == Seat(1)
            && self.empty.len() + 1 == usize::from(self.size) * usize::from(self.size)
            && self.sides[1].stones == [0; MOST + 2]
            && !self.is_over
    }

    fn blank(size: u8, has_swap: bool) -> Hex {
        Hex {
            sides: [Side::EMPTY; 2],
            empty: EmptySquares::all(size),
            key: 0,
            size,
            has_swap,
            mover: Seat(0),
            is_over: false,
        }
    }
}

/// A number for a stone on a square; those of all stones together make the key.
#[inline]
fn stone_key(m: HexMove, seat: Seat) -> u64 {
    key_of(&(m.code() << 1 | u64::from(seat.0)))
}

const ESTIMATES: &[Named] = &[
    Named::new("distance", "the difference in stones that either still needs for a chain, as a share of both"),
    Named::new("bridges", "the same where two stones that cannot be cut at once count as joined"),
];

impl Position for Hex {
    type Move = HexMove;

    const EXTRAS: Extras<Self> = Extras::NONE.featured().learnable().symmetric();

    fn facts(&self) -> Facts {
        let squares = u32::from(self.size) * u32::from(self.size);
        Facts::two_seats(squares + u32::from(self.has_swap))
    }
    #[inline]
    fn node(&self) -> Node {
        if self.is_over { Node::Terminal } else { Node::Decision(self.mover) }
    }
    #[inline]
    fn each_move(&self, mut visit: impl FnMut(HexMove) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.is_over {
            return ControlFlow::Continue(());
        }
        self.empty.each(|row, column| visit(HexMove { row, column }))?;
        if self.can_swap() { visit(HexMove::SWAP) } else { ControlFlow::Continue(()) }
    }
    #[inline]
    fn play(&mut self, m: HexMove) {
        if m == HexMove::SWAP {
            self.swap();
        } else {
            self.put(m, self.mover);
            self.is_over = self.sides[self.mover.index() & 1].has_won(self.last());
        }
        self.mover = self.mover.opponent();
    }
    fn payoff(&self, seat: Seat) -> f64 {
        if seat == self.mover { -1.0 } else { 1.0 }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let (stones, mover) = rows::read_with_mover(text, self.size, self.size, self)?;
        let mut position = Hex::blank(self.size, self.has_swap);
        position.mover = mover;
        for &(row, column, seat) in &stones {
            position.put(HexMove { row, column }, seat);
        }
        let first = stones.iter().filter(|&&(_, _, seat)| seat == Seat(0)).count();
        // After a swap the second seat has put one stone more.
        let turns = stones.len() - first + usize::from(position.mover == Seat(1));
        let is_in_turn = turns == first;
        let is_swapped = self.has_swap && turns == first + 1;
        if !(is_in_turn || is_swapped) {
            return Err(TextError::new(text, "stones that were put in turn"));
        }
        let has_won = |seat: Seat| position.sides[seat.index()].has_won(self.last());
        if has_won(position.mover) {
            return Err(TextError::new(text, "no finished chain of the seat to move"));
        }
        position.is_over = has_won(position.mover.opponent());
        Ok(position)
    }
    #[inline]
    fn count(&self) -> usize {
        if self.is_over { 0 } else { self.empty.len() + usize::from(self.can_swap()) }
    }
    #[inline]
    fn nth(&self, n: usize) -> HexMove {
        self.empty.nth(n).map_or(HexMove::SWAP, |(row, column)| HexMove { row, column })
    }
    #[inline]
    fn is_legal(&self, m: HexMove) -> bool {
        if m == HexMove::SWAP {
            return self.can_swap();
        }
        !self.is_over && m.row < self.size && m.column < self.size && self.stone(m).is_none()
    }
    #[inline]
    fn key(&self) -> u64 {
        self.key ^ u64::from(self.mover.0).wrapping_neg()
    }
    fn parse_move(&self, text: &str) -> Option<HexMove> {
        let m = if text == "swap" {
            HexMove::SWAP
        } else {
            let (row, column) = rows::square(text).filter(|&(row, _)| row < self.size)?;
            HexMove { row, column }
        };
        Some(m).filter(|&m| self.is_legal(m))
    }
    fn picture(&self) -> Picture {
        picture::of(self)
    }
    fn aim(&self, m: HexMove) -> Aim {
        picture::aim(m)
    }
    fn heuristics(&self) -> &'static [Named] {
        ESTIMATES
    }
    fn estimate(&self, heuristic: Heuristic, seat: Seat) -> f64 {
        let link = if heuristic == Heuristic(0) { Link::Touch } else { Link::Bridge };
        // While the game goes on, either seat has a way left.
        let needed = |seat: Seat| f64::from(self.distance_by(seat, link).unwrap_or(u32::from(self.size)));
        let (own, other) = (needed(seat), needed(seat.opponent()));
        (other - own) / (other + own).max(1.0)
    }
    fn hint(&self, m: HexMove) -> i32 {
        if m == HexMove::SWAP {
            return 0;
        }
        // The middle first, and what touches stones of either seat.
        let off = |at: u8| (2 * i32::from(at) - i32::from(self.size) + 1).abs();
        let touches = |seat: Seat| {
            let (row, column) = Hex::seen(m, seat);
            i32::from(around(&self.sides[seat.index()].stones, row + 1) >> column & 1 != 0)
        };
        4 * (touches(Seat(0)) + touches(Seat(1))) - off(m.row).max(off(m.column))
    }
    /// None is.
    fn each_forcing(&self, _: impl FnMut(Self::Move) -> ControlFlow<()>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
    fn is_forced(&self) -> bool {
        false
    }
}

impl Learnable for Hex {
    // Row by row from the top; to swap is last.
    fn numbers(&self) -> u32 {
        u32::from(self.size) * u32::from(self.size) + 1
    }
    #[inline]
    fn number(&self, m: HexMove) -> u32 {
        let size = u32::from(self.size);
        if m == HexMove::SWAP { size * size } else { u32::from(m.row) * size + u32::from(m.column) }
    }
    /// 1 is the seat's own, 2 the other's; every seat joins the top and the bottom.
    fn states(&self, seat: Seat, out: &mut Vec<u8>) -> u8 {
        out.clear();
        for row in 0..self.size {
            out.extend((0..self.size).map(|column| {
                let (row, column) = if seat == Seat(0) { (row, column) } else { (column, row) };
                let owner = self.stone(HexMove { row, column });
                owner.map_or(0, |owner| if owner == seat { 1 } else { 2 })
            }));
        }
        3
    }
    fn swaps(&self) -> bool {
        !self.has_swap
    }
}

impl Featured for Hex {
    fn features(&self) -> &'static [Named] {
        ESTIMATES
    }
    fn feature_values(&self, seat: Seat, values: &mut Vec<f64>) {
        values.clear();
        values.extend((0..2).map(|index| self.estimate(Heuristic(index), seat)));
    }
}

impl Symmetric for Hex {
    fn symmetries(&self) -> usize {
        2
    }
    fn image(&self, symmetry: usize) -> Self {
        let mut image = Hex::blank(self.size, self.has_swap);
        for row in 0..self.size {
            for column in 0..self.size {
                let square = HexMove { row, column };
                if let Some(seat) = self.stone(square) {
                    image.put(self.image_of_move(square, symmetry), seat);
                }
            }
        }
        image.mover = self.mover;
        image.is_over = self.is_over;
        image
    }
    fn image_of_move(&self, m: HexMove, symmetry: usize) -> HexMove {
        if symmetry == 0 || m == HexMove::SWAP {
            return m;
        }
        HexMove { row: self.size - 1 - m.row, column: self.size - 1 - m.column }
    }
}

impl ForeignNotation for Hex {
    fn foreign_setup(&self, protocol: Protocol) -> Result<Setup, String> {
        if protocol != Protocol::Gtp {
            return Err(format!("programs for Hex don't speak {protocol}"));
        }
        let mut setup = Setup::default();
        setup.size = Some(self.size);
        let squares = (0..self.size).flat_map(|row| (0..self.size).map(move |c| (row, c)));
        for m in squares.map(|(row, column)| HexMove { row, column }) {
            setup.stones.extend(self.stone(m).map(|seat| (seat, m.to_string())));
        }
        Ok(setup)
    }
    /// `swap-pieces`, which is the kind of swap here: the stone moves to its mirror image.
    fn write_foreign(&self, m: HexMove, _: Protocol, out: &mut dyn fmt::Write) -> fmt::Result {
        if m == HexMove::SWAP { out.write_str("swap-pieces") } else { write!(out, "{m}") }
    }
    fn parse_foreign(&self, text: &str, _: Protocol) -> Option<HexMove> {
        let text = text.to_ascii_lowercase();
        self.parse_move(if text == "swap-pieces" { "swap" } else { &text })
    }
}

impl Game for Hex {
    const NAME: &'static str = "hex";
    const SUMMARY: &'static str = "join your two edges with a chain of stones";
    const RULES: &'static str = rules::RULES;
    const HELP: &'static str = "X moves first and joins the top edge to the bottom, O the left edge to the right. With \
        swap=true the move swap takes over the first stone, on the square across the long diagonal. A move is a column \
        and a row counted from the top: f6. A position is its rows from the top, stones X and O, empty squares \
        counted, and who moves. \
        Source: P. Hein (1942) and J. Nash (1948); C. Browne, Hex Strategy (2000).";
    const CLAIMS: &'static [RuleClaim] = rules::CLAIMS;
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::whole("size", 1..=MOST as u64, "11", "rows and columns"),
        OptionSpec::flag("swap", "false", "the second seat may take over the first stone"),
    ];
    const SAMPLES: &'static [&'static str] =
        &["", "size=1", "size=2, swap=true", "size=3", "size=4, swap=true", "size=19"];

    fn start(options: &Options) -> Result<Self, OptionError> {
        Ok(Hex::blank(options.whole("size"), options.flag("swap")))
    }
}

inventory::submit! { GamePlugin::of::<Hex>() }
inventory::submit! { ForeignPlugin::of::<Hex>() }
