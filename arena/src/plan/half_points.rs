//! Points in halves, so that they are whole numbers and every sum is exact.

use std::{iter::Sum, ops::AddAssign};

/// Points, times two: two for a win, one for a draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct HalfPoints(pub u64);

impl HalfPoints {
    /// None at all.
    pub(crate) const ZERO: HalfPoints = HalfPoints(0);
    /// A win.
    pub(crate) const WIN: HalfPoints = HalfPoints(2);

    /// The result of `own` against `other`: a win if it is more, a draw if it is equal.
    pub(crate) fn of<T: PartialOrd + Copy>(own: T, other: T) -> HalfPoints {
        HalfPoints(u64::from(other <= own) + u64::from(other < own))
    }

    /// The result of `own` against `other` in games decided by payoffs: the difference in millionths, so that the sum
    /// of payoffs decides a meeting. These are not points, but are added and compared like them.
    pub fn paid(own: f64, other: f64) -> HalfPoints {
        HalfPoints((1e6 * (own - other)).round().max(0.0) as u64)
    }

    /// The same in whole points.
    pub fn points(self) -> f64 {
        self.0 as f64 / 2.0
    }
}

impl AddAssign for HalfPoints {
    fn add_assign(&mut self, other: HalfPoints) {
        self.0 += other.0;
    }
}

impl Sum for HalfPoints {
    fn sum<I: Iterator<Item = HalfPoints>>(all: I) -> HalfPoints {
        HalfPoints(all.map(|one| one.0).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::HalfPoints;

    #[test]
    fn a_large_pot_outweighs_many_small_ones_and_equal_sums_tie() {
        let meeting = |pots: &[f64]| {
            let own: HalfPoints = pots.iter().map(|&pot| HalfPoints::paid(pot, -pot)).sum();
            let other: HalfPoints = pots.iter().map(|&pot| HalfPoints::paid(-pot, pot)).sum();
            own.cmp(&other)
        };
        assert!(meeting(&[1.0, 1.0, 1.0, 1.0, -5.0]).is_lt());
        assert!(meeting(&[1.0, 1.0, -1.5]).is_gt());
        assert!(meeting(&[0.1, 0.2, -0.3]).is_eq());
        assert!(meeting(&[1.0 / 3.0, -1.0 / 3.0]).is_eq());
    }
}
