//! The picture of the board.

use agon_core::{
    Aim, Picture, Seat,
    picture::{Grid, Look, Piece, Tint},
};

use crate::{Body, Column, ConnectFour};

pub(crate) fn of<B: Body>(position: &ConnectFour<B>) -> Picture {
    let shape = position.0.shape();
    let grid = Grid::new(shape.width, shape.height);
    let mut picture = grid.slots();
    for (column, row) in shape.squares() {
        if let Some(seat) = position.owner(column, row) {
            let tint = if seat == Seat(0) { Tint::Red } else { Tint::Yellow };
            picture.put(&grid.name(column, row), Piece::new(Look::Stone, tint).of(seat));
        }
    }
    if position.0.is_won() {
        picture.win_rows(shape.line.into());
    }
    picture
}

/// The square where the stone lands.
pub(crate) fn aim<B: Body>(position: &ConnectFour<B>, Column(column): Column) -> Aim {
    let shape = position.0.shape();
    let row = (0..shape.height).find(|&row| position.owner(column, row).is_none());
    Aim::at(Grid::new(shape.width, shape.height).name(column, row.unwrap_or(0)))
}

/// A square as people call it.
pub(crate) fn name<B: Body>(position: &ConnectFour<B>, column: u8, row: u8) -> String {
    let shape = position.0.shape();
    Grid::new(shape.width, shape.height).name(column, row)
}
