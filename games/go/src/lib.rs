//! Go: surround more territory than the other.
//!
//! Positional superko makes the whole past a part of the position. It is stored as the hashes of
//! all earlier boards, compared exactly as 64-bit numbers, behind a filter that answers "no"
//! without a search; and as the moves played, which are the position's text.

mod board;
mod past;
mod patterns;
mod picture;
mod policy;
mod rules;

use std::{
    fmt::{self, Display, Write},
    hash::{Hash, Hasher},
    ops::ControlFlow,
    sync::Arc,
};

use agon_core::{
    Aim, Extras, Facts, Featured, ForeignNotation, ForeignPlugin, Game, GamePlugin, Heuristic, Learnable, Move, Named,
    Node, OptionError, OptionSpec, Options, Picture, Position, Protocol, RuleClaim, Seat, Setup, Stream, TextError,
    inventory, key_of, rows,
};

use crate::{
    board::{Board, EMPTY, Point, place, point},
    past::Past,
};

/// A stone on a point, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GoMove(Point);

impl GoMove {
    /// No stone. The last of all moves.
    pub(crate) const PASS: GoMove = GoMove(511);
}

/// The letters of the columns: there is no I.
const COLUMNS: &[u8; 19] = b"ABCDEFGHJKLMNOPQRST";

impl Move for GoMove {
    #[inline]
    fn code(self) -> u64 {
        self.0.into()
    }
    #[inline]
    fn from_code(code: u64) -> Option<Self> {
        let (first, last) = (u64::from(point(0, 0)), u64::from(point(18, 18)));
        let is_point = (first..=last).contains(&code) && !code.is_multiple_of(20);
        (is_point || code == GoMove::PASS.code()).then_some(GoMove(code as Point))
    }
}

/// As in GTP: `D4`, `pass`.
impl Display for GoMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == GoMove::PASS {
            return f.write_str("pass");
        }
        let (row, column) = place(self.0);
        write!(f, "{}{}", char::from(COLUMNS[column]), row + 1)
    }
}

/// Reads what `Display` writes, in any case.
fn read_move(text: &str) -> Option<GoMove> {
    if text.eq_ignore_ascii_case("pass") {
        return Some(GoMove::PASS);
    }
    let letter = text.bytes().next()?.to_ascii_uppercase();
    let column = COLUMNS.iter().position(|&column| column == letter)?;
    let row: usize = text[1..].parse().ok().filter(|row| (1..=19).contains(row))?;
    (text[1..] == row.to_string()).then_some(GoMove(point(row - 1, column)))
}

/// The constant data of a play.
#[derive(Debug)]
struct Setting {
    /// Twice the points that White gets for moving second.
    double_komi: i32,
    /// The stones at the start.
    board: Board,
    /// The first seat to move.
    mover: Seat,
}

impl Setting {
    fn most_plies(&self) -> usize {
        PLIES_PER_POINT * self.board.size * self.board.size
    }
}

/// A game ends, and the area counts, after this many moves for each point of the board. Uniformly
/// random games take 1.8 on average; superko alone would end every game too, but no sooner than
/// there are boards.
const PLIES_PER_POINT: usize = 8;

/// The stones, the passes, and the past.
#[derive(Debug)]
pub struct Go {
    setting: Arc<Setting>,
    board: Board,
    mover: Seat,
    /// Passes in a row.
    passes: u8,
    /// Whether stones were ever captured; before that no board can repeat.
    taken: bool,
    past: Past,
}

impl Clone for Go {
    fn clone(&self) -> Self {
        Go { setting: Arc::clone(&self.setting), board: self.board.clone(), past: self.past.clone(), ..*self }
    }
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        if !Arc::ptr_eq(&self.setting, &source.setting) {
            self.setting = Arc::clone(&source.setting);
        }
        self.board.clone_from(&source.board);
        self.past.clone_from(&source.past);
        (self.mover, self.passes, self.taken) = (source.mover, source.passes, source.taken);
    }
}

/// The same stones, mover and passes, the same boards in the past, and as many moves played.
impl PartialEq for Go {
    fn eq(&self, other: &Self) -> bool {
        (self.mover, self.passes) == (other.mover, other.passes)
            && self.board == other.board
            && self.past == other.past
            && self.setting.double_komi == other.setting.double_komi
    }
}

impl Eq for Go {}

impl Hash for Go {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.board.hash, self.past.fold).hash(state);
        (self.past.moves().len() as u32, self.mover, self.passes).hash(state);
    }
}

impl Go {
    fn new(setting: Setting) -> Go {
        Go {
            board: setting.board.clone(),
            mover: setting.mover,
            passes: 0,
            taken: false,
            past: Past::new(setting.most_plies()),
            setting: Arc::new(setting),
        }
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.passes == 2 || self.setting.most_plies() <= self.past.moves().len()
    }

    /// Whether the seat to move may place a stone on the empty point `p`.
    #[inline]
    fn allows(&self, p: Point) -> bool {
        self.board.effect(p, self.mover.0).is_some_and(|effect| {
            // Boards only fill up until stones are first captured, so none repeats.
            !(self.taken || effect.takes) || !self.past.has(effect.hash)
        })
    }

    /// Any legal move, each equally likely: points are drawn until one is legal.
    #[inline]
    fn draw(&self, stream: &mut Stream) -> GoMove {
        loop {
            let n = stream.below(self.board.empties + 1);
            if n == self.board.empties {
                return GoMove::PASS;
            }
            let p = self.board.nth_empty(n);
            if self.allows(p) {
                return GoMove(p);
            }
        }
    }

    /// Twice the points by which `seat` is ahead, for areas or other counts of both seats.
    fn double_lead(&self, counts: [i32; 2], seat: Seat) -> i32 {
        let black = 2 * (counts[0] - counts[1]) - self.setting.double_komi;
        if seat.0 == 0 { black } else { -black }
    }
}

const HEURISTICS: &[Named] = &[
    Named::new("area", "stones, and empty points beside stones of one seat alone"),
    Named::new("stones", "stones on the board"),
];

const FEATURES: &[Named] = &[
    Named::new("stones", "own stones less the other's, as a part of the board"),
    Named::new("points", "empty points beside own stones alone less the other's, likewise"),
];

/// The stones at the start, the first seat to move, and the moves since: `5/5/2X2/5/5 O C4 pass`.
impl Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Setting { board, mover, .. } = &*self.setting;
        let size = board.size as u8;
        let stone = |row: u8, column: u8| {
            let stone = board.stone(point((size - 1 - row).into(), usize::from(column)));
            (stone != EMPTY).then_some(Seat(stone))
        };
        rows::write(f, size, size, stone)?;
        f.write_char(' ')?;
        f.write_char(letter(mover.0))?;
        self.past.moves().iter().try_for_each(|&m| write!(f, " {}", GoMove(m)))
    }
}

/// The stone of a seat: Black, who moves first, is X.
fn letter(seat: u8) -> char {
    match seat {
        0 => 'X',
        1 => 'O',
        _ => '.',
    }
}

/// Reads rows of stones, the highest first; every chain must have a liberty.
fn read_board(text: &str, size: usize) -> Option<Board> {
    let mut board = Board::new(size);
    // With every point that will be empty still empty, a stone is only taken on the way if its
    // chain has no liberty in the end.
    for (row, column, seat) in rows::read(text, size as u8, size as u8)? {
        if board.put(point(size - 1 - usize::from(row), column.into()), seat.0) {
            return None;
        }
    }
    board.is_sound().then_some(board)
}

impl Position for Go {
    type Move = GoMove;

    const EXTRAS: Extras<Self> = Extras::NONE.featured().learnable();

    fn facts(&self) -> Facts {
        // B. Bruegmann, Monte Carlo Go (1993); R. Coulom, Efficient selectivity and backup operators in
        // Monte-Carlo tree search (2006).
        Facts::two_seats(self.setting.most_plies() as u32).with_playouts()
    }
    #[inline]
    fn node(&self) -> Node {
        if self.is_over() { Node::Terminal } else { Node::Decision(self.mover) }
    }
    #[inline]
    fn each_move(&self, mut visit: impl FnMut(GoMove) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.is_over() {
            return ControlFlow::Continue(());
        }
        for p in self.board.each_empty() {
            if self.allows(p) {
                visit(GoMove(p))?;
            }
        }
        visit(GoMove::PASS)
    }
    #[inline]
    fn play(&mut self, GoMove(p): GoMove) {
        self.past.note(p);
        if p == GoMove::PASS.0 {
            self.passes += 1;
        } else {
            self.passes = 0;
            self.past.add(self.board.hash);
            self.taken |= self.board.put(p, self.mover.0);
        }
        self.mover = self.mover.opponent();
    }
    fn payoff(&self, seat: Seat) -> f64 {
        f64::from(self.double_lead(self.board.area(), seat).signum())
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let size = self.board.size;
        let wrong = |expected: &str| TextError::new(text, expected);
        let mut words = text.split(' ');
        let rows = words.next().unwrap_or_default();
        let board = read_board(rows, size)
            .ok_or_else(|| wrong(&format!("{size} rows of X, O and gaps, where every chain has a liberty")))?;
        let mover = words.next().and_then(Seat::from_letter);
        let mover = mover.ok_or_else(|| wrong("X or O, who moves first, behind the rows"))?;
        let double_komi = self.setting.double_komi;
        let mut position = Go::new(Setting { double_komi, board, mover });
        for word in words {
            let m = position.parse_move(word);
            position.play(m.ok_or_else(|| TextError::new(word, "a legal move such as D4"))?);
        }
        Ok(position)
    }
    fn is_legal(&self, m: GoMove) -> bool {
        !self.is_over() && (m == GoMove::PASS || (self.board.is_empty(m.0) && self.allows(m.0)))
    }
    #[inline]
    fn draw_move(&self, stream: &mut Stream) -> GoMove {
        self.draw(stream)
    }
    fn playout(&mut self, stream: &mut Stream) {
        while !self.is_over() {
            self.play(self.draw(stream));
        }
    }
    fn policy_move(&self, stream: &mut Stream) -> GoMove {
        self.draw_sensibly(stream)
    }
    fn parse_move(&self, text: &str) -> Option<GoMove> {
        read_move(text).filter(|&m| self.is_legal(m))
    }
    fn picture(&self) -> Picture {
        picture::of(self)
    }
    fn aim(&self, m: GoMove) -> Aim {
        picture::aim(m)
    }
    fn heuristics(&self) -> &'static [Named] {
        HEURISTICS
    }
    fn estimate(&self, heuristic: Heuristic, seat: Seat) -> f64 {
        let (stones, points) = self.board.stones_and_points();
        let counts = if heuristic.0 == 0 { [stones[0] + points[0], stones[1] + points[1]] } else { stones };
        let most = 2 * (self.board.size * self.board.size) as i32;
        let most = most + self.setting.double_komi.abs();
        f64::from(self.double_lead(counts, seat)) / f64::from(most)
    }
    #[inline]
    fn is_forcing(&self, m: GoMove) -> bool {
        m != GoMove::PASS && self.board.effect(m.0, self.mover.0).is_some_and(|effect| effect.takes)
    }
    /// A pass is no answer to anything.
    #[inline]
    fn is_forced(&self) -> bool {
        false
    }
    fn bytes(&self) -> usize {
        size_of::<Self>() + self.past.bytes()
    }
    #[inline]
    fn present_key(&self) -> u64 {
        key_of(&(self.board.hash, self.mover, self.passes))
    }
    #[inline]
    fn hint(&self, m: GoMove) -> i32 {
        if m == GoMove::PASS { -4 } else { self.look(m.0) }
    }
}

impl Learnable for Go {
    // Row by row from the bottom; the pass is last.
    fn numbers(&self) -> u32 {
        (self.setting.board.size * self.setting.board.size) as u32 + 1
    }
    #[inline]
    fn number(&self, m: GoMove) -> u32 {
        let size = self.setting.board.size;
        if m == GoMove::PASS {
            return (size * size) as u32;
        }
        let (row, column) = place(m.0);
        (row * size + column) as u32
    }
    /// 1 is the seat's own, 2 the other's. Komi makes the seats different.
    fn states(&self, seat: Seat, out: &mut Vec<u8>) -> u8 {
        let size = self.board.size;
        out.clear();
        out.resize(size * size, 0);
        // Points are counted from the bottom, and a page is read from the top.
        let places = out.chunks_exact_mut(size).rev().flatten();
        for (place, point) in places.zip(self.board.points()) {
            *place = match self.board.stone(point) {
                EMPTY => 0,
                owner => {
                    if owner == seat.0 {
                        1
                    } else {
                        2
                    }
                }
            };
        }
        3
    }
}

impl Featured for Go {
    fn features(&self) -> &'static [Named] {
        FEATURES
    }
    fn feature_values(&self, seat: Seat, values: &mut Vec<f64>) {
        let (stones, points) = self.board.stones_and_points();
        let board = (self.board.size * self.board.size) as f64;
        let (own, other) = (seat.index(), seat.opponent().index());
        values.clear();
        values.extend([stones, points].map(|counts| f64::from(counts[own] - counts[other]) / board));
    }
}

impl ForeignNotation for Go {
    fn foreign_setup(&self, protocol: Protocol) -> Result<Setup, String> {
        if protocol != Protocol::Gtp {
            return Err(format!("programs for Go don't speak {protocol}"));
        }
        let Setting { double_komi, board, mover } = &*self.setting;
        let mut setup = Setup::default();
        setup.size = Some(board.size as u8);
        setup.lines = vec![format!("komi {}", f64::from(*double_komi) / 2.0)];
        for (row, column) in (0..board.size).flat_map(|r| (0..board.size).map(move |c| (r, c))) {
            let p = point(row, column);
            if board.stone(p) != EMPTY {
                setup.stones.push((Seat(board.stone(p)), GoMove(p).to_string()));
            }
        }
        let mut seat = *mover;
        for &m in self.past.moves() {
            setup.stones.push((seat, GoMove(m).to_string()));
            seat = seat.opponent();
        }
        Ok(setup)
    }
    /// By area, the basis of the payoff.
    fn lead(&self) -> Option<f64> {
        Some(f64::from(self.double_lead(self.board.area(), Seat(0))) / 2.0)
    }
}

impl Game for Go {
    const NAME: &'static str = "go";
    const ALIASES: &'static [&'static str] = &["baduk", "weiqi", "igo"];
    const SUMMARY: &'static str = "surround more of the board than the other";
    const RULES: &'static str = rules::RULES;
    const HELP: &'static str = "Black (X) is seat 1. That no board may come again is called positional superko, and \
        the count is by area. Moves are written as in GTP: D4, pass; no column is called I. A position is the stones \
        at the start, row by row from the highest with gaps as numbers, who moves first, and all moves since: \
        5/5/5/5/5 X C3 pass. Source: J. Tromp & B. Taylor, The game of Go (1995), without suicide.";
    const CLAIMS: &'static [RuleClaim] = rules::CLAIMS;
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::whole("size", 5..=19, "9", "rows and columns"),
        OptionSpec::real("komi", -400.0..=400.0, "7", "points for White, in halves"),
    ];
    const SAMPLES: &'static [&'static str] = &["", "size=5, komi=0.5", "size=6, komi=-4", "size=7"];

    fn start(options: &Options) -> Result<Self, OptionError> {
        let double = 2.0 * options.real("komi");
        if double % 1.0 != 0.0 {
            return Err(options.wrong("komi", "a whole or half number"));
        }
        let board = Board::new(options.whole("size"));
        Ok(Go::new(Setting { double_komi: double as i32, board, mover: Seat(0) }))
    }
}

inventory::submit! { GamePlugin::of::<Go>() }
inventory::submit! { ForeignPlugin::of::<Go>() }

#[cfg(test)]
mod tests;
