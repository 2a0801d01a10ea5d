//! A file that is written beside its place, and put there when it is whole.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// Where to write what shall be at a place.
///
/// A link stays a link: the file behind it is replaced. What is no plain file (a pipe, a terminal,
/// `/dev/null`) is written as it stands, since a file in its place would end it.
pub struct Unfinished {
    place: PathBuf,
    /// `None` where the place itself is written.
    beside: Option<PathBuf>,
}

impl Unfinished {
    /// What shall be at `place`; nothing is written yet.
    pub fn of(place: &Path) -> Unfinished {
        let place = fs::canonicalize(place).unwrap_or_else(|_| place.to_owned());
        let is_plain = fs::metadata(&place).map_or(true, |about| about.is_file());
        let beside = is_plain.then(|| {
            let mut name = place.file_name().unwrap_or_default().to_owned();
            name.push(".unfinished");
            place.with_file_name(name)
        });
        Unfinished { place, beside }
    }

    /// Where to write.
    pub fn path(&self) -> &Path {
        self.beside.as_ref().unwrap_or(&self.place)
    }

    /// Whether a file is written beside the place, to be put there.
    pub fn is_beside(&self) -> bool {
        self.beside.is_some()
    }

    /// Puts what was written in its place.
    ///
    /// # Errors
    ///
    /// Where the file system says no.
    pub fn publish(&self) -> io::Result<()> {
        match &self.beside {
            Some(beside) => fs::rename(beside, &self.place),
            None => Ok(()),
        }
    }

    /// Removes what was written: half a page is worse than none, and that it can't be removed
    /// either is no news.
    pub fn discard(&self) {
        if let Some(beside) = &self.beside {
            let _ = fs::remove_file(beside);
        }
    }
}
