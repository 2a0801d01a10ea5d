//! A player that misbehaves, each thread by a clock of its own.

use std::{
    sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

use agon_arena::play::{Clocks, TurnedClock};
use agon_core::{
    AnyMove, AnyPosition, Decision, Failure, Habits, OptionSpec, Options, Player, PlayerPlugin, Position, Trouble,
    Turn, inventory,
};

const HOW: &[&str] =
    &["silent", "silent-on-begin", "deaf", "late", "thinker", "slow", "deep", "panic", "large", "down"];

/// What a player of the kind `deaf` waits for.
pub(crate) static DEAF: AtomicU8 = AtomicU8::new(AWAKE);
/// It was not asked yet.
const AWAKE: u8 = 0;
/// It was asked, and hears no signal.
pub(crate) const ASLEEP: u8 = 1;
/// It may go on.
pub(crate) const WOKEN: u8 = 2;

/// So many players of the kind `large` there are.
pub(crate) static LARGE: AtomicUsize = AtomicUsize::new(0);
/// The most at a time.
pub(crate) static MOST_LARGE: AtomicUsize = AtomicUsize::new(0);

/// How often a player of the kind `thinker` began to think.
pub(crate) static THINKING: AtomicU64 = AtomicU64::new(0);

/// How often a player of the kind `thinker` was asked again after it had thought.
pub(crate) static ASKED_AGAIN: AtomicU64 = AtomicU64::new(0);

/// Whether a player that waits for the stop signal has waited in vain: then no other waits.
static IN_VAIN: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// The time of this thread, which players turn on who think here: so that the time of one never takes
    /// any from those who think elsewhere.
    static OWN: TurnedClock = TurnedClock::default();
}

/// Every thread by its own clock.
pub(crate) fn clocks() -> Clocks {
    Clocks::new(|| OWN.with(TurnedClock::start))
}

/// The limit of a move wherever there is one, in milliseconds.
pub(crate) const LIMIT: u64 = 250;

/// As much of this thread's time passes, and a millisecond.
fn pass(milliseconds: u64) {
    OWN.with(|own| own.turn(Duration::from_millis(milliseconds + 1)));
}

/// Does not come back for an hour of this thread's time, and a minute of the machine's.
fn hang() {
    pass(3_600_000);
    thread::sleep(Duration::from_secs(60));
}

/// Waits until that is so, or for a minute, which only what hangs takes.
pub(crate) fn becomes_true(holds: impl Fn() -> bool) -> bool {
    let begun = Instant::now();
    while !holds() {
        if Duration::from_secs(60) < begun.elapsed() {
            return false;
        }
        thread::sleep(Duration::from_millis(1));
    }
    true
}

/// Plays the first legal move, and misbehaves when asked for the `when`th time.
struct Rogue {
    how: &'static str,
    when: u64,
    asked: u64,
}

impl Rogue {
    /// Uses up a stack of 12 MiB and more.
    fn dive(&self, depth: u32) -> u64 {
        let frame = std::hint::black_box([self.asked; 128]);
        if depth == 0 { frame[3] } else { self.dive(depth - 1) + std::hint::black_box(frame)[5] }
    }
}

impl Player for Rogue {
    fn begin(&mut self) {
        self.asked = 0;
        if self.how == "silent-on-begin" {
            hang();
        }
    }

    fn choose(&mut self, position: &AnyPosition, turn: &mut Turn<'_>) -> Result<Decision<AnyMove>, Failure> {
        self.asked += 1;
        let decision = Decision::just(position.nth(0));
        if self.asked != self.when {
            let is_again = self.how == "thinker" && self.when < self.asked;
            ASKED_AGAIN.fetch_add(u64::from(is_again), Ordering::SeqCst);
            return Ok(decision);
        }
        match self.how {
            "silent" => hang(),
            "deaf" => {
                DEAF.store(ASLEEP, Ordering::SeqCst);
                becomes_true(|| DEAF.load(Ordering::SeqCst) == WOKEN);
                DEAF.store(WOKEN, Ordering::SeqCst);
            }
            "slow" => pass(LIMIT),
            // Minds the signal only, as does a search without a look at the clock.
            "late" | "thinker" => {
                pass(LIMIT);
                THINKING.fetch_add(u64::from(self.how == "thinker"), Ordering::SeqCst);
                let is_over = || turn.stop.unwrap().is_given() || IN_VAIN.load(Ordering::SeqCst);
                IN_VAIN.fetch_or(!becomes_true(is_over), Ordering::SeqCst);
                assert!(!IN_VAIN.load(Ordering::SeqCst), "it is never told to stop");
            }
            "deep" => assert_eq!(self.dive(12_000), 12_001 * self.asked),
            "panic" => panic!("no move today"),
            // As a program of its own that ended.
            "down" => return Err(Failure::Outside(Trouble::Crashed, "exit code 1".to_owned())),
            _ => {}
        }
        Ok(decision)
    }

    fn habits(&self) -> Habits {
        Habits::NONE.with_outside(self.how == "down")
    }

    fn memory(&self) -> u64 {
        if self.how == "large" { 100 << 20 } else { 0 }
    }
}

impl Drop for Rogue {
    fn drop(&mut self) {
        if self.how == "large" {
            LARGE.fetch_sub(1, Ordering::SeqCst);
        }
    }
}

inventory::submit! {
    PlayerPlugin::new(
        "rogue",
        "misbehaves when asked for the `when`th time",
        "",
        &[
            OptionSpec::choice("how", HOW, "silent", "what it does"),
            OptionSpec::whole("when", 1..=1000, "1", "when it does it"),
        ],
        |options: &Options, _| {
            let how = HOW.iter().find(|&&how| how == options.text("how"));
            let rogue = Rogue { how: how.unwrap(), when: options.whole("when"), asked: 0 };
            if rogue.how == "large" {
                let now = LARGE.fetch_add(1, Ordering::SeqCst) + 1;
                MOST_LARGE.fetch_max(now, Ordering::SeqCst);
            }
            Ok(Box::new(rogue))
        },
    )
}
