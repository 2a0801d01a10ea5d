//! The picture of the table.

use agon_core::{
    Picture, Seat,
    picture::{Piece, Tint},
};

use crate::{Act, Leduc, Place};

pub(crate) fn of<const PLACES: usize, const ACTS: usize>(position: &Leduc<PLACES, ACTS>) -> Picture {
    let mut picture = Picture::new();
    let acts = acts(position);
    for seat in Seat::all(position.rules.seats) {
        let chips = position.chips[seat.index()];
        let many = if chips == 1 { "" } else { "s" };
        let label = format!("{seat}, {chips} chip{many}{}", words(&acts, seat));
        let tray = picture.tray(label, "").of(seat);
        tray.pieces.extend(piece(position, seat.index()).map(|piece| piece.of(seat)));
    }
    picture.tray("board", "").pieces.extend(piece(position, position.board()));
    picture
}

/// The acts of both rounds, in order, each with its seat.
fn acts<const PLACES: usize, const ACTS: usize>(position: &Leduc<PLACES, ACTS>) -> Vec<(Seat, Act)> {
    let mut left: Vec<Seat> = Seat::all(position.rules.seats).collect();
    let mut acts = Vec::new();
    for round in &position.rounds {
        let mut turn = 0;
        for &act in round.acts() {
            acts.push((left[turn], act));
            if act == Act::Fold {
                left.remove(turn);
            } else {
                turn += 1;
            }
            turn %= left.len();
        }
    }
    acts
}

/// The acts of a seat, in both rounds.
fn words(acts: &[(Seat, Act)], seat: Seat) -> String {
    let own = acts.iter().filter(|(actor, _)| *actor == seat);
    own.map(|(_, act)| match act {
        Act::Fold => ", fold",
        Act::Call => ", call",
        Act::Raise => ", raise",
        Act::Card(_) => "",
    })
    .collect()
}

fn piece<const PLACES: usize, const ACTS: usize>(position: &Leduc<PLACES, ACTS>, index: usize) -> Option<Piece> {
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
