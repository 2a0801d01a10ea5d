//! A line of moves as text: `e2e4 e7e5`, `31 8/5 6/5`.

use crate::{Accepted, Node, Position, all_moves, notation, scored};

/// Why a text is not a line of moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number} of the line, `{text}`, is not legal in `{position}`{accepted}")]
pub struct LineError {
    /// The number of the wrong move, counted from one.
    pub number: usize,
    /// The text of that move.
    pub text: String,
    /// The position where it was to be played.
    pub position: String,
    /// The legal moves there.
    pub accepted: Accepted,
}

/// Plays the moves written in `text`, and lists them. Moves are separated by spaces or commas. If the notation of a
/// move contains spaces, the text between commas is one move if it reads as one; otherwise its shortest beginning that
/// is a move is played first.
///
/// # Errors
///
/// The first move that is not legal; `position` is then the one before it.
pub fn play_line<P: Position>(position: &mut P, text: &str) -> Result<Vec<P::Move>, LineError> {
    let mut line = Vec::new();
    for piece in text.split(',') {
        let words: Vec<&str> = piece.split_whitespace().collect();
        let mut rest = &words[..];
        while !rest.is_empty() {
            let begins = |words: usize| read_move(position, &rest[..words].join(" ")).map(|m| (m, words));
            let found = if rest.len() == words.len() { begins(words.len()) } else { None };
            let (m, words) = if let Some(found) = found.or_else(|| begins(1)) {
                found
            } else {
                let most = words_of_a_move(position).min(rest.len());
                let refused = || refuse(position, line.len() + 1, &rest[..most].join(" "));
                (2..=most).find_map(begins).ok_or_else(refused)?
            };
            position.play(m);
            line.push(m);
            rest = &rest[words..];
        }
    }
    Ok(line)
}

/// The position after `moves` from `start`, if its text is `text`: an implementation of [`Position::parse`] for games
/// whose text lists all moves played.
pub fn replayed<'a, P: Position>(start: P, mut moves: impl Iterator<Item = &'a str>, text: &str) -> Option<P> {
    let position = moves.try_fold(start, |mut position, word| {
        position.play(position.parse_move(word)?);
        Some(position)
    })?;
    (position.to_string() == text).then_some(position)
}

/// The number of words in the longest move here.
fn words_of_a_move<P: Position>(position: &P) -> usize {
    let words = |m| notation(position, m).split_whitespace().count();
    all_moves(position).into_iter().map(words).max().unwrap_or(1)
}

/// The legal move that `text` writes: as the game reads it; or, if only one legal move matches, with case and
/// punctuation ignored (`B2`; `b2a3` for `b2-a3`), or in score-sheet notation. A capital before small letters keeps its
/// case: `Bxc3` is no pawn's move.
pub fn read_move<P: Position>(position: &P, text: &str) -> Option<P::Move> {
    position.parse_move(text).or_else(|| {
        // A pass is commonly written as two dashes.
        if text.contains("--") {
            return None;
        }
        let bare = bare(text);
        let first = |text: &str| text.chars().find(|c| c.is_alphanumeric());
        let begins = first(text).filter(|c| c.is_uppercase() && text.contains(char::is_lowercase));
        let is_meant = |m| {
            let score = scored(position, m);
            bare == self::bare(&notation(position, m))
                || bare == self::bare(&score) && (begins.is_none() || begins == first(&score))
        };
        let mut meant = all_moves(position).into_iter().filter(|&m| is_meant(m));
        let first = meant.next().filter(|_| !bare.is_empty())?;
        meant.next().is_none().then_some(first)
    })
}

/// The letters and digits of `text` in lower case; two numbers stay apart. Punctuation is dropped, but not symbols,
/// such as a chess figure.
fn bare(text: &str) -> String {
    let is_sign = |c: char| {
        c.is_ascii_punctuation() || c.is_whitespace() || c.is_control() || ('\u{2010}'..='\u{2027}').contains(&c)
    };
    let mut bare = String::new();
    let mut is_apart = false;
    for c in text.chars() {
        if is_sign(c) {
            is_apart = true;
            continue;
        }
        if is_apart && c.is_numeric() && bare.ends_with(char::is_numeric) {
            bare.push(' ');
        }
        is_apart = false;
        bare.extend(c.to_lowercase());
    }
    bare
}

/// The error for `word`, which is not a legal move in `position`. The moves are listed as on a score sheet if `word` is
/// written so (`Ke3`), otherwise in the game's notation (`e1e3`).
pub fn refuse<P: Position>(position: &P, number: usize, word: &str) -> LineError {
    let moves = all_moves(position);
    let mut written: Vec<String> = moves.iter().map(|&m| notation(position, m)).collect();
    let sheet: Vec<String> = moves.iter().map(|&m| scored(position, m)).collect();
    if is_of_sheet(word, &written, &sheet) {
        written = sheet;
    }
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

/// Whether `word` is written as the moves of a score sheet are, and not as those in the game's notation.
fn is_of_sheet(word: &str, written: &[String], sheet: &[String]) -> bool {
    let shape = shape(word);
    let has = |texts: &[String]| texts.iter().any(|text| self::shape(text) == shape);
    // Pieces are capitals on a sheet: a capture is written so even where there is none to make.
    let is_piece = shape.starts_with('A') && shape.contains('a');
    !has(written) && (has(sheet) || is_piece && written != sheet)
}

/// The letters and digits of a text, each as the first of its kind: `A`, `a` or `0`.
fn shape(text: &str) -> String {
    let kind = |c: char| match c {
        _ if c.is_uppercase() => Some('A'),
        _ if c.is_alphabetic() => Some('a'),
        _ if c.is_numeric() => Some('0'),
        _ => None,
    };
    text.chars().filter_map(kind).collect()
}

/// The notations of the moves of a line played from `start`.
pub fn notations<P: Position>(start: &P, line: &[P::Move]) -> Vec<String> {
    let mut position = start.clone();
    let written = line.iter().map(|&m| {
        let text = notation(&position, m);
        position.play(m);
        text
    });
    written.collect()
}

/// Writes a line of moves played from `start`, so that [`play_line`] reads it back.
pub fn write_line<P: Position>(start: &P, line: &[P::Move]) -> String {
    let words = notations(start, line);
    let separator = if words.iter().any(|word| word.contains(' ')) { ", " } else { " " };
    words.join(separator)
}
