//! The picture of the board.

use agon_core::{
    Aim, Picture, Seat,
    picture::{Cell, Ground, Look, Piece, Shape, Tint},
};

use crate::{House, Kalah};

/// The second seat's houses above, from its right to its left; every seat's store at its right.
pub(crate) fn of(position: &Kalah) -> Picture {
    let pits = position.rules.pits;
    let mut picture = Picture::new();
    picture.board = Some(Ground::Dark);
    let mut add = |seat: Seat, place: u8, x: f64, y: f64| {
        let (width, height) = if place == pits { (0.9, 1.9) } else { (0.9, 0.9) };
        let cell = Cell::new(name(seat, place, pits), x, y, Shape::Box { width, height });
        let seeds = position.side(seat).seeds(place);
        let seeds = Piece::new(Look::Seed, Tint::Plain).count(seeds.into());
        picture.add(cell.about(about(seat, place, pits)).with(seeds));
    };
    let far = f64::from(pits) + 1.0;
    for house in 0..pits {
        add(Seat(1), house, far - 1.0 - f64::from(house), 0.0);
    }
    add(Seat(1), pits, 0.0, 0.5);
    add(Seat(0), pits, far, 0.5);
    for house in 0..pits {
        add(Seat(0), house, f64::from(house) + 1.0, 1.0);
    }
    for house in 0..pits {
        picture.label(f64::from(house) + 1.0, 1.8, house + 1);
        picture.label(far - 1.0 - f64::from(house), -0.8, house + 1);
    }
    picture.tray(Seat(1).to_string(), "above, its store on the left").of(Seat(1));
    picture.tray(Seat(0).to_string(), "below, its store on the right").of(Seat(0));
    picture
}

fn name(seat: Seat, place: u8, pits: u8) -> String {
    let seat = seat.0 + 1;
    if place == pits { format!("{seat}.store") } else { format!("{seat}.{}", place + 1) }
}

fn about(seat: Seat, place: u8, pits: u8) -> String {
    if place == pits { format!("store of {seat}") } else { format!("house {} of {seat}", place + 1) }
}

pub(crate) fn aim(position: &Kalah, House(house): House) -> Aim {
    Aim::at(name(position.mover, house, position.rules.pits))
}
