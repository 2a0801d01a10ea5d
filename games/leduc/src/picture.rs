//! The picture of the table.

use agon_core::{
    Picture, Seat,
    picture::{Piece, Tint},
};

use crate::{Act, BOARD, Leduc, Place};

pub(crate) fn of(position: &Leduc) -> Picture {
    let mut picture = Picture::new();
    for seat in Seat::all(2) {
        let chips = position.chips[seat.index()];
        let many = if chips == 1 { "" } else { "s" };
        let label = format!("{seat}, {chips} chip{many}{}", words(position, seat));
        let tray = picture.tray(label, "").of(seat);
        tray.pieces.extend(piece(position, seat.index()).map(|piece| piece.of(seat)));
    }
    picture.tray("board", "").pieces.extend(piece(position, BOARD));
    picture
}

/// The acts of a seat, in both rounds.
fn words(position: &Leduc, seat: Seat) -> String {
    let rounds =
        position.rounds.iter().flat_map(|round| round.acts().iter().skip(seat.index()).step_by(2));
    rounds
        .map(|act| match act {
            Act::Fold => ", fold",
            Act::Call => ", call",
            Act::Raise => ", raise",
            Act::Card(_) => "",
        })
        .collect()
}

fn piece(position: &Leduc, index: usize) -> Option<Piece> {
    match position.cards[index] {
        Place::Empty => None,
        Place::FaceDown => Some(Piece::back()),
        Place::Card(card) => {
            let mut label = String::new();
            position.rules.write_card(card, &mut label).expect("a string takes any text");
            let is_red = position.rules.has_suits && card % 2 == 0;
            let card = Piece::card(label);
            Some(if is_red { card.tint(Tint::Red) } else { card })
        }
    }
}
