//! A set of keys, small enough for those of all games.

use std::collections::BTreeSet;

/// A set of keys that takes 8 to 13 bytes for each, however many there are.
#[derive(Clone, Default)]
pub(super) struct Keys {
    sorted: Vec<u64>,
    /// Those added since.
    new: BTreeSet<u64>,
}

impl Keys {
    /// Adds a key; returns whether it is new.
    pub(super) fn insert(&mut self, key: u64) -> bool {
        if self.sorted.binary_search(&key).is_ok() || !self.new.insert(key) {
            return false;
        }
        if 1024.max(self.sorted.len() / 8) <= self.new.len() {
            // From the back, within the same memory.
            let (mut old, mut at) = (self.sorted.len(), self.sorted.len() + self.new.len());
            self.sorted.reserve_exact(self.new.len());
            self.sorted.resize(at, 0);
            while let Some(last) = self.new.pop_last() {
                while 0 < old && last < self.sorted[old - 1] {
                    at -= 1;
                    old -= 1;
                    self.sorted[at] = self.sorted[old];
                }
                at -= 1;
                self.sorted[at] = last;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::Keys;
    use std::collections::BTreeSet;

    #[test]
    fn keys_are_a_set() {
        let (mut keys, mut slow, mut number) = (Keys::default(), BTreeSet::new(), 7u64);
        for _ in 0..60_000 {
            number = number.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let key = [number >> 50, number >> 44, number, u64::MAX][(number >> 33) as usize % 4];
            assert_eq!(keys.insert(key), slow.insert(key));
        }
        assert!(10_000 < keys.sorted.len() && keys.sorted.is_sorted());
        let all: BTreeSet<u64> = keys.sorted.iter().chain(&keys.new).copied().collect();
        assert_eq!(all, slow);
        assert!(keys.sorted.capacity() < slow.len() + 10, "no room is wasted");
    }
}
