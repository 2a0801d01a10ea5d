//! Backgammon: race home by the dice, and hit single men.
//!
//! A whole turn is one move, and turns with the same result are the same move. Rolls are chance
//! nodes.

mod board;
mod estimate;
mod generate;
mod picture;
mod rules;
mod text;
mod turn;

use std::{
    fmt::{self, Write},
    ops::ControlFlow,
};

use agon_core::{
    Aim, Extras, Facts, Featured, Game, GamePlugin, Heuristic, Learnable, Named, Node, OptionError, OptionSpec,
    Options, Picture, Position, RuleClaim, Seat, Stream, TextError, inventory,
};

pub use crate::turn::BackgammonMove;
use crate::{
    board::Side,
    estimate::{relations, share, standing},
    generate::{Doubles, Pairs},
    turn::{BAR, Parts},
};

/// The game is a draw after this many plies, rolls counted: no rule of the game ends it.
const PLIES: u16 = 10_000;

/// The dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Dice {
    /// Nothing yet, and no double can come: the first roll of the game.
    First,
    /// Nothing yet.
    Unrolled,
    /// Two numbers, the higher first.
    Rolled(u8, u8),
}

/// The men, the dice, and the seat to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Backgammon {
    sides: [Side; 2],
    mover: Seat,
    dice: Dice,
    plies: u16,
    /// The number of men of each side.
    total: u8,
    /// Whether gammons and backgammons have larger payoffs.
    gammons: bool,
}

impl Backgammon {
    #[inline]
    fn own(&self) -> &Side {
        &self.sides[self.mover.index()]
    }

    #[inline]
    fn other(&self) -> &Side {
        &self.sides[self.mover.opponent().index()]
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.sides.iter().any(|side| side.some == 0) || PLIES <= self.plies
    }

    /// Moves a man of the seat that plays, without hitting.
    #[inline]
    fn carry(&mut self, from: u8, to: u8) {
        let own = &mut self.sides[self.mover.index()];
        own.remove(from);
        own.add(to);
    }

    /// Hits the other's single man, if there is one, on the mover's `point`.
    #[inline]
    fn hit(&mut self, point: u8) {
        let other = &mut self.sides[self.mover.opponent().index()];
        if point != 0 && other.is_blot(25 - point) {
            other.remove(25 - point);
            other.add(BAR);
        }
    }

    #[inline]
    fn draw(&self, stream: &mut Stream, pairs: &mut Pairs) -> BackgammonMove {
        match self.dice {
            Dice::Unrolled => {
                let roll = stream.below(36) as u8;
                BackgammonMove::roll(roll / 6 + 1, roll % 6 + 1)
            }
            Dice::First => {
                let roll = stream.below(30) as u8;
                let (one, other) = (roll / 5 + 1, roll % 5 + 1);
                BackgammonMove::roll(one, other + u8::from(one <= other))
            }
            Dice::Rolled(high, low) if high == low => {
                let mut doubles = Doubles::new(self.own(), self.other(), high);
                let count = doubles.count();
                doubles.nth(stream.below(count as u32) as usize)
            }
            Dice::Rolled(high, low) => {
                pairs.find(self.own(), self.other(), [high, low]);
                let codes = pairs.codes();
                BackgammonMove::pair(codes[stream.below(codes.len() as u32) as usize])
            }
        }
    }

    /// The turns with two different dice, found but not sorted.
    #[inline]
    fn pairs(&self, dice: [u8; 2]) -> Pairs {
        let mut pairs = Pairs::new();
        pairs.find(self.own(), self.other(), dice);
        pairs
    }

    fn feature(&self, seat: Seat, of: impl Fn(&Side) -> u32) -> f64 {
        let [own, other] = [seat, seat.opponent()].map(|seat| of(&self.sides[seat.index()]));
        f64::from(own) - f64::from(other)
    }
}

const HEURISTICS: &[Named] = &[
    Named::new("positional", "pips, points made, single men that may be hit, and men hemmed in"),
    Named::new("pip", "how far the other's men have still to go, less one's own"),
];

const FEATURES: &[Named] = &[
    Named::new("pip", "the other's pips less one's own, in hundreds"),
    Named::new("off", "own men off less the other's, in fifteenths"),
    Named::new("bar", "own men on the bar less the other's"),
    Named::new("blots", "own single men less the other's, in tenths"),
    Named::new("home", "own points of two men or more at home less the other's, in sixths"),
];

impl Position for Backgammon {
    type Move = BackgammonMove;

    const EXTRAS: Extras<Self> = Extras::NONE.featured().learnable();

    fn facts(&self) -> Facts {
        let most = if self.gammons { 3.0 } else { 1.0 };
        Facts::two_seats(PLIES.into()).with_chance().with_payoffs(-most, most)
    }
    #[inline]
    fn node(&self) -> Node {
        if self.is_over() {
            Node::Terminal
        } else if matches!(self.dice, Dice::Rolled(..)) {
            Node::Decision(self.mover)
        } else {
            Node::Chance
        }
    }
    #[inline]
    fn each_move(&self, mut visit: impl FnMut(BackgammonMove) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.is_over() {
            return ControlFlow::Continue(());
        }
        match self.dice {
            Dice::Rolled(high, low) if high == low => Doubles::new(self.own(), self.other(), high).each_move(visit),
            Dice::Rolled(high, low) => {
                let mut pairs = self.pairs([high, low]);
                pairs.sort();
                pairs.codes().iter().try_for_each(|&code| visit(BackgammonMove::pair(code)))
            }
            first => {
                for high in 1..=6 {
                    for low in 1..=high {
                        if high != low || first == Dice::Unrolled {
                            visit(BackgammonMove::roll(high, low))?;
                        }
                    }
                }
                ControlFlow::Continue(())
            }
        }
    }
    #[inline]
    fn play(&mut self, m: BackgammonMove) {
        self.plies += 1;
        match m.parts() {
            Parts::Roll(high, low) => {
                self.dice = Dice::Rolled(high, low);
                return;
            }
            Parts::Pair { from: [0, _], .. } => {}
            Parts::Pair { from, to, via } => {
                self.hit(via);
                for (from, to) in from.into_iter().zip(to) {
                    if from != 0 {
                        self.hit(to);
                        self.carry(from, to);
                    }
                }
            }
            Parts::Double { die, from } => {
                for from in from {
                    if from != 0 {
                        let to = from.saturating_sub(die);
                        self.hit(to);
                        self.carry(from, to);
                    }
                }
            }
        }
        self.dice = Dice::Unrolled;
        self.mover = self.mover.opponent();
    }
    fn payoff(&self, seat: Seat) -> f64 {
        let Some(winner) = self.sides.iter().position(|side| side.some == 0) else {
            return 0.0;
        };
        let loser = &self.sides[1 - winner];
        // In the winner's home, or on the bar.
        let stranded = loser.some >> 19 != 0;
        let won = match (self.gammons, loser.men[0]) {
            (true, 0) if stranded => 3.0,
            (true, 0) => 2.0,
            _ => 1.0,
        };
        if seat.index() == winner { won } else { -won }
    }
    #[inline]
    fn weight(&self, outcome: BackgammonMove) -> u32 {
        match outcome.parts() {
            Parts::Roll(high, low) if high != low => 2,
            _ => 1,
        }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        text::read(self, text)
    }
    #[inline]
    fn count(&self) -> usize {
        if self.is_over() {
            return 0;
        }
        match self.dice {
            Dice::First => 15,
            Dice::Unrolled => 21,
            Dice::Rolled(high, low) if high == low => Doubles::new(self.own(), self.other(), high).count(),
            Dice::Rolled(high, low) => self.pairs([high, low]).codes().len(),
        }
    }
    /// A random turn or roll, from one generation.
    #[inline]
    fn draw_move(&self, stream: &mut Stream) -> BackgammonMove {
        self.draw(stream, &mut Pairs::new())
    }
    fn playout(&mut self, stream: &mut Stream) {
        let mut pairs = Pairs::new();
        while !self.is_over() {
            self.play(self.draw(stream, &mut pairs));
        }
    }
    fn write_move(&self, m: BackgammonMove, out: &mut dyn Write) -> fmt::Result {
        text::write_move(self, m, out)
    }
    fn parse_move(&self, text: &str) -> Option<BackgammonMove> {
        text::read_move(self, text)
    }
    fn picture(&self) -> Picture {
        picture::of(self)
    }
    fn aim(&self, m: BackgammonMove) -> Aim {
        picture::aim(self, m)
    }
    fn heuristics(&self) -> &'static [Named] {
        HEURISTICS
    }
    #[inline]
    fn estimate(&self, heuristic: Heuristic, seat: Seat) -> f64 {
        let [own, other] = [seat, seat.opponent()].map(|seat| &self.sides[seat.index()]);
        let mut lead = f64::from(other.pips() - own.pips());
        if heuristic == Heuristic(0) {
            lead += standing(own, other) - standing(other, own);
        }
        share(lead)
    }
    /// Nothing that counts depends on the roll.
    fn outcomes_look_alike(&self) -> bool {
        true
    }
    #[inline]
    fn is_forcing(&self, m: BackgammonMove) -> bool {
        let hits = |point: u8| point != 0 && self.other().is_blot(25 - point);
        match m.parts() {
            Parts::Roll(..) => false,
            Parts::Pair { from, to, via } => from[0] != 0 && (hits(via) || to.into_iter().any(hits)),
            Parts::Double { die, from } => from.into_iter().any(|from| hits(from.saturating_sub(die))),
        }
    }
    #[inline]
    fn hint(&self, m: BackgammonMove) -> i32 {
        self.is_forcing(m).into()
    }
}

impl Learnable for Backgammon {
    fn numbers(&self) -> u32 {
        BackgammonMove::NUMBERS
    }
    #[inline]
    fn number(&self, m: BackgammonMove) -> u32 {
        m.number()
    }
    /// One to five men, or more, are 1 to 5, the other's 6 to 10; every seat counts its own points. Men that
    /// are off are counted once more beside the board, ten at a time, and last comes what is between the sides.
    fn states(&self, seat: Seat, out: &mut Vec<u8>) -> u8 {
        let [own, other] = [seat, seat.opponent()].map(|seat| &self.sides[seat.index()].men);
        let mine = |point: u8| own[usize::from(point)].min(5);
        let theirs = |point: u8| match other[usize::from(point)] {
            0 => 0,
            men => 5 + men.min(5),
        };
        out.clear();
        out.extend((13..BAR).chain((1..13).rev()).map(|point| mine(point) + theirs(25 - point)));
        out.extend([theirs(BAR), theirs(0), mine(BAR), mine(0)]);
        for off in [own[0], other[0]] {
            out.extend([0, 10].map(|from| off.saturating_sub(from).min(10)));
        }
        let [own, other] = [seat, seat.opponent()].map(|seat| &self.sides[seat.index()]);
        out.extend(relations(own, other));
        11
    }
    fn swaps(&self) -> bool {
        true
    }
    fn on_turn(&self) -> Seat {
        self.mover
    }
}

impl Featured for Backgammon {
    fn features(&self) -> &'static [Named] {
        FEATURES
    }
    fn feature_values(&self, seat: Seat, values: &mut Vec<f64>) {
        values.clear();
        values.extend([
            -self.feature(seat, |side| side.pips() as u32) / 100.0,
            self.feature(seat, |side| side.men[0].into()) / 15.0,
            self.feature(seat, |side| side.men[usize::from(BAR)].into()),
            self.feature(seat, |side| (1..BAR).filter(|&p| side.is_blot(p)).count() as u32) / 10.0,
            self.feature(seat, |side| side.men[1..=6].iter().filter(|&&men| 2 <= men).count() as u32) / 6.0,
        ]);
    }
}

impl Game for Backgammon {
    const NAME: &'static str = "backgammon";
    const ALIASES: &'static [&'static str] = &["bg", "tavla"];
    const SUMMARY: &'static str = "race home by the dice, and hit whoever stands alone";
    const RULES: &'static str = rules::RULES;
    const HELP: &'static str = "Seat 1 is X. The first roll is as when each rolls one die and the higher begins. Dice \
        are chance: 21 rolls, doubles of weight 1, others 2. A whole turn is one move, and turns with the same result \
        are one. A win of 2 is a gammon, one of 3 a backgammon. There is no doubling cube. Points are the mover's \
        own, 24 to 1: 24/18 13/11, bar/20, 6/off, 13/7(2) for two men with a double, 24/18*/13 for a hit on the way; \
        pass if nothing can be played. Read back, * may be missing. A position is the men of X and of O by their own \
        points, who acts, the dice (roll if they are to be rolled, first for the first roll) and the plies so far. \
        Source: E. Hoyle's rules as given by T. Keith, Backgammon Galore (1996); nackgammon by N. Ballard; \
        hypergammon starts with three men.";
    const CLAIMS: &'static [RuleClaim] = rules::CLAIMS;
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::choice("setup", &["standard", "nackgammon", "hypergammon"], "standard", "where the men start"),
        OptionSpec::flag("gammons", "true", "gammons pay 2, backgammons 3"),
    ];
    const SAMPLES: &'static [&'static str] = &["", "setup=hypergammon", "setup=nackgammon, gammons=false"];

    fn start(options: &Options) -> Result<Self, OptionError> {
        let (total, points): (u8, &[(u8, u8)]) = match options.text("setup") {
            "hypergammon" => (3, &[(24, 1), (23, 1), (22, 1)]),
            "nackgammon" => (15, &[(24, 2), (23, 2), (13, 4), (8, 3), (6, 4)]),
            _ => (15, &[(24, 2), (13, 5), (8, 3), (6, 5)]),
        };
        let side = Side::new(total, points.iter().copied()).expect("a setup has its men");
        Ok(Backgammon {
            sides: [side; 2],
            mover: Seat(0),
            dice: Dice::First,
            plies: 0,
            total,
            gammons: options.flag("gammons"),
        })
    }
}

inventory::submit! { GamePlugin::of::<Backgammon>() }

#[cfg(test)]
mod tests;
