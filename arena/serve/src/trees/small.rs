//! Boards that are small enough to stand in the nodes of a tree.

use std::collections::BTreeSet;

use agon_core::{AnyPosition, Picture, Position as _};
use agon_draw::Drawing;

use crate::view::plain_svg;

/// The places of a board that can be told apart in a node of a tree, at least and at most.
const PLACES: std::ops::RangeInclusive<usize> = 4..=16;

/// Whether the boards of a game are so: with few places in full rows, and nothing that has to be read.
pub(super) fn are_small(here: &AnyPosition) -> bool {
    let picture = here.picture();
    is_grid(&picture) && !small(picture).contains("<text")
}

/// Whether the places of a board are few, and fill their rows and columns.
fn is_grid(picture: &Picture) -> bool {
    let columns: BTreeSet<u64> = picture.cells.iter().map(|cell| cell.x.to_bits()).collect();
    let rows: BTreeSet<u64> = picture.cells.iter().map(|cell| cell.y.to_bits()).collect();
    let (columns, rows) = (columns.len(), rows.len());
    let count = picture.cells.len();
    PLACES.contains(&count) && 1 < columns && 1 < rows && columns * rows == count
}

/// A board without the names of its rows and columns.
pub(super) fn small(mut picture: Picture) -> String {
    picture.labels.clear();
    plain_svg(&Drawing::of(&picture).svg_decorative())
}
