//! The table of all proofs: what one of them knows of each position in 56 bits, by key.
//!
//! A bucket is one cache line of four entries, each with the whole key combined (exclusive or) with
//! the data word, so that an entry which two threads wrote at once matches no key. The entry that
//! took the least work is replaced, and the table grows within its size as it fills.

use std::marker::PhantomData;

use crate::{
    growing::{Bucket, Growing, WORDS},
    node_budget::NodeBudget,
};

/// The words of an entry.
const ENTRY: usize = 2;
/// The entries of a bucket.
const ENTRIES: usize = WORDS / ENTRY;
/// The position of the work in an entry's data.
const WORK: u32 = 56;

/// What is known of a position.
pub(super) trait Storable {
    /// As a number less than 2⁵⁶ that is not zero.
    fn packed(self) -> u64;
    /// Read back from that number.
    fn unpacked(data: u64) -> Self;
}

/// A table: what is known of many positions, by key.
#[derive(Debug)]
pub(super) struct Buckets<K> {
    growing: Growing,
    /// The number of entries.
    taken: usize,
    kind: PhantomData<K>,
}

impl<K: Storable> Buckets<K> {
    /// A table that grows to at most `bytes` bytes.
    pub(super) fn new(bytes: usize) -> Buckets<K> {
        Buckets { growing: Growing::new(bytes), taken: 0, kind: PhantomData }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.taken = 0;
        self.growing.shrink();
        self.growing.wipe();
    }

    /// What is known of the position with this key.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<K> {
        let bucket = self.growing.at(key);
        (0..WORDS).step_by(ENTRY).find_map(|at| {
            let data = bucket.get(at + 1);
            (bucket.get(at) ^ data == key && data != 0).then(|| K::unpacked(data & ((1 << WORK) - 1)))
        })
    }

    /// Stores what took `nodes` positions to find, growing if there are many entries. If `node_budget` is over, growth stops,
    /// and everything may be forgotten.
    #[inline]
    pub(super) fn keep(&mut self, key: u64, known: K, nodes: u64, node_budget: &NodeBudget<'_>) {
        self.taken += usize::from(self.keep_as_one_of_many(key, known, nodes));
        if self.room() == Some(0) {
            self.grow(node_budget);
        }
    }

    /// The number of entries.
    pub(super) fn len(&self) -> usize {
        self.taken
    }

    /// The number of further entries before it grows; `None` if it cannot.
    #[inline]
    pub(super) fn room(&self) -> Option<usize> {
        let room = (2 * self.growing.count()).saturating_sub(self.taken);
        self.growing.can_grow().then_some(room)
    }

    /// Grows to make room for `entries` more, within the limit and while `node_budget` lasts.
    pub(super) fn reserve(&mut self, entries: usize, node_budget: &NodeBudget<'_>) {
        while self.room().is_some_and(|room| room < entries) && self.grow(node_budget) {}
    }

    /// Adds to the number of entries those [stored](Buckets::keep_as_one_of_many) while the table
    /// was shared.
    pub(super) fn add(&mut self, entries: usize) {
        self.taken += entries;
    }

    /// Stores in a table that other threads use at the same time, which therefore cannot grow. Returns whether there is
    /// one entry more: a shared counter would make threads wait for each other at every entry.
    #[inline]
    pub(super) fn keep_as_one_of_many(&self, key: u64, known: K, nodes: u64) -> bool {
        let work = u64::from((nodes + 1).ilog2());
        let bucket = self.growing.at(key);
        let (mut least, mut chosen) = (u64::MAX, 0);
        for at in (0..WORDS).step_by(ENTRY) {
            let data = bucket.get(at + 1);
            if data != 0 && bucket.get(at) ^ data == key {
                (least, chosen) = (u64::MAX, at);
                break;
            }
            let cost = if data == 0 { 0 } else { 1 + (data >> WORK) };
            if cost < least {
                (least, chosen) = (cost, at);
            }
        }
        put(bucket, chosen, key, known.packed() | work << WORK);
        least == 0
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, node_budget: &NodeBudget<'_>) -> bool {
        let mut taken = 0;
        let is_done = self.growing.grow(
            || node_budget.is_over(),
            |buckets, words| {
                for entry in words.chunks_exact(ENTRY).filter(|entry| entry[1] != 0) {
                    let key = entry[0] ^ entry[1];
                    let bucket = buckets.at(key);
                    // Four go to two times four, but what two threads wrote at once may go anywhere.
                    let mut places = (0..ENTRIES).map(|n| n * ENTRY);
                    if let Some(free) = places.find(|&at| bucket.get(at + 1) == 0) {
                        put(bucket, free, key, entry[1]);
                        taken += 1;
                    }
                }
            },
        );
        self.taken = if is_done { taken } else { 0 };
        is_done
    }
}

#[inline]
fn put(bucket: &Bucket, at: usize, key: u64, data: u64) {
    bucket.set(at, key ^ data);
    bucket.set(at + 1, data);
}

#[cfg(test)]
mod tests {
    use super::{Buckets, ENTRY, NodeBudget, Storable, WORDS};

    impl Storable for u64 {
        fn packed(self) -> u64 {
            self
        }
        fn unpacked(data: u64) -> u64 {
            data
        }
    }

    #[test]
    fn a_cleared_table_behaves_like_a_new_one() {
        // Of two buckets, of one page, and of several.
        for bytes in [0, 4096, 1 << 16] {
            let mut old = Buckets::<u64>::new(bytes);
            for round in 0..4 {
                let mut new = Buckets::new(bytes);
                for n in 0..3000_u64 {
                    let key = (n % 1500 + round).wrapping_mul(0xd134_2543_de82_ef95);
                    assert_eq!(old.find(key), new.find(key), "{bytes} {round} {n}");
                    if n % 3 != 0 {
                        old.keep(key, n + 1, n % 97, &NodeBudget::free(0));
                        new.keep(key, n + 1, n % 97, &NodeBudget::free(0));
                    }
                }
                old.clear();
            }
        }
    }

    #[test]
    fn only_entries_written_by_two_threads_at_once_are_lost() {
        let keys = || (0..100_000_u64).map(|n| n.wrapping_mul(0xd134_2543_de82_ef95));
        let mut table = Buckets::<u64>::new(1 << 16);
        for key in keys() {
            table.taken += usize::from(table.keep_as_one_of_many(key, 1 + key % 1000, 1));
        }
        assert_eq!(table.taken, 4 * table.growing.count(), "it is full");
        // Of every second entry one word is of another.
        for key in keys() {
            let bucket = table.growing.at(key);
            for at in (0..WORDS).step_by(2 * ENTRY) {
                if bucket.get(at + 1) ^ bucket.get(at) == key {
                    bucket.set(at, !key.rotate_left(17));
                }
            }
        }
        let held: Vec<u64> = keys().filter(|&key| table.find(key).is_some()).collect();
        assert!(300 < held.len() && held.len() < 600, "{}", held.len());
        while table.room().is_some() {
            let _ = table.grow(&NodeBudget::free(0));
            assert!(held.iter().all(|&key| table.find(key) == Some(1 + key % 1000)));
        }
    }
}
