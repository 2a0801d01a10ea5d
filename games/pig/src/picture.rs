//! The picture of the score sheet.

use agon_core::{Aim, Picture, Seat};

use crate::{Act, Phase, Pig};

pub(crate) fn of(position: &Pig) -> Picture {
    let mut picture = Picture::new();
    for seat in Seat::all(position.rules.seats) {
        let points = position.points[seat.index()];
        let text = match position.phase {
            Phase::Choice if seat == position.mover => format!("{points} + {}", position.turn),
            Phase::Die if seat == position.mover => {
                format!("{points} + {} and rolls", position.turn)
            }
            _ => points.to_string(),
        };
        picture.tray(seat.to_string(), text).of(seat);
    }
    picture.tray("target", position.rules.target);
    picture
}

pub(crate) fn aim(m: Act) -> Aim {
    match m {
        Act::Face(face) => Aim::word().number(face.into()),
        Act::Roll | Act::Hold => Aim::word(),
    }
}
