//! The picture of the board.

use agon_core::{
    Aim, Picture, Seat,
    picture::{Grid, Look, Piece, Tint},
};

use crate::{Breakthrough, BreakthroughMove};

pub(crate) fn of(position: &Breakthrough) -> Picture {
    let grid = Grid::new(position.width, position.height);
    let mut picture = grid.checkered();
    for row in 0..position.height {
        for column in 0..position.width {
            if let Some(seat) = position.man(row, column) {
                let (tint, letter, glyph) = [(Tint::White, "X", "○"), (Tint::Black, "O", "●")][seat.index()];
                let man = Piece::new(Look::Man, tint).of(seat).letter(letter).glyph(glyph);
                picture.put(&grid.name(column, row), man);
            }
        }
    }
    let far = [position.height - 1, 0];
    for seat in Seat::all(2) {
        let row = far[seat.index()];
        for column in 0..position.width {
            if position.man(row, column) == Some(seat) {
                picture.win([grid.name(column, row)]);
            }
        }
    }
    picture
}

pub(crate) fn aim(position: &Breakthrough, m: BreakthroughMove) -> Aim {
    let aim = Aim::from_to(name(m.from()), name(m.to()));
    if position.captures(m) { aim.taking(name(m.to())) } else { aim }
}

/// A square as people call it.
pub(crate) fn name(square: u8) -> String {
    Grid::new(8, 8).name(square % 8, square / 8)
}
