//! The binary, at work in a folder of its own.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{self, Command, Output, Stdio},
    sync::atomic::{AtomicU32, Ordering},
};

use crate::started::{Started, in_any_shell};

/// The command: the one that `AGON` names, or what Cargo has built.
pub(crate) fn binary() -> PathBuf {
    env::var_os("AGON").map_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_agon")), PathBuf::from)
}

/// A folder for one test, removed with it.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// A fresh one, with the tournament `file` in it as `t.toml`. Whatever the name, nobody else has it.
    pub(crate) fn with(name: &str, file: &str) -> Folder {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("{name}-{}-{number}", process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder can be made");
        fs::write(path.join("t.toml"), file).expect("a file can be written");
        Folder(path)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.path(name), bytes).expect("a file can be written");
    }

    pub(crate) fn remove(&self, name: &str) {
        let _ = fs::remove_file(self.path(name));
    }

    /// The binary in this folder, not yet started; arguments are words.
    pub(crate) fn command(&self, arguments: &str) -> Command {
        let mut command = in_any_shell(Command::new(binary()));
        command.args(arguments.split_whitespace()).current_dir(&self.0);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub(crate) fn start(&self, arguments: &str) -> Started {
        Started::new(&mut self.command(arguments))
    }

    /// Runs it to its end.
    pub(crate) fn agon(&self, arguments: &str) -> Output {
        self.start(arguments).output()
    }

    /// Runs it, which must succeed, and returns what it prints.
    pub(crate) fn done(&self, arguments: &str) -> Vec<u8> {
        let output = self.agon(arguments);
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "agon {arguments}: {:?} {err}", output.status);
        output.stdout
    }

    /// Runs it, which must fail with `code`, and returns its message.
    pub(crate) fn fails(&self, code: i32, arguments: &str) -> String {
        let output = self.agon(arguments);
        let err = String::from_utf8(output.stderr).expect("messages are UTF-8");
        assert_eq!(output.status.code(), Some(code), "agon {arguments}: {err}");
        err
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What `agon report` is asked about to write that form.
pub(crate) fn subject(form: &str) -> &'static str {
    if ["html", "markdown", "latex"].contains(&form) { "results" } else { "games" }
}

/// A whole journal whose last game pays otherwise than it did, and whose checksum says that this
/// is right.
pub(crate) fn forged(journal: &[u8]) -> Vec<u8> {
    let length = |at: usize| u32::from_le_bytes(journal[at..at + 4].try_into().expect("four bytes")) as usize;
    let mut last = "agon journal 1\n".len();
    while last + 8 + length(last) < journal.len() {
        last += 8 + length(last);
    }
    let mut forged = journal.to_vec();
    *forged.last_mut().expect("a journal has bytes") ^= 2;
    let crc = crc32(&[&forged[last..last + 4], &forged[last + 8..]].concat());
    forged[last + 4..last + 8].copy_from_slice(&crc.to_le_bytes());
    forged
}

/// CRC-32 bit by bit (IEEE 802.3), the slow twin of what the journal uses.
fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = !0u32;
    for &byte in bytes {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg());
        }
    }
    !crc
}
