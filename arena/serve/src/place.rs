//! A position that a request is about.

use agon_table::GivenPosition;
use serde::Deserialize;

use crate::{
    allowed::{Allowed, short},
    problem::Problem,
};

/// A position that is asked for in the address.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Place {
    pub(crate) game: String,
    #[serde(default)]
    pub(crate) position: Option<String>,
    #[serde(default)]
    pub(crate) moves: Option<String>,
}

impl Place {
    /// Where that is.
    ///
    /// # Errors
    ///
    /// Where the game, the position or a move is wrong.
    pub(crate) fn find(&self) -> Result<GivenPosition, Problem> {
        let moves = self.moves.as_deref().unwrap_or("");
        for text in [Some(moves), self.position.as_deref()].into_iter().flatten() {
            short(text)?;
        }
        let game = Allowed::game(&self.game)?;
        let position = self.position.as_deref().filter(|text| !text.trim().is_empty());
        let site = GivenPosition::of(&game.term, position, moves)?;
        Allowed::position(&site.here, &site.game.term)?;
        Ok(site)
    }
}
