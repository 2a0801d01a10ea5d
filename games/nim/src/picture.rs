//! The picture of the heaps.

use agon_core::{
    Aim, Picture,
    picture::{Cell, Look, Piece, Shape, Tint},
};

use crate::{Nim, Take};

pub(crate) fn of(position: &Nim) -> Picture {
    let mut picture = Picture::new();
    let most = position.heaps().iter().copied().max().unwrap_or(0);
    let width = (f64::from(most) / 3.0 + 0.6).clamp(2.0, 12.0);
    for (heap, &left) in (0u8..).zip(position.heaps()) {
        let y = 1.1 * f64::from(heap);
        let cell = Cell::new(name(heap), width / 2.0, y, Shape::Box { width, height: 0.9 });
        let sticks = Piece::new(Look::Stick, Tint::Plain).count(left.into());
        picture.add(cell.with((left != 0).then_some(sticks)));
        picture.label(-0.4, y, name(heap));
        picture.label(width + 0.5, y, left);
    }
    picture
}

fn name(heap: u8) -> String {
    char::from(b'a' + heap % 26).to_string()
}

pub(crate) fn aim(Take { heap, count }: Take) -> Aim {
    Aim::at(name(heap)).number(count.into())
}
