//! A game on record: with all that is needed to go on with it.

use serde::{Deserialize, Serialize};

use crate::{played_clock::KeptClock, saved::SavedGame, sitter::Sitter, thought::Thought};

/// What stands in a saved game between the levels of several seats, and for a seat without one.
const BETWEEN_LEVELS: &str = ", ";
const NO_LEVEL: &str = "-";

/// A game with all that is needed to go on with it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoredGame {
    /// The game as a file has it.
    pub saved: SavedGame,
    /// Moves that were taken back, the next first.
    pub redo: String,
    /// Who sits where, in seat order.
    pub sitters: Vec<Sitter>,
    /// What was thought of each move.
    pub thoughts: Vec<Option<Thought>>,
    /// Who gave up, or had no more time, if that is how it ended.
    pub loser: Option<u8>,
    /// The clock.
    #[serde(default)]
    pub clock: Option<KeptClock>,
}

/// The level by which all players were chosen; where they differ, the word of each seat in order.
pub(crate) fn level_of_seats(sitters: &[Sitter]) -> Option<String> {
    let word = |sitter: &Sitter| sitter.level().unwrap_or(NO_LEVEL).to_owned();
    let mut levels: Vec<String> = sitters.iter().filter(|sitter| !sitter.is_person()).map(word).collect();
    levels.dedup();
    match &levels[..] {
        [] => None,
        [level] => Some(level.clone()).filter(|level| level != NO_LEVEL),
        _ => Some(sitters.iter().map(word).collect::<Vec<_>>().join(BETWEEN_LEVELS)),
    }
}

/// The level of each seat, out of that of a saved game: one word for all players, or one for each seat.
pub fn levels_of(saved: &SavedGame, seats: usize) -> Vec<Option<String>> {
    let words = saved.level.as_deref().unwrap_or_default();
    let mut words: Vec<&str> = words.split(BETWEEN_LEVELS).collect();
    if let [level] = words[..] {
        words = vec![level; seats];
    }
    let level = |word: &str| (!word.is_empty() && word != NO_LEVEL).then(|| word.to_owned());
    words.into_iter().map(level).collect()
}
