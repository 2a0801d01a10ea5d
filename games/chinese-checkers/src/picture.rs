//! The picture of the board.

use agon_core::{
    Aim, Picture, Seat,
    picture::{Cell, Ground, HEX_ROW, Look, Piece, Shape, Tint},
};

use crate::{ChineseCheckers, ChineseCheckersMove, homes, letter};

const TINTS: [Tint; 6] = [Tint::Red, Tint::Blue, Tint::Yellow, Tint::Green, Tint::Orange, Tint::Purple];

/// A star of holes. A seat's goal is of its ground.
pub(crate) fn of(position: &ChineseCheckers) -> Picture {
    let star = position.star();
    let mut picture = Picture::new();
    for row in 0..=4 * position.size {
        let holes: Vec<u8> = (0..star.holes as u8).filter(|&hole| star.place[usize::from(hole)].0 == row).collect();
        let y = f64::from(row) * HEX_ROW;
        let left = -((holes.len() as f64) - 1.0) / 2.0;
        for (place, &hole) in (0u8..).zip(&holes) {
            let x = left + f64::from(place);
            let cell = Cell::new(position.name(hole), x, y, Shape::Hole);
            let piece = position.owner(hole).map(|seat| {
                let letter = letter(seat).to_string();
                let text = format!("{letter}, {}", TINTS[seat.index()].name());
                Piece::new(Look::Stone, TINTS[seat.index()]).label(letter).text(text).of(seat)
            });
            let home = Seat::all(position.seats)
                .find(|&seat| star.points[(homes(position.seats)[seat.index()] + 3) % 6] >> hole & 1 == 1);
            let about = home.map_or_else(String::new, |seat| format!("goal of {}", letter(seat)));
            picture.add(cell.on(home.map_or(Ground::Plain, Ground::Of)).with(piece).about(about));
        }
        let width = 3.0 * f64::from(position.size);
        picture.label(-width / 2.0 - 1.0, y, char::from(b'a' + row));
    }
    picture
}

pub(crate) fn aim(position: &ChineseCheckers, m: ChineseCheckersMove) -> Aim {
    if m == ChineseCheckersMove::PASS {
        return Aim::word();
    }
    Aim::from_to(position.name(m.from), position.name(m.to))
}
