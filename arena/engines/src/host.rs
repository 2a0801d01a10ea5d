//! What every engine has, whatever it speaks: its process, its limits, and its clock.

use std::{
    collections::BTreeSet,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use agon_core::{Failure, Habits, Options, SetupError, Trouble, Turn};

use crate::{
    limits::Limits,
    process::{Conventions, Process},
    program::Program,
    wire::{Talk, Wire as _, in_words},
};

/// What the arena reckons for an engine when it decides how many stay seated. What it really takes is
/// its own affair.
pub(crate) const MEMORY: u64 = 32 << 20;

/// The process of an engine, and its clock.
pub(crate) struct Host {
    pub(crate) program: Program,
    pub(crate) limits: Limits,
    startup: Duration,
    patience: Duration,
    is_random: bool,
    /// Whether every game has a process of its own.
    restarts: bool,
    conventions: Conventions,
    process: Option<Process>,
    /// A process that was asked to end, and perhaps has not yet.
    leaving: Option<Process>,
    /// What is left on its clock, and its margin: so much it may still take in all. What it took of the
    /// margin it owes, until increments have paid for it.
    purse: Duration,
    /// What the arena allows for a move, and by how much an answer may be later.
    allowed: Option<(Duration, Duration)>,
}

/// How long an answer may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Times {
    /// The time it is given for this move.
    pub(crate) move_time: Option<Duration>,
    /// The time left on its clock, and its increment per move.
    pub(crate) clock: Option<(Duration, Duration)>,
    /// When it is late.
    limit: Duration,
    /// Whether that is so by a limit of its own.
    is_own: bool,
    /// When nobody waits any more, where the arena's own limit holds.
    last: Option<Duration>,
}

/// So much later than the latest answer that counts nobody waits for one: the arena's watchdog does not
/// wait much longer.
const LAST: Duration = Duration::from_millis(25);

/// The least time to receive a game from its beginning: some programs take long games move by move, and one quick
/// answer does not mean that hundreds are quick.
const LEAST_PREPARATION: Duration = Duration::from_secs(60);

impl Host {
    /// What the options say.
    pub(crate) fn of(options: &Options, conventions: Conventions) -> Result<Host, SetupError> {
        Ok(Host {
            program: Program::of(options)?,
            limits: Limits::of(options)?,
            startup: Duration::from_millis(options.whole("startup")),
            patience: Duration::from_secs(options.whole("patience")),
            is_random: options.flag("random"),
            restarts: options.flag("restart"),
            conventions,
            process: None,
            leaving: None,
            purse: Duration::ZERO,
            allowed: None,
        })
    }

    /// Has the process run, for another game. The conversation with it, and whether it is to be greeted first.
    pub(crate) fn started(&mut self) -> Result<(Talk<'_>, bool), Failure> {
        self.leaving = None;
        if self.restarts {
            self.dismiss(false);
        }
        let is_new = self.process.is_none();
        if is_new {
            let started = Process::start(&self.program, self.conventions);
            self.process = Some(started.map_err(|broken| broken.into_failure(""))?);
        }
        let is_known = seasoned().contains(&self.program);
        let limit = if is_known { self.startup.max(self.patience) } else { self.startup };
        let mut talk = self.talk();
        talk.greet_within(limit);
        Ok((talk, is_new))
    }

    /// The game has begun, or it was not to be had.
    pub(crate) fn readied(&mut self, begun: Result<(), Failure>) -> Result<(), Failure> {
        if let (Ok(()), Some(process)) = (&begun, &mut self.process) {
            process.forget();
        }
        if begun.is_err() {
            self.dismiss(false);
        } else if !seasoned().contains(&self.program) {
            seasoned().insert(self.program.clone());
        }
        begun
    }

    /// The conversation with the process, which runs.
    pub(crate) fn talk(&mut self) -> Talk<'_> {
        Talk::new(self.process.as_mut().expect("it runs once it is ready"))
    }

    /// Whether the process runs, as far as is known.
    pub(crate) fn is_running(&self) -> bool {
        self.process.is_some()
    }

    /// A fault: nobody knows what the process thinks it has done, so the next game has another. Where a clock
    /// runs nobody waits until it has ended.
    pub(crate) fn dismiss(&mut self, is_timed: bool) {
        self.leaving = self.process.take().filter(|_| is_timed);
        if let Some(process) = &mut self.leaving {
            process.abandon();
        }
    }

    /// Every game has a process of its own from now on.
    pub(crate) fn restart(&mut self) {
        self.restarts = true;
    }

    /// The arena allows so much for a move, if it sets a limit, and so much more for an answer that is
    /// late.
    pub(crate) fn allow(&mut self, move_time: Option<Duration>, margin: Duration) {
        self.allowed = move_time.map(|time| (time, margin));
    }

    /// A new game begins: its clock is set.
    pub(crate) fn set_clock(&mut self) {
        let start = self.limits.clock.map_or(Duration::ZERO, |clock| clock.start);
        self.purse = start + self.limits.margin;
    }

    /// How long it may take in this turn.
    pub(crate) fn times(&self, turn: &Turn<'_>) -> Times {
        let margin = self.limits.margin;
        let left = self.purse.saturating_sub(margin);
        let clock = self.limits.clock.map(|clock| (left, clock.increment));
        let for_move = self.limits.move_time.map(|time| time.saturating_add(margin));
        let own = shortest(for_move, clock.map(|_| self.purse));
        let last = turn
            .deadline
            .zip(self.allowed)
            .map(|(deadline, (time, margin))| deadline.max(time).saturating_add(margin).saturating_add(LAST));
        // Patience is for where no clock runs.
        let limit = own.or(last).unwrap_or(self.patience);
        let move_time = shortest(self.limits.move_time, turn.deadline);
        Times { move_time, clock, limit, is_own: own.is_some(), last }
    }

    /// The conversation in which it is asked for its move.
    pub(crate) fn talk_in<'a>(&'a mut self, turn: &Turn<'a>, times: &Times) -> Talk<'a> {
        let preparation = self.preparation();
        let mut talk = self.talk();
        talk.within_after(preparation, times.limit);
        talk.until(turn.stop, times.last);
        talk
    }

    /// It has answered after so long: its clock is pressed, unless it was late.
    pub(crate) fn press(&mut self, taken: Duration, turn: &Turn<'_>, times: &Times) -> Result<(), Failure> {
        // The arena's own limit is the arena's to judge.
        if times.limit < taken && (times.is_own || turn.deadline.is_none()) {
            let trouble = if times.is_own { Trouble::TooLate } else { Trouble::Hung };
            let words = self.process.as_mut().map(|process| process.last_words(false));
            let (had, words) = (in_words(times.limit), words.unwrap_or_default());
            return Err(Failure::Outside(trouble, format!("no answer within {had}{words}")));
        }
        if let Some(clock) = self.limits.clock {
            self.purse = self.purse.saturating_sub(taken).saturating_add(clock.increment);
        }
        Ok(())
    }

    /// What its moves depend on, if what it draws itself comes from where nobody can draw again.
    pub(crate) fn habits(&self, draws_elsewhere: bool) -> Habits {
        let has_clock = self.limits.is_timed() || self.is_random && draws_elsewhere;
        let habits = Habits::NONE.with_follows(true).with_outside(true);
        habits.with_random(self.is_random).with_clock(has_clock)
    }

    /// Whether its moves differ from game to game.
    pub(crate) fn is_random(&self) -> bool {
        self.is_random
    }

    /// How long it may take over the moves played, before it is asked for its own.
    pub(crate) fn preparation(&self) -> Duration {
        self.patience.max(LEAST_PREPARATION)
    }

    /// How long an answer takes at most where no clock runs.
    pub(crate) fn patience(&self) -> Duration {
        self.patience
    }
}

fn shortest(one: Option<Duration>, two: Option<Duration>) -> Option<Duration> {
    [one, two].into_iter().flatten().min()
}

/// The programs that have been ready before: the command is right, and where they are late now the
/// machine is busy. So `startup` finds a mistake soon, and costs nobody a game.
fn seasoned() -> MutexGuard<'static, BTreeSet<Program>> {
    static SEASONED: Mutex<BTreeSet<Program>> = Mutex::new(BTreeSet::new());
    SEASONED.lock().unwrap_or_else(PoisonError::into_inner)
}
