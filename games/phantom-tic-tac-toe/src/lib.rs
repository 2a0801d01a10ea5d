//! Phantom tic-tac-toe: three in a row, but each seat sees only its own marks and those it ran
//! into.

mod picture;

use std::{
    fmt::{self, Write},
    ops::ControlFlow,
};

use agon_core::{
    Aim, Eye, Facts, Game, GamePlugin, Node, OptionError, OptionSpec, Options, Picture, Position,
    Seat, Stream, TextError, inventory,
    phantom::{Attempt, Attempts},
};

/// Everything that was tried.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PhantomTicTacToe {
    attempts: Attempts,
    /// The length of a winning line.
    line: u8,
}

/// The attempts, with a `!` where a mark of the other was run into: `/b2 b2! a1`.
impl fmt::Display for PhantomTicTacToe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.attempts.fmt(f)
    }
}

impl PhantomTicTacToe {
    fn is_over(&self) -> bool {
        self.is_over_after(&self.attempts)
    }

    fn is_over_after(&self, attempts: &Attempts) -> bool {
        Seat::all(2).any(|seat| self.wins(attempts.marks(seat))) || attempts.is_full()
    }

    /// Whether these marks have a line.
    fn wins(&self, marks: u32) -> bool {
        let width = u32::from(self.attempts.width());
        let column = (0..width).fold(0, |bits, row| bits | 1u32 << (row * width));
        let (not_first, not_last) = (!column, !(column << (width - 1)));
        let steps =
            [(1, not_last), (width, u32::MAX), (width + 1, not_last), (width - 1, not_first)];
        steps.into_iter().any(|(step, inside)| {
            // The squares where such long lines begin.
            let longer = |from: u32, _| marks & inside & from >> step;
            (1..self.line).fold(marks, longer) != 0
        })
    }
}

impl Position for PhantomTicTacToe {
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
        let won = |seat| f64::from(u8::from(self.wins(self.attempts.marks(seat))));
        won(seat) - won(seat.opponent())
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let attempts = self.attempts.parse(text, |attempts| self.is_over_after(attempts))?;
        Ok(Self { attempts, line: self.line })
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
        // Only the sizes of the board and of a line are used of this position, and the seat's view.
        let attempts = self.attempts.redeal(seat, |marks| self.wins(marks), stream);
        Self { attempts, line: self.line }
    }
    fn picture_for(&self, eye: Eye) -> Picture {
        picture::of(self, self.attempts.seen_by(eye, self.is_over()))
    }
}

impl Game for PhantomTicTacToe {
    const NAME: &'static str = "phantom-tic-tac-toe";
    const ALIASES: &'static [&'static str] = &["phantom ttt"];
    const SUMMARY: &'static str = "three in a row, seeing only what you ran into";
    const HELP: &'static str = "As tic-tac-toe, but nobody sees the other's marks. A move tries a \
        square; whoever runs into a mark of the other learns just that, and tries again, or with \
        abrupt=true loses the turn. How often the other tried is never told. At the end all is \
        shown. A position is what was tried, in order: /b2 b2! a1. \
        Source: M. Lanctot and others, OpenSpiel: a framework for reinforcement learning in games \
        (2019); V. Lisý, M. Lanctot and M. Bowling, Online Monte Carlo counterfactual regret \
        minimization for search in imperfect information games (2015).";
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::flag("abrupt", "false", "whoever runs into a mark loses the turn"),
        OptionSpec::whole("size", 2..=5, "3", "how many rows and columns"),
        OptionSpec::whole("line", 2..=5, "3", "how many in a row win"),
    ];
    const SAMPLES: &'static [&'static str] =
        &["", "abrupt=true", "size=2, line=2", "abrupt=true, size=2, line=2", "size=5, line=4"];

    fn start(options: &Options) -> Result<Self, OptionError> {
        let (size, line): (u8, u8) = (options.whole("size"), options.whole("line"));
        if size < line {
            let why = format!("a line of {line} does not fit on a board of {size} × {size}");
            return Err(options.impossible(why));
        }
        Ok(PhantomTicTacToe { attempts: Attempts::new(size, size, options.flag("abrupt")), line })
    }
}

inventory::submit! { GamePlugin::of::<PhantomTicTacToe>() }

#[cfg(test)]
mod tests;
