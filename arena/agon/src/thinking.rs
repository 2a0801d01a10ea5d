//! Players that are asked while a person waits: what they think is seen, and Ctrl-C makes them answer.

use std::{
    cell::Cell,
    io::{self, IsTerminal, Write},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use agon_arena::play::WallClock;
use agon_core::{
    AnyMove, AnyPosition, Clock, Decision, Listener, Player, Seat, StopSignal, Stream, line,
};
use agon_table::SearchLimits;

use crate::{failed::Failed, figure, progress::Loudness};

/// How long a player thinks before its thoughts are shown.
const FIRST_WORD: Duration = Duration::from_millis(300);

/// The least time between two lines about it.
const PAUSE: Duration = Duration::from_millis(100);

/// Asks players while a person waits. There is one of it in a process.
pub(crate) struct Waiting {
    stop: StopSignal,
    /// Whether a player is being asked.
    is_on: Arc<AtomicBool>,
    /// What is said when the game is left by Ctrl-C.
    farewell: Arc<Mutex<String>>,
}

impl Waiting {
    /// Listens to Ctrl-C: while a player thinks it must answer; otherwise the game is left.
    ///
    /// # Errors
    ///
    /// Where nobody can listen to it.
    pub(crate) fn begin() -> Result<Waiting, Failed> {
        let thinking = Waiting {
            stop: StopSignal::new(),
            is_on: Arc::new(AtomicBool::new(false)),
            farewell: Arc::new(Mutex::new(String::new())),
        };
        let (stop, is_on) = (thinking.stop.clone(), Arc::clone(&thinking.is_on));
        let farewell = Arc::clone(&thinking.farewell);
        let heard = ctrlc::set_handler(move || {
            if is_on.load(Ordering::Relaxed) && !stop.is_given() {
                stop.give();
                return;
            }
            let words = farewell.lock().unwrap_or_else(PoisonError::into_inner);
            let mut out = io::stdout();
            // Nobody may be reading.
            let _ = write!(out, "\n{words}").and_then(|()| out.flush());
            std::process::exit(i32::from(Failed::INTERRUPTED));
        });
        heard.map_err(Failed::trouble)?;
        Ok(thinking)
    }

    /// What is said when the game is left by Ctrl-C.
    pub(crate) fn leave_with(&self, words: String) {
        *self.farewell.lock().unwrap_or_else(PoisonError::into_inner) = words;
    }

    /// Asks a player for its move, within `deadline` if there is one; what it thinks is seen on the
    /// terminal of standard error meanwhile.
    ///
    /// # Errors
    ///
    /// Why it gave none.
    pub(crate) fn ask(
        &self,
        player: &mut dyn Player,
        here: &AnyPosition,
        seat: Seat,
        stream: &mut Stream,
        deadline: Option<Duration>,
    ) -> Result<Decision<AnyMove>, String> {
        let clock = WallClock::start();
        let is_seen = io::stderr().is_terminal() && Loudness::Usual.is();
        let (said, next) = (Cell::new(false), Cell::new(FIRST_WORD));
        let listener = |answer: &Decision<AnyMove>| {
            let now = clock.elapsed();
            if next.get() <= now {
                next.set(now + PAUSE);
                said.set(true);
                eprint!("\r\x1b[2K{}", words(here, answer));
            }
        };
        let listener: Option<Listener<'_>> = if is_seen { Some(&listener) } else { None };
        let asked =
            SearchLimits { deadline, stop: Some(&self.stop), listener, ..SearchLimits::default() };
        self.stop.withdraw();
        self.is_on.store(true, Ordering::Relaxed);
        let answer = agon_table::ask(player, here, seat, stream, asked);
        self.is_on.store(false, Ordering::Relaxed);
        if said.get() {
            eprint!("\r\x1b[2K");
        }
        answer
    }
}

/// The best answer so far, in a line.
pub(crate) fn words(here: &AnyPosition, answer: &Decision<AnyMove>) -> String {
    let mut words = Vec::new();
    if let Some(depth) = answer.depth {
        words.push(format!("depth {depth}"));
    }
    if let Some(value) = answer.value {
        words.push(format!("value {}{}", answer.bound.words(), figure::plain(value)));
    }
    let best = [answer.m];
    let expected =
        if answer.pv.is_empty() { &best[..] } else { &answer.pv[..answer.pv.len().min(6)] };
    words.push(line::write_line(here, expected));
    if 0 < answer.nodes {
        words.push(format!("{} positions", figure::grouped(answer.nodes)));
    }
    words.extend(answer.remarks(here));
    words.join("  ")
}
