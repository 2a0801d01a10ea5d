//! Moves as programs write them: UCI's long algebraic notation (R. Huber and S. Meyer-Kahlen, 2000).
//!
//! Promotions are also read as `e7e8Q` and `e7e8=Q`; all other moves are read as on score sheets (`san`).

use std::fmt::{self, Write};

use cozy_chess::{Board, Piece, Square};

use crate::{
    ChessMove,
    moves::{is_castling, landing},
    san,
    short::Short,
};

/// Writes `m`, which is legal on `board`; kings castle from any file, or from where they start alone.
pub(crate) fn write(board: &Board, any_file: bool, m: ChessMove, out: &mut dyn Write) -> fmt::Result {
    let mut step = m.step();
    if !any_file && is_castling(board, step) {
        step.to = landing(step.from, step.to);
    }
    out.write_str(step_of(step).text())
}

/// The move that `text` writes as programs or as score sheets do, if it writes one; it may be
/// illegal.
pub(crate) fn read(board: &Board, any_file: bool, text: &str) -> Option<ChessMove> {
    let Some(mut step) = read_step(text) else {
        return san::read(board, text).map(ChessMove::new);
    };
    let king = board.king(board.side_to_move());
    if !any_file && step.from == king && !is_castling(board, step) {
        let rights = board.castle_rights(board.side_to_move());
        for rook in [rights.short, rights.long].into_iter().flatten() {
            let rook = Square::new(rook, king.rank());
            let far = (king.file() as i8 - step.to.file() as i8).abs() == 2;
            if far && step.to == landing(king, rook) {
                step.to = rook;
                break;
            }
        }
    }
    Some(ChessMove::new(step)).filter(|m| m.step() == step)
}

/// The step that `word` writes as programs do, and nothing behind it. Some of them write the piece of
/// a promotion as score sheets have it: `e7d8Q`, `e7d8=Q`.
pub(crate) fn read_step(word: &str) -> Option<cozy_chess::Move> {
    let (squares, promotion) = word.split_at_checked(4)?;
    let mut step: cozy_chess::Move = squares.parse().ok()?;
    step.promotion = match promotion.strip_prefix('=').unwrap_or(promotion) {
        "" if promotion.is_empty() => None,
        "q" | "Q" => Some(Piece::Queen),
        "r" | "R" => Some(Piece::Rook),
        "b" | "B" => Some(Piece::Bishop),
        "n" | "N" => Some(Piece::Knight),
        _ => return None,
    };
    Some(step)
}

/// The step as programs write it: `e7e8q`.
fn step_of(step: cozy_chess::Move) -> Short<5> {
    let mut text = Short::new();
    text.add(name(step.from));
    text.add(name(step.to));
    if let Some(piece) = step.promotion {
        text.add([char::from(piece) as u8]);
    }
    text
}

/// A square's file and rank.
pub(crate) fn name(square: Square) -> [u8; 2] {
    [b'a' + square.file() as u8, b'1' + square.rank() as u8]
}
