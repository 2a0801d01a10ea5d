//! What can be said of rules by the rules alone: whether two games are one, and whether what a solver claims holds.
//!
//! [`same`] compares whole games, whatever they call their moves and positions, and has one value for the rules of a game,
//! which journals keep. [`certificate`] checks what a seat is sure of, or what strategies of all seats are worth. Neither
//! knows a game, a player or a solver, nor does input or output.

pub mod certificate;
pub mod same;
