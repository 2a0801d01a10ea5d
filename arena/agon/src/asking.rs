//! Which player is asked, at which position, for a search that is watched.

use agon_core::{Budget, NamedPlayer};
use agon_table::{GivenPosition, SearchLimits, WatchedSearch};

use crate::{failed::Failed, models, place::Place, seeding};

/// Which player to ask, at which position.
#[derive(clap::Args)]
pub(crate) struct Asking {
    #[command(flatten)]
    pub(crate) place: Place,
    /// The player to ask, with its options; see `agon players`
    #[arg(short, long, value_name = "PLAYER")]
    pub(crate) player: String,
    /// The positions the player may look at
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// What a player draws from
    #[arg(long, value_name = "N", value_parser = seeding::seed, default_value_t = 0)]
    pub(crate) seed: u64,
}

impl Asking {
    /// Asks the player, and records its search: at most `most` positions, to a depth in plies.
    ///
    /// # Errors
    ///
    /// If a name is wrong, no seat is to act, or the player gives no move or reports nothing.
    pub(crate) fn watch(&self, limit: usize, depth: usize) -> Result<WatchedSearch, Failed> {
        let (site, named, seed) = self.named()?;
        Ok(WatchedSearch::of(site, &named, seed, self.limits(), (limit, depth))?)
    }

    /// The position, the player and the seed that are named.
    ///
    /// # Errors
    ///
    /// Where a name is wrong.
    pub(crate) fn named(&self) -> Result<(GivenPosition, NamedPlayer, u64), Failed> {
        Ok((self.place.find()?, models::player(&self.player)?, self.seed))
    }

    /// What the player may spend.
    pub(crate) fn limits(&self) -> SearchLimits<'static> {
        SearchLimits { budget: Budget::of(self.nodes), ..SearchLimits::default() }
    }
}
