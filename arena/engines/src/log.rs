//! The conversation with an engine in a file, to find out what went wrong.

use std::{
    fs::File,
    io::{self, Write},
    path::Path,
    sync::atomic::{AtomicU64, Ordering},
    time::Instant,
};

use crate::own_file::{OwnUse, own_file};

/// The speaker of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Voice {
    /// The arena, to the engine.
    Told,
    /// The engine.
    Said,
    /// The engine, on its error output.
    Error,
    /// Nobody: something happened.
    Event,
}

impl Voice {
    const fn sign(self) -> char {
        match self {
            Voice::Told => '>',
            Voice::Said => '<',
            Voice::Error => '!',
            Voice::Event => '#',
        }
    }
}

/// Where the conversation with one process is written. Lines are added to the file one by one, each
/// whole, so that many processes may share it: each line begins with the number of its process. By that form the file is
/// known again.
pub(crate) struct Log {
    file: File,
    /// Which process of this run it is, counted from 1.
    number: u64,
    begun: Instant,
    /// Its error output since the last line break.
    error: Vec<u8>,
}

/// The most bytes of an unfinished line of the error output that are stored.
const LONGEST: usize = 1 << 16;

impl Log {
    /// Adds to the file at `path`.
    ///
    /// # Errors
    ///
    /// Where it can't be written, or is another file, with its name.
    pub(crate) fn open(path: &Path) -> io::Result<Log> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let file = own_file(path, OwnUse::Conversation)?;
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Ok(Log { file, number, begun: Instant::now(), error: Vec::new() })
    }

    /// Writes a line: the number of the process, the seconds since it was started, the speaker, and the text.
    /// A disk that is full costs nobody a game.
    pub(crate) fn note(&self, way: Voice, line: &str) {
        let seconds = self.begun.elapsed().as_secs_f64();
        let text = format!("{} {seconds:.6} {} {line}\n", self.number, way.sign());
        let _ = (&self.file).write_all(text.as_bytes());
    }

    /// Writes the error output, line by line.
    pub(crate) fn add_errors(&mut self, bytes: &[u8]) {
        self.error.extend_from_slice(bytes);
        while let Some(end) = self.error.iter().position(|&byte| byte == b'\n') {
            let line = String::from_utf8_lossy(&self.error[..end]).trim_end().to_owned();
            self.note(Voice::Error, &line);
            self.error.drain(..=end);
        }
        if LONGEST < self.error.len() {
            let line = String::from_utf8_lossy(&self.error).into_owned();
            self.note(Voice::Error, &line);
            self.error.clear();
        }
    }
}
