//! A search that is asked for, with all that decides what is found.

use agon_arena::ask::sha256;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{body::maybe_whole, place::PlaceQuery};

/// A search that is asked for.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTree {
    /// The game's term.
    pub(crate) game: String,
    /// Where the moves begin.
    pub(crate) position: Option<String>,
    /// The moves played from there.
    pub(crate) moves: Option<String>,
    /// The player's term, or a level.
    pub(crate) player: String,
    /// What a player that draws draws from.
    #[serde(default, deserialize_with = "maybe_whole")]
    pub(crate) seed: Option<u64>,
    /// The number of recorded positions.
    #[serde(default, deserialize_with = "maybe_whole")]
    pub(crate) limit: Option<usize>,
    /// Which search of the root, counted from one; the last that was not stopped, unless given.
    #[serde(default, deserialize_with = "maybe_whole")]
    pub(crate) search: Option<usize>,
}

impl NewTree {
    /// The name of what is found: the same whenever the same is asked for.
    pub(crate) fn name(&self) -> String {
        let whole = serde_json::to_string(self).expect("texts and numbers are JSON");
        sha256(&whole)[..32].to_owned()
    }

    pub(crate) fn place(&self) -> PlaceQuery {
        PlaceQuery { game: self.game.clone(), position: self.position.clone(), moves: self.moves.clone() }
    }
}
