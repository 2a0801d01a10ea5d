//! Which journals can be read together, and why the others cannot.

use std::path::{Path, PathBuf};

use crate::keep::{
    header::Header,
    journal::Reader,
    journal_error::JournalError,
    read::{every_game, read_results},
};

/// Journals, of which some may be damaged or of another tournament.
pub struct SortedOut {
    /// Those that can be read, of the tournament that most of them are of.
    pub usable: Vec<PathBuf>,
    /// The others, and why.
    pub unusable: Vec<(PathBuf, JournalError)>,
}

/// Reads each of these journals by itself, and sorts out those that cannot be read, or are of another tournament than most
/// (if as many are of several, than the first of these). Some that remain may still contradict each other.
pub fn sort_out<P: AsRef<Path>>(paths: &[P]) -> SortedOut {
    let (mut tournaments, mut read, mut unusable) = (Vec::<(Header, usize)>::new(), Vec::new(), Vec::new());
    for path in paths.iter().map(AsRef::as_ref) {
        match header_of(path) {
            Err(error) => unusable.push((path.to_owned(), error)),
            Ok(header) => {
                let known = tournaments.iter().position(|(known, _)| known.is_of_tournament(&header));
                let of = known.unwrap_or(tournaments.len());
                if known.is_none() {
                    tournaments.push((header, 0));
                }
                tournaments[of].1 += 1;
                read.push((path, of));
            }
        }
    }
    // Of equals, `rev` makes it the first.
    let most = tournaments.iter().enumerate().rev().max_by_key(|(_, (_, journals))| *journals);
    let most = most.map_or(0, |(index, _)| index);
    let one = read.iter().find(|(_, of)| *of == most).map_or(String::new(), |(path, _)| path.display().to_string());
    let mut usable = Vec::new();
    for (path, of) in read {
        if of == most {
            usable.push(path.to_owned());
        } else {
            let (one, other) = (one.clone(), path.display().to_string());
            unusable.push((path.to_owned(), JournalError::Unlike { one, other }));
        }
    }
    SortedOut { usable, unusable }
}

/// The header of a journal all of which can be read.
fn header_of(path: &Path) -> Result<Header, JournalError> {
    read_results(&[path], &mut every_game)?;
    Ok(Reader::open(path)?.header().clone())
}
