//! The registry of games and players: by name, at run time, without a central list.
//!
//! Link order must not matter, so every look-up uses a map sorted by name, and two plug-ins with
//! one name are refused. A crate that no code names is not linked, and its plug-ins are missing
//! here.

mod bindings;
mod games;
mod inside;
mod players;

pub use self::{
    bindings::{Binding, Roster, Seating},
    games::{GamePlugin, Graft, NamedGame, Translation, find_game, game, games, start},
    players::{Choice, Choosing, NamedPlayer, PlayerPlugin, find_player, player, players},
};
