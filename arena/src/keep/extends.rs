//! Whether a journal has all that another one has, so that nothing is lost where it takes its place.

use std::{
    fs::File,
    io::{self, BufRead, BufReader},
    path::Path,
};

use crate::{
    keep::{journal::Reader, journal_error::JournalError},
    play::record::Record,
};

/// Whether the journal at `whole` begins with the file at `part`; or has its games, where games may be missing in that.
pub(super) fn extends(whole: &Path, part: &Path) -> bool {
    begins_with(whole, part).unwrap_or(false) || has_games_of(whole, part).unwrap_or(false)
}

/// Whether the file at `part` is a prefix of the one at `whole`.
fn begins_with(whole: &Path, part: &Path) -> io::Result<bool> {
    let open = |path| io::Result::Ok(BufReader::with_capacity(1 << 16, File::open(path)?));
    let (mut whole, mut part) = (open(whole)?, open(part)?);
    loop {
        let (all, piece) = (whole.fill_buf()?, part.fill_buf()?);
        let length = all.len().min(piece.len());
        if piece.is_empty() || length == 0 || all[..length] != piece[..length] {
            return Ok(piece.is_empty());
        }
        whole.consume(length);
        part.consume(length);
    }
}

/// Whether `part` is the partial journal of a tournament, and `whole` another of it that has the same records and maybe
/// more.
fn has_games_of(whole: &Path, part: &Path) -> Result<bool, JournalError> {
    let (mut whole, mut part) = (Reader::open(whole)?, Reader::open(part)?);
    if part.header().partial.is_none() || !whole.header().is_of_tournament(part.header()) {
        return Ok(false);
    }
    let (mut record, mut theirs) = (Record::default(), Record::default());
    while let Some((bytes, _)) = part.next(&mut theirs)? {
        loop {
            match whole.next(&mut record)? {
                Some((same, _)) if record.number == theirs.number && same == bytes => break,
                Some(_) if record.number < theirs.number => {}
                _ => return Ok(false),
            }
        }
    }
    Ok(true)
}
