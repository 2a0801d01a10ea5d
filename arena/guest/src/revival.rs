//! Games that our rules have ended, and others play on.
//!
//! A third repetition, fifty moves and two passes end a game here. Elsewhere somebody must claim the draw, or
//! count first. Whoever is asked for a move then has one to give.

use agon_core::{AnyPosition, Node, Position, Protocol, Seat, TextError};

/// The position as it is without its past, `seat` to move, if somebody can move there.
pub(crate) fn revived(here: &AnyPosition, seat: Seat, protocol: Protocol) -> Option<AnyPosition> {
    let text = match protocol {
        Protocol::Uci | Protocol::Xboard => fen(here, protocol)?,
        Protocol::Gtp => stones(&here.drawing(), seat)?,
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

/// The board as it is drawn, in the words of positions: rows from the highest, gaps as numbers.
fn stones(drawing: &str, seat: Seat) -> Option<String> {
    let mut rows = Vec::new();
    for line in drawing.lines() {
        let mut words = line.split_whitespace();
        // The last line names the columns.
        if words.next().is_none_or(|word| word.parse::<u8>().is_err()) {
            continue;
        }
        let (mut row, mut gap) = (String::new(), 0);
        for word in words {
            if word == "." {
                gap += 1;
                continue;
            }
            if 0 < gap {
                row += &std::mem::take(&mut gap).to_string();
            }
            row += word;
        }
        if 0 < gap {
            row += &gap.to_string();
        }
        rows.push(row);
    }
    (!rows.is_empty()).then(|| format!("{} {}", rows.join("/"), seat.letter()))
}
