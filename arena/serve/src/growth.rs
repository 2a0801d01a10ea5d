//! Searches that guests ask for.

use std::sync::Arc;

use agon_core::StopSignal;
use agon_table::{SearchLimits, WatchedSearch};

use crate::{
    allowed::{self, short},
    pool::PoolThinker,
    problem::Problem,
    share::GuestShare,
    study::Study,
    trees::{KeptTree, MOST_NODES, NewTree},
};

/// Runs a player's search, makes of its trace what `tell` says, and keeps it. All of that is one piece of work where
/// players think: it ends when nobody waits for it any more.
///
/// # Errors
///
/// If the request has a mistake, or the player reports nothing.
pub(crate) async fn grow<T: Send + 'static>(
    study: &Arc<Study>,
    share: GuestShare,
    new: NewTree,
    tell: impl FnOnce(&PoolThinker, &KeptTree) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let limit = new.limit.unwrap_or(MOST_NODES).clamp(1, MOST_NODES);
    let (seed, search) = (new.seed.unwrap_or(0), new.search);
    let (most, player) = (study.at_most(), new.player.clone());
    let threads =
        study.on_worker(share.clone(), move |_, worker| short(&player).map(|()| allowed::threads(worker, &player)));
    let (threads, stop) = (threads.await?, StopSignal::new());
    let grown = study.think_until(share.clone(), threads, &stop, move |thinker| {
        let site = new.place().find(thinker)?;
        let named = allowed::player(thinker, &new.player, &site.game, most);
        let named = named.map_err(|problem| problem.at("player"))?;
        let limits = SearchLimits { stop: Some(thinker.stop()), ..SearchLimits::default() };
        let thought = WatchedSearch::of(site, &named, seed, limits, (limit, usize::MAX))?;
        let mut tree = KeptTree::of(thinker, thought, search)?;
        let site = &tree.thought.site;
        let asked = NewTree {
            game: site.game.term.clone(),
            position: site.other_base(),
            moves: Some(site.moves()),
            player: tree.thought.player.clone(),
            seed: Some(seed),
            limit: Some(limit),
            search: Some(tree.search().number),
        };
        tree.name(asked);
        let tree = Arc::new(tree);
        let told = tell(thinker, &tree)?;
        Ok((tree, told))
    });
    // If the asker has left, the search ends here: kept, it would take memory and the place of one somebody looks into.
    let (tree, told) = grown.await?;
    let own = share.clone();
    let kept = study.on_worker(share, move |study, worker| {
        study.trees.keep(worker, &own, &tree);
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
    use crate::app_state::AppState;

    fn asked(game: &str, player: &str) -> NewTree {
        let [game, player] = [game, player].map(str::to_owned);
        NewTree { game, player, ..NewTree::default() }
    }

    #[test]
    fn a_search_is_kept_for_as_long_as_somebody_waits_for_it() {
        let runtime = Runtime::new().unwrap();
        let handle = runtime.handle().clone();
        let (app, folder) = AppState::of_test("growth", Ipv4Addr::LOCALHOST, 1, handle);
        let grown =
            |game, player| grow(&app.study, GuestShare::default(), asked(game, player), |_, tree| Ok(tree.id.clone()));
        runtime.block_on(grown("tic-tac-toe", "alpha-beta(depth=2)")).unwrap();
        assert_eq!(app.study.trees.count(), 1);
        for _ in 0..3 {
            runtime.block_on(async {
                let begun = async {
                    while app.pool.load() != (1, 0) {
                        time::sleep(Duration::from_millis(1)).await;
                    }
                };
                tokio::select! {
                    _ = grown("chess", "alpha-beta(depth=60)") => panic!("it never ends"),
                    () = begun => {}
                }
            });
            while app.pool.load() != (0, 0) {
                thread::sleep(Duration::from_millis(1));
            }
            assert_eq!(app.study.trees.count(), 1, "the asker has left");
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
            let told = grow(&app.study, GuestShare::default(), asked("tic-tac-toe", "alpha-beta(depth=2)"), tell);
            let begun = async {
                while !begun.load(Ordering::Relaxed) {
                    time::sleep(Duration::from_millis(1)).await;
                }
                assert_eq!(app.pool.load(), (1, 0));
            };
            tokio::select! {
                _ = told => panic!("it ends when nobody waits for it"),
                () = begun => {}
            }
        });
        while app.pool.load() != (0, 0) {
            thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(app.study.trees.count(), 1, "the asker has left");
        drop((app, runtime));
        let _ = fs::remove_dir_all(folder);
    }
}
