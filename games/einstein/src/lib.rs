//! Einstein würfelt nicht!: the die selects the stone to move; reach the corner or take all.

mod picture;
mod rules;
mod stones;

use std::{fmt, ops::ControlFlow};

use agon_core::{
    Aim, Explained, Extras, Facts, Featured, Game, GamePlugin, Heuristic, Learnable, Move, Named, Node, OptionError,
    OptionSpec, Options, Picture, Position, RuleClaim, Seat, Symmetric, TextError, inventory,
};

use crate::stones::{FIELDS, Square, Stones};

/// The stones, the seat to move, and the die.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Einstein {
    stones: Stones,
    mover: Seat,
    phase: Phase,
    setup: Setup,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    /// The mover, or nature for it, sets its next stone.
    Set,
    /// The die is in the air.
    Die,
    /// The mover has one of these stones to move, a bit for each.
    Choice(u8),
    Over,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Setup {
    Fixed,
    Random,
    Chosen,
}

/// The face of the die, or a stone going to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EinsteinMove {
    /// The die shows the number of this stone, counted from zero.
    Die(u8),
    /// A stone moves, or is set.
    Stone {
        /// Which stone, counted from zero.
        stone: u8,
        /// To which square.
        to: Square,
    },
}

impl Move for EinsteinMove {
    #[inline]
    fn code(self) -> u64 {
        match self {
            EinsteinMove::Die(stone) => stone.into(),
            EinsteinMove::Stone { stone, to } => 6 + 25 * u64::from(stone) + u64::from(to.0),
        }
    }
    #[inline]
    fn from_code(code: u64) -> Option<Self> {
        match code {
            0..6 => Some(EinsteinMove::Die(code as u8)),
            6..156 => {
                let code = code as u8 - 6;
                Some(EinsteinMove::Stone { stone: code / 25, to: Square(code % 25) })
            }
            _ => None,
        }
    }
}

/// A face of the die, `4`, or the stone's number and the square it goes to, `4c3`.
impl fmt::Display for EinsteinMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EinsteinMove::Die(stone) => write!(f, "{}", stone + 1),
            EinsteinMove::Stone { stone, to } => write!(f, "{}{to}", stone + 1),
        }
    }
}

/// The rows from the top, the seat to move, and the die: `AFC../EB.../D...d/...be/..cfa 1 4`.
impl fmt::Display for Einstein {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.stones)?;
        let mover = self.mover.0 + 1;
        match self.phase {
            Phase::Over => f.write_str(" over"),
            Phase::Set => write!(f, " {mover} set"),
            Phase::Die => write!(f, " {mover} ?"),
            Phase::Choice(_) => match self.die() {
                None => write!(f, " {mover} -"),
                Some((low, None)) => write!(f, " {mover} {}", low + 1),
                Some((low, Some(high))) => write!(f, " {mover} {}-{}", low + 1, high + 1),
            },
        }
    }
}

impl Einstein {
    /// The stones between which the mover chooses, or the only one; nothing if it has but one.
    fn die(&self) -> Option<(u8, Option<u8>)> {
        let Phase::Choice(stones) = self.phase else { return None };
        if self.stones.alive(self.mover).is_power_of_two() {
            return None;
        }
        let (low, high) = (stones.trailing_zeros() as u8, stones.ilog2() as u8);
        Some((low, (low != high).then_some(high)))
    }

    /// The phase of a mover whose turn begins: a single stone needs no die.
    #[inline]
    fn turn(&self) -> Phase {
        let alive = self.stones.alive(self.mover);
        if alive.is_power_of_two() { Phase::Choice(alive) } else { Phase::Die }
    }

    /// The next stone to be set.
    fn next_stone(&self) -> u8 {
        self.stones.alive(self.mover).trailing_ones() as u8
    }

    fn free_fields(&self) -> impl Iterator<Item = Square> + '_ {
        let seat = self.mover;
        let ascending = (0..6).map(move |index| match seat {
            Seat(0) => FIELDS[0][index],
            _ => FIELDS[1][5 - index],
        });
        ascending.filter(|&square| self.stones.at(square).is_none())
    }

    #[inline]
    fn move_stone(&mut self, stone: u8, to: Square) {
        self.stones.put(self.mover, stone, to);
        let other = self.mover.opponent();
        if self.stones.has_won(self.mover) {
            // Nothing but the stones matters any more.
            (self.phase, self.mover) = (Phase::Over, Seat(0));
        } else {
            self.mover = other;
            self.phase = self.turn();
        }
    }

    fn set_stone(&mut self, stone: u8, to: Square) {
        self.stones.put(self.mover, stone, to);
        if self.next_stone() == 6 {
            self.mover = self.mover.opponent();
            self.phase = if self.mover == Seat(0) { Phase::Die } else { Phase::Set };
        }
    }

    /// Whether these stones are possible in this phase.
    fn is_possible(&self) -> bool {
        let is_won = [0, 1].map(|seat| self.stones.has_won(Seat(seat)));
        let is_open = is_won == [false; 2];
        let [first, second] = [0, 1].map(|seat| self.stones.alive(Seat(seat)));
        match self.phase {
            Phase::Over => is_won[0] != is_won[1],
            Phase::Set => {
                let (mine, other) = if self.mover == Seat(0) { (first, second) } else { (second, first) };
                let others = if self.mover == Seat(0) { 0 } else { 63 };
                let is_in_order = mine < 63 && (mine + 1).is_power_of_two() && other == others;
                let is_home = |seat| self.stones.all_on(seat, &FIELDS[usize::from(seat.0)]);
                self.setup != Setup::Fixed && is_in_order && is_home(Seat(0)) && is_home(Seat(1))
            }
            Phase::Die => is_open && self.turn() == Phase::Die,
            Phase::Choice(_) => is_open,
        }
    }
}

impl Position for Einstein {
    type Move = EinsteinMove;

    const EXTRAS: Extras<Self> = Extras::NONE.explained().featured().learnable().symmetric();

    fn facts(&self) -> Facts {
        // The six stones of a seat are forty steps from its goal in all, a diagonal step being
        // two; only one of them goes all the way. Every step has at most one roll of the die.
        let setting = if self.setup == Setup::Fixed { 0 } else { 12 };
        Facts::two_seats(setting + 2 * 2 * 35).with_chance()
    }
    #[inline]
    fn node(&self) -> Node {
        match self.phase {
            Phase::Set if self.setup == Setup::Random => Node::Chance,
            Phase::Die => Node::Chance,
            Phase::Set | Phase::Choice(_) => Node::Decision(self.mover),
            Phase::Over => Node::Terminal,
        }
    }
    #[inline]
    fn each_move(&self, mut visit: impl FnMut(EinsteinMove) -> ControlFlow<()>) -> ControlFlow<()> {
        match self.phase {
            Phase::Choice(mut stones) => {
                while stones != 0 {
                    let stone = stones.trailing_zeros() as u8;
                    for &to in self.stones.square(self.mover, stone).ahead(self.mover) {
                        visit(EinsteinMove::Stone { stone, to })?;
                    }
                    stones &= stones - 1;
                }
                ControlFlow::Continue(())
            }
            Phase::Die => (0..6).map(EinsteinMove::Die).try_for_each(visit),
            Phase::Set => {
                let stone = self.next_stone();
                self.free_fields().map(|to| EinsteinMove::Stone { stone, to }).try_for_each(visit)
            }
            Phase::Over => ControlFlow::Continue(()),
        }
    }
    #[inline]
    fn play(&mut self, m: EinsteinMove) {
        match m {
            EinsteinMove::Die(face) => {
                self.phase = Phase::Choice(stones::movable(self.stones.alive(self.mover), face));
            }
            EinsteinMove::Stone { stone, to } if self.phase == Phase::Set => {
                self.set_stone(stone, to);
            }
            EinsteinMove::Stone { stone, to } => self.move_stone(stone, to),
        }
    }
    #[inline]
    fn payoff(&self, seat: Seat) -> f64 {
        if self.stones.has_won(seat) { 1.0 } else { -1.0 }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let wrong = || TextError::new(text, format!("five rows, who moves, and the die, such as `{self}`"));
        let mut words = text.split(' ');
        let stones = words.next().and_then(Stones::parse).ok_or_else(wrong)?;
        let mut position = Einstein { stones, ..self.clone() };
        position.mover = match words.next() {
            Some("1" | "over") => Seat(0),
            Some("2") => Seat(1),
            _ => return Err(wrong()),
        };
        position.phase = match words.next() {
            None => Phase::Over,
            Some("set") => Phase::Set,
            Some("?") => Phase::Die,
            Some("-") => position.turn(),
            Some(die) => {
                let stones = read_stones(die).ok_or_else(wrong)?;
                let alive = position.stones.alive(position.mover);
                // Some face of the die must leave the mover with these.
                if (0..6).all(|face| stones::movable(alive, face) != stones) {
                    return Err(wrong());
                }
                Phase::Choice(stones)
            }
        };
        // It must be equal when written again; otherwise it contradicted the stones.
        if position.is_possible() && position.to_string() == text { Ok(position) } else { Err(wrong()) }
    }
    #[inline]
    fn count(&self) -> usize {
        match self.phase {
            Phase::Die => 6,
            Phase::Choice(mut stones) => {
                let mut count = 0;
                while stones != 0 {
                    let stone = stones.trailing_zeros() as u8;
                    count += self.stones.square(self.mover, stone).ahead(self.mover).len();
                    stones &= stones - 1;
                }
                count
            }
            Phase::Set => self.free_fields().count(),
            Phase::Over => 0,
        }
    }
    fn is_legal(&self, m: EinsteinMove) -> bool {
        match (m, self.phase) {
            (EinsteinMove::Die(_), Phase::Die) => true,
            (EinsteinMove::Stone { stone, to }, Phase::Choice(stones)) => {
                stones >> stone & 1 != 0 && self.stones.square(self.mover, stone).ahead(self.mover).contains(&to)
            }
            (EinsteinMove::Stone { stone, to }, Phase::Set) => {
                stone == self.next_stone() && self.free_fields().any(|field| field == to)
            }
            _ => false,
        }
    }
    fn picture(&self) -> Picture {
        picture::of(self)
    }
    fn aim(&self, m: EinsteinMove) -> Aim {
        picture::aim(self, m)
    }
    fn heuristics(&self) -> &'static [Named] {
        const {
            &[
                Named::new("race", "moves to the goal of the best stone a roll allows, on average"),
                Named::new("nearest", "moves to the goal of the nearest stone"),
            ]
        }
    }
    fn estimate(&self, heuristic: Heuristic, seat: Seat) -> f64 {
        // Each is from 1 to 4 moves.
        let of = |seat| match heuristic {
            Heuristic(0) => self.stones.race(seat),
            _ => f64::from(self.stones.nearest(seat)),
        };
        (of(seat.opponent()) - of(seat)) / 4.0
    }
    /// Nothing that counts depends on the roll.
    fn outcomes_look_alike(&self) -> bool {
        self.phase == Phase::Die
    }
    fn hint(&self, m: EinsteinMove) -> i32 {
        match m {
            EinsteinMove::Stone { to, .. } if to == Square::goal(self.mover) => 2,
            EinsteinMove::Stone { to, .. } => i32::from(self.stones.is_of(self.mover.opponent(), to)),
            EinsteinMove::Die(_) => 0,
        }
    }
    fn is_forcing(&self, m: EinsteinMove) -> bool {
        0 < self.hint(m)
    }
}

impl Explained for Einstein {
    fn ending(&self) -> &'static str {
        let is_there = Seat::all(2).any(|seat| self.stones.is_of(seat, Square::goal(seat)));
        if is_there { "corner reached" } else { "all taken" }
    }
}

impl Learnable for Einstein {
    fn numbers(&self) -> u32 {
        156
    }
    /// The seat's own stones are 1 to 6, the other's 7 to 12; every seat plays from the same corner.
    fn states(&self, seat: Seat, out: &mut Vec<u8>) -> u8 {
        out.clear();
        out.resize(25, 0);
        for number in 0..25u8 {
            let place = if seat == Seat(0) { number } else { 24 - number };
            if let Some((owner, stone)) = self.stones.at(Square(number)) {
                out[usize::from(place)] = 1 + stone + if owner == seat { 0 } else { 6 };
            }
        }
        13
    }
    fn swaps(&self) -> bool {
        true
    }
    fn on_turn(&self) -> Seat {
        self.mover
    }
}

impl Featured for Einstein {
    fn features(&self) -> &'static [Named] {
        const {
            &[
                Named::new("race", "by how many moves it is ahead with the roll's best, in fours"),
                Named::new("nearest", "by how many moves its nearest stone is ahead, in fours"),
                Named::new("stones", "by how many stones it has more, in sixes"),
            ]
        }
    }
    fn feature_values(&self, seat: Seat, values: &mut Vec<f64>) {
        let stones = |seat| f64::from(self.stones.alive(seat).count_ones()) / 6.0;
        values.clear();
        values.extend([
            self.estimate(Heuristic(0), seat),
            self.estimate(Heuristic(1), seat),
            stones(seat) - stones(seat.opponent()),
        ]);
    }
}

impl Symmetric for Einstein {
    fn symmetries(&self) -> usize {
        // Stones are set in the order of their numbers, which then cannot be turned around.
        if self.setup == Setup::Fixed { 4 } else { 2 }
    }
    fn image(&self, symmetry: usize) -> Self {
        let stones = self.stones.image(symmetry);
        let mut image = Einstein { stones, ..self.clone() };
        if let Phase::Choice(stones) = &mut image.phase
            && symmetry & 2 != 0
        {
            *stones = stones.reverse_bits() >> 2;
        }
        image
    }
    fn image_of_move(&self, m: EinsteinMove, symmetry: usize) -> EinsteinMove {
        match m {
            EinsteinMove::Die(stone) => EinsteinMove::Die(stones::image_of_stone(stone, symmetry)),
            EinsteinMove::Stone { stone, to } => {
                EinsteinMove::Stone { stone: stones::image_of_stone(stone, symmetry), to: to.image(symmetry) }
            }
        }
    }
}

/// One or two numbers of stones, as a bit for each.
fn read_stones(text: &str) -> Option<u8> {
    let mut stones = 0;
    for word in text.split('-') {
        let number: u8 = word.parse().ok().filter(|number| (1..=6).contains(number))?;
        stones |= 1 << (number - 1);
    }
    Some(stones)
}

/// Reads an arrangement: the numbers 1 to 6 in some order.
fn arrangement(options: &Options, name: &str) -> Result<[u8; 6], OptionError> {
    let digits = options.text(name).as_bytes();
    let (mut stones, mut seen) = ([0; 6], 0u8);
    for (stone, digit) in stones.iter_mut().zip(digits) {
        *stone = digit.wrapping_sub(b'1');
        seen |= 1u8.checked_shl((*stone).into()).unwrap_or(0);
    }
    if digits.len() == 6 && seen == 63 {
        Ok(stones)
    } else {
        Err(options.wrong(name, "the digits 1 to 6, each once, such as 163524"))
    }
}

impl Game for Einstein {
    const NAME: &'static str = "einstein";
    const ALIASES: &'static [&'static str] = &["einstein würfelt nicht", "ewn"];
    const SUMMARY: &'static str = "EinStein würfelt nicht!: the die says which stone moves";
    const RULES: &'static str = rules::RULES;
    const HELP: &'static str = "The digits of first are the stones on a5 b5 c5 a4 b4 a3, those of second the stones \
        on e1 d1 c1 e2 d2 e3: the corner turned by half. With setup=random nature sets stone after stone. A move is \
        the number of the stone and the square it goes to: 4c3; columns are a to e from the left, rows 1 to 5 from \
        the bottom. A position is the rows from the top, who moves, and the stone or stones (2-5) to be moved, ? \
        while the die rolls, - for a single stone, or set. A to F are the first seat's stones 1 to 6, a to f the \
        second's. Source: I. Althöfer, EinStein würfelt nicht! (2004); the first's usual arrangement is his example.";
    const CLAIMS: &'static [RuleClaim] = rules::CLAIMS;
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::choice("setup", &["fixed", "random", "chosen"], "fixed", "who arranges the stones"),
        OptionSpec::text("first", "the digits 1 to 6, each once", "163524", "the first's stones"),
        OptionSpec::text("second", "the digits 1 to 6, each once", "163524", "the second's stones"),
    ];
    const SAMPLES: &'static [&'static str] = &["", "setup=random", "setup=chosen", "first=123456, second=654321"];

    fn start(options: &Options) -> Result<Self, OptionError> {
        let arrangements = [arrangement(options, "first")?, arrangement(options, "second")?];
        let setup = match options.text("setup") {
            "fixed" => Setup::Fixed,
            "random" => Setup::Random,
            _ => Setup::Chosen,
        };
        let mut stones = Stones::none();
        if setup == Setup::Fixed {
            for (seat, fields) in Seat::all(2).zip(FIELDS) {
                for (stone, square) in arrangements[seat.index()].into_iter().zip(fields) {
                    stones.put(seat, stone, square);
                }
            }
        }
        let phase = if setup == Setup::Fixed { Phase::Die } else { Phase::Set };
        Ok(Einstein { stones, mover: Seat(0), phase, setup })
    }
}

inventory::submit! { GamePlugin::of::<Einstein>() }

#[cfg(test)]
mod tests;
