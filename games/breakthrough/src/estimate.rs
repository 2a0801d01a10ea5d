//! Heuristics: men, their progress, men that can be taken, and decided races.

use agon_core::{Contribution, Heuristic, Named, Seat};

use crate::{Breakthrough, FIRST_COLUMN, picture};

const MATERIAL: Named = Named::new("material", "the difference in men, as a share of those at the start");
const ADVANCE: Named =
    Named::new("advance", "the difference in rows that all men have stepped, as a share of all rows");

pub(crate) const HEURISTICS: &[Named] = &[
    Named::new("safety", "men, less for those that can be taken; all but won where a race is won"),
    MATERIAL,
    ADVANCE,
];

pub(crate) const FEATURES: &[Named] = &[MATERIAL, ADVANCE];

/// The reduction for a man that can be taken.
const LOOSE: f64 = 0.25;

pub(crate) fn of(position: &Breakthrough, heuristic: Heuristic, seat: Seat) -> f64 {
    match heuristic.0 {
        0 => safety(position, seat),
        1 => features(position, seat)[0],
        _ => features(position, seat)[1],
    }
}

/// The men and the rows they have stepped, from the point of view of `seat`, within −1..=1.
pub(crate) fn features(position: &Breakthrough, seat: Seat) -> [f64; 2] {
    let (own, other) = (strength(position, seat), strength(position, seat.opponent()));
    let rows = most(position) * (f64::from(position.height) - 1.0);
    [(f64::from(own.0) - f64::from(other.0)) / most(position), (f64::from(own.1) - f64::from(other.1)) / rows]
}

/// The men of a seat at the start.
fn most(position: &Breakthrough) -> f64 {
    2.0 * f64::from(position.width)
}

/// The number of `seat`'s men, and the total number of rows they have advanced.
fn strength(position: &Breakthrough, seat: Seat) -> (u32, u32) {
    let men = position.men[seat.index() & 1];
    let rows = 0..u32::from(position.height);
    let stepped = rows.map(|stepped| {
        let last = u32::from(position.height) - 1;
        let row = if seat == Seat(0) { stepped } else { last - stepped };
        stepped * (men & position.row(row as u8)).count_ones()
    });
    (men.count_ones(), stepped.sum())
}

/// The difference in men, with a reduction for those that can be taken; near 1 or −1 if a race is
/// decided, the nearer the sooner it ends.
fn safety(position: &Breakthrough, seat: Seat) -> f64 {
    if let Some(race) = race(position) {
        let sure = 1.0 - f64::from(race.steps) / 100.0;
        return if race.winner == seat { sure } else { -sure };
    }
    let worth = |seat: Seat| {
        let men = position.men[seat.index() & 1];
        f64::from(men.count_ones()) - LOOSE * f64::from(loose(position, seat).count_ones())
    };
    (worth(seat) - worth(seat.opponent())) / most(position)
}

/// The men of `seat` with more attackers than defenders, counting at most two of each.
fn loose(position: &Breakthrough, seat: Seat) -> u64 {
    let [attacked, doubly] = reached(position, seat.opponent());
    let [defended, strongly] = reached(position, seat);
    position.men[seat.index() & 1] & (attacked & !defended | doubly & !strongly)
}

/// The squares to which one man of `seat` at least could step sideways, and those to which two could.
fn reached(position: &Breakthrough, seat: Seat) -> [u64; 2] {
    let [left, _, right] = ahead(position, position.men[seat.index() & 1], seat);
    [left | right, left & right]
}

/// The squares one row ahead of these men of `seat`: to the left, straight and to the right.
fn ahead(position: &Breakthrough, men: u64, seat: Seat) -> [u64; 3] {
    let last_column = FIRST_COLUMN << (position.width - 1);
    let (left, right) = (men & !FIRST_COLUMN, men & !last_column);
    if seat == Seat(0) { [left << 7, men << 8, right << 9] } else { [left >> 9, men >> 8, right >> 7] }
}

/// A decided race: this man of the winner cannot be caught, and arrives first.
struct Race {
    winner: Seat,
    man: u8,
    /// The number of its remaining steps.
    steps: u32,
}

/// The decided race in an unfinished position, if it can be recognised. A race found is certain;
/// not every race is found. After A. Saffidine, N. Jouandeau and T. Cazenave, Solving Breakthrough
/// with race patterns and job-level proof number search (2011).
fn race(position: &Breakthrough) -> Option<Race> {
    let (mover, other) = (position.mover, position.mover.opponent());
    let foremost = |men: u64, seat: Seat| foremost(position, men, seat);
    let own = foremost(position.men[mover.index() & 1], mover)?;
    let others = foremost(position.men[other.index() & 1], other)?;
    // One step from home a man wins, even if its row is full.
    if own.steps == 1 {
        return Some(own);
    }
    if others.steps == 1 {
        let last = position.goal(other);
        let near = if other == Seat(0) { last >> 8 } else { last << 8 };
        let threats = position.men[other.index() & 1] & near;
        let [taken, _] = reached(position, mover);
        return (1 < threats.count_ones() || threats & taken == 0).then_some(others);
    }
    // Otherwise a man that no other can meet, if it is home before the foremost of the others.
    let (seat, limit) = if own.steps <= others.steps { (mover, others.steps) } else { (other, own.steps - 1) };
    foremost(unmet(position, seat), seat).filter(|race| race.steps <= limit)
}

/// The one of these men of `seat` that is nearest to home.
fn foremost(position: &Breakthrough, men: u64, seat: Seat) -> Option<Race> {
    if men == 0 {
        return None;
    }
    let man = if seat == Seat(0) { men.ilog2() } else { men.trailing_zeros() };
    let row = man / 8;
    let steps = if seat == Seat(0) { u32::from(position.height) - 1 - row } else { row };
    Some(Race { winner: seat, man: man as u8, steps })
}

/// The men of `seat` that no man of the other can meet, because none is in the widening rows ahead. The foremost of
/// them has no man of its own seat in its way, since that would be another of them.
fn unmet(position: &Breakthrough, seat: Seat) -> u64 {
    let other = seat.opponent();
    let mut met = position.men[other.index() & 1];
    for _ in 1..position.height {
        let [left, straight, right] = ahead(position, met, other);
        met |= left | straight | right;
    }
    position.men[seat.index() & 1] & !met
}

/// In hundredths of a man: a man, the reduction if it can be taken, and the value of all men if it wins the race. Or a
/// man, or the rows it has advanced.
pub(crate) fn parts(position: &Breakthrough, heuristic: Heuristic) -> Vec<Contribution> {
    let race = race(position);
    let mut parts = Vec::new();
    for (seat, men) in Seat::all(2).zip(position.men) {
        let loose = loose(position, seat);
        for square in (0..64).filter(|&square| men >> square & 1 != 0) {
            let row = square / 8;
            let stepped = if seat == Seat(0) { row } else { position.height - 1 - row };
            let terms = match heuristic.0 {
                0 => {
                    let mut terms = vec![("man", 100.0)];
                    if loose >> square & 1 != 0 {
                        terms.push(("can be taken", -100.0 * LOOSE));
                    }
                    if race.as_ref().is_some_and(|race| race.man == square) {
                        terms.push(("wins the race", 100.0 * most(position)));
                    }
                    terms
                }
                1 => vec![("man", 1.0)],
                _ => vec![("rows", f64::from(stepped))],
            };
            parts.push(Contribution::own(picture::name(square), seat, 2, &terms));
        }
    }
    parts
}
