//! What each seat of a game begins with.

use agon_core::{AnyPosition, Picture, Position, Seat};
use agon_table::stones;

/// What a seat begins with.
#[derive(Clone, Debug)]
pub(crate) struct BoardSide {
    /// Its pieces, in words.
    pub(crate) pieces: Option<String>,
    /// Whether they begin above those of others.
    pub(crate) is_above: bool,
}

impl BoardSide {
    /// The sides of all seats.
    pub(crate) fn all(start: &AnyPosition) -> Vec<BoardSide> {
        let picture = start.picture();
        let side = |seat| BoardSide { pieces: stones(start, seat), is_above: begins_above(&picture, seat) };
        Seat::all(start.facts().seats).map(side).collect()
    }
}

/// Whether the pieces of a seat stand clearly above those of the others.
fn begins_above(picture: &Picture, seat: Seat) -> bool {
    const CLEARLY: f64 = 1.5;
    let mean = |is_own: bool| {
        let (mut sum, mut count) = (0.0, 0.0);
        for cell in &picture.cells {
            let pieces = cell.pieces.iter().filter(|piece| piece.seat.is_some_and(|owner| (owner == seat) == is_own));
            let pieces: f64 = pieces.map(|piece| f64::from(piece.count)).sum();
            (sum, count) = (sum + cell.y * pieces, count + pieces);
        }
        (0.0 < count).then(|| sum / count)
    };
    mean(true).zip(mean(false)).is_some_and(|(own, others)| own + CLEARLY < others)
}
