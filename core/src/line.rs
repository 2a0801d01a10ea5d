//! A line of moves as text: `e2e4 e7e5`, or with commas where a move is several words.

use crate::{Accepted, Node, Position, all_moves, notation};

/// Why a text is no line of moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number} of the line, `{text}`, is not legal in `{position}`{accepted}")]
pub struct LineError {
    /// Which move, counted from one.
    pub number: usize,
    /// What was written.
    pub text: String,
    /// The position where it should be played.
    pub position: String,
    /// The moves there are.
    pub accepted: Accepted,
}

/// Plays the moves that `text` writes, and lists them. They are separated by spaces, or by commas
/// where the notation of a move has spaces itself.
///
/// # Errors
///
/// The first move that is not legal where it stands; `position` is then the one before it.
pub fn play_line<P: Position>(position: &mut P, text: &str) -> Result<Vec<P::Move>, LineError> {
    let mut line = Vec::new();
    for piece in text.split(',').map(str::trim).filter(|piece| !piece.is_empty()) {
        let mut play = |position: &mut P, word: &str| {
            let found = position.parse_move(word);
            if let Some(m) = found {
                position.play(m);
                line.push(m);
            }
            found.is_some()
        };
        let is_single = !piece.contains(char::is_whitespace);
        if play(position, piece) {
            continue;
        }
        for word in piece.split_whitespace() {
            if is_single || !play(position, word) {
                let number = line.len() + 1;
                return Err(refuse(position, number, word));
            }
        }
    }
    Ok(line)
}

/// The error for a move that `position` does not allow.
pub fn refuse<P: Position>(position: &P, number: usize, word: &str) -> LineError {
    let moves = all_moves(position).into_iter();
    let written: Vec<String> = moves.map(|m| notation(position, m)).collect();
    let mut accepted = Accepted::new(word, written.iter().map(String::as_str));
    let most = 40;
    if most < accepted.all.len() {
        let more = accepted.all.len() - most;
        accepted.all.truncate(most);
        accepted.all.push(format!("and {more} more"));
    }
    if position.node() == Node::Terminal {
        accepted.all = vec!["nothing: the game is over".to_owned()];
    }
    LineError { number, text: word.to_owned(), position: position.to_string(), accepted }
}

/// Writes a line of moves played from `start`, so that [`play_line`] reads it back.
pub fn write_line<P: Position>(start: &P, line: &[P::Move]) -> String {
    let mut position = start.clone();
    let mut words = Vec::with_capacity(line.len());
    for &m in line {
        words.push(notation(&position, m));
        position.play(m);
    }
    let separator = if words.iter().any(|word| word.contains(' ')) { ", " } else { " " };
    words.join(separator)
}
