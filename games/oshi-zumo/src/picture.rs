//! The picture of the wrestler's track.

use agon_core::{
    Picture, Seat,
    picture::{Cell, Ground, Look, Piece, Shape, Tint},
};

use crate::OshiZumo;

/// With the bid of a seat in an incomplete round only if `sees` returns true.
pub(crate) fn of(position: &OshiZumo, sees: impl Fn(Seat) -> bool) -> Picture {
    let mut picture = Picture::new();
    let most = i32::from(position.size) + 1;
    let pushed = position.pushed();
    for step in -most..=most {
        let ground = match step {
            _ if step == -most => Ground::Of(Seat(0)),
            _ if step == most => Ground::Of(Seat(1)),
            _ => Ground::Plain,
        };
        let wrestler = Piece::new(Look::Man, Tint::Black).text("wrestler").letter("W");
        let cell = Cell::new(name(step), f64::from(step), 0.0, Shape::Square).on(ground);
        picture.add(cell.with((step == pushed).then_some(wrestler)));
        picture.label(f64::from(step), -0.85, step.abs());
    }
    for seat in Seat::all(2) {
        let coins = position.left(seat);
        let pending = seat == Seat(0) && position.is_pending();
        let text = match position.bids[usize::from(position.len.saturating_sub(1))] {
            bid if pending && sees(seat) => format!("{coins}, bids {bid}"),
            _ if pending => format!("{coins}, has bid"),
            _ => coins.to_string(),
        };
        picture.tray(format!("{seat}, coins"), text).of(seat);
    }
    picture
}

/// The number of steps, towards the first seat with a stroke before it.
fn name(step: i32) -> String {
    step.to_string()
}
