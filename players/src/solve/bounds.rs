//! What a proof has found out about positions: a table of fixed size, with bounds of values.
//!
//! A bucket is one cache line of four entries, each with the whole key. The entry that cost the
//! least work gives way.

/// The entries of a bucket, two words each.
const ENTRIES: usize = 4;
/// The words of a bucket.
const BUCKET: usize = 2 * ENTRIES;
/// The bytes of a bucket.
const BUCKET_BYTES: usize = BUCKET * size_of::<u64>();
/// The bit of an entry that says it is a lower bound.
const LOWER: u64 = 1 << 32;
/// The bit of an entry that says it is one: an empty entry is zero.
const TAKEN: u64 = 1 << 33;
/// Where the work of an entry stands.
const WORK: u32 = 34;

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

/// See the module.
#[derive(Debug)]
pub(super) struct Bounds {
    words: Vec<u64>,
    /// Where the first bucket begins: at a cache line.
    first: usize,
    /// How far to shift a mixed key to get the number of a bucket.
    shift: u32,
}

impl Bounds {
    /// A table of at most so many bytes: the largest power of two, and at least two buckets.
    pub(super) fn new(bytes: usize) -> Bounds {
        let bits = (bytes / BUCKET_BYTES).max(2).ilog2();
        // Zeroed memory comes from the system page by page as it is used.
        let words = vec![0; (BUCKET << bits) + BUCKET];
        let offset = words.as_ptr().align_offset(BUCKET_BYTES);
        Bounds { words, first: offset.min(BUCKET), shift: 64 - bits }
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        self.first + BUCKET * (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    /// What is known of the position with that key.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<Known> {
        let place = self.place(key);
        let bucket = &self.words[place..place + BUCKET];
        for entry in bucket.chunks_exact(2) {
            if entry[0] == key && entry[1] != 0 {
                let bound = f64::from(f32::from_bits(entry[1] as u32));
                return Some(Known { is_lower: entry[1] & LOWER != 0, bound });
            }
        }
        None
    }

    /// Remembers a bound that `nodes` positions were looked at for.
    #[inline]
    pub(super) fn keep(&mut self, key: u64, known: Known, nodes: u64) {
        let work = u64::from((nodes + 1).ilog2());
        let place = self.place(key);
        let bucket = &mut self.words[place..place + BUCKET];
        let (mut least, mut chosen) = (u64::MAX, 0);
        for index in 0..ENTRIES {
            let data = bucket[2 * index + 1];
            if data != 0 && bucket[2 * index] == key {
                chosen = index;
                break;
            }
            let cost = if data == 0 { 0 } else { 1 + (data >> WORK) };
            if cost < least {
                (least, chosen) = (cost, index);
            }
        }
        let lower = if known.is_lower { LOWER } else { 0 };
        let bound = u64::from(outward(known).to_bits());
        bucket[2 * chosen] = key;
        bucket[2 * chosen + 1] = bound | lower | TAKEN | work << WORK;
    }
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
    use super::{Bounds, Known};

    #[test]
    fn bounds_come_back_true_though_rounded() {
        let mut table = Bounds::new(1 << 10);
        for (key, bound) in (0..).zip([0.0, -1.0, 0.5, 0.1, -0.1, 1e300, -1e300]) {
            table.keep(key, Known { is_lower: true, bound }, 5);
            let known = table.find(key).unwrap();
            assert!(known.is_lower && known.bound <= bound, "{bound}");
            table.keep(key, Known { is_lower: false, bound }, 5);
            let known = table.find(key).unwrap();
            assert!(!known.is_lower && bound <= known.bound, "{bound}");
        }
        assert_eq!(table.find(99), None);
    }

    #[test]
    fn the_cheapest_entry_gives_way() {
        let mut table = Bounds::new(1);
        let known = Known { is_lower: true, bound: 1.0 };
        table.keep(0, known, 1_000_000);
        for key in 1..1000 {
            table.keep(key, known, 1);
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
