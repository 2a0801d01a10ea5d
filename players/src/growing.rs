//! Memory for tables of positions: buckets of one cache line, found by key, that become more as
//! they fill up. A short search so stays in the fast caches of the machine, whatever room a long
//! one may have.
//!
//! Every word is atomic, so that threads which search together may share a table. What they write
//! at once may mix; tables note with every entry a word that says so.

use std::sync::atomic::{AtomicU64, Ordering};

/// The words of a bucket.
pub(crate) const WORDS: usize = 8;
/// The bytes of a bucket.
const BUCKET_BYTES: usize = WORDS * size_of::<u64>();
/// There are at first two to this power.
const FIRST_BITS: u32 = 8;
/// From so many on, room for all there may be is had at once, which costs nothing before it is used:
/// otherwise they would all be copied whenever they become more.
const LARGE: usize = 1 << 14;
/// So many are made or moved between two questions whether to go on: some tens of microseconds.
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

    /// Its words, zero from now on.
    fn take(&mut self) -> [u64; WORDS] {
        std::mem::take(&mut self.0).map(AtomicU64::into_inner)
    }
}

impl Clone for Bucket {
    fn clone(&self) -> Self {
        Bucket(std::array::from_fn(|word| AtomicU64::new(self.get(word))))
    }
}

/// Buckets by key, of which there are more once they are full.
#[derive(Clone, Debug)]
pub(crate) struct Growing {
    /// Those in use, and behind them those that were.
    buckets: Vec<Bucket>,
    /// How many are in use, as a power of two, and how many may be.
    bits: u32,
    most: u32,
}

impl Growing {
    /// Few buckets, which may become as many as so many bytes hold: the largest power of two, and
    /// at least one.
    pub(crate) fn new(bytes: usize) -> Growing {
        let mut new =
            Growing { buckets: Vec::new(), bits: 0, most: (bytes / BUCKET_BYTES).max(1).ilog2() };
        new.shrink();
        new
    }

    /// Few buckets again, with what is in them.
    pub(crate) fn shrink(&mut self) {
        self.bits = FIRST_BITS.min(self.most);
        if self.buckets.len() < self.count() {
            self.buckets.resize_with(1 << self.bits, Bucket::default);
        }
    }

    /// How many are in use.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        1 << self.bits
    }

    /// Whether there may be more.
    #[inline]
    pub(crate) fn can_grow(&self) -> bool {
        self.bits < self.most
    }

    /// The bucket for a key.
    #[inline]
    pub(crate) fn at(&self, key: u64) -> &Bucket {
        // A game's keys need not be mixed well in every bit.
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        &self.buckets[(mixed >> 1 >> (63 - self.bits)) as usize]
    }

    /// Twice as many buckets, if there may be. All are empty then but for what `put` puts back: it is
    /// given what was in each. If it is over by `is_over` before that is done, there are few again
    /// and all is forgotten: `false`.
    pub(crate) fn grow(
        &mut self,
        is_over: impl Fn() -> bool,
        mut put: impl FnMut(&Growing, [u64; WORDS]),
    ) -> bool {
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

    /// Makes the buckets that are to be in use; whether it was not over before.
    fn make_room(&mut self, is_over: impl Fn() -> bool) -> bool {
        let (made, count) = (self.buckets.len(), self.count());
        if self.buckets.capacity() < count && LARGE < count {
            // Where so much is not to be had, it may still be enough.
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

    /// Puts what is in the first `before` buckets where it belongs among twice as many; whether it
    /// was not over before.
    fn spread(
        &mut self,
        before: usize,
        is_over: impl Fn() -> bool,
        mut put: impl FnMut(&Growing, [u64; WORDS]),
    ) -> bool {
        // A key is mixed to the same high bits as before and one more: what was in bucket n goes to
        // 2n or 2n + 1, where from the last on nothing is left to be moved.
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

    /// Forgets what is in all buckets in use; the others are wiped when they are used.
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
    fn what_was_there_is_there_after_growing() {
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
    fn growing_ends_soon_once_it_is_over() {
        // What is new is made, or what there was is moved.
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
                // As a new one, whatever it grows to.
                for _ in 0..10 {
                    assert_eq!(growing.at(7).get(0), 0);
                    assert!(growing.grow(|| false, |_, words| assert_eq!(words, [0; WORDS])));
                }
            }
        }
    }
}
