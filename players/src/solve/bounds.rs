//! What a proof has found out about positions: bounds of values.

use super::buckets::Buckets;
use crate::tally::Tally;

/// The bit of an entry that says it is a lower bound.
const LOWER: u64 = 1 << 32;
/// The bit of an entry that says it is one: no entry is zero.
const TAKEN: u64 = 1 << 33;

/// A bound of the value of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Known {
    /// Whether the value is at least `bound`; or else at most.
    pub(super) is_lower: bool,
    pub(super) bound: f64,
}

impl Known {
    /// What follows from it for the question whether the value is at least `threshold`: a bound on
    /// the side of the answer, if there is an answer.
    #[inline]
    pub(super) fn answers(self, threshold: f64) -> Option<f64> {
        ((threshold <= self.bound) == self.is_lower).then_some(self.bound)
    }
}

/// What a proof has found out: for each position, bounds of its value.
#[derive(Debug)]
pub(super) struct Bounds(Buckets);

impl Bounds {
    /// A table of at most so many bytes.
    pub(super) fn new(bytes: usize) -> Bounds {
        Bounds(Buckets::new(bytes))
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// What is known of the position with that key.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<Known> {
        let entry = self.0.find(key)?;
        let bound = f64::from(f32::from_bits(entry as u32));
        Some(Known { is_lower: entry & LOWER != 0, bound })
    }

    /// Remembers a bound that `nodes` positions were looked at for.
    #[inline]
    pub(super) fn keep(&mut self, key: u64, known: Known, nodes: u64, tally: &Tally<'_>) {
        self.0.keep(key, packed(known), nodes, tally);
    }

    /// The same in a table that is shared; whether there is one entry more.
    #[inline]
    pub(super) fn keep_as_one_of_many(&self, key: u64, known: Known, nodes: u64) -> bool {
        self.0.keep_as_one_of_many(key, packed(known), nodes)
    }

    /// How many entries there are.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// How many entries more it takes until it should grow, before it is shared; none where it
    /// cannot.
    pub(super) fn room(&self) -> Option<usize> {
        self.0.room()
    }

    /// Grows until there is room for so many entries more, as far as it may and `tally` goes.
    pub(super) fn reserve(&mut self, entries: usize, tally: &Tally<'_>) {
        self.0.reserve(entries, tally);
    }

    /// Counts entries that were kept while it was shared.
    pub(super) fn add(&mut self, entries: usize) {
        self.0.add(entries);
    }
}

/// A bound as it is kept.
#[inline]
fn packed(known: Known) -> u64 {
    let lower = if known.is_lower { LOWER } else { 0 };
    u64::from(outward(known).to_bits()) | lower | TAKEN
}

/// The bound as a shorter number, rounded to the side on which it stays true. Every payoff that
/// is a small whole number, or a half, is itself.
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
    use super::{Bounds, Known, Tally};

    #[test]
    fn bounds_come_back_true_though_rounded() {
        let mut table = Bounds::new(1 << 10);
        for (key, bound) in (0..).zip([0.0, -1.0, 0.5, 0.1, -0.1, 1e300, -1e300]) {
            table.keep(key, Known { is_lower: true, bound }, 5, &Tally::free(0));
            let known = table.find(key).unwrap();
            assert!(known.is_lower && known.bound <= bound, "{bound}");
            table.keep(key, Known { is_lower: false, bound }, 5, &Tally::free(0));
            let known = table.find(key).unwrap();
            assert!(!known.is_lower && bound <= known.bound, "{bound}");
        }
        assert_eq!(table.find(99), None);
    }

    #[test]
    fn the_cheapest_entry_gives_way() {
        let mut table = Bounds::new(1);
        let known = Known { is_lower: true, bound: 1.0 };
        table.keep(0, known, 1_000_000, &Tally::free(0));
        for key in 1..1000 {
            table.keep(key, known, 1, &Tally::free(0));
        }
        assert_eq!(table.find(0), Some(known));
    }

    #[test]
    fn a_bound_answers_one_side_only() {
        let lower = Known { is_lower: true, bound: 0.0 };
        assert_eq!((lower.answers(0.0), lower.answers(1.0)), (Some(0.0), None));
        let upper = Known { is_lower: false, bound: 0.0 };
        assert_eq!((upper.answers(0.0), upper.answers(1.0)), (None, Some(0.0)));
    }
}
