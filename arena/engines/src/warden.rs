//! Watches over an engine, so that nothing of it outlives the arena, whatever ends the arena.
//!
//! The arena doesn't start an engine itself. It starts its own program again, as a *warden*, in a
//! process group of its own; the warden starts the engine, in another, with the warden's own pipes.
//! No byte passes through the warden: it only waits. When the engine ends, or the arena does, which
//! the system tells it at once because nobody reads the engine's output any more, the warden kills
//! whatever the engine has left behind and ends too.
//!
//! Every process that an engine starts and leaves becomes the warden's own child (on Linux, at the
//! warden's request), so it is found even if it has left its process group or session. Between the
//! two there is a *starter*, the same program once more, which has the system kill it when the warden
//! ends, limits its own memory, and becomes the engine: limits survive that, and hold for all that
//! the engine starts.
//!
//! An engine that kills its warden ends with it. What it had started before is known by a mark in its
//! environment, and killed by the arena itself.

use std::{
    env,
    ffi::OsString,
    io,
    os::unix::process::CommandExt,
    process::{Command, ExitCode},
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    thread,
    time::Duration,
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::{
        Pid, Resource, Rlimit, Signal, WaitOptions, getpid, getppid, kill_process, kill_process_group, setrlimit, wait,
    },
};

use crate::refusal::said;

/// The first argument of a warden, and of a starter. What follows is [`Orders`].
const WARDEN: &str = "--agon-warden";
const STARTER: &str = "--agon-starter";

/// What a starter ends with if there is nothing that it could become.
pub(crate) const NO_START: i32 = 127;

/// Whether this process would know what a warden is if it were started again.
static CAN_WATCH: AtomicBool = AtomicBool::new(false);

/// To be called first of all in `main`: where this process was started to watch over an engine, does
/// that, and returns what to exit with. Otherwise engines that this process starts are watched over
/// from now on.
pub fn stand_in() -> Option<ExitCode> {
    let mut arguments = env::args_os().skip(1);
    let role = arguments.next();
    let role = role.as_ref().and_then(|role| role.to_str());
    if !matches!(role, Some(WARDEN | STARTER)) {
        CAN_WATCH.store(true, Ordering::Relaxed);
        return None;
    }
    let parent = arguments.next().and_then(|pid| Pid::from_raw(pid.to_str()?.parse().ok()?));
    let Some((parent, orders)) = parent.zip(Orders::read(arguments)) else {
        return Some(ExitCode::from(2));
    };
    if role == Some(WARDEN) {
        return Some(watch(&orders, parent));
    }
    let error = orders.become_engine(parent);
    eprintln!("{} could not be started: {}", orders.program.display(), said(&error));
    Some(ExitCode::from(NO_START as u8))
}

/// Whether engines of this process are watched over.
pub(crate) fn can_watch() -> bool {
    CAN_WATCH.load(Ordering::Relaxed)
}

/// The arguments of a warden and a starter.
pub(crate) struct Orders {
    /// How many bytes the engine may have, itself and whatever it starts each.
    pub(crate) memory: Option<u64>,
    pub(crate) program: OsString,
    pub(crate) arguments: Vec<OsString>,
}

impl Orders {
    /// How to start a warden with these orders.
    pub(crate) fn command(&self) -> Command {
        self.to(WARDEN)
    }

    fn to(&self, role: &str) -> Command {
        // The file that runs here, even if it was replaced since.
        let own =
            if cfg!(target_os = "linux") { "/proc/self/exe".into() } else { env::current_exe().unwrap_or_default() };
        let mut command = Command::new(own);
        let memory = self.memory.map_or("-".to_owned(), |bytes| bytes.to_string());
        // The started process may have another parent by then, and would not know that its own has ended.
        let parent = getpid().as_raw_nonzero().to_string();
        command.arg(role).arg(parent).arg(memory).arg(&self.program).args(&self.arguments);
        command.process_group(0);
        command
    }

    fn read(mut arguments: impl Iterator<Item = OsString>) -> Option<Orders> {
        let memory = arguments.next()?;
        let memory = match memory.to_str()? {
            "-" => None,
            bytes => Some(bytes.parse().ok()?),
        };
        Some(Orders { memory, program: arguments.next()?, arguments: arguments.collect() })
    }

    /// Becomes the engine of this warden; returns why not.
    fn become_engine(&self, warden: Pid) -> io::Error {
        #[cfg(target_os = "linux")]
        {
            use rustix::process::set_parent_process_death_signal;
            let _ = set_parent_process_death_signal(Some(Signal::KILL));
        }
        // It may have ended before the system was asked for that.
        if getppid() != Some(warden) {
            return io::Error::other("its warden has ended");
        }
        let limit = |resource, most: Option<u64>| {
            let limit = Rlimit { current: most, maximum: most };
            most.map_or(Ok(()), |_| setrlimit(resource, limit))
        };
        if let Err(error) = limit(Resource::As, self.memory) {
            return io::Error::other(format!("its memory could not be limited: {}", said(&error.into())));
        }
        let _ = limit(Resource::Core, Some(0));
        Command::new(&self.program).args(&self.arguments).exec()
    }
}

/// Starts the engine, and waits until it or the arena ends.
fn watch(orders: &Orders, arena: Pid) -> ExitCode {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_child_subreaper(Some(getpid()));
    let engine = match orders.to(STARTER).spawn() {
        Ok(engine) => engine,
        Err(error) => {
            let (name, why) = (orders.program.display(), said(&error));
            eprintln!("the warden of {name} could not go on: {why}");
            return ExitCode::from(NO_START as u8);
        }
    };
    let engine = Pid::from_child(&engine);
    // Whatever ends is reaped at once.
    thread::spawn(move || {
        loop {
            match wait(WaitOptions::empty()) {
                Ok(Some((pid, status))) if pid == engine => {
                    kill_all(engine);
                    let by_signal = status.terminating_signal().map(|signal| 128 + signal);
                    let code = status.exit_status().or(by_signal).unwrap_or(1);
                    std::process::exit(code);
                }
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(_) => {
                    kill_all(engine);
                    std::process::exit(1);
                }
            }
        }
    });
    let output = io::stdout();
    loop {
        let mut output = [PollFd::new(&output, PollFlags::empty())];
        let pause = Timespec { tv_sec: 0, tv_nsec: 250_000_000 };
        let found = poll(&mut output, Some(&pause));
        let is_unread = found.is_ok() && output[0].revents().intersects(PollFlags::ERR | PollFlags::HUP);
        // The system doesn't tell it everywhere.
        if is_unread || getppid() != Some(arena) {
            kill_all(engine);
            std::process::exit(0);
        }
    }
}

/// The variable by which whatever an engine starts is known, wherever it has gone to.
const MARK: &str = "AGON_ENGINE";

/// A mark that no other engine has: a variable and its value.
pub(crate) fn mark() -> (&'static str, String) {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    (MARK, format!("{}-{number}", getpid().as_raw_nonzero()))
}

/// Kills whatever has this mark in its environment, until nothing is left: an engine has killed its own
/// warden, and what it had started is nobody's any more.
pub(crate) fn kill_marked((name, value): &(&'static str, String)) {
    let sign = format!("{name}={value}");
    let is_marked = |pid: &i32| {
        let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment.split(|&byte| byte == 0).any(|variable| variable == sign.as_bytes())
    };
    for _ in 0..200 {
        let marked: Vec<Pid> = processes().filter(is_marked).filter_map(Pid::from_raw).collect();
        if marked.is_empty() {
            return;
        }
        for pid in marked {
            let _ = kill_process(pid, Signal::KILL);
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// Kills the engine and whatever it has started, until nothing is left.
fn kill_all(engine: Pid) {
    let _ = kill_process_group(engine, Signal::KILL);
    let own = getpid();
    for _ in 0..200 {
        let left = descendants(own);
        if left.is_empty() {
            return;
        }
        for pid in left {
            let _ = kill_process(pid, Signal::KILL);
        }
        while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
        thread::sleep(Duration::from_millis(2));
    }
}

/// The processes that descend from `own`.
fn descendants(own: Pid) -> Vec<Pid> {
    let parents: Vec<(i32, i32)> = processes().filter_map(|pid| Some((pid, parent_of(pid)?))).collect();
    let mut found = vec![own.as_raw_nonzero().get()];
    let mut next = 0;
    while let Some(&parent) = found.get(next) {
        next += 1;
        found.extend(parents.iter().filter(|(_, p)| *p == parent).map(|(pid, _)| *pid));
    }
    found[1..].iter().filter_map(|&pid| Pid::from_raw(pid)).collect()
}

/// All processes, as `/proc` has them; none where there is no `/proc`.
fn processes() -> impl Iterator<Item = i32> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten();
    entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
}

/// The parent of a process that has not ended.
fn parent_of(pid: i32) -> Option<i32> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name before may hold anything.
    let mut fields = stat[stat.rfind(')')? + 1..].split_ascii_whitespace();
    let is_alive = fields.next()? != "Z";
    let parent = fields.next()?.parse().ok()?;
    is_alive.then_some(parent)
}
