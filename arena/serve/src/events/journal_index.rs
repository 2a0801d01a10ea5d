//! An index of a journal: its standing, and the place of its games, so that nothing is read twice. A journal that
//! has grown is read from its former end.

use std::{mem, ops::ControlFlow, path::Path};

use agon_arena::{
    Plan, Played, Score,
    keep::{Bookmark, Detail, JournalError, Reader, catch_up, replay},
};

use crate::standing::{History, LiveStanding};

/// How many games are between two that are found at once.
const STEP: u64 = 64;

/// The index of a journal.
pub(super) struct JournalIndex {
    identity: String,
    plan: Plan,
    score: Score,
    history: History,
    /// How far it was read.
    here: Bookmark,
    /// The last game that was read: its number, and where it is.
    last: Option<(u64, Bookmark)>,
    /// The number of every [`STEP`]th game, and where it is.
    marks: Vec<(u64, Bookmark)>,
    has_ended: bool,
    is_whole: bool,
}

impl JournalIndex {
    /// Reads a journal; with an index of it, only the games that are new.
    pub(super) fn read(path: &Path, known: Option<JournalIndex>) -> Result<JournalIndex, JournalError> {
        let mut reader = Reader::open(path)?;
        let mut own = match known {
            Some(known) if known.is_of(&mut reader)? => known,
            // It is not the same journal: cut, or begun anew.
            _ => {
                reader = Reader::open(path)?;
                JournalIndex::of(&reader)?
            }
        };
        reader.go_on(&own.here)?;
        let plan = own.plan.clone();
        let JournalIndex { score, history, here, last, marks, .. } = &mut own;
        let take = &mut |game: &Played<'_>, score: &Score| {
            history.take(game.plan, score);
            let next = here.after(game);
            let found = (game.record.number, mem::replace(here, next));
            if found.1.games().is_multiple_of(STEP) {
                marks.push(found.clone());
            }
            *last = Some(found);
            Ok(())
        };
        let caught = catch_up(&mut reader, plan, Detail::Figures, score, take)?;
        own.plan = caught.plan;
        own.has_ended |= caught.ended.is_some();
        own.is_whole = caught.is_whole;
        own.here = reader.bookmark();
        if reader.builds() != reader.header().build() {
            // Between its games stands which build went on: only the first is where it was reckoned.
            own.marks.truncate(1);
        }
        Ok(own)
    }

    fn of(reader: &Reader) -> Result<JournalIndex, JournalError> {
        let plan = reader.plan()?;
        Ok(JournalIndex {
            identity: reader.header().identity.clone(),
            score: Score::new(&plan),
            plan,
            history: History::default(),
            here: reader.bookmark(),
            last: None,
            marks: Vec::new(),
            has_ended: false,
            is_whole: false,
        })
    }

    /// Whether it is of this journal: of the same tournament, with the last game where it was.
    fn is_of(&self, reader: &mut Reader) -> Result<bool, JournalError> {
        if reader.header().identity != self.identity {
            return Ok(false);
        }
        match &self.last {
            None => Ok(self.here == reader.bookmark()),
            Some((number, place)) => reader.has_between((place, &self.here), *number),
        }
    }

    /// How it stands.
    pub(super) fn standing(&self) -> LiveStanding {
        LiveStanding::of(&self.plan, &self.score, &self.history)
    }

    /// Whether all games are there.
    pub(super) fn is_over(&self) -> bool {
        self.has_ended || self.is_whole
    }

    /// Where games can be read from.
    pub(super) fn pages(&self) -> Pages {
        Pages {
            plan: self.plan.clone(),
            marks: self.marks.clone(),
            games: self.here.games(),
            last: self.last.as_ref().map(|(number, _)| *number),
        }
    }
}

/// Where the games of a journal are.
pub(super) struct Pages {
    plan: Plan,
    marks: Vec<(u64, Bookmark)>,
    games: u64,
    last: Option<u64>,
}

impl Pages {
    /// Whether the game of this number is there.
    pub(super) fn has(&self, number: u64) -> bool {
        self.last.is_some_and(|last| number <= last)
    }

    /// Hands over the games from a number on, for as long as more are wanted.
    ///
    /// # Errors
    ///
    /// Where the journal cannot be read.
    pub(super) fn each(
        &self,
        path: &Path,
        from: u64,
        detail: Detail,
        wants_more: &mut dyn FnMut(&Played<'_>) -> bool,
    ) -> Result<(), JournalError> {
        if !self.has(from) {
            return Ok(());
        }
        let mark = self.marks.partition_point(|(number, _)| *number <= from);
        let (_, place) = &self.marks[mark.saturating_sub(1)];
        let mut reader = Reader::open(path)?;
        reader.go_on(place)?;
        let mut left = self.games - place.games();
        replay(&mut reader, self.plan.clone(), detail, &mut |_| None, &mut |game| {
            left -= 1;
            let is_enough = from <= game.record.number && !wants_more(game) || left == 0;
            Ok(if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })
        .map(drop)
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, io, ops::ControlFlow, path::Path};

    use agon_arena::{
        Ending, Fault, Met, Plan, Played, Record, Recorder, Shard,
        keep::{Continued, Detail, Header, JournalOptions, Writer},
        play::Referee,
    };
    use agon_core::Seat;
    use agon_roster as _;

    use super::JournalIndex;

    /// Equal where all games are.
    fn fingerprint(journal_index: &JournalIndex) -> Option<String> {
        journal_index.standing().result.map(|result| result.fingerprint)
    }

    /// Keeps a few games.
    struct Few {
        continued: Continued,
        left: u64,
    }

    impl Recorder for Few {
        fn take(&mut self, game: &Played<'_>) -> io::Result<ControlFlow<()>> {
            self.left -= 1;
            Ok(match self.continued.take(game)? {
                ControlFlow::Continue(()) if 0 < self.left => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            })
        }

        fn settle(&mut self) -> io::Result<()> {
            self.continued.settle()
        }

        fn last_round(&self) -> &[Met] {
            self.continued.last_round()
        }
    }

    /// A build of this name plays `games` games of the plan.
    fn play(path: &Path, plan: &Plan, build: &str, games: u64) {
        let options = JournalOptions { mixed_builds: true, ..JournalOptions::default() };
        let opened = (plan.clone(), Shard::WHOLE);
        let take = &mut |_: &Played<'_>, _: &agon_arena::Score| Ok(());
        let mut continued = Continued::open(path, opened, build, &options, Detail::Figures, take).unwrap();
        let job = continued.job(1);
        job.run(Few { continued, left: games }).0.continued.sync().unwrap();
    }

    #[test]
    fn games_of_a_journal_that_two_builds_have_played_are_found_wherever_they_are() {
        let folder = std::env::temp_dir().join(format!("agon-ledger-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("two.journal");
        let _ = std::fs::remove_file(&path);
        let text = "openings = 200\nplayers = [\"random\", \"greedy\"]\ngames = [\"tic-tac-toe\"]\n";
        let spec = agon_arena::ask::read_spec("test", text).unwrap();
        let plan = Plan::new(spec.resolve().unwrap()).unwrap();
        let mut known = None;
        // One build, then another, then the first again; each time it is read on.
        for (build, games, all) in [("one", 150, 150), ("two", 150, 300), ("one", 60, 360)] {
            play(&path, &plan, build, games);
            let journal_index = JournalIndex::read(&path, known).unwrap();
            let fresh = JournalIndex::read(&path, None).unwrap();
            assert_eq!(journal_index.standing().games, all);
            assert_eq!(fingerprint(&journal_index), fingerprint(&fresh));
            for pages in [journal_index.pages(), fresh.pages()] {
                for from in [0, 1, 63, 64, 65, 128, 149, 150, 151, 200, 299, 300, 355, 359] {
                    let mut numbers = Vec::new();
                    let each = &mut |game: &Played<'_>| {
                        numbers.push(game.record.number);
                        numbers.len() < 5
                    };
                    pages.each(&path, from, Detail::Moves, each).unwrap();
                    let wanted: Vec<u64> = (from..all).take(5).collect();
                    assert_eq!(numbers, wanted, "{build}, from {from}");
                }
            }
            known = Some(journal_index);
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn games_behind_an_exclusion_are_found_from_every_number() {
        let folder = std::env::temp_dir().join(format!("agon-excluded-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let text = "openings = 30\nrandom-plies = 1\nmove-time = 60000\ngames = [\"tic-tac-toe\"]\n\
            players = [\"random\", \"greedy\", { name = \"silent\", player = \"random\" }]\n";
        let spec = agon_arena::ask::read_spec("test", text).unwrap();
        let plan = Plan::new(spec.resolve().unwrap()).unwrap();
        // One of them gives no answer in its first three games, and is not asked any more.
        let (mut referee, mut silent, mut excluded) = (Referee::new(&plan), 0, Vec::new());
        let record = |number: u64| {
            let mut record = referee.play(number).clone();
            let seats = plan.fixture(number).seats;
            if let Some(seat) = seats.iter().position(|&entry| entry == 2) {
                record.moves.truncate(record.opening as usize);
                record.thoughts.clear();
                record.payoffs = [vec![-1.0, 1.0], vec![1.0, -1.0]][seat].clone();
                let fault = if silent < 3 { Fault::Silent(60_000) } else { Fault::Excluded(3) };
                silent += 1;
                if fault == Fault::Excluded(3) {
                    excluded.push(number);
                }
                record.ending = Ending::Forfeit(Seat(seat as u8), fault);
            }
            record
        };
        let records: Vec<Record> = (0..plan.games()).map(record).collect();
        let all = plan.games();
        let (first, last) = (excluded[0], excluded[excluded.len() - 1]);
        assert!(first < super::STEP && 2 * super::STEP < last, "{excluded:?}");
        let path = folder.join("j.journal");
        let write = |games: u64| {
            let _ = fs::remove_file(&path);
            let (header, options) = (Header::new(&plan, Shard::WHOLE, "test"), JournalOptions::default());
            let mut writer = Writer::open(&path, &header, &options, &mut |_| Ok(())).unwrap();
            for record in &records[..games as usize] {
                let mut bytes = Vec::new();
                record.encode(&mut bytes);
                writer.append(&bytes).unwrap();
            }
            writer.sync().unwrap();
        };
        let mut known = None;
        for games in [0, 1, first, first + 1, 63, 64, 65, 100, all] {
            write(games);
            known = Some(JournalIndex::read(&path, known).unwrap());
        }
        let (journal_index, fresh) = (known.unwrap(), JournalIndex::read(&path, None).unwrap());
        assert!(journal_index.is_over() && journal_index.here == fresh.here && journal_index.marks == fresh.marks);
        assert_eq!(fingerprint(&journal_index), fingerprint(&fresh));
        for pages in [journal_index.pages(), fresh.pages()] {
            for from in 0..=all {
                for detail in [Detail::Figures, Detail::Moves] {
                    let mut found = Vec::new();
                    let each = &mut |game: &Played<'_>| {
                        found.push((game.record.number, game.record.ending.clone()));
                        found.len() < 3
                    };
                    pages.each(&path, from, detail, each).unwrap();
                    let wanted: Vec<_> =
                        (from..all).take(3).map(|number| (number, records[number as usize].ending.clone())).collect();
                    assert_eq!(found, wanted, "from {from}");
                }
            }
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
