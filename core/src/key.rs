//! Sixty-four bits that name a position in a table.

use std::hash::{Hash, Hasher};

/// The key of anything that can be hashed: the same in every run. It is the same on every machine
/// too, but for slices of numbers wider than a byte, which hash in the machine's byte order.
///
/// Not collision-proof, and not meant against an adversary: a table keeps enough to verify.
pub fn key_of(value: &impl Hash) -> u64 {
    let mut keyer = Keyer(0x243f_6a88_85a3_08d3);
    value.hash(&mut keyer);
    keyer.finish()
}

/// A hasher whose result depends on the values alone, not on the width or the byte order of the
/// machine. Each word is folded in with a 64 × 64 → 128 bit multiplication.
struct Keyer(u64);

impl Keyer {
    fn fold(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9e37_79b9_7f4a_7c15_u128;
        self.0 = (product as u64) ^ ((product >> 64) as u64) ^ word.rotate_left(32);
    }
}

impl Hasher for Keyer {
    fn finish(&self) -> u64 {
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ (mixed >> 32)
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.fold(u64::from_le_bytes(word));
        }
        self.fold(bytes.len() as u64);
    }
    fn write_u8(&mut self, i: u8) {
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
    use super::key_of;

    #[test]
    fn keys_never_change_their_values() {
        // Deterministic replacement in tables depends on them, so the values are a promise.
        assert_eq!(key_of(&(1u8, 2u64, [3u8, 4])), 3_467_128_650_676_165_779);
    }

    #[test]
    fn similar_values_have_different_keys() {
        let mut keys: Vec<u64> = (0..10_000u64).map(|i| key_of(&[i % 100, i / 100])).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 10_000);
    }
}
