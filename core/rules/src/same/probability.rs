//! Probabilities as fractions.

/// A fraction in lowest terms, from 0 to 1 as a probability; a sum of them may be larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Fraction {
    over: u128,
    under: u128,
}

impl Fraction {
    pub(super) const ZERO: Fraction = Fraction { over: 0, under: 1 };
    pub(super) const ONE: Fraction = Fraction { over: 1, under: 1 };

    /// `over` of `under`, which is not zero.
    pub(super) fn new(over: u128, under: u128) -> Fraction {
        let divisor = greatest_common_divisor(over, under);
        Fraction { over: over / divisor, under: under / divisor }
    }

    /// `None` where the numbers are too large.
    pub(super) fn times(self, other: Fraction) -> Option<Fraction> {
        let (one, two) = (Fraction::new(self.over, other.under), Fraction::new(other.over, self.under));
        Some(Fraction { over: one.over.checked_mul(two.over)?, under: one.under.checked_mul(two.under)? })
    }

    /// `None` where the numbers are too large.
    pub(super) fn plus(self, other: Fraction) -> Option<Fraction> {
        let divisor = greatest_common_divisor(self.under, other.under);
        let (mine, theirs) = (self.under / divisor, other.under / divisor);
        let over = self.over.checked_mul(theirs)?.checked_add(other.over.checked_mul(mine)?)?;
        Some(Fraction::new(over, self.under.checked_mul(theirs)?))
    }

    pub(super) fn bytes(self) -> [u8; 32] {
        let mut bytes = [0; 32];
        bytes[..16].copy_from_slice(&self.over.to_le_bytes());
        bytes[16..].copy_from_slice(&self.under.to_le_bytes());
        bytes
    }
}

impl std::fmt::Display for Fraction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.over, self.under)
    }
}

fn greatest_common_divisor(one: u128, other: u128) -> u128 {
    let (mut one, mut other) = (one, other);
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

#[cfg(test)]
mod tests {
    use super::Fraction;

    #[test]
    fn fractions_add_up_and_multiply_in_lowest_terms() {
        let [half, third] = [2, 3].map(|under| Fraction::new(1, under));
        assert_eq!(half.plus(third), Some(Fraction::new(5, 6)));
        assert_eq!(Fraction::new(4, 6).times(third), Some(Fraction::new(2, 9)));
        assert_eq!(half.plus(half), Some(Fraction::ONE));
        assert_eq!(Fraction::ZERO.plus(third), Some(third));
        // Two dice, thrown one after the other: a pair of sixes.
        assert_eq!(Fraction::new(1, 6).times(Fraction::new(1, 6)).unwrap().to_string(), "1/36");
        let small = Fraction::new(1, u128::MAX);
        assert_eq!((small.times(half), small.plus(half)), (None, None));
    }
}
