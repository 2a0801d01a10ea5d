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

/// The next digit below `bound` of a random fraction of 2⁶⁴, which becomes the rest of the fraction.
#[inline]
pub(crate) fn next_digit(fraction: &mut u64, bound: u64) -> u64 {
    let product = u128::from(*fraction) * u128::from(bound);
    *fraction = product as u64;
    (product >> 64) as u64
}
