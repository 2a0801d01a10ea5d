//! An engine as a process: started under its warden, spoken to by pipes, ended with all it started.
//!
//! Nothing waits for ever and nothing grows: who plays reads the engine's output itself, as much at a
//! time as there is, and what nobody reads stays in the pipe, where the engine has to wait with it.

use std::{
    borrow::Cow,
    collections::VecDeque,
    io::{self, Read, Write},
    os::unix::process::{CommandExt, ExitStatusExt},
    process::{ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio},
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
    log::{Log, Voice},
    own_file::{OwnUse, own_file},
    program::Program,
    refusal::said,
    warden::{self, NO_START, Orders},
    wire::{MOST_SAID, Wire, WireError},
};

/// So many times is read what may be left in its pipes, each time a chunk.
const MOST_REST: usize = 256;
/// No line is longer, in bytes.
const LONGEST_LINE: usize = 1 << 20;
/// So much is read at once.
const CHUNK: usize = 1 << 14;
/// The most bytes of its last output that are stored.
const KEPT: usize = 600;
/// The lines of that which are shown.
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
    /// Bytes read and not taken yet begin at `from`; the line taken last is before it.
    read: Vec<u8>,
    from: usize,
    line: std::ops::Range<usize>,
    /// The bytes up to here have been copied to `last`.
    kept: usize,
    /// Bytes that were printed since it was asked.
    said: usize,
    /// The lines that were heard last, and the end of what it printed on its error output.
    last: Tail,
    last_errors: Tail,
    log: Option<Log>,
    ended: Arc<Ended>,
    pid: Pid,
    is_watched: bool,
    memory: Option<u64>,
    conventions: Conventions,
}

/// How a protocol treats lines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conventions {
    /// The command that ends a program.
    pub(crate) farewell: &'static str,
    /// Whether lines end as in Windows, by CR LF, and those of a program perhaps by CR alone.
    pub(crate) has_returns: bool,
}

impl Process {
    /// Starts a program.
    pub(crate) fn start(program: &Program, conventions: Conventions) -> Result<Process, WireError> {
        let refuse =
            |error: io::Error| WireError::NotStarted(format!("{program}: {}", said(&error)));
        let is_watched = warden::can_watch();
        let file = program.find().map_err(WireError::NotStarted)?;
        let mut command = if is_watched {
            let (memory, arguments) = (program.memory, program.arguments.clone());
            Orders { memory, program: file.into(), arguments }.command()
        } else {
            let mut command = Command::new(file);
            command.args(&program.arguments).process_group(0);
            command
        };
        let mark = warden::mark();
        command.env(mark.0, &mark.1);
        command.envs(program.environment.iter().map(|(name, value)| (name, value)));
        if let Some(folder) = &program.folder {
            command.current_dir(folder);
        }
        let errors = match &program.errors {
            None => Stdio::piped(),
            Some(file) => own_file(file, OwnUse::Errors).map_err(refuse)?.into(),
        };
        let log = program.log.as_deref().map(Log::open).transpose().map_err(refuse)?;
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
        reaper
            .spawn(move || {
                let status = child.wait().unwrap_or_else(|_| ExitStatus::from_raw(1 << 8));
                // A warden ends by itself, once nothing of its engine is left.
                if is_watched && status.signal().is_some() {
                    warden::kill_marked(&mark);
                }
                noted.note(status);
            })
            .map_err(refuse)?;
        if let Some(log) = &log {
            log.note(Voice::Event, &format!("{program} started"));
        }
        Ok(Process {
            stdin: Some(stdin),
            stdout,
            stderr,
            read: Vec::new(),
            from: 0,
            line: 0..0,
            kept: 0,
            said: 0,
            last: Tail::default(),
            last_errors: Tail::default(),
            log,
            ended,
            pid,
            is_watched,
            memory: program.memory,
            conventions,
        })
    }

    /// Waits until there is something to read, or `until`; reads it. Says whether anything of its
    /// output came.
    fn read_more(&mut self, until: Instant, is_writing: bool) -> Result<bool, WireError> {
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
                Err(error) => {
                    return Err(WireError::Ended(format!(
                        "its pipes broke: {}",
                        said(&error.into())
                    )));
                }
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
        // Of the lines taken only the end is still needed.
        self.keep_heard();
        self.read.drain(..self.from);
        (self.from, self.kept, self.line) = (0, 0, 0..0);
        let Some(stdout) = &mut self.stdout else { return Ok(false) };
        let old = self.read.len();
        self.read.resize(old + CHUNK, 0);
        let count = stdout.read(&mut self.read[old..]);
        self.read.truncate(old + count.as_ref().map_or(0, |&count| count));
        match count {
            Ok(0) => {
                self.stdout = None;
                Err(self.how_it_ended())
            }
            Ok(_) if MOST_SAID < self.read.len() => Err(WireError::Flood(
                "more than anybody reads, while a command was sent to it".to_owned(),
            )),
            Ok(_) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(false),
            Err(error) => Err(WireError::Ended(format!("its output broke: {}", said(&error)))),
        }
    }

    fn read_errors(&mut self) {
        let Some(stderr) = &mut self.stderr else { return };
        let mut chunk = [0; CHUNK];
        match stderr.read(&mut chunk) {
            Ok(0) => self.stderr = None,
            Ok(count) => {
                self.last_errors.add(&chunk[..count]);
                if let Some(log) = &mut self.log {
                    log.add_errors(&chunk[..count]);
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => self.stderr = None,
        }
    }

    /// Reads what there is in its pipes, without waiting for more.
    fn read_rest(&mut self) -> Result<(), WireError> {
        for _ in 0..MOST_REST {
            if !self.read_more(Instant::now(), false)? && !self.has_errors() {
                break;
            }
        }
        Ok(())
    }

    /// Whether there is something on its error output.
    fn has_errors(&self) -> bool {
        self.stderr.as_ref().is_some_and(|stderr| {
            let now = Timespec { tv_sec: 0, tv_nsec: 0 };
            poll(&mut [PollFd::new(stderr, PollFlags::IN)], Some(&now)).is_ok_and(|n| 0 < n)
        })
    }

    /// Copies the end of the lines taken.
    fn keep_heard(&mut self) {
        self.last.add(&self.read[self.kept..self.from]);
        self.kept = self.from;
    }

    /// Takes the line that ends at `end` as heard; the next begins at `next`.
    fn take_line(&mut self, end: usize, next: usize) -> Result<bool, WireError> {
        let line = self.from..end - usize::from(self.read[self.from..end].ends_with(b"\r"));
        self.said += next - self.from;
        if let Some(log) = &self.log {
            log.note(Voice::Said, &String::from_utf8_lossy(&self.read[line.clone()]));
        }
        (self.from, self.line) = (next, line);
        if MOST_SAID < self.said {
            let megabytes = MOST_SAID >> 20;
            return Err(WireError::Flood(format!("more than {megabytes} MiB for one answer")));
        }
        Ok(true)
    }

    /// Where the next line ends, looked for from `looked` on, and where the one after it begins.
    fn end_of_line(&self, looked: usize) -> Option<(usize, usize)> {
        let has_returns = self.conventions.has_returns;
        let is_end = |byte: &u8| *byte == b'\n' || has_returns && *byte == b'\r';
        let end = looked + self.read[looked..].iter().position(is_end)?;
        // The other half of a CR LF belongs to it, if it is there already.
        let is_pair = self.read[end] == b'\r' && self.read.get(end + 1) == Some(&b'\n');
        Some((end, end + 1 + usize::from(is_pair)))
    }

    /// In words, for an engine that says nothing more.
    fn how_it_ended(&mut self) -> WireError {
        let status = self.ended.within(END);
        // Its last output is in its pipes, unless another process holds them open.
        let _ = self.read_rest();
        let Some(status) = status else {
            return WireError::Ended("it closed its output, and goes on".to_owned());
        };
        let signal = status
            .signal()
            .or(status.code().map(|code| code - 128).filter(|s| (1..65).contains(s)));
        let how = match (status.code(), signal) {
            (Some(NO_START), _) => return WireError::NotStarted("it ended at once".to_owned()),
            (_, Some(signal)) => format!("signal {signal} ended it"),
            (Some(code), _) => format!("it ended with exit code {code}"),
            (None, None) => "it ended".to_owned(),
        };
        let limited =
            self.memory.map(|bytes| format!(" (its memory is limited to {} MiB)", bytes >> 20));
        WireError::Ended(how + &limited.unwrap_or_default())
    }
}

impl Process {
    /// Speaks with it no more: its warden ends it, without a farewell.
    pub(crate) fn abandon(&mut self) {
        (self.stdin, self.stdout, self.stderr) = (None, None, None);
        if !self.is_watched {
            let _ = kill_process_group(self.pid, Signal::KILL);
        }
    }
}

impl Wire for Process {
    fn say(&mut self, lines: &str) -> Result<(), WireError> {
        if let Some(log) = &self.log {
            lines.lines().for_each(|line| log.note(Voice::Told, line));
        }
        let lines = if self.conventions.has_returns {
            Cow::Owned(lines.replace('\n', "\r\n"))
        } else {
            Cow::Borrowed(lines)
        };
        let mut left = lines.as_bytes();
        let until = Instant::now() + END;
        while !left.is_empty() {
            let Some(stdin) = &mut self.stdin else {
                return Err(WireError::Ended("it has ended".to_owned()));
            };
            match stdin.write(left) {
                Ok(count) => left = &left[count..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    if until <= Instant::now() {
                        return Err(WireError::Ended("it doesn't read its input".to_owned()));
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

    fn hear(&mut self, wait: Duration) -> Result<bool, WireError> {
        let mut until = None;
        let mut looked = self.from;
        loop {
            if let Some((end, next)) = self.end_of_line(looked) {
                return self.take_line(end, next);
            }
            if LONGEST_LINE < self.read.len() - self.from {
                let what = format!("a line without an end, after {} MiB", LONGEST_LINE >> 20);
                self.keep_heard();
                self.last.add(&self.read[self.from..self.from + LONGEST_LINE]);
                return Err(WireError::Flood(what));
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
            // Earlier output is gone.
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

    fn last_words(&mut self, is_over: bool) -> String {
        use std::fmt::Write as _;
        let mut text = String::new();
        for _ in 0..MOST_REST {
            if !self.has_errors() {
                break;
            }
            self.read_errors();
        }
        self.keep_heard();
        if is_over {
            self.last.add(&self.read[self.from..]);
            (self.from, self.kept) = (self.read.len(), self.read.len());
        }
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
            let farewell = self.conventions.farewell;
            if !farewell.is_empty() && self.say(farewell).is_ok() {
                self.stdin = None;
                self.ended.within(FAREWELL);
            }
        }
        if let Some(log) = &self.log {
            let how = match self.ended.within(Duration::ZERO) {
                Some(status) => format!("it ended: {status}"),
                None => "it is ended".to_owned(),
            };
            log.note(Voice::Event, &how);
        }
        // Its warden sees that nobody reads any more, and ends it.
        self.abandon();
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
    fn note(&self, status: ExitStatus) {
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

/// The end of the output.
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
