//! Games whose rules are answered elsewhere: by a program of its own, or by whoever else implements
//! [`Served`] and [`Answerer`].
//!
//! It is the rules service of the line protocol the other way round: somebody describes a game
//! ([`About`](agon_protocol::About)), the arena asks. A position is an interned text with what was said of it, which is asked
//! once and kept; answers are pure, so neither what is kept, nor in which batch it was asked, nor who of several answered
//! reaches a result.
//!
//! Positions cannot fail. Whoever breaks a promise unwinds through whoever asked, with a sentence that says what was wrong
//! ([`BrokenRules`](agon_core::BrokenRules)); the referee finds that the rules are at fault, and the game is void.

mod answered;
mod asking;
mod interned;
mod position;

pub use crate::{
    asking::{Answerer, NoAnswer, ServedGame},
    position::{Served, ServedPosition},
};
