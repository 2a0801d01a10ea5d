//! What stands between the sides: the positional estimate, in pips, and the bytes that say how the men meet, from which
//! evaluations are learned.

use crate::{
    board::{Side, each},
    turn::BAR,
};

/// A point of two men or more at home, where the other cannot land,
const HOME: f64 = 6.0;
/// and one between there and the 12.
const OUTER: f64 = 3.0;
/// The weight of the distance a single man would lose if it were hit,
const LOST: f64 = 0.4;
/// times the share of the rolls with a die that hits it, by how many of the six points from which
/// one die hits have men of the other.
const HITS: [f64; 7] = [0.0, 11.0, 20.0, 27.0, 32.0, 35.0, 36.0];
/// Each man of the other, times the square of how many of the six points before it are closed to it.
const BLOCK: f64 = 0.2;

const HOME_POINTS: u32 = 0b111_1110;
const OUTER_POINTS: u32 = HOME_POINTS << 6;

/// A lead of this many pips is half a win.
const HALF: f64 = 100.0;

/// A lead in pips, brought between −1 and 1.
#[inline]
pub(crate) fn share(lead: f64) -> f64 {
    lead / (HALF + lead.abs())
}

/// The static value of the men of `own` while there is still contact; zero after that.
#[inline]
pub(crate) fn standing(own: &Side, other: &Side) -> f64 {
    if !is_contact(own, other) {
        return 0.0;
    }
    let points = |set: u32| f64::from((own.many() & set).count_ones());
    let mut sum = HOME * points(HOME_POINTS) + OUTER * points(OUTER_POINTS);
    for point in each(own.blots()) {
        let near = other.some >> (26 - point) & 0b11_1111;
        let hits = HITS[near.count_ones() as usize] / 36.0;
        sum -= LOST * hits * f64::from(25 - point);
    }
    let closed = own.blocks() << 6;
    for point in each(other.some) {
        let before = closed >> point & 0b11_1111;
        let count = f64::from(before.count_ones());
        sum += BLOCK * f64::from(other.men[usize::from(point)]) * count * count;
    }
    sum
}

/// Whether men of the two sides may still meet.
#[inline]
fn is_contact(own: &Side, other: &Side) -> bool {
    u32::from(BAR) < own.last() + other.last()
}

/// How many of the six numbers of a die hit a single man of `other`.
#[inline]
fn hitting(own: &Side, other: &Side) -> u8 {
    let near = each(other.blots()).fold(0, |all, point| all | own.some >> (26 - point));
    (near & 0b11_1111).count_ones() as u8
}

/// How many of the six points before a man of `other` are closed to it, of the man before which most are.
#[inline]
fn wall(own: &Side, other: &Side) -> u8 {
    let closed = own.blocks() << 6;
    let most = each(other.some).map(|point| (closed >> point & 0b11_1111).count_ones()).max();
    most.unwrap_or(0) as u8
}

/// What is between the sides, in numbers from 0 to 10: contact; the lead, ten pips at a time, an even race being 5; then for
/// each side the way to go, sixteen pips at a time, the numbers of a die that hit, the points made at home, the wall.
pub(crate) fn relations(own: &Side, other: &Side) -> [u8; 10] {
    let lead = other.pips() - own.pips();
    let tens = lead.signum() * ((lead.abs() + 5) / 10).min(5);
    let way = |side: &Side| (side.pips() / 16).min(10) as u8;
    let home = |side: &Side| (side.many() & HOME_POINTS).count_ones() as u8;
    [
        is_contact(own, other).into(),
        (tens + 5) as u8,
        way(own),
        way(other),
        hitting(own, other),
        hitting(other, own),
        home(own),
        home(other),
        wall(own, other),
        wall(other, own),
    ]
}
