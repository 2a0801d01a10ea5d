//! Draws a position of a module with a board.

use agon_core::{
    Picture, Seat,
    picture::{Grid, Look, Piece, Tint},
};

use crate::machine::Machine;

/// The board with its letters.
pub(crate) fn of(machine: &mut Machine, (columns, rows): (u8, u8), seats: u8) -> Result<Picture, String> {
    let grid = Grid::new(columns, rows);
    let mut picture = grid.squares();
    for row in 0..rows {
        for column in 0..columns {
            let place = u32::from(row) * u32::from(columns) + u32::from(column);
            if let Some(letter) = machine.piece(place)? {
                picture.put(&grid.name(column, row), piece(letter, seats));
            }
        }
    }
    Ok(picture)
}

/// The name of a place.
pub(crate) fn name(place: u32, (columns, rows): (u8, u8)) -> String {
    let columns_wide = u32::from(columns);
    Grid::new(columns, rows).name((place % columns_wide) as u8, (place / columns_wide) as u8)
}

/// Crosses and noughts as they are known; what else is written, by its letter.
fn piece(letter: char, seats: u8) -> Piece {
    match letter {
        'X' if 2 <= seats => Piece::new(Look::Cross, Tint::Blue).of(Seat(0)).letter(letter),
        'O' if 2 <= seats => Piece::new(Look::Ring, Tint::Red).of(Seat(1)).letter(letter),
        _ => Piece::writing(letter).letter(letter),
    }
}
