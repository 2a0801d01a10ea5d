//! The picture of the heaps.

use agon_core::{
    Aim, Picture,
    picture::{Cell, Look, Piece, Shape, Tint},
};

use crate::{Grundy, Split};

/// The heaps by their sizes; of equal ones the second is `2.2`, the third `2.3`.
pub(crate) fn of(position: &Grundy) -> Picture {
    let mut picture = Picture::new();
    let most = position.heaps().next().unwrap_or(0);
    let width = (f64::from(most) / 3.0 + 0.6).clamp(2.0, 12.0);
    let (mut before, mut same) = (0, 0);
    for (index, heap) in (0u8..).zip(position.heaps()) {
        same = if heap == before { same + 1 } else { 1 };
        before = heap;
        let name = if same == 1 { heap.to_string() } else { format!("{heap}.{same}") };
        let y = 1.1 * f64::from(index);
        let cell = Cell::new(name, width / 2.0, y, Shape::Box { width, height: 0.9 });
        picture.add(cell.with(Piece::new(Look::Stick, Tint::Plain).count(heap.into())));
        picture.label(-0.5, y, heap);
    }
    picture
}

pub(crate) fn aim(Split { heap, part }: Split) -> Aim {
    Aim::at(heap).number(part.into())
}
