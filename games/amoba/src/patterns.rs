//! The pattern heuristic of the amőba thesis: values of windows of a winning run's length.
//!
//! It is defined by squares. Place a stone of one side on an empty square. Every window through it
//! that then has k stones of that side and none of the other's has the value 1, 5, 25, 100 or
//! 10,000, more with every stone. The value of the square is their sum. The value of the board is
//! the sum over its empty squares, one side's minus the other's.
//!
//! It is computed by windows: a window with k stones of one side alone counts once for each of its
//! empty squares. Another stone changes only the windows through it, so that the board's value can
//! be updated.

use crate::lines::{Line, Lines, MOST, Place, each_line};

/// The value of a window that lacks this many stones to a win.
const WORTH: [i32; 6] = [10_000, 100, 25, 5, 1, 1];

/// The number of bits of a window's stones.
const STONES: [u8; 64] = {
    let mut table = [0; 64];
    let mut bits = 0;
    while bits < 64 {
        table[bits] = (bits as u8).count_ones() as u8;
        bits += 1;
    }
    table
};

/// The value of `k` stones alone in a window of `len` squares, over all its empty squares. Zero for
/// an empty window, which has the same value for both sides.
const fn alone(len: usize, k: usize) -> i32 {
    if k == 0 || len <= k { 0 } else { (len - k) as i32 * WORTH[len - k - 1] }
}

/// A number for a window by its squares, the stones that one side has in it, and those of the other.
type Table = [[[i32; 8]; 8]; 7];

/// The gain of a side by a stone in a window: its value to the side afterwards, minus the value
/// before, which is negative if it was the other's.
const GAIN: Table = {
    let mut table = [[[0; 8]; 8]; 7];
    let mut len = 0;
    while len < 7 {
        let mut k = 0;
        while k < len {
            table[len][k][0] = alone(len, k + 1) - alone(len, k);
            table[len][0][k] += if k == 0 { 0 } else { alone(len, k) };
            k += 1;
        }
        len += 1;
    }
    table
};

/// The promise of a window to the side that places a stone there: twice its value to the side, plus
/// the value of the same stone to the other. Winning counts more than preventing the other's win.
const PROMISE: Table = {
    let mut table = [[[0; 8]; 8]; 7];
    let mut len = 1;
    while len < 7 {
        let mut k = 0;
        while k < len {
            table[len][k][0] += 2 * WORTH[len - k - 1];
            table[len][0][k] += WORTH[len - k - 1];
            k += 1;
        }
        len += 1;
    }
    table
};

/// The windows of `len` squares through a place, each as the stones of `own` and of `other` in it.
#[inline]
fn windows(place: Place, len: u32, own: u32, other: u32, mut visit: impl FnMut(usize, usize)) {
    let all = place.windows(len);
    let first = all.start.max((place.bit + 1).saturating_sub(len));
    let mask = (1 << len) - 1;
    let (mut own, mut other) = (own >> first, other >> first);
    for _ in first..all.end.min(place.bit + 1) {
        let count = |stones: u32| usize::from(STONES[(stones & mask & 63) as usize]);
        visit(count(own), count(other));
        (own, other) = (own >> 1, other >> 1);
    }
}

/// The gain of `seat` by a stone on the empty square with these places.
#[inline]
pub(crate) fn gain(lines: &Lines, places: &[Place; 4], seat: usize, len: u32) -> i32 {
    sum(lines, places, seat, len, &GAIN)
}

/// The promise of a stone of `seat` on the square with these places.
#[inline]
pub(crate) fn promise(lines: &Lines, places: &[Place; 4], seat: usize, len: u32) -> i32 {
    sum(lines, places, seat, len, &PROMISE)
}

/// The sum of a table over all windows through the square with these places, which is empty yet.
#[inline]
fn sum(lines: &Lines, places: &[Place; 4], seat: usize, len: u32, table: &Table) -> i32 {
    let table = &table[len as usize % 7];
    let mut sum = 0;
    for &place in places {
        let (own, other) = lines.around(place, seat);
        windows(place, len, own, other, |k, t| sum += table[k & 7][t & 7]);
    }
    sum
}

/// The value of the empty square with these places to `seat`, in each direction.
#[inline]
pub(crate) fn worth(lines: &Lines, places: &[Place; 4], seat: usize, len: u32) -> [i32; 4] {
    places.map(|place| {
        let (own, other) = lines.around(place, seat);
        let mut worth = 0;
        windows(place, len, own, other, |k, t| {
            if t == 0 {
                worth += WORTH[len as usize - k - 1];
            }
        });
        worth
    })
}

/// The fewest stones that `seat` will still lack in a window through the square with these places,
/// after placing a stone there; the length of a window if none is open.
#[inline]
pub(crate) fn lack(lines: &Lines, places: &[Place; 4], seat: usize, len: u32) -> usize {
    let mut least = len as usize;
    for &place in places {
        let (own, other) = lines.around(place, seat);
        windows(place, len, own, other, |k, t| {
            if t == 0 {
                least = least.min(len as usize - k - 1);
            }
        });
    }
    least
}

/// The empty squares, row by row, where a stone of `seat` leaves a window that lacks one at most, or
/// takes away one that lacks one to the other.
pub(crate) fn forcing(lines: &Lines, size: u32, len: u32, seat: usize) -> [u32; MOST] {
    let mut rows = [0; MOST];
    each_line(size, |line: Line| {
        let (own, other) = lines.around(line.place(), seat);
        let mut squares = 0;
        if has(own, len - 2) {
            squares |= lacking(line.place(), len, own, other, 2);
        }
        if has(other, len - 1) {
            squares |= lacking(line.place(), len, other, own, 1);
        }
        while squares != 0 {
            let (row, column) = line.square(squares.trailing_zeros());
            rows[row as usize] |= 1 << column;
            squares &= squares - 1;
        }
    });
    rows
}

/// Whether there are this many stones, at least one.
#[inline]
fn has(mut stones: u32, least: u32) -> bool {
    // Sooner known than how many there are.
    for _ in 1..least {
        stones &= stones.wrapping_sub(1);
    }
    stones != 0
}

/// The empty squares of the windows on a line that hold no stone of `other` and lack at most `most`
/// stones of `own`, one or two. All windows are counted at once, each at the bit where it begins.
fn lacking(place: Place, len: u32, own: u32, other: u32, most: usize) -> u32 {
    let starts = place.windows(len);
    if starts.is_empty() {
        return 0;
    }
    let mut open = (1 << starts.end) - (1 << starts.start);
    // The windows where at most none, one or two are lacking so far.
    let mut lacks = [open; 3];
    for bit in 0..len {
        let stones = own >> bit;
        open &= !(other >> bit);
        lacks = [lacks[0] & stones, lacks[0] | lacks[1] & stones, lacks[1] | lacks[2] & stones];
    }
    let windows = lacks[most] & open;
    (0..len).fold(0, |squares, bit| squares | windows << bit) & !own
}

/// For every number of lacking stones, the number of windows that lack that many to the first seat
/// and have no stone of the second, minus the same for the second seat.
pub(crate) fn census(lines: &Lines, size: u32, len: u32) -> [i32; 7] {
    let mut open = [0; 7];
    let mut line = |place: Place| {
        let (own, other) = lines.around(place, 0);
        for start in place.windows(len) {
            let mask = (1 << len) - 1;
            let (k, t) = ((own >> start & mask).count_ones(), (other >> start & mask).count_ones());
            match (k, t) {
                (1.., 0) => open[(len - k) as usize] += 1,
                (0, 1..) => open[(len - t) as usize] -= 1,
                _ => {}
            }
        }
    };
    each_line(size, |on| line(on.place()));
    open
}

/// The board's value to the first seat, from its census of windows.
pub(crate) fn total(census: &[i32; 7], len: u32) -> i32 {
    let len = len as usize;
    (1..len).map(|lack| census[lack] * alone(len, len - lack)).sum()
}
