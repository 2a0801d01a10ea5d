//! A number for each way in which a piece can move, whatever the board: move numbers, as a list.

use std::sync::OnceLock;

use agon_core::Move;

use crate::{
    CheckersMove, MOST_JUMPS,
    board::{STEPS, bit},
};

/// The codes of all steps and captures that a board has, in ascending order.
///
/// A piece that jumps stays on squares of one colour of a board of four by four, over nine squares at most: its captures are
/// the ways through a small graph that take no victim twice.
pub(crate) fn all() -> &'static [u64] {
    static ALL: OnceLock<Vec<u64>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut codes = Vec::new();
        for from in (0..32).map(bit) {
            for (index, step) in STEPS.into_iter().enumerate() {
                if stands(from as i32 + step) {
                    codes.push(CheckersMove::step(from, index).code());
                }
            }
            jumps(from, CheckersMove::capture(from), &mut Vec::new(), &mut codes);
        }
        codes.sort_unstable();
        codes
    })
}

/// The number of a move: its place among all.
pub(crate) fn of(m: CheckersMove) -> u32 {
    all().binary_search(&m.code()).map_or(0, |place| place as u32)
}

/// Adds every capture that continues from `at` after `path`, which has captured the men on `victims`.
fn jumps(at: u32, path: CheckersMove, victims: &mut Vec<i32>, codes: &mut Vec<u64>) {
    let made = victims.len() as u32;
    if made == MOST_JUMPS {
        return;
    }
    for (index, step) in STEPS.into_iter().enumerate() {
        let (over, to) = (at as i32 + step, at as i32 + 2 * step);
        if stands(over) && stands(to) && !victims.contains(&over) {
            let path = path.with(made, index);
            codes.push(path.code());
            victims.push(over);
            jumps(to as u32, path, victims, codes);
            victims.pop();
        }
    }
}

/// Whether a bit is a square: every ninth bit is not, so that steps over an edge arrive there.
fn stands(place: i32) -> bool {
    (0..=bit(31) as i32).contains(&place) && place % 9 != 8
}
