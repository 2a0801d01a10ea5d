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
    path::{Path, PathBuf},
};

use crate::{
    ask::spec_error::SpecError,
    keep::{
        header::{HEAD, Header, MAGIC, checksum},
        journal_error::{JournalError, io_error},
        scrutiny::{Detail, Scrutiny},
    },
    plan::{
        guard,
        schedule::{Fixture, Plan},
        tournament::Tournament,
    },
    play::{played::Played, record::Record},
    tally::score::Score,
};

/// No frame is longer than this, written or read: damage must not ask for all memory.
pub(crate) const LONGEST: usize = 1 << 26;

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
    games: u64,
}

/// Where a journal is read from.
enum Input {
    Open(File),
    /// Opened for every piece: of many journals only some can be open at a time.
    Ajar(PathBuf, u64),
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Input::Open(file) => file.read(buffer),
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
    /// Something that is no whole frame.
    Torn,
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
        Reader::of(path, file)?.ok_or_else(|| JournalError::Unbegun(path.display().to_string()))
    }

    /// A reader of `file`; `None` if it ends before its header does.
    pub(crate) fn of(path: &Path, file: File) -> Result<Option<Reader>, JournalError> {
        Reader::begin(path, BufReader::with_capacity(1 << 16, Input::Open(file)))
    }

    /// A reader that keeps no file open, and reads pieces of so many bytes.
    pub(crate) fn ajar(path: &Path, piece: usize) -> Result<Reader, JournalError> {
        let input = BufReader::with_capacity(piece, Input::Ajar(path.to_owned(), 0));
        Reader::begin(path, input)?.ok_or_else(|| JournalError::Unbegun(path.display().to_string()))
    }

    /// Drops the long parts of its header, since many journals may be open.
    pub(crate) fn forget(&mut self) {
        self.header.tournament = String::new();
        self.header.rounds = Vec::new();
        self.frame = Vec::new();
    }

    fn begin(path: &Path, mut file: BufReader<Input>) -> Result<Option<Reader>, JournalError> {
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
            games: 0,
        };
        if read < MAGIC.len() {
            return Ok(None);
        }
        match reader.next_frame()? {
            Next::Frame => {}
            Next::Torn if reader.goes_on()? => {
                return Err(JournalError::Headless(path.display().to_string()));
            }
            Next::End | Next::Torn => return Ok(None),
        }
        reader.header = serde_json::from_slice(&reader.frame)
            .map_err(|_| JournalError::NotOne(path.display().to_string()))?;
        let (index, of) = reader.header.shard;
        if of <= index {
            return Err(reader.damaged("a header that counts its shards wrongly"));
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

    /// The tournament it is of.
    ///
    /// # Errors
    ///
    /// Where it needs a game or a player that is not here.
    pub fn tournament(&self) -> Result<Tournament, JournalError> {
        let text = &self.header.tournament;
        let path = || self.path.display().to_string();
        let mut tournament = Tournament::from_canonical(text)
            .map_err(|error| JournalError::Tournament { path: path(), error })?;
        tournament.thoughts = self.header.thoughts;
        if tournament.identity() != self.header.identity {
            let error = SpecError::new("its games or players have changed their options since");
            return Err(JournalError::Tournament { path: path(), error });
        }
        Ok(tournament)
    }

    /// The plan it is of, as far as its header knows it.
    ///
    /// # Errors
    ///
    /// Where it needs a game or a player that is not here, or has no such part.
    pub fn plan(&self) -> Result<Plan, JournalError> {
        let path = || self.path.display().to_string();
        let plan = Plan::after(self.tournament()?, &self.header.rounds())
            .map_err(|error| JournalError::Tournament { path: path(), error })?;
        if plan.has(self.header.shard()) { Ok(plan) } else { Err(self.without_part()) }
    }

    /// The error where the plan has no such part as its header names.
    pub(crate) fn without_part(&self) -> JournalError {
        let error = SpecError::new("its header names games that its tournament does not have");
        JournalError::Tournament { path: self.path.display().to_string(), error }
    }

    /// Reads the next record, and returns its bytes and how many of them are the game itself;
    /// `None` after the last whole one.
    ///
    /// # Errors
    ///
    /// Where the journal is damaged, or cannot be read.
    pub fn next(&mut self, record: &mut Record) -> Result<Option<(&[u8], usize)>, JournalError> {
        match self.next_frame()? {
            Next::Frame => {}
            Next::End => return Ok(None),
            Next::Torn => {
                return if self.goes_on()? {
                    Err(self.damaged("a broken record, and whole ones after it"))
                } else {
                    Ok(None)
                };
            }
        }
        let Ok(([], act)) = record.decode(&self.frame) else {
            return Err(self.forged("its bytes are those of no game".to_owned()));
        };
        self.at += (HEAD + self.frame.len()) as u64;
        self.games += 1;
        Ok(Some((&self.frame, act)))
    }

    /// The error for a record, the last one read, that is out of place.
    pub fn misplaced(&self, expected: u64, record: &Record) -> JournalError {
        let what = format!("game {} where game {expected} should be", record.number);
        let at = self.at - (HEAD + self.frame.len()) as u64;
        let path = self.path.display().to_string();
        JournalError::Damaged { path, at, games: self.games - 1, what }
    }

    fn forged(&self, what: String) -> JournalError {
        JournalError::Forged { path: self.path.display().to_string(), game: self.games, what }
    }

    /// The error for a record, the last one read, that no game of the plan could have.
    pub(crate) fn impossible(&self, what: String) -> JournalError {
        let path = self.path.display().to_string();
        JournalError::Forged { path, game: self.games - 1, what }
    }

    fn next_frame(&mut self) -> Result<Next, JournalError> {
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

    /// Whether any whole frame follows, somewhere behind where the next one should begin: then
    /// what is broken is not just the end. So it is, too, where more is left than a frame may have,
    /// or where looking would take too long: what might be a game is never cut off.
    fn goes_on(&mut self) -> Result<bool, JournalError> {
        const MOST: usize = HEAD + LONGEST;
        let (mut rest, input) = (Vec::new(), self.file.get_mut());
        let from = input.go_to(self.at);
        let read = from.and_then(|()| input.take(MOST as u64 + 1).read_to_end(&mut rest));
        read.map_err(|error| io_error(&self.path, error))?;
        // Looking at a place takes as long as what might stand there is.
        let mut patience = 4 * rest.len();
        let mut record = Record::default();
        for from in 1..rest.len().saturating_sub(HEAD) {
            let head = rest[from..].first_chunk::<HEAD>().expect("so much is left");
            let length = u32::from_le_bytes([head[0], head[1], head[2], head[3]]) as usize;
            let Some(frame) = rest[from + HEAD..].get(..length) else { continue };
            let is_record = record.decode(frame).is_ok_and(|(rest, _)| rest.is_empty());
            if is_record && checksum(frame).to_le_bytes() == head[4..] {
                return Ok(true);
            }
            let looked_at = if is_record { length } else { record.moves.len() };
            match patience.checked_sub(looked_at) {
                None => return Ok(true),
                Some(left) => patience = left,
            }
        }
        Ok(MOST < rest.len())
    }

    fn damaged(&self, what: impl Into<String>) -> JournalError {
        let path = self.path.display().to_string();
        JournalError::Damaged { path, at: self.at, games: self.games, what: what.into() }
    }
}

/// Hands every record that `reader` still has to `take`, in the order of the plan, with the plan as far
/// as it is known then; returns that plan and how many there are, those before included. Records are looked at with
/// `care` before.
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
    take: &mut dyn FnMut(&Played<'_>) -> Result<(), JournalError>,
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
        let expected = if games < known { plan.shard_number(shard, games) } else { u64::MAX };
        if record.number != expected {
            return Err(reader.misplaced(expected, &record));
        }
        plan.fill(record.number, &mut fixture);
        let plan = &plan;
        scrutiny.look(plan, &fixture, &record, detail).map_err(|what| reader.impossible(what))?;
        let played = Played { plan, fixture: &fixture, record: &record, bytes: &frame, act };
        // Where the rules panicked once they may again, be it only to draw the last position.
        guard::catch(|| take(&played))
            .unwrap_or_else(|panic| Err(reader.impossible(format!("the rules panic: {panic}"))))?;
        games += 1;
    }
}

/// Reads the journal at `path` to its end, hands every game to `take`, and adds all up; returns the
/// plan as far as it is known then, and the score.
///
/// # Errors
///
/// Where it is damaged, or `take` finds something wrong.
pub fn read_journal(
    path: &Path,
    detail: Detail,
    take: &mut dyn FnMut(&Played<'_>) -> Result<(), JournalError>,
) -> Result<(Plan, Score), JournalError> {
    let mut reader = Reader::open(path)?;
    let plan = reader.plan()?;
    let score = RefCell::new(Score::new(&plan));
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
