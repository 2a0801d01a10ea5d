//! A tournament that goes on where its journal ends.

use std::{io, mem, ops::ControlFlow, path::Path, sync::Arc};

use crate::{
    keep::{
        catch_up::{CaughtUp, catch_up},
        header::Header,
        journal_error::JournalError,
        journal_options::JournalOptions,
        record_check::Detail,
        writer::Writer,
    },
    plan::{rounds::Met, schedule::Plan, shard::Shard},
    play::{
        job::{Job, Run},
        played::Played,
        recorder::Recorder,
        watch::Silence,
    },
    tally::score::Score,
};

/// Receives the games that a journal already has, with the score so far.
pub type TakeOld<'a> = dyn FnMut(&Played<'_>, &Score) -> Result<(), JournalError> + 'a;

/// The score of the games played so far, and the journal where further games are stored, if there is one.
pub struct Continued {
    /// The score of all games.
    pub score: Score,
    journal: Option<Writer>,
    shard: Shard,
    caught: CaughtUp,
}

impl Continued {
    /// A run without games and without a journal.
    pub fn new(plan: Plan, shard: Shard) -> Continued {
        let score = if shard.is_of_block() { Score::of_part(&plan) } else { Score::new(&plan) };
        let silence = Silence::default();
        let caught = CaughtUp { plan, games: 0, ended: None, is_whole: false, silence };
        Continued { score, journal: None, shard, caught }
    }

    /// The journal at `path` for `shard` of `plan`, created by this `build` of agon if it does not exist. Checks its
    /// games in `detail` and passes them to `take`.
    ///
    /// # Errors
    ///
    /// If it cannot be read or written, is of another tournament, or needs further games and has games of another
    /// build.
    pub fn open(
        path: &Path,
        (plan, shard): (Plan, Shard),
        build: &str,
        journal_options: &JournalOptions<'_>,
        detail: Detail,
        take: &mut TakeOld<'_>,
    ) -> Result<Continued, JournalError> {
        let header = Header::new(&plan, shard, build);
        let header = if journal_options.rules { header.with_rules(&plan) } else { header };
        let mut own = Continued::new(plan, shard);
        let writer = Writer::open(path, &header, journal_options, &mut |reader| {
            let Continued { score, caught, .. } = &mut own;
            *caught = catch_up(reader, caught.plan.clone(), detail, score, take)?;
            // What it has is only added up; what it lacks would be played by other rules.
            let theirs = reader.header();
            let asks = journal_options.rules && !caught.is_whole;
            let changed = (asks && theirs.rules != header.rules).then(|| theirs.other_rules(&caught.plan).next());
            match changed.flatten() {
                Some((game, extent)) => {
                    Err(JournalError::OtherRules { path: path.display().to_string(), game, extent })
                }
                None => Ok(()),
            }
        })?;
        // A journal that has all its games is only looked at.
        if let (Some(builds), false) = (writer.other_builds(), own.caught.is_whole) {
            return Err(JournalError::other_build(path, builds.to_owned(), &header));
        }
        own.journal = Some(writer);
        Ok(own)
    }

    /// The plan as far as it is known.
    pub fn plan(&self) -> &Plan {
        &self.caught.plan
    }

    /// The number of games played before.
    pub fn games(&self) -> u64 {
        self.caught.games
    }

    /// Whether no games are left to play.
    pub fn is_whole(&self) -> bool {
        self.caught.is_whole
    }

    /// How the tournament ended, if it ended before its last game.
    pub fn ended(&mut self) -> Option<Run> {
        self.caught.ended.take()
    }

    /// Plays the remaining games, on this many threads.
    pub fn job(&mut self, jobs: usize) -> Job {
        let plan = Arc::new(self.caught.plan.clone());
        let silence = mem::take(&mut self.caught.silence);
        Job { shard: self.shard, from: self.caught.games, silence, ..Job::whole(plan, jobs) }
    }

    /// Makes everything durable.
    ///
    /// # Errors
    ///
    /// If the file system refuses.
    pub fn sync(&mut self) -> io::Result<()> {
        self.journal.as_mut().map_or(Ok(()), Writer::sync)
    }

    /// As [`settle`](Recorder::settle); returns whether everything is durable.
    ///
    /// # Errors
    ///
    /// If the file system refuses.
    pub fn settled(&mut self) -> io::Result<bool> {
        self.journal.as_mut().map_or(Ok(true), Writer::settle)
    }
}

impl Recorder for Continued {
    fn take(&mut self, game: &Played<'_>) -> io::Result<ControlFlow<()>> {
        if let Some(journal) = &mut self.journal {
            journal.append(game.bytes)?;
        }
        Recorder::take(&mut self.score, game)
    }

    fn settle(&mut self) -> io::Result<()> {
        self.settled().map(drop)
    }

    fn last_round(&self) -> &[Met] {
        self.score.last_round()
    }
}
