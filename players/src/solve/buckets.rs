//! A table of fixed size for what a proof has found out about positions: 56 bits each, by key.
//!
//! A bucket is one cache line of four entries, each with the whole key. The entry that cost the
//! least work gives way.

use std::mem;

/// The entries of a bucket, two words each.
const ENTRIES: usize = 4;
/// The words of a bucket.
const BUCKET: usize = 2 * ENTRIES;
/// The bytes of a bucket.
const BUCKET_BYTES: usize = BUCKET * size_of::<u64>();
/// Where the work of an entry stands.
const WORK: u32 = 56;

/// A table of fixed size: 56 bits for each of many positions, by key.
#[derive(Debug)]
pub(super) struct Buckets {
    words: Vec<u64>,
    /// Where the first bucket begins: at a cache line.
    first: usize,
    /// How far to shift a mixed key to get the number of a bucket.
    shift: u32,
}

impl Buckets {
    /// A table of at most so many bytes: the largest power of two, and at least two buckets.
    pub(super) fn new(bytes: usize) -> Buckets {
        let bits = (bytes / BUCKET_BYTES).max(2).ilog2();
        let mut table = Buckets { words: Vec::new(), first: 0, shift: 64 - bits };
        table.allocate((BUCKET << bits) + BUCKET);
        table
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        let len = mem::take(&mut self.words).len();
        self.allocate(len);
    }

    /// New zeroed memory comes from the system page by page as it is used.
    fn allocate(&mut self, len: usize) {
        self.words = vec![0; len];
        self.first = self.words.as_ptr().align_offset(BUCKET_BYTES).min(BUCKET);
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        self.first + BUCKET * (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    /// What is kept of the position with that key.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<u64> {
        let place = self.place(key);
        let bucket = &self.words[place..place + BUCKET];
        let entry = bucket.chunks_exact(2).find(|entry| entry[0] == key && entry[1] != 0)?;
        Some(entry[1] & ((1 << WORK) - 1))
    }

    /// Keeps `data`, less than 2⁵⁶ and not zero, that `nodes` positions were looked at for.
    #[inline]
    pub(super) fn keep(&mut self, key: u64, data: u64, nodes: u64) {
        let work = u64::from((nodes + 1).ilog2());
        let place = self.place(key);
        let bucket = &mut self.words[place..place + BUCKET];
        let (mut least, mut chosen) = (u64::MAX, 0);
        for index in 0..ENTRIES {
            let data = bucket[2 * index + 1];
            if data != 0 && bucket[2 * index] == key {
                chosen = index;
                break;
            }
            let cost = if data == 0 { 0 } else { 1 + (data >> WORK) };
            if cost < least {
                (least, chosen) = (cost, index);
            }
        }
        bucket[2 * chosen] = key;
        bucket[2 * chosen + 1] = data | work << WORK;
    }
}
