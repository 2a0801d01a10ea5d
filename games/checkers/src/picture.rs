//! The picture of the board.

use agon_core::{
    Aim, Picture, Seat,
    picture::{Cell, Ground, Look, Piece, Shape, Tint},
};

use crate::{
    Checkers, CheckersMove,
    board::{STEPS, bit, square},
};

/// The squares by their numbers, of which only the dark ones have any.
pub(crate) fn of(position: &Checkers) -> Picture {
    let board = &position.board;
    let mut picture = Picture::new();
    picture.board = Some(Ground::Light);
    for number in 0..32 {
        let (row, place) = (number / 4, number % 4);
        // Square 1 is on the second column of the first row.
        let column = 2 * place + 1 - row % 2;
        let here = 1u64 << bit(number);
        let owner = Seat::all(2).find(|seat| board.sides[seat.index()] & here != 0);
        let piece = owner.map(|seat| {
            let look = if board.kings & here == 0 { Look::Man } else { Look::Crowned };
            let tint = if seat == Seat(0) { Tint::Black } else { Tint::White };
            Piece::new(look, tint).of(seat)
        });
        let (x, y) = (f64::from(column), f64::from(row));
        let cell = Cell::new((number + 1).to_string(), x, y, Shape::Square).on(Ground::Dark);
        picture.add(cell.with(piece));
        if place == 0 {
            picture.label(-0.85, y, number + 1);
        }
        if place == 3 {
            picture.label(7.9, y, number + 1);
        }
    }
    picture
}

pub(crate) fn aim(m: CheckersMove) -> Aim {
    let mut aim = Aim::word().path(m.squares());
    let mut at = m.from() as i32;
    for index in m.ways() {
        if m.is_capture() {
            aim = aim.taking(square((at + STEPS[index]) as u32) + 1);
        }
        at += m.reach() * STEPS[index];
    }
    aim
}
