//! The files and folders of the server, which nobody else on this machine can read: each is created here, with modes
//! 0600 and 0700, and existing ones get these modes. A file is written aside, then moved to its place.

use std::{
    fs::{self, DirBuilder, File, OpenOptions},
    io::{self, Write as _},
    path::Path,
    sync::{Mutex, PoisonError},
};

/// Makes a folder, if need be; what stands in it is as private as it.
pub(crate) fn folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)?;
    private(path)
}

/// Makes an empty file, if none is there.
pub(crate) fn file(path: &Path) -> io::Result<()> {
    options().create(true).append(true).open(path)?;
    private(path)
}

/// A file without a name, to be written and then read: it is gone when it is closed.
pub(crate) fn nameless(path: &Path) -> io::Result<File> {
    let file = options().read(true).create_new(true).open(path)?;
    fs::remove_file(path)?;
    Ok(file)
}

/// A file to be read and written, which is made if none is there.
pub(crate) fn shared(path: &Path) -> io::Result<File> {
    file(path)?;
    options().read(true).open(path)
}

/// Replaces a file: writes it aside, then renames it, so that a reader finds the old or the new one, also after a
/// crash. Several that write at once do so one after the other: two halves aside would take each other's name.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut aside = path.as_os_str().to_owned();
    aside.push(".new");
    let aside = Path::new(&aside);
    // What a crash left there may have other modes.
    file(aside)?;
    let mut new: File = options().truncate(true).open(aside)?;
    new.write_all(bytes).and_then(|()| new.sync_all())?;
    drop(new);
    fs::rename(aside, path)
}

/// Makes private what stands in a folder of the server: files of these endings.
pub(crate) fn mend(folder: &Path, endings: &[&str]) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let ending = path.extension().and_then(|ending| ending.to_str());
        if ending.is_some_and(|ending| endings.contains(&ending)) {
            private(&path)?;
        }
    }
    Ok(())
}

fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Takes from everybody else what they may do with a file or a folder. What is neither, a link say, leads elsewhere
/// and stays as it is.
#[cfg(unix)]
fn private(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let about = fs::symlink_metadata(path)?;
    let mode = about.permissions().mode();
    let (is_meant, own) = (about.is_file() || about.is_dir(), mode & !0o077);
    if !is_meant || mode == own {
        return Ok(());
    }
    fs::set_permissions(path, fs::Permissions::from_mode(own))
}

#[cfg(not(unix))]
fn private(_path: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::{env, fs, os::unix::fs::PermissionsExt as _, path::Path, process, thread};

    use super::{file, folder, mend, write};

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn a_file_that_several_write_at_once_is_written_by_each_as_a_whole() {
        let home = env::temp_dir().join(format!("agon-files-once-{}", process::id()));
        folder(&home).unwrap();
        let note = home.join("x.json");
        let texts = ["one".repeat(1_000), "another".repeat(1_000)];
        thread::scope(|scope| {
            for text in &texts {
                scope.spawn(|| (0..30).for_each(|_| write(&note, text.as_bytes()).unwrap()));
            }
        });
        assert!(texts.contains(&fs::read_to_string(&note).unwrap()));
        fs::remove_dir_all(&home).unwrap();
    }

    #[test]
    fn whatever_is_made_or_found_is_private_and_written_as_a_whole() {
        let home = env::temp_dir().join(format!("agon-files-{}", process::id()));
        let own = home.join("a").join("b");
        folder(&own).unwrap();
        assert_eq!((mode(&own), mode(&home.join("a"))), (0o700, 0o700));
        let open = |path: &Path, mode: u32| {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        };
        open(&own, 0o755);
        folder(&own).unwrap();
        assert_eq!(mode(&own), 0o700);
        let note = own.join("x.json");
        for text in ["one", "another"] {
            write(&note, text.as_bytes()).unwrap();
            assert_eq!((fs::read_to_string(&note).unwrap().as_str(), mode(&note)), (text, 0o600));
            open(&note, 0o644);
            // What a crash has left aside is no hindrance.
            fs::write(own.join("x.json.new"), "half of someth").unwrap();
            open(&own.join("x.json.new"), 0o666);
        }
        file(&note).unwrap();
        assert_eq!((fs::read_to_string(&note).unwrap().as_str(), mode(&note)), ("another", 0o600));
        let (journal, other) = (own.join("x.journal"), own.join("mine.txt"));
        for path in [&journal, &other] {
            fs::write(path, "").unwrap();
            open(path, 0o644);
        }
        // A link leads elsewhere.
        std::os::unix::fs::symlink(&other, own.join("l.journal")).unwrap();
        mend(&own, &["json", "journal"]).unwrap();
        assert_eq!((mode(&journal), mode(&other)), (0o600, 0o644));
        fs::remove_dir_all(&home).unwrap();
    }
}
