//! The picture of the board.

use agon_core::{
    Picture, Seat,
    picture::{Look, Piece, Tint, hexagons},
};

use crate::{DarkHex, joined, wins};

/// With these stones of each seat.
pub(crate) fn of(position: &DarkHex, stones: [u32; 2]) -> Picture {
    let attempts = &position.attempts;
    let mut picture = hexagons(attempts.width(), attempts.height());
    for (seat, tint) in Seat::all(2).zip([Tint::Black, Tint::White]) {
        let stones = stones[seat.index()];
        for square in attempts.squares_of(stones) {
            picture.put(&square.to_string(), Piece::new(Look::Stone, tint).of(seat));
        }
        if wins(attempts, seat, stones) {
            let chain = attempts.squares_of(joined(attempts, seat, stones));
            picture.win(chain.map(|square| square.to_string()));
        }
    }
    picture
}
