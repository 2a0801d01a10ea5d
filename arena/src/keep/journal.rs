//! The truth of a tournament: an append-only file, one checksummed record per finished game.
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
    fs::{File, OpenOptions, TryLockError},
    io::{self, BufReader, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};

use crate::{
    ask::{said::SpecError, words::quoted},
    plan::{
        schedule::{Fixture, Plan, Shard},
        tournament::Tournament,
    },
    play::{played::Played, record::Record},
    tally::score::Score,
};

/// The first line of a journal.
pub const MAGIC: &str = "agon journal 1\n";

/// No frame is longer than this: damage must not ask for all memory.
const LONGEST: usize = 1 << 26;
/// The length and the checksum before every frame.
const HEAD: usize = 8;

/// What a journal is of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The identity of the tournament: the SHA-256 of `tournament`.
    pub identity: String,
    /// Which part of the plan, counted from zero, of how many.
    pub shard: (u64, u64),
    /// The tournament's canonical text.
    pub tournament: String,
}

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file system says no.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: String,
        /// What it says.
        error: io::Error,
    },
    /// Another run holds it.
    #[error("{0}: another run is writing this journal; wait for it, or name another --journal")]
    Locked(String),
    /// It is no journal.
    #[error("{0}: not a journal of this version of agon")]
    NotOne(String),
    /// It ends within its header.
    #[error(
        "{0}: this journal ends before it says what it is of, and holds no game; agon run with the \
         tournament's file or flags begins it again"
    )]
    Unbegun(String),
    /// What it says it is of is damaged.
    #[error(
        "{0}: damaged at byte {at}, in the header, which says what the games after it are of: they \
         cannot be read without it. Put a copy of the file back, or move it away and play again",
        at = MAGIC.len()
    )]
    Headless(String),
    /// It is damaged.
    #[error(
        "{path}: damaged at byte {at}, after {games} whole games: {what}. What comes after cannot \
         be trusted to be in its place; to keep the games before it and play the others again, cut \
         the file off there (truncate -s {at} {}) and resume",
        quoted(.path)
    )]
    Damaged {
        /// The file.
        path: String,
        /// The first byte of the broken frame.
        at: u64,
        /// How many games before it are whole.
        games: u64,
        /// What is wrong.
        what: String,
    },
    /// It is of another tournament.
    #[error(
        "{path} is the journal of another tournament: it has {theirs}, this is {ours}. Move it \
         away, name another --journal, or resume it as it is: agon resume {}",
        quoted(.path)
    )]
    Foreign {
        /// The file.
        path: String,
        /// What it is of.
        theirs: String,
        /// What was asked for.
        ours: String,
    },
    /// Its tournament can't be played here.
    #[error("{path}: {error}")]
    Tournament {
        /// The file.
        path: String,
        /// Why.
        error: SpecError,
    },
}

impl Header {
    /// The header of the journal of `shard` of `tournament`.
    pub fn new(tournament: &Tournament, shard: Shard) -> Header {
        Header {
            identity: tournament.identity(),
            shard: (shard.index, shard.of),
            tournament: tournament.canonical(),
        }
    }

    /// The part of the plan.
    pub fn shard(&self) -> Shard {
        Shard { index: self.shard.0, of: self.shard.1 }
    }

    /// The beginning of the journal: a whole one, of no game.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.as_bytes().to_vec();
        let header = serde_json::to_vec(self).expect("texts and numbers are JSON");
        append_frame(&mut bytes, &header);
        bytes
    }

    fn summary(&self) -> String {
        let identity: String = self.identity.chars().take(12).collect();
        match self.shard {
            (_, 1) => format!("plan {identity}"),
            (index, of) => format!("plan {identity}, shard {}/{of}", index + 1),
        }
    }
}

/// Whether the file at `path` begins as journals do.
pub fn is_one(path: &Path) -> bool {
    let mut magic = [0; MAGIC.len()];
    let read = File::open(path).and_then(|mut file| read_fully(&mut file, &mut magic));
    read.is_ok() && magic == *MAGIC.as_bytes()
}

/// A journal being read, from its beginning.
pub struct Reader {
    path: PathBuf,
    file: BufReader<File>,
    header: Header,
    frame: Vec<u8>,
    /// Where the next frame begins.
    at: u64,
    games: u64,
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
        let file = File::open(path).map_err(|error| io_error(path, error))?;
        Reader::of(path, file)?.ok_or_else(|| JournalError::Unbegun(path.display().to_string()))
    }

    /// A reader of `file`; `None` if it ends before its header does.
    fn of(path: &Path, file: File) -> Result<Option<Reader>, JournalError> {
        let mut file = BufReader::with_capacity(1 << 16, file);
        let mut magic = [0; MAGIC.len()];
        let read = read_fully(&mut file, &mut magic).map_err(|error| io_error(path, error))?;
        if magic[..read] != MAGIC.as_bytes()[..read] {
            return Err(JournalError::NotOne(path.display().to_string()));
        }
        let mut reader = Reader {
            path: path.to_owned(),
            file,
            header: Header { identity: String::new(), shard: (0, 1), tournament: String::new() },
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
        let tournament = Tournament::from_canonical(text)
            .map_err(|error| JournalError::Tournament { path: path(), error })?;
        if tournament.identity() != self.header.identity {
            let error = SpecError::new("its games or players have changed their options since");
            return Err(JournalError::Tournament { path: path(), error });
        }
        Ok(tournament)
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
            return Err(self.damaged("a record that is none, though its checksum is right"));
        };
        self.at += (HEAD + self.frame.len()) as u64;
        self.games += 1;
        Ok(Some((&self.frame, act)))
    }

    /// The error for a record, the last one read, that has no business there.
    pub fn misplaced(&self, expected: u64, record: &Record) -> JournalError {
        let what = format!("game {} where game {expected} should be", record.number);
        let at = self.at - (HEAD + self.frame.len()) as u64;
        let path = self.path.display().to_string();
        JournalError::Damaged { path, at, games: self.games - 1, what }
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
    /// what is broken is not just the end.
    fn goes_on(&mut self) -> Result<bool, JournalError> {
        let mut rest = Vec::new();
        let read =
            self.file.seek(SeekFrom::Start(self.at)).and_then(|_| self.file.read_to_end(&mut rest));
        read.map_err(|error| io_error(&self.path, error))?;
        let mut record = Record::default();
        let is_whole = |from: usize, record: &mut Record| {
            let head: [u8; HEAD] = rest.get(from..from + HEAD)?.try_into().ok()?;
            let length = u32::from_le_bytes([head[0], head[1], head[2], head[3]]) as usize;
            let frame = rest.get(from + HEAD..(from + HEAD).checked_add(length)?)?;
            let is_record = 4 <= length
                && checksum(frame).to_le_bytes() == head[4..]
                && record.decode(frame).is_ok_and(|(rest, _)| rest.is_empty());
            is_record.then_some(())
        };
        Ok((1..rest.len()).any(|from| is_whole(from, &mut record).is_some()))
    }

    fn damaged(&self, what: impl Into<String>) -> JournalError {
        let path = self.path.display().to_string();
        JournalError::Damaged { path, at: self.at, games: self.games, what: what.into() }
    }
}

/// A journal being written.
pub struct Writer {
    path: PathBuf,
    file: File,
    /// Frames that are not yet written.
    buffer: Vec<u8>,
    /// How long what is written may wait to be made durable.
    patience: Duration,
    last_sync: Instant,
    is_dirty: bool,
}

impl Writer {
    /// Opens the journal at `path` for this part of this plan, creating it if need be; hands what
    /// it has already, in order, to `old`, and cuts a torn end off.
    ///
    /// # Errors
    ///
    /// Where it is locked, damaged, of another tournament, or can't be read or written; and what
    /// `old` finds wrong.
    pub fn open(
        path: &Path,
        header: &Header,
        patience: Duration,
        old: &mut dyn FnMut(&mut Reader) -> Result<(), JournalError>,
    ) -> Result<Writer, JournalError> {
        let named = |error| io_error(path, error);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(named)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(JournalError::Locked(path.display().to_string()));
            }
            Err(TryLockError::Error(error)) => return Err(named(error)),
        }
        let reading = file.try_clone().map_err(named)?;
        let end = match Reader::of(path, reading)? {
            None => 0,
            Some(mut reader) => {
                if reader.header != *header {
                    return Err(JournalError::Foreign {
                        path: path.display().to_string(),
                        theirs: reader.header.summary(),
                        ours: header.summary(),
                    });
                }
                old(&mut reader)?;
                reader.at
            }
        };
        file.set_len(end).and_then(|()| file.seek(SeekFrom::Start(end))).map_err(named)?;
        let mut writer = Writer {
            path: path.to_owned(),
            file,
            buffer: Vec::new(),
            patience,
            last_sync: Instant::now(),
            is_dirty: false,
        };
        if end == 0 {
            writer.buffer = header.bytes();
            writer.sync().map_err(named)?;
            sync_folder(path);
        }
        Ok(writer)
    }

    /// Adds a frame: a record's bytes.
    pub fn append(&mut self, bytes: &[u8]) {
        append_frame(&mut self.buffer, bytes);
    }

    /// Hands what was added to the system, and makes it durable if it has waited long enough;
    /// says whether everything is durable now.
    ///
    /// # Errors
    ///
    /// Where the file system says no; what was durable stays so.
    pub fn settle(&mut self) -> io::Result<bool> {
        if !self.buffer.is_empty() {
            let written = self.file.write_all(&self.buffer);
            self.named(written)?;
            self.buffer.clear();
            self.is_dirty = true;
        }
        if self.is_dirty && self.patience <= self.last_sync.elapsed() {
            self.sync()?;
        }
        Ok(!self.is_dirty)
    }

    /// Makes everything durable.
    ///
    /// # Errors
    ///
    /// Where the file system says no.
    pub fn sync(&mut self) -> io::Result<()> {
        let done = self.file.write_all(&self.buffer).and_then(|()| self.file.sync_data());
        self.named(done)?;
        self.buffer.clear();
        self.is_dirty = false;
        self.last_sync = Instant::now();
        Ok(())
    }

    fn named<T>(&self, done: io::Result<T>) -> io::Result<T> {
        done.map_err(|error| {
            let kind = error.kind();
            io::Error::new(kind, JournalError::Io { path: self.path.display().to_string(), error })
        })
    }
}

/// Hands every record that `reader` has to `take`, in the order of the plan, with the plan as far
/// as it is known then; returns that plan and how many there were.
///
/// # Errors
///
/// Where the journal is damaged or `take` finds something wrong.
pub fn replay(
    reader: &mut Reader,
    mut plan: Plan,
    grow: &mut dyn FnMut(&Plan) -> Option<Plan>,
    take: &mut dyn FnMut(&Played<'_>) -> Result<(), JournalError>,
) -> Result<(Plan, u64), JournalError> {
    let shard = reader.header.shard();
    let (mut record, mut frame, mut games) = (Record::default(), Vec::new(), 0);
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
        take(&Played { plan, fixture: &fixture, record: &record, bytes: &frame, act })?;
        games += 1;
    }
}

/// Reads the journal at `path` to its end, hands every game to `take`, and adds all up; returns the
/// plan as far as it is known then, and the score.
///
/// # Errors
///
/// Where it is damaged, or `take` finds something wrong.
pub fn read(
    path: &Path,
    take: &mut dyn FnMut(&Played<'_>) -> Result<(), JournalError>,
) -> Result<(Plan, Score), JournalError> {
    let mut reader = Reader::open(path)?;
    let plan = Plan::new(reader.tournament()?)
        .map_err(|error| JournalError::Tournament { path: path.display().to_string(), error })?;
    let score = RefCell::new(Score::new(&plan));
    let (plan, _) = replay(
        &mut reader,
        plan,
        &mut |plan| plan.extend(score.borrow().last_round()).ok().flatten(),
        &mut |game| {
            score.borrow_mut().take(game);
            take(game)
        },
    )?;
    Ok((plan, score.into_inner()))
}

fn append_frame(buffer: &mut Vec<u8>, bytes: &[u8]) {
    buffer.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
    buffer.extend_from_slice(&checksum(bytes).to_le_bytes());
    buffer.extend_from_slice(bytes);
}

/// CRC-32 over the length of `bytes`, in four little-endian bytes, and `bytes`.
fn checksum(bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&(bytes.len() as u32).to_le_bytes());
    hasher.update(bytes);
    hasher.finalize()
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

/// Makes the name of a new file durable, where folders can be synced.
fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
        // Some file systems refuse; the journal itself is safe either way.
        let _ = folder.sync_all();
    }
}

fn io_error(path: &Path, error: io::Error) -> JournalError {
    JournalError::Io { path: path.display().to_string(), error }
}
