//! The positional estimate: pieces and where they stand, in hundredths of a man.

use agon_core::{Contribution, Seat, bits::ones};

use crate::board::{Board, LAST_ROWS, bit, square};

/// The value of a king.
const KING: i32 = 130;
/// A man that guards the row where the other's men become kings, as long as there are such men.
const GUARD: i32 = 6;
/// A man in the middle of the board.
const CENTRE: i32 = 3;
/// A king that is not at the edge.
const INNER: i32 = 8;
/// A man this many rows from its first.
const ROWS: [i32; 8] = [0, 1, 1, 2, 3, 5, 8, 0];
/// The most that a lead adds as pieces become fewer: the fewer, the more a lead is worth.
const SCARCE: i32 = 60;
/// With this few pieces on the board, the leader hunts the other's kings,
const FEW: u32 = 10;
/// each step between a king and the nearest of them counting so much,
const STEP: i32 = 4;
/// and so much for a king of the other in a double corner, where it is hard to catch.
const SHELTER: i32 = 15;

/// The lead, in hundredths of a man, that is estimated at half a win. No lead reaches a whole one, and each further
/// man counts less than the one before.
const HALF: f64 = 700.0;

const MIDDLE: u64 = set(&[10, 11, 14, 15, 18, 19, 22, 23]);
const NO_EDGE: u64 = set(&[6, 7, 8, 9, 10, 11, 14, 15, 16, 17, 18, 19, 22, 23, 24, 25, 26, 27]);
const DOUBLE_CORNERS: u64 = set(&[1, 5, 28, 32]);

/// Squares as people count them.
const fn set(squares: &[u32]) -> u64 {
    let (mut all, mut index) = (0, 0);
    while index < squares.len() {
        all |= 1 << bit(squares[index] - 1);
        index += 1;
    }
    all
}

/// The squares of each row, the first seat's first.
const ROW: [u64; 8] = {
    let mut rows = [0; 8];
    let mut square = 0;
    while square < 32 {
        rows[square as usize / 4] |= 1 << bit(square);
        square += 1;
    }
    rows
};

/// The estimate of `board` for `seat`.
pub(crate) fn positional(board: &Board, seat: usize) -> f64 {
    let worth = [0, 1].map(|seat| 100 * count(men(board, seat)) + KING * count(kings(board, seat)));
    let lead = worth[seat] - worth[1 - seat];
    let mut sum = lead + SCARCE * lead / (worth[0] + worth[1]).max(1);
    sum += standing(board, seat) - standing(board, 1 - seat);
    if lead != 0 {
        let leader = if 0 < lead { seat } else { 1 - seat };
        let hunt: i32 = hunters(board, leader).map(|king| cost_of_hunt(board, leader, king)).sum();
        let hunt = hunt + SHELTER * count(sheltered(board, leader));
        sum -= if leader == seat { hunt } else { -hunt };
    }
    let sum = f64::from(sum);
    sum / (sum.abs() + HALF)
}

/// The positional value of `seat`'s pieces.
fn standing(board: &Board, seat: usize) -> i32 {
    let (men, kings) = (men(board, seat), kings(board, seat));
    let mut sum = CENTRE * count(men & MIDDLE) + INNER * count(kings & NO_EDGE);
    sum += GUARD * count(guards(board, seat));
    for (row, &squares) in ROW.iter().enumerate() {
        sum += ROWS[advanced(seat, row)] * count(men & squares);
    }
    sum
}

/// The distance of a row from the first of `seat`.
fn advanced(seat: usize, row: usize) -> usize {
    if seat == 0 { row } else { 7 - row }
}

fn men(board: &Board, seat: usize) -> u64 {
    board.sides[seat] & !board.kings
}

fn kings(board: &Board, seat: usize) -> u64 {
    board.sides[seat] & board.kings
}

#[inline]
fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// The men of `seat` that keep the other's from becoming kings.
fn guards(board: &Board, seat: usize) -> u64 {
    if men(board, 1 - seat) == 0 { 0 } else { men(board, seat) & LAST_ROWS[1 - seat] }
}

/// The kings of `leader` that go after others: all of them, in an ending, if there are others.
fn hunters(board: &Board, leader: usize) -> impl Iterator<Item = u32> {
    let is_on = is_ending(board) && kings(board, 1 - leader) != 0;
    ones(if is_on { kings(board, leader) } else { 0 })
}

/// The kings that they will not catch soon.
fn sheltered(board: &Board, leader: usize) -> u64 {
    if is_ending(board) { kings(board, 1 - leader) & DOUBLE_CORNERS } else { 0 }
}

fn is_ending(board: &Board) -> bool {
    (board.sides[0] | board.sides[1]).count_ones() <= FEW
}

/// The penalty for a king of `leader` far from the nearest of the other's.
fn cost_of_hunt(board: &Board, leader: usize, king: u32) -> i32 {
    let others = ones(kings(board, 1 - leader));
    STEP * others.map(|other| steps(king, other)).min().unwrap_or(0)
}

/// The number of steps of a king to a square on an empty board.
fn steps(from: u32, to: u32) -> i32 {
    let place = |bit| {
        let square = square(bit) as i32;
        let row = square / 4;
        (row, 2 * (square % 4) + 1 - row % 2)
    };
    let (from, to) = (place(from), place(to));
    (from.0 - to.0).abs().max((from.1 - to.1).abs())
}

/// The same place by place, times `sign`.
pub(crate) fn parts(board: &Board, sign: f64) -> Vec<Contribution> {
    let worth = [0, 1].map(|seat| 100 * count(men(board, seat)) + KING * count(kings(board, seat)));
    let scarce = 1.0 + f64::from(SCARCE) / f64::from((worth[0] + worth[1]).max(1));
    let leader = [1, 0].into_iter().find(|&seat| worth[1 - seat] < worth[seat]);
    let mut parts = Vec::new();
    for seat in Seat::all(2) {
        let own = seat.index();
        for bit in ones(board.sides[own]) {
            let is_in = |set: u64, value: i32| if set >> bit & 1 == 1 { f64::from(value) } else { 0.0 };
            let is_king = board.kings >> bit & 1 == 1;
            let name = (square(bit) + 1).to_string();
            let terms = if is_king {
                let hunt = hunters(board, own).find(|&king| king == bit && leader == Some(own));
                let hunt = hunt.map_or(0, |king| -cost_of_hunt(board, own, king));
                let shelter = match leader {
                    Some(leader) if leader != own => is_in(sheltered(board, leader), SHELTER),
                    _ => 0.0,
                };
                let place = is_in(NO_EDGE, INNER) + shelter;
                let king = f64::from(KING) * scarce;
                vec![("king", king), ("place", place), ("hunt", f64::from(hunt))]
            } else {
                let row = ROWS[advanced(own, square(bit) as usize / 4)];
                let guard = is_in(guards(board, own), GUARD);
                let place = is_in(MIDDLE, CENTRE) + guard + f64::from(row);
                vec![("man", 100.0 * scarce), ("place", place)]
            };
            let terms: Vec<_> = terms.into_iter().map(|(term, worth)| (term, sign * worth)).collect();
            parts.push(Contribution::own(name, seat, 2, &terms));
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use agon_core::{Explained, Heuristic, Node, Position, Seat, Seed, registry};

    use super::HALF;

    #[test]
    fn the_estimate_is_the_sum_of_its_parts() {
        let start = registry::game("checkers").unwrap().start;
        let (mut least, mut most) = (0.0_f64, 0.0_f64);
        for play in 0..200 {
            let (mut here, mut stream) = (start.clone(), Seed(3).stream(play));
            while here.node() != Node::Terminal {
                let sum = |seat: usize| -> f64 { here.parts(Heuristic(0)).iter().map(|part| part.values[seat]).sum() };
                let value = here.estimate(Heuristic(0), Seat(0));
                // The value of a lead is rounded to a hundredth of a man.
                let lead = HALF * value / (1.0 - value.abs());
                assert!((lead - (sum(0) - sum(1))).abs() < 1.0 + 1e-9, "{here}: {value}");
                assert_eq!(value, -here.estimate(Heuristic(0), Seat(1)), "{here}");
                (least, most) = (least.min(value), most.max(value));
                here.play(here.draw_move(&mut stream));
            }
        }
        assert!(-1.0 < least && least < -0.2 && 0.2 < most && most < 1.0, "{least} {most}");
    }

    #[test]
    fn in_endings_a_lead_counts_more_when_near_and_among_few_men() {
        let start = registry::game("checkers").unwrap().start;
        let value = |text: &str| {
            let here = start.parse(text).unwrap();
            (here.estimate(Heuristic(0), Seat(0)), here.estimate(Heuristic(1), Seat(0)))
        };
        let (near, far) = (value("B:WK14:BK23,K19:H0"), value("B:WK14:BK31,K32:H0"));
        assert!(far.0 < near.0 && far.1 == near.1);
        // A lead is worth more the less there is.
        let (three, two) = (value("B:WK6,K14:BK23,K19,K27:H0"), value("B:WK14:BK23,K19:H0"));
        assert!(three.0 < two.0 && three.1 == two.1);
    }
}
