//! A table for what a proof has found out about positions: 56 bits each, by key.
//!
//! A bucket is one cache line of four entries, each with the whole key: as its difference to the
//! other word, so that an entry which two threads wrote at once is nobody's. The entry that cost
//! the least work gives way, and the table grows within its size as it is filled.

use crate::growing::{Bucket, Growing, WORDS};

/// The words of an entry.
const ENTRY: usize = 2;
/// The entries of a bucket.
const ENTRIES: usize = WORDS / ENTRY;
/// Where the work of an entry stands.
const WORK: u32 = 56;

/// A table: 56 bits for each of many positions, by key.
#[derive(Debug)]
pub(super) struct Buckets {
    buckets: Growing,
    /// How many entries there are.
    taken: usize,
}

impl Buckets {
    /// A table that grows to at most so many bytes.
    pub(super) fn new(bytes: usize) -> Buckets {
        Buckets { buckets: Growing::new(bytes), taken: 0 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.taken = 0;
        self.buckets.shrink();
        self.buckets.wipe();
    }

    /// What is kept of the position with that key.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<u64> {
        let bucket = self.buckets.at(key);
        (0..WORDS).step_by(ENTRY).find_map(|at| {
            let data = bucket.get(at + 1);
            (bucket.get(at) ^ data == key && data != 0).then_some(data & ((1 << WORK) - 1))
        })
    }

    /// Keeps `data`, less than 2⁵⁶ and not zero, that `nodes` positions were looked at for; grows
    /// if there are many such.
    #[inline]
    pub(super) fn keep(&mut self, key: u64, data: u64, nodes: u64) {
        self.taken += usize::from(self.keep_as_one_of_many(key, data, nodes));
        if self.room() == Some(0) {
            self.grow();
        }
    }

    /// How many entries there are.
    pub(super) fn len(&self) -> usize {
        self.taken
    }

    /// How many entries more it takes until it grows; none where it cannot.
    #[inline]
    pub(super) fn room(&self) -> Option<usize> {
        let room = (2 * self.buckets.count()).saturating_sub(self.taken);
        self.buckets.can_grow().then_some(room)
    }

    /// Grows until there is room for so many entries more, as far as it may.
    pub(super) fn reserve(&mut self, entries: usize) {
        while self.room().is_some_and(|room| room < entries) {
            self.grow();
        }
    }

    /// Counts entries that were [kept](Buckets::keep_as_one_of_many) while it was shared.
    pub(super) fn add(&mut self, entries: usize) {
        self.taken += entries;
    }

    /// Keeps it in a table that others read and write at the same time, which therefore cannot grow.
    /// Whether there is one entry more: nobody counts them here, or threads would wait for each other
    /// at every entry.
    #[inline]
    pub(super) fn keep_as_one_of_many(&self, key: u64, data: u64, nodes: u64) -> bool {
        let work = u64::from((nodes + 1).ilog2());
        let bucket = self.buckets.at(key);
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
        put(bucket, chosen, key, data | work << WORK);
        least == 0
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let mut taken = 0;
        self.buckets.grow(|buckets, words| {
            for entry in words.chunks_exact(ENTRY).filter(|entry| entry[1] != 0) {
                let key = entry[0] ^ entry[1];
                let bucket = buckets.at(key);
                let free = (0..ENTRIES).map(|n| n * ENTRY).find(|&at| bucket.get(at + 1) == 0);
                put(bucket, free.expect("four go to two times four"), key, entry[1]);
                taken += 1;
            }
        });
        self.taken = taken;
    }
}

#[inline]
fn put(bucket: &Bucket, at: usize, key: u64, data: u64) {
    bucket.set(at, key ^ data);
    bucket.set(at + 1, data);
}

#[cfg(test)]
mod tests {
    use super::Buckets;

    #[test]
    fn a_cleared_table_is_as_a_new_one() {
        // Of two buckets, of one page, and of several.
        for bytes in [0, 4096, 1 << 16] {
            let mut old = Buckets::new(bytes);
            for round in 0..4 {
                let mut new = Buckets::new(bytes);
                for n in 0..3000_u64 {
                    let key = (n % 1500 + round).wrapping_mul(0xd134_2543_de82_ef95);
                    assert_eq!(old.find(key), new.find(key), "{bytes} {round} {n}");
                    if n % 3 != 0 {
                        old.keep(key, n + 1, n % 97);
                        new.keep(key, n + 1, n % 97);
                    }
                }
                old.clear();
            }
        }
    }
}
