//! What the workspace consists of: its folders, its games and their samples.

use std::{
    path::Path,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use agon as _;
use agon_core::{GamePlugin, registry};
use outside_game as _;
use outside_player as _;

/// The folder that holds everything.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests are a room of the workspace")
}

/// The games with rules of their own: all but those that are a command of this machine.
pub(crate) fn games() -> impl Iterator<Item = &'static GamePlugin> {
    registry::games().values().copied().filter(|game| game.is_inside)
}

/// The games whose players are compiled for them in every build of the tests, one of each list of players.
pub(crate) const TWINS: [&str; 4] = ["2048", "connect-four", "kuhn", "tic-tac-toe"];

/// Every sample of every registered game, as a term.
pub(crate) fn samples() -> Vec<String> {
    registry::games().values().flat_map(|game| game.sample_terms()).collect()
}

/// Does `check` for every item, on all cores, and fails with all that went wrong, in order.
pub(crate) fn for_each<T: Sync>(items: &[T], check: impl Fn(&T) -> Result<(), String> + Sync) {
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    let work = || {
        while let Some((index, item)) = {
            let index = next.fetch_add(1, Ordering::Relaxed);
            items.get(index).map(|item| (index, item))
        } {
            if let Err(failure) = check(item) {
                failures.lock().unwrap().push((index, failure));
            }
        }
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..cores {
            let thread = thread::Builder::new().stack_size(agon_core::STACK_SIZE);
            thread.spawn_scoped(scope, work).expect("there is room for a thread per core");
        }
    });
    let mut failures = failures.into_inner().unwrap();
    failures.sort();
    let texts: Vec<&str> = failures.iter().map(|(_, text)| text.as_str()).collect();
    assert!(texts.is_empty(), "{} failed:\n{}", texts.len(), texts.join("\n"));
}
