//! What a test starts: it ends with the test, also when that fails, and a shell in which somebody has set something
//! changes nothing.

use std::{
    env,
    io::Read,
    ops::{Deref, DerefMut},
    process::{Child, Command, ExitStatus, Output},
    sync::mpsc::{Receiver, channel},
    thread,
    time::{Duration, Instant},
};

/// No process takes longer unless it hangs, on a machine as slow and as busy as may be.
pub(crate) const HANGS: Duration = Duration::from_secs(600);

/// What somebody may have set for all programs, or for this one, that changes what it says or does.
const SET: [&str; 6] = ["CLICOLOR", "CLICOLOR_FORCE", "LC_CTYPE", "NO_COLOR", "RUST_BACKTRACE", "RUST_LIB_BACKTRACE"];

/// The same command, whatever is set where the tests are started. `AGON` itself names the command under test.
pub(crate) fn in_any_shell(mut command: Command) -> Command {
    for (name, _) in env::vars_os() {
        if name.as_encoded_bytes().starts_with(b"AGON_") {
            command.env_remove(name);
        }
    }
    for name in SET {
        command.env_remove(name);
    }
    command.env("LANG", "C.UTF-8").env("LC_ALL", "C.UTF-8");
    command
}

/// Waits until it is so; nothing but what hangs takes a minute.
#[track_caller]
pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(60), "not within a minute: {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// A process that is killed when whoever started it lets go of it.
pub(crate) struct Started(Child);

impl Started {
    #[track_caller]
    pub(crate) fn new(command: &mut Command) -> Started {
        Started(command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}")))
    }

    /// How it ends.
    #[track_caller]
    pub(crate) fn ended(&mut self) -> ExitStatus {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.try_wait().expect("it is ours") {
                return status;
            }
            assert!(begun.elapsed() < HANGS, "it hangs: process {}", self.id());
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// How it ends, and what it says in its pipes until then.
    #[track_caller]
    pub(crate) fn output(mut self) -> Output {
        drop(self.stdin.take());
        let (out, err) = (all_of(self.stdout.take()), all_of(self.stderr.take()));
        let heard = |end: Receiver<Vec<u8>>| end.recv_timeout(HANGS).expect("it hangs");
        let (stdout, stderr) = (heard(out), heard(err));
        Output { status: self.ended(), stdout, stderr }
    }
}

impl Deref for Started {
    type Target = Child;

    fn deref(&self) -> &Child {
        &self.0
    }
}

impl DerefMut for Started {
    fn deref_mut(&mut self) -> &mut Child {
        &mut self.0
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// All that comes out of a pipe, once it is closed.
fn all_of(end: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (say, heard) = channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let is_read = end.is_none_or(|mut end| end.read_to_end(&mut bytes).is_ok());
        // Whoever asked may have failed meanwhile.
        is_read.then(|| say.send(bytes))
    });
    heard
}
