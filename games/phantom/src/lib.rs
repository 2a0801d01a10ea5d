//! Two phantom games, Dark Hex and phantom tic-tac-toe: each seat sees only its own marks and those it ran into.
//!
//! A seat that tries a square occupied by the other learns just that, and tries again; in an abrupt game it loses its
//! turn. It never learns how often the other tried. The games differ in what wins, their [`Ending`], and are one position
//! otherwise.

mod attempts;
mod dark_hex;
mod tic_tac_toe;

use std::{
    fmt::{self, Debug, Write},
    hash::Hash,
    ops::ControlFlow,
};

use agon_core::{Aim, Extras, Eye, Facts, Learnable, Node, Picture, Position, Seat, Stream, TextError};

pub use crate::{
    attempts::{Attempt, Attempts},
    dark_hex::{Chain, DarkHex},
    tic_tac_toe::{PhantomTicTacToe, Row},
};

/// What wins a phantom game, and how its board looks.
pub trait Ending: Clone + Debug + Eq + Hash + Send + Sync + 'static {
    /// Whether these marks of `seat`, as bits, win. Of `board` its size alone is used.
    fn wins(&self, board: &Attempts, seat: Seat, marks: u32) -> bool;

    /// The board with these marks of each seat, in a game that is over or not.
    fn picture(&self, board: &Attempts, marks: [u32; 2], is_over: bool) -> Picture;
}

/// Everything that was tried, in a game of this ending.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Phantom<E> {
    attempts: Attempts,
    ending: E,
}

/// The attempts, with a `!` where a mark of the other was run into: `/b2 b2! a1`.
impl<E> fmt::Display for Phantom<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.attempts, f)
    }
}

impl<E: Ending> Phantom<E> {
    fn is_over(&self) -> bool {
        self.is_over_after(&self.attempts)
    }

    fn is_over_after(&self, attempts: &Attempts) -> bool {
        let wins = |seat| self.ending.wins(attempts, seat, attempts.marks(seat));
        Seat::all(2).any(wins) || attempts.is_full()
    }

    fn has_won(&self, seat: Seat) -> bool {
        self.ending.wins(&self.attempts, seat, self.attempts.marks(seat))
    }
}

impl<E: Ending> Position for Phantom<E> {
    type Move = Attempt;

    const EXTRAS: Extras<Self> = Extras::NONE.learnable();

    fn facts(&self) -> Facts {
        Facts::two_seats(self.attempts.most()).with_hidden()
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
        let won = |seat| f64::from(u8::from(self.has_won(seat)));
        won(seat) - won(seat.opponent())
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let attempts = self.attempts.parse(text, |attempts| self.is_over_after(attempts))?;
        Ok(Phantom { attempts, ending: self.ending.clone() })
    }
    fn picture(&self) -> Picture {
        self.ending.picture(&self.attempts, self.attempts.seen_by(Eye::Public, true), self.is_over())
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
        // Only the size of the board and the ending are used of this position, and the seat's view.
        let wins = |marks| self.ending.wins(&self.attempts, seat.opponent(), marks);
        let attempts = self.attempts.redeal(seat, wins, stream);
        Phantom { attempts, ending: self.ending.clone() }
    }
    fn picture_for(&self, eye: Eye) -> Picture {
        let is_over = self.is_over();
        self.ending.picture(&self.attempts, self.attempts.seen_by(eye, is_over), is_over)
    }
}

impl<E: Ending> Learnable for Phantom<E> {
    fn numbers(&self) -> u32 {
        self.attempts.numbers()
    }
    #[inline]
    fn number(&self, m: Attempt) -> u32 {
        self.attempts.number(m)
    }
}

#[cfg(test)]
mod tests;
