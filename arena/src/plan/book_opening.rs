//! An opening that was chosen: its name, where it begins, and its moves.

use agon_core::{
    AnyMove, AnyPosition, Node, Position, Seed,
    line::{play_line, write_line},
};
use serde::{Deserialize, Serialize};

use crate::{
    ask::spec_error::SpecError,
    plan::{
        guard,
        written::{play_written, without_numbers},
    },
};

/// An opening that was chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookOpening {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The position where it begins, in the game's text; that of the game unless given.
    pub position: Option<String>,
    /// The moves from there.
    pub moves: Vec<AnyMove>,
}

/// An opening as a tournament's canonical text has it.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct CanonicalOpening {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    moves: String,
}

impl BookOpening {
    /// The position where the opening begins, in a game with the initial position `start`.
    pub fn base(&self, start: &AnyPosition) -> AnyPosition {
        match &self.position {
            None => start.clone(),
            Some(text) => start.parse(text).expect("the text was read when the opening was"),
        }
    }

    /// Reads the text of a line, without comments, in a game with the initial position `start`.
    ///
    /// # Errors
    ///
    /// If it is no opening: the reason.
    pub fn read(text: &str, start: &AnyPosition) -> Result<BookOpening, String> {
        let (name, rest) = match text.strip_prefix('"') {
            None => (None, text),
            Some(rest) => {
                let (name, rest) = rest.split_once('"').ok_or("the quote before the name is never closed")?;
                (Some(name.trim()).filter(|name| !name.is_empty()), rest.trim())
            }
        };
        let after = |word: &str| {
            let rest = rest.strip_prefix(word)?;
            (rest.is_empty() || rest.starts_with(char::is_whitespace)).then(|| rest.trim())
        };
        let (position, moves) = match (after("moves"), after("position")) {
            (Some(moves), _) => (None, play_written(&mut start.clone(), moves).map_err(|e| e.to_string())?),
            (None, Some(text)) => (Some(start.parse(text).map_err(|error| error.to_string())?), Vec::new()),
            (None, None) => read_either(rest, start)?,
        };
        BookOpening::checked(name, position, moves, start)
    }

    /// An opening that leaves a game to be played.
    pub(super) fn checked(
        name: Option<&str>,
        position: Option<AnyPosition>,
        moves: Vec<AnyMove>,
        start: &AnyPosition,
    ) -> Result<BookOpening, String> {
        let mut end = position.as_ref().unwrap_or(start).clone();
        for &m in &moves {
            end.play(m);
        }
        if end.node() == Node::Terminal {
            return Err(format!("the game is over in `{end}`; accepted: openings that leave some"));
        }
        let position = position.filter(|position| position != start);
        // A position may parse although play cannot go on from it.
        if position.is_some()
            && let Some(panic) = guard::broken_rules(&end, &mut Seed(0).stream(0), GAMES)
        {
            return Err(format!("play cannot go on from `{end}`: the rules panic: {panic}"));
        }
        let position = position.map(|position| position.to_string());
        Ok(BookOpening { name: name.map(str::to_owned), position, moves })
    }

    /// The opening as a canonical text has it.
    pub(crate) fn canonical(&self, start: &AnyPosition) -> CanonicalOpening {
        CanonicalOpening {
            name: self.name.clone(),
            position: self.position.clone(),
            moves: write_line(&self.base(start), &self.moves),
        }
    }

    /// The opening of a canonical text where the moves cannot be read, because the rules are not at hand.
    pub(crate) fn without_moves(read: CanonicalOpening) -> BookOpening {
        BookOpening { name: read.name, position: read.position, moves: Vec::new() }
    }

    /// The opening of a canonical text.
    pub(crate) fn from_canonical(read: CanonicalOpening, start: &AnyPosition) -> Result<BookOpening, SpecError> {
        let mut base = match &read.position {
            None => start.clone(),
            Some(text) => start.parse(text).map_err(SpecError::new)?,
        };
        let moves = play_line(&mut base, &read.moves).map_err(SpecError::new)?;
        if base.node() == Node::Terminal {
            return Err(SpecError::new("an opening that ends the game"));
        }
        Ok(BookOpening { name: read.name, position: read.position, moves })
    }
}

/// The number of random games that test whether play can go on from a position.
const GAMES: u32 = 2;

/// Reads a line that does not say whether it is moves or a position.
fn read_either(text: &str, start: &AnyPosition) -> Result<(Option<AnyPosition>, Vec<AnyMove>), String> {
    let line = without_numbers(text);
    let piece = line.split(',').next().unwrap_or_default().trim();
    let word = piece.split_whitespace().next().unwrap_or_default();
    let begins_with_move = [piece, word].iter().any(|word| start.parse_move(word).is_some());
    let as_position = start.parse(text);
    if let (Ok(position), false) = (&as_position, begins_with_move) {
        return Ok((Some(position.clone()), Vec::new()));
    }
    match (play_written(&mut start.clone(), text), as_position) {
        (Ok(moves), _) => Ok((None, moves)),
        (Err(_), Ok(position)) => Ok((Some(position), Vec::new())),
        (Err(error), Err(_)) if begins_with_move => Err(error.to_string()),
        (Err(wrong_move), Err(wrong_position)) => {
            Err(format!("neither moves nor a position: {wrong_move}; as a position, {wrong_position}"))
        }
    }
}
