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
    let (threads, stop) = (threads.await?, StopSignal::new());
    let grown = house.pool.think_until(share.clone(), threads, &stop, move |worker| {
        let site = new.place().find(worker)?;
        let named = allowed::player(worker, &new.player, &site.game, most);
        let named = named.map_err(|problem| problem.at("player"))?;
        let limits = SearchLimits { stop: Some(worker.stop()), ..SearchLimits::default() };
        let thought = WatchedSearch::of(site, &named, seed, limits, (limit, usize::MAX))?;
        KeptTree::of(thought, search)
    });
    // If the asker has left, the search ends here: kept, it would take memory and the place of one somebody looks into.
    let tree = Arc::new(grown.await?);
    let told = house.at_desk(share, move |house, worker| {
        house.trees.keep(worker, &tree);
        tell(worker, &tree)
    });
    told.await
}

#[cfg(test)]
mod tests {
    use std::{fs, net::Ipv4Addr, thread, time::Duration};

    use agon_roster as _;
    use tokio::{runtime::Runtime, time};

    use super::{GuestShare, NewTree, grow};
    use crate::house::House;

    fn asked(game: &str, player: &str) -> NewTree {
        let [game, player] = [game, player].map(str::to_owned);
        NewTree { game, player, position: None, moves: None, seed: None, limit: None, search: None }
    }

    #[test]
    fn a_search_is_kept_for_as_long_as_somebody_waits_for_it() {
        let runtime = Runtime::new().unwrap();
        let handle = runtime.handle().clone();
        let (house, folder) = House::of_test("growth", Ipv4Addr::LOCALHOST, 1, handle);
        let grown = |game, player| {
            grow(&house, GuestShare::default(), asked(game, player), |_, tree| Ok(tree.id.clone()))
        };
        runtime.block_on(grown("tic-tac-toe", "alpha-beta(depth=2)")).unwrap();
        assert_eq!(house.trees.count(), 1);
        for _ in 0..3 {
            runtime.block_on(async {
                let begun = async {
                    while house.pool.load() != (1, 0) {
                        time::sleep(Duration::from_millis(1)).await;
                    }
                };
                tokio::select! {
                    _ = grown("chess", "alpha-beta(depth=60)") => panic!("it never ends"),
                    () = begun => {}
                }
            });
            while house.pool.load() != (0, 0) {
                thread::sleep(Duration::from_millis(1));
            }
            assert_eq!(house.trees.count(), 1, "the asker has left");
        }
        drop((house, runtime));
        let _ = fs::remove_dir_all(folder);
    }
}
