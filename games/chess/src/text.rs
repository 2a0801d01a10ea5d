//! Positions as text: a FEN, and behind `after`, which is a form of our own, the quiet moves that led there.

use std::fmt::{self, Display};

use agon_core::{Position, TextError};
use cozy_chess::{Board, BoardBuilder};

use crate::{Chess, ChessMove, Past, QUIET_PLIES, castles_as_usual, fen, short::Short, uci};

/// Separates the FEN from the quiet moves before it.
const AFTER: &str = " after ";

impl Display for Chess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let any_file = self.now.any_file;
        let fen =
            fen::with_letters(
                &self.now.board,
                |_, rook, usual| {
                    if any_file { char::from(rook).to_ascii_uppercase() } else { usual }
                },
            );
        f.write_str(fen.text())?;
        if self.past().is_empty() {
            return Ok(());
        }
        f.write_str(AFTER)?;
        let mut line = Short::<{ 5 * QUIET_PLIES }>::new();
        for Past { m, .. } in self.past() {
            // A quiet move is no promotion.
            let ([file, rank], [to_file, to_rank]) = (uci::name(m.step().from), uci::name(m.step().to));
            line.add([file, rank, to_file, to_rank, b' ']);
        }
        line.length -= 1;
        f.write_str(line.text())
    }
}

/// Reads a FEN, and the quiet moves that led there, if any. `any_file` is whether kings castle from
/// any file; `None` leaves that to the text.
pub(crate) fn read(text: &str, any_file: Option<bool>) -> Result<Chess, TextError> {
    let wrong = |expected: &str| TextError::new(text, expected);
    let no_fen = |error: String| wrong(&format!("a FEN ({error})"));
    if let (Some(at), 1) = (text.rfind('"'), text.matches('"').count() % 2) {
        return Err(no_fen(fen::wrong_at(text, at, "the quotation mark is never closed")));
    }
    let words = fen::split(text, char::is_whitespace);
    let (board, after) = match words.iter().position(|(_, word)| *word == AFTER.trim()) {
        Some(at) => (&words[..at], Some(&words[at + 1..])),
        None => (&words[..], None),
    };
    let board = fen::read(text, board).map_err(no_fen)?;
    let usual = castles_as_usual(&board);
    let any_file = any_file.unwrap_or(!usual);
    if !any_file && !usual {
        return Err(wrong("kings and rooks with castling rights where they start"));
    }
    let Some(after) = after else { return Ok(Chess::new(board, any_file)) };
    let line: Vec<ChessMove> = after
        .iter()
        .map(|(_, word)| uci::read_step(word).map(ChessMove::new))
        .collect::<Option<_>>()
        .filter(|line: &Vec<ChessMove>| !line.is_empty())
        .ok_or_else(|| wrong("moves such as g1f3 behind `after`"))?;
    let refuse = || wrong("quiet moves behind `after` that lead to the position");
    let mut position = Chess::new(unplay(&board, &line).ok_or_else(refuse)?, any_file);
    for &m in &line {
        if !position.is_legal(m) {
            return Err(refuse());
        }
        position.play(m);
    }
    position.now.board.set_fullmove_number(board.fullmove_number());
    let same = position.now.board == board && position.past().len() == line.len();
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
