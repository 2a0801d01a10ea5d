//! The picture of the board.

use agon_core::{
    Aim, Picture,
    picture::{Grid, Look, Piece, Tint},
};

use crate::{Board, SlideOrTile};

pub(crate) fn of(board: &Board) -> Picture {
    let grid = Grid::new(board.rules.size, board.rules.size).from_top();
    let mut picture = grid.squares();
    for row in 0..board.rules.size {
        for column in 0..board.rules.size {
            let power = board.tile(row, column);
            if power != 0 {
                let number = (1u32 << power).to_string();
                let tile = Piece::new(Look::Tile, tint(power)).label(number);
                picture.put(&grid.name(column, row), tile);
            }
        }
    }
    if board.rules.pays_points {
        picture.tray("points", board.points);
    }
    picture
}

/// The larger, the darker.
fn tint(power: u8) -> Tint {
    match power {
        0..=2 => Tint::White,
        3..=4 => Tint::Yellow,
        5..=6 => Tint::Orange,
        7..=9 => Tint::Red,
        _ => Tint::Purple,
    }
}

pub(crate) fn aim(m: SlideOrTile) -> Aim {
    match m {
        SlideOrTile::Slide(_) => Aim::word(),
        SlideOrTile::Tile { square, is_four } => {
            let name = Grid::new(4, 4).name(square % 4, square / 4);
            Aim::at(name).number(if is_four { 4 } else { 2 })
        }
    }
}
