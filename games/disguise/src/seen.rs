//! What is seen of a position: facts, one for each place that is not empty and each thing beside the board, and the
//! position's own text, so that nothing is missing.

use agon_core::{
    AnyPosition, Picture, Position, Seat,
    picture::{Ground, Look, Piece},
};

use crate::mask::Mask;

/// What parts the facts from the text.
const BAR: char = '|';
/// The characters behind which a text is cut: those that part rows, hands, rounds and fields.
const CUTS: [char; 5] = [' ', '/', '|', ',', ';'];

/// The letters of a line on a screen.
const WIDTH: usize = 60;

/// A position as it is shown.
pub(crate) fn shown(mask: &Mask, here: &AnyPosition) -> String {
    facts_and(mask, &here.picture(), &here.to_string())
}

/// The facts of `picture`, and `text` in pieces.
pub(crate) fn facts_and(mask: &Mask, picture: &Picture, text: &str) -> String {
    let mut words = facts(mask, picture);
    words.sort_unstable();
    words.push(BAR.to_string());
    let mut pieces: Vec<String> = (0..)
        .zip(text.split_inclusive(CUTS))
        .map(|(number, piece)| format!("{}:{}", mask.name(number), mask.word(piece)))
        .collect();
    pieces.sort_unstable();
    words.append(&mut pieces);
    words.join(" ")
}

/// What is shown, in lines that a screen has room for.
pub(crate) fn in_lines(shown: &str) -> String {
    let mut lines = vec![String::new()];
    for word in shown.split(' ') {
        let line = lines.last_mut().expect("there is one");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= WIDTH {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines.join("\n")
}

/// The text of what is shown.
pub(crate) fn text(mask: &Mask, shown: &str) -> Option<String> {
    let (_, pieces) = shown.rsplit_once(BAR)?;
    let pieces: Vec<(&str, &str)> =
        pieces.split_whitespace().map(|piece| piece.split_once(':')).collect::<Option<_>>()?;
    let mut text = String::new();
    for number in 0..pieces.len() {
        let name = mask.name(number);
        let (_, word) = pieces.iter().find(|(known, _)| *known == name)?;
        text.push_str(&mask.text(word)?);
    }
    Some(text)
}

/// The name of a seat.
pub(crate) fn seat_name(mask: &Mask, seat: Seat) -> String {
    mask.noun(&format!("seat {seat}"))
}

/// What lies on each place, and beside the board.
fn facts(mask: &Mask, picture: &Picture) -> Vec<String> {
    let mut facts = Vec::new();
    for cell in &picture.cells {
        let wall = (cell.ground == Ground::Wall).then(|| mask.noun("wall"));
        let pieces = cell.pieces.iter().map(|piece| piece_name(mask, piece));
        let things: Vec<String> = wall.into_iter().chain(pieces).collect();
        if !things.is_empty() {
            facts.push(format!("{}:{}", mask.word(&cell.name), things.join("+")));
        }
    }
    for tray in &picture.trays {
        let owner = tray.seat.map(|seat| seat_name(mask, seat));
        let words = tray
            .text
            .split_whitespace()
            .map(|word| if word.chars().all(char::is_alphabetic) { mask.noun(word) } else { mask.word(word) });
        let pieces = tray.pieces.iter().map(|piece| piece_name(mask, piece));
        let things: Vec<String> = owner.into_iter().chain(words).chain(pieces).collect();
        facts.push(format!("{}:{}", mask.noun(&tray.label), things.join("+")));
    }
    facts
}

/// Whose a piece is and what it is: its text as in moves, or a name of its kind.
fn piece_name(mask: &Mask, piece: &Piece) -> String {
    let tint = piece.tint.name();
    let whose = match piece.seat {
        Some(seat) => seat_name(mask, seat),
        None if tint.is_empty() => String::new(),
        None => mask.noun(tint),
    };
    // Marks say whose they are, and no more.
    let is_mark = matches!(piece.look, Look::Cross | Look::Ring | Look::Triangle | Look::Diamond);
    let kind = if !piece.label.is_empty() {
        mask.word(&piece.label)
    } else if is_mark && piece.seat.is_some() {
        String::new()
    } else {
        mask.noun(piece.text.strip_prefix(tint).unwrap_or(&piece.text).trim())
    };
    let count = if piece.count == 1 { String::new() } else { mask.word(&piece.count.to_string()) };
    let parts = [count, whose, kind];
    parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}
