//! The picture of the board.

use agon_core::{
    Aim, Picture, Seat,
    picture::{Grid, Ground, Look, Piece, Tint},
};
use cozy_chess::{Color, File, Piece as Man, Square};

use crate::{
    Chess, ChessMove,
    moves::{is_castling, landing},
};

pub(crate) fn of(position: &Chess) -> Picture {
    let board = position.board();
    let mut picture = Grid::new(8, 8).checkered();
    for square in Square::ALL {
        let Some((man, color)) = board.piece_on(square).zip(board.color_on(square)) else {
            continue;
        };
        let look = match man {
            Man::Pawn => Look::Pawn,
            Man::Knight => Look::Knight,
            Man::Bishop => Look::Bishop,
            Man::Rook => Look::Rook,
            Man::Queen => Look::Queen,
            Man::King => Look::King,
        };
        let (tint, seat) = if color == Color::White { (Tint::White, Seat(0)) } else { (Tint::Black, Seat(1)) };
        picture.put(&square.to_string(), Piece::new(look, tint).of(seat));
    }
    if !board.checkers().is_empty() {
        let king = board.king(board.side_to_move()).to_string();
        for cell in picture.cells.iter_mut().filter(|cell| cell.name == king) {
            (cell.ground, cell.about) = (Ground::Attacked, "in check".to_owned());
        }
    }
    picture
}

pub(crate) fn aim(position: &Chess, m: ChessMove) -> Aim {
    let (board, step) = (position.board(), m.step());
    if is_castling(board, step) {
        let king = landing(step.from, step.to);
        let beside = if king.file() == File::G { File::F } else { File::D };
        let rook = Square::new(beside, king.rank());
        return Aim::from_to(step.to, rook).path([step.from, king]);
    }
    let aim = Aim::from_to(step.from, step.to);
    let is_pawn = board.piece_on(step.from) == Some(Man::Pawn);
    match board.color_on(step.to) {
        Some(_) => aim.taking(step.to),
        None if is_pawn && step.from.file() != step.to.file() => {
            aim.taking(Square::new(step.to.file(), step.from.rank()))
        }
        None => aim,
    }
}
