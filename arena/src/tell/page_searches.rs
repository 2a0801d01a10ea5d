//! Searches of chosen moves on the page of a journal: each a page of its own, which the page opens in a frame.

use std::io::{self, Write};

use serde::Serialize;

use super::page_script::{data, hash};

/// Searches of moves, and what their pages have in common. They are drawn elsewhere; the page of the journal holds them.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PageSearches {
    /// What the page of each begins with, to `<body>`.
    pub begin: String,
    /// The script of each, a module. No other runs there.
    pub script: String,
    /// The searches.
    pub searches: Vec<PageSearch>,
}

/// The search of one move.
#[derive(Clone, Debug, Serialize)]
pub struct PageSearch {
    /// The number of the game.
    pub game: u64,
    /// How many moves came before.
    pub ply: usize,
    /// The name of the player that searched.
    pub player: String,
    /// Its page, from `<body>` to the script.
    pub body: String,
}

impl PageSearches {
    /// Whether a game has any.
    pub(super) fn has(&self, game: u64) -> bool {
        self.searches.iter().any(|search| search.game == game)
    }

    /// What the policy of the page allows for them, after the hash of its own script.
    pub(super) fn policy(&self) -> String {
        if self.searches.is_empty() {
            return String::new();
        }
        format!(" {}; img-src data:", hash(&self.script))
    }

    /// Writes them, if there are any, where the page's script finds them.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.searches.is_empty() {
            return Ok(());
        }
        let data = data(self)?;
        writeln!(out, "<script type=application/json id=searches>{data}</script>")
    }
}
