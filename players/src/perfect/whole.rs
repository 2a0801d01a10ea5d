//! A whole game, solved when somebody first has to choose in it, and then shared by all who play it.

use std::{
    sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError, TryLockError, Weak},
    time::Duration,
};

use agon_core::{AnyPosition, Position};

use crate::{
    solve::{Graph, Unsolved},
    tally::Tally,
};

/// How much is solved, and what counts as one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rules {
    pub(super) limit: usize,
    pub(super) ignores_past: bool,
}

impl Rules {
    /// Solves what is in reach of `position`.
    pub(super) fn solve<P: Position>(
        self,
        position: &P,
        limit: usize,
        tally: &mut Tally<'_>,
    ) -> Result<Graph, Unsolved> {
        if self.ignores_past {
            Graph::iterate_within(position, limit, tally)
        } else {
            Graph::solve_within(position, limit, false, tally)
        }
    }
}

/// A game from its beginning, which is solved at most once.
#[derive(Debug)]
pub(super) struct Whole {
    start: AnyPosition,
    /// The beginning in full, options that no move depends on by now included.
    text: String,
    rules: Rules,
    /// What was found; no graph, where the game is too large.
    solved: OnceLock<Option<Arc<Graph>>>,
    /// Held by whoever solves it.
    solving: Mutex<()>,
    /// Where the others wait, and hear that it is solved.
    waiting: Mutex<()>,
    news: Condvar,
}

/// Those that somebody has a seat at.
static SEATED: Mutex<Vec<Weak<Whole>>> = Mutex::new(Vec::new());

/// How long whoever waits for another to solve the game waits between two looks at the signal.
const PAUSE: Duration = Duration::from_millis(1);

impl Whole {
    /// The game that begins with `start`, which those share who play it by the same rules.
    pub(super) fn of(start: &AnyPosition, rules: Rules) -> Arc<Whole> {
        let text = format!("{:?} {start:?}", start.facts());
        let mut seated = SEATED.lock().unwrap_or_else(PoisonError::into_inner);
        seated.retain(|whole| whole.strong_count() != 0);
        let is_it = |whole: &Arc<Whole>| {
            whole.rules == rules && whole.text == text && whole.start == *start
        };
        if let Some(whole) = seated.iter().filter_map(Weak::upgrade).find(is_it) {
            return whole;
        }
        let whole = Arc::new(Whole {
            start: start.clone(),
            text,
            rules,
            solved: OnceLock::new(),
            solving: Mutex::new(()),
            waiting: Mutex::new(()),
            news: Condvar::new(),
        });
        seated.push(Arc::downgrade(&whole));
        whole
    }

    /// Every position of the game, solved now if nobody did so before: none where they are too many,
    /// or `tally` ended it.
    pub(super) fn graph(&self, tally: &mut Tally<'_>) -> Option<Arc<Graph>> {
        if self.solved.get().is_none() {
            let _turn = self.turn(tally)?;
            if self.solved.get().is_none() {
                let Rules { limit, .. } = self.rules;
                let found = self.rules.solve(&self.start, limit, tally).ok().map(Arc::new);
                if found.is_none() && tally.is_stopped() {
                    return None;
                }
                let _ = self.solved.set(found);
                self.news.notify_all();
            }
        }
        self.solved.get().and_then(Clone::clone)
    }

    /// Waits until nobody else solves the game, as long as `tally` lasts.
    fn turn(&self, tally: &mut Tally<'_>) -> Option<MutexGuard<'_, ()>> {
        loop {
            match self.solving.try_lock() {
                Ok(turn) => return Some(turn),
                // Whoever solved it panicked: then it is not solved.
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

    use super::{Rules, Whole};
    use crate::{solve::tests::grundy, tally::Tally};

    #[test]
    fn a_game_is_solved_once_for_all_its_seats_and_not_before_somebody_asks() {
        let rules = Rules { limit: 1000, ignores_past: false };
        let (start, other) = (AnyPosition::new(grundy(7)), AnyPosition::new(grundy(6)));
        let whole = Whole::of(&start, rules);
        assert!(whole.solved.get().is_none(), "to take a seat solves nothing");
        assert!(Arc::ptr_eq(&whole, &Whole::of(&start, rules)));
        assert!(!Arc::ptr_eq(&whole, &Whole::of(&other, rules)));
        assert!(!Arc::ptr_eq(&whole, &Whole::of(&start, Rules { limit: 13, ..rules })));
        let graph = whole.graph(&mut Tally::free(u64::MAX)).unwrap();
        let again = Whole::of(&start, rules).graph(&mut Tally::free(u64::MAX)).unwrap();
        assert!(Arc::ptr_eq(&graph, &again));
    }

    #[test]
    fn whoever_is_stopped_leaves_the_game_unsolved_and_too_large_a_game_is_not_tried_twice() {
        let rules = Rules { limit: 1001, ignores_past: false };
        let start = AnyPosition::new(grundy(12));
        let whole = Whole::of(&start, rules);
        let stop = StopSignal::new();
        stop.give();
        let mut stopped = Tally::helping(u64::MAX, &stop);
        assert!(whole.graph(&mut stopped).is_none() && stopped.is_stopped());
        let turn = whole.solving.lock().unwrap();
        assert!(whole.graph(&mut Tally::helping(u64::MAX, &stop)).is_none(), "nor does it wait");
        drop(turn);
        assert!(whole.solved.get().is_none());
        assert!(whole.graph(&mut Tally::free(u64::MAX)).is_some());
        let small = Whole::of(&start, Rules { limit: 5, ..rules });
        assert!(small.graph(&mut Tally::free(u64::MAX)).is_none());
        assert!(matches!(small.solved.get(), Some(None)));
    }
}
