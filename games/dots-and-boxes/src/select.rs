//! The place of a set bit by its number.

/// `NTH_IN_BYTE[byte][n]` is the place of the set bit number `n` of `byte`.
static NTH_IN_BYTE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                table[byte][n] = bit;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// The place of the set bit number `n`, counted from the lowest, without a branch: first the
/// byte, by a sum of the counts of all bytes up to each, then the bit in it.
#[inline]
pub(crate) fn nth_bit(bits: u64, n: usize) -> u32 {
    const ONES: u64 = u64::MAX / 255;
    const HIGH: u64 = ONES << 7;
    const PAIRS: u64 = u64::MAX / 5;
    let twos = bits - ((bits >> 1) & (u64::MAX / 3));
    let fours = (twos & PAIRS) + ((twos >> 2) & PAIRS);
    let counts = (fours + (fours >> 4)) & (ONES * 15);
    let up_to = counts.wrapping_mul(ONES);
    // The high bit of every byte that ends before the bit we look for.
    let before = ((ONES.wrapping_mul(n as u64) | HIGH) - up_to) & HIGH;
    let byte = (before >> 7).wrapping_mul(ONES) >> 56;
    let passed = ((up_to << 8) >> (8 * byte)) & 0xff;
    let rest = (bits >> (8 * byte)) & 0xff;
    8 * byte as u32 + u32::from(NTH_IN_BYTE[rest as usize][(n as u64 - passed) as usize & 7])
}

#[cfg(test)]
mod tests {
    use super::nth_bit;
    use agon_core::Seed;

    #[test]
    fn the_nth_bit_is_found_by_clearing_the_lower_ones() {
        let mut stream = Seed(1).stream(1);
        for round in 0..1_000 {
            let bits = if round == 0 { u64::MAX } else { stream.bits() & stream.bits() };
            let mut left = bits;
            for n in 0..bits.count_ones() as usize {
                assert_eq!(nth_bit(bits, n), left.trailing_zeros(), "{bits:b} {n}");
                left &= left - 1;
            }
        }
    }
}
