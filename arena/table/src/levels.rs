//! Opponents by how strong they are.

use agon_core::{AnyPosition, Position, Sum, registry};

/// How strong an opponent is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Sees what is right before it, and not always
    Easy,
    /// Looks some moves ahead
    Medium,
    /// Looks further
    Hard,
    /// As good as about a second a move allows
    Strongest,
}

impl Level {
    /// All of them, the weakest first.
    pub const ALL: [Level; 4] = [Level::Easy, Level::Medium, Level::Hard, Level::Strongest];

    /// What it can, in a few words.
    pub const fn meaning(self) -> &'static str {
        match self {
            Level::Easy => "Sees what is right before it, and not always",
            Level::Medium => "Looks some moves ahead",
            Level::Hard => "Looks further",
            Level::Strongest => "As good as about a second a move allows",
        }
    }

    /// The level of that name.
    pub fn named(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Strongest => "strongest",
        }
    }

    /// The term of the player of this level at the game that begins with `start`: a strong
    /// player with a smaller budget. `docs/levels.md` has the measurements.
    pub fn term(self, start: &AnyPosition) -> String {
        let facts = start.facts();
        // How many positions each level may look at, or plays by chance, or plies.
        let (positions, plays, plies) = match self {
            Level::Easy => (20, 20, 1),
            Level::Medium => (300, 200, 1),
            Level::Hard => (10_000, 2000, 2),
            Level::Strongest => (300_000, 20_000, 3),
        };
        if facts.hidden && registry::find_player("ismcts").is_err() {
            return "random".to_owned();
        }
        let player = if facts.hidden {
            format!("ismcts(iterations={plays})")
        } else if facts.chance || facts.seats == 1 {
            // It counts a play for ten positions.
            format!("strong(nodes={})", 10 * plays)
        } else if facts.seats == 2 && facts.sum != Sum::General {
            format!("strong(nodes={positions})")
        } else {
            format!("max-n(depth={plies})")
        };
        match self {
            Level::Easy => format!("epsilon({player}, 0.3)"),
            _ => player,
        }
    }
}
