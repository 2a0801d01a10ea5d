//! Sets of squares as bits: iterating over the members, and selecting the member of a given rank.

/// The positions of the set bits of `set`, ascending.
///
/// ```
/// use agon_core::bits::ones;
///
/// assert!(ones(0b1001_0010u8).eq([1, 4, 7]));
/// ```
#[inline]
pub fn ones(set: impl Into<u64>) -> impl Iterator<Item = u32> {
    let mut left = set.into();
    std::iter::from_fn(move || {
        let bit = left.trailing_zeros();
        left &= left.wrapping_sub(1);
        (bit < u64::BITS).then_some(bit)
    })
}

/// The position of the set bit number `n` of `word`, counted from zero upwards; `n` is less than
/// the number of set bits.
///
/// A game whose moves are a set of bits answers [`Position::nth`](crate::Position::nth) with it
/// in the same few steps for every `n` (Vigna, *Broadword Implementation of Rank/Select Queries*,
/// 2008).
#[inline]
pub fn nth_one(word: u64, n: u32) -> u32 {
    debug_assert!(n < word.count_ones(), "set bit {n} of {word:#x}");
    // In each byte of `sums` the number of ones in that byte of `word` and those below.
    let mut sums = word - (word >> 1 & 0x5555_5555_5555_5555);
    sums = (sums & 0x3333_3333_3333_3333) + (sums >> 2 & 0x3333_3333_3333_3333);
    sums = ((sums + (sums >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(ONES);
    // The first byte whose sum is more than `n`: sums are less than 128, so no byte borrows.
    let beyond = ((sums | HIGH) - u64::from(n + 1) * ONES) & HIGH;
    let shift = beyond.trailing_zeros() & !7;
    let below = (sums << 8 >> shift) as u8;
    let byte = (word >> shift) as u8;
    shift + u32::from(nth_in_byte(byte, (n as u8 - below).into()))
}

/// The same for a byte, by one table look-up.
#[inline]
pub fn nth_in_byte(byte: u8, n: usize) -> u8 {
    IN_BYTE[usize::from(byte)][n & 7]
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// The positions of the set bits of every byte.
const IN_BYTE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut found) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                table[byte][found] = bit;
                found += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::nth_one;
    use crate::Seed;

    #[test]
    fn every_set_bit_is_found_by_its_number() {
        let mut stream = Seed(0).stream(0);
        let random = (0..2_000).flat_map(|_| {
            let (one, other) = (stream.bits(), stream.bits());
            [one, one & other, one | other]
        });
        for word in random.chain([1, 1 << 63, u64::MAX, 0xff00, 0x8000_0000_0000_0001]) {
            let ones = (0..64).filter(|bit| word >> bit & 1 != 0);
            for (n, bit) in (0..).zip(ones) {
                assert_eq!(nth_one(word, n), bit, "bit {n} of {word:#x}");
            }
        }
    }
}
