//! The characters and colours of what a picture has.

use crate::picture::{Cell, Ground, Look, Piece, Shape, Tint};

/// The abilities of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letters {
    /// Unicode, beyond ASCII.
    pub unicode: bool,
    /// Colours, by ANSI escape sequences.
    pub colour: bool,
}

impl Letters {
    /// ASCII without colours.
    pub const PLAIN: Letters = Letters { unicode: false, colour: false };
    /// Unicode and colours.
    pub const RICH: Letters = Letters { unicode: true, colour: true };
}

/// ANSI codes of colours.
pub(super) const BOLD: &str = "1";
pub(super) const MARKED: &str = "1;7";
pub(super) const FAINT: &str = "2";

/// The characters for a place, and their colour.
pub(super) fn content(cell: &Cell, letters: Letters) -> (String, &'static str) {
    if let Shape::Edge { dx, dy } = cell.shape {
        let is_drawn = cell.pieces.iter().any(|piece| piece.look == Look::Drawn);
        let text = match (is_drawn, dy < dx, letters.unicode) {
            (false, ..) => " ",
            (true, true, false) => "---",
            (true, true, true) => "───",
            (true, false, false) => "|",
            (true, false, true) => "│",
        };
        return (text.to_owned(), BOLD);
    }
    if cell.pieces.is_empty() {
        let text = match (cell.shape, cell.ground, letters.unicode) {
            (_, Ground::Wall, false) => "#",
            (_, Ground::Wall, true) => "█",
            (Shape::Dot, _, false) => "+",
            (Shape::Box { .. } | Shape::Choice(_) | Shape::Chance, ..) | (_, Ground::Floor, _) => " ",
            (_, _, false) => ".",
            (_, _, true) => "·",
        };
        return (text.to_owned(), FAINT);
    }
    // Pieces of different kinds on one place are all written, but for a pellet below another piece.
    let is_below = |piece: &Piece| piece.look == Look::Pellet && 1 < cell.pieces.len();
    let pieces = cell.pieces.iter().filter(|piece| !is_below(piece));
    let texts: Vec<String> = pieces.map(|piece| sign(piece, letters)).collect();
    let ink = cell.pieces.last().map_or("", |piece| ink(piece.tint));
    (texts.join(""), ink)
}

/// The characters for a piece, or for several alike.
pub(super) fn sign(piece: &Piece, letters: Letters) -> String {
    let letter = if letters.unicode { &piece.glyph } else { &piece.letter };
    match (piece.look, piece.count) {
        (Look::Seed, count) => count.to_string(),
        (Look::Stick, count @ 0..=30) => letter.repeat(count as usize),
        (_, 1) => letter.clone(),
        (_, count) => format!("{letter}{count}"),
    }
}

/// A colour code that is visible on dark and on light screens. White and black use the screen's own
/// colour: their letters differ.
pub(super) fn ink(tint: Tint) -> &'static str {
    match tint {
        Tint::Red => "1;31",
        Tint::Green => "1;32",
        Tint::Yellow | Tint::Orange => "1;33",
        Tint::Blue => "1;34",
        Tint::Purple => "1;35",
        Tint::White | Tint::Black => BOLD,
        _ => "",
    }
}

/// A colour code for one of two kinds of ground: the darker is a grey visible on dark and on light
/// screens, the lighter is the screen's own.
pub(super) fn background(ground: Ground) -> &'static str {
    match ground {
        Ground::Dark => "100",
        Ground::Attacked => "41",
        _ => "",
    }
}
