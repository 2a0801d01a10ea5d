//! The stones on a Go board and their chains.
//!
//! One array of points with a border, the same stride for every size, so that a neighbour is a
//! constant step away. A chain is a ring of its stones; its *pseudo-liberties* count every pair
//! of a stone and an empty neighbour, so they need no search, and are zero exactly when there is
//! no liberty.

use std::ops::ControlFlow;

use agon_core::bits::ones;

/// From a point to the one above it.
const STRIDE: usize = 20;
/// The points of the largest board, with its border.
const POINTS: usize = STRIDE * 21 + 1;
const STEPS: [usize; 4] = [STRIDE.wrapping_neg(), 1_usize.wrapping_neg(), 1, STRIDE];
/// To the points around one, in rows from the lowest, and to those at its corners.
const AROUND: [usize; 8] = [
    (STRIDE + 1).wrapping_neg(),
    STRIDE.wrapping_neg(),
    (STRIDE - 1).wrapping_neg(),
    1_usize.wrapping_neg(),
    1,
    STRIDE - 1,
    STRIDE,
    STRIDE + 1,
];
const CORNERS: [usize; 4] = [AROUND[0], AROUND[2], AROUND[5], AROUND[7]];
const WORDS: usize = POINTS.div_ceil(64);

/// A point, as an index that grows along the rows from the lowest.
pub(crate) type Point = u16;

/// The index of a point by row and column, both counted from zero at the lower left.
pub(crate) const fn point(row: usize, column: usize) -> Point {
    ((row + 1) * STRIDE + column + 1) as Point
}

/// The row and the column of a point.
pub(crate) const fn place(p: Point) -> (usize, usize) {
    (p as usize / STRIDE - 1, p as usize % STRIDE - 1)
}

pub(crate) const EMPTY: u8 = 2;
pub(crate) const BORDER: u8 = 3;

#[derive(Clone, Copy, Debug)]
struct Site {
    /// The seat whose stone is here, [`EMPTY`] or [`BORDER`].
    stone: u8,
    /// The chain: the index of one of its stones.
    chain: Point,
    /// The next stone of the chain, around the ring.
    next: Point,
    /// The pseudo-liberties of the chain, at the stone that names it.
    liberties: u16,
}

/// The stones of both sides.
#[derive(Debug)]
pub(crate) struct Board {
    pub(crate) size: usize,
    /// The same for the same stones.
    pub(crate) hash: u64,
    /// The number of empty points.
    pub(crate) empties: u32,
    /// Which points are empty, a bit each.
    empty: [u64; WORDS],
    sites: [Site; POINTS],
}

impl Clone for Board {
    fn clone(&self) -> Self {
        Board { sites: self.sites, ..*self }
    }
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        self.size = source.size;
        self.hash = source.hash;
        self.empties = source.empties;
        self.empty = source.empty;
        // Below the first row and above the last there is nothing but border.
        let used = STRIDE..STRIDE * (source.size + 1);
        self.sites[used.clone()].copy_from_slice(&source.sites[used]);
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash && self.size == other.size && self.points().all(|p| self.stone(p) == other.stone(p))
    }
}

/// The effect of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Effect {
    /// The hash of the board afterwards.
    pub(crate) hash: u64,
    /// Whether stones are taken.
    pub(crate) takes: bool,
}

impl Board {
    pub(crate) fn new(size: usize) -> Board {
        let border = Site { stone: BORDER, chain: 0, next: 0, liberties: 0 };
        let mut board =
            Board { size, hash: 0, empties: (size * size) as u32, empty: [0; WORDS], sites: [border; POINTS] };
        for p in (0..size).flat_map(|row| (0..size).map(move |column| point(row, column))) {
            board.sites[usize::from(p)].stone = EMPTY;
            board.empty[usize::from(p) / 64] |= 1 << (p % 64);
        }
        board
    }

    /// The seat whose stone is on `p`, or [`EMPTY`].
    #[inline]
    pub(crate) fn stone(&self, p: Point) -> u8 {
        self.sites[usize::from(p)].stone
    }

    /// Whether `p` is a point of the board, and empty.
    #[inline]
    pub(crate) fn is_empty(&self, p: Point) -> bool {
        self.sites.get(usize::from(p)).is_some_and(|site| site.stone == EMPTY)
    }

    /// Every point, ascending.
    pub(crate) fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let size = self.size;
        (0..size).flat_map(move |row| (0..size).map(move |column| point(row, column)))
    }

    /// The empty points, ascending.
    #[inline]
    pub(crate) fn each_empty(&self) -> impl Iterator<Item = Point> {
        self.empty
            .iter()
            .enumerate()
            .flat_map(|(word, &bits)| ones(bits).map(move |bit| word as Point * 64 + bit as Point))
    }

    /// The empty point number `n`; there are more than `n`.
    #[inline]
    pub(crate) fn nth_empty(&self, mut n: u32) -> Point {
        for (word, &bits) in self.empty.iter().enumerate() {
            let here = bits.count_ones();
            if n < here {
                let mut left = bits;
                for _ in 0..n {
                    left &= left - 1;
                }
                return word as Point * 64 + left.trailing_zeros() as Point;
            }
            n -= here;
        }
        unreachable!("`n` is less than the number of empty points")
    }

    #[inline]
    pub(crate) fn neighbours(p: Point) -> [usize; 4] {
        STEPS.map(|step| usize::from(p).wrapping_add(step))
    }

    /// The eight points around `p`, in rows from the lowest.
    #[inline]
    pub(crate) fn around(p: Point) -> [usize; 8] {
        AROUND.map(|step| usize::from(p).wrapping_add(step))
    }

    /// What is around `p`, two bits for each point in rows from the lowest, as `seat` sees it: an own stone, the other's,
    /// nothing, the edge.
    #[inline]
    pub(crate) fn surroundings(&self, p: Point, seat: u8) -> u16 {
        let mut around = 0;
        for (n, q) in Board::around(p).into_iter().enumerate() {
            let stone = self.sites[q].stone;
            let seen = if stone < EMPTY { stone ^ seat } else { stone };
            around |= u16::from(seen) << (2 * n);
        }
        around
    }

    /// Whether the empty point `p` is an eye of `seat`: its own stones on all sides, and at most one of the other's at the
    /// corners; none where the board ends.
    pub(crate) fn is_eye(&self, p: Point, seat: u8) -> bool {
        let at_sides = |q: usize| [seat, BORDER].contains(&self.sites[q].stone);
        if !Board::neighbours(p).into_iter().all(at_sides) {
            return false;
        }
        let corners = CORNERS.map(|step| self.sites[usize::from(p).wrapping_add(step)].stone);
        let others = corners.into_iter().filter(|&stone| stone == seat ^ 1).count();
        others + usize::from(corners.contains(&BORDER)) < 2
    }

    /// Calls `visit` with the liberties of the chain on `p` until it says stop; one may come several times.
    fn each_liberty(&self, p: Point, mut visit: impl FnMut(Point) -> ControlFlow<()>) {
        let first = self.sites[usize::from(p)].chain;
        let mut stone = first;
        loop {
            for q in Board::neighbours(stone) {
                if self.sites[q].stone == EMPTY && visit(q as Point).is_break() {
                    return;
                }
            }
            stone = self.sites[usize::from(stone)].next;
            if stone == first {
                return;
            }
        }
    }

    /// The liberties of the chain on `p`: one, two, or three where there are more.
    pub(crate) fn few_liberties(&self, p: Point) -> u32 {
        let (mut seen, mut count) = ([Point::MAX; 3], 0);
        self.each_liberty(p, |liberty| {
            if !seen[..count].contains(&liberty) {
                seen[count] = liberty;
                count += 1;
            }
            if count == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        count as u32
    }

    /// The only liberty of the chain on `p`, if it has no other.
    #[inline]
    pub(crate) fn last_liberty(&self, p: Point) -> Option<Point> {
        // An empty point has four neighbours.
        let chain = self.sites[usize::from(p)].chain;
        if 4 < self.sites[usize::from(chain)].liberties {
            return None;
        }
        let (mut only, mut is_only) = (None, true);
        self.each_liberty(p, |liberty| {
            is_only = *only.get_or_insert(liberty) == liberty;
            if is_only { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        only.filter(|_| is_only)
    }

    /// Calls `visit` with a stone of each of the other's chains beside the chain on `p`; with some several times.
    pub(crate) fn each_attacker(&self, p: Point, mut visit: impl FnMut(Point)) {
        let Site { stone: seat, chain: first, .. } = self.sites[usize::from(p)];
        let mut stone = first;
        loop {
            for q in Board::neighbours(stone) {
                if self.sites[q].stone == seat ^ 1 {
                    visit(self.sites[q].chain);
                }
            }
            stone = self.sites[usize::from(stone)].next;
            if stone == first {
                return;
            }
        }
    }

    /// Whether a stone of `seat` on the empty point `p` would be in a chain with one liberty. Taking is not looked at: a
    /// stone that takes has more.
    pub(crate) fn is_self_atari(&self, p: Point, seat: u8) -> bool {
        let mut seen = None;
        let mut is_few = |liberty: Point| *seen.get_or_insert(liberty) == liberty;
        for q in Board::neighbours(p) {
            let site = self.sites[q];
            if site.stone == EMPTY {
                if !is_few(q as Point) {
                    return false;
                }
            } else if site.stone == seat {
                let mut has_more = false;
                self.each_liberty(site.chain, |liberty| {
                    has_more = liberty != p && !is_few(liberty);
                    if has_more { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                if has_more {
                    return false;
                }
            } else if site.stone == seat ^ 1 && self.liberties_without(q, p) == 0 {
                return false;
            }
        }
        true
    }

    /// Whether `p` is on the edge and no stone is around it.
    pub(crate) fn is_lonely_edge(&self, p: Point) -> bool {
        let is_edge = Board::neighbours(p).into_iter().any(|q| self.sites[q].stone == BORDER);
        is_edge && Board::around(p).into_iter().all(|q| self.sites[q].stone >= EMPTY)
    }

    /// The liberties of the chain of `neighbour`, not counting `p`, which is empty and beside it.
    #[inline]
    fn liberties_without(&self, neighbour: usize, p: Point) -> u16 {
        let chain = self.sites[neighbour].chain;
        let liberties = self.sites[usize::from(chain)].liberties;
        if 4 < liberties {
            return liberties;
        }
        let touching = Board::neighbours(p).into_iter().filter(|&q| {
            let site = self.sites[q];
            site.stone < EMPTY && site.chain == chain
        });
        liberties - touching.count() as u16
    }

    /// The effect of a stone of `seat` on the empty point `p`, or `None` if it would have no
    /// liberty.
    #[inline]
    pub(crate) fn effect(&self, p: Point, seat: u8) -> Option<Effect> {
        let mut effect = Effect { hash: self.hash ^ hash_of(p, seat), takes: false };
        let mut lives = false;
        let mut taken = [Point::MAX; 4];
        for (index, q) in Board::neighbours(p).into_iter().enumerate() {
            let site = self.sites[q];
            if site.stone == EMPTY {
                lives = true;
            } else if site.stone == seat {
                lives = lives || 0 < self.liberties_without(q, p);
            } else if site.stone == seat ^ 1 && self.liberties_without(q, p) == 0 && !taken.contains(&site.chain) {
                taken[index] = site.chain;
                effect.takes = true;
                let mut stone = site.chain;
                loop {
                    effect.hash ^= hash_of(stone, seat ^ 1);
                    stone = self.sites[usize::from(stone)].next;
                    if stone == site.chain {
                        break;
                    }
                }
            }
        }
        (lives || effect.takes).then_some(effect)
    }

    /// Places a stone of `seat` on the empty point `p`, removes captured stones, and returns
    /// whether there were any. The stone has a liberty afterwards.
    #[inline]
    pub(crate) fn put(&mut self, p: Point, seat: u8) -> bool {
        let here = usize::from(p);
        self.hash ^= hash_of(p, seat);
        self.empties -= 1;
        self.empty[here / 64] &= !(1 << (p % 64));
        let mut liberties = 0;
        for q in Board::neighbours(p) {
            match self.sites[q].stone {
                EMPTY => liberties += 1,
                BORDER => {}
                _ => self.sites[usize::from(self.sites[q].chain)].liberties -= 1,
            }
        }
        self.sites[here] = Site { stone: seat, chain: p, next: p, liberties };
        let mut takes = false;
        for q in Board::neighbours(p) {
            let site = self.sites[q];
            if site.stone == seat {
                if site.chain != self.sites[here].chain {
                    self.join(self.sites[here].chain, site.chain);
                }
            } else if site.stone == seat ^ 1 && self.sites[usize::from(site.chain)].liberties == 0 {
                self.take(site.chain, seat ^ 1);
                takes = true;
            }
        }
        takes
    }

    /// Makes the chain `from` a part of the chain `into`.
    fn join(&mut self, from: Point, into: Point) {
        self.sites[usize::from(into)].liberties += self.sites[usize::from(from)].liberties;
        let mut stone = from;
        loop {
            let site = &mut self.sites[usize::from(stone)];
            site.chain = into;
            stone = site.next;
            if stone == from {
                break;
            }
        }
        let next = self.sites[usize::from(from)].next;
        self.sites[usize::from(from)].next = self.sites[usize::from(into)].next;
        self.sites[usize::from(into)].next = next;
    }

    fn take(&mut self, chain: Point, owner: u8) {
        let mut stone = chain;
        loop {
            let at = usize::from(stone);
            let next = self.sites[at].next;
            self.sites[at].stone = EMPTY;
            self.empty[at / 64] |= 1 << (stone % 64);
            self.empties += 1;
            self.hash ^= hash_of(stone, owner);
            for q in Board::neighbours(stone) {
                if self.sites[q].stone < EMPTY {
                    self.sites[usize::from(self.sites[q].chain)].liberties += 1;
                }
            }
            stone = next;
            if stone == chain {
                break;
            }
        }
    }

    /// Whether every chain has a liberty.
    pub(crate) fn is_sound(&self) -> bool {
        let stones = self.points().filter(|&p| self.stone(p) != EMPTY);
        let mut chains = stones.map(|p| self.sites[usize::from(p)].chain);
        chains.all(|chain| 0 < self.sites[usize::from(chain)].liberties)
    }

    /// The area of both seats: their stones, and the empty regions that touch no other's.
    pub(crate) fn area(&self) -> [i32; 2] {
        let mut area = [0; 2];
        let mut seen = [false; POINTS];
        let mut stack = [0; POINTS];
        for p in self.points() {
            let stone = self.stone(p);
            if stone != EMPTY {
                area[usize::from(stone)] += 1;
                continue;
            }
            if seen[usize::from(p)] {
                continue;
            }
            seen[usize::from(p)] = true;
            stack[0] = p;
            let (mut height, mut points, mut touches) = (1, 0, [false; 2]);
            while 0 < height {
                height -= 1;
                points += 1;
                for q in Board::neighbours(stack[height]) {
                    match self.sites[q].stone {
                        EMPTY if !seen[q] => {
                            seen[q] = true;
                            stack[height] = q as Point;
                            height += 1;
                        }
                        seat @ (0 | 1) => touches[usize::from(seat)] = true,
                        _ => {}
                    }
                }
            }
            match touches {
                [true, false] => area[0] += points,
                [false, true] => area[1] += points,
                _ => {}
            }
        }
        area
    }

    /// For both seats, their stones and the empty points beside stones of theirs alone.
    pub(crate) fn stones_and_points(&self) -> ([i32; 2], [i32; 2]) {
        let (mut stones, mut points) = ([0; 2], [0; 2]);
        for p in self.points() {
            let stone = self.stone(p);
            if stone != EMPTY {
                stones[usize::from(stone)] += 1;
                continue;
            }
            let beside = Board::neighbours(p).map(|q| self.sites[q].stone);
            match [beside.contains(&0), beside.contains(&1)] {
                [true, false] => points[0] += 1,
                [false, true] => points[1] += 1,
                _ => {}
            }
        }
        (stones, points)
    }
}

#[inline]
fn hash_of(p: Point, seat: u8) -> u64 {
    HASHES[usize::from(p)][usize::from(seat & 1)]
}

/// A random number for each point and seat (Zobrist 1970), by `SplitMix64` (Steele, Lea & Flood
/// 2014).
static HASHES: [[u64; 2]; POINTS] = {
    let mut table = [[0; 2]; POINTS];
    let mut state: u64 = 0x5f1d_36f1_0a3c_9e27;
    let mut index = 0;
    while index < 2 * POINTS {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        table[index / 2][index % 2] = z ^ (z >> 31);
        index += 1;
    }
    table
};
