//! The picture of the board.

use agon_core::{
    Aim, Picture, Seat,
    picture::{Grid, Ground, Look, Piece, Tint},
};

use crate::{Einstein, EinsteinMove, Phase, stones::Square};

pub(crate) fn of(position: &Einstein) -> Picture {
    let mut picture = Grid::new(5, 5).squares();
    for square in (0..25).map(Square) {
        if let Some((seat, stone)) = position.stones.at(square) {
            picture.put(&square.to_string(), piece(seat, stone));
        }
    }
    for seat in Seat::all(2) {
        let goal = Square::goal(seat).to_string();
        if let Some(cell) = picture.cells.iter_mut().find(|cell| cell.name == goal) {
            cell.ground = Ground::Of(seat);
            cell.about = format!("goal of {seat}");
        }
        if position.phase == Phase::Over && position.stones.is_of(seat, Square::goal(seat)) {
            picture.win([goal]);
        }
    }
    match position.phase {
        Phase::Choice(stones) => {
            let seat = position.mover;
            let tray = picture.tray("may move", "").of(seat);
            for stone in (0..6).filter(|stone| stones >> stone & 1 != 0) {
                tray.with(piece(seat, stone));
            }
        }
        Phase::Set => {
            let next = piece(position.mover, position.next_stone());
            picture.tray("to set", "").of(position.mover).with(next);
        }
        Phase::Die | Phase::Over => {}
    }
    picture
}

fn piece(seat: Seat, stone: u8) -> Piece {
    let (tint, sign) = [(Tint::White, '+'), (Tint::Black, '-')][seat.index()];
    let number = stone + 1;
    Piece::new(Look::Stone, tint)
        .label(number.to_string())
        .letter(format!("{sign}{number}"))
        .text(format!("stone {number} of {seat}"))
        .of(seat)
}

pub(crate) fn aim(position: &Einstein, m: EinsteinMove) -> Aim {
    match m {
        EinsteinMove::Die(stone) => Aim::word().number(u32::from(stone) + 1),
        EinsteinMove::Stone { to, .. } if position.phase == Phase::Set => Aim::at(to),
        EinsteinMove::Stone { stone, to } => {
            let aim = Aim::from_to(position.stones.square(position.mover, stone), to);
            if position.stones.at(to).is_some() { aim.taking(to) } else { aim }
        }
    }
}
