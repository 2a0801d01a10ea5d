//! A tournament that can be played: every name known, every option right.

use agon_core::{Budget, Facts, NamedGame, NamedPlayer, Seed};

use crate::spec::SeatingRule;

/// Who plays what, and how.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The master seed.
    pub seed: Seed,
    /// Who is signed up.
    pub entries: Vec<Entry>,
    /// The games, one after the other.
    pub sections: Vec<Section>,
    /// Who stays away from which game.
    pub absent: Vec<Absence>,
}

/// A player with its options, signed up.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What tables call it; nobody else has this name.
    pub name: String,
    /// The player.
    pub player: NamedPlayer,
}

/// One game of a tournament, and how it is played.
#[derive(Clone, Debug)]
pub struct Section {
    /// The game.
    pub game: NamedGame,
    /// Its facts.
    pub facts: Facts,
    /// Who plays it: indices into the tournament's entries, ascending.
    pub entries: Vec<usize>,
    /// How many openings every meeting is played from, at least one.
    pub openings: u64,
    /// How many random plies an opening has.
    pub plies: u32,
    /// What a player may spend on one move.
    pub budget: Budget,
    /// After how many plies a game is adjudicated.
    pub max_plies: u32,
    /// In which orders those who meet take their seats.
    pub seating: SeatingRule,
}

/// A player that cannot play one of the games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Absence {
    /// Which game: an index into the sections.
    pub section: usize,
    /// Who: an index into the entries.
    pub entry: usize,
    /// Why.
    pub reason: String,
}
