//! Positions and moves of chess as text: FEN with its past, and UCI.

use std::fmt::{self, Display, Write};

use agon_core::{Position, TextError};
use cozy_chess::{Board, BoardBuilder, Color, File, Rank, Square};

use crate::{Chess, ChessMove, Past, castles_as_usual, name_of};

/// What stands between the FEN and the quiet moves before it.
const AFTER: &str = " after ";

impl Display for Chess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = &self.now.board;
        let fen = if self.now.any_file { format!("{board:#}") } else { board.to_string() };
        let passing = name_of(board).1;
        for (index, field) in fen.split(' ').enumerate() {
            let field = if index == 3 && !passing { "-" } else { field };
            write!(f, "{}{field}", if index == 0 { "" } else { " " })?;
        }
        for (index, Past { m, .. }) in self.past().iter().enumerate() {
            write!(f, "{}{m}", if index == 0 { AFTER } else { " " })?;
        }
        Ok(())
    }
}

/// Reads a FEN, and the quiet moves that led there, if any. `any_file` says whether kings castle
/// from and to any file; `None` leaves that to the text.
pub(crate) fn read(text: &str, any_file: Option<bool>) -> Result<Chess, TextError> {
    let wrong = |expected: &str| TextError::new(text, expected);
    let (fen, after) = text.split_once(AFTER).unwrap_or((text, ""));
    let board: Board = fen.parse().map_err(|error| wrong(&format!("a FEN ({error})")))?;
    let usual = castles_as_usual(&board);
    let any_file = any_file.unwrap_or(!usual);
    if !any_file && !usual {
        return Err(wrong("kings and rooks with castling rights where they start"));
    }
    let words: Vec<ChessMove> = after
        .split_whitespace()
        .map(|word| word.parse().ok().map(ChessMove::new))
        .collect::<Option<_>>()
        .ok_or_else(|| wrong("moves such as g1f3 behind `after`"))?;
    if words.is_empty() {
        return Ok(Chess::new(board, any_file));
    }
    let refuse = || wrong("quiet moves behind `after` that lead to the position");
    let mut position = Chess::new(unplay(&board, &words).ok_or_else(refuse)?, any_file);
    for &m in &words {
        if !position.is_legal(m) {
            return Err(refuse());
        }
        position.play(m);
    }
    position.now.board.set_fullmove_number(board.fullmove_number());
    let same = position.now.board == board && position.past().len() == words.len();
    if same { Ok(position) } else { Err(refuse()) }
}

/// The board before the quiet moves `line`.
fn unplay(board: &Board, line: &[ChessMove]) -> Option<Board> {
    let mut before = BoardBuilder::from_board(board);
    before.en_passant = None;
    before.halfmove_clock = board.halfmove_clock().checked_sub(u8::try_from(line.len()).ok()?)?;
    for m in line.iter().rev() {
        let step = m.step();
        let man = before.square_mut(step.to).take()?;
        if before.square_mut(step.from).replace(man).is_some() {
            return None;
        }
        before.side_to_move = !before.side_to_move;
    }
    before.build().ok()
}

/// The other end of castling: where the king lands, for the square of its rook.
fn landing(from: Square, rook: Square) -> Square {
    Square::new(if from < rook { File::G } else { File::C }, from.rank())
}

fn is_castling(board: &Board, step: cozy_chess::Move) -> bool {
    board.colors(board.side_to_move()).has(step.to)
}

pub(crate) fn write_move(
    board: &Board,
    any_file: bool,
    m: ChessMove,
    out: &mut dyn Write,
) -> fmt::Result {
    let mut step = m.step();
    if !any_file && is_castling(board, step) {
        step.to = landing(step.from, step.to);
    }
    write!(out, "{step}")
}

/// The move that `text` writes, if it writes one; it may be illegal.
pub(crate) fn read_move(board: &Board, any_file: bool, text: &str) -> Option<ChessMove> {
    let mut step: cozy_chess::Move = text.parse().ok()?;
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

pub(crate) fn drawing(board: &Board) -> String {
    let mut text = String::new();
    for &rank in Rank::ALL.iter().rev() {
        text.push_str(&rank.to_string());
        for &file in &File::ALL {
            let square = Square::new(file, rank);
            let letter = board.piece_on(square).map_or('.', char::from);
            let white = board.color_on(square) == Some(Color::White);
            text.push(' ');
            text.push(if white { letter.to_ascii_uppercase() } else { letter });
        }
        text.push('\n');
    }
    text.push_str("  a b c d e f g h");
    text
}
