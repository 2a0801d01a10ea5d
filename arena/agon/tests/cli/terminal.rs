//! The binary in the middle of its work: on a terminal or a pipe, listened to and sent signals.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{
    fs::File,
    io::{self, Read, Write},
    os::{fd::OwnedFd, unix::net::UnixStream},
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

use rustix::{
    process::{Pid, Signal, kill_process},
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{Winsize, tcsetwinsize},
};

use crate::command::command;

/// The same command, which ignores no signal though the tests themselves may: whoever starts them by `nohup`, or
/// as a job, hands that on to all that they start.
fn heedful(binary: &Command) -> Command {
    let mut heedful = Command::new("env");
    heedful.arg("--default-signal").arg(binary.get_program()).args(binary.get_args());
    for (name, value) in binary.get_envs() {
        match value {
            Some(value) => heedful.env(name, value),
            None => heedful.env_remove(name),
        };
    }
    heedful
}

/// How long anything may take on a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_secs(40);

/// What the binary is connected with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A terminal on all ends.
    Terminal,
    /// A terminal without a line editor.
    Dumb,
    /// Pipes: nothing is typed, and the input does not end.
    Pipe,
    /// The same, with an output that is full and that nobody reads.
    Full,
}

/// The binary at work.
pub(crate) struct Running {
    child: Child,
    /// What keeps its input open, or the other end of its terminal.
    hand: Box<dyn Write>,
    heard: Arc<Mutex<Vec<u8>>>,
    /// Kept so that a full pipe stays one.
    _unread: Option<UnixStream>,
}

impl Running {
    /// Starts it in a folder, and waits until it listens to signals.
    pub(crate) fn start_in(folder: &Path, arguments: &[&str], place: Place) -> Running {
        let mut binary = heedful(&command(arguments));
        binary.current_dir(folder);
        binary.env("LC_ALL", "C.UTF-8").env("AGON_PROGRESS", "0.05").env_remove("NO_COLOR");
        let mut running = match place {
            Place::Terminal => on_terminal(binary.env("TERM", "xterm")),
            Place::Dumb => on_terminal(binary.env("TERM", "dumb")),
            Place::Pipe | Place::Full => on_pipes(&mut binary, place == Place::Full),
        };
        let begun = Instant::now();
        while !running.listens() {
            assert!(begun.elapsed() < PATIENCE, "{arguments:?} never listens");
            thread::sleep(Duration::from_millis(5));
        }
        running
    }

    /// Whether SIGTERM is caught, or it has ended.
    fn listens(&mut self) -> bool {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.unwrap_or_default();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        let all = [Signal::INT, Signal::TERM, Signal::HUP];
        caught.is_some_and(|mask| all.iter().all(|signal| mask >> (signal.as_raw() - 1) & 1 == 1))
            || self.child.try_wait().unwrap().is_some()
    }

    /// Types this.
    pub(crate) fn types(&mut self, text: &str) {
        self.hand.write_all(text.as_bytes()).unwrap();
    }

    /// Waits until it has said this, and says what it has said.
    pub(crate) fn waits_for(&mut self, text: &str) -> String {
        let begun = Instant::now();
        loop {
            let said = self.said();
            if said.contains(text) {
                return said;
            }
            assert!(begun.elapsed() < PATIENCE, "it never says `{text}`: {said}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// What it has said so far.
    pub(crate) fn said(&self) -> String {
        String::from_utf8_lossy(&self.heard.lock().unwrap()).into_owned()
    }

    pub(crate) fn signal(&self, signal: Signal) {
        let pid = Pid::from_child(&self.child);
        // It may have ended.
        let _ = kill_process(pid, signal);
    }

    /// How it ends, and how long that takes.
    pub(crate) fn ends(&mut self) -> Option<(ExitStatus, Duration)> {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().unwrap() {
                // Whoever listens needs a moment for the last words.
                thread::sleep(Duration::from_millis(20));
                return Some((status, begun.elapsed()));
            }
            thread::sleep(Duration::from_millis(2));
        }
        None
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn on_terminal(binary: &mut Command) -> Running {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
    grantpt(&ours).unwrap();
    unlockpt(&ours).unwrap();
    let path = ptsname(&ours, Vec::new()).unwrap();
    let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&ours, size).unwrap();
    let open = || {
        let path = path.to_str().unwrap();
        File::options().read(true).write(true).open(path).unwrap()
    };
    let child = binary.stdin(open()).stdout(open()).stderr(open()).spawn().unwrap();
    let ours = File::from(ours);
    let heard = listen([ours.try_clone().unwrap()]);
    Running { child, hand: Box::new(ours), heard, _unread: None }
}

fn on_pipes(binary: &mut Command, is_full: bool) -> Running {
    let mut unread = None;
    if is_full {
        let (ours, theirs) = UnixStream::pair().unwrap();
        theirs.set_nonblocking(true).unwrap();
        while (&theirs).write_all(b".").is_ok() {}
        theirs.set_nonblocking(false).unwrap();
        binary.stdout(Stdio::from(OwnedFd::from(theirs)));
        unread = Some(ours);
    } else {
        binary.stdout(Stdio::piped());
    }
    let mut child = binary.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let out = child.stdout.take().map(|out| File::from(OwnedFd::from(out)));
    let err = child.stderr.take().map(|err| File::from(OwnedFd::from(err)));
    let heard = listen(out.into_iter().chain(err));
    let hand = Box::new(child.stdin.take().unwrap());
    Running { child, hand, heard, _unread: unread }
}

/// Collects what is said.
fn listen(ends: impl IntoIterator<Item = File>) -> Arc<Mutex<Vec<u8>>> {
    let heard = Arc::<Mutex<Vec<u8>>>::default();
    for mut end in ends {
        let heard = Arc::clone(&heard);
        thread::spawn(move || -> io::Result<()> {
            let mut lot = [0; 4096];
            loop {
                // A terminal whose other end is closed is an error.
                let count = end.read(&mut lot)?;
                if count == 0 {
                    return Ok(());
                }
                heard.lock().unwrap().extend(&lot[..count]);
            }
        });
    }
    heard
}
