//! Memory for tables of positions: buckets of one cache line, found by key, whose number grows as
//! they fill. A short search thus stays in the fast caches of the machine, however large the limit
//! is.
//!
//! Every word is atomic, so that threads which search together may share a table. Concurrent writes
//! may mix; tables store a check word in every entry to detect this.

use std::sync::atomic::{AtomicU64, Ordering};

/// The words of a bucket.
pub(crate) const WORDS: usize = 8;
/// The bytes of a bucket.
const BUCKET_BYTES: usize = WORDS * size_of::<u64>();
/// The initial number of buckets, as a power of two.
const FIRST_BITS: u32 = 8;
/// From this many buckets on, room for the maximum is reserved at once, which costs nothing until it is used: otherwise
/// all would be copied at each growth.
const LARGE: usize = 1 << 14;
/// The number of buckets made or moved between two checks whether to go on: some tens of
/// microseconds.
const STRETCH: usize = 1 << 12;

/// One cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
pub(crate) struct Bucket([AtomicU64; WORDS]);

impl Bucket {
    #[inline]
    pub(crate) fn get(&self, word: usize) -> u64 {
        self.0[word].load(Ordering::Relaxed)
    }

    #[inline]
    pub(crate) fn set(&self, word: usize, value: u64) {
        self.0[word].store(value, Ordering::Relaxed);
    }

    /// Returns its words, and sets them to zero.
    fn take(&mut self) -> [u64; WORDS] {
        std::mem::take(&mut self.0).map(AtomicU64::into_inner)
    }
}

impl Clone for Bucket {
    fn clone(&self) -> Self {
        Bucket(std::array::from_fn(|word| AtomicU64::new(self.get(word))))
    }
}

/// Buckets by key; when they are full, their number doubles.
#[derive(Clone, Debug)]
pub(crate) struct Growing {
    /// The buckets in use, followed by those formerly in use.
    buckets: Vec<Bucket>,
    /// The number in use and the greatest number, as powers of two.
    bits: u32,
    most: u32,
}

impl Growing {
    /// A few buckets, which may grow to the largest power of two that fits in `bytes`, at least
    /// one.
    pub(crate) fn new(bytes: usize) -> Growing {
        let mut new = Growing { buckets: Vec::new(), bits: 0, most: (bytes / BUCKET_BYTES).max(1).ilog2() };
        new.shrink();
        new
    }

    /// Reduces the number to the initial one; keeps the content of those.
    pub(crate) fn shrink(&mut self) {
        self.bits = FIRST_BITS.min(self.most);
        if self.buckets.len() < self.count() {
            self.buckets.resize_with(1 << self.bits, Bucket::default);
        }
    }

    /// The number in use.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        1 << self.bits
    }

    /// Whether the number can grow.
    #[inline]
    pub(crate) fn can_grow(&self) -> bool {
        self.bits < self.most
    }

    /// The bucket for a key.
    #[inline]
    pub(crate) fn at(&self, key: u64) -> &Bucket {
        // The keys of a game need not be mixed well in every bit.
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        &self.buckets[(mixed >> 1 >> (63 - self.bits)) as usize]
    }

    /// Doubles the number of buckets, if allowed. All are then empty except for what `put` puts back: it receives the
    /// content of each. If `is_over` returns true first, the number is reduced again, everything is forgotten, and the
    /// result is `false`.
    pub(crate) fn grow(&mut self, is_over: impl Fn() -> bool, mut put: impl FnMut(&Growing, [u64; WORDS])) -> bool {
        if !self.can_grow() {
            return true;
        }
        let before = self.count();
        self.bits += 1;
        let is_done = self.make_room(&is_over) && self.spread(before, &is_over, &mut put);
        if !is_done {
            self.shrink();
            self.wipe();
        }
        is_done
    }

    /// Makes the buckets that will be used; returns whether it finished.
    fn make_room(&mut self, is_over: impl Fn() -> bool) -> bool {
        let (made, count) = (self.buckets.len(), self.count());
        if self.buckets.capacity() < count && LARGE < count {
            // If this much cannot be reserved, there may still be enough.
            let _ = self.buckets.try_reserve_exact((1 << self.most) - made);
        }
        for len in (made..count).step_by(STRETCH) {
            if is_over() {
                return false;
            }
            self.buckets.resize_with((len + STRETCH).min(count), Bucket::default);
        }
        true
    }

    /// Moves the content of the first `before` buckets to its place among twice as many; returns
    /// whether it finished.
    fn spread(
        &mut self,
        before: usize,
        is_over: impl Fn() -> bool,
        mut put: impl FnMut(&Growing, [u64; WORDS]),
    ) -> bool {
        // A key now has one more high bit: the content of bucket n goes to 2n or 2n + 1. From the
        // last bucket on, both are free already.
        for number in (0..before).rev() {
            if number % STRETCH == 0 && is_over() {
                return false;
            }
            let words = self.buckets[number].take();
            self.buckets[2 * number].take();
            self.buckets[2 * number + 1].take();
            put(self, words);
        }
        true
    }

    /// Clears all buckets in use; the others are cleared when they are used.
    pub(crate) fn wipe(&mut self) {
        let count = self.count();
        for bucket in &mut self.buckets[..count] {
            bucket.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::{FIRST_BITS, Growing, STRETCH, WORDS};

    #[test]
    fn growing_keeps_every_entry() {
        let mut growing = Growing::new(1 << 20);
        let keys = (1..400_u64).map(|n| n.wrapping_mul(0xd134_2543_de82_ef95));
        let mut kept = Vec::new();
        for key in keys {
            if growing.at(key).get(0) == 0 {
                growing.at(key).set(0, key);
                kept.push(key);
            }
        }
        for _ in 0..3 {
            let is_done = growing.grow(
                || false,
                |growing, words| {
                    if words[0] != 0 {
                        growing.at(words[0]).set(0, words[0]);
                    }
                },
            );
            assert!(is_done);
            assert!(kept.iter().all(|&key| growing.at(key).get(0) == key));
        }
        assert_eq!(growing.count(), 8 << FIRST_BITS);
    }

    #[test]
    fn it_never_grows_beyond_its_bytes() {
        for (bytes, most) in [(0, 1), (64, 1), (1000, 8), (1 << 17, 1 << 11)] {
            let mut growing = Growing::new(bytes);
            for _ in 0..10 {
                assert!(growing.grow(|| false, |_, _| {}));
            }
            assert_eq!(growing.count(), most);
            growing.shrink();
            assert_eq!(growing.count(), most.min(1 << FIRST_BITS));
        }
    }

    #[test]
    fn growing_ends_soon_after_a_stop() {
        // New buckets are made, or existing ones are moved.
        for is_made in [false, true] {
            let grown = || {
                let mut growing = Growing::new(1 << 22);
                let all = |growing: &mut Growing| {
                    while growing.can_grow() {
                        assert!(growing.grow(|| false, |_, _| {}));
                    }
                };
                if is_made {
                    all(&mut growing);
                    growing.shrink();
                }
                while growing.count() < 1 << 15 {
                    assert!(growing.grow(|| false, |_, _| {}));
                }
                growing
            };
            let asked = Cell::new(0);
            assert!(grown().grow(
                || {
                    asked.set(asked.get() + 1);
                    false
                },
                |_, _| {}
            ));
            let most = asked.get();
            assert!((1 << 15) / STRETCH <= most, "{most}");
            for last in 0..most {
                let mut growing = grown();
                growing.at(7).set(0, 7);
                let (asked, moved) = (Cell::new(0), Cell::new(0));
                let is_over = || {
                    moved.set(0);
                    asked.set(asked.get() + 1);
                    last < asked.get()
                };
                assert!(!growing.grow(is_over, |_, _| {
                    moved.set(moved.get() + 1);
                    assert!(moved.get() <= STRETCH);
                }));
                assert_eq!((asked.get(), growing.count()), (last + 1, 1 << FIRST_BITS));
                // Equal to a new one, however far it grows.
                for _ in 0..10 {
                    assert_eq!(growing.at(7).get(0), 0);
                    assert!(growing.grow(|| false, |_, words| assert_eq!(words, [0; WORDS])));
                }
            }
        }
    }
}
