//! The transposition table: what the search found out about positions it has seen before.
//!
//! A bucket is one cache line of two entries: the first holds on to the deepest search, the second
//! takes whatever comes. Entries are stamped with the move of the game during which they were
//! written, so nothing is ever cleared: what is out of date counts as empty. Which entry gives way
//! depends on the searches alone, and an entry has the same size for every game, so a search
//! finds the same whether its game is erased or not.

use agon_core::Bound;

/// The words of a bucket.
const BUCKET: usize = 8;
/// The bytes of a bucket.
const BUCKET_BYTES: usize = BUCKET * size_of::<u64>();
/// The depth of an entry whose search saw every play to its end.
const COMPLETE: u16 = u16::MAX;

/// What was found out about a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entry {
    /// The value, for the seat to act.
    pub(crate) value: f64,
    /// How exactly it is known.
    pub(crate) bound: Bound,
    /// The code of the best move.
    pub(crate) code: u64,
    /// How far every branch was searched.
    pub(crate) least: u16,
    /// How far the farthest was.
    pub(crate) most: u16,
}

impl Entry {
    /// The depths of a search that met no horizon: it would find the same at any depth.
    pub(crate) const TO_THE_END: (u16, u16) = (COMPLETE, COMPLETE);

    /// Whether the search saw every play to its end.
    pub(crate) fn is_complete(&self) -> bool {
        self.most == COMPLETE
    }
}

/// A transposition table of fixed size, which remembers what a search found out about positions.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    words: Vec<u64>,
    /// Where the first bucket begins: at a cache line.
    first: usize,
    /// How far to shift a mixed key to get the number of a bucket.
    shift: u32,
    /// The stamp of what is written now; entries begin with none.
    stamp: u32,
    /// The oldest stamp that counts.
    oldest: u32,
}

impl Table {
    /// A table of at most so many bytes: the largest power of two, and at least one bucket.
    pub(crate) fn new(bytes: usize) -> Table {
        let buckets = (bytes / BUCKET_BYTES).max(1);
        let bits = buckets.ilog2();
        // Zeroed memory comes from the system page by page as it is used.
        let words = vec![0u64; (BUCKET << bits) + BUCKET];
        let first = words.as_ptr().align_offset(BUCKET_BYTES).min(BUCKET);
        Table { words, first, shift: 64 - bits, stamp: 0, oldest: 1 }
    }

    /// From now on another move of the same game is searched for. What the searches before it
    /// found counts only if `keep`.
    pub(crate) fn next_move(&mut self, keep: bool) {
        if self.stamp == u32::MAX {
            self.words.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
        if !keep || self.stamp < self.oldest {
            self.oldest = self.stamp;
        }
    }

    /// From now on another game is searched: nothing counts any more.
    pub(crate) fn next_game(&mut self) {
        self.next_move(false);
    }

    /// What is known of the position with this key.
    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<Entry> {
        let at = self.bucket(key);
        let bucket = &self.words[at..at + BUCKET];
        for slot in [&bucket[..4], &bucket[4..]] {
            if slot[0] == key && self.oldest <= stamp_of(slot[3]) {
                return Some(unpack(slot));
            }
        }
        None
    }

    /// Notes what was found out about the position with this key.
    #[inline]
    pub(crate) fn note(&mut self, key: u64, entry: &Entry) {
        let at = self.bucket(key);
        let (stamp, oldest) = (self.stamp, self.oldest);
        let bucket = &mut self.words[at..at + BUCKET];
        let (deep, recent) = bucket.split_at_mut(4);
        let is_free = stamp_of(deep[3]) < oldest;
        let slot = if is_free || deep[0] == key {
            deep
        } else if recent[0] == key && oldest <= stamp_of(recent[3]) {
            recent
        } else if unpack(deep).most <= entry.most || stamp_of(deep[3]) < stamp {
            recent.copy_from_slice(deep);
            deep
        } else {
            recent
        };
        slot[0] = key;
        slot[1] = entry.value.to_bits();
        slot[2] = entry.code;
        let bound = match entry.bound {
            Bound::Exact => 0,
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Sample => 3,
        };
        // The depths have 15 bits, or all of them for a complete search.
        let depths = u64::from(entry.least & 0x7fff) << 15 | u64::from(entry.most & 0x7fff);
        slot[3] = u64::from(stamp) << 32 | depths << 2 | bound;
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        // A game's keys need not be mixed well in every bit.
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let number = mixed.checked_shr(self.shift).unwrap_or(0) as usize;
        self.first + number * BUCKET
    }
}

#[inline]
fn stamp_of(word: u64) -> u32 {
    (word >> 32) as u32
}

#[inline]
fn unpack(slot: &[u64]) -> Entry {
    let depth = |bits: u64| match bits as u16 & 0x7fff {
        0x7fff => COMPLETE,
        depth => depth,
    };
    Entry {
        value: f64::from_bits(slot[1]),
        code: slot[2],
        bound: match slot[3] & 3 {
            0 => Bound::Exact,
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Sample,
        },
        most: depth(slot[3] >> 2),
        least: depth(slot[3] >> 17),
    }
}

#[cfg(test)]
mod tests {
    use super::{Bound, Entry, Table};

    fn entry(most: u16) -> Entry {
        Entry { value: 0.25, bound: Bound::Lower, code: u64::MAX, least: most / 2, most }
    }

    #[test]
    fn a_table_finds_what_was_noted() {
        let mut table = Table::new(1 << 12);
        table.next_game();
        assert_eq!(table.find(0), None, "empty memory is no entry");
        for (key, most) in [(0, 3), (7, 1000), (u64::MAX, u16::MAX)] {
            table.note(key, &entry(most));
            let found = table.find(key).unwrap();
            assert_eq!((found.value, found.bound, found.code), (0.25, Bound::Lower, u64::MAX));
            assert_eq!(found.most, most);
        }
        assert!(table.find(u64::MAX).unwrap().is_complete());
    }

    #[test]
    fn what_another_move_noted_counts_only_where_it_is_kept() {
        let mut table = Table::new(1 << 12);
        table.next_game();
        table.note(5, &entry(3));
        table.next_move(true);
        assert!(table.find(5).is_some());
        table.next_move(false);
        assert_eq!(table.find(5), None);
        table.next_game();
        assert_eq!(table.find(5), None);
    }

    #[test]
    fn the_deepest_search_stays_in_a_full_bucket() {
        let mut table = Table::new(0);
        table.next_game();
        table.note(1, &entry(9));
        table.note(2, &entry(4));
        table.note(3, &entry(2));
        assert!(table.find(1).is_some() && table.find(3).is_some());
        assert_eq!(table.find(2), None);
        table.note(4, &entry(10));
        assert!(table.find(4).is_some() && table.find(1).is_some());
        // A deeper one of an earlier move gives way.
        table.next_move(true);
        table.note(6, &entry(1));
        assert!(table.find(6).is_some() && table.find(4).is_some());
        table.note(7, &entry(1));
        assert!(table.find(7).is_some() && table.find(6).is_some());
        assert_eq!(table.find(4), None);
    }
}
