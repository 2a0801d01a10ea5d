//! The picture of the table.

use agon_core::{
    Picture, Seat,
    picture::{Look, Piece, Tint},
};

use crate::{FACE_DOWN, LiarsDice};

pub(crate) fn of(position: &LiarsDice) -> Picture {
    let mut picture = Picture::new();
    for seat in Seat::all(2) {
        let tray = picture.tray(seat.to_string(), "").of(seat);
        for &face in position.rolled(seat) {
            tray.pieces.push(match face {
                FACE_DOWN => Piece::new(Look::Die, Tint::White).label("?").text("hidden die"),
                face => Piece::die(face.into()),
            });
        }
    }
    let said: Vec<String> = position.said().map(|act| act.to_string()).collect();
    picture.tray("bids", said.join(", "));
    picture
}
