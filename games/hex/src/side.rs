//! One seat's stones on a hexagonal board, and those of them connected to its first edge.
//!
//! A seat joins row 0 to the last row; for the second seat the board is transposed, so that the
//! same code serves both. Every stone is connected at most once in a game, so all tests for a
//! winner in a game together cost no more than its stones.

use agon_core::bits::ones;

/// The most rows a board can have.
pub(crate) const MOST: usize = 19;

/// The squares of a board by rows, with an empty row before the first and after the last.
pub(crate) type Squares = [u32; MOST + 2];

/// The stones of one seat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side {
    /// All of them.
    pub(crate) stones: Squares,
    /// Those connected to row 0.
    joined: Squares,
}

impl Side {
    pub(crate) const EMPTY: Side = Side { stones: [0; MOST + 2], joined: [0; MOST + 2] };

    /// Puts a stone on an empty square.
    #[inline]
    pub(crate) fn put(&mut self, row: usize, column: usize) {
        let (at, stone) = (row + 1, 1 << column);
        self.stones[at] |= stone;
        if row == 0 || around(&self.joined, at) & stone != 0 {
            self.join(at, stone);
        }
    }

    /// Takes a stone away that touches no other.
    pub(crate) fn lift(&mut self, row: usize, column: usize) {
        self.stones[row + 1] &= !(1 << column);
        self.joined[row + 1] &= !(1 << column);
    }

    /// Whether a chain joins row 0 to row `last`.
    #[inline]
    pub(crate) fn has_won(&self, last: usize) -> bool {
        self.joined[last + 1] != 0
    }

    /// Joins `stone` of row `at`, and all that hang on it.
    #[inline]
    fn join(&mut self, at: usize, stone: u32) {
        self.joined[at] |= along(self.stones[at], stone);
        // Rows with newly connected stones whose neighbouring rows are not updated yet.
        let mut news = 1u32 << at;
        while news != 0 {
            let from = news.trailing_zeros() as usize;
            news &= news - 1;
            for (to, before) in [(from - 1, true), (from + 1, false)] {
                let loose = self.stones[to] & !self.joined[to];
                let touched = around_from(self.joined[from], before) & loose;
                if touched != 0 {
                    self.joined[to] |= along(self.stones[to], touched);
                    news |= 1 << to;
                }
            }
        }
    }
}

/// The squares of row `at` that touch one of `squares`.
#[inline]
pub(crate) fn around(squares: &Squares, at: usize) -> u32 {
    let row = squares[at];
    row << 1 | row >> 1 | around_from(squares[at - 1], false) | around_from(squares[at + 1], true)
}

/// The squares that a row's squares touch in the row before it, or in the row after it.
#[inline]
fn around_from(row: u32, before: bool) -> u32 {
    if before { row | row << 1 } else { row | row >> 1 }
}

/// The squares of `room` that a run within `room` links to one of `from`.
#[inline]
pub(crate) fn along(room: u32, from: u32) -> u32 {
    // Adding carries upwards through a run; mirrored for the other way.
    let from = from & room;
    let up = room & !(room.wrapping_add(from)) | from;
    let (mirrored_room, mirrored_from) = (room.reverse_bits(), from.reverse_bits());
    let down = mirrored_room & !(mirrored_room.wrapping_add(mirrored_from)) | mirrored_from;
    up | down.reverse_bits()
}

/// The links between two stones of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Link {
    /// They touch.
    Touch,
    /// They touch, or both squares between them are empty, so that the other seat cannot cut them
    /// with one stone; likewise between a stone and an edge.
    Bridge,
}

/// The least number of further stones with which a seat with `stones` joins row 0 to row `last` by
/// such links, all of them on `empty` squares, if the other seat passes. `None` if no way is left.
pub(crate) fn distance(stones: &Squares, empty: &Squares, last: usize, link: Link) -> Option<u32> {
    let far = empty[last + 1] & empty[last + 1] << 1;
    // The squares reachable with this many stones: a breadth-first search, a row at a time.
    let mut reached: Squares = [0; MOST + 2];
    follow(&mut reached, stones, empty, last, link);
    let mut needed = 0;
    while reached[last + 1] == 0 && (link == Link::Touch || reached[last] & far == 0) {
        let before = reached;
        for at in 1..=last + 1 {
            reached[at] |= linked(&before, empty, at, link) & empty[at];
        }
        if reached == before {
            return None;
        }
        follow(&mut reached, stones, empty, last, link);
        needed += 1;
    }
    Some(needed)
}

/// Adds to `reached` the chains of `stones` that are linked to it.
#[inline]
fn follow(reached: &mut Squares, stones: &Squares, empty: &Squares, last: usize, link: Link) {
    loop {
        let mut changed = false;
        let mut look = |at: usize| {
            let found = linked(reached, empty, at, link) & stones[at] & !reached[at];
            if found != 0 {
                reached[at] |= along(stones[at], found);
                changed = true;
            }
        };
        (1..=last + 1).for_each(&mut look);
        (1..=last).rev().for_each(&mut look);
        if !changed {
            return;
        }
    }
}

/// The squares of row `at` that are linked to one of `reached`, or to the edge before row 0.
#[inline]
fn linked(reached: &Squares, empty: &Squares, at: usize, link: Link) -> u32 {
    let edge = if at == 1 { u32::MAX } else { 0 };
    let touching = around(reached, at) | edge;
    match link {
        Link::Touch => touching,
        Link::Bridge => touching | bridged(reached, empty, at),
    }
}

/// The squares of row `at` that have two empty squares in common with one of `reached`, or with
/// the edge before row 0.
fn bridged(reached: &Squares, empty: &Squares, at: usize) -> u32 {
    let (before, here, after) = (empty[at - 1], empty[at], empty[at + 1]);
    let row = |at: usize| reached.get(at).copied().unwrap_or(0);
    let edge = if at == 2 { before & before >> 1 } else { 0 };
    let from_before = (row(at - 1) << 1 & before & here << 1)
        | (row(at - 1) >> 2 & here >> 1 & before >> 1)
        | (row(at.wrapping_sub(2)) >> 1 & before >> 1 & before);
    let from_after = (row(at + 1) >> 1 & after & here >> 1)
        | (row(at + 1) << 2 & here << 1 & after << 1)
        | (row(at + 2) << 1 & after & after << 1);
    edge | from_before | from_after
}

/// The same squares with rows and columns exchanged.
pub(crate) fn transposed(squares: &Squares) -> Squares {
    let mut transposed = [0; MOST + 2];
    for (column, &row) in squares[1..=MOST].iter().enumerate() {
        for at in ones(row) {
            transposed[at as usize + 1] |= 1 << column;
        }
    }
    transposed
}
