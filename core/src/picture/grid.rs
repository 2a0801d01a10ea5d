//! Boards of rows and columns.

use super::{Cell, Ground, HEX_ROW, Label, Picture, Shape, Stroke};
use crate::Seat;

/// A board of rows and columns: columns are letters, rows are numbers, and a place is both, `d4`.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    width: u8,
    height: u8,
    is_from_top: bool,
    letters: &'static [u8],
}

impl Grid {
    /// A board whose rows are counted from the bottom.
    pub const fn new(width: u8, height: u8) -> Grid {
        Grid { width, height, is_from_top: false, letters: b"abcdefghijklmnopqrstuvwxyz" }
    }

    /// The same board, with rows counted from the top.
    #[must_use]
    pub const fn from_top(self) -> Grid {
        Grid { is_from_top: true, ..self }
    }

    /// The same board, with other letters for its columns.
    #[must_use]
    pub const fn letters(self, letters: &'static [u8]) -> Grid {
        Grid { letters, ..self }
    }

    /// The name of the place at `column` and `row`, both counted from zero, rows in the direction
    /// in which the board counts them.
    pub fn name(&self, column: u8, row: u8) -> String {
        let letter = self.letters.get(usize::from(column)).map_or('?', |&byte| byte.into());
        format!("{letter}{}", u16::from(row) + 1)
    }

    /// A board of squares, all alike.
    pub fn squares(&self) -> Picture {
        self.cells(Shape::Square, |_, _| Ground::Plain)
    }

    /// A board of squares, light and dark in turn; the first square of the first row is dark.
    pub fn checkered(&self) -> Picture {
        self.cells(Shape::Square, |column, row| if (column + row) % 2 == 0 { Ground::Dark } else { Ground::Light })
    }

    /// A board of squares with a round hole each.
    pub fn slots(&self) -> Picture {
        self.cells(Shape::Slot, |_, _| Ground::Plain)
    }

    /// A board of crossing lines, with a place at each crossing.
    pub fn crossings(&self) -> Picture {
        let mut picture = self.cells(Shape::Crossing, |_, _| Ground::Plain);
        let (right, bottom) = (f64::from(self.width - 1), f64::from(self.height - 1));
        for column in 0..self.width {
            picture.line((column.into(), 0.0), (column.into(), bottom));
        }
        for row in 0..self.height {
            picture.line((0.0, row.into()), (right, row.into()));
        }
        picture
    }

    /// The named places in reading order, and the labels.
    fn cells(&self, shape: Shape, ground: impl Fn(u8, u8) -> Ground) -> Picture {
        let mut picture = Picture::new();
        for line in 0..self.height {
            let row = if self.is_from_top { line } else { self.height - 1 - line };
            for column in 0..self.width {
                let name = self.name(column, row);
                let cell = Cell::new(name, column.into(), line.into(), shape);
                picture.cells.push(cell.on(ground(column, row)));
            }
            picture.label(-0.85, line.into(), u16::from(row) + 1);
        }
        for &letter in self.letters.iter().take(self.width.into()) {
            let x = (picture.labels.len() - usize::from(self.height)) as f64;
            let y = if self.is_from_top { -0.85 } else { f64::from(self.height) - 0.15 };
            picture.label(x, y, char::from(letter));
        }
        picture
    }
}

/// A board of hexagons in the shape of a rhombus, as in Hex: each row half a place to the right of
/// the one above; places are named as in a [`Grid`] from the top.
pub fn hexagons(width: u8, height: u8) -> Picture {
    let grid = Grid::new(width, height).from_top();
    let mut picture = Picture::new();
    for row in 0..height {
        let (x, y) = (f64::from(row) / 2.0, f64::from(row) * HEX_ROW);
        for column in 0..width {
            let cell = Cell::new(grid.name(column, row), x + f64::from(column), y, Shape::Hexagon);
            picture.cells.push(cell);
        }
        picture.labels.push(Label { x: x - 1.45, y, text: (u16::from(row) + 1).to_string() });
    }
    for column in 0..width {
        let letter = char::from(b'a' + column % 26);
        picture.label(column.into(), -1.3, letter);
    }
    edges(f64::from(width) - 1.0, f64::from(height) - 1.0, &mut picture);
    picture
}

/// The first seat's edges are the top and the bottom, the second's the left and the right.
fn edges(right: f64, bottom: f64, picture: &mut Picture) {
    let at = |column: f64, row: f64| (column + row / 2.0, row * HEX_ROW);
    let (top, side) = (0.75, 0.8);
    for (seat, from, to, (dx, dy)) in [
        (Seat(0), at(0.0, 0.0), at(right, 0.0), (0.0, -top)),
        (Seat(0), at(0.0, bottom), at(right, bottom), (0.0, top)),
        (Seat(1), at(0.0, 0.0), at(0.0, bottom), (-side * HEX_ROW, side / 2.0)),
        (Seat(1), at(right, 0.0), at(right, bottom), (side * HEX_ROW, -side / 2.0)),
    ] {
        let shifted = |(x, y): (f64, f64)| (x + dx, y + dy);
        picture.strokes.push(Stroke::new(shifted(from), shifted(to)).of(seat));
    }
}
