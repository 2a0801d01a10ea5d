//! Two plays of one plan, game by game: where they part.

use std::{
    collections::{BTreeMap, btree_map},
    path::Path,
};

use crate::{
    keep::{
        journal::Reader,
        journal_error::JournalError,
        verify::{Mismatch, difference},
    },
    plan::{schedule::Plan, shard::Shard},
    play::{played::Played, record::Record},
};

/// A journal that is read along while the games of another play are handed in.
pub struct SideBySide {
    reader: Reader,
    /// The last record read, if there was one.
    record: Record,
    is_read: bool,
    differences: BTreeMap<usize, Mismatch>,
}

impl SideBySide {
    /// Reads the journal at `path` alongside games of `plan`; `None` if they differ in their games
    /// or openings, for example by the seed.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn new(path: &Path, plan: &Plan) -> Result<Option<SideBySide>, JournalError> {
        let reader = Reader::open(path)?;
        let is_whole = reader.header().shard() == Shard::WHOLE && reader.header().partial.is_none();
        let schedule = plan.tournament().schedule();
        if !is_whole || schedule.is_none() || reader.tournament()?.schedule() != schedule {
            return Ok(None);
        }
        Ok(Some(SideBySide { reader, record: Record::default(), is_read: false, differences: BTreeMap::new() }))
    }

    /// Takes the next game of the other run, in the order of the plan.
    ///
    /// # Errors
    ///
    /// If the journal is damaged.
    pub fn take(&mut self, game: &Played<'_>) -> Result<(), JournalError> {
        let (fixture, now) = (game.fixture, game.record);
        while !self.is_read || self.record.number < now.number {
            if self.reader.next(&mut self.record)?.is_none() {
                return Ok(());
            }
            self.is_read = true;
        }
        if self.record.number != now.number {
            return Ok(());
        }
        if let btree_map::Entry::Vacant(first) = self.differences.entry(fixture.section)
            && let Some(found) = difference(game.plan, &self.record, now)
        {
            first.insert(found);
        }
        Ok(())
    }

    /// The first difference of each section that has one.
    pub fn finish(self) -> Vec<Mismatch> {
        self.differences.into_values().collect()
    }
}
