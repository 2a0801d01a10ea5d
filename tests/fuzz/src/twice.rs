//! Files of games, read twice for their openings: by what reads openings, and by a second reader that is written from the
//! standard alone, slow and plain.

use std::fs;

use agon_arena::{
    ask::{Located, Order},
    plan::{BookOpening, read_openings},
};
use agon_core::{AnyMove, AnyPosition, Node, Position, Seed, registry};

use crate::scratch;

/// What the second readers leave to others.
pub(crate) const LEFT: &str = "what the standard does not have";

/// The openings that a second reader finds in a text, or why there are none.
pub(crate) type SecondReader = fn(&str, &AnyPosition) -> Result<Vec<BookOpening>, &'static str>;

/// Hands a file whose name ends with `ending` to both readers, for openings of `game`: both refuse it, or both find the same.
/// Whether it was accepted.
pub(crate) fn read_twice(input: &[u8], game: &str, ending: &str, second: SecondReader) -> bool {
    let Some(text) = text_of(input) else { return false };
    let path = scratch("games").with_extension(ending);
    fs::write(&path, input).expect("there is room for a small file");
    let start = registry::game(game).expect("it is a game").start;
    let file = Located::new(path.display().to_string());
    let read = read_openings(&file, &start, Order::Sequential, Seed(1), 1000);
    let expected = second(&text, &start).and_then(|all| if all.is_empty() { Err("a game") } else { Ok(all) });
    match (read, expected) {
        (read, Err(LEFT)) => read.is_ok(),
        (Ok(read), Ok(expected)) => {
            assert_eq!(read, expected);
            true
        }
        (Err(_), Err(_)) => false,
        (Ok(_), Err(why)) => panic!("it is read, and should not be: {why}"),
        (Err(error), Ok(_)) => panic!("{error}"),
    }
}

/// The text of a file of games. None where a byte order mark tells how it is written: those have tests of their own.
fn text_of(input: &[u8]) -> Option<String> {
    let marks = [&b"\xef\xbb"[..], b"\xff\xfe", b"\xfe\xff"];
    if marks.iter().any(|mark| input.starts_with(mark)) || input.contains(&0) {
        return None;
    }
    // The characters of PGN are a byte each (4.1), and those of PDN may be.
    Some(match str::from_utf8(input) {
        Ok(text) => text.to_owned(),
        Err(_) => input.iter().map(|&byte| char::from(byte)).collect(),
    })
}

/// Where a game begins if that is told, its moves from there, and where they lead.
pub(crate) type Line = (Option<AnyPosition>, Vec<AnyMove>, AnyPosition);

/// The opening that a game is, by its line and by what its tags say.
pub(crate) fn opening<'a>(
    (base, moves, end): Line,
    tag: impl Fn(&str) -> Option<&'a str>,
    start: &AnyPosition,
) -> Result<BookOpening, &'static str> {
    if end.node() == Node::Terminal {
        return Err("a game to be played");
    }
    let name = match (tag("opening"), tag("variation")) {
        (Some(opening), Some(variation)) => Some(format!("{opening}: {variation}")),
        (Some(opening), None) => Some(opening.to_owned()),
        (None, _) => tag("eco").map(str::to_owned),
    };
    let printed = |sign: char| match sign {
        '"' => '\'',
        sign if sign.is_control() => ' ',
        sign => sign,
    };
    Ok(BookOpening {
        name: name.map(|name| name.chars().map(printed).collect()),
        position: base.filter(|base| base != start).map(|base| base.to_string()),
        moves,
    })
}
