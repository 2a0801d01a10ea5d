//! What the board looks like.

use agon_core::{
    Aim, Picture, Seat,
    picture::{Grid, Look, Piece, Tint},
};

use crate::{Column, ConnectFour};

pub(crate) fn of(position: &ConnectFour) -> Picture {
    let (width, height) = (position.shape.width, position.shape.height);
    let grid = Grid::new(width, height);
    let mut picture = grid.slots();
    for (column, row) in position.shape.squares() {
        if let Some(seat) = position.owner(column, row) {
            let tint = if seat == Seat(0) { Tint::Red } else { Tint::Yellow };
            picture.put(&grid.name(column, row), Piece::new(Look::Stone, tint).of(seat));
        }
    }
    if position.won {
        picture.win_rows(position.shape.line.into());
    }
    picture
}

/// Where the stone comes to lie.
pub(crate) fn aim(position: &ConnectFour, Column(column): Column) -> Aim {
    let (width, height) = (position.shape.width, position.shape.height);
    let row = (0..height).find(|&row| position.owner(column, row).is_none());
    Aim::at(Grid::new(width, height).name(column, row.unwrap_or(0)))
}

/// A square as people call it.
pub(crate) fn name(position: &ConnectFour, column: u8, row: u8) -> String {
    Grid::new(position.shape.width, position.shape.height).name(column, row)
}
