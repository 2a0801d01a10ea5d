//! One run at a time writes a journal.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use same_file::Handle;

use crate::keep::{
    journal_error::{JournalError, io_error},
    journal_options::JournalOptions,
};

/// How often a lock that another run holds is tried.
const LOOK: Duration = Duration::from_millis(50);

/// Opens the file at `path`, or makes it, and locks it, waiting as long as `keeping` allows.
///
/// # Errors
///
/// Where another run holds it all that time, it is not a plain file, or the file system refuses.
pub(crate) fn open(
    path: &Path,
    journal_options: &JournalOptions<'_>,
) -> Result<File, JournalError> {
    let named = |error| io_error(path, error);
    loop {
        if fs::metadata(path).is_ok_and(|about| !about.is_file()) {
            return Err(JournalError::NotPlain(path.display().to_string()));
        }
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(path).map_err(named)?;
        hold(&|| file.try_lock(), path, journal_options)?;
        // While it was waited for, another file may have been put in its place.
        let opened = file.try_clone().and_then(Handle::from_file).map_err(named)?;
        if Handle::from_path(path).is_ok_and(|there| there == opened) {
            return Ok(file);
        }
    }
}

/// Whether another run is writing the file at `path` now.
pub(crate) fn is_held(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
}

/// Takes the lock by `try_lock`.
fn hold(
    try_lock: &dyn Fn() -> Result<(), TryLockError>,
    path: &Path,
    journal_options: &JournalOptions<'_>,
) -> Result<(), JournalError> {
    let (started, name) = (Instant::now(), path.display());
    let mut has_said = false;
    loop {
        match try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) if started.elapsed() < journal_options.lock_wait => {
                if !has_said {
                    let seconds = journal_options.lock_wait.as_secs_f64();
                    (journal_options.say)(&format!(
                        "{name}: another run is writing this journal; waiting for it, at most \
                         {seconds} s"
                    ));
                    has_said = true;
                }
                thread::sleep(LOOK.min(journal_options.lock_wait));
            }
            Err(TryLockError::WouldBlock) => return Err(JournalError::Locked(name.to_string())),
            Err(TryLockError::Error(error)) if has_no_locks(&error) => {
                (journal_options.say)(&format!(
                    "{name}: this file system has no locks, so nothing keeps two runs from writing \
                     this journal at once: make sure that only one does"
                ));
                return Ok(());
            }
            Err(TryLockError::Error(error)) => return Err(io_error(path, error)),
        }
    }
}

/// Whether the file system has no locks at all, as on some disks of clusters.
fn has_no_locks(error: &io::Error) -> bool {
    // ENOLCK of Linux and of the BSDs, for which the library has no word.
    error.kind() == io::ErrorKind::Unsupported || matches!(error.raw_os_error(), Some(37 | 77))
}

#[cfg(test)]
mod tests {
    use super::{JournalOptions, hold};
    use crate::keep::journal_error::JournalError;
    use std::{
        cell::{Cell, RefCell},
        fs::TryLockError,
        io,
        path::Path,
        time::Duration,
    };

    /// What comes of a lock that says this, one after the other, and what is told.
    fn held(wait: u64, answers: &[fn() -> Result<(), TryLockError>]) -> (bool, Vec<String>) {
        let (at, told) = (Cell::new(0), RefCell::new(Vec::new()));
        let say = |text: &str| told.borrow_mut().push(text.to_owned());
        let lock_wait = Duration::from_millis(wait);
        let journal_options = JournalOptions { lock_wait, say: &say, ..JournalOptions::default() };
        let try_lock = || {
            let answer = answers[at.get().min(answers.len() - 1)]();
            at.set(at.get() + 1);
            answer
        };
        let done = hold(&try_lock, Path::new("a.journal"), &journal_options);
        (done.is_ok(), told.into_inner())
    }

    #[test]
    fn a_lock_is_waited_for_and_a_system_without_locks_is_told_of() {
        const BUSY: fn() -> Result<(), TryLockError> = || Err(TryLockError::WouldBlock);
        assert_eq!(held(0, &[|| Ok(())]), (true, Vec::new()));
        assert_eq!(held(0, &[BUSY, || Ok(())]), (false, Vec::new()));
        let (done, told) = held(10_000, &[BUSY, BUSY, || Ok(())]);
        assert!(done && told.len() == 1 && told[0].contains("waiting"), "{told:?}");
        let (done, told) = held(120, &[BUSY]);
        assert!(!done && told.len() == 1, "{told:?}");
        let unsupported: fn() -> Result<(), TryLockError> =
            || Err(TryLockError::Error(io::ErrorKind::Unsupported.into()));
        let none: fn() -> Result<(), TryLockError> =
            || Err(TryLockError::Error(io::Error::from_raw_os_error(37)));
        for answer in [unsupported, none] {
            let (done, told) = held(0, &[answer]);
            assert!(done && told[0].contains("no locks"), "{told:?}");
        }
        let other: fn() -> Result<(), TryLockError> =
            || Err(TryLockError::Error(io::ErrorKind::PermissionDenied.into()));
        assert_eq!(held(0, &[other]), (false, Vec::new()));
    }

    #[test]
    fn what_is_no_plain_file_is_never_opened() {
        let error = super::open(Path::new("/"), &JournalOptions::default()).unwrap_err();
        assert!(matches!(error, JournalError::NotPlain(_)), "{error}");
    }
}
