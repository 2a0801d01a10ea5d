//! Legal moves in the game's notation.

use std::ops::ControlFlow;

use agon_core::{AnyPosition, Position, notation};

/// The legal moves, or the outcomes of chance, in the game's order.
pub fn moves(position: &AnyPosition) -> Vec<String> {
    let mut words = Vec::with_capacity(position.count());
    let _ = position.each_move(|m| {
        words.push(notation(position, m));
        ControlFlow::Continue(())
    });
    words
}

/// Words in a row, with commas where one of them has spaces itself.
pub fn row(words: &[String]) -> String {
    words.join(if words.iter().any(|word| word.contains(' ')) { ", " } else { " " })
}
