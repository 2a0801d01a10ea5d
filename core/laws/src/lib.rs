//! The conformance kit of Agon: the laws that every game and every player keeps, each as a sentence and a check.
//!
//! [`check`] walks a game at random, and completely if it is small, and checks every law at every
//! position. [`check_game`] does so for every sample of its options, and also checks the game's
//! declarations. Both run for every registered game; an author calls them for a game of their own.
//! [`check_player`] is the same for a player. No law can know what the rules should be: that is what [`oracle`] and
//! [`perft`] are for. And [`mutants`] plants faults, to see which of all these checks find them.
//!
//! A law that can be checked at one position is an entry of [`LAWS`]; a law that needs more (equal
//! positions reached in two ways, arbitrary texts, many random plays, a solved game) has its own
//! file.
//!
//! A game and a player need this crate for their tests alone: it is a dependency for development. It knows no game and no
//! player by name, and does no input or output; with the feature `mutants` it reads one variable of the environment.

mod calm;
mod check;
mod claims;
mod counting;
mod equality;
mod extent;
mod hidden;
mod inspection;
mod methods;
mod misplay;
pub mod mutants;
mod odds;
pub mod oracle;
pub mod perft;
mod picture;
mod player;
mod plays;
mod plugin;
mod policy;
mod position;
mod shorter;
mod site;
mod states;
mod sufficient;
mod symmetry;
#[cfg(test)]
mod tests;
mod text;
mod turn;
mod variety;
mod violation;
mod visitors;

pub use crate::{
    check::{check, check_game, check_game_told, check_position, check_start, check_told, check_with, check_within},
    claims::try_claim,
    extent::{LawExtent, Looked},
    inspection::LawProgress,
    methods::{HeldBy, METHODS},
    misplay::Misplay,
    player::{MOST_MOVES_SEATED, PlayerLawError, check_player, check_player_told},
    plugin::check_plugin,
    position::LAWS,
    site::{Law, Site},
    violation::{LawError, Violation},
};
