//! One seed, numbered streams: everything random in Agon comes from here.
//!
//! A stream is `ChaCha` with eight rounds, keyed by the seed and numbered by its purpose, so any
//! game of any tournament can be played again alone. The first words are pinned by a test: an
//! upgrade that changed them would change every result.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// The master seed of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seed(pub u64);

/// So many words are drawn at a time: a block of `ChaCha`.
const BLOCK: usize = 16;

impl Seed {
    /// The stream of this seed with the given number. Different numbers are independent.
    pub fn stream(self, number: u64) -> Stream {
        Stream { words: first_block(self, number), next: 0, seed: self, number, later: None }
    }

    fn key(self) -> [u8; 32] {
        let mut key = *b"........ agon numbered streams 1";
        key[..8].copy_from_slice(&self.0.to_le_bytes());
        key
    }
}

/// A source of random numbers that is the same on every machine.
#[derive(Clone, Debug)]
pub struct Stream {
    words: [u32; BLOCK],
    /// How many of those were drawn.
    next: usize,
    seed: Seed,
    number: u64,
    /// All blocks but the first.
    later: Option<Box<ChaCha8Rng>>,
}

/// The first block of a stream. A fast game needs no more, and the generator makes four at a time.
fn first_block(seed: Seed, number: u64) -> [u32; BLOCK] {
    let key = seed.key();
    let word = |n: usize| u32::from_le_bytes([key[n], key[n + 1], key[n + 2], key[n + 3]]);
    let start = [
        [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574],
        [word(0), word(4), word(8), word(12)],
        [word(16), word(20), word(24), word(28)],
        [0, 0, number as u32, (number >> 32) as u32],
    ];
    let mut rows = start;
    for _ in 0..4 {
        quarters(&mut rows);
        for (row, by) in rows.iter_mut().zip(0..) {
            row.rotate_left(by);
        }
        quarters(&mut rows);
        for (row, by) in rows.iter_mut().zip(0..) {
            row.rotate_right(by);
        }
    }
    let mut words = [0; BLOCK];
    let sums = rows.as_flattened().iter().zip(start.as_flattened());
    for (word, (end, start)) in words.iter_mut().zip(sums) {
        *word = end.wrapping_add(*start);
    }
    words
}

/// The quarter rounds of `ChaCha` (D. J. Bernstein, 2008), one for each column.
#[inline]
fn quarters([a, b, c, d]: &mut [[u32; 4]; 4]) {
    for (b_turns, d_turns) in [(12, 16), (7, 8)] {
        for n in 0..4 {
            a[n] = a[n].wrapping_add(b[n]);
            d[n] = (d[n] ^ a[n]).rotate_left(d_turns);
            c[n] = c[n].wrapping_add(d[n]);
            b[n] = (b[n] ^ c[n]).rotate_left(b_turns);
        }
    }
}

impl Stream {
    #[inline]
    fn word(&mut self) -> u32 {
        if self.next == BLOCK {
            self.refill();
        }
        let word = self.words[self.next % BLOCK];
        self.next += 1;
        word
    }

    #[cold]
    #[inline(never)]
    fn refill(&mut self) {
        let (seed, number) = (self.seed, self.number);
        let later = self.later.get_or_insert_with(|| {
            let mut later = ChaCha8Rng::from_seed(seed.key());
            later.set_stream(number);
            later.set_word_pos(BLOCK as u128);
            Box::new(later)
        });
        self.words.fill_with(|| later.next_u32());
        self.next = 0;
    }

    /// A number below `bound`, each equally likely (Lemire, *Fast Random Integer Generation in an
    /// Interval*, 2019). `bound` is at least one.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        let mut product = u64::from(self.word()) * u64::from(bound);
        if (product as u32) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u32) < threshold {
                product = u64::from(self.word()) * u64::from(bound);
            }
        }
        (product >> 32) as u32
    }

    /// Sixty-four random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        u64::from(self.word()) | u64::from(self.word()) << 32
    }

    /// A number in `0.0..1.0`, a multiple of 2⁻⁵³.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Puts `items` in random order, each equally likely (Fisher & Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last as u32 + 1) as usize;
            items.swap(last, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    use super::Seed;

    #[test]
    fn streams_never_change_their_values() {
        let words = |seed, number| {
            let mut stream = Seed(seed).stream(number);
            [stream.bits(), stream.bits(), u64::from(stream.below(1000))]
        };
        assert_eq!(words(0, 0), [2688974885477849669, 2522760894955711973, 22]);
        assert_eq!(words(0, 1), [5431901040071651458, 161439085995482215, 432]);
        assert_eq!(words(42, 0), [653828130734499101, 17912449835138433530, 230]);
        assert_eq!(words(42, u64::MAX), [6930606340309917226, 982967282816242296, 640]);
    }

    #[test]
    fn streams_are_those_of_the_generator() {
        for seed in [0, 1, u64::MAX, 0x0123_4567_89ab_cdef] {
            for number in [0, 1, 255, 1 << 32, u64::MAX] {
                let mut slow = ChaCha8Rng::from_seed(Seed(seed).key());
                slow.set_stream(number);
                let mut stream = Seed(seed).stream(number);
                assert!((0..200).all(|_| stream.word() == slow.next_u32()));
                let mut odd = stream.clone();
                assert_eq!((odd.word(), odd.bits()), (slow.next_u32(), slow.next_u64()));
            }
        }
    }

    #[test]
    fn every_number_below_a_bound_is_drawn_about_equally_often() {
        let mut stream = Seed(7).stream(3);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[stream.below(6) as usize] += 1;
        }
        // Five degrees of freedom: beyond 25.7 with probability 1 in 10,000.
        let chi: f64 = counts.iter().map(|&c| (f64::from(c) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi < 25.7, "chi-square {chi} for {counts:?}");
    }

    #[test]
    fn units_stay_below_one() {
        let mut stream = Seed(7).stream(4);
        assert!((0..10_000).map(|_| stream.unit()).all(|u| (0.0..1.0).contains(&u)));
    }
}
