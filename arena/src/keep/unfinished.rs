//! Files that are written beside their place, and moved there when complete.
//!
//! Readers see the old file or the new one, never a part, even after a crash: the file is made durable first, then its
//! name. Meanwhile it has a random name, so two files for one place cannot collide and no other user can plant a link
//! there. It is locked, which distinguishes files being written from those left by a killed process; the latter are
//! removed when the same place is written next. An output never replaces an input, and a journal only on request.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use tempfile::NamedTempFile;

use crate::{
    ask::words::io_words,
    keep::{
        journal::is_journal,
        lock::{self, Taken},
        writer::sync_folder,
    },
};

/// Why nothing is written to a place.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// The file system refuses.
    #[error("{place}: {}", io_words(.error))]
    Io {
        /// The place.
        place: String,
        /// The system's error.
        error: io::Error,
    },
    /// It would replace one of its inputs.
    #[error("{place}: this is the same file as {input}, which is an input; name another")]
    Input {
        /// The place.
        place: String,
        /// The input.
        input: String,
    },
    /// It would replace a journal.
    #[error("{0}: a journal is there, and its games would be lost; name another file")]
    Journal(String),
    /// It would replace a journal that a run is writing.
    #[error("{0}: a run is writing this journal; name another file")]
    Held(String),
}

/// Files that an output must not replace.
#[derive(Clone, Copy, Debug, Default)]
pub struct Protected<'a> {
    /// The inputs, which are never replaced.
    pub inputs: &'a [&'a Path],
    /// Whether journals may be replaced, except those that a run is writing.
    pub force: bool,
}

/// The future file of a place, while it is written.
///
/// Links are followed: the target is replaced. A pipe, a terminal or a device such as `/dev/null` is written directly,
/// since a file in its place would destroy it. While a journal is to be replaced its lock is held, so that no run
/// begins to write it.
pub struct Unfinished {
    place: PathBuf,
    to: To,
    /// The lock of the existing file.
    held: Option<File>,
    /// Whether an existing journal may be replaced.
    may_replace: bool,
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
    /// If the existing file is protected, or the file system refuses.
    pub fn of(place: &Path, protected: Protected<'_>) -> Result<Unfinished, OutputError> {
        let name = place.display().to_string();
        if let Some(input) = protected.inputs.iter().find(|input| is_same(place, input)) {
            return Err(OutputError::Input { place: name, input: input.display().to_string() });
        }
        let (real, mut held) = (real(place), None);
        let may_replace = is_journal(&real);
        if may_replace {
            match lock::take(&real) {
                Taken::Held => return Err(OutputError::Held(name)),
                Taken::Ours(lock) => held = lock,
                Taken::Nothing => {}
            }
            if !protected.force {
                return Err(OutputError::Journal(name));
            }
        }
        let to = open(&real).map_err(|error| OutputError::Io { place: name, error })?;
        Ok(Unfinished { place: real, to, held, may_replace })
    }

    /// Whether `place` is a plain file, or will be one: false for a pipe or a device.
    pub fn is_plain(place: &Path) -> bool {
        fs::metadata(place).map_or(true, |about| about.is_file())
    }

    /// The file to write.
    pub fn file(&mut self) -> &mut File {
        match &mut self.to {
            To::Beside(file) => file.as_file_mut(),
            To::Itself(file) => file,
        }
    }

    /// The path where it is written.
    pub fn path(&self) -> &Path {
        match &self.to {
            To::Beside(file) => file.path(),
            To::Itself(_) => &self.place,
        }
    }

    /// The final path; links are followed.
    pub fn place(&self) -> &Path {
        &self.place
    }

    /// Takes the lock of the file now at the place, which may then be replaced.
    ///
    /// # Errors
    ///
    /// If a run is writing it.
    pub(crate) fn hold(&mut self) -> Result<(), OutputError> {
        if self.held.is_none() {
            match lock::take(&self.place) {
                Taken::Held => return Err(OutputError::Held(self.place.display().to_string())),
                Taken::Ours(lock) => self.held = lock,
                Taken::Nothing => {}
            }
            self.may_replace = is_journal(&self.place);
        }
        Ok(())
    }

    /// Moves the written file to its place, durably. An unpublished file is removed. A journal that did not exist at
    /// the start is not replaced.
    ///
    /// # Errors
    ///
    /// If the file system refuses, a run is writing the existing file, or that has become a
    /// journal.
    pub fn publish(self) -> Result<(), OutputError> {
        let Unfinished { place, to, mut held, may_replace } = self;
        let To::Beside(mut file) = to else { return Ok(()) };
        let name = || place.display().to_string();
        let named = |error| OutputError::Io { place: name(), error };
        file.as_file().sync_all().map_err(named)?;
        while held.is_none() {
            match lock::take(&place) {
                Taken::Held => return Err(OutputError::Held(name())),
                Taken::Ours(_) if is_journal(&place) && !may_replace => {
                    return Err(OutputError::Journal(name()));
                }
                Taken::Ours(lock) => {
                    held = lock;
                    break;
                }
                Taken::Nothing => match file.persist_noclobber(&place) {
                    Ok(_) => {
                        sync_folder(&place);
                        return Ok(());
                    }
                    Err(refused) => {
                        file = refused.file;
                        // Another process created one at this very moment; or the file system does not support this.
                        if refused.error.kind() != io::ErrorKind::AlreadyExists {
                            break;
                        }
                    }
                },
            }
        }
        if cfg!(not(unix)) {
            // There an open file is not replaced.
            held = None;
        }
        file.persist(&place).map_err(|error| named(error.error))?;
        sync_folder(&place);
        drop(held);
        Ok(())
    }
}

/// Writes a file of these `bytes` at `place`.
///
/// # Errors
///
/// If the existing file is protected, or the file system refuses; the existing file is then
/// unchanged.
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
    let folder = folder.unwrap_or(Path::new("."));
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    // A name may be as long as the system allows already.
    let mut prefix: String = name.chars().take(40).collect();
    prefix.push('.');
    clear(folder, &prefix);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(UNFINISHED).rand_bytes(RANDOM);
    // The error message must name the place, not a temporary name.
    let mut said = None;
    let made = builder.make_in(folder, |path| make(path).inspect_err(|error| said = error.raw_os_error()));
    let file = made.map_err(|error| said.map_or(error, io::Error::from_raw_os_error))?;
    if let Some(about) = about {
        file.as_file().set_permissions(about.permissions())?;
    }
    Ok(To::Beside(file))
}

/// The ending of temporary names, and the number of random letters before it.
const UNFINISHED: &str = ".unfinished";
/// See [`UNFINISHED`].
const RANDOM: usize = 12;

/// Creates the file at `path`, with default permissions, and locks it: unlocked files of this kind were left behind.
fn make(path: &Path) -> io::Result<File> {
    let file = File::options().read(true).write(true).create_new(true).open(path)?;
    // A file system without locks loses no more than this protection.
    if cfg!(unix) && file.try_lock().is_ok() && !lock::is_at(&file, path) {
        // It was taken for left behind, at this very moment.
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    Ok(file)
}

/// Removes what processes that were killed have left behind of a file with names that begin so.
fn clear(folder: &Path, prefix: &str) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let random = name.to_str().and_then(|name| name.strip_prefix(prefix)?.strip_suffix(UNFINISHED));
        let is_one = random
            .is_some_and(|random| random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric()));
        if cfg!(unix) && is_one && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            let left = File::open(entry.path()).ok().filter(|file| file.try_lock().is_ok());
            if left.is_some() {
                // Files that cannot be removed here are left to other processes.
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// Whether two paths lead to one file, existing or not.
pub(crate) fn is_same(one: &Path, other: &Path) -> bool {
    same_file::is_same_file(one, other).unwrap_or(false) || real(one) == real(other)
}

/// The target of a path through all its links, even if no file exists there.
fn real(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    // The limit of Linux.
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
    fn only_leftovers_of_a_killed_process_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let others = [
            "a.csv.abcdefghijk.unfinished",
            "a.csv.abcdefgh-jkl.unfinished",
            "a.csv.b.abcdefghijkl.unfinished",
            "b.csv.abcdefghijkl.unfinished",
            "a.csv.abcdefghijkl.unfinished.old",
        ];
        for name in others {
            fs::write(at(name), b"theirs").unwrap();
        }
        fs::create_dir(at("a.csv.abcdefghijkm.unfinished")).unwrap();
        let being_written = Unfinished::of(&at("a.csv"), Protected::default()).unwrap();
        // As left by a kill: no process has them open.
        for left in ["a.csv.abcdefghijkl.unfinished", "a.csv.ABCDEFGHIJ01.unfinished"] {
            fs::write(at(left), b"half").unwrap();
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), others.len() + 4);
        replace(&at("a.csv"), b"whole", Protected::default()).unwrap();
        assert!(being_written.path().exists());
        assert!(others.iter().all(|name| at(name).exists()));
        drop(being_written);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), others.len() + 2);
    }

    #[test]
    fn a_journal_that_somebody_begins_meanwhile_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("j");
        let forced = Protected { inputs: &[], force: true };
        for before in [None, Some("")] {
            let _ = fs::remove_file(&place);
            if let Some(text) = before {
                fs::write(&place, text).unwrap();
            }
            let unfinished = Unfinished::of(&place, forced).unwrap();
            let run = fs::File::options().create(true).append(true).open(&place).unwrap();
            run.lock().unwrap();
            // Before its header is written, and after.
            let early = Unfinished::of(&place, forced).unwrap();
            assert!(matches!(early.publish(), Err(OutputError::Held(_))));
            fs::write(&place, format!("{MAGIC}games")).unwrap();
            drop(run);
            assert!(matches!(unfinished.publish(), Err(OutputError::Journal(_))));
            assert!(fs::read(&place).unwrap().ends_with(b"games"));
        }
    }

    #[test]
    fn a_journal_that_is_to_be_replaced_is_held_until_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("j");
        fs::write(&place, format!("{MAGIC}games")).unwrap();
        let forced = Protected { inputs: &[], force: true };
        let unfinished = Unfinished::of(&place, forced).unwrap();
        let run = fs::File::open(&place).unwrap();
        assert!(run.try_lock().is_err(), "no run goes on with it");
        unfinished.publish().unwrap();
        assert!(run.try_lock().is_ok() && fs::read(&place).unwrap().is_empty());
    }

    #[test]
    fn messages_name_the_users_path_and_no_temporary_one() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("nowhere").join("t.svg");
        let said = replace(&place, b"", Protected::default()).unwrap_err().to_string();
        assert!(said.contains("t.svg: ") && !said.contains("unfinished"), "{said}");
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
