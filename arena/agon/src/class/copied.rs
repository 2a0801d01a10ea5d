//! Submissions are copied before anything of them is looked at.

use std::{fs, io, path::Path};

#[cfg(unix)]
use std::{
    ffi::{CStr, OsStr},
    fs::{File, OpenOptions},
    io::Read as _,
    os::{
        fd::{AsFd, OwnedFd},
        unix::{ffi::OsStrExt as _, fs::OpenOptionsExt as _},
    },
};

#[cfg(unix)]
use rustix::{
    fs::{Dir, FileType, Mode, OFlags},
    io::Errno,
};

/// Bytes of one submission, at most.
const MOST_BYTES: u64 = 64 << 20;
/// Files of one submission, at most.
const MOST_FILES: u32 = 2_000;

/// Refuses a name that would not fit tables, or mean something to a shell.
pub(super) fn check_name(name: &str) -> Result<(), String> {
    let is_plain = |c: char| c.is_alphanumeric() || "-_ ".contains(c);
    if name.chars().count() <= 40 && name.chars().all(is_plain) {
        return Ok(());
    }
    Err("its name has more than 40 signs, or others than letters, digits, spaces, - and _".to_owned())
}

/// Whether this system lets anybody start it.
pub(super) fn may_be_executed(program: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        program.metadata().is_ok_and(|about| about.permissions().mode() & 0o111 != 0)
    }
    #[cfg(not(unix))]
    program.is_file()
}

/// Copies the plain files and folders in a folder. A link might lead to files that are not for everybody.
/// Its owner may exchange it at any moment: so only an open file is asked for its kind.
#[cfg(unix)]
pub(super) fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let mut room = (MOST_BYTES, MOST_FILES);
    let folder = rustix::fs::open(from, plain() | OFlags::DIRECTORY, Mode::empty())?;
    copy_folder(&folder, to, &mut room)
}

/// Copies a plain file into the folder `to`, which is made.
#[cfg(unix)]
pub(super) fn copy_file(from: &Path, to: &Path) -> io::Result<()> {
    let opened = rustix::fs::open(from, plain(), Mode::empty())?;
    let mode = Mode::from_raw_mode(rustix::fs::fstat(&opened)?.st_mode);
    fs::create_dir_all(to)?;
    let name = from.file_name().unwrap_or_default();
    copy_opened(opened, mode, &to.join(name), &mut (MOST_BYTES, MOST_FILES))
}

/// How a file or a folder is opened: never through a link, and without waiting for anybody.
#[cfg(unix)]
fn plain() -> OFlags {
    OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC
}

#[cfg(unix)]
fn copy_folder(folder: &OwnedFd, to: &Path, room: &mut (u64, u32)) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in Dir::read_from(folder.as_fd())? {
        let entry = entry?;
        let name: &CStr = entry.file_name();
        if [c".", c".."].contains(&name) {
            continue;
        }
        room.1 =
            room.1.checked_sub(1).ok_or_else(|| io::Error::other(format!("it has more than {MOST_FILES} files")))?;
        let opened = match rustix::fs::openat(folder, name, plain(), Mode::empty()) {
            Ok(opened) => opened,
            // A link, or a door of another program.
            Err(Errno::LOOP | Errno::MLINK | Errno::NXIO) => continue,
            Err(error) => return Err(error.into()),
        };
        let target = to.join(OsStr::from_bytes(name.to_bytes()));
        let about = rustix::fs::fstat(&opened)?;
        match FileType::from_raw_mode(about.st_mode) {
            FileType::Directory => copy_folder(&opened, &target, room)?,
            FileType::RegularFile => {
                copy_opened(opened, Mode::from_raw_mode(about.st_mode), &target, room)?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Copies the plain file that is open.
#[cfg(unix)]
fn copy_opened(opened: OwnedFd, mode: Mode, target: &Path, room: &mut (u64, u32)) -> io::Result<()> {
    let mode = if mode.contains(Mode::XUSR) { 0o755 } else { 0o644 };
    let mut written = OpenOptions::new().write(true).create_new(true).mode(mode).open(target)?;
    // It may grow meanwhile.
    let bytes = io::copy(&mut File::from(opened).take(room.0 + 1), &mut written)?;
    room.0 = room
        .0
        .checked_sub(bytes)
        .ok_or_else(|| io::Error::other(format!("it has more than {} MB", MOST_BYTES >> 20)))?;
    Ok(())
}

/// Never called: the command says first that it is not for this system.
#[cfg(not(unix))]
pub(super) fn copy(_from: &Path, _to: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// The same.
#[cfg(not(unix))]
pub(super) fn copy_file(from: &Path, to: &Path) -> io::Result<()> {
    copy(from, to)
}

#[cfg(test)]
mod tests {
    /// The owner of a submission exchanges a file for a link to another's, as often as they can.
    #[cfg(unix)]
    #[test]
    fn a_link_is_never_followed_however_quickly_it_takes_the_place_of_a_file() {
        use std::{
            fs,
            os::unix::fs::symlink,
            sync::atomic::{AtomicBool, Ordering},
            thread,
        };
        let place = std::env::temp_dir().join(format!("agon-class-{}", std::process::id()));
        let _ = fs::remove_dir_all(&place);
        let (from, secret) = (place.join("from"), place.join("secret"));
        fs::create_dir_all(&from).unwrap();
        fs::create_dir_all(&secret).unwrap();
        fs::write(secret.join("key"), "secret").unwrap();
        let is_over = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                let (file, folder) = (from.join("file"), from.join("folder"));
                while !is_over.load(Ordering::Relaxed) {
                    fs::write(from.join("new"), "own").unwrap();
                    fs::rename(from.join("new"), &file).unwrap();
                    fs::create_dir(&folder).unwrap();
                    fs::remove_dir(&folder).unwrap();
                    symlink(secret.join("key"), from.join("link")).unwrap();
                    fs::rename(from.join("link"), &file).unwrap();
                    symlink(&secret, &folder).unwrap();
                    fs::remove_file(&folder).unwrap();
                }
            });
            let mut copied = 0;
            for round in 0..300 {
                let to = place.join(format!("to-{round}"));
                // What goes in between is an error, and the submission is left out.
                let _ = super::copy(&from, &to);
                let text = fs::read_to_string(to.join("file")).unwrap_or_default();
                assert_ne!(text, "secret");
                assert!(!to.join("folder/key").exists());
                copied += usize::from(text == "own");
                let _ = fs::remove_dir_all(to);
            }
            is_over.store(true, Ordering::Relaxed);
            assert!(0 < copied, "nothing was ever copied");
        });
        fs::remove_dir_all(&place).unwrap();
    }
}
