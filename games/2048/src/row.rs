//! Four tiles in sixteen bits, and what becomes of every row that slides.
//!
//! A tile is four bits: 0 is no tile, `n` is the tile 2ⁿ. The first square of a row is the lowest
//! nibble. On a smaller board the last squares of a row, and the last rows, stay empty.

use std::sync::LazyLock;

/// The result of moving one row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Row {
    /// Slid towards the first square.
    pub(crate) to_first: u16,
    /// Slid towards the last square.
    pub(crate) to_last: u16,
    /// The points of the merged tiles, the same either way.
    pub(crate) points: u32,
}

/// The table for boards of one size.
pub(crate) struct Rows(Vec<Row>);

impl Rows {
    /// The table for boards of `size` squares by `size`, made when first used.
    pub(crate) fn of(size: u8) -> &'static Rows {
        static TABLES: [LazyLock<Rows>; 3] =
            [LazyLock::new(|| Rows::new(2)), LazyLock::new(|| Rows::new(3)), LazyLock::new(|| Rows::new(4))];
        &TABLES[usize::from(size) - 2]
    }

    fn new(size: usize) -> Rows {
        let row = |row: u16| {
            let tiles = unpack(row);
            let (to_first, points) = slide(tiles);
            let mut turned = tiles;
            turned[..size].reverse();
            let mut to_last = slide(turned).0;
            to_last[..size].reverse();
            Row { to_first: pack(to_first), to_last: pack(to_last), points }
        };
        Rows((0..=u16::MAX).map(row).collect())
    }

    #[inline]
    pub(crate) fn get(&self, row: u16) -> Row {
        self.0[usize::from(row)]
    }
}

fn unpack(row: u16) -> [u8; 4] {
    [0, 4, 8, 12].map(|shift| (row >> shift) as u8 & 15)
}

fn pack(tiles: [u8; 4]) -> u16 {
    tiles.iter().rev().fold(0, |row, &tile| row << 4 | u16::from(tile))
}

/// Slides towards the first square. Every tile merges at most once, those in front first.
fn slide(tiles: [u8; 4]) -> ([u8; 4], u32) {
    let (mut after, mut len, mut points, mut may_merge) = ([0; 4], 0, 0, false);
    for tile in tiles.into_iter().filter(|&tile| tile != 0) {
        // Two of the largest do not fit four bits; every game is over before.
        if may_merge && after[len - 1] == tile && tile != 15 {
            after[len - 1] += 1;
            points += 2 << tile;
            may_merge = false;
        } else {
            after[len] = tile;
            len += 1;
            may_merge = true;
        }
    }
    (after, points)
}

/// Mirrors a board along the diagonal from its first square.
#[inline]
pub(crate) const fn transpose(board: u64) -> u64 {
    let a =
        (board & 0xf0f0_0f0f_f0f0_0f0f) | (board & 0x0000_f0f0_0000_f0f0) << 12 | (board & 0x0f0f_0000_0f0f_0000) >> 12;
    (a & 0xff00_ff00_00ff_00ff) | (a & 0x00ff_00ff_0000_0000) >> 24 | (a & 0x0000_0000_ff00_ff00) << 24
}

/// One bit, the lowest of its nibble, for every square that has a tile.
#[inline]
pub(crate) const fn occupied(board: u64) -> u64 {
    let pairs = board | board >> 1;
    (pairs | pairs >> 2) & 0x1111_1111_1111_1111
}

#[cfg(test)]
mod tests {
    use super::{occupied, slide, transpose};

    #[test]
    fn tiles_merge_once_and_from_the_front() {
        for (tiles, after, points) in [
            ([0, 0, 0, 0], [0, 0, 0, 0], 0),
            ([1, 1, 1, 1], [2, 2, 0, 0], 8),
            ([1, 1, 1, 0], [2, 1, 0, 0], 4),
            ([0, 1, 0, 1], [2, 0, 0, 0], 4),
            ([1, 1, 2, 0], [2, 2, 0, 0], 4),
            ([2, 1, 1, 0], [2, 2, 0, 0], 4),
            ([3, 0, 1, 3], [3, 1, 3, 0], 0),
        ] {
            assert_eq!(slide(tiles), (after, points), "{tiles:?}");
        }
    }

    #[test]
    fn transposing_swaps_rows_and_columns() {
        let nibble = |board: u64, row: u32, column: u32| board >> (16 * row + 4 * column) & 15;
        let board = 0x0123_4567_89ab_cdef;
        for (row, column) in (0..16).map(|square| (square / 4, square % 4)) {
            assert_eq!(nibble(transpose(board), row, column), nibble(board, column, row));
        }
        assert_eq!(occupied(0x0123_4567_89ab_c0ef), 0x0111_1111_1111_1011);
    }
}
