//! Who sits at a seat: a person or a player.

use serde::{Deserialize, Serialize};

/// Who sits at a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
pub enum Sitter {
    /// A person.
    Person {
        /// By which name; nobody yet where there is none. At a terminal people have the name of their seat.
        guest: Option<String>,
    },
    /// A player.
    Player {
        /// Its term.
        term: String,
        /// The level by which it was chosen.
        level: Option<String>,
    },
}

/// The word for a person among the terms of players.
const PERSON: &str = "human";

impl Sitter {
    /// Whether a person sits there, or may sit down.
    pub fn is_person(&self) -> bool {
        matches!(self, Sitter::Person { .. })
    }

    /// Whether nobody has sat down there yet.
    pub fn is_free(&self) -> bool {
        matches!(self, Sitter::Person { guest: None })
    }

    /// Whether the person of this name sits there.
    pub fn is(&self, name: &str) -> bool {
        matches!(self, Sitter::Person { guest: Some(guest) } if guest == name)
    }

    /// The term in a saved game.
    pub fn term(&self) -> &str {
        match self {
            Sitter::Person { .. } => PERSON,
            Sitter::Player { term, .. } => term,
        }
    }

    /// The level by which a player was chosen, if it was by one.
    pub fn level(&self) -> Option<&str> {
        match self {
            Sitter::Person { .. } => None,
            Sitter::Player { level, .. } => level.as_deref(),
        }
    }
}
