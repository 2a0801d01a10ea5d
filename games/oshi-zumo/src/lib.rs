//! Oshi-Zumo: both bid coins at once; the higher bid pushes the wrestler a step towards the other.

mod picture;

use std::{
    fmt::{self, Write},
    ops::ControlFlow,
};

use agon_core::{
    Extras, Eye, Facts, Game, GamePlugin, Learnable, Move, Node, OptionError, OptionSpec, Options, Picture, Position,
    Seat, Stream, TextError, inventory, line,
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

    const EXTRAS: Extras<Self> = Extras::NONE.learnable();

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

impl Learnable for OshiZumo {
    fn numbers(&self) -> u32 {
        u32::from(self.coins) + 1
    }
}

impl Game for OshiZumo {
    const NAME: &'static str = "oshi-zumo";
    const SUMMARY: &'static str = "bid coins at once; the higher bid pushes the wrestler";
    const HELP: &'static str = "The wrestler stands in the middle. Both bid at once, one coin at \
        least as long as they have any, and what is bid is gone. The higher bid pushes the \
        wrestler a step towards the other seat; more steps than the size, and he is out. The play \
        ends there, or when both have no coins. Whoever has the wrestler on their side of the \
        middle, or behind them, has lost; in the middle it is a draw. \
        Source: M. Buro, Solving the Oshi-Zumo game (2003).";
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
