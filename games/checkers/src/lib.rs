//! English draughts, or American checkers: capture or block all of the other's pieces.

mod board;
mod estimate;
mod numbers;
mod picture;
mod rules;
mod text;

use std::{
    fmt::{self, Display, Write},
    ops::ControlFlow,
};

use agon_core::{
    Aim, Contribution, Explained, Extras, Facts, Featured, ForeignNotation, ForeignPlugin, Game, GamePlugin, Heuristic,
    Learnable, Move, Named, Node, OptionError, OptionSpec, Options, Picture, Position, RuleClaim, Scoresheet, Seat,
    TextError, bits::ones, inventory, key_of,
};

use crate::board::{Board, LAST_ROWS, STEPS, bit, square};

/// A piece, and the way it steps or the ways it jumps.
///
/// Captures that take the same pieces along different ways are different moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CheckersMove(u64);

/// Each way takes three bits, the first way the highest; there are twelve pieces to capture.
const MOST_JUMPS: u32 = 12;
const CAPTURE: u64 = 1 << (3 * MOST_JUMPS);

impl CheckersMove {
    #[inline]
    pub(crate) fn step(from: u32, index: usize) -> CheckersMove {
        CheckersMove(u64::from(from) << 37).with(0, index)
    }

    #[inline]
    pub(crate) fn capture(from: u32) -> CheckersMove {
        CheckersMove(u64::from(from) << 37 | CAPTURE)
    }

    /// The same move with one way more.
    #[inline]
    pub(crate) fn with(self, jumps: u32, index: usize) -> CheckersMove {
        CheckersMove(self.0 | (index as u64 + 1) << (3 * (MOST_JUMPS - 1 - jumps)))
    }

    #[inline]
    fn is_capture(self) -> bool {
        self.0 & CAPTURE != 0
    }

    /// The bit where it starts.
    #[inline]
    pub(crate) fn from(self) -> u32 {
        (self.0 >> 37) as u32
    }

    /// The ways, as indices into [`STEPS`].
    #[inline]
    pub(crate) fn ways(self) -> impl Iterator<Item = usize> {
        let mut left = self.0 << (64 - 3 * MOST_JUMPS);
        std::iter::from_fn(move || {
            let way = (left >> 61) as usize;
            left <<= 3;
            way.checked_sub(1)
        })
    }

    /// The length of one step: a capture goes over its victim.
    #[inline]
    fn reach(self) -> i32 {
        if self.is_capture() { 2 } else { 1 }
    }

    /// The squares it touches, as people count them, from its start to its end.
    pub(crate) fn squares(self) -> impl Iterator<Item = u32> {
        let mut at = self.from() as i32;
        let rest = self.ways().map(move |index| {
            at += self.reach() * STEPS[index];
            square(at as u32) + 1
        });
        std::iter::once(square(self.from()) + 1).chain(rest)
    }
}

impl Move for CheckersMove {
    #[inline]
    fn code(self) -> u64 {
        self.0
    }
    fn from_code(code: u64) -> Option<Self> {
        let m = CheckersMove(code);
        if bit(31) < m.from() || code >> 43 != 0 || m.ways().next().is_none() {
            return None;
        }
        // Every stop must be a square, and nothing may follow the last way.
        let (mut at, mut again) = (m.from() as i32, code & !(CAPTURE - 1));
        for (jumps, index) in (0..).zip(m.ways()) {
            let step = *STEPS.get(index)?;
            at += m.reach() * step;
            again = CheckersMove(again).with(jumps, index).0;
            if !(0..=bit(31) as i32).contains(&at) || at % 9 == 8 {
                return None;
            }
        }
        (again == code && m.from() % 9 != 8).then_some(m)
    }
}

/// Every square it touches: `11-15`, `22x15x8`.
impl Display for CheckersMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.is_capture() { "x" } else { "-" };
        for (index, square) in self.squares().enumerate() {
            write!(f, "{}{square}", if index == 0 { "" } else { separator })?;
        }
        Ok(())
    }
}

/// The pieces, the seat to move, and the number of plies without irreversible change.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Checkers {
    board: Board,
    mover: Seat,
    /// Plies since the last capture or move of a man.
    quiet: u8,
    /// The number of such plies that ends the game.
    most_quiet: u8,
    /// Whether a seat that cannot move wins.
    giveaway: bool,
}

impl Checkers {
    #[inline]
    fn is_over(&self) -> bool {
        let seat = self.mover.index();
        self.most_quiet <= self.quiet || (self.board.steppers(seat) == [0; 4] && self.board.jumpers(seat) == 0)
    }

    /// Men and kings of `seat`.
    fn pieces(&self, seat: Seat) -> [u64; 2] {
        let side = self.board.sides[seat.index()];
        [side & !self.board.kings, side & self.board.kings]
    }

    /// The number of rows that the men of `seat` have advanced.
    fn rows(&self, seat: Seat) -> i32 {
        ones(self.pieces(seat)[0]).map(|bit| advanced(seat, bit)).sum()
    }

    fn men(&self, seat: Seat) -> i32 {
        self.pieces(seat)[0].count_ones() as i32
    }

    fn kings(&self, seat: Seat) -> i32 {
        self.pieces(seat)[1].count_ones() as i32
    }

    /// The number of `seat`'s men that still guard the row where the other's become kings.
    fn guards(&self, seat: Seat) -> i32 {
        (self.pieces(seat)[0] & LAST_ROWS[seat.opponent().index()]).count_ones() as i32
    }
}

/// The number of rows that a man of `seat` on that square has advanced.
fn advanced(seat: Seat, bit: u32) -> i32 {
    let row = square(bit) as i32 / 4;
    if seat.0 == 0 { row } else { 7 - row }
}

/// The value of `of` for `seat` minus that for the other.
fn lead(seat: Seat, of: impl Fn(Seat) -> i32) -> i32 {
    of(seat) - of(seat.opponent())
}

const HEURISTICS: &[Named] = &[
    Named::new("positional", "material, squares and guards; whoever leads trades and hunts kings"),
    Named::new("material", "men count 2, kings 3"),
    Named::new("advance", "material, and a tenth of a man for each row a man has advanced"),
];

const POSITIONAL: Heuristic = Heuristic(0);
const ADVANCE: Heuristic = Heuristic(2);

const FEATURES: &[Named] = &[
    Named::new("men", "own men less the other's"),
    Named::new("kings", "own kings less the other's"),
    Named::new("advance", "rows that own men have advanced less the other's, in tens"),
    Named::new("guards", "own men on the first row less the other's"),
];

impl Position for Checkers {
    type Move = CheckersMove;

    const EXTRAS: Extras<Self> = Extras::NONE.explained().featured().learnable();

    fn facts(&self) -> Facts {
        // Twenty-four men move seven times at most, and at most twenty-three pieces are captured.
        let changes = 24 * 7 + 23;
        Facts::two_seats((changes + 1) * u32::from(self.most_quiet))
    }
    #[inline]
    fn node(&self) -> Node {
        if self.is_over() { Node::Terminal } else { Node::Decision(self.mover) }
    }
    #[inline]
    fn each_move(&self, mut visit: impl FnMut(CheckersMove) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.most_quiet <= self.quiet {
            return ControlFlow::Continue(());
        }
        let seat = self.mover.index();
        let jumpers = self.board.jumpers(seat);
        if jumpers != 0 {
            return ones(jumpers).try_for_each(|from| self.board.each_capture(seat, from, &mut visit));
        }
        let steppers = self.board.steppers(seat);
        for from in ones(steppers[0] | steppers[1] | steppers[2] | steppers[3]) {
            for (index, able) in steppers.iter().enumerate() {
                if able >> from & 1 == 1 {
                    visit(CheckersMove::step(from, index))?;
                }
            }
        }
        ControlFlow::Continue(())
    }
    #[inline]
    fn play(&mut self, m: CheckersMove) {
        let seat = self.mover.index();
        let board = &mut self.board;
        let start = 1u64 << m.from();
        let (mut at, mut taken) = (m.from() as i32, 0u64);
        for index in m.ways() {
            taken |= 1 << (at + STEPS[index]);
            at += m.reach() * STEPS[index];
        }
        let end = 1u64 << at;
        let is_king = board.kings & start != 0;
        if m.is_capture() {
            board.sides[1 - seat] &= !taken;
            board.kings &= !taken;
        }
        board.sides[seat] = board.sides[seat] & !start | end;
        board.kings &= !start;
        if is_king || end & LAST_ROWS[seat] != 0 {
            board.kings |= end;
        }
        self.quiet = if is_king && !m.is_capture() { self.quiet + 1 } else { 0 };
        self.mover = self.mover.opponent();
    }
    fn payoff(&self, seat: Seat) -> f64 {
        let mover = self.mover.index();
        if self.board.steppers(mover) != [0; 4] || self.board.jumpers(mover) != 0 {
            return 0.0;
        }
        if (seat == self.mover) == self.giveaway { 1.0 } else { -1.0 }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        text::read(self, text)
    }
    #[inline]
    fn count(&self) -> usize {
        let seat = self.mover.index();
        if self.most_quiet <= self.quiet {
            return 0;
        }
        let jumpers = self.board.jumpers(seat);
        if jumpers == 0 {
            let steppers = self.board.steppers(seat);
            return steppers.iter().map(|able| able.count_ones() as usize).sum();
        }
        let mut count = 0;
        let _ = ones(jumpers).try_for_each(|from| {
            self.board.each_capture(seat, from, &mut |_| {
                count += 1;
                ControlFlow::Continue(())
            })
        });
        count
    }
    fn write_move(&self, m: CheckersMove, out: &mut dyn Write) -> fmt::Result {
        text::write_move(self, m, out)
    }
    fn parse_move(&self, text: &str) -> Option<CheckersMove> {
        text::read_move(self, text)
    }
    fn picture(&self) -> Picture {
        picture::of(self)
    }
    fn aim(&self, m: CheckersMove) -> Aim {
        picture::aim(m)
    }
    fn heuristics(&self) -> &'static [Named] {
        HEURISTICS
    }
    fn estimate(&self, heuristic: Heuristic, seat: Seat) -> f64 {
        if heuristic == POSITIONAL {
            let value = estimate::positional(&self.board, seat.index());
            return if self.giveaway { -value } else { value };
        }
        // In twentieths of a man; 12 kings are the most.
        let material = 20 * lead(seat, |s| self.men(s)) + 30 * lead(seat, |s| self.kings(s));
        let advance = if heuristic == ADVANCE { 2 * lead(seat, |s| self.rows(s)) } else { 0 };
        let value = f64::from(material + advance) / f64::from(12 * (30 + 14));
        if self.giveaway { -value } else { value }
    }
    #[inline]
    fn hint(&self, m: CheckersMove) -> i32 {
        if m.is_capture() { m.ways().count() as i32 } else { 0 }
    }
    #[inline]
    fn is_forcing(&self, m: CheckersMove) -> bool {
        m.is_capture()
    }
    #[inline]
    fn each_forcing(&self, visit: impl FnMut(CheckersMove) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.is_forced() { self.each_move(visit) } else { ControlFlow::Continue(()) }
    }
    /// Whether a capture is possible.
    #[inline]
    fn is_forced(&self) -> bool {
        self.board.jumpers(self.mover.index()) != 0
    }
    #[inline]
    fn present_key(&self) -> u64 {
        key_of(&(&self.board, self.mover))
    }
}

impl Explained for Checkers {
    /// In hundredths of a man, or twentieths by the simpler heuristics, as the estimate adds them up.
    fn parts(&self, heuristic: Heuristic) -> Vec<Contribution> {
        let sign = if self.giveaway { -1.0 } else { 1.0 };
        if heuristic == POSITIONAL {
            return estimate::parts(&self.board, sign);
        }
        let name = |bit: u32| (square(bit) + 1).to_string();
        let mut parts = Vec::new();
        for seat in Seat::all(2) {
            let [men, kings] = self.pieces(seat);
            for bit in ones(men) {
                let rows = if heuristic == ADVANCE { 2 * advanced(seat, bit) } else { 0 };
                let terms = [("man", 20.0 * sign), ("rows", f64::from(rows) * sign)];
                let terms = if heuristic == ADVANCE { &terms[..] } else { &terms[..1] };
                parts.push(Contribution::own(name(bit), seat, 2, terms));
            }
            parts.extend(ones(kings).map(|bit| Contribution::own(name(bit), seat, 2, &[("king", 30.0 * sign)])));
        }
        parts
    }
    fn ending(&self) -> &'static str {
        let mover = self.mover.index();
        if self.board.sides[mover] == 0 {
            "nothing left"
        } else if self.board.steppers(mover) == [0; 4] && self.board.jumpers(mover) == 0 {
            "cannot move"
        } else {
            "quiet plies"
        }
    }
}

impl Learnable for Checkers {
    fn numbers(&self) -> u32 {
        numbers::all().len() as u32
    }
    #[inline]
    fn number(&self, m: CheckersMove) -> u32 {
        numbers::of(m)
    }
    /// 1 and 2 are the seat's own man and king, 3 and 4 the other's; every seat plays downwards.
    fn states(&self, seat: Seat, out: &mut Vec<u8>) -> u8 {
        let board = &self.board;
        out.clear();
        out.extend((0..32u32).map(|number| {
            let number = if seat == Seat(0) { number } else { 31 - number };
            let here = 1u64 << board::bit(number);
            let king = u8::from(board.kings & here != 0);
            let has = |seat: Seat| board.sides[seat.index()] & here != 0;
            match (has(seat), has(seat.opponent())) {
                (true, _) => 1 + king,
                (_, true) => 3 + king,
                _ => 0,
            }
        }));
        5
    }
    fn swaps(&self) -> bool {
        true
    }
}

impl Featured for Checkers {
    fn features(&self) -> &'static [Named] {
        FEATURES
    }
    fn feature_values(&self, seat: Seat, values: &mut Vec<f64>) {
        values.clear();
        values.extend([
            f64::from(lead(seat, |s| self.men(s))),
            f64::from(lead(seat, |s| self.kings(s))),
            f64::from(lead(seat, |s| self.rows(s))) / 10.0,
            f64::from(lead(seat, |s| self.guards(s))),
        ]);
    }
    fn feature_units(&self, units: &mut Vec<f64>) {
        units.clear();
        units.extend([1.0, 1.0, 0.1, 1.0]);
    }
}

impl ForeignNotation for Checkers {
    /// The head of PDN 3.0 (*`GameType` tag*, *FEN tag*), by which `1-0` is White's win although Black begins.
    fn scoresheet(&self) -> Scoresheet {
        let mut tags = vec![("GameType", "21".to_owned())];
        if self.board != Board::initial() || self.mover != Seat(0) || self.quiet != 0 {
            tags.push(("SetUp", "1".to_owned()));
            tags.push(("FEN", text::fen(self)));
        }
        Scoresheet::new(tags, 1).white(Seat(1))
    }
}

impl Game for Checkers {
    const NAME: &'static str = "checkers";
    const ALIASES: &'static [&'static str] = &["draughts", "english draughts"];
    const SUMMARY: &'static str = "English draughts: capture or block all of the other's pieces";
    const RULES: &'static str = rules::RULES;
    const HELP: &'static str = "Black (squares 1 to 12) is seat 1. A multiple capture is one move; ways that take the \
        same pieces in another order are different moves, as in the published counts. Moves are written 11-15, 22x8, \
        and with every square, 22x15x8, where that is not unique; the long form is always read. A position is a PDN \
        FEN with the count of quiet plies: B:W21,K22:B1,2:H0; without the count it is 0. Source: World Checkers \
        Draughts Federation, Rules of Draughts (2012).";
    const CLAIMS: &'static [RuleClaim] = rules::CLAIMS;
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::whole("quiet", 1..=200, "80", "plies without progress that end in a draw"),
        OptionSpec::flag("giveaway", "false", "whoever cannot move wins"),
    ];
    const SAMPLES: &'static [&'static str] = &["", "giveaway=true", "quiet=3", "quiet=40, giveaway=true"];

    fn start(options: &Options) -> Result<Self, OptionError> {
        Ok(Checkers {
            board: Board::initial(),
            mover: Seat(0),
            quiet: 0,
            most_quiet: options.whole("quiet"),
            giveaway: options.flag("giveaway"),
        })
    }
}

inventory::submit! { GamePlugin::of::<Checkers>() }
inventory::submit! { ForeignPlugin::of::<Checkers>() }

#[cfg(test)]
mod tests;
