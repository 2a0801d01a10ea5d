//! Short functions for common questions to a position, which answer with a new value.

use crate::{Eye, Position, foreign::write_scoresheet, picture::Letters};

/// The score-sheet notation of `m`, as a new string.
pub fn scored<P: Position>(position: &P, m: P::Move) -> String {
    let mut text = String::new();
    write_scoresheet(position, m, &mut text).expect("a string takes any text");
    text
}

/// The notation of `m`, as a new string.
pub fn notation<P: Position>(position: &P, m: P::Move) -> String {
    let mut text = String::new();
    position.write_move(m, &mut text).expect("a string takes any text");
    text
}

/// The legal moves in a new list; [`Position::moves`] reuses one.
pub fn all_moves<P: Position>(position: &P) -> Vec<P::Move> {
    let mut list = Vec::new();
    position.moves(&mut list);
    list
}

/// The position after `m`, which is legal; [`Position::play_from`] reuses one.
pub fn after<P: Position>(position: &P, m: P::Move) -> P {
    let mut next = position.clone();
    next.play(m);
    next
}

/// A drawing for people in letters, of one or more lines without a trailing line break: the
/// [picture](Position::picture) in plain letters.
pub fn drawing<P: Position>(position: &P) -> String {
    position.picture().letters(Letters::PLAIN)
}

/// The same of what `eye` sees.
pub fn drawing_for<P: Position>(position: &P, eye: Eye) -> String {
    position.picture_for(eye).letters(Letters::PLAIN)
}
