//! Dark Hex: join your two edges, but each seat sees only its own stones and those it ran into.

mod picture;

use std::{
    fmt::{self, Write},
    ops::ControlFlow,
};

use agon_core::{
    Aim, Eye, Facts, Game, GamePlugin, Node, OptionError, OptionSpec, Options, Picture, Position,
    Seat, Stream, TextError, inventory,
    phantom::{Attempt, Attempts, MOST_SQUARES},
};

/// Everything that was tried.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DarkHex {
    attempts: Attempts,
}

/// The attempts, with a `!` where a stone of the other was run into: `/b2 b2! a1`.
impl fmt::Display for DarkHex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.attempts.fmt(f)
    }
}

/// The stones of `seat`, among `stones`, that a chain joins to its first edge.
fn joined(attempts: &Attempts, seat: Seat, stones: u32) -> u32 {
    let width = u32::from(attempts.width());
    let first_column = column(attempts, 0);
    let last_column = column(attempts, attempts.width() - 1);
    let edge = if seat == Seat(0) { (1 << width) - 1 } else { first_column };
    let mut joined = stones & edge;
    loop {
        let left = joined & !first_column;
        let right = joined & !last_column;
        let touched = left >> 1
            | right << 1
            | joined << width
            | joined >> width
            | left << (width - 1)
            | right >> (width - 1);
        let next = joined | touched & stones;
        if next == joined {
            return joined;
        }
        joined = next;
    }
}

/// The squares of a column, as bits.
fn column(attempts: &Attempts, column: u8) -> u32 {
    (0..attempts.height()).fold(0, |bits, row| bits | 1 << (row * attempts.width() + column))
}

/// Whether these stones of `seat` join its two edges: the first joins top and bottom.
fn wins(attempts: &Attempts, seat: Seat, stones: u32) -> bool {
    let last_row = ((1 << attempts.width()) - 1) << ((attempts.height() - 1) * attempts.width());
    let last_column = column(attempts, attempts.width() - 1);
    let edge: u32 = if seat == Seat(0) { last_row } else { last_column };
    joined(attempts, seat, stones) & edge != 0
}

fn winner(attempts: &Attempts) -> Option<Seat> {
    Seat::all(2).find(|&seat| wins(attempts, seat, attempts.marks(seat)))
}

impl DarkHex {
    fn is_over(&self) -> bool {
        winner(&self.attempts).is_some()
    }
}

impl Position for DarkHex {
    type Move = Attempt;

    fn facts(&self) -> Facts {
        Facts::two_seats(self.attempts.most()).with_hidden()
    }
    fn numbers(&self) -> u32 {
        self.attempts.numbers()
    }
    #[inline]
    fn number(&self, m: Attempt) -> u32 {
        self.attempts.number(m)
    }
    fn node(&self) -> Node {
        if self.is_over() { Node::Terminal } else { Node::Decision(self.attempts.mover()) }
    }
    fn each_move(&self, visit: impl FnMut(Attempt) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.is_over() {
            return ControlFlow::Continue(());
        }
        self.attempts.choices().try_for_each(visit)
    }
    fn play(&mut self, m: Attempt) {
        self.attempts.play(m);
    }
    fn payoff(&self, seat: Seat) -> f64 {
        if winner(&self.attempts) == Some(seat) { 1.0 } else { -1.0 }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let is_over = |attempts: &Attempts| winner(attempts).is_some();
        Ok(DarkHex { attempts: self.attempts.parse(text, is_over)? })
    }
    fn picture(&self) -> Picture {
        picture::of(self, self.attempts.seen_by(Eye::Public, true))
    }
    fn aim(&self, m: Attempt) -> Aim {
        Aim::at(m)
    }
    fn write_view(&self, eye: Eye, out: &mut dyn Write) -> fmt::Result {
        self.attempts.write_view(eye, self.is_over(), out)
    }
    fn redeal(&self, seat: Seat, stream: &mut Stream) -> Self {
        if self.is_over() {
            return self.clone();
        }
        // The shape of the board alone is used of the attempts.
        let wins = |stones| wins(&self.attempts, seat.opponent(), stones);
        DarkHex { attempts: self.attempts.redeal(seat, wins, stream) }
    }
    fn picture_for(&self, eye: Eye) -> Picture {
        picture::of(self, self.attempts.seen_by(eye, self.is_over()))
    }
}

impl Game for DarkHex {
    const NAME: &'static str = "dark-hex";
    const ALIASES: &'static [&'static str] = &["phantom hex"];
    const SUMMARY: &'static str = "join your two edges, seeing only what you ran into";
    const HELP: &'static str = "As Hex, without a swap, but nobody sees the other's stones. A move \
        tries a square; whoever runs into a stone of the other learns just that, and tries again, \
        or with abrupt=true loses the turn. How often the other tried is never told. The first \
        seat joins top and bottom, the second left and right. At the end all is shown. A position \
        is what was tried, in order: /b2 b2! a1. A board has at most 25 squares: redeals are exact. \
        Source: M. Lanctot and others, OpenSpiel: a framework for reinforcement learning in games \
        (2019).";
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::whole("width", 2..=12, "3", "how many columns"),
        OptionSpec::whole("height", 2..=12, "3", "how many rows"),
        OptionSpec::flag("abrupt", "false", "whoever runs into a stone loses the turn"),
    ];
    const SAMPLES: &'static [&'static str] =
        &["", "2, 2", "2, 2, abrupt=true", "3, 2, abrupt=true", "4, 5"];

    fn start(options: &Options) -> Result<Self, OptionError> {
        let (width, height): (u8, u8) = (options.whole("width"), options.whole("height"));
        if MOST_SQUARES < usize::from(width) * usize::from(height) {
            let why = format!("a board has at most {MOST_SQUARES} squares, not {width} × {height}");
            return Err(options.impossible(why));
        }
        Ok(DarkHex { attempts: Attempts::new(width, height, options.flag("abrupt")) })
    }
}

inventory::submit! { GamePlugin::of::<DarkHex>() }

#[cfg(test)]
mod tests;
