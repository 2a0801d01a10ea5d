//! The picture of the board.

use agon_core::{
    Aim, Picture, Seat,
    picture::{Grid, Look, Piece, Tint},
};

use crate::{Amoba, AmobaMove};

pub(crate) fn of(position: &Amoba) -> Picture {
    let mut picture = Grid::new(position.size, position.size).squares();
    for row in 0..position.size {
        for column in 0..position.size {
            if let Some(seat) = position.stone(row, column) {
                let mark = if seat == Seat(0) {
                    Piece::new(Look::Cross, Tint::Blue).text("X")
                } else {
                    Piece::new(Look::Ring, Tint::Red).text("O")
                };
                picture.put(&AmobaMove { row, column }.to_string(), mark.of(seat));
            }
        }
    }
    if position.winner.is_some() {
        let len = usize::from(position.run.len);
        picture.win_rows(len);
        picture.wins.retain(|row| !position.run.exact || row.len() == len);
    }
    picture
}

pub(crate) fn aim(m: AmobaMove) -> Aim {
    Aim::at(m)
}
