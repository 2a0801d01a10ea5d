//! One run at a time writes a journal.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use agon_core::Clock;
use same_file::Handle;

use crate::{
    keep::{
        journal_error::{JournalError, io_error},
        journal_options::JournalOptions,
    },
    play::WallClock,
};

/// The interval of attempts to take a lock that another run holds.
const LOOK: Duration = Duration::from_millis(20);

/// The least time of attempts, even without waiting: a check of the lock by another process holds it for a moment.
const LEAST: Duration = Duration::from_millis(200);

/// Opens or creates the file at `path`, and locks it, waiting as long as `keeping` allows.
///
/// # Errors
///
/// If another run holds the lock all that time, it is not a plain file, or the file system refuses.
pub(crate) fn open(path: &Path, journal_options: &JournalOptions<'_>) -> Result<File, JournalError> {
    let named = |error| io_error(path, error);
    loop {
        if fs::metadata(path).is_ok_and(|about| !about.is_file()) {
            return Err(JournalError::NotPlain(path.display().to_string()));
        }
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(path).map_err(named)?;
        hold(&|| file.try_lock(), &WallClock::start(), path, journal_options)?;
        // While it was waited for, another file may have been put in its place.
        if is_at(&file, path) {
            return Ok(file);
        }
    }
}

/// Whether another run is writing the file at `path` now. Concurrent checks do not affect each
/// other.
pub(crate) fn is_held(path: &Path) -> bool {
    let would_block = |file: File| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock));
    File::open(path).is_ok_and(would_block)
}

/// The result of taking the lock of a place.
pub(crate) enum Taken {
    /// No file is there.
    Nothing,
    /// A file that another process has locked.
    Held,
    /// A file, with its lock, where there are locks.
    Ours(Option<File>),
}

/// Takes the lock of the file at `path`, if there is one; no run can begin to write it until the result is dropped or
/// the file is replaced.
pub(crate) fn take(path: &Path) -> Taken {
    let started = Instant::now();
    loop {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Taken::Nothing,
            Err(_) => return Taken::Ours(None),
        };
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) if started.elapsed() < LEAST => {
                thread::sleep(LOOK);
                continue;
            }
            Err(TryLockError::WouldBlock) => return Taken::Held,
            Err(TryLockError::Error(_)) => return Taken::Ours(None),
        }
        if is_at(&file, path) {
            return Taken::Ours(Some(file));
        }
    }
}

/// Whether `file` is still the one at `path`.
pub(crate) fn is_at(file: &File, path: &Path) -> bool {
    let opened = file.try_clone().and_then(Handle::from_file);
    opened.is_ok_and(|opened| Handle::from_path(path).is_ok_and(|there| there == opened))
}

/// Takes the lock by `try_lock`, waiting by `clock`, which was just started.
fn hold(
    try_lock: &dyn Fn() -> Result<(), TryLockError>,
    clock: &dyn Clock,
    path: &Path,
    journal_options: &JournalOptions<'_>,
) -> Result<(), JournalError> {
    let name = path.display();
    let mut has_said = false;
    loop {
        match try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) if clock.elapsed() < journal_options.lock_wait.max(LEAST) => {
                if !has_said && LEAST <= clock.elapsed() {
                    let seconds = journal_options.lock_wait.as_secs_f64();
                    (journal_options.say)(&format!(
                        "{name}: another run is writing this journal; waiting for it, at most \
                         {seconds} s"
                    ));
                    has_said = true;
                }
                thread::sleep(LOOK);
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

/// Whether the file system has no locks, as on some disks of clusters.
fn has_no_locks(error: &io::Error) -> bool {
    // ENOLCK of Linux and of the BSDs, for which the library has no word.
    error.kind() == io::ErrorKind::Unsupported || matches!(error.raw_os_error(), Some(37 | 77))
}

#[cfg(test)]
mod tests {
    use super::{JournalOptions, WallClock, hold};
    use crate::{keep::journal_error::JournalError, play::TurnedClock};
    use std::{
        cell::{Cell, RefCell},
        fs::TryLockError,
        io,
        path::Path,
        time::Duration,
    };

    /// The result of a lock with these answers in turn, and the messages.
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
        let done = hold(&try_lock, &WallClock::start(), Path::new("a.journal"), &journal_options);
        (done.is_ok(), told.into_inner())
    }

    #[test]
    fn a_lock_is_waited_for_and_missing_locks_are_reported() {
        const BUSY: fn() -> Result<(), TryLockError> = || Err(TryLockError::WouldBlock);
        assert_eq!(held(0, &[|| Ok(())]), (true, Vec::new()));
        // Another process checked the lock.
        assert_eq!(held(0, &[BUSY, || Ok(())]), (true, Vec::new()));
        assert_eq!(held(0, &[BUSY]), (false, Vec::new()));
        let unsupported: fn() -> Result<(), TryLockError> =
            || Err(TryLockError::Error(io::ErrorKind::Unsupported.into()));
        let none: fn() -> Result<(), TryLockError> = || Err(TryLockError::Error(io::Error::from_raw_os_error(37)));
        for answer in [unsupported, none] {
            let (done, told) = held(0, &[answer]);
            assert!(done && told[0].contains("no locks"), "{told:?}");
        }
        let other: fn() -> Result<(), TryLockError> =
            || Err(TryLockError::Error(io::ErrorKind::PermissionDenied.into()));
        assert_eq!(held(0, &[other]), (false, Vec::new()));
    }

    /// Whether a lock is got within `wait` that is free at the `free_at`th try, if each takes 40 ms.
    fn is_got(wait: u64, free_at: u64) -> bool {
        let (clock, tries) = (TurnedClock::default(), Cell::new(0));
        let try_lock = || {
            tries.set(tries.get() + 1);
            clock.turn(Duration::from_millis(40));
            if tries.get() < free_at { Err(TryLockError::WouldBlock) } else { Ok(()) }
        };
        let lock_wait = Duration::from_millis(wait);
        let journal_options = JournalOptions { lock_wait, ..JournalOptions::default() };
        hold(&try_lock, &clock.start(), Path::new("a.journal"), &journal_options).is_ok()
    }

    #[test]
    fn a_lock_is_tried_for_at_least_a_fifth_of_a_second() {
        for (wait, last) in [(0, 5), (100, 5), (250, 7)] {
            assert!(is_got(wait, last), "{wait}");
            assert!(!is_got(wait, last + 1), "{wait}");
        }
    }

    #[test]
    fn waiting_for_a_lock_is_reported_once() {
        let told = RefCell::new(Vec::new());
        let say = |text: &str| told.borrow_mut().push(text.to_owned());
        let lock_wait = Duration::from_secs(60);
        let journal_options = JournalOptions { lock_wait, say: &say, ..JournalOptions::default() };
        let looks = Cell::new(0);
        // The lock is free some attempts after the message.
        let try_lock = || {
            looks.set(looks.get() + u32::from(!told.borrow().is_empty()));
            if looks.get() < 4 { Err(TryLockError::WouldBlock) } else { Ok(()) }
        };
        hold(&try_lock, &WallClock::start(), Path::new("a.journal"), &journal_options).unwrap();
        let told = told.into_inner();
        assert!(told.len() == 1 && told[0].contains("waiting for it, at most 60 s"), "{told:?}");
    }

    #[test]
    fn only_plain_files_are_opened() {
        let error = super::open(Path::new("/"), &JournalOptions::default()).unwrap_err();
        assert!(matches!(error, JournalError::NotPlain(_)), "{error}");
    }
}
