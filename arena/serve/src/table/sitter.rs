//! Who sits at a seat: a person or a player.

use serde::{Deserialize, Serialize};

/// Who sits at a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
pub(crate) enum Sitter {
    /// A person: which browser, or nobody yet.
    Person {
        /// The guest.
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

impl Sitter {
    pub(crate) fn is_person(&self) -> bool {
        matches!(self, Sitter::Person { .. })
    }

    /// Whether this guest sits there.
    pub(crate) fn is(&self, id: &str) -> bool {
        matches!(self, Sitter::Person { guest: Some(guest) } if guest == id)
    }
}
