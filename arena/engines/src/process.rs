//! An engine as a process: started under its warden, spoken to by pipes, ended with all it started.
//!
//! Nothing waits for ever and nothing grows: who plays reads the engine's output itself, as much at a
//! time as there is, and what nobody reads stays in the pipe, where the engine has to wait with it.

use std::{
    borrow::Cow,
    io::{self, Read, Write},
    os::unix::process::{CommandExt, ExitStatusExt},
    process::{ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    fs::{OFlags, fcntl_getfl, fcntl_setfl},
    process::{Pid, Signal, kill_process, kill_process_group},
};

use crate::{
    ended::Ended,
    log::{Log, Voice},
    own_file::{OwnUse, own_file},
    printed::{CHUNK, Printed},
    program::Program,
    refusal::said,
    tail::Tail,
    warden::{self, NO_START, Orders},
    wire::{Wire, WireError},
};

/// So many times is read what may be left in its pipes, each time a chunk.
const MOST_REST: usize = 256;
/// How long it may take to end by itself.
const FAREWELL: Duration = Duration::from_millis(300);
/// How long its warden may take to end it.
const END: Duration = Duration::from_secs(2);

/// A running engine.
pub(crate) struct Process {
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    output: Printed,
    /// The end of what it printed on its error output.
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
        let refuse = |error: io::Error| WireError::NotStarted(format!("{program}: {}", said(&error)));
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
        let flags = fcntl_getfl(&stdin).and_then(|flags| fcntl_setfl(&stdin, flags | OFlags::NONBLOCK));
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
            output: Printed::new(conventions.has_returns),
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
            let wait = Timespec { tv_sec: wait.as_secs() as _, tv_nsec: wait.subsec_nanos().into() };
            match poll(&mut fds, Some(&wait)) {
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(error) => {
                    return Err(WireError::Ended(format!("its pipes broke: {}", said(&error.into()))));
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
        let Some(stdout) = &mut self.stdout else { return Ok(false) };
        match self.output.read(stdout) {
            Ok(0) => {
                self.stdout = None;
                Err(self.how_it_ended())
            }
            Ok(_) => self.output.fits().map(|()| true),
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

    /// In words, for an engine that says nothing more.
    fn how_it_ended(&mut self) -> WireError {
        let status = self.ended.within(END);
        // Its last output is in its pipes, unless another process holds them open.
        let _ = self.read_rest();
        let Some(status) = status else {
            return WireError::Ended("it closed its output, and goes on".to_owned());
        };
        let signal = status.signal().or(status.code().map(|code| code - 128).filter(|s| (1..65).contains(s)));
        let how = match (status.code(), signal) {
            (Some(NO_START), _) => return WireError::NotStarted("it ended at once".to_owned()),
            (_, Some(signal)) => format!("signal {signal} ended it"),
            (Some(code), _) => format!("it ended with exit code {code}"),
            (None, None) => "it ended".to_owned(),
        };
        let limited = self.memory.map(|bytes| format!(" (its memory is limited to {} MiB)", bytes >> 20));
        WireError::Ended(how + &limited.unwrap_or_default())
    }
}

impl Process {
    /// A game begins: its last words are those since then, whatever the process did before.
    pub(crate) fn forget(&mut self) {
        self.output.forget();
        for _ in 0..MOST_REST {
            if !self.has_errors() {
                break;
            }
            self.read_errors();
        }
        self.last_errors = Tail::default();
    }

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
        let lines =
            if self.conventions.has_returns { Cow::Owned(lines.replace('\n', "\r\n")) } else { Cow::Borrowed(lines) };
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
        loop {
            if self.output.take_line()? {
                if let Some(log) = &self.log {
                    log.note(Voice::Said, &self.output.line_in_full());
                }
                return self.output.is_one_answer().map(|()| true);
            }
            let now = Instant::now();
            let until =
                *until.get_or_insert_with(|| now.checked_add(wait).unwrap_or(now + Duration::from_secs(1 << 30)));
            if !self.read_more(until, false)? && until <= Instant::now() {
                return Ok(false);
            }
        }
    }

    fn heard(&self) -> &str {
        self.output.line()
    }

    fn heard_in_full(&self) -> Cow<'_, str> {
        self.output.line_in_full()
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
        let printed = self.output.last(is_over).lines();
        let errors = self.last_errors.lines();
        for (what, lines) in [("last it printed", printed), ("on its error output", errors)] {
            if !lines.is_empty() {
                let _ = write!(text, "; {what}: {lines}");
            }
        }
        text
    }

    fn settle(&mut self) {
        self.output.settle();
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
