//! The houses and the store of one seat in one word.
//!
//! Byte `i` holds the seeds of house `i`, counted from the owner's left, and the byte after the
//! last house those of the store. No byte overflows: there are fewer than 256 seeds in a game.

/// The most houses of a seat.
pub(crate) const MOST_PITS: u8 = 7;

/// One in every byte.
const ONES: u64 = u64::MAX / 255;

/// `BELOW[n]` has a one in each of the lowest `n` bytes.
const BELOW: [u64; 9] = {
    let mut below = [0; 9];
    let mut n = 1;
    while n < 9 {
        below[n] = below[n - 1] << 8 | 1;
        n += 1;
    }
    below
};

/// The seeds of one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Side(pub(crate) u64);

impl Side {
    pub(crate) fn new(pits: u8, seeds: u8) -> Side {
        Side(BELOW[usize::from(pits)] * u64::from(seeds))
    }

    /// The seeds in a house, or in the store, which is number `pits`.
    #[inline]
    pub(crate) fn seeds(self, house: u8) -> u8 {
        (self.0 >> (8 * house)) as u8
    }

    #[inline]
    pub(crate) fn add(&mut self, house: u8, seeds: u8) {
        self.0 += u64::from(seeds) << (8 * house);
    }

    #[inline]
    pub(crate) fn empty(&mut self, house: u8) {
        self.0 &= !(0xff << (8 * house));
    }

    /// Adds `times` seeds to each of the places `from..to`.
    #[inline]
    pub(crate) fn sow(&mut self, from: u8, to: u8, times: u8) {
        let places = BELOW[usize::from(to & 15).min(8)] - BELOW[usize::from(from & 7)];
        self.0 += places * u64::from(times);
    }

    /// The seeds in all houses, without the store.
    #[inline]
    pub(crate) fn total(self, pits: u8) -> u8 {
        (self.houses(pits).wrapping_mul(ONES) >> 56) as u8
    }

    /// Moves all seeds to the store.
    #[inline]
    pub(crate) fn sweep(&mut self, pits: u8) {
        let seeds = self.total(pits);
        self.0 &= !((1 << (8 * pits)) - 1);
        self.add(pits, seeds);
    }

    /// The houses that are not empty, one bit for each.
    #[inline]
    pub(crate) fn filled(self, pits: u8) -> u8 {
        const LOW: u64 = ONES * 127;
        let houses = self.houses(pits);
        let filled = (((houses & LOW) + LOW) | houses) >> 7 & ONES;
        // Gathers the lowest bit of every byte in the highest byte.
        (filled.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
    }

    #[inline]
    fn houses(self, pits: u8) -> u64 {
        self.0 & ((1 << (8 * pits)) - 1)
    }
}
