//! A growing table of positions: open addressing by key, eight bytes for each position plus its
//! value, at most three quarters full.

/// Values by the keys of positions. Two positions with one key would be confused: among 10⁸
/// positions this happens once in some thousand games.
#[derive(Clone, Debug)]
pub(super) struct Keyed<V> {
    /// The keys; zero marks a free slot.
    keys: Vec<u64>,
    values: Vec<V>,
    len: usize,
}

impl<V: Copy + Default> Keyed<V> {
    pub(super) fn new() -> Keyed<V> {
        Keyed { keys: vec![0; 16], values: vec![V::default(); 16], len: 0 }
    }

    /// The number of positions.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn find(&self, key: u64) -> Option<V> {
        let key = key.max(1);
        let place = self.place(key);
        (self.keys[place] == key).then(|| self.values[place])
    }

    /// Stores a value; returns whether the key is new.
    pub(super) fn put(&mut self, key: u64, value: V) -> bool {
        let key = key.max(1);
        let mut place = self.place(key);
        let is_new = self.keys[place] != key;
        if is_new && self.keys.len() < (self.len + 1) * 4 / 3 {
            self.grow();
            place = self.place(key);
        }
        self.keys[place] = key;
        self.values[place] = value;
        self.len += usize::from(is_new);
        is_new
    }

    /// The index of `key`, or of the free slot for it.
    #[inline]
    fn place(&self, key: u64) -> usize {
        let mask = self.keys.len() - 1;
        let shift = 64 - self.keys.len().ilog2();
        let mut place = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> shift) as usize;
        while self.keys[place] != 0 && self.keys[place] != key {
            place = (place + 1) & mask;
        }
        place
    }

    fn grow(&mut self) {
        let room = 2 * self.keys.len();
        let keys = std::mem::replace(&mut self.keys, vec![0; room]);
        let values = std::mem::replace(&mut self.values, vec![V::default(); room]);
        for (key, value) in keys.into_iter().zip(values).filter(|&(key, _)| key != 0) {
            let place = self.place(key);
            self.keys[place] = key;
            self.values[place] = value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Keyed;

    #[test]
    fn a_keyed_table_finds_exactly_its_entries() {
        let mut table = Keyed::new();
        for key in 0..5000u64 {
            assert_eq!(table.find(key * 7), None);
            // Keys 0 and 1 are one key.
            assert!(table.put(key * 7, key));
            assert!(!table.put(key * 7, key + 1));
        }
        assert_eq!(table.len(), 5000);
        assert!((0..5000).all(|key| table.find(key * 7) == Some(key + 1)));
        assert_eq!(table.find(3), None);
    }
}
