//! The picture of the table.

use agon_core::{
    Picture, Seat,
    picture::{Piece, Tint},
};

use crate::{Hand, NAMES, TinyBridge, write_card};

pub(crate) fn of(position: &TinyBridge) -> Picture {
    let mut picture = Picture::new();
    for seat in Seat::all(2) {
        let label = format!("{} ({seat})", NAMES[seat.index()]);
        let tray = picture.tray(label, "").of(seat);
        match position.hands[seat.index()] {
            Hand::None => {}
            Hand::Hidden => tray.pieces.extend([Piece::back(), Piece::back()]),
            Hand::Cards(low, high) => tray.pieces.extend([low, high].map(card)),
        }
    }
    let calls: Vec<String> = position.calls().map(|act| act.to_string()).collect();
    picture.tray("calls", calls.join(", "));
    picture
}

fn card(card: u8) -> Piece {
    let mut label = String::new();
    write_card(card, &mut label).expect("a string takes any text");
    let piece = Piece::card(label);
    if card < 4 { piece.tint(Tint::Red) } else { piece }
}
