//! The line protocol of Agon: a program in any language plays any game, and asks for the rules.
//!
//! Every message is an object of JSON on a line of its own: [`FromArena`] one way, [`FromPlayer`] the
//! other. The page [`PAGE`] says it for people, [`SCHEMA`] for programs.
//!
//! A program needs no rules of the game: it sends positions as texts, in batches, and [`RuleBook`]
//! answers what may be played there, what it leads to, and what it is worth.
//!
//! A game whose rules are answered by such a program, or by anything else, is one of [`served`].
//!
//! Nothing here starts a process, or waits for one.

mod about;
mod enquiry;
mod message;
mod question;
mod read;
mod rules;
pub mod served;
mod thought;
mod usage;
mod wrong_word;

/// The protocol as a page for people.
pub const PAGE: &str = include_str!("../protocol.md");

/// The messages as a JSON Schema (draft 2020-12). A test derives it from the types.
pub const SCHEMA: &str = include_str!("schema.json");

/// The number of the protocol that is spoken here. It grows where a program that knew the last one
/// would misread this one; messages and keys that are merely added leave it as it is.
pub const VERSION: u32 = 1;

pub use crate::{
    about::{About, SumWord},
    message::{FromArena, FromPlayer, PlayerClock},
    question::{Acts, Ask, AskedPosition, PositionAnswer, Successor, Want},
    read::{BadLine, BadMessage, LONGEST_FROM_ARENA, LONGEST_FROM_PLAYER, read_line, write_line},
    rules::RuleBook,
    thought::{NamedMove, Thoughts},
    usage::Usage,
    wrong_word::WrongWord,
};

#[cfg(test)]
mod tests;
