//! The results of a proof: bounds of the values of positions.

use super::buckets::{Buckets, Storable};

/// The bit of an entry for a lower bound.
const LOWER: u64 = 1 << 32;
/// The bit of every entry: no entry is zero.
const TAKEN: u64 = 1 << 33;

/// A bound of the value of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Known {
    /// Whether `bound` is a lower bound; otherwise it is an upper one.
    pub(super) is_lower: bool,
    pub(super) bound: f64,
}

impl Known {
    /// The answer to the question whether the value is at least `threshold`: a bound on the side of
    /// the answer, if it has one.
    #[inline]
    pub(super) fn answers(self, threshold: f64) -> Option<f64> {
        ((threshold <= self.bound) == self.is_lower).then_some(self.bound)
    }
}

/// The results of a proof: for each position, a bound of its value.
pub(super) type Bounds = Buckets<Known>;

impl Storable for Known {
    #[inline]
    fn packed(self) -> u64 {
        let lower = if self.is_lower { LOWER } else { 0 };
        u64::from(outward(self).to_bits()) | lower | TAKEN
    }
    #[inline]
    fn unpacked(data: u64) -> Known {
        Known { is_lower: data & LOWER != 0, bound: f64::from(f32::from_bits(data as u32)) }
    }
}

/// The bound as a shorter number, rounded outward so that it stays valid. Payoffs that are small
/// whole numbers or halves are represented exactly.
#[inline]
fn outward(known: Known) -> f32 {
    let near = known.bound as f32;
    if known.is_lower && known.bound < f64::from(near) {
        near.next_down()
    } else if !known.is_lower && f64::from(near) < known.bound {
        near.next_up()
    } else {
        near
    }
}

#[cfg(test)]
mod tests {
    use super::{Bounds, Known};
    use crate::node_budget::NodeBudget;

    #[test]
    fn rounded_bounds_remain_true() {
        let mut table = Bounds::new(1 << 10);
        for (key, bound) in (0..).zip([0.0, -1.0, 0.5, 0.1, -0.1, 1e300, -1e300]) {
            table.keep(key, Known { is_lower: true, bound }, 5, &NodeBudget::free(0));
            let known = table.find(key).unwrap();
            assert!(known.is_lower && known.bound <= bound, "{bound}");
            table.keep(key, Known { is_lower: false, bound }, 5, &NodeBudget::free(0));
            let known = table.find(key).unwrap();
            assert!(!known.is_lower && bound <= known.bound, "{bound}");
        }
        assert_eq!(table.find(99), None);
    }

    #[test]
    fn the_cheapest_entry_is_replaced() {
        let mut table = Bounds::new(1);
        let known = Known { is_lower: true, bound: 1.0 };
        table.keep(0, known, 1_000_000, &NodeBudget::free(0));
        for key in 1..1000 {
            table.keep(key, known, 1, &NodeBudget::free(0));
        }
        assert_eq!(table.find(0), Some(known));
    }

    #[test]
    fn a_bound_answers_only_its_own_side() {
        let lower = Known { is_lower: true, bound: 0.0 };
        assert_eq!((lower.answers(0.0), lower.answers(1.0)), (Some(0.0), None));
        let upper = Known { is_lower: false, bound: 0.0 };
        assert_eq!((upper.answers(0.0), upper.answers(1.0)), (None, Some(0.0)));
    }
}
