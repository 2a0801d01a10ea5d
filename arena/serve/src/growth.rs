//! Searches that guests ask for.

use std::sync::Arc;

use agon_core::StopSignal;
use agon_table::{SearchLimits, WatchedSearch};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    allowed::{self, short},
    body::maybe_whole,
    house::House,
    place::PlaceQuery,
    pool::{AskedFor, PoolThinker},
    problem::Problem,
    share::GuestShare,
    trees::{KeptTree, MOST_NODES},
};

/// A search that is asked for.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
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
    pub(crate) fn place(&self) -> PlaceQuery {
        PlaceQuery {
            game: self.game.clone(),
            position: self.position.clone(),
            moves: self.moves.clone(),
        }
    }
}

/// Runs a player's search, makes of its trace what `tell` says, and keeps it. All of that is one piece of work where
/// players think: it ends when nobody waits for it any more.
///
/// # Errors
///
/// If the request has a mistake, or the player reports nothing.
pub(crate) async fn grow<T: Send + 'static>(
    house: &Arc<House>,
    share: GuestShare,
    new: NewTree,
    tell: impl FnOnce(&PoolThinker, &KeptTree) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let limit = new.limit.unwrap_or(MOST_NODES).clamp(1, MOST_NODES);
    let (seed, search) = (new.seed.unwrap_or(0), new.search);
    let (most, player) = (house.pool.at_most(), new.player.clone());
    let threads = house.at_desk(share.clone(), move |_, worker| {
        short(&player).map(|()| allowed::threads(worker, &player))
    });
    let (threads, stop) = (threads.await?, StopSignal::new());
    let grown =
        house.pool.think_until((share.clone(), AskedFor::Study), threads, &stop, move |thinker| {
            let site = new.place().find(thinker)?;
            let named = allowed::player(thinker, &new.player, &site.game, most);
            let named = named.map_err(|problem| problem.at("player"))?;
            let limits = SearchLimits { stop: Some(thinker.stop()), ..SearchLimits::default() };
            let thought = WatchedSearch::of(site, &named, seed, limits, (limit, usize::MAX))?;
            let tree = Arc::new(KeptTree::of(thinker, thought, search)?);
            let told = tell(thinker, &tree)?;
            Ok((tree, told))
        });
    // If the asker has left, the search ends here: kept, it would take memory and the place of one somebody looks into.
    let (tree, told) = grown.await?;
    let kept = house.at_desk(share, move |house, worker| {
        house.trees.keep(worker, &tree);
        Ok(told)
    });
    kept.await
}

#[cfg(test)]
mod tests {
    use std::{
        fs,
        net::Ipv4Addr,
        sync::{
            Arc,
            atomic::{AtomicBool, Ordering},
        },
        thread,
        time::Duration,
    };

    use agon_roster as _;
    use tokio::{runtime::Runtime, time};

    use super::{GuestShare, KeptTree, NewTree, PoolThinker, grow};
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
        // So is what is made of one, in the same share of the pool.
        let begun = Arc::new(AtomicBool::new(false));
        let own = Arc::clone(&begun);
        let tell = move |thinker: &PoolThinker, _: &KeptTree| {
            own.store(true, Ordering::Relaxed);
            while !thinker.stop().is_given() {
                thread::sleep(Duration::from_millis(1));
            }
            Ok(())
        };
        runtime.block_on(async {
            let told = grow(
                &house,
                GuestShare::default(),
                asked("tic-tac-toe", "alpha-beta(depth=2)"),
                tell,
            );
            let begun = async {
                while !begun.load(Ordering::Relaxed) {
                    time::sleep(Duration::from_millis(1)).await;
                }
                assert_eq!(house.pool.load(), (1, 0));
            };
            tokio::select! {
                _ = told => panic!("it ends when nobody waits for it"),
                () = begun => {}
            }
        });
        while house.pool.load() != (0, 0) {
            thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(house.trees.count(), 1, "the asker has left");
        drop((house, runtime));
        let _ = fs::remove_dir_all(folder);
    }
}
