//! Liar's dice: each seat sees its own dice, and bids how many dice of all seats together show a
//! face.
//!
//! Dice are rolled one at a time, by chance nodes, and then sorted: their order of rolling is not recorded.

mod picture;

use std::{
    fmt::{self, Write},
    ops::ControlFlow,
};

use agon_core::{
    Explained, Extras, Eye, Facts, Game, GamePlugin, Learnable, Move, Node, OptionError, OptionSpec, Options, Picture,
    Position, RuleClaim, RulePlace, Seat, Stream, TextError, inventory, line,
};

/// The most dice of a seat.
const MOST_DICE: usize = 5;

/// The most sides of a die.
const MOST_SIDES: u8 = 6;

/// Instead of a face, that there is a die which is not seen.
const FACE_DOWN: u8 = u8::MAX;

/// The dice, and the bids.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LiarsDice {
    rules: Rules,
    /// The dice of each seat, ascending, followed by zeros for those not rolled yet.
    dice: [[u8; MOST_DICE]; 2],
    /// The bids, a bit each, the lowest the lowest: each is higher than the one before.
    bids: u64,
    /// Whether the last bid was challenged.
    is_called: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Rules {
    /// The number of dice of a seat.
    dice: u8,
    sides: u8,
    /// Whether the highest face counts as any.
    is_wild: bool,
}

/// A call of a seat, or the face of a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Act {
    /// That at least this many of all dice show this face.
    Bid {
        /// The number of dice, at least one.
        quantity: u8,
        /// Counted from one.
        face: u8,
    },
    /// That the last bid is not true.
    Liar,
    /// The die shows this face, counted from one.
    Face(u8),
}

impl Move for Act {
    fn code(self) -> u64 {
        match self {
            Act::Bid { quantity, face } => 8 * u64::from(quantity) + u64::from(face),
            Act::Liar => 96,
            Act::Face(face) => 96 + u64::from(face),
        }
    }
    fn from_code(code: u64) -> Option<Self> {
        let is_face = |face: u8| (1..=MOST_SIDES).contains(&face);
        let (quantity, face) = (code / 8, (code % 8) as u8);
        match code {
            96 => Some(Act::Liar),
            97..=102 => Some(Act::Face(face)),
            9..=86 if is_face(face) => Some(Act::Bid { quantity: quantity as u8, face }),
            _ => None,
        }
    }
}

/// `2-5` for two fives, `liar`, or the face of a die.
impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::Bid { quantity, face } => write!(f, "{quantity}-{face}"),
            Act::Liar => f.write_str("liar"),
            Act::Face(face) => write!(f, "{face}"),
        }
    }
}

/// The dice of both, `-` for one not rolled yet, and the calls: `13:26/1-3 2-3 liar`.
impl fmt::Display for LiarsDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for seat in Seat::all(2) {
            f.write_str(if seat == Seat(0) { "" } else { ":" })?;
            for &face in self.dice(seat) {
                match face {
                    0 => f.write_char('-')?,
                    FACE_DOWN => f.write_char('?')?,
                    face => write!(f, "{face}")?,
                }
            }
        }
        f.write_char('/')?;
        for (index, act) in self.said().enumerate() {
            write!(f, "{}{act}", if index == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl Rules {
    /// The bids there are, ascending.
    fn bids(self) -> u8 {
        2 * self.dice * self.sides
    }

    fn bid(self, index: u8) -> Act {
        Act::Bid { quantity: 1 + index / self.sides, face: 1 + index % self.sides }
    }
}

/// Sorts the dice, those not rolled last.
fn in_order(dice: &mut [u8; MOST_DICE]) {
    dice.sort_unstable_by_key(|&face| face.wrapping_sub(1));
}

impl LiarsDice {
    fn start_of(rules: Rules) -> LiarsDice {
        LiarsDice { rules, dice: [[0; MOST_DICE]; 2], bids: 0, is_called: false }
    }

    /// The dice of a seat, rolled or not.
    fn dice(&self, seat: Seat) -> &[u8] {
        &self.dice[seat.index()][..self.rules.dice.into()]
    }

    /// The dice that a seat has rolled.
    fn rolled(&self, seat: Seat) -> &[u8] {
        let dice = self.dice(seat);
        &dice[..dice.iter().position(|&face| face == 0).unwrap_or(dice.len())]
    }

    /// The seat to roll, if any.
    fn roller(&self) -> Option<Seat> {
        Seat::all(2).find(|&seat| self.dice(seat).contains(&0))
    }

    /// The calls, in order.
    fn said(&self) -> impl Iterator<Item = Act> {
        let bids = (0..self.rules.bids()).filter(|index| self.bids >> index & 1 == 1);
        bids.map(|index| self.rules.bid(index)).chain(self.is_called.then_some(Act::Liar))
    }

    /// The seat to bid; at the end, the seat that challenged.
    fn mover(&self) -> Seat {
        Seat(self.bids.count_ones() as u8 % 2)
    }

    /// Whether at least as many dice show the face as the last bid claims.
    fn is_true(&self) -> bool {
        let last = self.bids.checked_ilog2().map(|index| self.rules.bid(index as u8));
        let Some(Act::Bid { quantity, face }) = last else { return false };
        let is_one = |die: u8| die == face || self.rules.is_wild && die == self.rules.sides;
        let all = Seat::all(2).flat_map(|seat| self.dice(seat));
        usize::from(quantity) <= all.filter(|&&die| is_one(die)).count()
    }

    fn read(&self, text: &str) -> Option<LiarsDice> {
        let (dice, said) = text.split_once('/')?;
        let faces = dice.split("").filter(|letter| ![":", "-"].contains(letter));
        let words = faces.chain(said.split(' ')).filter(|word| !word.is_empty());
        line::replayed(LiarsDice::start_of(self.rules), words, text)
    }
}

impl Position for LiarsDice {
    type Move = Act;

    const EXTRAS: Extras<Self> = Extras::NONE.explained().learnable();

    fn facts(&self) -> Facts {
        let plies = 2 * self.rules.dice + self.rules.bids() + 1;
        Facts::two_seats(plies.into()).with_chance().with_hidden()
    }
    fn node(&self) -> Node {
        if self.roller().is_some() {
            Node::Chance
        } else if self.is_called {
            Node::Terminal
        } else {
            Node::Decision(self.mover())
        }
    }
    fn each_move(&self, mut visit: impl FnMut(Act) -> ControlFlow<()>) -> ControlFlow<()> {
        match self.node() {
            Node::Chance => (1..=self.rules.sides).map(Act::Face).try_for_each(visit),
            Node::Decision(_) => {
                let lowest = self.bids.checked_ilog2().map_or(0, |last| last as u8 + 1);
                for index in lowest..self.rules.bids() {
                    visit(self.rules.bid(index))?;
                }
                if self.bids == 0 { ControlFlow::Continue(()) } else { visit(Act::Liar) }
            }
            Node::Terminal => ControlFlow::Continue(()),
        }
    }
    fn play(&mut self, m: Act) {
        match m {
            Act::Bid { quantity, face } => {
                self.bids |= 1 << ((quantity - 1) * self.rules.sides + face - 1);
            }
            Act::Liar => self.is_called = true,
            Act::Face(face) => {
                let roller = self.roller().expect("a die is to be rolled");
                let rolled = self.rolled(roller).len();
                let dice = &mut self.dice[roller.index()];
                dice[rolled] = face;
                in_order(dice);
            }
        }
    }
    fn payoff(&self, seat: Seat) -> f64 {
        // The challenger is the seat that would have had to bid.
        if self.is_true() == (seat == self.mover()) { -1.0 } else { 1.0 }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        self.read(text).ok_or_else(|| {
            let mut shown = LiarsDice::start_of(self.rules);
            while shown.node() == Node::Chance {
                shown.play(shown.nth(0));
            }
            shown.play(shown.nth(0));
            let what = "the dice of both, a stroke, and what was said";
            TextError::new(text, format!("{what}, such as `{shown}`"))
        })
    }
    fn cover(&mut self, eye: Eye) -> bool {
        for seat in Seat::all(2) {
            if eye != Eye::Seat(seat) && !self.is_called {
                let rolled = self.rolled(seat).len();
                self.dice[seat.index()][..rolled].fill(FACE_DOWN);
            }
        }
        true
    }
    fn picture(&self) -> Picture {
        picture::of(self)
    }
    fn redeal(&self, seat: Seat, stream: &mut Stream) -> Self {
        let mut redeal = self.clone();
        redeal.cover(Eye::Seat(seat));
        let sides = u32::from(self.rules.sides);
        // The other seat is assumed to bid at random, whatever its dice.
        for dice in &mut redeal.dice {
            let mut is_rolled = false;
            for face in dice.iter_mut().filter(|face| **face == FACE_DOWN) {
                *face = 1 + stream.below(sides) as u8;
                is_rolled = true;
            }
            if is_rolled {
                in_order(dice);
            }
        }
        redeal
    }
}

impl Explained for LiarsDice {
    fn ending(&self) -> &'static str {
        if self.is_true() { "true bid" } else { "false bid" }
    }
}

impl Learnable for LiarsDice {
    fn numbers(&self) -> u32 {
        97
    }
}

impl Game for LiarsDice {
    const NAME: &'static str = "liars-dice";
    const ALIASES: &'static [&'static str] = &["bluff", "dudo"];
    const SUMMARY: &'static str = "bid how many of a face all dice show, or call the other a liar";
    const RULES: &'static str = "A [die] has `sides` faces, numbered from one up. Each of the two seats throws `dice` \
        of them at the beginning, and sees its own alone. Then the seats speak in turn, the first seat first. A bid \
        names a number and a face, and says that at least so many of those of both seats together show that face. A \
        bid must be higher than the one before it: a greater number with any face, or the same number with a higher \
        face. The number is at most that of all there are. Instead of a bid a seat may call the other a [liar], if \
        there is a bid; it has to where no higher one is left.\n\n\
        Then every [die] is shown, and the play is over. With `wild=true`, a [die] with the highest face up counts as \
        every face. With `wild=false`, a [die] with the highest face up counts as that face alone. If the last bid is \
        true, the seat that made it wins; if it is not, the seat that called the other a [liar] wins. The winner gets \
        1, the loser -1.";
    const HELP: &'static str = "A move is a bid, 2-5 for two fives, or liar. A position is the dice of both and what \
        was said, 13:26/1-3 2-3, with - for a die that is not rolled; a view has ? for a die that is not seen. \
        Source: C. P. Ferguson and T. S. Ferguson, Models for the game of Liar's Dice (1991); one hand of it, with \
        bids ordered as OpenSpiel has them.";
    const CLAIMS: &'static [RuleClaim] = &[
        RulePlace::after(&["3", "4"]).illegal("liar", "there is no bid yet"),
        RulePlace::after(&["3", "4"]).illegal("3-1", "there are two dice in all"),
        RulePlace::after(&["3"]).illegal("1-3", "all dice are thrown first"),
        RulePlace::after(&["3", "4", "1-5"]).legal("2-1", "a greater number may have any face"),
        RulePlace::after(&["3", "4", "1-5"]).illegal("1-4", "the number is the same, and the face lower"),
        RulePlace::after(&["3", "4", "2-6"]).legal("liar", "no higher bid is left"),
        RulePlace::after(&["3", "4", "1-4", "liar"]).pays(&[1.0, -1.0], "one die shows it, so the bid is true"),
        RulePlace::after(&["3", "4", "2-4", "liar"]).pays(&[-1.0, 1.0], "one die alone shows it, so the bid is false"),
        RulePlace::after(&["3", "6", "2-3", "liar"]).pays(&[1.0, -1.0], "the highest face counts as any"),
        RulePlace::start("wild=false").then(&["3", "6", "2-3", "liar"]).pays(&[-1.0, 1.0], "here it counts as itself"),
    ];
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::whole("dice", 1..=MOST_DICE as u64, "1", "how many dice each seat has"),
        OptionSpec::whole("sides", 2..=MOST_SIDES as u64, "6", "how many sides a die has"),
        OptionSpec::flag("wild", "true", "the highest face counts as any face"),
    ];
    const SAMPLES: &'static [&'static str] =
        &["", "sides=2", "sides=3, wild=false", "dice=2, sides=2", "dice=2, sides=3", "dice=5, sides=6"];

    fn start(options: &Options) -> Result<Self, OptionError> {
        Ok(LiarsDice::start_of(Rules {
            dice: options.whole("dice"),
            sides: options.whole("sides"),
            is_wild: options.flag("wild"),
        }))
    }
}

inventory::submit! { GamePlugin::of::<LiarsDice>() }

#[cfg(test)]
mod tests;
