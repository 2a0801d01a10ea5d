//! Searches that guests ask for.

use std::sync::Arc;

use agon_core::StopSignal;
use agon_table::{SearchLimits, WatchedSearch};

use crate::{
    allowed::{self, short},
    house::House,
    pool::Worker,
    problem::Problem,
    share::GuestShare,
    trees::{KeptTree, MOST_NODES, NewTree},
};

/// Runs a player's search, keeps its trace, and applies `make` to it.
///
/// # Errors
///
/// If the request has a mistake, or the player reports nothing.
pub(crate) async fn grow<T: Send + 'static>(
    house: &Arc<House>,
    share: GuestShare,
    new: NewTree,
    tell: impl FnOnce(&Worker, &KeptTree) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let limit = new.limit.unwrap_or(MOST_NODES).clamp(1, MOST_NODES);
    let (seed, search) = (new.seed.unwrap_or(0), new.search);
    let (most, player) = (house.pool.at_most(), new.player.clone());
    let threads = house.at_desk(share.clone(), move |_, worker| {
        short(&player).map(|()| allowed::threads(worker, &player))
    });
    let (threads, own, stop) = (threads.await?, Arc::clone(house), StopSignal::new());
    let grown = house.pool.think_until(share, threads, &stop, move |worker| {
        let site = new.place().find(worker)?;
        let named = allowed::player(worker, &new.player, &site.game, most);
        let named = named.map_err(|problem| problem.at("player"))?;
        let limits = SearchLimits { stop: Some(worker.stop()), ..SearchLimits::default() };
        let thought = WatchedSearch::of(site, &named, seed, limits, (limit, usize::MAX))?;
        let tree = Arc::new(KeptTree::of(thought, search)?);
        own.trees.keep(&tree);
        tell(worker, &tree)
    });
    grown.await
}
