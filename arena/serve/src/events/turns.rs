//! Tournaments take turns: one is played at a time, in the order in which they came. While others wait, each is
//! played for a while and then comes last.

use std::{
    collections::VecDeque,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// How many turns a tournament may take for one game.
const MOST_TURNS: u32 = 6;

/// The turns that tournaments take.
pub(super) struct Turns {
    /// Those who wait, and first the one whose turn it is.
    queue: Mutex<TurnQueue>,
    changed: Condvar,
    length: Duration,
}

#[derive(Default)]
struct TurnQueue {
    all: VecDeque<u64>,
    next: u64,
}

/// Whoever has it may play, until it is dropped.
pub(super) struct TurnGuard(Glass);

/// Says when a turn is up.
#[derive(Clone)]
pub(super) struct Glass {
    turns: Arc<Turns>,
    begun: Instant,
}

impl Turns {
    /// Turns of this length, where others wait.
    pub(super) fn of(length: Duration) -> Turns {
        Turns { queue: Mutex::default(), changed: Condvar::new(), length }
    }

    /// Waits for a turn.
    pub(super) fn take(self: &Arc<Turns>) -> TurnGuard {
        let mut queue = self.queue();
        let number = queue.next;
        queue.next += 1;
        queue.all.push_back(number);
        while queue.all.front() != Some(&number) {
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
        TurnGuard(Glass { turns: Arc::clone(self), begun: Instant::now() })
    }

    fn queue(&self) -> MutexGuard<'_, TurnQueue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TurnGuard {
    pub(super) fn glass(&self) -> Glass {
        self.0.clone()
    }
}

impl Glass {
    /// Whether it is time for the next: others wait, and so many games were played in this turn. A turn
    /// without a game goes on for longer, so that a long game can end.
    pub(super) fn is_up(&self, games: u64) -> bool {
        let length = if games == 0 { self.turns.length * MOST_TURNS } else { self.turns.length };
        length <= self.begun.elapsed() && 1 < self.turns.queue().all.len()
    }
}

impl Drop for TurnGuard {
    fn drop(&mut self) {
        let Glass { turns, .. } = &self.0;
        turns.queue().all.pop_front();
        turns.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::{Arc, Mutex},
        thread,
        time::Duration,
    };

    use super::Turns;

    #[test]
    fn who_came_first_is_first_and_gives_way_when_others_wait() {
        let turns = Arc::new(Turns::of(Duration::ZERO));
        let order = Arc::new(Mutex::new(Vec::new()));
        let first = turns.take();
        assert!(!first.glass().is_up(5), "nobody waits");
        let mut threads = Vec::new();
        for number in 0..3 {
            let (own, order) = (Arc::clone(&turns), Arc::clone(&order));
            threads.push(thread::spawn(move || {
                let turn = own.take();
                order.lock().unwrap().push(number);
                drop(turn);
            }));
            while turns.queue().all.len() < number + 2 {
                thread::yield_now();
            }
        }
        assert!(first.glass().is_up(1));
        drop(first);
        for thread in threads {
            thread.join().unwrap();
        }
        assert_eq!(*order.lock().unwrap(), [0, 1, 2]);
        let slow = Arc::new(Turns::of(Duration::from_secs(3600)));
        let turn = slow.take();
        slow.queue().all.push_back(7);
        assert!(!turn.glass().is_up(1));
    }
}
