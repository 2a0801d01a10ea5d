//! Chinese checkers: the first to fill the opposite point of the star wins.
//!
//! The holes of the largest star are 121, so a set of them is one number of 128 bits.

mod picture;
mod rules;
mod star;

use std::{
    fmt::{self, Display, Write},
    hash::{Hash, Hasher},
    ops::ControlFlow,
};

use agon_core::{
    Aim, Extras, Facts, Featured, Game, GamePlugin, Heuristic, Learnable, Move, Named, Node, OptionError, OptionSpec,
    Options, Picture, Position, RuleClaim, Seat, Stream, Symmetric, TextError, inventory, key_of,
};

use crate::star::{MOST_HOLES, NONE, Star, WALL};

/// A piece goes from a hole to another, in a step or by jumps; or nothing moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChineseCheckersMove {
    from: u8,
    to: u8,
}

impl ChineseCheckersMove {
    /// For a seat that cannot move.
    pub(crate) const PASS: ChineseCheckersMove = ChineseCheckersMove { from: NONE, to: NONE };
}

impl Move for ChineseCheckersMove {
    #[inline]
    fn code(self) -> u64 {
        u64::from(self.from) << 7 | u64::from(self.to)
    }
    #[inline]
    fn from_code(code: u64) -> Option<Self> {
        let m = ChineseCheckersMove { from: u8::try_from(code >> 7).ok()?, to: (code & 127) as u8 };
        let [from, to] = [m.from, m.to].map(usize::from);
        (m == ChineseCheckersMove::PASS || (from < MOST_HOLES && to < MOST_HOLES && from != to)).then_some(m)
    }
}

/// The numbers of the holes; a position writes their rows and places.
impl Display for ChineseCheckersMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == ChineseCheckersMove::PASS { f.write_str("pass") } else { write!(f, "{}-{}", self.from, self.to) }
    }
}

/// The most pieces of a seat.
const MOST_PIECES: usize = 10;

/// The points where the seats start, by the number of seats.
const fn homes(seats: u8) -> &'static [usize] {
    match seats {
        2 => &[0, 3],
        3 => &[0, 2, 4],
        4 => &[0, 1, 3, 4],
        _ => &[0, 1, 2, 3, 4, 5],
    }
}

/// The pieces, and the seat to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChineseCheckers {
    /// The holes of each seat's pieces, as bits.
    pieces: [u128; 6],
    mover: Seat,
    size: u8,
    seats: u8,
    plies: u16,
    /// The game is a draw after this many.
    most_plies: u16,
}

impl Hash for ChineseCheckers {
    // Number by number: a slice of them would hash in the machine's byte order.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let ChineseCheckers { pieces: [a, b, c, d, e, f], mover, size, seats, plies, most_plies } = self;
        (a, b, c, d, e, f, mover, size, seats, plies, most_plies).hash(state);
    }
}

/// The holes in a set, ascending.
#[inline]
fn each(mut set: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let hole = set.trailing_zeros() as u8;
        set &= set.wrapping_sub(1);
        (hole < 128).then_some(hole)
    })
}

/// The reachable holes of pieces on a board.
struct Reach {
    star: &'static Star,
    occupied: u128,
    /// For each hole [`TAKEN`], or the last piece, counted from one, that was found to reach it.
    state: [u8; 128],
    /// The holes that a piece reaches by jumps, in the order they were found.
    reached: [u8; 128],
    /// The number of pieces computed so far.
    asked: u8,
}

const TAKEN: u8 = 255;

impl Reach {
    #[inline]
    fn of(position: &ChineseCheckers) -> Reach {
        let occupied = position.occupied();
        let mut state = [0; 128];
        state[usize::from(WALL)] = TAKEN;
        for hole in each(occupied) {
            state[usize::from(hole)] = TAKEN;
        }
        Reach { star: position.star(), occupied, state, reached: [0; 128], asked: 0 }
    }

    /// The holes that the piece in hole `from` can reach: the neighbours, and any number of jumps,
    /// each over one piece. Called once for each piece of a seat.
    #[inline]
    fn targets(&mut self, from: u8) -> u128 {
        let around = self.star.around[usize::from(from)];
        if around & self.occupied == 0 {
            return around;
        }
        self.asked += 1;
        self.reached[0] = from;
        let (mut done, mut found, mut jumps) = (0, 1, 0u128);
        while done < found {
            // A jump moves by two, so none arrives beside its first hole, to jump over the piece itself. A jump that
            // does not exist is written too, but not counted: whether it exists is hard to predict, so there is no
            // branch.
            for (over, to) in self.star.jumps[usize::from(self.reached[done] & 127)] {
                let behind = self.state[usize::from(to & 127)];
                let jumps_over = u8::from(self.state[usize::from(over & 127)] == TAKEN);
                let is_new = jumps_over & u8::from(behind != TAKEN) & u8::from(behind != self.asked);
                self.state[usize::from(to & 127)] = if is_new == 1 { self.asked } else { behind };
                self.reached[found & 127] = to;
                found += usize::from(is_new);
            }
            done += 1;
        }
        for &hole in &self.reached[1..found] {
            jumps |= 1 << hole;
        }
        jumps | around & !self.occupied
    }
}

impl ChineseCheckers {
    #[inline]
    fn star(&self) -> &'static Star {
        Star::of(self.size)
    }

    #[inline]
    fn goal_point(&self, seat: Seat) -> usize {
        (homes(self.seats)[seat.index()] + 3) % 6
    }

    #[inline]
    fn occupied(&self) -> u128 {
        self.pieces.iter().fold(0, |all, pieces| all | pieces)
    }

    /// The winner: the first seat, counted from the one that moved last, whose goal is full and
    /// contains a piece of its own.
    #[inline]
    fn winner(&self) -> Option<Seat> {
        let (star, occupied) = (self.star(), self.occupied());
        let full = |seat: &Seat| {
            let goal = star.points[self.goal_point(*seat)];
            goal & !occupied == 0 && goal & self.pieces[seat.index()] != 0
        };
        let last = self.mover.0.checked_sub(1).unwrap_or(self.seats - 1);
        (last..self.seats).chain(0..last).map(Seat).find(full)
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.most_plies <= self.plies || self.winner().is_some()
    }

    /// Any legal move, each equally likely; the game is not over.
    #[inline]
    fn draw(&self, stream: &mut Stream) -> ChineseCheckersMove {
        let mut reach = Reach::of(self);
        let (mut list, mut len, mut count) = ([(0, 0, 0); MOST_PIECES], 0, 0);
        for from in each(self.pieces[self.mover.index()]) {
            let to = reach.targets(from);
            list[len] = (from, to, to.count_ones());
            count += list[len].2;
            len += 1;
        }
        if count == 0 {
            return ChineseCheckersMove::PASS;
        }
        let mut n = stream.below(count);
        for &(from, to, here) in &list[..len] {
            if n < here {
                let to = each(to).nth(n as usize).expect("`n` is less than the targets");
                return ChineseCheckersMove { from, to };
            }
            n -= here;
        }
        unreachable!("`n` is less than the number of moves")
    }

    /// The distance of the pieces of `seat` from the tip of its goal, as a fraction of the
    /// greatest.
    fn distance(&self, seat: Seat) -> f64 {
        let distances = &self.star().distance[self.goal_point(seat)];
        let pieces = self.pieces[seat.index()];
        let sum: u32 = each(pieces).map(|hole| u32::from(distances[usize::from(hole)])).sum();
        f64::from(sum) / f64::from(pieces.count_ones() * 4 * u32::from(self.size))
    }

    /// The part of the pieces of `seat` that are in its goal.
    fn arrived(&self, seat: Seat) -> f64 {
        let pieces = self.pieces[seat.index()];
        let goal = self.star().points[self.goal_point(seat)];
        f64::from((pieces & goal).count_ones()) / f64::from(pieces.count_ones())
    }

    /// The value of `of` for `seat` minus its mean over the others.
    fn lead(&self, seat: Seat, of: impl Fn(Seat) -> f64) -> f64 {
        let others = Seat::all(self.seats).filter(|&other| other != seat);
        of(seat) - others.map(&of).sum::<f64>() / f64::from(self.seats - 1)
    }

    /// The reduction of a piece's distance to the tip of its goal by a move.
    #[inline]
    fn gain(&self, m: ChineseCheckersMove) -> i32 {
        if m == ChineseCheckersMove::PASS {
            return 0;
        }
        let distances = &self.star().distance[self.goal_point(self.mover)];
        i32::from(distances[usize::from(m.from)]) - i32::from(distances[usize::from(m.to)])
    }

    /// Row letter and place, both from the top left: `c2`.
    fn name(&self, hole: u8) -> String {
        let (row, along) = self.star().place[usize::from(hole)];
        format!("{}{}", char::from(b'a' + row), along + 1)
    }

    fn hole(&self, name: &str) -> Option<u8> {
        let letter = name.bytes().next()?;
        let along = name.get(1..)?.parse::<u8>().ok()?.checked_sub(1)?;
        let place = (letter.checked_sub(b'a')?, along);
        let star = self.star();
        (0..star.holes).find(|&hole| star.place[hole] == place).map(|hole| hole as u8)
    }

    /// The seat whose piece is in a hole.
    fn owner(&self, hole: u8) -> Option<Seat> {
        Seat::all(self.seats).find(|seat| self.pieces[seat.index()] >> hole & 1 == 1)
    }
}

fn letter(seat: Seat) -> char {
    char::from(b'A' + seat.0)
}

const HEURISTICS: &[Named] =
    &[Named::new("distance", "how far one's pieces are from the tip of the goal, and the others'")];

const FEATURES: &[Named] = &[
    Named::new("distance", "the others' mean distance from the tips of their goals less one's own"),
    Named::new("arrived", "the part of one's pieces in the goal less the others' mean"),
];

/// The rows from the top, with gaps as numbers, the seat to move, and the plies so far:
/// `1/2/5/…/AA/A B 7`.
impl Display for ChineseCheckers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let star = self.star();
        let (mut row, mut gap) = (0, 0);
        for hole in 0..=star.holes {
            let here = star.place.get(hole).filter(|_| hole < star.holes).map(|place| place.0);
            let owner = here.and_then(|_| self.owner(hole as u8));
            let is_new_row = here != Some(row);
            if 0 < gap && (is_new_row || owner.is_some()) {
                write!(f, "{gap}")?;
                gap = 0;
            }
            if let (true, Some(here)) = (is_new_row, here) {
                f.write_char('/')?;
                row = here;
            }
            match owner {
                Some(seat) => f.write_char(letter(seat))?,
                None => gap += 1,
            }
        }
        write!(f, " {} {}", letter(self.mover), self.plies)
    }
}

impl Position for ChineseCheckers {
    type Move = ChineseCheckersMove;

    const EXTRAS: Extras<Self> = Extras::NONE.featured().learnable().symmetric();

    fn facts(&self) -> Facts {
        let least = -1.0 / f64::from(self.seats - 1);
        Facts::new(self.seats, self.most_plies.into()).with_payoffs(least, 1.0)
    }
    #[inline]
    fn node(&self) -> Node {
        if self.is_over() { Node::Terminal } else { Node::Decision(self.mover) }
    }
    #[inline]
    fn each_move(&self, mut visit: impl FnMut(ChineseCheckersMove) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.is_over() {
            return ControlFlow::Continue(());
        }
        let mut reach = Reach::of(self);
        let mut is_stuck = true;
        for from in each(self.pieces[self.mover.index()]) {
            for to in each(reach.targets(from)) {
                is_stuck = false;
                visit(ChineseCheckersMove { from, to })?;
            }
        }
        if is_stuck { visit(ChineseCheckersMove::PASS) } else { ControlFlow::Continue(()) }
    }
    #[inline]
    fn play(&mut self, m: ChineseCheckersMove) {
        if m != ChineseCheckersMove::PASS {
            self.pieces[self.mover.index()] ^= 1 << m.from | 1 << m.to;
        }
        self.mover = self.mover.next(self.seats);
        self.plies += 1;
    }
    fn payoff(&self, seat: Seat) -> f64 {
        match self.winner() {
            None => 0.0,
            Some(winner) if winner == seat => 1.0,
            Some(_) => -1.0 / f64::from(self.seats - 1),
        }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        read(self, text).ok_or_else(|| TextError::new(text, format!("rows, mover and plies, as in `{self}`")))
    }
    #[inline]
    fn count(&self) -> usize {
        if self.is_over() {
            return 0;
        }
        let mut reach = Reach::of(self);
        let own = each(self.pieces[self.mover.index()]);
        let count: u32 = own.map(|from| reach.targets(from).count_ones()).sum();
        count.max(1) as usize
    }
    fn is_legal(&self, m: ChineseCheckersMove) -> bool {
        if self.is_over() || m == ChineseCheckersMove::PASS {
            return !self.is_over() && self.nth(0) == ChineseCheckersMove::PASS;
        }
        let own = self.pieces[self.mover.index()];
        own >> m.from & 1 == 1 && Reach::of(self).targets(m.from) >> m.to & 1 == 1
    }
    /// The same move as by default, from one generation instead of two.
    #[inline]
    fn draw_move(&self, stream: &mut Stream) -> ChineseCheckersMove {
        self.draw(stream)
    }
    /// The same play as by default, but for a seat that can only pass, which draws nothing.
    fn playout(&mut self, stream: &mut Stream) {
        while !self.is_over() {
            self.play(self.draw(stream));
        }
    }
    fn write_move(&self, m: ChineseCheckersMove, out: &mut dyn Write) -> fmt::Result {
        if m == ChineseCheckersMove::PASS {
            return out.write_str("pass");
        }
        write!(out, "{}-{}", self.name(m.from), self.name(m.to))
    }
    fn parse_move(&self, text: &str) -> Option<ChineseCheckersMove> {
        let m = match text.split_once('-') {
            None if text == "pass" => ChineseCheckersMove::PASS,
            None => return None,
            Some((from, to)) => ChineseCheckersMove { from: self.hole(from)?, to: self.hole(to)? },
        };
        self.is_legal(m).then_some(m)
    }
    fn picture(&self) -> Picture {
        picture::of(self)
    }
    fn aim(&self, m: ChineseCheckersMove) -> Aim {
        picture::aim(self, m)
    }
    fn heuristics(&self) -> &'static [Named] {
        HEURISTICS
    }
    fn estimate(&self, _heuristic: Heuristic, seat: Seat) -> f64 {
        -self.lead(seat, |seat| self.distance(seat)) / f64::from(self.seats - 1)
    }
    /// The moves that don't lead away from the goal, if there are any.
    fn each_relevant(&self, mut visit: impl FnMut(ChineseCheckersMove) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut any = false;
        self.each_move(|m| {
            if self.gain(m) < 0 {
                return ControlFlow::Continue(());
            }
            any = true;
            visit(m)
        })?;
        if any { ControlFlow::Continue(()) } else { self.each_move(visit) }
    }
    #[inline]
    fn hint(&self, m: ChineseCheckersMove) -> i32 {
        self.gain(m)
    }
    fn present_key(&self) -> u64 {
        let [a, b, c, d, e, f] = self.pieces;
        key_of(&(a, b, c, d, e, f, self.mover))
    }
    /// None is.
    fn each_forcing(&self, _: impl FnMut(Self::Move) -> ControlFlow<()>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
    fn is_forced(&self) -> bool {
        false
    }
}

impl Learnable for ChineseCheckers {
    // Two holes of seven bits each; a pass is both of them 127.
    fn numbers(&self) -> u32 {
        1 << 14
    }
    /// With two seats, the board can be turned over along the line between their homes.
    /// 1 is the seat's own, 2 that of the seat after it, and so on.
    fn states(&self, seat: Seat, out: &mut Vec<u8>) -> u8 {
        let star = self.star();
        out.clear();
        // Holes are numbered as a page is read.
        out.extend((0..star.holes as u8).map(|hole| {
            let owner = self.owner(hole);
            owner.map_or(0, |owner| (owner.0 + self.seats - seat.0) % self.seats + 1)
        }));
        self.seats + 1
    }
}

impl Featured for ChineseCheckers {
    fn features(&self) -> &'static [Named] {
        FEATURES
    }
    fn feature_values(&self, seat: Seat, values: &mut Vec<f64>) {
        values.clear();
        values.push(-self.lead(seat, |seat| self.distance(seat)));
        values.push(self.lead(seat, |seat| self.arrived(seat)));
    }
}

impl Symmetric for ChineseCheckers {
    fn symmetries(&self) -> usize {
        if self.seats == 2 { 2 } else { 1 }
    }
    fn image(&self, symmetry: usize) -> Self {
        let mut image = self.clone();
        if symmetry == 1 {
            let mirror = &self.star().mirror;
            image.pieces = self.pieces.map(|set| each(set).fold(0, |all, hole| all | 1 << mirror[usize::from(hole)]));
        }
        image
    }
    fn image_of_move(&self, m: ChineseCheckersMove, symmetry: usize) -> ChineseCheckersMove {
        if symmetry == 0 || m == ChineseCheckersMove::PASS {
            return m;
        }
        let mirror = &self.star().mirror;
        ChineseCheckersMove { from: mirror[usize::from(m.from)], to: mirror[usize::from(m.to)] }
    }
}

fn read(like: &ChineseCheckers, text: &str) -> Option<ChineseCheckers> {
    let star = like.star();
    let fields: Vec<&str> = text.split(' ').collect();
    let [rows, mover, plies] = fields[..] else { return None };
    let seat_of = |letter: char| Seat::all(like.seats).find(|&seat| self::letter(seat) == letter);
    let mut pieces = [0; 6];
    let mut hole = 0;
    for (row, cells) in rows.split('/').enumerate() {
        let mut left = cells;
        while let Some(first) = left.chars().next() {
            let digits = left.bytes().take_while(u8::is_ascii_digit).count();
            let many = match digits {
                0 => {
                    *pieces.get_mut(seat_of(first)?.index())? |= 1u128.checked_shl(hole)?;
                    1
                }
                _ => left[..digits].parse::<u32>().ok().filter(|gap| (1..=17).contains(gap))?,
            };
            hole += many;
            let end = usize::try_from(hole).ok()?.checked_sub(1)?;
            if star.holes <= end || usize::from(star.place[end].0) != row {
                return None;
            }
            left = &left[digits.max(1)..];
        }
        let next = star.place.get(hole as usize).map(|place| usize::from(place.0));
        if next.is_some_and(|next| next == row && (hole as usize) < star.holes) {
            return None;
        }
    }
    let full = like.pieces[0].count_ones();
    let counts = pieces.iter().take(like.seats.into()).all(|set| set.count_ones() == full);
    let (mut mover_letter, plies) = (mover.chars(), plies.parse().ok()?);
    let mover = seat_of(mover_letter.next()?)?;
    let sound = counts && hole as usize == star.holes && mover_letter.next().is_none() && plies <= like.most_plies;
    sound.then_some(ChineseCheckers { pieces, mover, plies, ..*like })
}

impl Game for ChineseCheckers {
    const NAME: &'static str = "chinese-checkers";
    const ALIASES: &'static [&'static str] = &["sternhalma", "star halma"];
    const SUMMARY: &'static str = "the first to fill the opposite point of the star wins";
    const RULES: &'static str = rules::RULES;
    const HELP: &'static str = "The seats are A to F. One piece of one's own is enough in a goal that is full, so that \
        nobody is shut out by a piece left behind. Holes have a row letter from the top and a place from the left: \
        c1-d2. A position is the rows with gaps as numbers, who moves, and the plies so far. A star of size 4 is the \
        usual board of 121 holes; smaller ones serve research on games of several seats. Source: N. R. Sturtevant, On \
        strongly solving Chinese checkers (2019).";
    const CLAIMS: &'static [RuleClaim] = rules::CLAIMS;
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::whole("size", 1..=4, "3", "rows in a point: 1, 3, 6 or 10 pieces a seat"),
        OptionSpec::choice("seats", &["2", "3", "4", "6"], "3", "how many play"),
        OptionSpec::whole("turns", 1..=1000, "100", "moves of each seat until the draw"),
    ];
    const SAMPLES: &'static [&'static str] = &[
        "",
        "size=1, seats=2",
        "size=1, seats=6, turns=20",
        "size=2, seats=2, turns=60",
        "size=2, seats=4, turns=40",
        "size=4, seats=6, turns=15",
    ];

    fn start(options: &Options) -> Result<Self, OptionError> {
        let seats = match options.text("seats") {
            "2" => 2,
            "3" => 3,
            "4" => 4,
            _ => 6,
        };
        let (size, turns): (u8, u16) = (options.whole("size"), options.whole("turns"));
        let mut pieces = [0; 6];
        for (seat, &home) in homes(seats).iter().enumerate() {
            pieces[seat] = Star::of(size).points[home];
        }
        let most_plies = turns * u16::from(seats);
        Ok(ChineseCheckers { pieces, mover: Seat(0), size, seats, plies: 0, most_plies })
    }
}

inventory::submit! { GamePlugin::of::<ChineseCheckers>() }

#[cfg(test)]
mod tests;
