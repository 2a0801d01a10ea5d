//! One journal of many: shards of a plan, played anywhere, in any order, more than once.
//!
//! Merging is idempotent: a game that several journals have, with the same bytes, is one game. The
//! result is byte for byte the journal that one machine would have written.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::Duration,
};

use crate::{
    keep::{
        journal::{Header, JournalError, Reader, Writer},
        unfinished::Unfinished,
    },
    plan::schedule::{Fixture, Plan, Shard},
    play::{played::Played, record::Record},
    tally::score::Score,
};

/// Why journals can't be merged.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// One of them can't be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// They are of different tournaments.
    #[error("{one} and {other} are journals of different tournaments")]
    Foreign {
        /// A journal.
        one: String,
        /// Another.
        other: String,
    },
    /// Two of them tell a game differently.
    #[error(
        "conflict: {one} and {other} tell game {game} differently. A player that minds a clock is \
         played once only; otherwise agon verify says which of them is right"
    )]
    Conflict {
        /// The game.
        game: u64,
        /// A journal.
        one: String,
        /// Another.
        other: String,
    },
    /// Games are missing.
    #[error("{missing} of {all} games are missing: {which}")]
    Missing {
        /// How many.
        missing: u64,
        /// How many there should be.
        all: u64,
        /// Which, in words.
        which: String,
    },
    /// Rounds that depend on results are not shared out.
    #[error("a {0} is played in one journal: there is nothing to merge")]
    Rounds(&'static str),
}

/// A journal that is being merged.
struct Source {
    name: String,
    reader: Reader,
    shard: Shard,
    taken: u64,
    games: u64,
    record: Record,
    bytes: Vec<u8>,
    /// How many of the bytes are the game itself.
    act: usize,
    is_open: bool,
}

/// Merges the journals at `inputs` into one at `out`, which is written when it is whole and not
/// before; returns the number of games.
///
/// # Errors
///
/// Where they contradict each other, something is missing, or a file can't be read or written.
pub fn merge(inputs: &[PathBuf], out: &Path) -> Result<u64, MergeError> {
    let mut readers = Vec::new();
    for path in inputs {
        readers.push((path.display().to_string(), Reader::open(path)?));
    }
    let Some((first, reader)) = readers.first() else {
        return Err(MergeError::Missing { missing: 0, all: 0, which: "no journal given".into() });
    };
    let tournament = reader.tournament()?;
    let identity = &reader.header().identity;
    if let Some((other, _)) = readers.iter().find(|(_, r)| r.header().identity != *identity) {
        return Err(MergeError::Foreign { one: first.clone(), other: other.clone() });
    }
    if !tournament.format.is_static() {
        return Err(MergeError::Rounds(tournament.format.word()));
    }
    let header = Header::new(&tournament, Shard::WHOLE);
    let plan = Plan::new(tournament)
        .map_err(|error| JournalError::Tournament { path: first.clone(), error })?;
    let mut sources = Vec::new();
    for (name, reader) in readers {
        let shard = reader.header().shard();
        let games = plan.shard_games(shard);
        let (record, bytes) = (Record::default(), Vec::new());
        let mut source =
            Source { name, reader, shard, taken: 0, games, record, bytes, act: 0, is_open: true };
        source.advance(&plan)?;
        sources.push(source);
    }
    let unfinished = Unfinished::of(out);
    let io = |error| JournalError::Io { path: unfinished.path().display().to_string(), error };
    if !unfinished.is_beside() {
        return Err(io(io::Error::other("a journal is a plain file")).into());
    }
    match fs::remove_file(unfinished.path()) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(io(error).into()),
        _ => {}
    }
    let mut writer = Writer::open(unfinished.path(), &header, Duration::MAX, &mut |_| Ok(()))?;
    let mut gaps = Gaps::default();
    let (mut score, mut fixture, mut games) = (Score::new(&plan), Fixture::default(), 0);
    for game in 0..plan.games() {
        let mut teller: Option<usize> = None;
        for index in 0..sources.len() {
            if !sources[index].is_open || sources[index].record.number != game {
                continue;
            }
            match teller {
                None => teller = Some(index),
                Some(one) if sources[one].bytes == sources[index].bytes => {}
                Some(one) => {
                    let (one, other) = (sources[one].name.clone(), sources[index].name.clone());
                    unfinished.discard();
                    return Err(MergeError::Conflict { game, one, other });
                }
            }
        }
        let Some(teller) = teller else {
            gaps.add(game);
            continue;
        };
        if gaps.count == 0 {
            writer.append(&sources[teller].bytes);
            if game % 4096 == 0 {
                writer.settle().map_err(io)?;
            }
            games += 1;
            // A match that has shown enough has no more games, whatever the plan says.
            if plan.tournament().stop.is_some() {
                let Source { record, bytes, act, .. } = &sources[teller];
                plan.fill(game, &mut fixture);
                let (plan, fixture) = (&plan, &fixture);
                let played = Played { plan, fixture, record, bytes, act: *act };
                score.take(&played);
                if score.is_enough(&played) {
                    break;
                }
            }
        }
        for source in &mut sources {
            if source.is_open && source.record.number == game {
                source.advance(&plan)?;
            }
        }
    }
    if gaps.count != 0 {
        unfinished.discard();
        let which = missing(&sources, &gaps);
        return Err(MergeError::Missing { missing: gaps.count, all: plan.games(), which });
    }
    writer.sync().and_then(|()| unfinished.publish()).map_err(io)?;
    Ok(games)
}

impl Source {
    /// Reads the next record.
    fn advance(&mut self, plan: &Plan) -> Result<(), JournalError> {
        match self.reader.next(&mut self.record)? {
            None => self.is_open = false,
            Some((bytes, act)) => {
                self.act = act;
                self.bytes.clear();
                self.bytes.extend_from_slice(bytes);
                let expected = if self.taken < self.games {
                    plan.shard_number(self.shard, self.taken)
                } else {
                    u64::MAX
                };
                if self.record.number != expected {
                    return Err(self.reader.misplaced(expected, &self.record));
                }
                self.taken += 1;
            }
        }
        Ok(())
    }
}

/// Games nobody tells, as ranges; the first of them only.
#[derive(Default)]
struct Gaps {
    count: u64,
    ranges: Vec<(u64, u64)>,
}

impl Gaps {
    const MOST: usize = 8;

    fn add(&mut self, game: u64) {
        self.count += 1;
        let count = self.ranges.len();
        match self.ranges.last_mut() {
            Some((_, last)) if *last + 1 == game => *last = game,
            _ if count < Gaps::MOST => self.ranges.push((game, game)),
            _ => {}
        }
    }
}

/// What is missing, by shard where all journals are shards of one sharing-out.
fn missing(sources: &[Source], gaps: &Gaps) -> String {
    let of = sources[0].shard.of;
    if sources.iter().all(|source| source.shard.of == of) && of <= 10_000 {
        let shard = |index: u64| {
            let have = sources.iter().filter(|source| source.shard.index == index);
            match have.max_by_key(|source| source.taken) {
                None => Some(format!("shard {}/{of}", index + 1)),
                Some(source) if source.taken < source.games => Some(format!(
                    "shard {}/{of} after {} of {} games ({})",
                    index + 1,
                    source.taken,
                    source.games,
                    source.name
                )),
                Some(_) => None,
            }
        };
        return (0..of).filter_map(shard).collect::<Vec<_>>().join(", ");
    }
    let range = |&(first, last): &(u64, u64)| {
        if first == last { format!("game {first}") } else { format!("games {first} to {last}") }
    };
    let ranges: Vec<String> = gaps.ranges.iter().map(range).collect();
    let more = if ranges.len() == Gaps::MOST { ", …" } else { "" };
    format!("{}{more}", ranges.join(", "))
}
