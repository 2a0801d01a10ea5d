//! The binary in the middle of its work: on a terminal or a pipe, listened to and sent signals.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{
    fs::File,
    io::{self, Read, Write},
    os::{fd::OwnedFd, unix::net::UnixStream},
    path::Path,
    process::{Command, ExitStatus, Stdio},
    sync::{Arc, Mutex},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use rustix::{
    process::{Pid, Signal, kill_process},
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{Winsize, tcsetwinsize},
};

use crate::{command::command, started::Started};

/// The same command, which ignores no signal though the tests themselves may: whoever starts them by `nohup`, or
/// as a job, hands that on to all that they start.
pub(crate) fn heedful(binary: &Command) -> Command {
    by_env(&["--default-signal"], binary)
}

/// The same command, started by `env` with these options.
fn by_env(options: &[&str], binary: &Command) -> Command {
    let mut env = Command::new("env");
    env.args(options).arg(binary.get_program()).args(binary.get_args());
    for (name, value) in binary.get_envs() {
        match value {
            Some(value) => env.env(name, value),
            None => env.env_remove(name),
        };
    }
    env
}

/// How long anything may take on a machine that is busy with other things.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

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

/// What has been said so far.
type Heard = Arc<Mutex<Vec<u8>>>;

/// The thread that reads an output until it is closed.
type Listener = JoinHandle<io::Result<()>>;

/// The binary at work.
pub(crate) struct Running {
    child: Started,
    /// What keeps its input open, or the other end of its terminal.
    hand: Box<dyn Write>,
    heard: Heard,
    listeners: Vec<Listener>,
    /// Kept so that a full pipe stays one.
    _unread: Option<UnixStream>,
}

impl Running {
    /// Starts it in a folder, and waits until it listens to signals.
    pub(crate) fn start_in(folder: &Path, arguments: &[&str], place: Place) -> Running {
        Running::start(heedful(&command(arguments)), folder, place)
    }

    /// The same, as `nohup` starts it.
    pub(crate) fn start_to_stay_in(folder: &Path, arguments: &[&str], place: Place) -> Running {
        let options = ["--default-signal", "--ignore-signal=HUP"];
        Running::start(by_env(&options, &command(arguments)), folder, place)
    }

    fn start(mut binary: Command, folder: &Path, place: Place) -> Running {
        binary.current_dir(folder).env("AGON_PROGRESS", "0.05");
        let mut running = match place {
            Place::Terminal => on_terminal(binary.env("TERM", "xterm")),
            Place::Dumb => on_terminal(binary.env("TERM", "dumb")),
            Place::Pipe | Place::Full => on_pipes(&mut binary, place == Place::Full),
        };
        let begun = Instant::now();
        while !running.listens() {
            assert!(begun.elapsed() < PATIENCE, "{binary:?} never listens");
            thread::sleep(Duration::from_millis(5));
        }
        running
    }

    /// Whether it hears SIGINT and SIGTERM, and SIGHUP unless it ignores that; or it has ended.
    fn listens(&mut self) -> bool {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.unwrap_or_default();
        let has = |kind: &str, signal: Signal| {
            let mask = status.lines().find_map(|line| line.strip_prefix(kind));
            let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
            mask.is_some_and(|mask| mask >> (signal.as_raw() - 1) & 1 == 1)
        };
        let hears = |signal| has("SigCgt:", signal);
        let is_ready = hears(Signal::INT) && hears(Signal::TERM);
        is_ready && (hears(Signal::HUP) || has("SigIgn:", Signal::HUP)) || self.has_ended()
    }

    fn has_ended(&mut self) -> bool {
        self.child.try_wait().unwrap().is_some()
    }

    /// Types this.
    pub(crate) fn types(&mut self, text: &str) {
        self.hand.write_all(text.as_bytes()).unwrap();
    }

    /// Waits until its output has this text, and returns the output.
    pub(crate) fn waits_for(&mut self, text: &str) -> String {
        let said = self.waits_for_end_or(text);
        assert!(said.contains(text), "it never says `{text}`: {said}");
        said
    }

    /// Waits until its output has this text, or it has ended, and returns the output.
    pub(crate) fn waits_for_end_or(&mut self, text: &str) -> String {
        let begun = Instant::now();
        loop {
            let has_ended = self.has_ended();
            if has_ended {
                self.hear_out();
            }
            let said = self.said();
            if has_ended || said.contains(text) {
                return said;
            }
            assert!(begun.elapsed() < PATIENCE, "it never says `{text}`: {said}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Its output so far.
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
                let taken = begun.elapsed();
                self.hear_out();
                return Some((status, taken));
            }
            thread::sleep(Duration::from_millis(2));
        }
        None
    }

    /// Waits until the last words of what has ended are heard. Whatever it has started and left behind may keep its
    /// output open: nobody waits for that.
    fn hear_out(&self) {
        let begun = Instant::now();
        while !self.listeners.iter().all(JoinHandle::is_finished) && begun.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(1));
        }
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
    let child = Started::new(binary.stdin(open()).stdout(open()).stderr(open()));
    let ours = File::from(ours);
    let (heard, listeners) = listen([ours.try_clone().unwrap()]);
    Running { child, hand: Box::new(ours), heard, listeners, _unread: None }
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
    let mut child = Started::new(binary.stdin(Stdio::piped()).stderr(Stdio::piped()));
    let out = child.stdout.take().map(|out| File::from(OwnedFd::from(out)));
    let err = child.stderr.take().map(|err| File::from(OwnedFd::from(err)));
    let (heard, listeners) = listen(out.into_iter().chain(err));
    let hand = Box::new(child.stdin.take().unwrap());
    Running { child, hand, heard, listeners, _unread: unread }
}

/// The text from these outputs, now and later, and the threads that collect it.
fn listen(ends: impl IntoIterator<Item = File>) -> (Heard, Vec<Listener>) {
    let heard = Heard::default();
    let listeners = ends.into_iter().map(|mut end| {
        let heard = Arc::clone(&heard);
        thread::spawn(move || {
            let mut lot = [0; 4096];
            loop {
                // A terminal whose other end is closed is an error.
                let count = end.read(&mut lot)?;
                if count == 0 {
                    return Ok(());
                }
                heard.lock().unwrap().extend(&lot[..count]);
            }
        })
    });
    let listeners = listeners.collect();
    (heard, listeners)
}
