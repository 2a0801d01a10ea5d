//! Games whose rules are answered outside this process or crate: by a program, or by any type that implements
//! [`Answerer`].
//!
//! It is the rules service of the line protocol the other way round: the answerer describes a game
//! ([`About`](crate::About)), and the arena asks. A position is an interned text with its answer, which is asked
//! for once and cached; answers are pure, so neither the cache, nor the batches, nor the choice among several answerers
//! reaches a result. Where asking costs little ([`Answerer::is_near`]) a move's successor is asked for when it is needed
//! first; a process is asked for all of a position's at once.
//!
//! Positions cannot fail. A broken promise unwinds through the caller, with a sentence that describes it
//! ([`BrokenRules`](agon_core::BrokenRules)); the referee finds that the rules are at fault, and the game is void.

mod answered;
mod asking;
mod declared;
mod interned;
mod position;
#[cfg(test)]
mod tests;

pub use self::{
    asking::{Answerer, NoAnswer, ServedGame},
    position::{Served, ServedPosition},
};
