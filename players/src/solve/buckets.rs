//! A table of fixed size for what a proof has found out about positions: 56 bits each, by key.
//!
//! A bucket is one cache line of four entries, each with the whole key. The entry that cost the
//! least work gives way.

/// The entries of a bucket, two words each.
const ENTRIES: usize = 4;
/// The words of a bucket.
const BUCKET: usize = 2 * ENTRIES;
/// The bytes of a bucket.
const BUCKET_BYTES: usize = BUCKET * size_of::<u64>();
/// The words that are cleared together: a page.
const PAGE: usize = 512;
/// Where the work of an entry stands.
const WORK: u32 = 56;

/// A table of fixed size: 56 bits for each of many positions, by key.
#[derive(Debug)]
pub(super) struct Buckets {
    words: Vec<u64>,
    /// For each page, how often the table had been cleared when the page was.
    cleared: Vec<u32>,
    /// How often the table was cleared. Pages are, once something is kept there: to clear or to free
    /// a large table takes longer than whoever stops a search should wait.
    clearings: u32,
    /// Whether anything was kept since.
    is_used: bool,
    /// Where the first bucket begins: at a cache line.
    first: usize,
    /// How far to shift a mixed key to get the number of a bucket.
    shift: u32,
}

impl Buckets {
    /// A table of at most so many bytes: the largest power of two, and at least two buckets.
    pub(super) fn new(bytes: usize) -> Buckets {
        let bits = (bytes / BUCKET_BYTES).max(2).ilog2();
        // Zeroed memory comes from the system page by page as it is used.
        let words = vec![0; (BUCKET << bits) + BUCKET];
        let first = words.as_ptr().align_offset(BUCKET_BYTES).min(BUCKET);
        let cleared = vec![0; (BUCKET << bits).div_ceil(PAGE)];
        Buckets { words, cleared, clearings: 0, is_used: false, first, shift: 64 - bits }
    }

    /// Forgets everything, at once.
    pub(super) fn clear(&mut self) {
        if !self.is_used {
            return;
        }
        self.is_used = false;
        if self.clearings == u32::MAX {
            self.words.fill(0);
            self.cleared.fill(0);
            self.clearings = 0;
        } else {
            self.clearings += 1;
        }
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        self.first + BUCKET * (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    /// The page where `place` is.
    #[inline]
    fn page(&self, place: usize) -> usize {
        (place - self.first) / PAGE
    }

    /// Clears a page.
    #[cold]
    #[inline(never)]
    fn wipe(&mut self, page: usize) {
        let words = &mut self.words[self.first + page * PAGE..];
        let len = words.len().min(PAGE);
        words[..len].fill(0);
        self.cleared[page] = self.clearings;
    }

    /// What is kept of the position with that key.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<u64> {
        let place = self.place(key);
        if self.cleared[self.page(place)] != self.clearings {
            return None;
        }
        let bucket = &self.words[place..place + BUCKET];
        let entry = bucket.chunks_exact(2).find(|entry| entry[0] == key && entry[1] != 0)?;
        Some(entry[1] & ((1 << WORK) - 1))
    }

    /// Keeps `data`, less than 2⁵⁶ and not zero, that `nodes` positions were looked at for.
    #[inline]
    pub(super) fn keep(&mut self, key: u64, data: u64, nodes: u64) {
        let work = u64::from((nodes + 1).ilog2());
        let place = self.place(key);
        let page = self.page(place);
        if self.cleared[page] != self.clearings {
            self.wipe(page);
        }
        self.is_used = true;
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
                if round == 2 {
                    old.clearings = u32::MAX;
                    old.cleared.fill(u32::MAX);
                }
                old.clear();
            }
        }
    }
}
