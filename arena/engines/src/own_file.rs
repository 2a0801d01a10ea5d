//! Files to which is added what engines say: new ones, or those that were begun for it. An option may be given any path,
//! and a tournament, openings or a journal must not grow by what was meant for a log.

use std::{
    fs::{File, OpenOptions},
    io::{self, Write},
    os::unix::fs::{FileExt, FileTypeExt, MetadataExt, OpenOptionsExt},
    path::Path,
    sync::{Mutex, PoisonError},
};

use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

use crate::refusal::of_file;

/// The contents of a file of our own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OwnUse {
    /// The conversation, line by line: see `Log`.
    Conversation,
    /// What programs print on their error output.
    Errors,
}

/// The first line of a file for error output, by which it is known again.
const HEADING: &str = "# agon: the error output of programs, as they print it\n";
/// No more of a file is read to know it again.
const HEAD: usize = 80;

impl OwnUse {
    /// What the first line must have: any of a log is of a form that nothing else has.
    fn is_begun_in(self, head: &[u8]) -> bool {
        match self {
            OwnUse::Conversation => is_line_of_log(head),
            OwnUse::Errors => head.starts_with(HEADING.as_bytes()),
        }
    }

    const fn heading(self) -> &'static str {
        match self {
            OwnUse::Conversation => "",
            OwnUse::Errors => HEADING,
        }
    }

    const fn word(self) -> &'static str {
        match self {
            OwnUse::Conversation => "log",
            OwnUse::Errors => "stderr",
        }
    }
}

/// Whether a text begins as a line of a log does: `3 0.000041 # `.
fn is_line_of_log(head: &[u8]) -> bool {
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = digits(head);
    let Some(rest) = head[number..].strip_prefix(b" ") else { return false };
    let seconds = digits(rest);
    let Some(rest) = rest[seconds..].strip_prefix(b".") else { return false };
    let is_sign = |byte: &u8| b"><!#".contains(byte);
    0 < number
        && 0 < seconds
        && digits(rest) == 6
        && rest.get(6) == Some(&b' ')
        && rest.get(7).is_some_and(is_sign)
        && rest.get(8) == Some(&b' ')
}

/// Opens the file at `path` to append to it what is `kept`: a new one, an empty one, or one that was begun for that.
/// Nobody is waited for, and what is in any other file stays as it is.
///
/// # Errors
///
/// Where it is another file, or can't be written, with its name.
pub(crate) fn own_file(path: &Path, kept: OwnUse) -> io::Result<File> {
    // Two that begin it at once would both give it a heading.
    static OPENING: Mutex<()> = Mutex::new(());
    let _opening = OPENING.lock().unwrap_or_else(PoisonError::into_inner);
    let other = |what: &str| {
        let word = kept.word();
        let what = format!("{what}, and nothing is added to it; give `{word}` a file of its own");
        of_file(&io::Error::other(what), path)
    };
    let nonblock = OFlags::NONBLOCK.bits() as i32;
    let opened = OpenOptions::new().create(true).read(true).append(true).custom_flags(nonblock).open(path);
    let file = opened.map_err(|error| match error.raw_os_error() {
        Some(number) if number == rustix::io::Errno::NXIO.raw_os_error() => other(NO_FILE),
        _ => of_file(&error, path),
    })?;
    let data = file.metadata().map_err(|error| of_file(&error, path))?;
    if data.file_type().is_char_device() && is_null(data.rdev()) {
        return Ok(file);
    }
    if !data.is_file() {
        return Err(other(NO_FILE));
    }
    let begin = || -> io::Result<bool> {
        let mut head = [0; HEAD];
        let mut known = 0;
        while known < HEAD {
            match file.read_at(&mut head[known..], known as u64) {
                Ok(0) => break,
                Ok(count) => known += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        if known != 0 {
            return Ok(kept.is_begun_in(&head[..known]));
        }
        (&file).write_all(kept.heading().as_bytes())?;
        Ok(true)
    };
    if !begin().map_err(|error| of_file(&error, path))? {
        return Err(other("it is another file"));
    }
    // A process that inherits it expects to wait for its disk.
    let flags = fcntl_getfl(&file).and_then(|flags| fcntl_setfl(&file, flags - OFlags::NONBLOCK));
    flags.map_err(|error| of_file(&error.into(), path))?;
    Ok(file)
}

const NO_FILE: &str = "it is no plain file";

/// Whether it is a device that discards everything, which is named to discard errors.
fn is_null(device: u64) -> bool {
    std::fs::metadata("/dev/null").is_ok_and(|null| null.rdev() == device)
}

#[cfg(test)]
mod tests {
    use std::{fs, io::Write, path::PathBuf, process::Command};

    use super::{HEADING, OwnUse, is_line_of_log, own_file};

    const ALL: [OwnUse; 2] = [OwnUse::Conversation, OwnUse::Errors];

    /// A folder of this test.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let path = std::env::temp_dir().join(format!("agon-own-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            fs::create_dir(&path).unwrap();
            Folder(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn nothing_is_added_to_the_files_of_others() {
        let folder = Folder::new("others");
        let path = folder.0.join("file");
        let contents: [&[u8]; 8] = [
            b"players = [\"random\"]\n",
            b"# agon: a tournament\n",
            b"e4 e5\n",
            b"1 e4 # e5\n",
            b"1. e4 e5\n",
            b"agon\0journal\n1 0.000041 # stockfish started\n",
            b"\n",
            b"\0",
        ];
        let link = folder.0.join("link");
        for kept in ALL {
            for content in contents {
                let other = if kept == OwnUse::Errors { b"1 0.000041 # s\n" } else { HEADING.as_bytes() };
                for content in [content, other] {
                    fs::write(&path, content).unwrap();
                    let _ = fs::remove_file(&link);
                    fs::hard_link(&path, &link).unwrap();
                    for name in [&path, &link] {
                        let why = own_file(name, kept).unwrap_err().to_string();
                        assert!(why.contains(name.to_str().unwrap()), "{why}");
                        assert!(why.contains(kept.word()), "{why}");
                        assert_eq!(fs::read(&path).unwrap(), content, "{kept:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn nobody_is_waited_for() {
        let folder = Folder::new("pipe");
        let path = folder.0.join("pipe");
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        for kept in ALL {
            for path in [&path, &folder.0] {
                let why = own_file(path, kept).unwrap_err().to_string();
                assert!(why.contains(path.to_str().unwrap()), "{why}");
            }
        }
    }

    #[test]
    fn a_file_that_was_begun_for_it_is_gone_on_with() {
        let folder = Folder::new("begun");
        for (kept, line) in [(OwnUse::Conversation, "12 3.000041 # s\n"), (OwnUse::Errors, "no book\n")] {
            let path = folder.0.join(kept.word());
            for _ in 0..3 {
                own_file(&path, kept).unwrap().write_all(line.as_bytes()).unwrap();
            }
            let expected = format!("{}{}", kept.heading(), line.repeat(3));
            assert_eq!(fs::read_to_string(&path).unwrap(), expected);
            let empty = folder.0.join("empty");
            fs::write(&empty, "").unwrap();
            assert!(own_file(&empty, kept).is_ok());
            fs::remove_file(&empty).unwrap();
            assert!(own_file("/dev/null".as_ref(), kept).is_ok(), "nothing is kept there");
        }
    }

    #[test]
    fn lines_of_a_log_are_told_from_others() {
        for line in ["3 0.000041 # stockfish started", "12 345.678901 > uci", "1 0.000000 ! "] {
            assert!(is_line_of_log(line.as_bytes()), "{line}");
        }
        for line in [
            "",
            "3",
            "3 ",
            "3 0",
            "3 0.",
            "3 0.00004 # s",
            "3 0.0000412 # s",
            "x 0.000041 # s",
            "3 0.000041 x s",
            " 0.000041 # s",
            "3 .000041 # s",
            "3 0.000041 #",
        ] {
            assert!(!is_line_of_log(line.as_bytes()), "{line}");
        }
    }
}
