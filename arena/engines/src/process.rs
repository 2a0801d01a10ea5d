//! An engine as a process: started under its warden, spoken to by pipes, ended with all it started.
//!
//! Nothing waits for ever and nothing grows: who plays reads the engine's output itself, as much at a
//! time as there is, and what nobody reads stays in the pipe, where the engine has to wait with it.

use std::{
    collections::VecDeque,
    fs::{File, OpenOptions},
    io::{self, Read, Write},
    os::unix::process::{CommandExt, ExitStatusExt},
    process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio},
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    fs::{OFlags, fcntl_getfl, fcntl_setfl},
    process::{Pid, Signal, kill_process, kill_process_group},
};

use crate::{
    program::Program,
    warden::{self, NO_START, Orders},
    wire::{Broken, MOST_SAID, Wire},
};

/// No line is longer, in bytes.
const LONGEST_LINE: usize = 1 << 20;
/// So much is read at once.
const CHUNK: usize = 1 << 14;
/// So many bytes of what it printed last are kept.
const KEPT: usize = 600;
/// So many lines of that are shown.
const SHOWN: usize = 3;
/// How long it may take to end by itself.
const FAREWELL: Duration = Duration::from_millis(300);
/// How long its warden may take to end it.
const END: Duration = Duration::from_secs(2);

/// A running engine.
pub(crate) struct Process {
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    /// What was read and not heard yet begins at `from`; the line that was heard last is before it.
    read: Vec<u8>,
    from: usize,
    line: std::ops::Range<usize>,
    /// Bytes that were printed since it was asked.
    said: usize,
    /// What it printed last, on its output and on its error output.
    last: Tail,
    last_errors: Tail,
    ended: Arc<Ended>,
    pid: Pid,
    is_watched: bool,
    memory: Option<u64>,
    /// What it is told when it is to leave.
    farewell: &'static str,
}

impl Process {
    /// Starts a program.
    pub(crate) fn start(program: &Program, farewell: &'static str) -> Result<Process, Broken> {
        let refuse = |error: io::Error| Broken::NotStarted(format!("{program}: {error}"));
        let is_watched = warden::can_watch();
        let file = program.find().map_err(Broken::NotStarted)?;
        let mut command = if is_watched {
            let (memory, arguments) = (program.memory, program.arguments.clone());
            Orders { memory, program: file.into(), arguments }.command()
        } else {
            let mut command = Command::new(file);
            command.args(&program.arguments).process_group(0);
            command
        };
        command.envs(program.environment.iter().map(|(name, value)| (name, value)));
        if let Some(folder) = &program.folder {
            command.current_dir(folder);
        }
        let errors = match &program.errors {
            None => Stdio::piped(),
            Some(file) => {
                let kept: io::Result<File> =
                    OpenOptions::new().create(true).append(true).open(file);
                kept.map_err(|e| {
                    refuse(io::Error::new(e.kind(), format!("{}: {e}", file.display())))
                })?
                .into()
            }
        };
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors);
        let mut child = command.spawn().map_err(refuse)?;
        let stdin = child.stdin.take().expect("its input is a pipe");
        // An engine that doesn't read must not stop the arena.
        let flags =
            fcntl_getfl(&stdin).and_then(|flags| fcntl_setfl(&stdin, flags | OFlags::NONBLOCK));
        flags.map_err(|error| refuse(error.into()))?;
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        let pid = Pid::from_child(&child);
        let ended = Arc::new(Ended::default());
        let noted = Arc::clone(&ended);
        let reaper = thread::Builder::new().stack_size(64 << 10).name("reaper".to_owned());
        reaper.spawn(move || noted.wait_for(child)).map_err(refuse)?;
        Ok(Process {
            stdin: Some(stdin),
            stdout,
            stderr,
            read: Vec::new(),
            from: 0,
            line: 0..0,
            said: 0,
            last: Tail::default(),
            last_errors: Tail::default(),
            ended,
            pid,
            is_watched,
            memory: program.memory,
            farewell,
        })
    }

    /// Waits until there is something to read, or `until`; reads it. Says whether anything of its
    /// output came.
    fn read_more(&mut self, until: Instant, is_writing: bool) -> Result<bool, Broken> {
        let mut ready = [PollFlags::empty(); 3];
        {
            let (mut fds, mut which) = (Vec::with_capacity(3), Vec::with_capacity(3));
            if let Some(stdout) = &self.stdout {
                fds.push(PollFd::new(stdout, PollFlags::IN));
                which.push(0);
            }
            if let Some(stderr) = &self.stderr {
                fds.push(PollFd::new(stderr, PollFlags::IN));
                which.push(1);
            }
            if let (true, Some(stdin)) = (is_writing, &self.stdin) {
                fds.push(PollFd::new(stdin, PollFlags::OUT));
                which.push(2);
            }
            let wait = until.saturating_duration_since(Instant::now());
            let wait =
                Timespec { tv_sec: wait.as_secs() as _, tv_nsec: wait.subsec_nanos().into() };
            match poll(&mut fds, Some(&wait)) {
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(Broken::Ended(format!("its pipes broke: {error}"))),
            }
            for (fd, at) in fds.iter().zip(which) {
                ready[at] = fd.revents();
            }
        }
        let is_there = |flags: PollFlags| !flags.is_empty();
        if is_there(ready[1]) {
            self.read_errors();
        }
        if !is_there(ready[0]) {
            return Ok(false);
        }
        let Some(stdout) = &mut self.stdout else { return Ok(false) };
        // What was heard is no longer needed.
        self.read.drain(..self.from);
        self.from = 0;
        self.line = 0..0;
        let old = self.read.len();
        self.read.resize(old + CHUNK, 0);
        let count = stdout.read(&mut self.read[old..]);
        self.read.truncate(old + count.as_ref().map_or(0, |&count| count));
        match count {
            Ok(0) => {
                self.stdout = None;
                Err(self.how_it_ended())
            }
            Ok(count) => {
                self.last.add(&self.read[old..]);
                self.said += count;
                if MOST_SAID < self.said {
                    let megabytes = MOST_SAID >> 20;
                    return Err(Broken::Flood(format!("more than {megabytes} MiB for one answer")));
                }
                Ok(true)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(false),
            Err(error) => Err(Broken::Ended(format!("its output broke: {error}"))),
        }
    }

    fn read_errors(&mut self) {
        let Some(stderr) = &mut self.stderr else { return };
        let mut chunk = [0; CHUNK];
        match stderr.read(&mut chunk) {
            Ok(0) => self.stderr = None,
            Ok(count) => self.last_errors.add(&chunk[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => self.stderr = None,
        }
    }

    /// In words, for an engine that says nothing more.
    fn how_it_ended(&mut self) -> Broken {
        let status = self.ended.within(END);
        let until = Instant::now() + Duration::from_millis(20);
        while self.stderr.is_some() && Instant::now() < until {
            let Some(stderr) = &self.stderr else { break };
            let mut fds = [PollFd::new(stderr, PollFlags::IN)];
            let moment = Timespec { tv_sec: 0, tv_nsec: 1_000_000 };
            if poll(&mut fds, Some(&moment)).is_ok_and(|count| 0 < count) {
                self.read_errors();
            }
        }
        let Some(status) = status else {
            return Broken::Ended("it closed its output, and goes on".to_owned());
        };
        let signal = status
            .signal()
            .or(status.code().map(|code| code - 128).filter(|s| (1..65).contains(s)));
        let how = match (status.code(), signal) {
            (Some(NO_START), _) => return Broken::NotStarted("it ended at once".to_owned()),
            (_, Some(signal)) => format!("signal {signal} ended it"),
            (Some(code), _) => format!("it ended with exit code {code}"),
            (None, None) => "it ended".to_owned(),
        };
        let limited =
            self.memory.map(|bytes| format!(" (its memory is limited to {} MiB)", bytes >> 20));
        Broken::Ended(how + &limited.unwrap_or_default())
    }
}

impl Wire for Process {
    fn say(&mut self, lines: &str) -> Result<(), Broken> {
        let mut left = lines.as_bytes();
        let until = Instant::now() + END;
        while !left.is_empty() {
            let Some(stdin) = &mut self.stdin else {
                return Err(Broken::Ended("it has ended".to_owned()));
            };
            match stdin.write(left) {
                Ok(count) => left = &left[count..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    if until <= Instant::now() {
                        return Err(Broken::Ended("it doesn't read what it is told".to_owned()));
                    }
                    // It may be waiting itself, until somebody reads.
                    self.read_more(Instant::now() + Duration::from_millis(10), true)?;
                }
                Err(_) => {
                    self.stdin = None;
                    return Err(self.how_it_ended());
                }
            }
        }
        Ok(())
    }

    fn hear(&mut self, wait: Duration) -> Result<bool, Broken> {
        let mut until = None;
        let mut looked = self.from;
        loop {
            if let Some(length) = self.read[looked..].iter().position(|&byte| byte == b'\n') {
                let end = looked + length;
                let line = self.from..end - usize::from(self.read[self.from..end].ends_with(b"\r"));
                (self.from, self.line) = (end + 1, line);
                return Ok(true);
            }
            let unfinished = self.read.len() - self.from;
            if LONGEST_LINE < unfinished {
                return Err(Broken::Flood(format!(
                    "a line without an end, after {unfinished} bytes"
                )));
            }
            looked = self.read.len();
            let now = Instant::now();
            let until = *until.get_or_insert_with(|| {
                now.checked_add(wait).unwrap_or(now + Duration::from_secs(1 << 30))
            });
            let before = self.from;
            if !self.read_more(until, false)? && until <= Instant::now() {
                return Ok(false);
            }
            // What was heard before has gone.
            looked -= before - self.from;
        }
    }

    fn heard(&self) -> &str {
        let line = &self.read[self.line.clone()];
        match std::str::from_utf8(line) {
            Ok(text) => text,
            // No word of a protocol has other letters: up to there it can be understood.
            Err(error) => std::str::from_utf8(&line[..error.valid_up_to()]).unwrap_or_default(),
        }
    }

    fn last_words(&self) -> String {
        use std::fmt::Write as _;
        let mut text = String::new();
        for (what, tail) in
            [("last it printed", &self.last), ("on its error output", &self.last_errors)]
        {
            let lines = tail.lines();
            if !lines.is_empty() {
                let _ = write!(text, "; {what}: {lines}");
            }
        }
        text
    }

    fn settle(&mut self) {
        self.said = 0;
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.ended.within(Duration::ZERO).is_none() {
            let farewell = self.farewell;
            if !farewell.is_empty() && self.say(farewell).is_ok() {
                self.stdin = None;
                self.ended.within(FAREWELL);
            }
        }
        // Its warden sees that nobody reads any more, and ends it.
        (self.stdin, self.stdout, self.stderr) = (None, None, None);
        if !self.is_watched {
            let _ = kill_process_group(self.pid, Signal::KILL);
        }
        if self.ended.within(END).is_none() {
            let _ = kill_process(self.pid, Signal::KILL);
        }
    }
}

/// How a process ended, once it has. A thread waits for that alone, so nothing dead stays about.
#[derive(Default)]
struct Ended {
    status: Mutex<Option<ExitStatus>>,
    changed: Condvar,
}

impl Ended {
    fn wait_for(&self, mut child: Child) {
        let status = child.wait().unwrap_or_else(|_| ExitStatus::from_raw(1 << 8));
        *self.status.lock().unwrap_or_else(PoisonError::into_inner) = Some(status);
        self.changed.notify_all();
    }

    /// How it ended, if it does within so long.
    fn within(&self, wait: Duration) -> Option<ExitStatus> {
        let status = self.status.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.changed.wait_timeout_while(status, wait, |status| status.is_none());
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

/// The end of what was printed.
#[derive(Default)]
struct Tail(VecDeque<u8>);

impl Tail {
    fn add(&mut self, bytes: &[u8]) {
        let new = &bytes[bytes.len().saturating_sub(KEPT)..];
        let old = KEPT - new.len();
        let surplus = self.0.len().saturating_sub(old);
        self.0.drain(..surplus);
        self.0.extend(new);
    }

    /// Its last lines, divided by bars.
    fn lines(&self) -> String {
        let bytes: Vec<u8> = self.0.iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> =
            text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        lines[lines.len().saturating_sub(SHOWN)..].join(" | ")
    }
}

#[cfg(test)]
mod tests {
    use super::{KEPT, Tail};

    #[test]
    fn the_end_of_what_was_printed_is_kept() {
        let mut tail = Tail::default();
        for number in 0..1000 {
            tail.add(format!("line {number}\r\n").as_bytes());
        }
        assert_eq!(tail.lines(), "line 997 | line 998 | line 999");
        tail.add("x".repeat(100_000).as_bytes());
        assert_eq!(tail.lines(), "x".repeat(KEPT));
    }
}
