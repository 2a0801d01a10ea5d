//! Tournaments take turns: one is played at a time, in the order in which they came. While others wait, each is
//! played for a while and then comes last; the games that are being played then are played to their ends first.

use std::{
    collections::VecDeque,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// The turns that tournaments, or whatever it is, take.
pub(super) struct Turns<T> {
    queue: Mutex<TurnQueue<T>>,
    changed: Condvar,
    length: Duration,
}

struct TurnQueue<T> {
    waiting: VecDeque<Arc<T>>,
    is_closed: bool,
}

/// Says when a turn is up.
pub(super) struct Glass<T> {
    turns: Arc<Turns<T>>,
    begun: Instant,
}

impl<T> Turns<T> {
    /// Turns of this length, where others wait.
    pub(super) fn of(length: Duration) -> Turns<T> {
        let queue = TurnQueue { waiting: VecDeque::new(), is_closed: false };
        Turns { queue: Mutex::new(queue), changed: Condvar::new(), length }
    }

    /// It waits for a turn from now on.
    pub(super) fn join(&self, own: &Arc<T>) {
        self.queue().waiting.push_back(Arc::clone(own));
        self.changed.notify_all();
    }

    /// It waits no more; `false` where it did not.
    pub(super) fn leave(&self, own: &Arc<T>) -> bool {
        let mut queue = self.queue();
        let place = queue.waiting.iter().position(|other| Arc::ptr_eq(other, own));
        place.and_then(|place| queue.waiting.remove(place)).is_some()
    }

    /// Waits for one whose turn it is; nothing once they are closed.
    pub(super) fn next(self: &Arc<Turns<T>>) -> Option<(Arc<T>, Glass<T>)> {
        let mut queue = self.queue();
        loop {
            if queue.is_closed {
                return None;
            }
            if let Some(next) = queue.waiting.pop_front() {
                return Some((next, Glass { turns: Arc::clone(self), begun: Instant::now() }));
            }
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Nobody has a turn any more.
    pub(super) fn close(&self) {
        self.queue().is_closed = true;
        self.changed.notify_all();
    }

    fn queue(&self) -> MutexGuard<'_, TurnQueue<T>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Glass<T> {
    /// Whether it is time for the next: it has been long enough, and others wait.
    pub(super) fn is_up(&self) -> bool {
        self.turns.length <= self.begun.elapsed() && !self.turns.queue().waiting.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::Arc, thread, time::Duration};

    use super::Turns;

    #[test]
    fn who_came_first_is_first_and_gives_way_when_others_wait() {
        let turns = Arc::new(Turns::of(Duration::ZERO));
        let all = [0, 1, 2, 3].map(Arc::new);
        turns.join(&all[0]);
        let (first, glass) = turns.next().unwrap();
        assert!(*first == 0 && !glass.is_up(), "nobody waits");
        all[1..].iter().for_each(|own| turns.join(own));
        assert!(glass.is_up());
        assert!(turns.leave(&all[2]) && !turns.leave(&all[2]) && !turns.leave(&first));
        turns.join(&first);
        let order: Vec<i32> = (0..3).map(|_| *turns.next().unwrap().0).collect();
        assert_eq!(order, [1, 3, 0]);
        let slow = Arc::new(Turns::of(Duration::from_secs(3600)));
        [7, 8].map(Arc::new).iter().for_each(|own| slow.join(own));
        assert!(!slow.next().unwrap().1.is_up());
    }

    #[test]
    fn whoever_waits_for_a_turn_hears_that_there_are_none_any_more() {
        let turns = Arc::new(Turns::<u8>::of(Duration::ZERO));
        let own = Arc::clone(&turns);
        let waits = thread::spawn(move || own.next().is_none());
        turns.close();
        assert!(waits.join().unwrap());
        turns.join(&Arc::new(1));
        assert!(turns.next().is_none());
    }
}
