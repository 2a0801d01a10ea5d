//! What every engine has, whatever it speaks: its process, its limits, and its clock.

use std::{
    collections::BTreeSet,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use agon_core::{Failure, Habits, Options, SetupError, Trouble, Turn};

use crate::{
    limits::Limits,
    process::Process,
    program::Program,
    wire::{Talk, Wire as _},
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
    farewell: &'static str,
    process: Option<Process>,
    /// What is left on its clock.
    left: Duration,
}

/// How long an answer may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Times {
    /// What it is told of time for this move.
    pub(crate) move_time: Option<Duration>,
    /// What is left on its clock, and what a move adds.
    pub(crate) clock: Option<(Duration, Duration)>,
    /// When it is late.
    limit: Duration,
    /// Whether that is so by a limit of its own.
    is_own: bool,
}

impl Host {
    /// What the options say.
    pub(crate) fn of(options: &Options, farewell: &'static str) -> Result<Host, SetupError> {
        Ok(Host {
            program: Program::of(options)?,
            limits: Limits::of(options)?,
            startup: Duration::from_millis(options.whole("startup")),
            patience: Duration::from_secs(options.whole("patience")),
            is_random: options.flag("random"),
            restarts: options.flag("restart"),
            farewell,
            process: None,
            left: Duration::ZERO,
        })
    }

    /// Has the process run, greets it by `greet` if it is new, and has it begin a game by `begin`.
    pub(crate) fn make_ready(
        &mut self,
        greet: impl FnOnce(&mut Talk<'_>) -> Result<(), Failure>,
        begin: impl FnOnce(&mut Talk<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        if self.restarts {
            self.dismiss();
        }
        let is_new = self.process.is_none();
        if is_new {
            let started = Process::start(&self.program, self.farewell);
            self.process = Some(started.map_err(|broken| broken.into_failure(""))?);
        }
        let is_known = seasoned().contains(&self.program);
        let (startup, patience) = (self.startup, self.patience);
        let mut talk = self.talk();
        talk.within(if is_known { startup.max(patience) } else { startup });
        let greeted =
            if is_new { greet(&mut talk).map_err(|failure| slow(&talk, failure)) } else { Ok(()) };
        let begun = greeted.and_then(|()| begin(&mut talk));
        if begun.is_err() {
            self.dismiss();
        } else if !is_known {
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

    /// A fault: nobody knows what the process thinks it has done, so the next game has another.
    pub(crate) fn dismiss(&mut self) {
        self.process = None;
    }

    /// A new game begins: its clock is set.
    pub(crate) fn set_clock(&mut self) {
        self.left = self.limits.clock.map_or(Duration::ZERO, |clock| clock.start);
    }

    /// How long it may take in this turn.
    pub(crate) fn times(&self, turn: &Turn<'_>) -> Times {
        let clock = self.limits.clock.map(|clock| (self.left, clock.increment));
        let own = shortest(self.limits.move_time, clock.map(|(left, _)| left));
        let limit = own.map_or(self.patience, |own| own.saturating_add(self.limits.margin));
        let move_time = shortest(self.limits.move_time, turn.deadline);
        Times { move_time, clock, limit, is_own: own.is_some() }
    }

    /// The conversation in which it is asked for its move.
    pub(crate) fn talk_in<'a>(&'a mut self, turn: &Turn<'a>, times: &Times) -> Talk<'a> {
        let mut talk = self.talk();
        talk.within(times.limit);
        talk.until(turn.stop, turn.deadline.is_some());
        talk
    }

    /// It has answered after so long: its clock is pressed, unless it was late.
    pub(crate) fn press(
        &mut self,
        taken: Duration,
        turn: &Turn<'_>,
        times: &Times,
    ) -> Result<(), Failure> {
        // The arena's own limit is the arena's to judge.
        if times.limit < taken && turn.deadline.is_none() {
            let trouble = if times.is_own { Trouble::TooLate } else { Trouble::Hung };
            let words = self.process.as_ref().map(Process::last_words).unwrap_or_default();
            let (taken, had) = (taken.as_millis(), times.limit.as_millis());
            return Err(Failure::Outside(trouble, format!("{taken} ms, and it had {had}{words}")));
        }
        if let Some(clock) = self.limits.clock {
            self.left = self.left.saturating_sub(taken).saturating_add(clock.increment);
        }
        Ok(())
    }

    /// What its moves depend on, if what it draws itself comes from where nobody can draw again.
    pub(crate) fn habits(&self, draws_elsewhere: bool) -> Habits {
        Habits {
            random: self.is_random,
            clock: self.limits.is_timed() || self.is_random && draws_elsewhere,
            follows: true,
            outside: true,
            ..Habits::default()
        }
    }

    /// Whether its moves differ from game to game.
    pub(crate) fn is_random(&self) -> bool {
        self.is_random
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

/// An engine that does not get so far within its time to start is slow; or, where it has said that it
/// doesn't understand what it was asked, of another protocol.
fn slow(talk: &Talk<'_>, failure: Failure) -> Failure {
    match failure {
        Failure::Outside(Trouble::Hung, what) if talk.is_refused() => {
            Failure::Outside(Trouble::WrongProtocol, what)
        }
        Failure::Outside(Trouble::Hung, what) => {
            let what = what + "; startup=MILLISECONDS gives it longer";
            Failure::Outside(Trouble::SlowStart, what)
        }
        other => other,
    }
}
