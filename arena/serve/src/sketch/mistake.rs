//! What is wrong with a tree that is drawn by hand, and how large one may be.

use crate::problem::Problem;

/// The most seats that have values of their own, the most nodes, the most of them from the root to an end, and the longest
/// text in bytes.
pub(crate) const MOST_SEATS: usize = 6;
pub(super) const MOST_NODES: usize = 300;
pub(super) const MOST_LEVELS: usize = 40;
pub(super) const MOST_LETTERS: usize = 4_000;

/// What stands there, counted from 0, is not what is accepted.
pub(super) fn wrong(place: usize, found: &str, accepted: &str) -> Problem {
    let found: String = found.chars().take(40).collect();
    Problem::wrong("not-sketched", &[("column", &(place + 1)), ("found", &found), ("accepted", &accepted)])
}

/// There is no room for a tree of this size.
pub(super) fn too_large() -> Problem {
    Problem::wrong("sketch-large", &[("nodes", &MOST_NODES), ("levels", &MOST_LEVELS), ("letters", &MOST_LETTERS)])
}
