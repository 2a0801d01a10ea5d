//! Sixty-four-bit keys of positions, for tables.

use std::hash::{Hash, Hasher};

/// The key of a hashable value: the same in every run, and on every machine if the value hashes no slice or array of
/// numbers wider than a byte. Those are hashed in the machine's byte order; a position with such an array implements
/// `Hash` by hand, number by number.
///
/// Not collision-proof, and not safe against an adversary: tables store enough to verify a hit.
///
/// # Panics
///
/// With debug assertions, if such a slice is hashed at once.
pub fn key_of(value: &impl Hash) -> u64 {
    let mut keyer = Keyer { key: 0x243f_6a88_85a3_08d3, count: None, is_wide: false };
    value.hash(&mut keyer);
    keyer.finish()
}

/// A hasher whose result depends only on the data written, not on the width of the machine. Each
/// word is folded in with a 64 × 64 → 128 bit multiplication.
///
/// The standard library writes the length of a slice, and then all bytes of its numbers at once.
/// More bytes than items means numbers in the machine's byte order, or a string that ends with byte
/// 255.
struct Keyer {
    key: u64,
    /// The last word written, if it can be the length of a slice.
    count: Option<usize>,
    /// Whether the last bytes written outnumber the items of their slice.
    is_wide: bool,
}

impl Keyer {
    fn fold(&mut self, word: u64) {
        self.check_bytes();
        self.count = None;
        let product = u128::from(self.key ^ word) * 0x9e37_79b9_7f4a_7c15_u128;
        self.key = (product as u64) ^ ((product >> 64) as u64) ^ word.rotate_left(32);
    }

    fn check_bytes(&self) {
        debug_assert!(
            !self.is_wide,
            "`Hash` writes an array or slice of numbers wider than a byte, which it does in the machine's byte order: \
             write `Hash` by hand, number by number, or keep the numbers of a short array in a tuple"
        );
    }
}

impl Hasher for Keyer {
    fn finish(&self) -> u64 {
        self.check_bytes();
        let mixed = (self.key ^ (self.key >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ (mixed >> 32)
    }
    fn write(&mut self, bytes: &[u8]) {
        let is_wide = self.count.is_some_and(|count| count < bytes.len());
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.fold(u64::from_le_bytes(word));
        }
        self.fold(bytes.len() as u64);
        self.is_wide = is_wide;
    }
    fn write_u8(&mut self, i: u8) {
        self.is_wide &= i != u8::MAX;
        self.fold(u64::from(i));
    }
    fn write_u16(&mut self, i: u16) {
        self.fold(u64::from(i));
    }
    fn write_u32(&mut self, i: u32) {
        self.fold(u64::from(i));
    }
    fn write_u64(&mut self, i: u64) {
        self.fold(i);
    }
    fn write_u128(&mut self, i: u128) {
        self.fold(i as u64);
        self.fold((i >> 64) as u64);
    }
    fn write_usize(&mut self, i: usize) {
        self.fold(i as u64);
        self.count = Some(i);
    }
    fn write_i8(&mut self, i: i8) {
        self.fold(i as u64);
    }
    fn write_i16(&mut self, i: i16) {
        self.fold(i as u64);
    }
    fn write_i32(&mut self, i: i32) {
        self.fold(i as u64);
    }
    fn write_i64(&mut self, i: i64) {
        self.fold(i as u64);
    }
    fn write_isize(&mut self, i: isize) {
        self.fold(i as u64);
    }
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::key_of;

    #[test]
    fn keys_never_change_their_values() {
        // Deterministic table replacement depends on these values, so they must not change.
        assert_eq!(key_of(&(1u8, 2u64, [3u8, 4])), 3_467_128_650_676_165_779);
    }

    #[test]
    fn similar_values_have_different_keys() {
        let mut keys: Vec<u64> = (0..10_000u64).map(|i| key_of(&(i % 100, i / 100))).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 10_000);
    }

    #[test]
    fn values_hashed_in_machine_byte_order_are_refused() {
        let wide: [fn() -> u64; 6] = [
            || key_of(&[1u64, 2]),
            || key_of(&(7u8, [1u16; 3], 3u8)),
            || key_of(&vec![1usize]),
            || key_of(&[[1i32; 2]; 2]),
            || key_of(&Some([1u128])),
            || key_of(&("a", [0u32; 5], "b")),
        ];
        for (number, key) in wide.iter().enumerate() {
            assert!(catch_unwind(key).is_err(), "{number}");
        }
        key_of(&(1usize, "eight men", [1u8; 9], [true; 3], [Some(5u64); 2], "", [(1u16, 2u32)]));
        key_of(&(0usize, String::from("ab"), Vec::<u64>::new(), 3usize, [-1i8; 4], ['a'; 2]));
    }
}
