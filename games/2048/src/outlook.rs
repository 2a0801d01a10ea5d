//! Heuristics for boards.

use crate::{Board, row::transpose};

impl Board {
    /// The share of empty squares.
    pub(crate) fn share_of_empty(&self) -> f64 {
        f64::from(self.empty().count_ones()) / f64::from(self.rules.cells())
    }

    /// Along the best of the eight snakes from a corner, row by row and back, every square counts
    /// a quarter of the one before it; the sum of the tiles, so weighed, against two goals.
    pub(crate) fn snake(&self) -> f64 {
        let mut best = 0;
        for board in [self.tiles, transpose(self.tiles)] {
            // One row each way, as numbers in base four.
            let mut weighed = [[0u64; 2]; 4];
            for (row, weighed) in weighed.iter_mut().enumerate() {
                for square in 0..usize::from(self.rules.size) {
                    let tile = (board >> (16 * row + 4 * square)) & 15;
                    let number = u64::from(tile != 0) << tile;
                    weighed[0] += number << (2 * (3 - square));
                    weighed[1] += number << (2 * (square + 4 - usize::from(self.rules.size)));
                }
            }
            let size = usize::from(self.rules.size);
            for from_last_row in [false, true] {
                for turned in [0, 1] {
                    let rows = (0..size).map(|step| {
                        let row = if from_last_row { size - 1 - step } else { step };
                        weighed[row][(step + turned) % 2] << (2 * size * (3 - step))
                    });
                    best = best.max(rows.sum());
                }
            }
        }
        let first = 1u64 << (2 * (3 + 3 * u32::from(self.rules.size)) + u32::from(self.rules.goal));
        best as f64 / (2 * first) as f64
    }

    /// The share of neighbours that are equal tiles.
    pub(crate) fn share_of_pairs(&self) -> f64 {
        let (size, mut pairs) = (self.rules.size, 0);
        for row in 0..size {
            for next in 1..size {
                let across = (self.tile(row, next - 1), self.tile(row, next));
                let down = (self.tile(next - 1, row), self.tile(next, row));
                pairs += u32::from(across.0 == across.1 && across.0 != 0);
                pairs += u32::from(down.0 == down.1 && down.0 != 0);
            }
        }
        f64::from(pairs) / f64::from(2 * u32::from(size) * u32::from(size - 1))
    }

    /// Whether a largest tile is in a corner.
    pub(crate) fn has_corner(&self) -> bool {
        let last = self.rules.size - 1;
        let squares = (0..=last).flat_map(|row| (0..=last).map(move |column| (row, column)));
        let largest = squares.map(|(row, column)| self.tile(row, column)).max();
        [(0, 0), (0, last), (last, 0), (last, last)]
            .into_iter()
            .any(|(row, column)| Some(self.tile(row, column)) == largest)
    }
}
