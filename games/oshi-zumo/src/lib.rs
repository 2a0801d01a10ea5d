//! Oshi-Zumo: both bid coins at once; the higher bid pushes the wrestler a step towards the other.

mod picture;

use std::{
    fmt::{self, Write},
    ops::ControlFlow,
};

use agon_core::{
    Explained, Extras, Eye, Facts, Game, GamePlugin, Learnable, Move, Node, OptionError, OptionSpec, Options, Picture,
    Position, RuleClaim, RulePlace, Seat, Stream, TextError, inventory, line,
};

/// The most coins a seat can have.
const MOST_COINS: usize = 50;

/// The bids, round by round.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OshiZumo {
    coins: u8,
    /// The number of places to which the wrestler can be pushed without falling.
    size: u8,
    /// The number of bids made; the rest of `bids` is unused.
    len: u8,
    /// In each round that of the first seat, then that of the second.
    bids: [u8; 2 * MOST_COINS],
}

/// A number of coins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bid(pub u8);

impl Move for Bid {
    fn code(self) -> u64 {
        self.0.into()
    }
    fn from_code(code: u64) -> Option<Self> {
        (code <= MOST_COINS as u64).then_some(Bid(code as u8))
    }
}

impl fmt::Display for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The rounds, each with both bids: `2,1 3,-`, where the second seat is to bid.
impl fmt::Display for OshiZumo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_seen(|_| true, f)
    }
}

impl OshiZumo {
    fn start_of(coins: u8, size: u8) -> OshiZumo {
        OshiZumo { coins, size, len: 0, bids: [0; 2 * MOST_COINS] }
    }

    /// Whether the first seat has bid and the second has not.
    fn is_pending(&self) -> bool {
        self.len % 2 == 1
    }

    fn rounds(&self) -> &[[u8; 2]] {
        self.bids[..usize::from(self.len)].as_chunks().0
    }

    /// The distance by which the wrestler was pushed towards the second seat.
    fn pushed(&self) -> i32 {
        self.rounds().iter().map(|[first, second]| first.cmp(second) as i32).sum()
    }

    /// The number of coins of `seat`, without its present bid.
    fn left(&self, seat: Seat) -> u8 {
        self.coins - self.rounds().iter().map(|bids| bids[seat.index()]).sum::<u8>()
    }

    fn is_over(&self) -> bool {
        let is_out = i32::from(self.size) < self.pushed().abs();
        !self.is_pending() && (is_out || Seat::all(2).all(|seat| self.left(seat) == 0))
    }

    /// The bids that `seat` may make: one coin at least, if it has any.
    fn choices(&self, seat: Seat) -> std::ops::RangeInclusive<u8> {
        let left = self.left(seat);
        left.min(1)..=left
    }

    /// Writes the rounds; of the incomplete round the bid of a seat only if `sees` returns true.
    fn write_seen(&self, sees: impl Fn(Seat) -> bool, out: &mut dyn Write) -> fmt::Result {
        for (index, [first, second]) in self.rounds().iter().enumerate() {
            write!(out, "{}{first},{second}", if index == 0 { "" } else { " " })?;
        }
        if self.is_over() {
            return Ok(());
        }
        if !self.rounds().is_empty() {
            out.write_char(' ')?;
        }
        if !self.is_pending() {
            out.write_str("-,-")
        } else if sees(Seat(0)) {
            write!(out, "{},-", self.bids[usize::from(self.len) - 1])
        } else {
            out.write_str("?,-")
        }
    }
}

impl Position for OshiZumo {
    type Move = Bid;

    const EXTRAS: Extras<Self> = Extras::NONE.explained().learnable();

    fn facts(&self) -> Facts {
        Facts::two_seats(2 * u32::from(self.coins)).with_hidden()
    }
    fn node(&self) -> Node {
        if self.is_over() { Node::Terminal } else { Node::Decision(Seat(self.len % 2)) }
    }
    fn each_move(&self, visit: impl FnMut(Bid) -> ControlFlow<()>) -> ControlFlow<()> {
        match self.node() {
            Node::Decision(seat) => self.choices(seat).map(Bid).try_for_each(visit),
            _ => ControlFlow::Continue(()),
        }
    }
    fn play(&mut self, Bid(bid): Bid) {
        self.bids[usize::from(self.len)] = bid;
        self.len += 1;
    }
    fn payoff(&self, seat: Seat) -> f64 {
        let pushed = f64::from(self.pushed().signum());
        if seat == Seat(0) { pushed } else { 0.0 - pushed }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let wrong = || TextError::new(text, "rounds of two bids each, such as `2,1 3,-`");
        let bids = text.split([' ', ',']).filter(|word| *word != "-");
        line::replayed(OshiZumo::start_of(self.coins, self.size), bids, text).ok_or_else(wrong)
    }
    fn picture(&self) -> Picture {
        picture::of(self, |_| true)
    }
    fn write_view(&self, eye: Eye, out: &mut dyn Write) -> fmt::Result {
        self.write_seen(|seat| eye == Eye::Seat(seat), out)
    }
    fn redeal(&self, seat: Seat, stream: &mut Stream) -> Self {
        let mut redeal = self.clone();
        if self.is_pending() && seat != Seat(0) {
            let choices = self.choices(Seat(0));
            let count = u32::from(choices.end() - choices.start()) + 1;
            let bid = choices.start() + stream.below(count) as u8;
            redeal.bids[usize::from(self.len) - 1] = bid;
        }
        redeal
    }
    fn picture_for(&self, eye: Eye) -> Picture {
        picture::of(self, |seat| eye == Eye::Seat(seat))
    }
}

impl Explained for OshiZumo {
    fn ending(&self) -> &'static str {
        if i32::from(self.size) < self.pushed().abs() { "pushed out" } else { "coins spent" }
    }
}

impl Learnable for OshiZumo {
    fn numbers(&self) -> u32 {
        u32::from(self.coins) + 1
    }
}

impl Game for OshiZumo {
    const NAME: &'static str = "oshi-zumo";
    const SUMMARY: &'static str = "bid coins at once; the higher bid pushes the wrestler";
    const RULES: &'static str = "A [wrestler] stands in the middle of a line that goes from one seat to the other, \
        with `size` places on either side of him. Each seat has `coins` [coin]s. In every round both seats bid at \
        once. The first seat chooses first, and the other does not see it before it has chosen too. A bid is a number \
        of [coin]s that the seat still has: one at least, or none if it has none left. What both bid is gone. Whoever \
        bids more pushes the [wrestler] one place towards the other seat; equal bids leave him where he stands.\n\n\
        The play is over after the round in which he is pushed beyond the last place on either side, or after which \
        neither seat has a [coin] left. Then whoever has him on its own side of the middle, or pushed out behind it, \
        gets -1, and the other seat 1. If he stands in the middle, it is a draw, which pays 0 to both.";
    const HELP: &'static str = "A move is how many coins are bid. \
        Source: M. Buro, Solving the Oshi-Zumo game (2003).";
    const CLAIMS: &'static [RuleClaim] = &[
        RulePlace::start("").illegal("0", "who has coins bids one at least"),
        RulePlace::after(&["1"]).legal("50", "any number of one's coins may be bid"),
        RulePlace::after(&["1", "50"]).illegal("50", "a coin is gone"),
        RulePlace::after(&["50", "1"]).legal("0", "no coin is left"),
        RulePlace::after(&["2", "1", "2", "1", "2", "1"]).legal("2", "on the last place he still stands"),
        RulePlace::after(&["2", "1", "2", "1", "2", "1", "2", "1"])
            .pays(&[1.0, -1.0], "he is pushed out behind the other"),
        RulePlace::start("size=1")
            .then(&["1", "2", "1", "2"])
            .pays(&[-1.0, 1.0], "he is pushed out behind the first seat"),
        RulePlace::after(&["20", "10", "20", "10", "10", "30"])
            .pays(&[1.0, -1.0], "all coins are gone, and he stands on the second seat's side"),
        RulePlace::after(&["50", "49", "0", "1"]).pays(&[0.0, 0.0], "all coins are gone, and he stands in the middle"),
    ];
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::whole("coins", 1..=MOST_COINS as u64, "50", "how many coins each has"),
        OptionSpec::whole("size", 1..=20, "3", "how many steps from the middle the wrestler still stands"),
    ];
    const SAMPLES: &'static [&'static str] = &["", "3, 1", "5, 1", "4, 2"];

    fn start(options: &Options) -> Result<Self, OptionError> {
        Ok(OshiZumo::start_of(options.whole("coins"), options.whole("size")))
    }
}

inventory::submit! { GamePlugin::of::<OshiZumo>() }

#[cfg(test)]
mod tests;
