//! A game whose rules break.

use std::{fmt, ops::ControlFlow};

use agon_core::{
    Facts, Game, GamePlugin, Move, Node, OptionError, OptionSpec, Options, Position, Seat, TextError, inventory,
};

/// Counts down by one or two; the rules break at 3, when its moves are listed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Trap {
    left: u8,
    mover: Seat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Down(u8);

impl Move for Down {
    fn code(self) -> u64 {
        self.0.into()
    }
    fn from_code(code: u64) -> Option<Self> {
        u8::try_from(code).ok().map(Down)
    }
}

impl fmt::Display for Down {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.left, self.mover.0)
    }
}

impl Position for Trap {
    type Move = Down;

    fn facts(&self) -> Facts {
        Facts::two_seats(100)
    }
    fn node(&self) -> Node {
        if self.left == 0 { Node::Terminal } else { Node::Decision(self.mover) }
    }
    fn each_move(&self, visit: impl FnMut(Down) -> ControlFlow<()>) -> ControlFlow<()> {
        assert_ne!(self.left, 3, "the trap");
        (1..=self.left.min(2)).map(Down).try_for_each(visit)
    }
    fn play(&mut self, Down(by): Down) {
        self.left -= by;
        self.mover = self.mover.opponent();
    }
    fn payoff(&self, seat: Seat) -> f64 {
        if seat == self.mover { -1.0 } else { 1.0 }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let read = text
            .split_once(' ')
            .and_then(|(left, mover)| Some(Trap { left: left.parse().ok()?, mover: Seat(mover.parse().ok()?) }));
        read.ok_or_else(|| TextError::new(text, "how many are left, and who is to move"))
    }
}

impl Game for Trap {
    const NAME: &'static str = "trap";
    const SUMMARY: &'static str = "count down; the rules break at 3";
    const OPTIONS: &'static [OptionSpec] = &[];
    const SAMPLES: &'static [&'static str] = &[""];

    fn start(_options: &Options) -> Result<Self, OptionError> {
        Ok(Trap { left: 9, mover: Seat(0) })
    }
}

inventory::submit! { GamePlugin::of::<Trap>() }
