//! The journal of a tournament: an append-only file with one checksummed record per finished game.
//!
//! Everything else (tables, documents, ratings) is derived from it. Records are in the order of the
//! plan, not of finishing; so every journal is a prefix of the complete one, byte for byte, and a
//! run that was killed goes on where it ends.
//!
//! The file is a line of text, [`MAGIC`], and then [frames](super::frames): four bytes of length and four of
//! CRC-32 (over the length and what follows), both little-endian, and the bytes. The first frame
//! is a header in JSON, [`Header`]; all others are [`Record`]s.
//!
//! A kill may leave an incomplete last frame: it is cut off and its game played again. Any other
//! mismatch is damage, which is reported with its place and never skipped.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    iter,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use crate::{
    ask::{
        spec_error::{SpecError, SpecMistake},
        words::sha256,
    },
    keep::{
        frames::{FirstBytes, Frames, Input, NextFrame, read_fully},
        header::{HEAD, Header, MAGIC, joined, noted},
        journal_error::{JournalError, io_error},
        lock,
        record_check::{Detail, RecordCheck},
    },
    plan::{fixture::Fixture, guard, schedule::Plan, stand_in::KeptGame, tournament::Tournament},
    play::{played::Played, record::Record, watch::Silence},
};

/// Receives the games of a journal in turn, and returns whether more are wanted.
pub type Take<'a> = dyn FnMut(&Played<'_>) -> Result<ControlFlow<()>, JournalError> + 'a;

/// The size in bytes of the pieces in which most journals are read.
const PIECE: usize = 1 << 16;

/// Whether `path` is a plain file that starts like a journal.
pub fn is_journal(path: &Path) -> bool {
    if !fs::metadata(path).is_ok_and(|about| about.is_file()) {
        return false;
    }
    let mut magic = [0; MAGIC.len()];
    let read = File::open(path).and_then(|mut file| read_fully(&mut file, &mut magic));
    read.is_ok() && magic == *MAGIC.as_bytes()
}

/// A place between two records of a journal: the bytes and games before it, and the state that
/// decides whether a later record is valid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bookmark {
    at: u64,
    games: u64,
    silence: Silence,
}

impl Bookmark {
    /// The number of games before it.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The place after one more game.
    #[must_use]
    pub fn after(&self, game: &Played<'_>) -> Bookmark {
        let mut silence = self.silence.clone();
        silence.take(game.fixture, game.record);
        Bookmark { at: self.at + (HEAD + game.bytes.len()) as u64, games: self.games + 1, silence }
    }
}

/// A journal being read, from its beginning or from a bookmark.
pub struct Reader {
    path: PathBuf,
    frames: Frames,
    header: Header,
    games: u64,
    /// Checks the records that are replayed, and counts failures to answer.
    check: RecordCheck,
    /// Whether the reader holds the lock, to continue the journal.
    is_own: bool,
    /// The builds that went on with it so far, each after another.
    builds: Vec<String>,
}

impl Reader {
    /// Opens a journal.
    ///
    /// # Errors
    ///
    /// If there is no journal, or it is damaged at the very start.
    pub fn open(path: &Path) -> Result<Reader, JournalError> {
        let named = |error| io_error(path, error);
        plain(path)?;
        let file = File::open(path).map_err(named)?;
        let end = file.metadata().map_err(named)?.len();
        Reader::begin(path, Frames::new(Input::Open(file), PIECE, end), false)?
            .ok_or_else(|| JournalError::Unbegun(path.display().to_string()))
    }

    /// A reader of `file`, whose lock this process holds; `None` if it ends before its header does.
    pub(crate) fn of_own(path: &Path, file: File) -> Result<Option<Reader>, JournalError> {
        let end = file.metadata().map_err(|error| io_error(path, error))?.len();
        Reader::begin(path, Frames::new(Input::Open(file), PIECE, end), true)
    }

    /// A reader that keeps no file open, and reads pieces of this many bytes.
    pub(crate) fn ajar(path: &Path, piece: usize) -> Result<Reader, JournalError> {
        let end = plain(path)?.len();
        Reader::begin(path, Frames::new(Input::Ajar(path.to_owned(), 0), piece, end), false)?
            .ok_or_else(|| JournalError::Unbegun(path.display().to_string()))
    }

    /// Drops the long parts of its header, since many journals may be open.
    pub(crate) fn forget(&mut self) {
        self.header.tournament = String::new();
        self.header.rounds = Vec::new();
        self.header.games = BTreeMap::new();
        self.header.rules = BTreeMap::new();
        self.frames.bytes = Vec::new();
    }

    fn begin(path: &Path, mut frames: Frames, is_own: bool) -> Result<Option<Reader>, JournalError> {
        let named = |error| io_error(path, error);
        let other_version = || JournalError::OtherVersion(path.display().to_string());
        match frames.begin().map_err(named)? {
            FirstBytes::Whole => {}
            FirstBytes::Torn => return Ok(None),
            FirstBytes::OtherVersion => return Err(other_version()),
            FirstBytes::Foreign => return Err(JournalError::NotOne(path.display().to_string())),
        }
        match frames.next().map_err(named)? {
            NextFrame::Whole => {}
            NextFrame::Broken => return Err(JournalError::Headless(path.display().to_string())),
            NextFrame::End | NextFrame::Torn => return Ok(None),
        }
        let header: Header = serde_json::from_slice(&frames.bytes).map_err(|_| other_version())?;
        let ((index, of), path) = (header.shard, path.to_owned());
        let (check, builds) = (RecordCheck::default(), Vec::new());
        let mut reader = Reader { path, frames, header, games: 0, check, is_own, builds };
        if of <= index {
            return Err(reader.damaged("a header that counts its shards wrongly".to_owned()));
        }
        reader.frames.pass();
        Ok(Some(reader))
    }

    /// The start of the next frame, whether it exists or not.
    pub(crate) fn at(&self) -> u64 {
        self.frames.at
    }

    /// The start of the next record, whether it exists or not, after games that were
    /// [replayed](replay).
    pub fn bookmark(&self) -> Bookmark {
        let silence = self.check.silence().clone();
        Bookmark { at: self.frames.at, games: self.games, silence }
    }

    /// Whether the single record between these two bookmarks is of game `number`.
    ///
    /// # Errors
    ///
    /// If the file cannot be read there.
    pub fn has_between(&mut self, (from, to): (&Bookmark, &Bookmark), number: u64) -> Result<bool, JournalError> {
        self.go_on(from)?;
        let mut record = Record::default();
        // A reader of the whole journal reports a broken record.
        let is_there = matches!(self.next(&mut record), Ok(Some(_)));
        Ok(is_there && record.number == number && self.frames.at == to.at)
    }

    /// Continues from a bookmark of this journal, which may have grown since.
    ///
    /// # Errors
    ///
    /// If the file cannot be read there.
    pub fn go_on(&mut self, bookmark: &Bookmark) -> Result<(), JournalError> {
        let Bookmark { at, games, silence } = bookmark;
        self.frames.go_to(*at).map_err(|error| io_error(&self.path, error))?;
        self.games = *games;
        self.check = RecordCheck::after(silence.clone());
        Ok(())
    }

    /// The header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The build that played the games where the reader is now.
    pub fn build(&self) -> &str {
        self.builds.last().map_or(self.header.build(), String::as_str)
    }

    /// Whether several builds have played its games.
    pub(crate) fn is_mixed(&self) -> bool {
        !self.builds.is_empty()
    }

    /// All builds that have played the games so far, in words.
    pub fn builds(&self) -> String {
        let more = self.builds.iter().map(String::as_str);
        joined(iter::once(self.header.build()).chain(more))
    }

    /// Its tournament.
    ///
    /// # Errors
    ///
    /// If it needs a game or a player that is not available.
    pub fn tournament(&self) -> Result<Tournament, JournalError> {
        self.tournament_with(&BTreeMap::new())
    }

    /// The same to add its results up alone: a game whose rules are not at hand may be [without
    /// them](crate::plan::Section::without_rules), if the journal has its facts.
    ///
    /// # Errors
    ///
    /// If it needs a game or a player that is not available.
    pub(crate) fn results_tournament(&self) -> Result<Tournament, JournalError> {
        self.tournament_with(&self.header.games)
    }

    fn tournament_with(&self, kept: &BTreeMap<usize, KeptGame>) -> Result<Tournament, JournalError> {
        let text = &self.header.tournament;
        let read = Tournament::from_canonical(text, kept);
        let mut tournament = read.map_err(|mut error| {
            if kept.is_empty() && !self.header.games.is_empty() {
                let why = "this needs the rules: without them only results and ratings can be told";
                *error.mistake = SpecMistake::Other(format!("{}; {why}", error.mistake));
            }
            self.without_plan(error)
        })?;
        tournament.thoughts = self.header.thoughts;
        // Without the rules the moves of chosen openings are not known, and the text is what it is.
        let is_without = tournament.sections.iter().any(|of| of.without_rules.is_some());
        let identity = if is_without { sha256(text) } else { tournament.identity() };
        if identity != self.header.identity {
            let error = SpecError::new("its games or players have changed their options since");
            return Err(self.without_plan(error));
        }
        Ok(tournament)
    }

    /// Its plan, as far as its header determines it.
    ///
    /// # Errors
    ///
    /// If it needs a game or a player that is not available, or has no such part.
    pub fn plan(&self) -> Result<Plan, JournalError> {
        self.plan_of(self.tournament()?)
    }

    /// The plan of its [tournament without rules](Reader::results_tournament).
    pub(crate) fn results_plan(&self) -> Result<Plan, JournalError> {
        self.plan_of(self.results_tournament()?)
    }

    fn plan_of(&self, tournament: Tournament) -> Result<Plan, JournalError> {
        let plan = Plan::after(tournament, &self.header.rounds()).map_err(|error| self.without_plan(error))?;
        if plan.has(self.header.shard()) { Ok(plan) } else { Err(self.without_part()) }
    }

    /// The error where its tournament cannot be planned.
    pub(crate) fn without_plan(&self, error: SpecError) -> JournalError {
        JournalError::Tournament { path: self.path.display().to_string(), error }
    }

    /// The error where the plan has no such part as its header names.
    pub(crate) fn without_part(&self) -> JournalError {
        self.without_plan(SpecError::new("its header names games that its tournament does not have"))
    }

    /// The failures to answer in the games [replayed](replay) and those before.
    pub(crate) fn silence(&self) -> &Silence {
        self.check.silence()
    }

    /// Reads the next record without checking it against the plan. Returns its bytes and how many of them are the game
    /// itself; `None` after the last whole record that was begun when the journal was opened.
    ///
    /// # Errors
    ///
    /// If the journal is damaged or cannot be read.
    pub fn next(&mut self, record: &mut Record) -> Result<Option<(&[u8], usize)>, JournalError> {
        loop {
            match self.frames.next().map_err(|error| io_error(&self.path, error))? {
                NextFrame::Whole => {}
                NextFrame::End | NextFrame::Torn => return Ok(None),
                NextFrame::Broken => {
                    return Err(self.damaged("a broken record, and whole ones after it".to_owned()));
                }
            }
            let Some(build) = noted(&self.frames.bytes) else { break };
            self.builds.push(build.to_owned());
            self.frames.pass();
        }
        let Ok(([], act)) = record.decode(&self.frames.bytes) else {
            return Err(self.forged("its bytes are those of no game".to_owned()));
        };
        self.frames.pass();
        self.games += 1;
        Ok(Some((&self.frames.bytes, act)))
    }

    /// The error for the last record read, which is out of place: where another should be, or none.
    pub(crate) fn misplaced(&self, expected: Option<u64>, record: &Record) -> JournalError {
        let expected = expected.map_or("none".to_owned(), |number| format!("game {number}"));
        let what = format!("game {} where {expected} should be", record.number);
        self.damaged_at(self.frames.passed(), self.games - 1, what)
    }

    fn forged(&self, what: String) -> JournalError {
        JournalError::Forged { path: self.path.display().to_string(), game: self.games, what }
    }

    /// The error for a record, the last one read, that no game of the plan could have.
    pub(crate) fn impossible(&self, what: String) -> JournalError {
        let path = self.path.display().to_string();
        JournalError::Forged { path, game: self.games - 1, what }
    }

    fn damaged(&self, what: String) -> JournalError {
        self.damaged_at(self.frames.at, self.games, what)
    }

    fn damaged_at(&self, at: u64, games: u64, what: String) -> JournalError {
        let path = self.path.display().to_string();
        let is_held = !self.is_own && lock::is_held(&self.path);
        JournalError::Damaged { path, at, games, what, is_held }
    }
}

/// What the system says of a plain file: a pipe would be waited for, and a device never ends.
fn plain(path: &Path) -> Result<fs::Metadata, JournalError> {
    let about = fs::metadata(path).map_err(|error| io_error(path, error))?;
    if about.is_file() { Ok(about) } else { Err(JournalError::NotPlain(path.display().to_string())) }
}

/// Passes every remaining record of `reader` to `take`, in the order of the plan, with the plan as far as it is known
/// then, until `take` breaks. Returns that plan and the number of records, including those before. Records are first
/// checked in `detail`.
///
/// # Errors
///
/// If the journal is damaged or [partial](Header::partial), a record is of no game of the plan, or `take` fails.
pub fn replay(
    reader: &mut Reader,
    mut plan: Plan,
    detail: Detail,
    grow: &mut dyn FnMut(&Plan) -> Option<Plan>,
    take: &mut Take<'_>,
) -> Result<(Plan, u64), JournalError> {
    if reader.header.partial.is_some() {
        return Err(JournalError::Partial(reader.path.display().to_string()));
    }
    let shard = reader.header.shard();
    let (mut record, mut frame, mut games) = (Record::default(), Vec::new(), reader.games);
    let (mut known, mut fixture) = (plan.shard_games(shard), Fixture::default());
    loop {
        // The borrow of the bytes ends before the next record is read.
        frame.clear();
        let act = match reader.next(&mut record)? {
            None => return Ok((plan, games)),
            Some((bytes, act)) => {
                frame.extend_from_slice(bytes);
                act
            }
        };
        if games == known
            && !shard.is_of_block()
            && let Some(longer) = grow(&plan)
        {
            plan = longer;
            known = plan.shard_games(shard);
        }
        let expected = (games < known).then(|| plan.shard_number(shard, games));
        if Some(record.number) != expected {
            return Err(reader.misplaced(expected, &record));
        }
        plan.fill(record.number, &mut fixture);
        let looked = reader.check.look(&plan, &fixture, &record, detail);
        looked.map_err(|what| reader.impossible(what))?;
        let played = Played { plan: &plan, fixture: &fixture, record: &record, bytes: &frame, act };
        // Rules that panicked once may do so again, even when only the last position is drawn.
        let flow = guard::catch(|| take(&played))
            .unwrap_or_else(|panic| Err(reader.impossible(format!("the rules panic: {panic}"))))?;
        games += 1;
        if flow.is_break() {
            return Ok((plan, games));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{cell::Cell, fs, io, path::Path, rc::Rc, sync::Arc};

    use super::{Frames, Input, MAGIC, Reader};
    use crate::{
        Job, Played, Recorder, Run, Spec,
        keep::{
            frames::Written,
            header::{Header, append_frame, checksum},
            journal_error::JournalError,
        },
        plan::{rounds::Met, schedule::Plan, shard::Shard},
        play::{record::Record, referee::Referee},
    };

    struct Bytes(Vec<u8>);

    impl Recorder for Bytes {
        fn take(&mut self, game: &Played<'_>) -> io::Result<std::ops::ControlFlow<()>> {
            append_frame(&mut self.0, game.bytes);
            Ok(std::ops::ControlFlow::Continue(()))
        }

        fn last_round(&self) -> &[Met] {
            &[]
        }
    }

    /// A journal of some games, and how many.
    fn journal() -> (Rc<[u8]>, u64) {
        let spec = Spec::default().player("random").player_named("b", "random").game("nim");
        let plan = Arc::new(Plan::new(spec.openings(3, 1).resolve().unwrap()).unwrap());
        let begun = Bytes(Header::new(&plan, Shard::WHOLE, "test").bytes());
        let (Bytes(bytes), plan, run) = Job::whole(plan, 1).run(begun);
        assert!(matches!(run, Run::Done));
        (bytes.into(), plan.games())
    }

    #[test]
    fn a_reader_beside_a_writer_sees_games_and_never_damage() {
        let (bytes, games) = journal();
        let header = MAGIC.len();
        let mut grown_while_read = 0;
        for there in header..=bytes.len() {
            for step in [0, 1, 2, 7, 8, 9, 15, 16, 17, 40, 500] {
                let visible = Rc::new(Cell::new(there));
                let file = Written { bytes: Rc::clone(&bytes), at: 0, there: Rc::clone(&visible), step };
                let frames = Frames::new(Input::Written(file), 32, u64::MAX);
                let reader = Reader::begin(Path::new("j"), frames, false)
                    .unwrap_or_else(|error| panic!("{there} and {step}: {error}"));
                let Some(mut reader) = reader else { continue };
                let (mut record, mut read) = (Record::default(), 0);
                // A second call continues from the same place.
                for _ in 0..if step == 0 { 1 } else { 3 * bytes.len() } {
                    let next = reader.next(&mut record).unwrap_or_else(|error| panic!("{there} and {step}: {error}"));
                    if next.is_some() {
                        assert_eq!(record.number, read);
                        read += 1;
                        grown_while_read += u64::from(there < visible.get());
                    }
                    if read == games {
                        break;
                    }
                }
                assert!(step == 0 || read == games, "{there} and {step}: {read} games");
            }
        }
        assert!(0 < grown_while_read);
    }

    /// What was begun of a record may contain bytes that would be a record, of another checksum. It is torn all the same,
    /// and its game played again; with the right checksum it is a whole record behind a broken one.
    #[test]
    fn a_torn_end_that_looks_like_a_record_is_torn() {
        let (bytes, games) = journal();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j");
        let mut record = Vec::new();
        let spec = Spec::default().player("random").player_named("b", "random").game("nim");
        let plan = Plan::new(spec.openings(3, 1).resolve().unwrap()).unwrap();
        Referee::new(&plan).play(0).encode(&mut record);
        let read = |sum: u32| {
            // A head that promises a thousand bytes, and the fewer that were written.
            let mut torn = bytes.to_vec();
            torn.extend_from_slice(&1_000u32.to_le_bytes());
            torn.extend_from_slice(&[1, 2, 3, 4, 5, 6, 7]);
            torn.extend_from_slice(&(record.len() as u32).to_le_bytes());
            torn.extend_from_slice(&sum.to_le_bytes());
            torn.extend_from_slice(&record);
            fs::write(&path, &torn).unwrap();
            let (mut reader, mut last) = (Reader::open(&path).unwrap(), Record::default());
            let mut read = 0;
            loop {
                match reader.next(&mut last) {
                    Ok(Some(_)) => read += 1,
                    Ok(None) => return Ok(read),
                    Err(error) => return Err(error),
                }
            }
        };
        assert_eq!(read(!checksum(&record)).unwrap(), games);
        let JournalError::Damaged { games: whole, .. } = read(checksum(&record)).unwrap_err() else {
            panic!("a whole record is passed over")
        };
        assert_eq!(whole, games);
    }

    #[test]
    fn damage_stays_damage_and_no_reader_cuts_a_journal_being_written() {
        let (bytes, games) = journal();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j");
        let mut broken = bytes.to_vec();
        let last = broken.len() - 40;
        broken[last] ^= 1;
        fs::write(&path, &broken).unwrap();
        let damage = || {
            let (mut reader, mut record) = (Reader::open(&path).unwrap(), Record::default());
            loop {
                match reader.next(&mut record) {
                    Ok(Some(_)) => {}
                    Ok(None) => panic!("the damage is passed over"),
                    Err(error) => return error,
                }
            }
        };
        let JournalError::Damaged { games: whole, .. } = damage() else { panic!("{}", damage()) };
        assert!(whole < games && damage().to_string().contains("truncate"), "{}", damage());
        let writer = fs::File::open(&path).unwrap();
        writer.lock().unwrap();
        let said = damage().to_string();
        assert!(said.contains("is writing") && !said.contains("truncate"), "{said}");
    }
}
