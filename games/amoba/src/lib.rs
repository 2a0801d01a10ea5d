//! Amőba (gomoku): five stones in a row win.
//!
//! A position stores the stones along its lines. Its one heuristic is updated move by move where it
//! was announced, and has no cost elsewhere.

mod lines;
mod patterns;
mod picture;
mod rules;

use std::{
    fmt,
    hash::{Hash, Hasher},
    ops::ControlFlow,
};

use agon_core::{
    Aim, Contribution, EmptySquares, Explained, Extras, Facts, Featured, ForeignNotation, ForeignPlugin, Game,
    GamePlugin, Heuristic, Learnable, Move, Named, Node, OptionError, OptionSpec, Options, Picture, Position, Protocol,
    RuleClaim, Seat, Setup, Symmetric, TextError, bits::ones, inventory, key_of, rows,
};

use lines::{Lines, MOST, Run, places};

/// The stones, and the seat to move.
#[derive(Clone, Debug)]
pub struct Amoba {
    lines: Lines,
    empty: EmptySquares,
    /// The key of the stones alone, in any order of moves.
    key: u64,
    /// The value of the board for the first seat, if it is kept up to date.
    value: i32,
    is_kept: bool,
    size: u8,
    run: Run,
    mover: Seat,
    winner: Option<Seat>,
}

/// Putting a stone on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AmobaMove {
    /// Counted from zero at the bottom.
    pub row: u8,
    /// Counted from zero at the left.
    pub column: u8,
}

impl Move for AmobaMove {
    #[inline]
    fn code(self) -> u64 {
        u64::from(self.row) << 5 | u64::from(self.column)
    }
    #[inline]
    fn from_code(code: u64) -> Option<Self> {
        let (row, column) = (code >> 5, code & 31);
        let most = MOST as u64;
        (row < most && column < most).then_some(AmobaMove { row: row as u8, column: column as u8 })
    }
}

/// Column and row: `h8`.
impl fmt::Display for AmobaMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column % 26), u32::from(self.row) + 1)
    }
}

/// The rows from the top, with stones as `X` and `O` and empty squares counted; then the seat to
/// move.
impl fmt::Display for Amoba {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size;
        rows::write(f, size, size, |row, column| self.stone(size - 1 - row, column))?;
        write!(f, " {}", self.mover.letter())
    }
}

/// Compares the stones and the seat to move: all other fields follow from them, or serve speed.
impl PartialEq for Amoba {
    fn eq(&self, other: &Self) -> bool {
        self.mover == other.mover
            && (self.size, self.run) == (other.size, other.run)
            && self.lines.same(&other.lines, usize::from(self.size))
    }
}

impl Eq for Amoba {}

impl Hash for Amoba {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key());
    }
}

impl Amoba {
    /// The value of the empty square for `seat` by the pattern heuristic, in each direction: along
    /// its row, its column, its falling diagonal \ and its rising diagonal /.
    ///
    /// It is computed as if a stone of `seat` were placed there. Each window of a winning run's
    /// length through it that has k stones of `seat` and none of the other's then counts 1, 5, 25,
    /// 100 or 10,000 for k from one to five, and for other lengths the last of these numbers.
    pub fn worth(&self, square: AmobaMove, seat: Seat) -> [i32; 4] {
        patterns::worth(&self.lines, &self.places(square), seat.index(), self.len())
    }

    /// The value of the board for `seat` by the pattern heuristic: the sum over its empty squares
    /// of their values for `seat`, minus those for the other.
    pub fn value(&self, seat: Seat) -> i32 {
        let value = if self.is_kept { self.value } else { self.value_from_scratch() };
        if seat == Seat(0) { value } else { -value }
    }

    fn value_from_scratch(&self) -> i32 {
        patterns::total(&self.census(), self.len())
    }

    fn census(&self) -> [i32; 7] {
        patterns::census(&self.lines, u32::from(self.size), self.len())
    }

    #[inline]
    fn len(&self) -> u32 {
        u32::from(self.run.len)
    }

    #[inline]
    fn places(&self, m: AmobaMove) -> [lines::Place; 4] {
        places(u32::from(self.size), u32::from(m.row), u32::from(m.column))
    }

    fn stone(&self, row: u8, column: u8) -> Option<Seat> {
        let [first, second] = self.lines.row(row.into());
        match (first >> column & 1, second >> column & 1) {
            (1, _) => Some(Seat(0)),
            (_, 1) => Some(Seat(1)),
            _ => None,
        }
    }

    /// Puts a stone of `seat` on an empty square.
    #[inline]
    fn put(&mut self, m: AmobaMove, seat: Seat) {
        let places = self.places(m);
        if self.is_kept {
            let gain = patterns::gain(&self.lines, &places, seat.index(), self.len());
            self.value += if seat == Seat(0) { gain } else { -gain };
        }
        if self.lines.put(&places, seat.index(), self.run) {
            self.winner = Some(seat);
        }
        self.empty.remove(m.row, m.column);
        self.key ^= stone_key(m, seat);
    }

    /// The board of these options without a stone.
    fn blank(size: u8, run: Run) -> Amoba {
        Amoba {
            lines: Lines::empty(),
            empty: EmptySquares::all(size),
            key: 0,
            value: 0,
            is_kept: false,
            size,
            run,
            mover: Seat(0),
            winner: None,
        }
    }

    /// The image of a square under symmetry number `symmetry`.
    fn carried(&self, AmobaMove { row, column }: AmobaMove, symmetry: usize) -> AmobaMove {
        let (row, column) = rows::image(row, column, [self.size; 2], symmetry);
        AmobaMove { row, column }
    }

    /// The empty squares of a row that are within two of a stone; of a board without stones
    /// those in the middle: one, or four where the size is even.
    fn near(&self, row: u8) -> u32 {
        let all = (1 << self.size) - 1;
        let stones = |row: u8| {
            let [first, second] = self.lines.row(row.into());
            first | second
        };
        if self.empty.len() == usize::from(self.size) * usize::from(self.size) {
            let middle = (self.size - 1) / 2..=self.size / 2;
            let squares = middle.clone().fold(0, |squares, column| squares | 1 << column);
            return if middle.contains(&row) { squares } else { 0 };
        }
        let from = row.saturating_sub(2);
        let to = (row + 2).min(self.size - 1);
        let close = (from..=to).fold(0, |close, row| close | stones(row));
        (close | close << 1 | close << 2 | close >> 1 | close >> 2) & all & !stones(row)
    }
}

/// A number for a stone on a square; those of all stones together make the key.
#[inline]
fn stone_key(m: AmobaMove, seat: Seat) -> u64 {
    key_of(&(m.code() << 1 | u64::from(seat.0)))
}

/// A board worth this much is estimated half way to a win.
const HALF_WAY: f64 = 1_000.0;

/// The directions of windows, in their order everywhere.
const DIRECTIONS: [&str; 4] = ["row", "column", "falling", "rising"];

const PATTERNS: &[Named] =
    &[Named::new("patterns", "open windows by their stones, 1 5 25 100 10000, for every empty square of each")];

const WINDOWS: &[Named] = &[
    Named::new("one-short", "windows lacking one stone and open to this seat alone, the others' off"),
    Named::new("two-short", "the same for windows lacking two, tenths"),
    Named::new("three-short", "the same for windows lacking three, tenths"),
    Named::new("four-short", "the same for windows lacking four, tenths"),
];

impl Position for Amoba {
    type Move = AmobaMove;

    const EXTRAS: Extras<Self> = Extras::NONE.explained().featured().learnable().symmetric();

    fn facts(&self) -> Facts {
        Facts::two_seats(u32::from(self.size) * u32::from(self.size))
    }
    #[inline]
    fn node(&self) -> Node {
        if self.winner.is_some() || self.empty.is_empty() { Node::Terminal } else { Node::Decision(self.mover) }
    }
    #[inline]
    fn each_move(&self, mut visit: impl FnMut(AmobaMove) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.winner.is_some() {
            return ControlFlow::Continue(());
        }
        self.empty.each(|row, column| visit(AmobaMove { row, column }))
    }
    #[inline]
    fn play(&mut self, m: AmobaMove) {
        self.put(m, self.mover);
        self.mover = self.mover.opponent();
    }
    fn payoff(&self, seat: Seat) -> f64 {
        match self.winner {
            None => 0.0,
            Some(winner) if winner == seat => 1.0,
            Some(_) => -1.0,
        }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let (stones, mover) = rows::read_with_mover(text, self.size, self.size, self)?;
        let mut position = Amoba::blank(self.size, self.run);
        position.mover = mover;
        for &(row, column, seat) in &stones {
            position.put(AmobaMove { row: self.size - 1 - row, column }, seat);
        }
        let has_run = |seat: Seat| position.lines.has_run(seat.index(), self.run);
        if has_run(position.mover) {
            return Err(TextError::new(text, "no winning row of the seat to move"));
        }
        // While it is being set up, a run can be longer in the end than it was for a moment.
        let last = position.mover.opponent();
        position.winner = Some(last).filter(|&seat| has_run(seat));
        position.keep(Some(Heuristic(0)).filter(|_| self.is_kept));
        Ok(position)
    }
    #[inline]
    fn count(&self) -> usize {
        if self.winner.is_some() { 0 } else { self.empty.len() }
    }
    #[inline]
    fn nth(&self, n: usize) -> AmobaMove {
        let (row, column) = self.empty.nth(n).expect("`n` is less than the number of empty squares");
        AmobaMove { row, column }
    }
    #[inline]
    fn is_legal(&self, m: AmobaMove) -> bool {
        self.winner.is_none() && m.row < self.size && m.column < self.size && self.stone(m.row, m.column).is_none()
    }
    #[inline]
    fn key(&self) -> u64 {
        self.key ^ u64::from(self.mover.0).wrapping_neg()
    }
    fn parse_move(&self, text: &str) -> Option<AmobaMove> {
        let (row, column) = rows::square(text)?;
        Some(AmobaMove { row, column }).filter(|&m| self.is_legal(m))
    }
    fn picture(&self) -> Picture {
        picture::of(self)
    }
    fn aim(&self, m: AmobaMove) -> Aim {
        picture::aim(m)
    }
    fn heuristics(&self) -> &'static [Named] {
        PATTERNS
    }
    #[inline]
    fn estimate(&self, _patterns: Heuristic, seat: Seat) -> f64 {
        let value = f64::from(self.value(seat));
        value / (value.abs() + HALF_WAY)
    }
    fn keep(&mut self, heuristic: Option<Heuristic>) {
        self.is_kept = heuristic.is_some();
        self.value = if self.is_kept { self.value_from_scratch() } else { 0 };
    }
    fn each_relevant(&self, mut visit: impl FnMut(AmobaMove) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.winner.is_some() {
            return ControlFlow::Continue(());
        }
        for row in 0..self.size {
            for column in ones(self.near(row)) {
                visit(AmobaMove { row, column: column as u8 })?;
            }
        }
        ControlFlow::Continue(())
    }
    #[inline]
    fn hint(&self, m: AmobaMove) -> i32 {
        patterns::promise(&self.lines, &self.places(m), self.mover.index(), self.len())
    }
    #[inline]
    fn is_forcing(&self, m: AmobaMove) -> bool {
        let places = self.places(m);
        let lack = |seat: Seat| patterns::lack(&self.lines, &places, seat.index(), self.len());
        lack(self.mover) <= 1 || lack(self.mover.opponent()) == 0
    }
    fn each_forcing(&self, mut visit: impl FnMut(AmobaMove) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.winner.is_some() {
            return ControlFlow::Continue(());
        }
        let size = u32::from(self.size);
        let rows = patterns::forcing(&self.lines, size, self.len(), self.mover.index());
        for (row, columns) in (0..self.size).zip(rows) {
            for column in ones(columns) {
                visit(AmobaMove { row, column: column as u8 })?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Explained for Amoba {
    fn parts(&self, _patterns: Heuristic) -> Vec<Contribution> {
        let mut parts = Vec::new();
        let _ = self.each_move(|square| {
            let worth = [Seat(0), Seat(1)].map(|seat| self.worth(square, seat));
            let terms = DIRECTIONS
                .iter()
                .enumerate()
                .map(|(direction, name)| (*name, worth.iter().map(|worth| f64::from(worth[direction])).collect()));
            parts.push(Contribution::new(square.to_string(), 2, terms.collect()));
            ControlFlow::Continue(())
        });
        parts
    }
}

impl Learnable for Amoba {
    fn numbers(&self) -> u32 {
        u32::from(self.size) * u32::from(self.size)
    }
    #[inline]
    fn number(&self, m: AmobaMove) -> u32 {
        u32::from(m.row) * u32::from(self.size) + u32::from(m.column)
    }
    /// 1 is the seat's own, 2 the other's.
    fn states(&self, seat: Seat, out: &mut Vec<u8>) -> u8 {
        out.clear();
        for row in (0..self.size).rev() {
            let [first, second] = self.lines.row(row.into());
            let (own, other) = if seat == Seat(0) { (first, second) } else { (second, first) };
            out.extend((0..self.size).map(|column| (own >> column & 1) as u8 | ((other >> column & 1) as u8) << 1));
        }
        3
    }
    fn swaps(&self) -> bool {
        true
    }
}

impl Featured for Amoba {
    fn features(&self) -> &'static [Named] {
        WINDOWS
    }
    fn feature_values(&self, seat: Seat, values: &mut Vec<f64>) {
        values.clear();
        let census = self.census();
        let sign = if seat == Seat(0) { 1.0 } else { -1.0 };
        let units = [1.0, 10.0, 10.0, 10.0];
        values.extend((1..).zip(units).map(|(lack, unit)| sign * f64::from(census[lack]) / unit));
    }
}

impl Symmetric for Amoba {
    fn symmetries(&self) -> usize {
        8
    }
    fn image(&self, symmetry: usize) -> Self {
        let mut image = Amoba::blank(self.size, self.run);
        for row in 0..self.size {
            for column in 0..self.size {
                if let Some(seat) = self.stone(row, column) {
                    image.put(self.carried(AmobaMove { row, column }, symmetry), seat);
                }
            }
        }
        image.mover = self.mover;
        image.winner = self.winner;
        image.keep(Some(Heuristic(0)).filter(|_| self.is_kept));
        image
    }
    fn image_of_move(&self, m: AmobaMove, symmetry: usize) -> AmobaMove {
        self.carried(m, symmetry)
    }
}

impl ForeignNotation for Amoba {
    fn foreign_setup(&self, protocol: Protocol) -> Result<Setup, String> {
        if protocol != Protocol::Gomocup {
            return Err(format!("programs for gomoku don't speak {protocol}"));
        }
        if self.len() != 5 || self.size < 5 {
            return Err("Gomocup knows lines of five only, on boards of 5 and more".to_owned());
        }
        let mut setup = Setup::default();
        setup.size = Some(self.size);
        setup.lines = vec![format!("INFO rule {}", u8::from(self.run.exact))];
        for (row, column) in (0..self.size).flat_map(|r| (0..self.size).map(move |c| (r, c))) {
            if let Some(seat) = self.stone(row, column) {
                setup.stones.push((seat, format!("{column},{row}")));
            }
        }
        Ok(setup)
    }
    /// The column and the row, counted from 0: `7,7`.
    fn write_foreign(&self, m: AmobaMove, _: Protocol, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{},{}", m.column, m.row)
    }
    fn parse_foreign(&self, text: &str, _: Protocol) -> Option<AmobaMove> {
        let (column, row) = text.split_once(',')?;
        let m = AmobaMove { row: row.trim().parse().ok()?, column: column.trim().parse().ok()? };
        self.is_legal(m).then_some(m)
    }
}

impl Game for Amoba {
    const NAME: &'static str = "amoba";
    const ALIASES: &'static [&'static str] = &["gomoku", "five in a row", "gobang"];
    const SUMMARY: &'static str = "amőba, gomoku: five stones in a row win";
    const RULES: &'static str = rules::RULES;
    const HELP: &'static str = "There are no renju bans. Relevant squares are those within two of a stone, diagonals \
        included. A move is a column and a row counted from the bottom: h8. A position is its rows from the top, \
        stones X and O, empty squares counted, and who moves: 3/1X1/3 O. The heuristic patterns is that of the amőba \
        thesis, v, estimated as v / (|v| + 1000); it takes longer rows for wins in any case. Source: Renju \
        International Federation, The rules of gomoku (free and exact five).";
    const CLAIMS: &'static [RuleClaim] = rules::CLAIMS;
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::whole("size", 3..=MOST as u64, "12", "rows and columns"),
        OptionSpec::whole("line", 3..=6, "5", "how many stones in a row win"),
        OptionSpec::flag("exact", "false", "longer rows don't win"),
    ];
    const SAMPLES: &'static [&'static str] =
        &["", "size=3, line=3", "size=5, line=4, exact=true", "size=6, line=6", "size=15, exact=true", "size=19"];

    fn start(options: &Options) -> Result<Self, OptionError> {
        let (size, len) = (options.whole("size"), options.whole("line"));
        if size < len {
            let why = format!("a row of {len} has no room on a board of {size}");
            return Err(options.impossible(why));
        }
        Ok(Amoba::blank(size, Run { len, exact: options.flag("exact") }))
    }
}

inventory::submit! { GamePlugin::of::<Amoba>() }
inventory::submit! { ForeignPlugin::of::<Amoba>() }
