//! Points in halves, so that they are whole numbers and every sum is exact.

use std::{iter::Sum, ops::AddAssign};

/// Points, times two: two for a win, one for a draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct HalfPoints(pub u64);

impl HalfPoints {
    /// None at all.
    pub const ZERO: HalfPoints = HalfPoints(0);
    /// What a win is worth.
    pub const WIN: HalfPoints = HalfPoints(2);

    /// What `own` is worth beside `other`: a win if it is more, a draw if it is the same.
    pub fn of<T: PartialOrd + Copy>(own: T, other: T) -> HalfPoints {
        HalfPoints(u64::from(other <= own) + u64::from(other < own))
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
