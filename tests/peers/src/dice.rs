//! The random numbers of everybody but Agon: a fast generator, and numbers below a bound.

use rand::{RngCore, SeedableRng};
pub(crate) use rand_xoshiro::Xoshiro256PlusPlus as Dice;

pub(crate) fn dice() -> Dice {
    Dice::seed_from_u64(1)
}

/// A number below `bound`, by one multiplication; the bias of less than 2⁻²⁴ is left as it is.
#[inline]
pub(crate) fn below(dice: &mut Dice, bound: u32) -> u32 {
    ((u64::from(dice.next_u32()) * u64::from(bound)) >> 32) as u32
}

/// The bit of that number among those that are set, counted from the lowest.
#[inline]
pub(crate) fn nth_bit(mut bits: u64, n: u32) -> u64 {
    for _ in 0..n {
        bits &= bits - 1;
    }
    bits & bits.wrapping_neg()
}
