//! Games that our rules have ended, and others play on.
//!
//! A third repetition, fifty moves and two passes end a game here. Elsewhere somebody must claim the draw, or
//! count first. The player that is asked for a move then has one.

use agon_core::{AnyPosition, Node, Position, Protocol, Seat, TextError, rows};

/// The position as it is without its past, `seat` to move, if somebody can move there.
pub(crate) fn revived(here: &AnyPosition, seat: Seat, protocol: Protocol) -> Option<AnyPosition> {
    let text = match protocol {
        Protocol::Uci | Protocol::Xboard => fen(here, protocol)?,
        Protocol::Gtp => stones(here, seat)?,
        _ => return None,
    };
    here.parse(&text).ok().filter(|alive| matches!(alive.node(), Node::Decision(_)))
}

/// The position of a FEN, though more moves were quiet in it than our rules let pass.
pub(crate) fn read_fen(start: &AnyPosition, text: &str) -> Result<AnyPosition, TextError> {
    start.parse(text).or_else(|error| {
        let mut fields: Vec<&str> = text.split_ascii_whitespace().collect();
        match fields.get_mut(4) {
            Some(quiet) if quiet.parse::<u32>().is_ok_and(|quiet| 100 < quiet) => *quiet = "100",
            _ => return Err(error),
        }
        start.parse(&fields.join(" "))
    })
}

/// The FEN with nothing repeated, and no quiet move.
fn fen(here: &AnyPosition, protocol: Protocol) -> Option<String> {
    let setup = here.foreign_setup(protocol).ok()?;
    let fen = setup.position?;
    let fields: Vec<&str> = fen.split(' ').collect();
    (fields.len() == 6).then(|| format!("{} 0 {}", fields[..4].join(" "), fields[5]))
}

/// The stones as they stand, in the words of positions.
fn stones(here: &AnyPosition, seat: Seat) -> Option<String> {
    let (size, cells) = (here.foreign_setup(Protocol::Gtp).ok()?.size?, here.picture().cells);
    let at = |row: u8, column: u8| usize::from(row) * usize::from(size) + usize::from(column);
    let stone = |row, column| cells.get(at(row, column))?.pieces.first()?.seat;
    let mut text = String::new();
    rows::write(&mut text, size, size, stone).expect("a string takes any text");
    Some(format!("{text} {}", seat.letter()))
}
