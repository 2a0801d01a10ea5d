//! Results about a whole game, computed when a player first needs them, and shared by all players of that game.

use std::{
    mem,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError, TryLockError, Weak,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use agon_core::{AnyPosition, Position};

use crate::node_budget::NodeBudget;

/// A computation about a game with certain settings.
pub(crate) trait Preparation: Clone + PartialEq + Send + Sync + 'static {
    /// Its result.
    type Found: Send + Sync + 'static;
    /// How far a computation came that was ended early; at first its default. `()` if it begins again.
    type Progress: Default + Send + 'static;

    /// Computes the result for the game with the initial position `start`, from `progress` on: `None` if the game is
    /// too large, or `node_budget` ended the computation.
    fn prepare(
        &self,
        start: &AnyPosition,
        progress: &mut Self::Progress,
        node_budget: &mut PreparationBudget<'_, '_>,
    ) -> Option<Self::Found>;

    /// The games with a seated player.
    fn seated() -> &'static Seated<Self>;
}

/// How long a computation may go on.
pub(crate) struct PreparationBudget<'a, 'b> {
    pub(crate) node_budget: &'a mut NodeBudget<'b>,
    /// The number of threads whose time is over, and that wait to look at its progress.
    lookers: &'a AtomicUsize,
}

impl PreparationBudget<'_, '_> {
    /// Whether it may go on: its time is not over, no stop signal is given, and nobody waits to look at its progress.
    pub(crate) fn goes_on(&mut self) -> bool {
        if self.node_budget.is_over() {
            self.node_budget.stop();
        }
        !self.node_budget.is_stopped() && self.lookers.load(Ordering::Relaxed) == 0
    }
}

/// The games with a seated player.
pub(crate) type Seated<R> = Mutex<Vec<Weak<Prepared<R>>>>;

/// A game from its initial position, with a result that is computed at most once.
#[derive(Debug)]
pub(crate) struct Prepared<R: Preparation> {
    start: AnyPosition,
    /// The full initial position, including options that no longer affect any move.
    text: String,
    rules: R,
    /// The result; `None` inside if the game is too large.
    found: OnceLock<Option<Arc<R::Found>>>,
    /// Held by the thread that computes the result.
    working: Mutex<R::Progress>,
    /// The number of threads that wait to look at the progress.
    lookers: AtomicUsize,
    /// Where other threads wait for the result.
    waiting: Mutex<()>,
    news: Condvar,
}

/// The time between two checks of the signal while a thread waits for another's result.
const PAUSE: Duration = Duration::from_millis(1);

impl<R: Preparation> Prepared<R> {
    /// The game with the initial position `start`, shared by the players with the same settings.
    pub(crate) fn of(start: &AnyPosition, rules: R) -> Arc<Prepared<R>> {
        let text = format!("{:?} {start:?}", start.facts());
        let mut seated = R::seated().lock().unwrap_or_else(PoisonError::into_inner);
        seated.retain(|whole| whole.strong_count() != 0);
        let is_it = |whole: &Arc<Prepared<R>>| whole.rules == rules && whole.text == text && whole.start == *start;
        if let Some(whole) = seated.iter().filter_map(Weak::upgrade).find(is_it) {
            return whole;
        }
        let whole = Arc::new(Prepared {
            start: start.clone(),
            text,
            rules,
            found: OnceLock::new(),
            working: Mutex::default(),
            lookers: AtomicUsize::new(0),
            waiting: Mutex::new(()),
            news: Condvar::new(),
        });
        seated.push(Arc::downgrade(&whole));
        whole
    }

    /// The result for the game, computed now if needed: `None` if the game is too large, or `node_budget` ended the
    /// computation.
    pub(crate) fn found(&self, node_budget: &mut NodeBudget<'_>) -> Option<Arc<R::Found>> {
        while self.found.get().is_none() {
            let mut progress = self.turn(node_budget)?;
            if self.found.get().is_some() {
                break;
            }
            let mut limits = PreparationBudget { node_budget, lookers: &self.lookers };
            let found = self.rules.prepare(&self.start, &mut progress, &mut limits).map(Arc::new);
            if found.is_none() && node_budget.is_stopped() {
                return None;
            }
            if found.is_none() && self.lookers.load(Ordering::Relaxed) != 0 {
                drop(progress);
                thread::yield_now();
                continue;
            }
            let _ = self.found.set(found);
            self.news.notify_all();
        }
        self.found.get().and_then(Clone::clone)
    }

    /// Looks at how far the computation came, for a thread whose time is over.
    pub(crate) fn so_far<T>(&self, look: impl FnOnce(&R::Progress) -> T) -> T {
        self.lookers.fetch_add(1, Ordering::Relaxed);
        let progress = self.working.lock();
        self.lookers.fetch_sub(1, Ordering::Relaxed);
        look(&progress.unwrap_or_else(fresh))
    }

    /// Waits until no other thread is computing, while `node_budget` lasts.
    fn turn(&self, node_budget: &mut NodeBudget<'_>) -> Option<MutexGuard<'_, R::Progress>> {
        loop {
            match self.working.try_lock() {
                Ok(turn) => return Some(turn),
                Err(TryLockError::Poisoned(poisoned)) => return Some(fresh(poisoned)),
                Err(TryLockError::WouldBlock) if node_budget.is_over() => {
                    node_budget.stop();
                    return None;
                }
                Err(TryLockError::WouldBlock) => {
                    let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
                    drop(self.news.wait_timeout(waiting, PAUSE));
                }
            }
        }
    }
}

/// The progress after a panic of the computing thread: none.
fn fresh<P: Default>(poisoned: PoisonError<MutexGuard<'_, P>>) -> MutexGuard<'_, P> {
    let mut progress = poisoned.into_inner();
    let _ = mem::take(&mut *progress);
    progress
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use agon_core::{AnyPosition, StopSignal};

    use super::Prepared;
    use crate::{node_budget::NodeBudget, perfect::Rules, solve::tests::grundy};

    #[test]
    fn a_game_is_solved_once_for_all_seats_and_only_on_demand() {
        let rules = Rules { limit: 1000, ignores_past: false };
        let (start, other) = (AnyPosition::new(grundy(7)), AnyPosition::new(grundy(6)));
        let whole = Prepared::of(&start, rules);
        assert!(whole.found.get().is_none(), "to take a seat solves nothing");
        assert!(Arc::ptr_eq(&whole, &Prepared::of(&start, rules)));
        assert!(!Arc::ptr_eq(&whole, &Prepared::of(&other, rules)));
        assert!(!Arc::ptr_eq(&whole, &Prepared::of(&start, Rules { limit: 13, ..rules })));
        let graph = whole.found(&mut NodeBudget::free(u64::MAX)).unwrap();
        let again = Prepared::of(&start, rules).found(&mut NodeBudget::free(u64::MAX)).unwrap();
        assert!(Arc::ptr_eq(&graph, &again));
    }

    #[test]
    fn a_stopped_solution_is_retried_and_one_beyond_its_limit_is_not() {
        let rules = Rules { limit: 1001, ignores_past: false };
        let start = AnyPosition::new(grundy(12));
        let whole = Prepared::of(&start, rules);
        let stop = StopSignal::new();
        stop.give();
        let mut stopped = NodeBudget::helping(u64::MAX, &stop, None);
        assert!(whole.found(&mut stopped).is_none() && stopped.is_stopped());
        let turn = whole.working.lock().unwrap();
        assert!(whole.found(&mut NodeBudget::helping(u64::MAX, &stop, None)).is_none(), "nor does it wait");
        drop(turn);
        assert!(whole.found.get().is_none());
        assert!(whole.found(&mut NodeBudget::free(u64::MAX)).is_some());
        let small = Prepared::of(&start, Rules { limit: 5, ..rules });
        assert!(small.found(&mut NodeBudget::free(u64::MAX)).is_none());
        assert!(matches!(small.found.get(), Some(None)));
    }
}
