//! Ctrl-C, SIGTERM and SIGHUP: whatever a command is doing, it ends within a second, with what it has so
//! far, and its exit code is 130.
//!
//! One thread listens from the start of the process. A command that says nothing is left at once. One that
//! can do better says so: with words of farewell ([`leave_with`]), by ending of itself ([`end_by_itself`]),
//! or by doing something else with the first Ctrl-C ([`take_first`]). What waits for a terminal, a pipe or
//! a disk cannot hold it up: nothing is waited for longer than [`PATIENCE`], or what the command asks for,
//! and [`LAST`], and no lock is held while something is written.

use std::{
    io::{self, IsTerminal, Write},
    mem,
    process::ExitCode,
    sync::{
        Arc, LazyLock, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};

use agon_core::StopSignal;

use crate::{
    failed::{Failed, printable},
    progress::note,
};

/// How long a command may take that ends by itself.
const PATIENCE: Duration = Duration::from_millis(600);

/// How long the last words may take.
const LAST: Duration = Duration::from_millis(250);

/// The signals received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EndSignal {
    /// Ctrl-C.
    Interrupt,
    /// Another request to end, or the terminal is gone.
    End,
}

/// The last words of a command that is left.
#[derive(Clone, Debug, Default)]
pub(crate) struct LastWords {
    /// On standard output.
    pub(crate) out: String,
    /// On standard error.
    pub(crate) err: String,
}

type Farewell = Arc<dyn Fn() -> LastWords + Send + Sync>;

/// What a signal does to the command.
#[derive(Clone)]
struct WayOut {
    /// The last words when it is left.
    farewell: Farewell,
    /// The exit code of a command that is left.
    code: u8,
    /// Whether it ends by itself, and the message when it begins to.
    by_itself: Option<Farewell>,
    /// How long it may take then.
    patience: Duration,
    /// Whether the signal is taken for something else than a request to end.
    take: Option<Arc<dyn Fn(EndSignal) -> bool + Send + Sync>>,
}

static WAY_OUT: LazyLock<Mutex<WayOut>> = LazyLock::new(|| {
    Mutex::new(WayOut {
        farewell: Arc::new(|| LastWords { err: "interrupted".to_owned(), ..LastWords::default() }),
        code: Failed::INTERRUPTED,
        by_itself: None,
        patience: PATIENCE,
        take: None,
    })
});
static ASKED: AtomicBool = AtomicBool::new(false);
static LEAVING: AtomicBool = AtomicBool::new(false);
static STOP: LazyLock<StopSignal> = LazyLock::new(StopSignal::unexpected);
/// Output that is not written yet, and whether some of it is being written.
static PENDING: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static WRITING: AtomicBool = AtomicBool::new(false);

/// How much output is collected before it is written.
const LOT: usize = 1 << 16;

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Listens from now on.
///
/// # Errors
///
/// Where the system has no way to.
pub(crate) fn listen() -> io::Result<()> {
    system::listen(heard)
}

/// Whether this process was asked to end.
pub(crate) fn is_asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// What makes searches end when this process is asked to. They go as they would without it.
pub(crate) fn stop() -> &'static StopSignal {
    &STOP
}

/// The last words of this process.
pub(crate) fn leave_with(farewell: impl Fn() -> LastWords + Send + Sync + 'static) {
    held(&WAY_OUT).farewell = Arc::new(farewell);
}

/// From now on the command ends by itself soon after [`is_asked`] or [`stop`] say so, with `code` if it
/// has to be left after all. The text of `begin` is printed when it is asked to.
pub(crate) fn end_by_itself(code: u8, begin: impl Fn() -> LastWords + Send + Sync + 'static) {
    let mut way_out = held(&WAY_OUT);
    way_out.code = code;
    way_out.by_itself = Some(Arc::new(begin));
}

/// The same for a command that has something to bring to its end, and takes so long for it at most. A second signal
/// still ends it at once.
#[cfg(feature = "serve")]
pub(crate) fn end_within(code: u8, patience: Duration, begin: impl Fn() -> LastWords + Send + Sync + 'static) {
    end_by_itself(code, begin);
    held(&WAY_OUT).patience = patience;
}

/// From now on `take` is asked first, which says whether it took a signal for something else.
pub(crate) fn take_first(take: impl Fn(EndSignal) -> bool + Send + Sync + 'static) {
    held(&WAY_OUT).take = Some(Arc::new(take));
}

fn heard(signal: EndSignal) {
    let way_out = held(&WAY_OUT).clone();
    if way_out.take.is_some_and(|take| take(signal)) {
        return;
    }
    let is_second = ASKED.swap(true, Ordering::Relaxed);
    STOP.give();
    let Some(begin) = way_out.by_itself.filter(|_| !is_second) else { leave() };
    let watch = thread::Builder::new().spawn(move || {
        thread::sleep(way_out.patience);
        leave()
    });
    if watch.is_err() {
        leave();
    }
    // Nobody may be reading, so the next signal must be heard meanwhile.
    let _ = thread::Builder::new().spawn(move || {
        let words = begin();
        if !words.err.is_empty() {
            note(&words.err);
        }
    });
}

/// Leaves: says the last words, as far as somebody reads, and ends the process.
pub(crate) fn leave() -> ! {
    let way_out = held(&WAY_OUT).clone();
    if !LEAVING.swap(true, Ordering::Relaxed) {
        let (say, said) = mpsc::channel();
        let farewell = way_out.farewell;
        let sayer = thread::Builder::new().spawn(move || {
            // Nobody may be reading.
            let _ = part(&farewell());
            let _ = say.send(());
        });
        if sayer.is_ok() {
            let _ = said.recv_timeout(LAST);
        }
        system::exit(way_out.code);
    }
    loop {
        thread::park();
    }
}

/// Writes the last message.
fn part(words: &LastWords) -> io::Result<()> {
    system::end_of_editing();
    while WRITING.load(Ordering::Acquire) {
        thread::sleep(Duration::from_millis(2));
    }
    let mut out = mem::take(&mut *held(&PENDING));
    out.extend(words.out.as_bytes());
    if !out.is_empty() {
        system::raw_out()?.write_all(&out)?;
    }
    if !words.err.is_empty() {
        let fresh = if io::stderr().is_terminal() { "\r\x1b[2K" } else { "" };
        let text = format!("{fresh}agon: {}\n", printable(&words.err));
        system::raw_err()?.write_all(text.as_bytes())?;
    }
    Ok(())
}

/// Does what a line editor needs, which sets the terminal as it likes: it is set back if this process is
/// left meanwhile.
#[cfg(feature = "editor")]
pub(crate) fn editing<T>(edit: impl FnOnce() -> T) -> T {
    system::editing(edit)
}

/// Standard output, in large pieces. The rest is written when the process ends.
#[derive(Debug)]
pub(crate) struct Out(());

impl Out {
    /// There is one of it at a time.
    pub(crate) fn new() -> Out {
        Out(())
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut pending = held(&PENDING);
        pending.extend(bytes);
        let is_much = LOT <= pending.len();
        drop(pending);
        if is_much {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        WRITING.store(true, Ordering::Release);
        let bytes = mem::take(&mut *held(&PENDING));
        let mut out = io::stdout();
        let written = out.write_all(&bytes).and_then(|()| out.flush());
        WRITING.store(false, Ordering::Release);
        written
    }
}

/// The exit code of a command that ended by itself.
pub(crate) fn exit_code(code: u8) -> ExitCode {
    if LEAVING.load(Ordering::Relaxed) {
        leave();
    }
    ExitCode::from(code)
}

#[cfg(unix)]
mod system {
    use std::{
        fs::{self, File},
        io::{self, Read},
        os::{fd::AsFd, unix::net::UnixStream},
        sync::{
            Arc, Mutex,
            atomic::{AtomicUsize, Ordering},
        },
        thread,
    };

    use rustix::termios::{OptionalActions, Termios, tcsetattr};
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM},
        flag, low_level,
    };

    use crate::signals::{EndSignal, held};

    /// How the terminal was before a line was edited on it.
    static TERMINAL: Mutex<Option<Termios>> = Mutex::new(None);

    pub(super) fn listen(heard: fn(EndSignal)) -> io::Result<()> {
        let (mut signals, sent) = UnixStream::pair()?;
        let last = Arc::new(AtomicUsize::new(0));
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            // Started by nohup it is meant to stay.
            if signal == SIGHUP && is_ignored(signal) {
                continue;
            }
            flag::register_usize(signal, Arc::clone(&last), signal as usize)?;
            low_level::pipe::register(signal, sent.try_clone()?)?;
        }
        let listener = thread::Builder::new().name("signals".to_owned());
        listener.spawn(move || {
            while signals.read_exact(&mut [0]).is_ok() {
                let is_interrupt = last.load(Ordering::SeqCst) == SIGINT as usize;
                heard(if is_interrupt { EndSignal::Interrupt } else { EndSignal::End });
            }
        })?;
        Ok(())
    }

    /// Whether this process was started to ignore a signal; `false` where the system does not say.
    fn is_ignored(signal: i32) -> bool {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
    }

    /// Standard output, whether or not its lock is held.
    pub(super) fn raw_out() -> io::Result<File> {
        Ok(File::from(io::stdout().as_fd().try_clone_to_owned()?))
    }

    /// Standard error, whether or not its lock is held.
    pub(super) fn raw_err() -> io::Result<File> {
        Ok(File::from(io::stderr().as_fd().try_clone_to_owned()?))
    }

    #[cfg(feature = "editor")]
    pub(super) fn editing<T>(edit: impl FnOnce() -> T) -> T {
        *held(&TERMINAL) = rustix::termios::tcgetattr(io::stdin()).ok();
        let edited = edit();
        *held(&TERMINAL) = None;
        edited
    }

    /// Sets the terminal back if a line was being edited.
    pub(super) fn end_of_editing() {
        if let Some(before) = held(&TERMINAL).take() {
            // It may be gone.
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, &before);
        }
    }

    /// Ends the process at once: nothing is flushed, which could wait for a reader.
    pub(super) fn exit(code: u8) -> ! {
        low_level::exit(i32::from(code))
    }
}

#[cfg(not(unix))]
mod system {
    use std::io;

    use crate::signals::EndSignal;

    pub(super) fn listen(heard: fn(EndSignal)) -> io::Result<()> {
        ctrlc::set_handler(move || heard(EndSignal::Interrupt)).map_err(io::Error::other)
    }

    pub(super) fn raw_out() -> io::Result<io::Stdout> {
        Ok(io::stdout())
    }

    pub(super) fn raw_err() -> io::Result<io::Stderr> {
        Ok(io::stderr())
    }

    #[cfg(feature = "editor")]
    pub(super) fn editing<T>(edit: impl FnOnce() -> T) -> T {
        edit()
    }

    pub(super) fn end_of_editing() {}

    pub(super) fn exit(code: u8) -> ! {
        std::process::exit(i32::from(code))
    }
}
