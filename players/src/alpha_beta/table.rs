//! The transposition table: results of earlier searches, by position.
//!
//! A bucket is one cache line of two entries: the first keeps the deepest search, the second is always replaced.
//! Entries are stamped with the move of the game during which they were written, so nothing is ever cleared: outdated
//! entries count as empty. Replacement and growth depend on the searches alone, and an entry has the same size for
//! every game, so a search has the same hits whether its game is erased or not.
//!
//! An entry has four words, including the whole key and the exact value: a hit is always for this
//! very position. The first word holds the key combined (exclusive or) with the others, so an entry
//! that two threads wrote at once matches no key (R. Hyatt and T. Mann, A lockless transposition
//! table implementation for parallel search, 2002).

use agon_core::{Bound, horizon::Window};

use crate::{
    growing::{Bucket, Growing, WORDS},
    node_budget::NodeBudget,
};

/// The words of an entry.
const ENTRY: usize = WORDS / 2;
/// The stored least depth if the search saw every play to its end.
const COMPLETE: u16 = u16::MAX;

/// The result of a search at a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entry {
    /// The value, for the seat to act.
    pub(crate) value: f64,
    /// How exactly the value is known.
    pub(crate) bound: Bound,
    /// The code of the best move.
    pub(crate) code: u64,
    /// The depth to which every branch was searched.
    pub(crate) least: u16,
    /// The depth of the farthest branch; or the distance of the farthest end, if the search saw
    /// every play to its end.
    pub(crate) most: u16,
}

impl Entry {
    /// The depths of a search that met no horizon and saw no end farther than `height`. At any
    /// greater depth the result would be the same; at a smaller one it may differ.
    pub(crate) const fn to_the_end(height: u16) -> (u16, u16) {
        (COMPLETE, height)
    }

    /// The distance of the farthest end in plies, if the search saw every play to its end.
    #[inline]
    pub(crate) fn height(&self) -> Option<usize> {
        (self.least == COMPLETE).then_some(usize::from(self.most))
    }

    /// Whether it answers a search in `window`.
    #[inline]
    pub(crate) fn settles(&self, window: Window) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => window.beta <= self.value,
            Bound::Upper => self.value <= window.alpha,
            Bound::Sample => false,
        }
    }

    /// The replacement priority of an entry: complete searches have the highest.
    #[inline]
    fn worth(&self) -> u16 {
        if self.least == COMPLETE { COMPLETE } else { self.most }
    }
}

/// A transposition table, which remembers what a search found out about positions, within a size.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    buckets: Growing,
    /// The number of valid entries, of those written by a single search.
    taken: usize,
    /// The stamp of new entries; empty entries have none.
    stamp: u32,
    /// The oldest valid stamp.
    oldest: u32,
}

impl Table {
    /// A table that grows to at most `bytes` bytes.
    pub(crate) fn new(bytes: usize) -> Table {
        Table { buckets: Growing::new(bytes), taken: 0, stamp: 0, oldest: 1 }
    }

    /// Begins the search for another move of the same game. Earlier entries stay valid only if
    /// `keep`.
    pub(crate) fn next_move(&mut self, keep: bool) {
        if self.stamp == u32::MAX {
            self.buckets.wipe();
            self.stamp = 0;
        }
        self.stamp += 1;
        if !keep || self.stamp < self.oldest {
            self.oldest = self.stamp;
            self.buckets.shrink();
            self.taken = 0;
        }
    }

    /// Begins another game: all entries become invalid.
    pub(crate) fn next_game(&mut self) {
        self.next_move(false);
    }

    /// The entry of the position with this key.
    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<Entry> {
        let bucket = self.buckets.at(key);
        [0, ENTRY].into_iter().find_map(|at| {
            let slot = slot(bucket, at);
            (key_of(slot) == key && self.counts(slot)).then(|| unpack(slot))
        })
    }

    /// Stores the result for the position with this key, growing if there are many entries. If
    /// `node_budget` is over, growth stops and everything is forgotten.
    #[inline]
    pub(crate) fn note(&mut self, key: u64, entry: &Entry, node_budget: &NodeBudget<'_>) {
        self.taken += usize::from(self.note_as_one_of_many(key, entry));
        if self.buckets.count() <= self.taken && self.buckets.can_grow() {
            self.grow(node_budget);
        }
    }

    /// Stores an entry in a table that other threads use at the same time, which therefore cannot grow. Returns whether
    /// there is one entry more: a shared counter would make threads wait for each other at every entry.
    #[inline]
    pub(crate) fn note_as_one_of_many(&self, key: u64, entry: &Entry) -> bool {
        let bucket = self.buckets.at(key);
        let (deep, recent) = (slot(bucket, 0), slot(bucket, ENTRY));
        let at = if !self.counts(deep) || key_of(deep) == key {
            0
        } else if self.counts(recent) && key_of(recent) == key {
            ENTRY
        } else if unpack(deep).worth() <= entry.worth() || stamp_of(deep) < self.stamp {
            put(bucket, ENTRY, deep);
            put(bucket, 0, pack(key, entry, self.stamp));
            return !self.counts(recent);
        } else {
            ENTRY
        };
        put(bucket, at, pack(key, entry, self.stamp));
        !self.counts(if at == 0 { deep } else { recent })
    }

    /// Grows to this many entries, within the limits and while `node_budget` lasts. Called before the
    /// table is shared.
    pub(crate) fn reserve(&mut self, entries: u64, node_budget: &NodeBudget<'_>) {
        let has_room = |buckets: &Growing| entries <= buckets.count() as u64;
        while self.buckets.can_grow() && !has_room(&self.buckets) && self.grow(node_budget) {}
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, node_budget: &NodeBudget<'_>) -> bool {
        let (oldest, mut taken) = (self.oldest, 0);
        let is_done = self.buckets.grow(
            || node_budget.is_over(),
            |buckets, words| {
                for at in [0, ENTRY] {
                    let entry: [u64; ENTRY] = std::array::from_fn(|word| words[at + word]);
                    if oldest <= stamp_of(entry) {
                        let bucket = buckets.at(key_of(entry));
                        let is_free = stamp_of(slot(bucket, 0)) == 0;
                        put(bucket, if is_free { 0 } else { ENTRY }, entry);
                        taken += 1;
                    }
                }
            },
        );
        self.taken = if is_done { taken } else { 0 };
        is_done
    }

    /// Whether an entry is present and not outdated.
    #[inline]
    fn counts(&self, slot: [u64; ENTRY]) -> bool {
        self.oldest <= stamp_of(slot)
    }
}

/// Access to a table.
#[derive(Debug)]
pub(crate) enum Access<'a> {
    /// By one search: the table grows with it.
    Alone(&'a mut Table),
    /// By several threads at the same time.
    Shared(&'a Table),
}

impl Access<'_> {
    /// See [`Table::find`].
    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<Entry> {
        match self {
            Access::Alone(table) => table.find(key),
            Access::Shared(table) => table.find(key),
        }
    }

    /// See [`Table::note`].
    #[inline]
    pub(crate) fn note(&mut self, key: u64, entry: &Entry, node_budget: &NodeBudget<'_>) {
        match self {
            Access::Alone(table) => table.note(key, entry, node_budget),
            Access::Shared(table) => {
                table.note_as_one_of_many(key, entry);
            }
        }
    }
}

/// The entry that begins at a word of a bucket.
#[inline]
fn slot(bucket: &Bucket, at: usize) -> [u64; ENTRY] {
    std::array::from_fn(|word| bucket.get(at + word))
}

#[inline]
fn put(bucket: &Bucket, at: usize, entry: [u64; ENTRY]) {
    for (word, value) in entry.into_iter().enumerate() {
        bucket.set(at + word, value);
    }
}

#[inline]
fn key_of([word, value, code, rest]: [u64; ENTRY]) -> u64 {
    word ^ value ^ code ^ rest
}

#[inline]
fn stamp_of([.., rest]: [u64; ENTRY]) -> u32 {
    (rest >> 32) as u32
}

#[inline]
fn pack(key: u64, entry: &Entry, stamp: u32) -> [u64; ENTRY] {
    let (value, code) = (entry.value.to_bits(), entry.code);
    let bound = match entry.bound {
        Bound::Exact => 0,
        Bound::Lower => 1,
        Bound::Upper => 2,
        Bound::Sample => 3,
    };
    // The depths have 15 bits; the least of a complete search has all of them.
    let depths = u64::from(entry.least & 0x7fff) << 15 | u64::from(entry.most & 0x7fff);
    let rest = u64::from(stamp) << 32 | depths << 2 | bound;
    [key ^ value ^ code ^ rest, value, code, rest]
}

#[inline]
fn unpack([_, value, code, rest]: [u64; ENTRY]) -> Entry {
    let depth = |bits: u64| match bits as u16 & 0x7fff {
        0x7fff => COMPLETE,
        depth => depth,
    };
    Entry {
        value: f64::from_bits(value),
        code,
        bound: match rest & 3 {
            0 => Bound::Exact,
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Sample,
        },
        most: depth(rest >> 2),
        least: depth(rest >> 17),
    }
}

#[cfg(test)]
mod tests {
    use agon_core::StopSignal;

    use super::{Bound, Entry, Table};
    use crate::node_budget::NodeBudget;

    fn entry(most: u16) -> Entry {
        Entry { value: 0.25, bound: Bound::Lower, code: u64::MAX, least: most / 2, most }
    }

    #[test]
    fn a_table_finds_stored_entries() {
        let mut table = Table::new(1 << 12);
        table.next_game();
        assert_eq!(table.find(0), None, "empty memory is no entry");
        let (least, most) = Entry::to_the_end(2000);
        let complete = Entry { least, most, ..entry(3) };
        for (key, noted) in [(0, entry(3)), (7, entry(1000)), (u64::MAX, complete)] {
            table.note(key, &noted, &NodeBudget::free(0));
            assert_eq!(table.find(key), Some(noted));
        }
        assert_eq!((entry(1000).height(), complete.height()), (None, Some(2000)));
    }

    #[test]
    fn entries_of_an_earlier_move_are_found_only_if_kept() {
        let mut table = Table::new(1 << 12);
        table.next_game();
        table.note(5, &entry(3), &NodeBudget::free(0));
        table.next_move(true);
        assert!(table.find(5).is_some());
        table.next_move(false);
        assert_eq!(table.find(5), None);
        table.next_game();
        assert_eq!(table.find(5), None);
    }

    #[test]
    fn a_growing_table_loses_few_entries_and_shrinks_for_the_next_game() {
        let mut table = Table::new(1 << 22);
        let keys = |round: u64| (0..20_000_u64).map(move |n| (n + round).wrapping_mul(0xd134_2543_de82_ef95));
        for round in [0, 7, 50_000] {
            table.next_game();
            assert_eq!(table.buckets.count(), 256);
            assert!(keys(round).all(|key| table.find(key).is_none()));
            keys(round).for_each(|key| table.note(key, &entry(3), &NodeBudget::free(0)));
            assert_eq!(table.buckets.count(), 32_768);
            let found = keys(round).filter(|&key| table.find(key).is_some()).count();
            assert!(17_500 < found, "{found}");
        }
    }

    #[test]
    fn a_table_stopped_while_growing_is_empty_and_usable() {
        let (stop, mut table) = (StopSignal::new(), Table::new(1 << 22));
        stop.give();
        let stopped = NodeBudget::helping(0, &stop, None);
        for round in 0..3 {
            table.next_move(true);
            let mut keys = (round..).map(|n: u64| n.wrapping_mul(0xd134_2543_de82_ef95));
            let before = keys.by_ref().take(10_000).find(|&key| {
                table.note(key, &entry(3), &stopped);
                table.taken == 0
            });
            assert_eq!((table.find(before.unwrap()), table.buckets.count()), (None, 256));
            for key in keys.by_ref().take(10_000) {
                table.note(key, &entry(3), &NodeBudget::free(0));
                assert!(table.find(key).is_some());
            }
            table.reserve(1 << 16, &stopped);
            assert_eq!((table.taken, table.buckets.count()), (0, 256));
        }
    }

    #[test]
    fn the_deepest_search_stays_in_a_full_bucket() {
        let mut table = Table::new(0);
        table.next_game();
        table.note(1, &entry(9), &NodeBudget::free(0));
        table.note(2, &entry(4), &NodeBudget::free(0));
        table.note(3, &entry(2), &NodeBudget::free(0));
        assert!(table.find(1).is_some() && table.find(3).is_some());
        assert_eq!(table.find(2), None);
        table.note(4, &entry(10), &NodeBudget::free(0));
        assert!(table.find(4).is_some() && table.find(1).is_some());
        // A complete result stays, however near its ends are.
        let (least, most) = Entry::to_the_end(2);
        table.note(8, &Entry { least, most, ..entry(2) }, &NodeBudget::free(0));
        table.note(9, &entry(12), &NodeBudget::free(0));
        assert!(table.find(8).is_some() && table.find(9).is_some());
        // A deeper result of an earlier move is replaced.
        table.next_move(true);
        table.note(6, &entry(1), &NodeBudget::free(0));
        assert!(table.find(6).is_some() && table.find(8).is_some());
        table.note(7, &entry(1), &NodeBudget::free(0));
        assert!(table.find(7).is_some() && table.find(6).is_some());
        assert_eq!(table.find(8), None);
    }
}
