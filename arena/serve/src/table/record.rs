//! A game on record: a row of the store, and a file that `agon play` reads.

use std::iter;

use agon_table::{KeptClock, Level, PlayedGame, SavedGame, Sitter, StoredGame, Thought, levels_of};
use serde::{Deserialize, Serialize};

use super::{NewTable, TableState, new_table::has_open};
use crate::{
    allowed::{self, PERSON},
    pool::Worker,
    problem::Problem,
    share::GuestShare,
};

/// A [`StoredGame`], with what the server knows besides, in the order in which rows have been written from the first.
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
        let game = allowed::game(worker, &saved.game)?;
        let term = |who: &str| {
            let named = allowed::player(worker, who, &game, threads);
            named.map(|named| named.term).ok()
        };
        let levels = levels_of(saved, saved.seats.len()).into_iter().chain(iter::repeat(None));
        let seats = saved.seats.iter().zip(levels).map(|(who, level)| {
            if who == PERSON {
                return "me".to_owned();
            }
            let level = level.filter(|word| Level::named(word).is_some());
            let level = level.map(|word| format!("level:{word}"));
            // Only where that is still the player of this level.
            let is_still = |level: &String| term(level).is_some_and(|own| term(who) == Some(own));
            level.filter(is_still).unwrap_or_else(|| who.clone())
        });
        let new = NewTable {
            game: saved.game.clone(),
            position: saved.position.clone(),
            moves: Some(saved.moves.clone()),
            seats: seats.collect(),
            // A game that others may join goes on with dice that nobody knows.
            seed: Some(saved.seed).filter(|_| !has_open(&saved.seats)),
            hints: None,
            clock: saved.clock.clone(),
        };
        TableState::of(worker, &new, own, (seed, threads))
    }

    /// Reads a row.
    ///
    /// # Errors
    ///
    /// Where it is none of this version.
    pub(crate) fn read(worker: &Worker, row: &str) -> Result<TableState, Problem> {
        let row: KeptTable = serde_json::from_str(row).map_err(Problem::trouble)?;
        let KeptTable { saved, redo, sitters, thoughts, loser, clock, .. } = row;
        let stored = StoredGame { saved, redo, sitters, thoughts, loser, clock };
        let mut state = TableState::at(worker, PlayedGame::read(stored)?, row.adviser);
        (state.owner, state.address) = (row.owner, row.address);
        Ok(state)
    }

    /// The game as this guest may have it in a file. Where the seed is a secret, another stands in its place.
    ///
    /// # Errors
    ///
    /// Where the moves are secret.
    pub(crate) fn saved_for(&self, guest: &str) -> Result<SavedGame, Problem> {
        self.open()?;
        let seed = self.seed_for(&self.seats_of(guest)).unwrap_or(0);
        Ok(SavedGame { seed, ..self.saved(self.now()) })
    }

    /// The row of the store.
    pub(crate) fn row(&self) -> String {
        let StoredGame { saved, redo, sitters, thoughts, loser, clock } = self.stored(self.now());
        let row = KeptTable {
            saved,
            redo,
            owner: self.owner.clone(),
            address: self.address.clone(),
            sitters,
            adviser: self.adviser.clone(),
            thoughts,
            loser,
            clock,
        };
        serde_json::to_string(&row).expect("texts and numbers can be written")
    }
}

#[cfg(test)]
mod tests {
    use agon_roster as _;

    use super::{TableState, Worker};

    /// Rows that earlier versions wrote: games that go on and that ended in every way, with clocks, thoughts, moves that
    /// were taken back, and free seats.
    #[test]
    fn rows_of_earlier_versions_are_read_and_written_as_they_were() {
        let worker = &Worker::of_test();
        for row in include_str!("record/rows.txt").lines() {
            assert_eq!(TableState::read(worker, row).unwrap().row(), row);
        }
        // The oldest of them had no clock, and did not say who began a game.
        let row = r#"{"saved":{"schema":"agon.play/1","game":"nim","position":null,"seed":7,"seats":["human","random"],"moves":"","payoffs":[],"ended":"unfinished"},"redo":"","sitters":[{"kind":"person","guest":"ann"},{"kind":"player","term":"random","level":null}],"adviser":null,"thoughts":[],"loser":null}"#;
        let state = TableState::read(worker, row).unwrap();
        assert!(state.is_owned("ann") && state.clock().is_none());
    }
}
