//! A journal being written, on a disk that may fail.
//!
//! Whatever fails, the file remains a prefix of the journal: it is cut back to its last whole frame
//! and not written again. If even that fails, a torn end remains, as after a kill, and the next run
//! cuts it off.

use std::{
    fs::File,
    io::{self, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use crate::{
    ask::words::io_words,
    keep::{
        frames::LONGEST,
        header::{HEAD, Header, MAGIC, append_frame, note_of},
        journal::Reader,
        journal_error::{JournalError, io_error},
        journal_options::JournalOptions,
        lock,
    },
};

/// The file or device to which a journal is written.
trait Medium: Send {
    /// Writes some of `bytes` after the last write; returns their number.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize>;
    /// Makes all that was written durable.
    fn sync(&mut self) -> io::Result<()>;
    /// Cuts the file to `length` bytes; the next write continues there.
    fn cut(&mut self, length: u64) -> io::Result<()>;
}

impl Medium for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Write::write(self, bytes)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)?;
        self.seek(SeekFrom::Start(length)).map(drop)
    }
}

/// A journal being written.
pub struct Writer {
    path: PathBuf,
    medium: Box<dyn Medium>,
    /// Frames that are not yet written.
    buffer: Vec<u8>,
    /// The end of the last frame written, and of the last one that is durable.
    written: u64,
    durable: u64,
    patience: Duration,
    last_sync: Instant,
    /// The builds that played the existing games, if this one may not add to them.
    others: Option<String>,
    /// Which build is to be named before the next frame.
    note: Option<String>,
    /// The first failure, after which nothing is written.
    failed: Option<(io::ErrorKind, String)>,
}

impl Writer {
    /// Opens the journal at `path` for this part of this plan, creating it if necessary; passes its
    /// existing games to `old`, in order, and cuts a torn end off.
    ///
    /// # Errors
    ///
    /// If it is locked, damaged, of another tournament, no plain file, or cannot be read or
    /// written; if the header is too long; or if `old` fails.
    pub fn open(
        path: &Path,
        header: &Header,
        journal_options: &JournalOptions<'_>,
        old: &mut dyn FnMut(&mut Reader) -> Result<(), JournalError>,
    ) -> Result<Writer, JournalError> {
        let file = lock::open(path, journal_options)?;
        let reading = file.try_clone().map_err(|error| io_error(path, error))?;
        let (mut end, mut others, mut note) = (0, None, None);
        if let Some(mut reader) = Reader::of_own(path, reading)? {
            let theirs = reader.header();
            if !theirs.is_of_the_same(header) {
                return Err(JournalError::Foreign {
                    path: path.display().to_string(),
                    theirs: theirs.summary(),
                    ours: header.summary(),
                });
            }
            if theirs.thoughts != header.thoughts {
                let (path, keeps) = (path.display().to_string(), theirs.thoughts);
                return Err(JournalError::Thoughts { path, keeps });
            }
            old(&mut reader)?;
            end = reader.at();
            if reader.builds() != header.build() && !journal_options.mixed_builds {
                others = Some(reader.builds());
            }
            if reader.build() != header.build() {
                note = Some(header.build().to_owned());
            }
        }
        let writer = Writer::on(Box::new(file), path, end, header, journal_options)?;
        Ok(Writer { others, note, ..writer })
    }

    /// A writer of the new and empty `file`, which will be moved to `place`.
    ///
    /// # Errors
    ///
    /// If the header is too long, or the file system refuses.
    pub(crate) fn begin(
        file: File,
        place: &Path,
        header: &Header,
        journal_options: &JournalOptions<'_>,
    ) -> Result<Writer, JournalError> {
        Writer::on(Box::new(file), place, 0, header, journal_options)
    }

    /// A writer that goes on at byte `end` of `medium`, or begins there.
    fn on(
        mut medium: Box<dyn Medium>,
        path: &Path,
        end: u64,
        header: &Header,
        journal_options: &JournalOptions<'_>,
    ) -> Result<Writer, JournalError> {
        let named = |error| io_error(path, error);
        let header = header.bytes();
        if MAGIC.len() + HEAD + LONGEST < header.len() {
            return Err(named(too_long("what it is of", header.len())));
        }
        medium.cut(end).map_err(named)?;
        let mut writer = Writer {
            path: path.to_owned(),
            medium,
            buffer: Vec::new(),
            written: end,
            durable: end,
            patience: journal_options.durable_every,
            last_sync: Instant::now(),
            others: None,
            note: None,
            failed: None,
        };
        if end == 0 {
            writer.buffer = header;
            writer.sync().map_err(|error| JournalError::Written(error.to_string()))?;
            sync_folder(path);
        }
        Ok(writer)
    }

    /// The builds that played the existing games, if this one may not add to them.
    pub(crate) fn other_builds(&self) -> Option<&str> {
        self.others.as_deref()
    }

    /// The number of bytes not yet passed to the system.
    pub fn waiting(&self) -> usize {
        self.buffer.len()
    }

    /// Adds a frame: a record's bytes.
    ///
    /// # Errors
    ///
    /// If the journal has failed before, or the record exceeds the limit of readers.
    pub fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.trusted()?;
        if let Some(others) = &self.others {
            let what = format!("the journal's games were played by {others}");
            return Err(io::Error::other(what));
        }
        if LONGEST < bytes.len() {
            return self.named(Err(too_long("a game", bytes.len())));
        }
        if let Some(build) = self.note.take() {
            append_frame(&mut self.buffer, &note_of(&build));
        }
        append_frame(&mut self.buffer, bytes);
        Ok(())
    }

    /// Records that `build` plays the games added from now on.
    pub(crate) fn name_build(&mut self, build: &str) {
        self.note = Some(build.to_owned());
    }

    /// Passes the added frames to the system, and makes them durable if they have waited long
    /// enough; returns whether everything is durable now.
    ///
    /// # Errors
    ///
    /// If the file system refuses, now or earlier; durable data stays so.
    pub fn settle(&mut self) -> io::Result<bool> {
        self.hand_over()?;
        if self.durable < self.written && self.patience <= self.last_sync.elapsed() {
            self.sync()?;
        }
        Ok(self.durable == self.written)
    }

    /// Makes everything durable.
    ///
    /// # Errors
    ///
    /// If the file system refuses, now or earlier.
    pub fn sync(&mut self) -> io::Result<()> {
        self.hand_over()?;
        if let Err(error) = self.medium.sync() {
            // The amount that the system has stored since is unknown.
            return self.stop(error, self.durable);
        }
        self.durable = self.written;
        self.last_sync = Instant::now();
        Ok(())
    }

    fn hand_over(&mut self) -> io::Result<()> {
        self.trusted()?;
        let mut done = 0;
        while done < self.buffer.len() {
            match self.medium.write(&self.buffer[done..]) {
                Ok(0) => return self.stop(io::ErrorKind::WriteZero.into(), self.whole(done)),
                Ok(more) => done += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return self.stop(error, self.whole(done)),
            }
        }
        self.written += done as u64;
        self.buffer.clear();
        Ok(())
    }

    /// The end of the last whole frame after `done` bytes of the buffer are written.
    fn whole(&self, done: usize) -> u64 {
        let first = if self.written == 0 { MAGIC.len() } else { 0 };
        let mut end = first;
        while let Some(head) = self.buffer[..done].get(end..).and_then(<[u8]>::first_chunk::<4>) {
            let next = end + HEAD + u32::from_le_bytes(*head) as usize;
            if done < next {
                break;
            }
            end = next;
        }
        // Before its header is whole, it is no journal at all.
        if end == first { self.written } else { self.written + end as u64 }
    }

    /// Gives up after `error`, leaving the file with its content before byte `good`.
    fn stop<T>(&mut self, error: io::Error, good: u64) -> io::Result<T> {
        self.buffer = Vec::new();
        // If this fails too, the next run cuts the torn end off.
        if self.medium.cut(good).is_ok() {
            let _ = self.medium.sync();
        }
        let error = self.named::<()>(Err(error)).expect_err("an error was handed in");
        self.failed = Some((error.kind(), io_words(&error)));
        Err(error)
    }

    fn trusted(&self) -> io::Result<()> {
        match &self.failed {
            None => Ok(()),
            Some((kind, message)) => Err(io::Error::new(*kind, message.clone())),
        }
    }

    fn named<T>(&self, done: io::Result<T>) -> io::Result<T> {
        done.map_err(|error| io::Error::new(error.kind(), io_error(&self.path, error)))
    }
}

fn too_long(what: &str, length: usize) -> io::Error {
    io::Error::other(format!("{what} takes {length} bytes, and a journal takes at most {LONGEST} at a time"))
}

/// Makes the name of a new file durable, where folders can be synced.
pub(crate) fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
        // Some file systems refuse; the file itself is safe either way.
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
mod tests {
    use super::{Header, JournalOptions, LONGEST, Medium, Writer};
    use crate::{
        ask::spec::Spec,
        keep::journal::Reader,
        plan::{schedule::Plan, shard::Shard},
        play::record::Record,
    };
    use agon_core::AnyMove;
    use std::{
        fs::{self, File, OpenOptions},
        io,
        path::Path,
        time::Duration,
    };

    /// How the disk fails, at one of its operations or from then on.
    #[derive(Clone, Copy, Debug)]
    enum Failing {
        /// Nothing is written.
        Nothing,
        /// After how many bytes a write fails.
        Short(usize),
        /// All is written, and an error reported.
        Late,
    }

    struct Faulty {
        file: File,
        /// The number of operations that succeed before.
        left: usize,
        failing: Failing,
        /// Whether it works again afterwards.
        heals: bool,
        has_failed: bool,
        is_torn: bool,
    }

    impl Faulty {
        fn fails(&mut self) -> bool {
            if self.has_failed {
                return !self.heals;
            }
            if self.left == 0 {
                self.has_failed = true;
                return true;
            }
            self.left -= 1;
            false
        }
    }

    fn trouble<T>() -> io::Result<T> {
        Err(io::ErrorKind::StorageFull.into())
    }

    impl Medium for Faulty {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.is_torn {
                self.is_torn = false;
                return trouble();
            }
            if !self.fails() {
                // A healthy disk may write less than it is given, too.
                return Medium::write(&mut self.file, &bytes[..bytes.len().min(100)]);
            }
            match self.failing {
                Failing::Short(most) if !bytes.is_empty() => {
                    self.is_torn = true;
                    Medium::write(&mut self.file, &bytes[..most.clamp(1, bytes.len())])
                }
                Failing::Late => {
                    io::Write::write_all(&mut self.file, bytes)?;
                    trouble()
                }
                Failing::Nothing | Failing::Short(_) => trouble(),
            }
        }

        fn sync(&mut self) -> io::Result<()> {
            if self.fails() { trouble() } else { Ok(()) }
        }

        fn cut(&mut self, length: u64) -> io::Result<()> {
            if self.fails() { trouble() } else { self.file.cut(length) }
        }
    }

    fn header() -> Header {
        let spec = Spec::default().player("random").player("random").game("nim").openings(1, 0);
        let plan = Plan::new(spec.resolve().unwrap()).unwrap();
        Header::new(&plan, Shard::WHOLE, "agon test")
    }

    fn records() -> Vec<Vec<u8>> {
        let record = |number: u64| {
            let moves = (0..number % 40).map(AnyMove).collect();
            let record = Record { number, moves, payoffs: vec![1.0, -1.0], ..Record::default() };
            let mut bytes = Vec::new();
            record.encode(&mut bytes);
            bytes
        };
        (0..60).map(record).collect()
    }

    /// Writes as a run does: some frames at a time, now and then a sync.
    fn write(writer: &mut Writer, from: usize) -> io::Result<()> {
        for (at, record) in records().iter().enumerate().skip(from) {
            writer.append(record)?;
            if at % 3 == 0 {
                writer.settle()?;
            }
            if at % 14 == 0 {
                writer.sync()?;
            }
        }
        writer.sync()
    }

    fn resume(path: &Path) -> Vec<u8> {
        let mut games = 0;
        let mut writer = Writer::open(path, &header(), &JournalOptions::default(), &mut |reader| {
            let mut record = Record::default();
            while reader.next(&mut record)?.is_some() {
                games += 1;
            }
            Ok(())
        })
        .unwrap();
        write(&mut writer, games).unwrap();
        fs::read(path).unwrap()
    }

    #[test]
    fn whatever_write_fails_and_however_the_journal_stays_a_clean_beginning() {
        let folder = tempfile::tempdir().unwrap();
        let whole = resume(&folder.path().join("whole"));
        let path = folder.path().join("faulty");
        let journal_options = JournalOptions { durable_every: Duration::ZERO, ..JournalOptions::default() };
        let mut runs = 0;
        let how = [Failing::Nothing, Failing::Short(1), Failing::Short(31), Failing::Late];
        for (failing, heals) in how.into_iter().flat_map(|f| [(f, true), (f, false)]) {
            for left in 0.. {
                let _ = fs::remove_file(&path);
                let mut options = OpenOptions::new();
                let file = options.read(true).write(true).create_new(true).open(&path).unwrap();
                let has_failed = false;
                let faulty = Faulty { file, left, failing, heals, has_failed, is_torn: false };
                let opened = Writer::on(Box::new(faulty), &path, 0, &header(), &journal_options);
                let done = opened.map_err(io::Error::other).and_then(|mut writer| {
                    let done = write(&mut writer, 0);
                    if let Err(error) = &done {
                        // A second call, as at the end of a run, reports the same error and writes no more.
                        let before = fs::read(&path).unwrap();
                        assert_eq!(writer.sync().unwrap_err().to_string(), error.to_string());
                        assert!(writer.append(&[1]).is_err() && writer.settle().is_err());
                        assert_eq!(fs::read(&path).unwrap(), before);
                    }
                    done
                });
                let left_behind = fs::read(&path).unwrap();
                let what = format!("{failing:?} at {left}, heals: {heals}");
                assert!(whole.starts_with(&left_behind), "{what}");
                if heals && done.is_err() && !left_behind.is_empty() {
                    let mut reader = Reader::open(&path).unwrap();
                    let mut record = Record::default();
                    while reader.next(&mut record).unwrap().is_some() {}
                    assert_eq!(reader.at(), left_behind.len() as u64, "{what}: a torn end");
                }
                assert_eq!(resume(&path), whole, "{what}");
                runs += 1;
                if done.is_ok() {
                    break;
                }
            }
        }
        assert!(400 < runs, "{runs} runs");
    }

    #[test]
    fn a_record_that_readers_refuse_is_not_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("long");
        let mut long = header();
        long.tournament = "x".repeat(LONGEST);
        let error = Writer::open(&path, &long, &JournalOptions::default(), &mut |_| Ok(())).err().unwrap();
        assert!(error.to_string().contains("at most 67108864"), "{error}");
        let mut writer = Writer::open(&path, &header(), &JournalOptions::default(), &mut |_| Ok(())).unwrap();
        let begun = fs::read(&path).unwrap();
        assert!(writer.append(&vec![0; LONGEST + 1]).is_err());
        writer.sync().unwrap();
        assert_eq!(fs::read(&path).unwrap(), begun);
    }

    #[test]
    fn games_of_another_build_are_added_only_where_that_is_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("builds");
        let expected = resume(&path);
        let mut later = header();
        later.build = Some("agon later".to_owned());
        let mut writer = Writer::open(&path, &later, &JournalOptions::default(), &mut |_| Ok(())).unwrap();
        let error = writer.append(&[1]).unwrap_err().to_string();
        assert!(error.contains("agon test"), "{error}");
        drop(writer);
        let mixed = JournalOptions { mixed_builds: true, ..JournalOptions::default() };
        fs::write(&path, &expected).unwrap();
        let mut writer = Writer::open(&path, &later, &mixed, &mut |reader| {
            while reader.next(&mut Record::default())?.is_some() {}
            Ok(())
        })
        .unwrap();
        assert_eq!(writer.other_builds(), None);
        writer.append(&records()[0]).unwrap();
        writer.sync().unwrap();
        assert!(expected.len() < fs::read(&path).unwrap().len());
    }
}
