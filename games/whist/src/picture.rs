//! The picture of the table.

use agon_core::{
    Picture, Seat,
    picture::{Piece, Tint},
};

use crate::{Card, Seen, cards_of};

pub(crate) fn of(seen: &Seen) -> Picture {
    let mut picture = Picture::new();
    let position = &seen.position;
    for seat in Seat::all(position.rules.seats) {
        let won = position.tricks[seat.index()];
        let label = format!("{seat}, {won} trick{}", if won == 1 { "" } else { "s" });
        let tray = picture.tray(label, "").of(seat);
        tray.pieces.extend(cards_of(position.hands[seat.index()]).map(card));
        tray.pieces.extend((0..seen.hidden[seat.index()]).map(|_| Piece::back()));
    }
    picture.tray("trick", "").pieces.extend(position.trick().iter().copied().map(card));
    if let Some(trump) = position.trump {
        picture.tray("trumps", "").pieces.push(card(trump));
    }
    picture
}

fn card(card: Card) -> Piece {
    let piece = Piece::card(card);
    if [1, 2].contains(&card.suit()) { piece.tint(Tint::Red) } else { piece }
}
