//! How far a long command is: a bar on a terminal, a line now and then in a log.

use std::{
    fmt::Write,
    io::{self, IsTerminal},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU8, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use agon_core::StopSignal;

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// The first half second is drawn nowhere: most commands are over by then.
const LATE: Duration = Duration::from_millis(500);
/// How long a log waits for the next line, unless the environment says otherwise.
const EVERY: Duration = Duration::from_secs(30);
/// The time of thought before a progress line, and the least time between two such lines on a
/// terminal.
const FIRST_WORD: Duration = Duration::from_millis(300);
const PAUSE: Duration = Duration::from_millis(100);
/// The variable that says otherwise, in seconds.
pub(crate) const VARIABLE: &str = "AGON_PROGRESS";

/// How much is printed on standard error besides errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Loudness {
    /// Nothing.
    Quiet,
    /// How far it is.
    Usual,
    /// What it does, too.
    Verbose,
}

static LOUDNESS: AtomicU8 = AtomicU8::new(Loudness::Usual as u8);

impl Loudness {
    /// Makes this the loudness of the whole process.
    pub(crate) fn set(self) {
        LOUDNESS.store(self as u8, Ordering::Relaxed);
    }

    /// Whether messages of this level are printed.
    pub(crate) fn is(self) -> bool {
        self as u8 <= LOUDNESS.load(Ordering::Relaxed)
    }
}

/// Prints a step on standard error, if `--verbose` is given.
pub(crate) fn detail(text: impl FnOnce() -> String) {
    if Loudness::Verbose.is() {
        eprintln!("agon: {}", text());
    }
}

/// Says on standard error what people should know although it is no error, unless `--quiet` is
/// given.
pub(crate) fn note(text: &str) {
    if Loudness::Usual.is() {
        eprintln!("agon: {text}");
    }
}

/// Counts `what` from `from` up to `count`, a bar on the terminal of standard error, elsewhere a
/// line every half minute; neither on short runs. It ends with the last copy of the returned handle.
pub(crate) fn progress(what: &'static str, count: u64, from: u64) -> ProgressBar {
    progress_to(what, Some(count), from)
}

/// The same where nobody knows how many there will be: with its message in place of the time that is left.
pub(crate) fn progress_until_clear(what: &'static str, from: u64) -> ProgressBar {
    progress_to(what, None, from)
}

fn progress_to(what: &'static str, count: Option<u64>, from: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(count, ProgressDrawTarget::hidden());
    bar.set_position(from);
    if !Loudness::Usual.is() {
        return bar;
    }
    if io::stderr().is_terminal() {
        bar.set_style(style(what, count, from));
        let late = bar.downgrade();
        thread::spawn(move || {
            thread::sleep(LATE);
            if let Some(bar) = late.upgrade().filter(|bar| !bar.is_finished()) {
                bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
            }
        });
    } else {
        let every = every();
        let now_and_then = bar.downgrade();
        thread::spawn(move || {
            loop {
                thread::sleep(every);
                match now_and_then.upgrade() {
                    Some(bar) if !bar.is_finished() => {
                        eprintln!("agon: {}", line(&bar, what, from));
                    }
                    _ => return,
                }
            }
        });
    }
    bar
}

/// Lets `bar` count up to what is known by now, where more is done than was known when it began: later rounds
/// depend on results.
pub(crate) fn stretch(bar: &ProgressBar, done: u64, known: impl FnOnce() -> u64) {
    if bar.length().is_some_and(|length| length < done) {
        bar.set_length(known());
    }
}

/// Says now and then how far a search is, whose end nobody knows: in one place on the terminal of standard
/// error, elsewhere as a line every half minute. It may be called as often as you like.
pub(crate) struct Meanwhile {
    begun: Instant,
    is_terminal: bool,
    pause: Duration,
    /// When the next line is printed, if any is, and whether one was.
    state: Mutex<(Option<Duration>, bool)>,
}

impl Meanwhile {
    /// Nothing is printed so far.
    pub(crate) fn new() -> Meanwhile {
        let is_terminal = io::stderr().is_terminal();
        let pause = if is_terminal { PAUSE } else { every() };
        let first = if is_terminal { FIRST_WORD } else { pause };
        let state = Mutex::new((Loudness::Usual.is().then_some(first), false));
        Meanwhile { begun: Instant::now(), is_terminal, pause, state }
    }

    /// Whether anything will be printed.
    pub(crate) fn is_heard(&self) -> bool {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).0.is_some()
    }

    /// Says this, if it is time to.
    pub(crate) fn say(&self, words: impl FnOnce() -> String) {
        let now = self.begun.elapsed();
        {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            match state.0 {
                Some(next) if next <= now => *state = (Some(now + self.pause), true),
                _ => return,
            }
        }
        if !self.is_terminal {
            eprintln!("agon: {}", words());
            return;
        }
        // A line that is wider than the terminal could not be taken back.
        let width = terminal_size::terminal_size_of(io::stderr());
        let width = width.map_or(80, |(width, _)| usize::from(width.0)).max(2) - 1;
        let line: String = words().chars().take(width).collect();
        eprint!("\r\x1b[2K{line}");
    }

    /// Does `work`, and meanwhile shows the number of positions searched, which `stop` counts.
    pub(crate) fn during<T>(&self, stop: &StopSignal, work: impl FnOnce() -> T) -> T {
        if !self.is_heard() {
            return work();
        }
        thread::scope(|scope| {
            let (done, is_done) = mpsc::channel::<()>();
            // Without a thread there is no word of it.
            let _ = thread::Builder::new().spawn_scoped(scope, move || {
                while is_done.recv_timeout(PAUSE) == Err(mpsc::RecvTimeoutError::Timeout) {
                    let looked = stop.looked();
                    if 0 < looked {
                        let pace = rate(looked as f64 / self.begun.elapsed().as_secs_f64());
                        self.say(|| format!("{} positions, {pace}", HumanCount(looked)));
                    }
                }
            });
            let worked = work();
            drop(done);
            worked
        })
    }
}

impl Drop for Meanwhile {
    fn drop(&mut self) {
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        if self.is_terminal && state.1 {
            eprint!("\r\x1b[2K");
        }
    }
}

/// Shows the progress of a loop elsewhere, which says how far it is and how much there is.
pub(crate) struct Counting {
    what: &'static str,
    bar: Option<ProgressBar>,
    shown: u64,
}

impl Counting {
    /// So far nothing of `what`.
    pub(crate) fn of(what: &'static str) -> Counting {
        Counting { what, bar: None, shown: 0 }
    }

    /// How much is done, and of how much.
    pub(crate) fn tick(&mut self, done: u64, of: u64) {
        let bar = self.bar.get_or_insert_with(|| progress(self.what, of, 0));
        // Once in a while is enough for people, and costs nothing.
        if 256 <= done.abs_diff(self.shown) {
            self.shown = done;
            // Of several files the next may have another number.
            bar.set_length(of);
            bar.set_position(done);
        }
    }
}

impl Drop for Counting {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn style(what: &str, count: Option<u64>, from: u64) -> ProgressStyle {
    let template = match count {
        Some(_) => format!("{{wide_bar}} {{human_pos}}/{{human_len}} {what}, {{pace}}"),
        None => format!("{{spinner}} {{human_pos}} {what}, {{pace}}{{msg}}"),
    };
    let pace = move |state: &ProgressState, out: &mut dyn Write| {
        let _ = out.write_str(&pace(state.pos(), state.len().unwrap_or(0), from, state.elapsed()));
    };
    let style = ProgressStyle::with_template(&template).expect("the template is well-formed");
    style.with_key("pace", pace)
}

fn every() -> Duration {
    let seconds = std::env::var(VARIABLE).ok().and_then(|text| text.trim().parse().ok());
    seconds.filter(|&seconds: &f64| (0.01..1e9).contains(&seconds)).map_or(EVERY, Duration::from_secs_f64)
}

/// One line of a log.
fn line(bar: &ProgressBar, what: &str, from: u64) -> String {
    let (done, count) = (bar.position(), bar.length());
    let pace = pace(done, count.unwrap_or(0), from, bar.elapsed());
    match count {
        Some(count) => format!("{} of {} {what}, {pace}", HumanCount(done), HumanCount(count)),
        None => format!("{} {what}, {pace}{}", HumanCount(done), bar.message()),
    }
}

/// How fast it went from `from` to `done`, and how long the rest takes at that: what comes in lots, with
/// pauses between them, has no other rate.
fn pace(done: u64, count: u64, from: u64, elapsed: Duration) -> String {
    let per_second = done.saturating_sub(from) as f64 / elapsed.as_secs_f64().max(0.001);
    let left = Duration::try_from_secs_f64(count.saturating_sub(done) as f64 / per_second);
    let left = left.ok().filter(|left| !left.is_zero());
    let left = left.map_or(String::new(), |left| format!(", about {} left", HumanDuration(left)));
    format!("{}{left}", rate(per_second))
}

/// How many a second, with three digits.
pub(crate) fn rate(per_second: f64) -> String {
    match per_second {
        rate if rate < 9.995 => format!("{rate:.2}/s"),
        rate if rate < 99.95 => format!("{rate:.1}/s"),
        rate if rate < 9_999.5 => format!("{rate:.0}/s"),
        rate if rate < 999_950.0 => format!("{:.0} k/s", rate / 1e3),
        rate => format!("{:.2} M/s", rate / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use indicatif::ProgressBar;

    use super::{pace, rate, stretch};

    #[test]
    fn no_more_is_done_than_there_is() {
        let bar = ProgressBar::hidden();
        bar.set_length(72);
        for (done, known, of) in [(71, 0, 72), (72, 0, 72), (73, 144, 144), (144, 0, 144), (200, 288, 288)] {
            bar.set_position(done);
            stretch(&bar, done, || known);
            assert_eq!((bar.position(), bar.length()), (done, Some(of)));
        }
    }

    #[test]
    fn what_comes_in_lots_has_the_rate_of_all_of_it() {
        let after = |seconds| pace(512, 2000, 256, Duration::from_secs(seconds));
        assert_eq!(after(64), "4.00/s, about 6 minutes left");
        assert_eq!(after(128), "2.00/s, about 12 minutes left");
        assert_eq!(pace(2000, 2000, 0, Duration::from_secs(100)), "20.0/s");
        for (done, elapsed) in [(256, Duration::from_secs(9)), (256, Duration::ZERO)] {
            assert!(!pace(done, 2000, 256, elapsed).contains("left"));
        }
    }

    #[test]
    fn rates_have_three_digits_or_so() {
        let said: Vec<String> =
            [0.0, 0.126, 12.34, 512.7, 9_000.0, 253_555.346, 1_234_567.0].into_iter().map(rate).collect();
        assert_eq!(said, ["0.00/s", "0.13/s", "12.3/s", "513/s", "9000/s", "254 k/s", "1.23 M/s"]);
    }
}
