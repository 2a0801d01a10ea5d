//! What is found out of a whole game when somebody first has to choose in it, and then shared by all who play
//! it.

use std::{
    sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError, TryLockError, Weak},
    time::Duration,
};

use agon_core::{AnyPosition, Position};

use crate::tally::Tally;

/// What is found out of a game by certain rules.
pub(crate) trait Preparation: Clone + PartialEq + Send + Sync + 'static {
    /// What that is.
    type Found: Send + Sync + 'static;

    /// Finds it out of the game that begins with `start`: nothing, where the game is too large, or `tally`
    /// ended it.
    fn prepare(&self, start: &AnyPosition, tally: &mut Tally<'_>) -> Option<Self::Found>;

    /// Where those stand that somebody has a seat at.
    fn seated() -> &'static Seated<Self>;
}

/// Those that somebody has a seat at.
pub(crate) type Seated<R> = Mutex<Vec<Weak<Prepared<R>>>>;

/// A game from its beginning, of which something is found out at most once.
#[derive(Debug)]
pub(crate) struct Prepared<R: Preparation> {
    start: AnyPosition,
    /// The beginning in full, options that no move depends on by now included.
    text: String,
    rules: R,
    /// What was found; nothing, where the game is too large.
    found: OnceLock<Option<Arc<R::Found>>>,
    /// Held by whoever finds it out.
    working: Mutex<()>,
    /// Where the others wait, and hear that it is found.
    waiting: Mutex<()>,
    news: Condvar,
}

/// How long whoever waits for another to find it out waits between two looks at the signal.
const PAUSE: Duration = Duration::from_millis(1);

impl<R: Preparation> Prepared<R> {
    /// The game that begins with `start`, which those share who play it by the same rules.
    pub(crate) fn of(start: &AnyPosition, rules: R) -> Arc<Prepared<R>> {
        let text = format!("{:?} {start:?}", start.facts());
        let mut seated = R::seated().lock().unwrap_or_else(PoisonError::into_inner);
        seated.retain(|whole| whole.strong_count() != 0);
        let is_it = |whole: &Arc<Prepared<R>>| {
            whole.rules == rules && whole.text == text && whole.start == *start
        };
        if let Some(whole) = seated.iter().filter_map(Weak::upgrade).find(is_it) {
            return whole;
        }
        let whole = Arc::new(Prepared {
            start: start.clone(),
            text,
            rules,
            found: OnceLock::new(),
            working: Mutex::new(()),
            waiting: Mutex::new(()),
            news: Condvar::new(),
        });
        seated.push(Arc::downgrade(&whole));
        whole
    }

    /// What is found out of the game, now if nobody did so before: nothing where it is too large, or
    /// `tally` ended it.
    pub(crate) fn found(&self, tally: &mut Tally<'_>) -> Option<Arc<R::Found>> {
        if self.found.get().is_none() {
            let _turn = self.turn(tally)?;
            if self.found.get().is_none() {
                let found = self.rules.prepare(&self.start, tally).map(Arc::new);
                if found.is_none() && tally.is_stopped() {
                    return None;
                }
                let _ = self.found.set(found);
                self.news.notify_all();
            }
        }
        self.found.get().and_then(Clone::clone)
    }

    /// Waits until nobody else finds it out, as long as `tally` lasts.
    fn turn(&self, tally: &mut Tally<'_>) -> Option<MutexGuard<'_, ()>> {
        loop {
            match self.working.try_lock() {
                Ok(turn) => return Some(turn),
                // Whoever worked on it panicked: then nothing is found.
                Err(TryLockError::Poisoned(poisoned)) => return Some(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) if tally.is_over() => {
                    tally.stop();
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use agon_core::{AnyPosition, StopSignal};

    use super::Prepared;
    use crate::{perfect::Rules, solve::tests::grundy, tally::Tally};

    #[test]
    fn a_game_is_solved_once_for_all_its_seats_and_not_before_somebody_asks() {
        let rules = Rules { limit: 1000, ignores_past: false };
        let (start, other) = (AnyPosition::new(grundy(7)), AnyPosition::new(grundy(6)));
        let whole = Prepared::of(&start, rules);
        assert!(whole.found.get().is_none(), "to take a seat solves nothing");
        assert!(Arc::ptr_eq(&whole, &Prepared::of(&start, rules)));
        assert!(!Arc::ptr_eq(&whole, &Prepared::of(&other, rules)));
        assert!(!Arc::ptr_eq(&whole, &Prepared::of(&start, Rules { limit: 13, ..rules })));
        let graph = whole.found(&mut Tally::free(u64::MAX)).unwrap();
        let again = Prepared::of(&start, rules).found(&mut Tally::free(u64::MAX)).unwrap();
        assert!(Arc::ptr_eq(&graph, &again));
    }

    #[test]
    fn whoever_is_stopped_leaves_the_game_unsolved_and_too_large_a_game_is_not_tried_twice() {
        let rules = Rules { limit: 1001, ignores_past: false };
        let start = AnyPosition::new(grundy(12));
        let whole = Prepared::of(&start, rules);
        let stop = StopSignal::new();
        stop.give();
        let mut stopped = Tally::helping(u64::MAX, &stop);
        assert!(whole.found(&mut stopped).is_none() && stopped.is_stopped());
        let turn = whole.working.lock().unwrap();
        assert!(whole.found(&mut Tally::helping(u64::MAX, &stop)).is_none(), "nor does it wait");
        drop(turn);
        assert!(whole.found.get().is_none());
        assert!(whole.found(&mut Tally::free(u64::MAX)).is_some());
        let small = Prepared::of(&start, Rules { limit: 5, ..rules });
        assert!(small.found(&mut Tally::free(u64::MAX)).is_none());
        assert!(matches!(small.found.get(), Some(None)));
    }
}
