//! The picture of the two boards, side by side.

use agon_core::{
    Aim, Picture, Seat,
    picture::{Cell, Look, Piece, Shape, Tint},
};

use crate::{Act, Battleship, Heard, Place};

/// The name of a square on the board of that seat: `2b1`.
fn name(position: &Battleship, board: Seat, square: u8) -> String {
    format!("{}{}", board.0 + 1, position.rules.name(square))
}

pub(crate) fn of(position: &Battleship) -> Picture {
    let rules = position.rules;
    let mut picture = Picture::new();
    for board in Seat::all(2) {
        let left = board.0 * (rules.width + 2);
        for square in 0..rules.width * rules.height {
            let (row, column) = (square / rules.width, square % rules.width);
            let name = name(position, board, square);
            picture.add(Cell::new(name, (left + column).into(), row.into(), Shape::Square));
        }
        for row in 0..rules.height {
            picture.label(f64::from(left) - 0.85, row.into(), row + 1);
        }
        for column in 0..rules.width {
            picture.label((left + column).into(), -0.85, char::from(b'a' + column));
        }
        for (ship, place) in position.fleets[board.index()].iter().enumerate() {
            let &Place::At(berth) = place else { continue };
            let piece = Piece::new(Look::Tile, Tint::Plain).letter("S").text("ship").of(board);
            for square in rules.squares(berth, ship) {
                picture.put(&name(position, board, square), piece.clone());
            }
        }
    }
    for (index, shot) in position.shots().iter().enumerate() {
        let board = Seat(index as u8 % 2).opponent();
        let piece = match shot.heard {
            Heard::Water => Piece::new(Look::Pellet, Tint::Blue).letter("o").text("water"),
            Heard::Hit => Piece::new(Look::Cross, Tint::Red).text("hit"),
            Heard::Sunk => Piece::new(Look::Cross, Tint::Red).text("sunk"),
        };
        picture.put(&name(position, board, shot.square), piece.of(board.opponent()));
    }
    for seat in Seat::all(2) {
        let hidden = position.fleets[seat.index()].iter().filter(|p| **p == Place::Hidden).count();
        if hidden != 0 {
            picture.tray(format!("hidden ships of {seat}"), hidden).of(seat);
        }
    }
    picture
}

pub(crate) fn aim(position: &Battleship, mover: Seat, m: Act) -> Aim {
    match m {
        Act::Shoot(square) => Aim::at(name(position, mover.opponent(), square)),
        Act::Place(berth) => {
            let squares = position.rules.squares(berth, position.placed(mover));
            Aim::word().path(squares.map(|square| name(position, mover, square)))
        }
    }
}
