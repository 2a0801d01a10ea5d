//! The picture of the board.

use agon_core::{
    Aim, Picture, Seat,
    picture::{Grid, Look, Piece, Tint},
};

use crate::{Othello, OthelloMove};

pub(crate) fn of(position: &Othello) -> Picture {
    let mut picture = Grid::new(position.size, position.size).from_top().squares();
    let [first, second] = position.by_seat();
    for square in position.squares() {
        let disc = match (first >> square & 1, second >> square & 1) {
            (1, _) => Piece::new(Look::Stone, Tint::Black).of(Seat(0)).text("black disc"),
            (_, 1) => Piece::new(Look::Stone, Tint::White).of(Seat(1)).text("white disc"),
            _ => continue,
        };
        picture.put(&OthelloMove(square as u8).to_string(), disc);
    }
    for (seat, name, discs) in [(Seat(0), "black", first), (Seat(1), "white", second)] {
        picture.tray(name, discs.count_ones()).of(seat);
    }
    picture
}

pub(crate) fn aim(m: OthelloMove) -> Aim {
    if m == OthelloMove::PASS { Aim::word() } else { Aim::at(m) }
}
