//! A file that is written beside its place, and put there when it is whole.
//!
//! Readers see the old file or the new one, never half of one, even after a crash: the file is made
//! durable, then its name. Meanwhile it has a random name, so two files for one place don't
//! collide, and nobody can plant a link there. An output never replaces an input, and a journal
//! only if that is asked for.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use tempfile::NamedTempFile;

use crate::keep::{journal::is_journal, lock, writer::sync_folder};

/// Why nothing is written to a place.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// The file system refuses.
    #[error("{place}: {error}")]
    Io {
        /// The place.
        place: String,
        /// What it says.
        error: io::Error,
    },
    /// It would replace one of its inputs.
    #[error("{place}: this is the same file as {input}, which is an input; name another")]
    Input {
        /// The place.
        place: String,
        /// What is read.
        input: String,
    },
    /// It would replace a journal.
    #[error(
        "{0}: a journal is there, and its games would be lost; name another file, or say --force"
    )]
    Journal(String),
    /// It would replace a journal that a run is writing.
    #[error("{0}: a run is writing this journal; name another file")]
    Held(String),
}

/// What a file that is written must not replace.
#[derive(Clone, Copy, Debug, Default)]
pub struct Protected<'a> {
    /// What is read: these never.
    pub inputs: &'a [&'a Path],
    /// Journals may be replaced, though not those that a run is writing.
    pub force: bool,
}

/// The future file of a place, while it is written.
///
/// A link stays a link: the file behind it is replaced. What is no plain file (a pipe, a terminal,
/// `/dev/null`) is written as it stands, since a file in its place would end it.
pub struct Unfinished {
    place: PathBuf,
    to: To,
}

enum To {
    Beside(NamedTempFile),
    Itself(File),
}

impl Unfinished {
    /// The future file of `place`; nothing is written yet.
    ///
    /// # Errors
    ///
    /// Where what is there is protected, or the file system refuses.
    pub fn of(place: &Path, protected: Protected<'_>) -> Result<Unfinished, OutputError> {
        let name = place.display().to_string();
        if let Some(input) = protected.inputs.iter().find(|input| is_same(place, input)) {
            return Err(OutputError::Input { place: name, input: input.display().to_string() });
        }
        let real = real(place);
        if is_journal(&real) {
            if lock::is_held(&real) {
                return Err(OutputError::Held(name));
            }
            if !protected.force {
                return Err(OutputError::Journal(name));
            }
        }
        let to = open(&real).map_err(|error| OutputError::Io { place: name, error })?;
        Ok(Unfinished { place: real, to })
    }

    /// The file to write.
    pub fn file(&mut self) -> &mut File {
        match &mut self.to {
            To::Beside(file) => file.as_file_mut(),
            To::Itself(file) => file,
        }
    }

    /// Where it is written.
    pub fn path(&self) -> &Path {
        match &self.to {
            To::Beside(file) => file.path(),
            To::Itself(_) => &self.place,
        }
    }

    /// Where it shall be; links are followed.
    pub fn place(&self) -> &Path {
        &self.place
    }

    /// Whether a file is written beside the place, to be put there.
    pub fn is_beside(&self) -> bool {
        matches!(self.to, To::Beside(_))
    }

    /// Puts what was written in its place, durably. What is not published is removed.
    ///
    /// # Errors
    ///
    /// Where the file system refuses.
    pub fn publish(self) -> Result<(), OutputError> {
        let To::Beside(file) = self.to else { return Ok(()) };
        let named = |error| OutputError::Io { place: self.place.display().to_string(), error };
        file.as_file().sync_all().map_err(named)?;
        file.persist(&self.place).map_err(|error| named(error.error))?;
        sync_folder(&self.place);
        Ok(())
    }
}

/// Puts a file of these `bytes` at `place`.
///
/// # Errors
///
/// Where what is there is protected, or the file system refuses; the file is then as it was.
pub fn replace(place: &Path, bytes: &[u8], protected: Protected<'_>) -> Result<(), OutputError> {
    let mut unfinished = Unfinished::of(place, protected)?;
    let written = unfinished.file().write_all(bytes);
    written.map_err(|error| OutputError::Io { place: place.display().to_string(), error })?;
    unfinished.publish()
}

fn open(place: &Path) -> io::Result<To> {
    let about = fs::metadata(place).ok();
    if about.as_ref().is_some_and(|about| !about.is_file()) {
        return Ok(To::Itself(File::create(place)?));
    }
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty());
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    // A name may be as long as the system allows already.
    let mut prefix: String = name.chars().take(40).collect();
    prefix.push('.');
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".unfinished");
    // By default a temporary file is readable by its owner only; this one is to have the usual
    // permissions.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?;
    if let Some(about) = about {
        file.as_file().set_permissions(about.permissions())?;
    }
    Ok(To::Beside(file))
}

/// Whether two paths lead to one file, be it there yet or not.
pub(crate) fn is_same(one: &Path, other: &Path) -> bool {
    same_file::is_same_file(one, other).unwrap_or(false) || real(one) == real(other)
}

/// Where a path leads by all its links, also where no file is yet.
fn real(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    // As many as Linux follows.
    for _ in 0..40 {
        if let Ok(real) = fs::canonicalize(&path) {
            return real;
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).to_owned();
        let Ok(target) = fs::read_link(&path) else {
            let folder = fs::canonicalize(&folder).unwrap_or(folder);
            return folder.join(path.file_name().unwrap_or_default());
        };
        path = folder.join(target);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::{OutputError, Protected, Unfinished, is_same, replace};
    use crate::keep::header::MAGIC;
    use std::{fs, io::Write};

    #[test]
    fn a_file_is_there_when_it_is_whole_and_not_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        let entries = || fs::read_dir(folder.path()).unwrap().count();
        let mut one = Unfinished::of(&path, Protected::default()).unwrap();
        let mut other = Unfinished::of(&path, Protected::default()).unwrap();
        one.file().write_all(b"one").unwrap();
        other.file().write_all(b"the other").unwrap();
        assert!(!path.exists() && entries() == 2);
        one.publish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"one");
        drop(other);
        assert_eq!((fs::read(&path).unwrap(), entries()), (b"one".to_vec(), 1));
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_and_lead_to_what_was_written_and_files_keep_their_rights() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        symlink("b", at("a")).unwrap();
        symlink("c", at("b")).unwrap();
        replace(&at("a"), b"1", Protected::default()).unwrap();
        assert_eq!(fs::read(at("c")).unwrap(), b"1");
        let rights = |name: &str| fs::metadata(at(name)).unwrap().permissions().mode() & 0o777;
        let usual = fs::write(at("d"), b"").map(|()| rights("d")).unwrap();
        assert_eq!(rights("c"), usual);
        fs::set_permissions(at("c"), fs::Permissions::from_mode(0o600)).unwrap();
        replace(&at("a"), b"2", Protected::default()).unwrap();
        assert!(fs::symlink_metadata(at("a")).unwrap().is_symlink());
        assert_eq!((fs::read(at("c")).unwrap(), rights("c")), (b"2".to_vec(), 0o600));
    }

    #[cfg(unix)]
    #[test]
    fn inputs_and_journals_are_spared_by_whatever_name() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("sub")).unwrap();
        fs::write(at("a"), format!("{MAGIC}games")).unwrap();
        fs::hard_link(at("a"), at("hard")).unwrap();
        std::os::unix::fs::symlink("a", at("soft")).unwrap();
        std::os::unix::fs::symlink("no", at("nowhere")).unwrap();
        assert!(is_same(&at("nowhere"), &at("sub/../no")));
        for name in ["a", "hard", "soft", "sub/../a"] {
            let (a, soft) = (at("a"), at("soft"));
            for force in [false, true] {
                let inputs: &[&std::path::Path] = &[&soft];
                let refused = replace(&at(name), b"", Protected { inputs, force });
                assert!(matches!(refused, Err(OutputError::Input { .. })), "{name}");
            }
            let refused = replace(&at(name), b"", Protected::default());
            assert!(matches!(refused, Err(OutputError::Journal(_))), "{name}");
            assert!(fs::read(a).unwrap().ends_with(b"games"));
        }
        let held = fs::File::open(at("a")).unwrap();
        held.lock().unwrap();
        let forced = Protected { inputs: &[], force: true };
        assert!(matches!(replace(&at("a"), b"", forced), Err(OutputError::Held(_))));
        drop(held);
        replace(&at("a"), b"new", forced).unwrap();
        assert_eq!(fs::read(at("soft")).unwrap(), b"new");
    }
}
