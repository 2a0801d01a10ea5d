//! What a tournament is known by: an append-only file, one checksummed record per finished game.
//!
//! Everything else (tables, documents, ratings) is derived from it. Records stand in the order of
//! the plan, whoever finished first; so a journal is always a beginning of the whole one, byte for
//! byte, and a run that was killed goes on where it ends.
//!
//! The file is a line of text, [`MAGIC`], and then frames: four bytes of length and four of
//! CRC-32 (over the length and what follows), both little-endian, and the bytes. The first frame
//! is a header in JSON, [`Header`]; all others are [`Record`]s.
//!
//! An incomplete last frame is what a kill leaves behind; it is cut off and its game played again.
//! Anything else that doesn't fit is damage, reported with its place and never passed over. The
//! two are told apart by looking for a whole frame after the broken one.

use std::{
    cell::RefCell,
    fs::{self, File},
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom},
    iter,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use crate::{
    ask::spec_error::SpecError,
    keep::{
        header::{HEAD, Header, MAGIC, checksum, joined, noted},
        journal_error::{JournalError, io_error},
        lock,
        scrutiny::{Detail, Scrutiny},
    },
    plan::{
        guard,
        schedule::{Fixture, Plan},
        shard::Shard,
        tournament::Tournament,
    },
    play::{played::Played, record::Record},
    tally::score::Score,
};

/// No frame is longer than this, written or read: damage must not ask for all memory.
pub(crate) const LONGEST: usize = 1 << 26;

/// Who is handed the games of a journal, one after the other, and says whether more are wanted.
pub type Take<'a> = dyn FnMut(&Played<'_>) -> Result<ControlFlow<()>, JournalError> + 'a;

/// Whether there is a plain file at `path` that begins as journals do.
pub fn is_journal(path: &Path) -> bool {
    if !fs::metadata(path).is_ok_and(|about| about.is_file()) {
        return false;
    }
    let mut magic = [0; MAGIC.len()];
    let read = File::open(path).and_then(|mut file| read_fully(&mut file, &mut magic));
    read.is_ok() && magic == *MAGIC.as_bytes()
}

/// A place between two records of a journal: what is before it, in bytes and in games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bookmark {
    at: u64,
    games: u64,
}

impl Bookmark {
    /// How many games are before it.
    pub fn games(self) -> u64 {
        self.games
    }

    /// The place after one more record, of so many bytes.
    #[must_use]
    pub fn after(self, bytes: usize) -> Bookmark {
        Bookmark { at: self.at + (HEAD + bytes) as u64, games: self.games + 1 }
    }
}

/// A journal being read, from its beginning or from a bookmark.
pub struct Reader {
    path: PathBuf,
    file: BufReader<Input>,
    header: Header,
    frame: Vec<u8>,
    /// Where the next frame begins.
    at: u64,
    /// Where the file ended when it was opened: who reads beside a run does not follow it for ever.
    end: u64,
    games: u64,
    /// Whether it is read by whoever holds its lock, to go on with it.
    is_own: bool,
    /// The builds that went on with it so far, each after another.
    builds: Vec<String>,
}

/// Where a journal is read from.
enum Input {
    Open(File),
    /// One that somebody writes.
    #[cfg(test)]
    Written(tests::Written),
    /// Opened for every piece: of many journals only some can be open at a time.
    Ajar(PathBuf, u64),
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Input::Open(file) => file.read(buffer),
            #[cfg(test)]
            Input::Written(file) => file.read(buffer),
            Input::Ajar(path, at) => {
                let mut file = File::open(path)?;
                file.seek(SeekFrom::Start(*at))?;
                let read = file.read(buffer)?;
                *at += read as u64;
                Ok(read)
            }
        }
    }
}

impl Input {
    fn go_to(&mut self, place: u64) -> io::Result<()> {
        match self {
            Input::Open(file) => file.seek(SeekFrom::Start(place)).map(drop),
            #[cfg(test)]
            Input::Written(file) => file.seek(SeekFrom::Start(place)).map(drop),
            Input::Ajar(_, at) => {
                *at = place;
                Ok(())
            }
        }
    }
}

/// What follows a whole frame.
enum Next {
    Frame,
    End,
    /// Something that is no whole frame, at the end.
    Torn,
    /// The same, and whole frames behind it.
    Broken,
}

/// What stands where a frame was looked for.
#[derive(PartialEq, Eq)]
enum FrameState {
    /// A whole one.
    Whole,
    /// None, and none behind it.
    Torn,
    /// None, and whole ones behind it.
    Broken,
}

impl Reader {
    /// Opens a journal.
    ///
    /// # Errors
    ///
    /// Where there is none, or it is damaged at the very beginning.
    pub fn open(path: &Path) -> Result<Reader, JournalError> {
        let named = |error| io_error(path, error);
        // A pipe would be waited for, and a device never ends.
        if !fs::metadata(path).map_err(named)?.is_file() {
            return Err(JournalError::NotPlain(path.display().to_string()));
        }
        let file = File::open(path).map_err(named)?;
        let end = file.metadata().map_err(named)?.len();
        let input = BufReader::with_capacity(1 << 16, Input::Open(file));
        Reader::begin(path, input, end, false)?
            .ok_or_else(|| JournalError::Unbegun(path.display().to_string()))
    }

    /// A reader of `file`, whose lock this process holds; `None` if it ends before its header does.
    pub(crate) fn of_own(path: &Path, file: File) -> Result<Option<Reader>, JournalError> {
        let end = file.metadata().map_err(|error| io_error(path, error))?.len();
        Reader::begin(path, BufReader::with_capacity(1 << 16, Input::Open(file)), end, true)
    }

    /// A reader that keeps no file open, and reads pieces of so many bytes.
    pub(crate) fn ajar(path: &Path, piece: usize) -> Result<Reader, JournalError> {
        let end = fs::metadata(path).map_err(|error| io_error(path, error))?.len();
        let input = BufReader::with_capacity(piece, Input::Ajar(path.to_owned(), 0));
        Reader::begin(path, input, end, false)?
            .ok_or_else(|| JournalError::Unbegun(path.display().to_string()))
    }

    /// Drops the long parts of its header, since many journals may be open.
    pub(crate) fn forget(&mut self) {
        self.header.tournament = String::new();
        self.header.rounds = Vec::new();
        self.frame = Vec::new();
    }

    fn begin(
        path: &Path,
        mut file: BufReader<Input>,
        end: u64,
        is_own: bool,
    ) -> Result<Option<Reader>, JournalError> {
        let mut magic = [0; MAGIC.len()];
        let read = read_fully(&mut file, &mut magic).map_err(|error| io_error(path, error))?;
        if magic[..read] != MAGIC.as_bytes()[..read] {
            return Err(JournalError::NotOne(path.display().to_string()));
        }
        let mut reader = Reader {
            path: path.to_owned(),
            file,
            header: Header::default(),
            frame: Vec::new(),
            at: MAGIC.len() as u64,
            end,
            games: 0,
            is_own,
            builds: Vec::new(),
        };
        if read < MAGIC.len() {
            return Ok(None);
        }
        match reader.next_frame()? {
            Next::Frame => {}
            Next::Broken => return Err(JournalError::Headless(path.display().to_string())),
            Next::End | Next::Torn => return Ok(None),
        }
        reader.header = serde_json::from_slice(&reader.frame)
            .map_err(|_| JournalError::NotOne(path.display().to_string()))?;
        let (index, of) = reader.header.shard;
        if of <= index {
            return Err(reader.damaged("a header that counts its shards wrongly".to_owned()));
        }
        reader.at += (HEAD + reader.frame.len()) as u64;
        Ok(Some(reader))
    }

    /// Where the next frame begins, or would.
    pub(crate) fn at(&self) -> u64 {
        self.at
    }

    /// Where the next record begins, or would.
    pub fn bookmark(&self) -> Bookmark {
        Bookmark { at: self.at, games: self.games }
    }

    /// Goes on at a bookmark of this journal, which may have grown since.
    ///
    /// # Errors
    ///
    /// Where the file cannot be read there.
    pub fn go_on(&mut self, bookmark: Bookmark) -> Result<(), JournalError> {
        let read = self.file.buffer().len();
        self.file.consume(read);
        let there = self.file.get_mut().go_to(bookmark.at);
        there.map_err(|error| io_error(&self.path, error))?;
        (self.at, self.games) = (bookmark.at, bookmark.games);
        Ok(())
    }

    /// What the journal is of.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The build that played the games where the reader is now.
    pub fn build(&self) -> &str {
        self.builds.last().map_or(self.header.build(), String::as_str)
    }

    /// Whether another build went on with it.
    pub(crate) fn is_mixed(&self) -> bool {
        !self.builds.is_empty()
    }

    /// All builds that have played the games so far, in words.
    pub fn builds(&self) -> String {
        let more = self.builds.iter().map(String::as_str);
        joined(iter::once(self.header.build()).chain(more))
    }

    /// The tournament it is of.
    ///
    /// # Errors
    ///
    /// Where it needs a game or a player that is not here.
    pub fn tournament(&self) -> Result<Tournament, JournalError> {
        let text = &self.header.tournament;
        let mut tournament =
            Tournament::from_canonical(text).map_err(|error| self.without_plan(error))?;
        tournament.thoughts = self.header.thoughts;
        if tournament.identity() != self.header.identity {
            let error = SpecError::new("its games or players have changed their options since");
            return Err(self.without_plan(error));
        }
        Ok(tournament)
    }

    /// The plan it is of, as far as its header knows it.
    ///
    /// # Errors
    ///
    /// Where it needs a game or a player that is not here, or has no such part.
    pub fn plan(&self) -> Result<Plan, JournalError> {
        let plan = Plan::after(self.tournament()?, &self.header.rounds())
            .map_err(|error| self.without_plan(error))?;
        if plan.has(self.header.shard()) { Ok(plan) } else { Err(self.without_part()) }
    }

    /// The error where its tournament cannot be planned.
    pub(crate) fn without_plan(&self, error: SpecError) -> JournalError {
        JournalError::Tournament { path: self.path.display().to_string(), error }
    }

    /// The error where the plan has no such part as its header names.
    pub(crate) fn without_part(&self) -> JournalError {
        self.without_plan(SpecError::new(
            "its header names games that its tournament does not have",
        ))
    }

    /// Reads the next record, and returns its bytes and how many of them are the game itself;
    /// `None` after the last whole one that had been begun when the journal was opened.
    ///
    /// # Errors
    ///
    /// Where the journal is damaged, or cannot be read.
    pub fn next(&mut self, record: &mut Record) -> Result<Option<(&[u8], usize)>, JournalError> {
        loop {
            match self.next_frame()? {
                Next::Frame => {}
                Next::End | Next::Torn => return Ok(None),
                Next::Broken => {
                    return Err(self.damaged("a broken record, and whole ones after it".to_owned()));
                }
            }
            let Some(build) = noted(&self.frame) else { break };
            self.builds.push(build.to_owned());
            self.at += (HEAD + self.frame.len()) as u64;
        }
        let Ok(([], act)) = record.decode(&self.frame) else {
            return Err(self.forged("its bytes are those of no game".to_owned()));
        };
        self.at += (HEAD + self.frame.len()) as u64;
        self.games += 1;
        Ok(Some((&self.frame, act)))
    }

    /// The error for a record, the last one read, that is out of place: where another should be, or
    /// none.
    pub fn misplaced(&self, expected: Option<u64>, record: &Record) -> JournalError {
        let expected = expected.map_or("none".to_owned(), |number| format!("game {number}"));
        let what = format!("game {} where {expected} should be", record.number);
        let at = self.at - (HEAD + self.frame.len()) as u64;
        self.damaged_at(at, self.games - 1, what)
    }

    fn forged(&self, what: String) -> JournalError {
        JournalError::Forged { path: self.path.display().to_string(), game: self.games, what }
    }

    /// The error for a record, the last one read, that no game of the plan could have.
    pub(crate) fn impossible(&self, what: String) -> JournalError {
        let path = self.path.display().to_string();
        JournalError::Forged { path, game: self.games - 1, what }
    }

    /// Reads what follows. A frame that is torn may be one that a run is writing: it is looked for once
    /// more, and called broken only if it is so twice.
    fn next_frame(&mut self) -> Result<Next, JournalError> {
        let mut is_sure = false;
        loop {
            let next = self.try_frame()?;
            if !matches!(next, Next::Torn) {
                return Ok(next);
            }
            let there = self.look()?;
            // What is read next begins here again.
            let buffered = self.file.buffer().len();
            self.file.consume(buffered);
            self.file.get_mut().go_to(self.at).map_err(|error| io_error(&self.path, error))?;
            match there {
                FrameState::Whole => {}
                FrameState::Torn => return Ok(Next::Torn),
                FrameState::Broken if is_sure => return Ok(Next::Broken),
                FrameState::Broken => is_sure = true,
            }
        }
    }

    fn try_frame(&mut self) -> Result<Next, JournalError> {
        if self.end <= self.at {
            return Ok(Next::End);
        }
        let mut head = [0; HEAD];
        let read = read_fully(&mut self.file, &mut head).map_err(|e| io_error(&self.path, e))?;
        if read < HEAD {
            return Ok(if read == 0 { Next::End } else { Next::Torn });
        }
        let length = u32::from_le_bytes([head[0], head[1], head[2], head[3]]) as usize;
        if LONGEST < length {
            return Ok(Next::Torn);
        }
        self.frame.resize(length, 0);
        let read =
            read_fully(&mut self.file, &mut self.frame).map_err(|e| io_error(&self.path, e))?;
        if read < length || checksum(&self.frame).to_le_bytes() != head[4..] {
            return Ok(Next::Torn);
        }
        Ok(Next::Frame)
    }

    /// Looks anew at what stands where the next frame should begin. Where any whole frame follows
    /// somewhere behind that, what is broken is not just the end. So it is, too, where more is left than a
    /// frame may have, or where looking would take too long: what might be a game is never cut off.
    fn look(&mut self) -> Result<FrameState, JournalError> {
        const MOST: usize = HEAD + LONGEST;
        let (mut rest, input) = (Vec::new(), self.file.get_mut());
        let from = input.go_to(self.at);
        let read = from.and_then(|()| input.take(MOST as u64 + 1).read_to_end(&mut rest));
        read.map_err(|error| io_error(&self.path, error))?;
        let head_at = |from: usize| {
            let head = rest.get(from..)?.first_chunk::<HEAD>()?;
            let length = u32::from_le_bytes([head[0], head[1], head[2], head[3]]) as usize;
            Some((head, rest[from + HEAD..].get(..length)?))
        };
        if let Some((head, frame)) = head_at(0)
            && frame.len() <= LONGEST
            && checksum(frame).to_le_bytes() == head[4..]
        {
            return Ok(FrameState::Whole);
        }
        // Looking at a place takes as long as what might stand there is.
        let mut patience = 4 * rest.len();
        let mut record = Record::default();
        for from in 1..rest.len().saturating_sub(HEAD) {
            let Some((head, frame)) = head_at(from) else { continue };
            let is_record = record.decode(frame).is_ok_and(|(rest, _)| rest.is_empty())
                || noted(frame).is_some();
            if is_record && checksum(frame).to_le_bytes() == head[4..] {
                return Ok(FrameState::Broken);
            }
            let looked_at = if is_record { frame.len() } else { record.moves.len() };
            match patience.checked_sub(looked_at) {
                None => return Ok(FrameState::Broken),
                Some(left) => patience = left,
            }
        }
        Ok(if MOST < rest.len() { FrameState::Broken } else { FrameState::Torn })
    }

    fn damaged(&self, what: String) -> JournalError {
        self.damaged_at(self.at, self.games, what)
    }

    fn damaged_at(&self, at: u64, games: u64, what: String) -> JournalError {
        let path = self.path.display().to_string();
        let is_held = !self.is_own && lock::is_held(&self.path);
        JournalError::Damaged { path, at, games, what, is_held }
    }
}

/// Hands every record that `reader` still has to `take`, in the order of the plan, with the plan as
/// far as it is known then, until `take` has enough; returns that plan and how many there were, those
/// before included. Records are looked at in `detail` before.
///
/// # Errors
///
/// Where the journal is damaged, a record is of no game of the plan, or `take` finds something
/// wrong.
pub fn replay(
    reader: &mut Reader,
    mut plan: Plan,
    detail: Detail,
    grow: &mut dyn FnMut(&Plan) -> Option<Plan>,
    take: &mut Take<'_>,
) -> Result<(Plan, u64), JournalError> {
    let shard = reader.header.shard();
    let (mut record, mut frame, mut games) = (Record::default(), Vec::new(), reader.games);
    let (mut known, mut fixture) = (plan.shard_games(shard), Fixture::default());
    let mut scrutiny = Scrutiny::default();
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
        scrutiny.look(&plan, &fixture, &record, detail).map_err(|what| reader.impossible(what))?;
        let played = Played { plan: &plan, fixture: &fixture, record: &record, bytes: &frame, act };
        // Where the rules panicked once they may again, be it only to draw the last position.
        let flow = guard::catch(|| take(&played))
            .unwrap_or_else(|panic| Err(reader.impossible(format!("the rules panic: {panic}"))))?;
        games += 1;
        if flow.is_break() {
            return Ok((plan, games));
        }
    }
}

/// Reads the journal at `path` to its end, or until `take` has enough; hands every game to `take`, and
/// adds them up; returns the plan as far as it is known then, and the score.
///
/// # Errors
///
/// Where it is damaged, or `take` finds something wrong.
pub fn read_journal(
    path: &Path,
    detail: Detail,
    take: &mut Take<'_>,
) -> Result<(Plan, Score), JournalError> {
    let mut reader = Reader::open(path)?;
    let plan = reader.plan()?;
    // Of a match that is known in part nobody can say whether it may end.
    let Shard { from, of, .. } = reader.header().shard();
    let is_all = (from, of) == (0, 1);
    let score = RefCell::new(if is_all { Score::new(&plan) } else { Score::of_part(&plan) });
    let (plan, _) = replay(
        &mut reader,
        plan,
        detail,
        &mut |plan| plan.extend(score.borrow().last_round()).ok().flatten(),
        &mut |game| {
            score.borrow_mut().take(game);
            take(game)
        },
    )?;
    Ok((plan, score.into_inner()))
}

/// Reads until `buffer` is full or the file ends, and says how much was read.
fn read_fully(file: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut read = 0;
    while read < buffer.len() {
        match file.read(&mut buffer[read..]) {
            Ok(0) => break,
            Ok(more) => read += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(read)
}

#[cfg(test)]
mod tests {
    use std::{
        cell::Cell,
        fs,
        io::{self, BufReader, Read, Seek, SeekFrom},
        path::Path,
        rc::Rc,
        sync::Arc,
    };

    use super::{Input, MAGIC, Reader};
    use crate::{
        Job, Played, Recorder, Run, Spec,
        keep::{header::Header, header::append_frame, journal_error::JournalError},
        plan::{rounds::Met, schedule::Plan, shard::Shard},
        play::record::Record,
    };

    /// A file that grows by some bytes whenever a reader has come to its end.
    pub(super) struct Written {
        bytes: Rc<[u8]>,
        at: usize,
        there: Rc<Cell<usize>>,
        step: usize,
    }

    impl Read for Written {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let there = self.there.get();
            let read = buffer.len().min(there.saturating_sub(self.at));
            buffer[..read].copy_from_slice(&self.bytes[self.at..self.at + read]);
            self.at += read;
            if read == 0 {
                self.there.set((there + self.step).min(self.bytes.len()));
            }
            Ok(read)
        }
    }

    impl Seek for Written {
        fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
            let SeekFrom::Start(at) = to else { return Err(io::ErrorKind::Unsupported.into()) };
            self.at = at as usize;
            Ok(at)
        }
    }

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
                let file =
                    Written { bytes: Rc::clone(&bytes), at: 0, there: Rc::clone(&visible), step };
                let input = BufReader::with_capacity(32, Input::Written(file));
                let reader = Reader::begin(Path::new("j"), input, u64::MAX, false)
                    .unwrap_or_else(|error| panic!("{there} and {step}: {error}"));
                let Some(mut reader) = reader else { continue };
                let (mut record, mut read) = (Record::default(), 0);
                // Whoever asks again later goes on where it was.
                for _ in 0..if step == 0 { 1 } else { 3 * bytes.len() } {
                    let next = reader
                        .next(&mut record)
                        .unwrap_or_else(|error| panic!("{there} and {step}: {error}"));
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

    #[test]
    fn what_is_broken_is_damage_still_and_cut_off_by_nobody_while_it_is_written() {
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
