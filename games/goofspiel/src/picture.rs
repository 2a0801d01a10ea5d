//! The picture of the table.

use agon_core::{Picture, Seat};

use crate::Goofspiel;

/// With the bid of a round and a seat only if `sees` returns true for them.
pub(crate) fn of(position: &Goofspiel, sees: impl Fn(usize, Seat) -> bool) -> Picture {
    let mut picture = Picture::new();
    let round = position.round();
    for seat in Seat::all(position.rules.seats) {
        let mut told: Vec<String> = Vec::new();
        if (0..round).all(|round| sees(round, seat)) {
            let seen = position.bids.iter().enumerate().filter(|(round, _)| sees(*round, seat));
            let hand = list(position.rest(seen.map(|(_, bids)| bids[seat.index()])));
            told.extend((!hand.is_empty()).then_some(hand));
        } else {
            told.push(format!("{} cards", position.hand(seat).count()));
        }
        match position.bids.get(round).map_or(0, |bids| bids[seat.index()]) {
            0 => {}
            bid if sees(round, seat) => told.push(format!("bids {bid}")),
            _ => told.push("has bid".to_owned()),
        }
        let points = position.points(seat);
        picture.tray(format!("{seat}, points {points}"), told.join(", ")).of(seat);
    }
    if !position.is_over() {
        picture.tray("prize", list(Some(position.prizes[round]).filter(|&prize| prize != 0)));
        picture.tray("prizes to come", list(position.prizes_left()));
    }
    picture
}

fn list(cards: impl IntoIterator<Item = u8>) -> String {
    cards.into_iter().map(|card| card.to_string()).collect::<Vec<_>>().join(" ")
}
