//! A game on record: a row of the store, and a file that `agon play` reads.

use agon_core::{Seat, line};
use agon_table::{End, GivenPosition, Level, RESIGNED, SavedGame, TIME_IS_UP};
use serde::{Deserialize, Serialize};

use super::{
    NewTable, Sitter, TableClock, TableState, Thought, clock::KeptClock, new_table::has_open,
};
use crate::{
    allowed::{self, PERSON},
    pool::Worker,
    problem::Problem,
    share::GuestShare,
};

/// What stands in a saved game between the levels of several seats, and for a seat without one.
const BETWEEN_LEVELS: &str = ", ";
const NO_LEVEL: &str = "-";

/// A game on record.
#[derive(Serialize, Deserialize)]
struct KeptTable {
    saved: SavedGame,
    redo: String,
    #[serde(default)]
    owner: String,
    #[serde(default)]
    address: String,
    sitters: Vec<Sitter>,
    adviser: Option<String>,
    thoughts: Vec<Option<Thought>>,
    /// Who gave up, or had no more time, if that is how it ended.
    loser: Option<u8>,
    #[serde(default)]
    clock: Option<KeptClock>,
}

impl TableState {
    /// A game from a file, in which this guest takes the seats of persons. It goes on with the same dice, unless
    /// others may sit down in it.
    ///
    /// # Errors
    ///
    /// Where it is none that is known, or a player must not play here.
    pub(crate) fn of_saved(
        worker: &Worker,
        saved: &SavedGame,
        own: &GuestShare,
        (seed, threads): (u64, usize),
    ) -> Result<TableState, Problem> {
        let new = NewTable {
            game: saved.game.clone(),
            position: saved.position.clone(),
            moves: Some(saved.moves.clone()),
            seats: saved
                .seats
                .iter()
                .map(|who| if who == PERSON { "me".to_owned() } else { who.clone() })
                .collect(),
            // A game that others may join goes on with dice that nobody knows.
            seed: Some(saved.seed).filter(|_| !has_open(&saved.seats)),
            hints: None,
            clock: saved.clock.clone(),
        };
        let mut state = TableState::of(worker, &new, own, (seed, threads))?;
        let words = saved.level.as_deref().unwrap_or_default();
        let mut words: Vec<&str> = words.split(BETWEEN_LEVELS).collect();
        if let [level] = words[..] {
            words = vec![level; state.sitters.len()];
        }
        for (sitter, word) in state.sitters.iter_mut().zip(words) {
            if let Sitter::Player { term, level } = sitter
                && Level::named(word).is_some()
                // Only where that is still the player of this level.
                && allowed::player(worker, &format!("level:{word}"), &state.site.game, threads)?.term == *term
            {
                *level = Some(word.to_owned());
            }
        }
        Ok(state)
    }

    /// Reads a row.
    ///
    /// # Errors
    ///
    /// Where it is none of this version.
    pub(crate) fn read(worker: &Worker, row: &str) -> Result<TableState, Problem> {
        let row: KeptTable = serde_json::from_str(row).map_err(Problem::trouble)?;
        let ended = row.saved.ended.clone();
        let seed = row.saved.seed;
        let site = GivenPosition::of_saved(row.saved)?;
        let site = GivenPosition { saved: None, ..site };
        let redo = line::play_line(&mut site.here.clone(), &row.redo).map_err(Problem::trouble)?;
        let mut state = TableState::at(worker, site, redo, seed, row.sitters, row.adviser);
        (state.owner, state.address) = (row.owner, row.address);
        state.thoughts = row.thoughts;
        state.thoughts.resize(state.site.line.len(), None);
        state.end = match row.loser {
            Some(seat) if ended == TIME_IS_UP => Some(End::Lost(Seat(seat), TIME_IS_UP)),
            Some(seat) => Some(End::Lost(Seat(seat), RESIGNED)),
            None if ended == End::Drawn.word() => Some(End::Drawn),
            None => None,
        };
        let is_over = state.ended().is_some();
        state.clock = row.clock.as_ref().and_then(|kept| TableClock::read(kept, is_over));
        Ok(state)
    }

    /// The game as it is kept, and as it can be read by `agon play`.
    pub(crate) fn saved(&self) -> SavedGame {
        let end = self.ended().unwrap_or(End::Quit);
        let saved =
            end.record(&self.site, self.seed, self.sitters.iter().map(Sitter::term).collect());
        let clock = self.clock.as_ref().map(|clock| clock.left().to_string());
        SavedGame { level: self.levels(), clock, ..saved }
    }

    /// The level by which all players were chosen; where they differ, the word of each seat in order.
    fn levels(&self) -> Option<String> {
        let words: Vec<&str> = self.sitters.iter().map(Sitter::level_word).collect();
        let players = self.sitters.iter().zip(&words).filter(|(sitter, _)| !sitter.is_person());
        let mut levels: Vec<&str> = players.map(|(_, word)| *word).collect();
        levels.dedup();
        match levels[..] {
            [] | [NO_LEVEL] => None,
            [level] => Some(level.to_owned()),
            _ => Some(words.join(BETWEEN_LEVELS)),
        }
    }

    /// The same as this guest may have it. Where the seed is a secret, another stands in its place.
    ///
    /// # Errors
    ///
    /// Where the moves are secret.
    pub(crate) fn saved_for(&self, guest: &str) -> Result<SavedGame, Problem> {
        self.open()?;
        Ok(SavedGame { seed: self.seed_for(guest).unwrap_or(0), ..self.saved() })
    }

    /// The row of the store.
    pub(crate) fn row(&self) -> String {
        let row = KeptTable {
            saved: self.saved(),
            redo: line::write_line(&self.site.here, &self.redo),
            owner: self.owner.clone(),
            address: self.address.clone(),
            sitters: self.sitters.clone(),
            adviser: self.adviser.clone(),
            thoughts: self.thoughts.clone(),
            loser: match self.end {
                Some(End::Lost(seat, _)) => Some(seat.0),
                _ => None,
            },
            clock: self.clock.as_ref().map(TableClock::kept),
        };
        serde_json::to_string(&row).expect("texts and numbers can be written")
    }
}

impl Sitter {
    /// The word of the level by which it was chosen.
    fn level_word(&self) -> &str {
        match self {
            Sitter::Player { level: Some(level), .. } => level,
            _ => NO_LEVEL,
        }
    }

    /// The term in a saved game.
    fn term(&self) -> String {
        match self {
            Sitter::Person { .. } => PERSON.to_owned(),
            Sitter::Player { term, .. } => term.clone(),
        }
    }
}
