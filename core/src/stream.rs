//! One seed, numbered streams: everything random in Agon comes from here.
//!
//! A stream is `ChaCha` with eight rounds, keyed by the seed and numbered by its purpose, so any
//! game of any tournament can be played again alone. The first words are pinned by a test: an
//! upgrade that changed them would change every result.

use chacha20::{
    ChaChaCore, Key, KeyIvInit, R8,
    cipher::{StreamCipherCore, common::Block},
    variants::Ietf,
};

/// The master seed of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seed(pub u64);

impl Seed {
    /// The stream of this seed with the given number. Different numbers are independent.
    pub fn stream(self, number: u64) -> Stream {
        let key = self.key().into();
        let cipher = cipher(&key, number, 0);
        Stream { key, number, cipher, made: 0, words: [0; MOST], next: MOST }
    }

    /// The same stream after as many words as [`Stream::place`] has counted: at once, however many they are.
    pub fn stream_at(self, number: u64, drawn: u64) -> Stream {
        let mut stream = self.stream(number);
        let (made, odd) = (drawn / WORDS as u64, drawn as usize % WORDS);
        (stream.cipher, stream.made) = (cipher(&stream.key, number, made), made);
        if odd != 0 {
            stream.make_blocks::<1>();
            stream.next += odd;
        }
        stream
    }

    fn key(self) -> [u8; 32] {
        let mut key = *b"........ agon numbered streams 1";
        key[..8].copy_from_slice(&self.0.to_le_bytes());
        key
    }
}

/// A source of random numbers that is the same on every machine. Whoever draws gets a stream of a number of its own, so
/// that nothing depends on who drew before:
///
/// ```
/// use agon_core::Seed;
///
/// let mut dice = Seed(2026).stream(0);
/// let rolls: Vec<u32> = (0..6).map(|_| dice.below(6) + 1).collect();
/// let mut again = Seed(2026).stream(0);
/// assert!(rolls.iter().all(|&roll| roll == again.below(6) + 1));
/// ```
#[derive(Debug)]
pub struct Stream {
    key: Key,
    number: u64,
    /// The cipher that makes the next blocks.
    cipher: Cipher,
    /// The number of blocks made.
    made: u64,
    /// The words made last, at the end of the array.
    words: [u32; MOST],
    /// The index of the next word.
    next: usize,
}

/// The cipher of a stream.
type Cipher = ChaChaCore<R8, Ietf>;

/// The most blocks made at a time.
const BLOCKS: usize = 4;
/// The number of words in a block.
const WORDS: usize = 16;
/// The most words made at a time.
const MOST: usize = BLOCKS * WORDS;

/// The cipher of stream `number`, set to block `block`. Its counter covers 2³² blocks, so the upper half of the block
/// number is part of the nonce.
#[inline]
fn cipher(key: &Key, number: u64, block: u64) -> Cipher {
    let nonce = (u128::from(number) << 32 | u128::from(block >> 32)).to_le_bytes();
    let nonce: &[u8; 12] = nonce.first_chunk().expect("there are sixteen bytes");
    let mut cipher = Cipher::new(key, nonce.into());
    // The counter is already zero. Writing it again would delay the copy that follows.
    if block as u32 != 0 {
        cipher.set_block_pos(block as u32);
    }
    cipher
}

impl Clone for Stream {
    fn clone(&self) -> Stream {
        Stream { cipher: cipher(&self.key, self.number, self.made), ..*self }
    }
}

impl Stream {
    /// Becomes the stream with this number of the same seed, at its beginning. Cheaper than
    /// [`Seed::stream`].
    #[inline]
    pub fn restart(&mut self, number: u64) {
        self.cipher = cipher(&self.key, number, 0);
        (self.number, self.made, self.next) = (number, 0, MOST);
    }

    /// Where the stream stands, for [`Seed::stream_at`]: its seed, its number, and how many words were drawn from it.
    pub fn place(&self) -> (Seed, u64, u64) {
        let seed = self.key.first_chunk().map_or(0, |seed| u64::from_le_bytes(*seed));
        (Seed(seed), self.number, self.made * WORDS as u64 - (MOST - self.next) as u64)
    }

    /// Makes the first numbers in advance, if some are sure to be drawn. A processor can overlap such calls for several
    /// streams, one right after the other.
    pub fn prepare(&mut self) {
        if MOST <= self.next {
            self.make();
        }
    }

    #[inline]
    fn word(&mut self) -> u32 {
        if MOST <= self.next {
            self.make();
        }
        let word = self.words[self.next % MOST];
        self.next += 1;
        word
    }

    /// Makes more words. Short games draw only a few, so the first block is made alone.
    #[inline(never)]
    fn make(&mut self) {
        if self.made != 0 && self.made as u32 == 0 {
            self.cipher = cipher(&self.key, self.number, self.made);
        }
        // The counter of the cipher ends there.
        let left = (1u64 << 32) - self.made % (1 << 32);
        if self.made == 0 || left < BLOCKS as u64 {
            self.make_blocks::<1>();
        } else {
            self.make_blocks::<BLOCKS>();
        }
    }

    /// Makes the words of the next `N` blocks, within the range of the cipher's counter.
    #[inline]
    fn make_blocks<const N: usize>(&mut self) {
        let mut blocks = [Block::<Cipher>::default(); N];
        self.cipher.write_keystream_blocks(&mut blocks);
        self.made += N as u64;
        self.next = MOST - N * WORDS;
        let made = self.words[self.next..].chunks_exact_mut(WORDS).zip(&blocks);
        for (words, block) in made {
            for (word, &bytes) in words.iter_mut().zip(block.as_chunks().0) {
                *word = u32::from_le_bytes(bytes);
            }
        }
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
    use rand_chacha::rand_core::{Rng, SeedableRng};

    use super::{Seed, cipher};

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
    fn streams_agree_with_another_generator() {
        for seed in [0, 1, u64::MAX, 0x0123_4567_89ab_cdef] {
            for number in [0, 1, 255, 1 << 32, u64::MAX] {
                let mut slow = ChaCha8Rng::from_seed(Seed(seed).key());
                slow.set_stream(number);
                let mut stream = Seed(seed).stream(number);
                let mut reused = Seed(seed).stream(!number);
                for drawn in [0, 1, 63, 64, 200] {
                    reused.shuffle(&mut vec![0; drawn + 1]);
                    reused.restart(number);
                    let mut fresh = Seed(seed).stream(number);
                    assert!((0..99).all(|_| reused.word() == fresh.word()));
                }
                assert!((0..200).all(|_| stream.word() == slow.next_u32()));
                let mut odd = stream.clone();
                assert_eq!((odd.word(), odd.bits()), (slow.next_u32(), slow.next_u64()));
            }
        }
    }

    #[test]
    fn a_stream_continues_where_the_counter_of_its_cipher_overflows() {
        let (seed, number) = (Seed(5), 0x0123_4567_89ab_cdef);
        for (far, left) in [1 << 32, 3 << 32].into_iter().flat_map(|far| (1..6).map(move |n| (far, n))) {
            let mut stream = seed.stream(number);
            stream.made = far - left;
            stream.cipher = cipher(&stream.key, number, stream.made);
            let mut slow = ChaCha8Rng::from_seed(seed.key());
            slow.set_stream(number);
            slow.set_word_pos(u128::from(stream.made) * 16);
            assert!((0..300).all(|_| stream.word() == slow.next_u32()), "{left} blocks to {far}");
        }
    }

    #[test]
    fn a_stream_goes_on_where_it_was_left() {
        for (seed, number) in [(Seed(0), 0), (Seed(u64::MAX), 7), (Seed(5), u64::MAX)] {
            let mut stream = seed.stream(number);
            for drawn in 0..400 {
                assert_eq!(stream.place(), (seed, number, drawn));
                let (mut again, mut same) = (seed.stream_at(number, drawn), stream.clone());
                assert_eq!(again.place(), stream.place());
                assert!((0..200).all(|_| again.word() == same.word()), "after {drawn} words");
                stream.word();
            }
        }
        // Where the counter of the cipher overflows.
        for (drawn, seed) in (0..40).map(|n| ((1 << 36) - 20 + n, Seed(5))) {
            let mut slow = ChaCha8Rng::from_seed(seed.key());
            slow.set_stream(3);
            slow.set_word_pos(u128::from(drawn));
            let mut stream = seed.stream_at(3, drawn);
            assert!((0..200).all(|_| stream.word() == slow.next_u32()), "after {drawn} words");
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
