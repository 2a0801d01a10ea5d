//! The file of `--records`: every game as a line of JSON.

use std::{
    fs::File,
    io::{self, BufWriter, Write},
    path::Path,
};

use agon_arena::{
    ask::io_words,
    keep::{JournalError, Protected, Unfinished},
    play::Played,
    tell::line,
};

use crate::failed::Failed;

/// The file of `--records`: written beside its place, and put there when it is whole.
pub(super) struct RecordsFile {
    unfinished: Unfinished,
    out: BufWriter<File>,
}

impl RecordsFile {
    pub(super) fn create(path: &Path, protected: Protected<'_>) -> Result<RecordsFile, Failed> {
        let mut unfinished = Unfinished::of(path, protected)?;
        let file = unfinished.file().try_clone().map_err(Failed::trouble)?;
        Ok(RecordsFile { unfinished, out: BufWriter::new(file) })
    }

    pub(super) fn write(&mut self, game: &Played<'_>) -> io::Result<()> {
        let written = self.out.write_all(line(game).as_bytes());
        written.map_err(|error| self.named(&error))
    }

    /// Writes a game that a journal has already.
    pub(super) fn keep(&mut self, game: &Played<'_>) -> Result<(), JournalError> {
        let path = self.unfinished.place().display().to_string();
        self.write(game).map_err(|error| JournalError::Io { path, error })
    }

    pub(super) fn publish(mut self) -> Result<(), Failed> {
        self.out.flush().map_err(|error| Failed::trouble(self.named(&error)))?;
        Ok(self.unfinished.publish()?)
    }

    fn named(&self, error: &io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("{}: {}", self.unfinished.place().display(), io_words(error)))
    }
}
