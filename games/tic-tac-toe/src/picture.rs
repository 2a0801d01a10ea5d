//! The picture of the board.

use agon_core::{
    Aim, Picture,
    picture::{Grid, Look, Piece, Tint},
};

use crate::{MARKS, Square, TicTacToe};

/// The marks of the seats, in order.
const LOOKS: [(Look, Tint); 4] =
    [(Look::Cross, Tint::Blue), (Look::Ring, Tint::Red), (Look::Triangle, Tint::Green), (Look::Diamond, Tint::Purple)];

pub(crate) fn of(position: &TicTacToe) -> Picture {
    let mut picture = Grid::new(position.shape.width, position.shape.height).squares();
    for square in position.shape.squares() {
        if let Some(seat) = position.owner(square) {
            let (look, tint) = LOOKS[seat.index()];
            let mark = Piece::new(look, tint).of(seat).text(MARKS[seat.index()]);
            picture.put(&square.to_string(), mark);
        }
    }
    if position.won {
        picture.win_rows(position.shape.line.into());
    }
    picture
}

pub(crate) fn aim(square: Square) -> Aim {
    Aim::at(square)
}
