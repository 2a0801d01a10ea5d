//! The picture of the board.

use agon_core::{
    Aim, Picture, Seat,
    picture::{Cell, Look, Piece, Shape, Tint},
};

use crate::{
    Morris, MorrisMove, NONE,
    points::{NAMES, NEAR, POINTS},
};

pub(crate) fn of(position: &Morris) -> Picture {
    let mut picture = Picture::new();
    // In reading order; a name is a letter for the column and a digit for the row.
    let place = |point: u8| {
        let name = NAMES[usize::from(point)].as_bytes();
        (f64::from(name[0] - b'a'), f64::from(b'7' - name[1]))
    };
    let mut points: Vec<u8> = (0..POINTS).collect();
    points.sort_by_key(|&point| {
        let name = NAMES[usize::from(point)].as_bytes();
        (std::cmp::Reverse(name[1]), name[0])
    });
    for point in points {
        let (x, y) = place(point);
        let owner = Seat::all(2).find(|seat| position.men[seat.index()] >> point & 1 == 1);
        let name = NAMES[usize::from(point)];
        picture.add(Cell::new(name, x, y, Shape::Crossing).with(owner.map(man)));
        for other in point + 1..POINTS {
            if NEAR[usize::from(point)] >> other & 1 == 1 {
                picture.line((x, y), place(other));
            }
        }
    }
    for line in 0..7u8 {
        picture.label(-0.85, line.into(), 7 - line);
        picture.label(line.into(), 6.85, char::from(b'a' + line));
    }
    for seat in Seat::all(2) {
        let hand = position.hands[seat.index()];
        if hand != 0 {
            picture.tray("to place", "").of(seat).with(man(seat).count(hand.into()));
        }
    }
    picture
}

fn man(seat: Seat) -> Piece {
    let (tint, letter, glyph) = [(Tint::White, "X", "○"), (Tint::Black, "O", "●")][seat.index()];
    let man = Piece::new(Look::Stone, tint).of(seat).letter(letter).glyph(glyph);
    man.text(format!("{} man", tint.name()))
}

pub(crate) fn aim(MorrisMove { from, to, taken }: MorrisMove) -> Aim {
    let name = |point: u8| NAMES[usize::from(point)];
    let aim = if from == NONE { Aim::at(name(to)) } else { Aim::from_to(name(from), name(to)) };
    if taken == NONE { aim } else { aim.taking(name(taken)) }
}
