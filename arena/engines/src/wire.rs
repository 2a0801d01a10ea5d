//! Lines to and from an engine: a process, or in tests a script.

use std::time::{Duration, Instant};

use agon_core::{Failure, StopSignal, Trouble};

/// So many bytes an engine may print for one answer.
pub(crate) const MOST_SAID: usize = 64 << 20;
/// So many lines of an answer may mean nothing to the protocol.
const MOST_UNKNOWN: u32 = 20_000;
/// How long an engine has to answer once it was told to stop.
const GRACE: Duration = Duration::from_secs(1);
/// The same where the arena's watchdog waits.
const SHORT_GRACE: Duration = Duration::from_millis(25);
/// How often the stop signal is looked at.
const LOOK: Duration = Duration::from_millis(10);

/// What connects the arena with an engine.
pub(crate) trait Wire: Send {
    /// Sends lines, each with its end.
    fn say(&mut self, lines: &str) -> Result<(), Broken>;
    /// Whether there is a next line within `wait`.
    fn hear(&mut self, wait: Duration) -> Result<bool, Broken>;
    /// The line that there was, without its end.
    fn heard(&self) -> &str;
    /// What it printed last, in words, for whoever wants to know why it failed.
    fn last_words(&self) -> String;
    /// An answer was had, or is no more waited for: what is printed from here on counts anew.
    fn settle(&mut self);
}

/// Why nothing more can be said or heard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Broken {
    /// The engine has ended: how.
    Ended(String),
    /// It could not be started: why.
    NotStarted(String),
    /// It prints more than anybody would read: what.
    Flood(String),
}

impl Broken {
    /// The failure that it is, with what was said last.
    pub(crate) fn into_failure(self, last_words: &str) -> Failure {
        let (trouble, what) = match self {
            Broken::Ended(how) => (Trouble::Crashed, how),
            Broken::NotStarted(why) => (Trouble::NotStarted, why),
            Broken::Flood(what) => (Trouble::Flooded, what),
        };
        Failure::Outside(trouble, what + last_words)
    }
}

/// A conversation with an engine: every wait has an end.
pub(crate) struct Talk<'a> {
    wire: &'a mut dyn Wire,
    /// Who may ask to stop.
    stop: Option<&'a StopSignal>,
    asked: Instant,
    /// When an answer is late, and whether that is so by a clock.
    limit: Duration,
    /// When it was told to hurry up.
    hurried: Option<Instant>,
    grace: Duration,
    /// What it was asked, for messages.
    question: String,
    unknown: u32,
    /// Whether a line refused what it was asked, in whatever words.
    is_refused: bool,
}

impl<'a> Talk<'a> {
    /// Over this wire.
    pub(crate) fn new(wire: &'a mut dyn Wire) -> Talk<'a> {
        Talk {
            wire,
            stop: None,
            asked: Instant::now(),
            limit: Duration::MAX,
            hurried: None,
            grace: GRACE,
            question: String::new(),
            unknown: 0,
            is_refused: false,
        }
    }

    /// What is asked from here on must be answered within `limit`.
    pub(crate) fn within(&mut self, limit: Duration) {
        self.limit = limit;
    }

    /// Hears this signal; the arena's watchdog gives it if `is_watched`, and doesn't wait long.
    pub(crate) fn until(&mut self, stop: Option<&'a StopSignal>, is_watched: bool) {
        self.stop = stop;
        self.grace = if is_watched { SHORT_GRACE } else { GRACE };
    }

    /// The time since it was asked.
    pub(crate) fn elapsed(&self) -> Duration {
        self.asked.elapsed()
    }

    /// Sends lines that need no answer.
    pub(crate) fn tell(&mut self, lines: &str) -> Result<(), Failure> {
        self.wire.say(lines).map_err(|broken| self.broken(broken))
    }

    /// Sends lines that will be answered; the time for that begins here.
    pub(crate) fn ask(&mut self, lines: &str) -> Result<(), Failure> {
        self.question.clear();
        self.question.push_str(lines.trim_end().rsplit('\n').next().unwrap_or_default());
        self.unknown = 0;
        self.hurried = None;
        self.wire.settle();
        self.asked = Instant::now();
        self.tell(lines)
    }

    /// Sends lines in the midst of an answer, which has been asked for something itself: what was
    /// printed so far has been heard.
    pub(crate) fn go_on(&mut self, lines: &str) -> Result<(), Failure> {
        self.wire.settle();
        self.tell(lines)
    }

    /// The next line of the answer. Where its time is over it is told `hurry`, if there is such a
    /// word, and has a moment more.
    pub(crate) fn answer(&mut self, hurry: &str) -> Result<&str, Failure> {
        loop {
            let elapsed = self.asked.elapsed();
            let is_asked_to_stop = self.stop.is_some_and(StopSignal::is_given);
            let left = match self.hurried {
                None if is_asked_to_stop || self.limit <= elapsed => {
                    self.hurried = Some(Instant::now());
                    if !hurry.is_empty() {
                        self.tell(hurry)?;
                        continue;
                    }
                    self.grace
                }
                None => self.limit.saturating_sub(elapsed),
                Some(since) => match self.grace.checked_sub(since.elapsed()) {
                    Some(left) => left,
                    None => return Err(self.silent(is_asked_to_stop)),
                },
            };
            let wait = if self.stop.is_some() { left.min(LOOK) } else { left };
            match self.wire.hear(wait) {
                Ok(true) => return Ok(self.wire.heard()),
                Ok(false) => {}
                Err(broken) => return Err(self.broken(broken)),
            }
        }
    }

    /// A line was heard that means nothing.
    pub(crate) fn wonder(&mut self) -> Result<(), Failure> {
        self.unknown += 1;
        self.is_refused |= refuses(self.wire.heard(), &self.question);
        if self.unknown < MOST_UNKNOWN {
            return Ok(());
        }
        let what = format!("{MOST_UNKNOWN} lines that mean nothing");
        Err(self.failure(Trouble::Unreadable, &what))
    }

    /// Whether it has said that it doesn't understand what it was asked.
    pub(crate) fn is_refused(&self) -> bool {
        self.is_refused
    }

    /// A failure of this kind, with what it printed last.
    pub(crate) fn failure(&self, trouble: Trouble, what: &str) -> Failure {
        Failure::Outside(trouble, format!("{what}{}", self.wire.last_words()))
    }

    fn silent(&self, is_asked_to_stop: bool) -> Failure {
        let passed = self.asked.elapsed().as_millis();
        let why = if is_asked_to_stop { ", though it was told to stop" } else { "" };
        let what = format!("no answer to `{}` in {passed} ms{why}", self.question);
        self.failure(Trouble::Hung, &what)
    }

    fn broken(&self, broken: Broken) -> Failure {
        broken.into_failure(&self.wire.last_words())
    }
}

/// Whether `line` says that the question is none here, as programs of any protocol say it: `? unknown
/// command`, `Illegal move: uci`, or the question itself once more. A banner doesn't.
fn refuses(line: &str, question: &str) -> bool {
    let line = line.trim();
    if line.starts_with('?') || line == question {
        return true;
    }
    let words = |text| str::split(text, |c: char| !c.is_alphanumeric() && c != '_');
    let is_refusal = ["error", "illegal", "invalid", "unknown"]
        .iter()
        .any(|sign| words(line).any(|word| word.eq_ignore_ascii_case(sign)));
    is_refusal && words(question).any(|asked| !asked.is_empty() && words(line).any(|w| w == asked))
}

#[cfg(test)]
mod tests {
    use super::refuses;

    /// What programs out of Debian's packages answer to another protocol than theirs.
    #[test]
    fn a_refusal_is_told_from_a_banner() {
        for (line, question) in [
            ("? unknown command", "uci"),
            ("Unknown command: 'protover 2'. Type help for more information.", "protover 2"),
            ("Error (unknown command): 1", "1 list_commands"),
            ("Illegal move: uci", "uci"),
            ("White (1) : Invalid move: START 15", "START 15"),
            ("START 15", "START 15"),
        ] {
            assert!(refuses(line, question), "{line}");
        }
        for line in [
            "",
            "Stockfish 15.1 by the Stockfish developers (see AUTHORS file)",
            "a uci engine",
            "feature done=0",
            "No .OPN opening book found.",
            "Error: no book",
        ] {
            assert!(!refuses(line, "uci"), "{line}");
        }
    }
}
