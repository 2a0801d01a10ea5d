//! Two plays of one plan, game by game: where they part, and how pairs changed opening by opening.

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
    plan::{schedule::Plan, shard::Shard, tournament::Tournament},
    play::{played::Played, record::Record},
    rating::Paired,
    tally::{copies::Copies, score::Tally},
};

/// How two entries of a section changed against each other: by section and entries.
pub type Changes = BTreeMap<(usize, usize, usize), Paired>;

/// A journal that is read along while the games of another play are handed in.
pub struct SideBySide {
    reader: Reader,
    /// The last record read, if there was one.
    record: Record,
    is_read: bool,
    copies: Copies,
    /// Section, opening and meeting of the games that come next, and what everybody made of them
    /// against others, then and now.
    of: Option<(usize, u64, u64)>,
    unit: BTreeMap<(usize, usize), (Tally, Tally)>,
    changes: Changes,
    differences: BTreeMap<usize, Mismatch>,
}

impl SideBySide {
    /// Reads the journal at `path` beside games of `plan`; `None` where the two don't play the same
    /// games from the same openings, for example with another seed.
    ///
    /// # Errors
    ///
    /// Where it can't be read.
    pub fn new(path: &Path, plan: &Plan) -> Result<Option<SideBySide>, JournalError> {
        let reader = Reader::open(path)?;
        let is_whole = reader.header().shard() == Shard::WHOLE;
        if !is_whole || !is_played_alike(&reader.tournament()?, plan.tournament()) {
            return Ok(None);
        }
        Ok(Some(SideBySide {
            reader,
            record: Record::default(),
            is_read: false,
            copies: Copies::new(plan),
            of: None,
            unit: BTreeMap::new(),
            changes: BTreeMap::new(),
            differences: BTreeMap::new(),
        }))
    }

    /// Takes the next game of the other play, in the order of the plan.
    ///
    /// # Errors
    ///
    /// Where the journal is damaged.
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
        let of = Some((fixture.section, fixture.opening, fixture.meeting));
        if self.of != of {
            self.settle();
            self.of = of;
        }
        let (then, now) = (&self.record.payoffs, &now.payoffs);
        let is_scored = then.len() == fixture.seats.len() && now.len() == then.len();
        if self.copies.is_copy(game) || !is_scored {
            return Ok(());
        }
        for (one, &i) in fixture.seats.iter().enumerate() {
            for (other, &j) in fixture.seats.iter().enumerate().filter(|&(_, &j)| i < j) {
                let tallies = self.unit.entry((i, j)).or_default();
                tallies.0 += Tally::of(then[one], then[other]);
                tallies.1 += Tally::of(now[one], now[other]);
            }
        }
        Ok(())
    }

    fn settle(&mut self) {
        let Some((section, ..)) = self.of else { return };
        while let Some(((i, j), (then, now))) = self.unit.pop_first() {
            if let (Some(before), Some(now)) = (then.share(), now.share()) {
                self.changes.entry((section, i, j)).or_default().add(before, now);
            }
        }
    }

    /// The first difference of each section that has one, and how pairs changed.
    pub fn finish(mut self) -> (Vec<Mismatch>, Changes) {
        self.settle();
        (self.differences.into_values().collect(), self.changes)
    }
}

/// Whether games of one number are played by players of the same names, from the same opening and
/// with the same dice. In formats where results decide who meets, they may not be.
fn is_played_alike(one: &Tournament, other: &Tournament) -> bool {
    one.format.is_static()
        && one.format == other.format
        && one.seed.0 == other.seed.0
        && one.entries.iter().map(|e| &e.name).eq(other.entries.iter().map(|e| &e.name))
        && one.sections.len() == other.sections.len()
        && one.sections.iter().zip(&other.sections).all(|(a, b)| {
            a.game.term == b.game.term
                && a.entries == b.entries
                && (a.openings, a.plies) == (b.openings, b.plies)
                && a.book == b.book
                && a.seating == b.seating
        })
}
