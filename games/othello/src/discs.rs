//! Sets of squares as 64 bits, and the two questions of the rules: where a disc may be placed, and
//! which discs it turns.
//!
//! Square a1 is bit 0, b1 is bit 1, a2 is bit 8, whatever the size: a smaller board is the corner of
//! the big one. Runs of discs are followed by parallel prefix: twice the reach with every step, so
//! that six discs in a row take three steps, in all lines of the board at once.

/// The bits of a board of `size` rows and columns.
pub(crate) const fn field(size: u8) -> u64 {
    let (mut row, mut bits) = (0, 0);
    while row < size {
        bits |= ((1 << size) - 1) << (8 * row);
        row += 1;
    }
    bits
}

/// Squares beyond a run of `other` that begins next to one of `own`, occupied or not.
#[inline]
pub(crate) fn beyond(own: u64, other: u64) -> u64 {
    // A run that is turned sideways or diagonally holds no disc of the first or the last column,
    // so that no shift runs over into the next row.
    let inner = other & INNER_COLUMNS;
    let sideways = (up::<1>(own, inner) << 1) | (down::<1>(own, inner) >> 1);
    let upright = (up::<8>(own, other) << 8) | (down::<8>(own, other) >> 8);
    let falling = (up::<9>(own, inner) << 9) | (down::<9>(own, inner) >> 9);
    let rising = (up::<7>(own, inner) << 7) | (down::<7>(own, inner) >> 7);
    sideways | upright | falling | rising
}

/// The discs of `other` that a new disc of `own` on `square` (a single bit) turns.
#[inline]
pub(crate) fn turned(own: u64, other: u64, square: u64) -> u64 {
    let inner = other & INNER_COLUMNS;
    closed_up::<1>(own, inner, square)
        | closed_down::<1>(own, inner, square)
        | closed_up::<8>(own, other, square)
        | closed_down::<8>(own, other, square)
        | closed_up::<9>(own, inner, square)
        | closed_down::<9>(own, inner, square)
        | closed_up::<7>(own, inner, square)
        | closed_down::<7>(own, inner, square)
}

const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The discs of `run` in unbroken rows that begin next to `from`, towards the higher bits.
#[inline]
fn up<const STEP: u32>(from: u64, run: u64) -> u64 {
    let mut found = run & (from << STEP);
    found |= run & (found << STEP);
    let pairs = run & (run << STEP);
    found |= pairs & (found << (2 * STEP));
    found | (pairs & (found << (2 * STEP)))
}

/// The same towards the lower bits.
#[inline]
fn down<const STEP: u32>(from: u64, run: u64) -> u64 {
    let mut found = run & (from >> STEP);
    found |= run & (found >> STEP);
    let pairs = run & (run >> STEP);
    found |= pairs & (found >> (2 * STEP));
    found | (pairs & (found >> (2 * STEP)))
}

/// The run from `square` towards the higher bits, if a disc of `own` closes it; else nothing.
#[inline]
fn closed_up<const STEP: u32>(own: u64, run: u64, square: u64) -> u64 {
    let found = up::<STEP>(square, run);
    if own & (found << STEP) == 0 { 0 } else { found }
}

/// The same towards the lower bits.
#[inline]
fn closed_down<const STEP: u32>(own: u64, run: u64, square: u64) -> u64 {
    let found = down::<STEP>(square, run);
    if own & (found >> STEP) == 0 { 0 } else { found }
}
