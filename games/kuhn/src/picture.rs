//! The picture of the table.

use agon_core::{Picture, Seat, picture::Piece};

use crate::{Act, FACE_DOWN, Kuhn};

pub(crate) fn of(position: &Kuhn) -> Picture {
    let mut picture = Picture::new();
    for seat in Seat::all(position.seats) {
        let chips = if position.has_bet(seat) { "2 chips" } else { "1 chip" };
        let mut words = vec![seat.to_string(), chips.to_owned()];
        for index in (seat.0..position.acts).step_by(position.seats.into()) {
            words.push(if position.act(index) == Act::Bet { "bet" } else { "pass" }.to_owned());
        }
        let tray = picture.tray(words.join(", "), "").of(seat);
        match position.cards[seat.index()] {
            0 => {}
            FACE_DOWN => drop(tray.with(Piece::back().of(seat))),
            card => drop(tray.with(Piece::card(Act::Card(card)).of(seat))),
        }
    }
    picture
}
