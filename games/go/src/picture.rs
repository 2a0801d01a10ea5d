//! The picture of the board.

use agon_core::{
    Aim, Picture, Seat,
    picture::{Grid, Look, Piece, Tint},
};

use crate::{COLUMNS, Go, GoMove, board::EMPTY};

pub(crate) fn of(position: &Go) -> Picture {
    let size = position.board.size as u8;
    let mut picture = Grid::new(size, size).letters(COLUMNS).crossings();
    for point in position.board.points() {
        let stone = position.board.stone(point);
        if stone != EMPTY {
            let tint = if stone == 0 { Tint::Black } else { Tint::White };
            let stone = Piece::new(Look::Stone, tint).of(Seat(stone));
            picture.put(&GoMove(point).to_string(), stone);
        }
    }
    let komi = f64::from(position.setting.double_komi) / 2.0;
    picture.tray("komi", komi);
    picture
}

pub(crate) fn aim(m: GoMove) -> Aim {
    if m == GoMove::PASS { Aim::word() } else { Aim::at(m) }
}
