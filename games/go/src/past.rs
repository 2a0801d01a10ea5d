//! The boards there have been, for positional superko.

use crate::board::Point;

/// Bits in the filter; a power of two.
const BITS: u64 = 4096;

/// The hashes of all boards before the present one, and the moves that were played.
///
/// Both lists have room for the longest play from the start, so that they never grow.
#[derive(Debug)]
pub(crate) struct Past {
    /// Every board that was left by a stone, so each once.
    boards: Vec<u64>,
    /// Every move, passes counted.
    moves: Vec<Point>,
    /// The set of boards, folded into one number.
    pub(crate) fold: u64,
    /// One bit for each board; others may share it.
    filter: [u64; BITS as usize / 64],
}

impl Clone for Past {
    fn clone(&self) -> Self {
        let mut past = Past::new(self.boards.capacity());
        past.clone_from(self);
        past
    }
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        self.boards.clone_from(&source.boards);
        self.moves.clone_from(&source.moves);
        self.fold = source.fold;
        self.filter = source.filter;
    }
}

/// The same boards, in any order, after equally many moves.
impl PartialEq for Past {
    fn eq(&self, other: &Self) -> bool {
        if self.moves.len() != other.moves.len() || self.fold != other.fold {
            return false;
        }
        self.boards == other.boards || {
            let mut lists = [self.boards.clone(), other.boards.clone()];
            for list in &mut lists {
                list.sort_unstable();
            }
            lists[0] == lists[1]
        }
    }
}

impl Past {
    /// The bytes that it has on the heap.
    pub(crate) fn bytes(&self) -> usize {
        self.boards.capacity() * size_of::<u64>() + self.moves.capacity() * size_of::<Point>()
    }

    /// Nothing yet, with room for as many moves as `plies`.
    pub(crate) fn new(plies: usize) -> Past {
        Past {
            boards: Vec::with_capacity(plies),
            moves: Vec::with_capacity(plies),
            fold: 0,
            filter: [0; BITS as usize / 64],
        }
    }

    /// Whether there has been a board with this hash.
    #[inline]
    pub(crate) fn has(&self, hash: u64) -> bool {
        let bit = hash % BITS;
        self.filter[(bit / 64) as usize] >> (bit % 64) & 1 == 1 && self.boards.iter().rev().any(|&board| board == hash)
    }

    /// Adds the board with this hash.
    #[inline]
    pub(crate) fn add(&mut self, hash: u64) {
        let bit = hash % BITS;
        self.filter[(bit / 64) as usize] |= 1 << (bit % 64);
        self.boards.push(hash);
        let mixed = (hash ^ (hash >> 29)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        self.fold = self.fold.wrapping_add(mixed ^ (mixed >> 32));
    }

    /// Adds a move.
    #[inline]
    pub(crate) fn note(&mut self, m: Point) {
        self.moves.push(m);
    }

    /// The moves played so far.
    #[inline]
    pub(crate) fn moves(&self) -> &[Point] {
        &self.moves
    }
}
