//! Where a picture's places are on a sheet of characters.

use super::characters::{Letters, background, content};
use crate::picture::{Cell, Label, Look, Picture, Shape};

/// The positions of a picture's places on a sheet.
pub(super) struct Layout {
    /// The distinct heights of places, ascending.
    pub(super) rows: Vec<f64>,
    left: f64,
    pub(super) right: f64,
    /// Columns of characters for each unit.
    scale: f64,
}

impl Layout {
    pub(super) fn of(picture: &Picture, letters: Letters) -> Layout {
        let mut rows: Vec<f64> = picture.cells.iter().map(|cell| cell.y).collect();
        rows.sort_by(f64::total_cmp);
        rows.dedup_by(|a, b| (*a - *b).abs() < 1e-6);
        let left = picture.cells.iter().map(|cell| cell.x).fold(f64::INFINITY, f64::min);
        let right = picture.cells.iter().map(|cell| cell.x).fold(f64::NEG_INFINITY, f64::max);
        let mut places: Vec<(f64, f64)> = picture.cells.iter().map(|c| (c.y, c.x)).collect();
        places.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let gaps = places.windows(2).filter(|pair| (pair[0].0 - pair[1].0).abs() < 1e-6);
        let nearest = gaps.map(|pair| pair[1].1 - pair[0].1).fold(f64::INFINITY, f64::min);
        let nearest = if nearest.is_finite() && 0.0 < nearest { nearest } else { alone(picture) };
        // Where only some squares are places, the others are left out, and keep their width.
        let is_of_squares = picture.cells.iter().all(|cell| cell.shape == Shape::Square);
        let nearest = if is_of_squares { nearest.min(1.0) } else { nearest };
        let is_grounded = |cell: &Cell| !background(cell.ground).is_empty();
        let room = if letters.colour && picture.cells.iter().any(is_grounded) { 2 } else { 1 };
        let filled = picture.cells.iter().filter(|c| !matches!(c.shape, Shape::Edge { .. }));
        let widest = filled.map(|cell| content(cell, letters).0.chars().count()).max();
        let scale = (widest.unwrap_or(1) + room) as f64 / nearest;
        let mut layout = Layout { rows, left, right, scale };
        layout.scale = layout.scale.max(layout.scale_of_names(picture));
        layout
    }

    /// The least scale at which texts above or below the board are apart.
    fn scale_of_names(&self, picture: &Picture) -> f64 {
        let is_outside = |label: &&Label| !self.is_row(self.row(label.y));
        let mut names: Vec<&Label> = picture.labels.iter().filter(is_outside).collect();
        names.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
        let neighbours = names.windows(2).filter(|pair| pair[0].y == pair[1].y && pair[0].x < pair[1].x);
        let scales = neighbours.map(|pair| {
            let letters: usize = pair.iter().map(|label| label.text.chars().count()).sum();
            ((letters as f64 / 2.0 + 1.0) / (pair[1].x - pair[0].x)).ceil()
        });
        scales.fold(0.0, f64::max)
    }

    /// The row of characters, counted from zero; −1 above the board, and the number of rows below
    /// it.
    pub(super) fn row(&self, y: f64) -> i32 {
        let nearest = self.rows.iter().position(|&row| (row - y).abs() < 0.3);
        match nearest {
            Some(row) => row as i32,
            None if self.rows.first().is_some_and(|&first| y < first) => -1,
            None => self.rows.iter().filter(|&&row| row < y).count() as i32,
        }
    }

    /// Whether `row` is a row of the board.
    pub(super) fn is_row(&self, row: i32) -> bool {
        (0..self.rows.len() as i32).contains(&row)
    }

    /// The column where the text of a place begins, `width` characters long: in its middle, or of a heap of sticks at the
    /// left end of its box.
    pub(super) fn start(&self, cell: &Cell, width: i32) -> i32 {
        match (cell.shape, cell.pieces.last().map(|piece| piece.look)) {
            (Shape::Box { width, .. }, Some(Look::Stick)) => self.column(cell.x - width / 2.0),
            _ => self.column(cell.x) - (width - 1) / 2,
        }
    }

    pub(super) fn column(&self, x: f64) -> i32 {
        ((x - self.left) * self.scale).round() as i32
    }

    pub(super) fn at(&self, (x, y): (f64, f64)) -> (i32, i32) {
        (self.row(y), self.column(x))
    }
}

/// The room of places that have no other in their row: the width of the widest box, or one.
fn alone(picture: &Picture) -> f64 {
    let widths = picture.cells.iter().map(|cell| match cell.shape {
        Shape::Box { width, .. } => width,
        _ => 1.0,
    });
    widths.fold(1.0, f64::max)
}
