//! Tournaments take turns: one is played at a time. While others wait, each is played for a while; then no more of its
//! games begin, and those in progress are finished, or given up where that takes too long.
//!
//! The next one is of whoever has had the [least](FairShares), measured by how long others waited meanwhile.

use std::{
    collections::VecDeque,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use crate::share::{FairShares, GuestShare};

/// The turns that tournaments, or whatever it is, take.
pub(super) struct Turns<T> {
    queue: Mutex<TurnQueue<T>>,
    changed: Condvar,
    /// After this time no more games begin.
    length: Duration,
}

struct TurnQueue<T> {
    /// In the order in which they came.
    waiting: VecDeque<WaitingTurn<T>>,
    /// Who had a turn last, or has one.
    last: Option<GuestShare>,
    /// In milliseconds.
    shares: FairShares,
    is_closed: bool,
}

/// What waits for its turn.
struct WaitingTurn<T> {
    own: Arc<T>,
    share: GuestShare,
    since: Instant,
}

/// Says when a turn is up.
pub(super) struct Glass<T> {
    turns: Arc<Turns<T>>,
    share: GuestShare,
    begun: Instant,
}

impl<T> Turns<T> {
    /// Turns of this length, where others wait.
    pub(super) fn of(length: Duration) -> Turns<T> {
        let queue = TurnQueue {
            waiting: VecDeque::new(),
            last: None,
            shares: FairShares::default(),
            is_closed: false,
        };
        Turns { queue: Mutex::new(queue), changed: Condvar::new(), length }
    }

    /// It waits for a turn from now on, in this share.
    pub(super) fn join(&self, own: &Arc<T>, share: &GuestShare) {
        self.queue().join(own, share);
        self.changed.notify_all();
    }

    /// It waits no more; `false` where it did not.
    pub(super) fn leave(&self, own: &Arc<T>) -> bool {
        let mut queue = self.queue();
        let place = queue.waiting.iter().position(|other| Arc::ptr_eq(&other.own, own));
        place.and_then(|place| queue.waiting.remove(place)).is_some()
    }

    /// Waits for one whose turn it is; nothing once they are closed.
    pub(super) fn next(self: &Arc<Turns<T>>) -> Option<(Arc<T>, Glass<T>)> {
        let mut queue = self.queue();
        loop {
            if queue.is_closed {
                return None;
            }
            if let Some(WaitingTurn { own, share, .. }) = queue.take() {
                return Some((
                    own,
                    Glass { turns: Arc::clone(self), share, begun: Instant::now() },
                ));
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

impl<T> TurnQueue<T> {
    fn join(&mut self, own: &Arc<T>, share: &GuestShare) {
        let Self { waiting, last, shares, .. } = self;
        shares.come(share, present(waiting, last.as_ref()));
        let (own, share) = (Arc::clone(own), share.clone());
        waiting.push_back(WaitingTurn { own, share, since: Instant::now() });
    }

    fn take(&mut self) -> Option<WaitingTurn<T>> {
        let Self { waiting, last, shares, .. } = self;
        let next = shares.first(waiting.iter().map(|own| &own.share).enumerate())?;
        let next = waiting.remove(next)?;
        *last = Some(next.share.clone());
        shares.forget(&present(waiting, last.as_ref()));
        Some(next)
    }

    /// For how long another guest has waited, if one does.
    fn other_waits(&self, share: &GuestShare, now: Instant) -> Option<Duration> {
        let others = self.waiting.iter().filter(|other| other.share != *share);
        others.map(|other| now.saturating_duration_since(other.since)).max()
    }
}

/// The shares of all that wait, and of the one that has its turn.
fn present<'a, T>(
    waiting: &'a VecDeque<WaitingTurn<T>>,
    last: Option<&'a GuestShare>,
) -> impl Iterator<Item = &'a GuestShare> + Clone {
    waiting.iter().map(|own| &own.share).chain(last)
}

impl<T> Glass<T> {
    /// Whether it is time for the next: it has been long enough, and others wait.
    pub(super) fn is_up(&self) -> bool {
        self.is_up_since(Duration::ZERO)
    }

    /// Whether that is so for at least this time.
    pub(super) fn is_up_since(&self, time: Duration) -> bool {
        let length = self.turns.length.saturating_add(time);
        length <= self.begun.elapsed() && !self.turns.queue().waiting.is_empty()
    }

    /// The turn has ended: what it took while other guests waited is told against its share.
    pub(super) fn end(&self) {
        let (now, mut queue) = (Instant::now(), self.turns.queue());
        let waited = queue.other_waits(&self.share, now).unwrap_or_default();
        let taken = waited.min(now.saturating_duration_since(self.begun));
        queue.shares.charge(&self.share, taken.as_millis() as u64);
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::Arc, thread, time::Duration};

    use super::{GuestShare, Turns};

    const HOUR: Duration = Duration::from_secs(3600);

    fn share(address: &str, name: &str) -> GuestShare {
        GuestShare { address: address.to_owned(), name: name.to_owned() }
    }

    #[test]
    fn who_came_first_is_first_and_gives_way_when_others_wait() {
        let turns = Arc::new(Turns::of(Duration::ZERO));
        let (all, own) = ([0, 1, 2, 3].map(Arc::new), share("one", "a"));
        turns.join(&all[0], &own);
        let (first, glass) = turns.next().unwrap();
        assert!(*first == 0 && !glass.is_up(), "nobody waits");
        assert!(!glass.is_up_since(Duration::ZERO), "nobody waits");
        all[1..].iter().for_each(|one| turns.join(one, &own));
        assert!(glass.is_up() && glass.is_up_since(Duration::ZERO) && !glass.is_up_since(HOUR));
        assert!(turns.leave(&all[2]) && !turns.leave(&all[2]) && !turns.leave(&first));
        turns.join(&first, &own);
        let order: Vec<i32> = (0..3).map(|_| *turns.next().unwrap().0).collect();
        assert_eq!(order, [1, 3, 0]);
        let slow = Arc::new(Turns::of(HOUR));
        [7, 8].map(Arc::new).iter().for_each(|one| slow.join(one, &own));
        let glass = slow.next().unwrap().1;
        assert!(!glass.is_up());
    }

    /// Has a turn that takes this many hours while others wait.
    fn turn(turns: &Arc<Turns<&'static str>>, hours: u32) -> &'static str {
        let (own, glass) = turns.next().unwrap();
        turns.queue().shares.charge(&glass.share, u64::from(hours));
        turns.join(&own, &glass.share);
        *own
    }

    #[test]
    fn long_turns_and_many_names_take_no_more_than_one_share() {
        let turns = Arc::new(Turns::of(Duration::ZERO));
        turns.join(&Arc::new("long"), &share("one", "a"));
        for (own, name) in [("x", "b"), ("y", "c"), ("z", "d")] {
            turns.join(&Arc::new(own), &share("two", name));
        }
        turns.join(&Arc::new("alone"), &share("three", "e"));
        // Three hours at once, and an hour at a time.
        assert_eq!(turn(&turns, 3), "long");
        let order: Vec<&str> = (0..6).map(|_| turn(&turns, 1)).collect();
        assert_eq!(order, ["x", "alone", "y", "alone", "z", "alone"]);
        // Who comes has missed nothing, and is not made to wait for what others had before.
        turns.join(&Arc::new("new"), &share("four", "f"));
        let order: Vec<&str> = (0..4).map(|_| turn(&turns, 1)).collect();
        assert_eq!(order, ["new", "long", "x", "alone"]);
    }

    /// Who leaves and comes back is not new.
    #[test]
    fn what_somebody_had_is_remembered_for_as_long_as_it_matters() {
        let turns = Arc::new(Turns::of(Duration::ZERO));
        let (greedy, other) = (share("one", "a"), share("two", "b"));
        turns.join(&Arc::new("greedy"), &greedy);
        turns.join(&Arc::new("other"), &other);
        assert_eq!(turn(&turns, 5), "greedy");
        let gone =
            turns.queue().waiting.iter().find(|own| own.share == greedy).unwrap().own.clone();
        assert!(turns.leave(&gone));
        turns.join(&Arc::new("again"), &greedy);
        let order: Vec<&str> = (0..6).map(|_| turn(&turns, 1)).collect();
        assert_eq!(order, ["other", "other", "other", "other", "other", "again"]);
        while turns.queue().take().is_some() {}
        let (addresses, guests) = turns.queue().shares.remembered();
        assert!(addresses <= 1 && guests <= 1);
    }

    #[test]
    fn waiting_for_a_turn_ends_when_there_are_no_more_turns() {
        let turns = Arc::new(Turns::<u8>::of(Duration::ZERO));
        let own = Arc::clone(&turns);
        let waits = thread::spawn(move || own.next().is_none());
        turns.close();
        assert!(waits.join().unwrap());
        turns.join(&Arc::new(1), &GuestShare::default());
        assert!(turns.next().is_none());
    }
}
