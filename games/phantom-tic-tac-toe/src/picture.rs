//! The picture of the board.

use agon_core::{
    Picture, Seat,
    picture::{Grid, Look, Piece, Tint},
};

use crate::PhantomTicTacToe;

/// With these marks of each seat.
pub(crate) fn of(position: &PhantomTicTacToe, marks: [u32; 2]) -> Picture {
    let size = position.attempts.width();
    let mut picture = Grid::new(size, size).squares();
    for seat in Seat::all(2) {
        for square in position.attempts.squares_of(marks[seat.index()]) {
            let (look, tint) = [(Look::Cross, Tint::Blue), (Look::Ring, Tint::Red)][seat.index()];
            let mark = Piece::new(look, tint).of(seat).text(seat.letter());
            picture.put(&square.to_string(), mark);
        }
    }
    if position.is_over() {
        picture.win_rows(position.line.into());
    }
    picture
}
