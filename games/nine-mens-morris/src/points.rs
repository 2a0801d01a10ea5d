//! Sets of points as 24 bits, and how the points hang together.
//!
//! The board is three rings of eight points, the outermost in the low byte, each clockwise from its
//! top left corner. So corners have even numbers and the middles of sides odd ones; a step along a
//! ring turns a byte by one bit, and a step along a spoke, between odd points, goes to the next
//! byte. Whole sets step at once.

/// A set of points.
pub(crate) type Points = u32;

/// The number of points.
pub(crate) const POINTS: u8 = 24;

/// All of them.
pub(crate) const ALL: Points = 0xff_ffff;

const CORNERS: Points = 0x55_5555;
const MIDDLES: Points = 0xaa_aaaa;
/// The ends of the spokes on the outermost ring.
const SPOKES: Points = 0x00_00aa;

/// The names of the points: column from the left, row from the bottom.
pub(crate) const NAMES: [&str; 24] = [
    "a7", "d7", "g7", "g4", "g1", "d1", "a1", "a4", // the outermost ring
    "b6", "d6", "f6", "f4", "f2", "d2", "b2", "b4", // the middle one
    "c5", "d5", "e5", "e4", "e3", "d3", "c3", "c4", // the innermost
];

/// The points as a page is read.
pub(crate) const READ: [u8; 24] = {
    let mut read = [0; 24];
    let (mut place, mut row) = (0, b'7');
    while b'1' <= row {
        let mut column = b'a';
        while column <= b'g' {
            let mut point = 0;
            while point < 24 {
                let name = NAMES[point].as_bytes();
                if name[0] == column && name[1] == row {
                    read[place] = point as u8;
                    place += 1;
                }
                point += 1;
            }
            column += 1;
        }
        row -= 1;
    }
    read
};

/// Every point as a set, with those that a line joins to it.
pub(crate) const NEAR: [Points; 24] = {
    let mut near = [0; 24];
    let mut point = 0;
    while point < 24 {
        near[point] = beside(1 << point);
        point += 1;
    }
    near
};

/// Every ring rotated clockwise by one point, so that each point gets the content of the one
/// before.
const fn onward(set: Points) -> Points {
    (set << 1 & 0xfe_fefe) | (set >> 7 & 0x01_0101)
}

/// Every ring turned the other way.
const fn back(set: Points) -> Points {
    (set >> 1 & 0x7f_7f7f) | (set << 7 & 0x80_8080)
}

/// The points that a line joins to one of `set`.
pub(crate) const fn beside(set: Points) -> Points {
    let middles = set & MIDDLES;
    onward(set) | back(set) | (middles << 8 & ALL) | middles >> 8
}

/// The number of lines from a point of `set` to one of `free`.
pub(crate) fn ways(set: Points, free: Points) -> u32 {
    let middles = set & MIDDLES;
    let to = |points: Points| (points & free).count_ones();
    to(onward(set)) + to(back(set)) + to(middles << 8) + to(middles >> 8)
}

/// The middle points of the mills along rings, and the outer points of those along spokes.
const fn mills(set: Points) -> (Points, Points) {
    (set & onward(set) & back(set) & MIDDLES, set & set >> 8 & set >> 16 & SPOKES)
}

/// The number of mills in `set`.
pub(crate) fn mill_count(set: Points) -> u32 {
    let (rings, spokes) = mills(set);
    rings.count_ones() + spokes.count_ones()
}

/// The points of `set` that are in a mill.
#[inline]
pub(crate) const fn in_mills(set: Points) -> Points {
    let (rings, spokes) = mills(set);
    rings | onward(rings) | back(rings) | spokes | spokes << 8 | spokes << 16
}

/// The points, of `set` or not, where a man closes a mill with two others of `set`.
#[inline]
pub(crate) const fn closing(set: Points) -> Points {
    let (before, after) = (onward(set), back(set));
    let sides = (before & after & MIDDLES) | (before & onward(before) & CORNERS) | (after & back(after) & CORNERS);
    let outer = set >> 8 & set >> 16 & SPOKES;
    let middle = set << 8 & set >> 8 & SPOKES << 8;
    let inner = set << 8 & set << 16 & SPOKES << 16;
    sides | outer | middle | inner
}

/// The image of a point under symmetry number `symmetry` of sixteen: rotations, reflections, and
/// exchanging inner and outer rings.
pub(crate) fn carried(point: u8, symmetry: usize) -> u8 {
    let (mut ring, mut at) = (point / 8, point % 8);
    at = (at + 2 * (symmetry % 4) as u8) % 8;
    if symmetry & 4 != 0 {
        at = (8 - at) % 8;
    }
    if symmetry & 8 != 0 {
        ring = 2 - ring.min(2);
    }
    8 * ring + at
}
