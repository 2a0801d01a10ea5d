//! Lines to and from an engine: a process, or in tests a script.

use std::{
    borrow::Cow,
    time::{Duration, Instant},
};

use agon_core::{Failure, StopSignal, Trouble};

/// The most bytes that an engine may print in one conversation.
pub(crate) const MOST_SAID: usize = 64 << 20;
/// How many lines of a conversation may mean nothing to the protocol, and how many may answer no question.
pub(crate) const MOST_LINES: u32 = 20_000;
/// How long an engine has to answer after the command to stop.
const GRACE: Duration = Duration::from_secs(1);
/// How long one has that has refused what it was asked for before the first game: it speaks something else.
const REFUSED: Duration = Duration::from_secs(2);
/// No greeting is over sooner than that: the protocol of xboard alone waits three seconds for a program that need
/// not speak.
const LEAST_GREETING: Duration = Duration::from_secs(5);
/// How often the stop signal is looked at.
const LOOK: Duration = Duration::from_millis(10);

/// What connects the arena with an engine.
pub(crate) trait Wire: Send {
    /// Sends lines, each with its end.
    fn say(&mut self, lines: &str) -> Result<(), WireError>;
    /// Whether there is a next line within `wait`.
    fn hear(&mut self, wait: Duration) -> Result<bool, WireError>;
    /// The line that there was, without its end.
    fn heard(&self) -> &str;
    /// The same with a mark for each byte that is no text; [`heard`](Wire::heard) may end before the first.
    fn heard_in_full(&self) -> Cow<'_, str> {
        Cow::Borrowed(self.heard())
    }
    /// Its last output, in words, as the reason of a failure: up to the line that was
    /// heard last, or all of it if `is_over` and nothing more is waited for. So the same conversation has
    /// the same last words, however its bytes came in.
    fn last_words(&mut self, is_over: bool) -> String;
    /// A conversation begins: output from here on counts anew.
    fn settle(&mut self);
    /// What time it is.
    fn now(&self) -> Instant {
        Instant::now()
    }
}

/// Why the conversation has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum WireError {
    /// The engine has ended: how.
    Ended(String),
    /// It could not be started: why.
    NotStarted(String),
    /// It prints more than anybody would read: what.
    Flood(String),
}

impl WireError {
    /// The same as a failure, with the last output.
    pub(crate) fn into_failure(self, last_words: &str) -> Failure {
        let (trouble, what) = match self {
            WireError::Ended(how) => (Trouble::Crashed, how),
            WireError::NotStarted(why) => (Trouble::NotStarted, why),
            WireError::Flood(what) => (Trouble::Flooded, what),
        };
        Failure::Outside(trouble, what + last_words)
    }
}

/// A conversation with an engine: to greet it and begin a game, or to have a move of it. Every wait has an end, and
/// so has the conversation, whatever is printed: it has one deadline and one count of bytes read, and no line moves
/// either.
pub(crate) struct Talk<'a> {
    wire: &'a mut dyn Wire,
    /// Who may ask to stop.
    stop: Option<&'a StopSignal>,
    begun: Instant,
    asked: Instant,
    /// When an answer is late.
    limit: Duration,
    /// How long all of the conversation may take.
    whole: Duration,
    /// When it was asked to hurry, and how long it has from then on.
    hurried: Option<Instant>,
    grace: Duration,
    /// How long after the conversation began nobody waits any more, where somebody else's clock decides.
    last: Option<Duration>,
    /// Whether it is being greeted, and when it refused what it was asked last.
    is_greeting: bool,
    refused: Option<Duration>,
    /// What it was asked, for messages.
    question: String,
    /// Lines that meant nothing, and those that were there without anybody waiting for them.
    unknown: u32,
    listened: u32,
    /// Whether a line refused what it was asked, in whatever words.
    is_refused: bool,
}

impl<'a> Talk<'a> {
    /// Over this wire.
    pub(crate) fn new(wire: &'a mut dyn Wire) -> Talk<'a> {
        wire.settle();
        let now = wire.now();
        Talk {
            wire,
            stop: None,
            begun: now,
            asked: now,
            limit: Duration::MAX,
            whole: Duration::MAX,
            hurried: None,
            grace: GRACE,
            last: None,
            is_greeting: false,
            refused: None,
            question: String::new(),
            unknown: 0,
            listened: 0,
            is_refused: false,
        }
    }

    /// All questions together must be answered within `limit`.
    pub(crate) fn within(&mut self, limit: Duration) {
        (self.limit, self.whole) = (limit, limit);
    }

    /// Each answer must come within `limit`, and those before the last within `preparation` together: the moves of
    /// the game, perhaps one by one, are sent before a move is asked for, and have a time of their own.
    pub(crate) fn within_after(&mut self, preparation: Duration, limit: Duration) {
        (self.limit, self.whole) = (limit, limit.saturating_add(preparation));
    }

    /// A program that is being greeted has so long for each answer and for all of them, but for the five seconds that
    /// a greeting may take in any case; and less once it has answered that it doesn't understand.
    pub(crate) fn greet_within(&mut self, limit: Duration) {
        (self.limit, self.whole) = (limit, limit.max(LEAST_GREETING));
        (self.grace, self.is_greeting) = (Duration::ZERO, true);
    }

    /// Heeds this signal, and waits no longer than until `last`, if the clock of its giver decides.
    pub(crate) fn until(&mut self, stop: Option<&'a StopSignal>, last: Option<Duration>) {
        self.stop = stop;
        self.last = last;
        self.grace = last.map_or(GRACE, |last| last.max(GRACE));
    }

    /// The time since it was asked.
    pub(crate) fn elapsed(&self) -> Duration {
        self.wire.now().saturating_duration_since(self.asked)
    }

    /// The time since the conversation began.
    fn passed(&self) -> Duration {
        self.wire.now().saturating_duration_since(self.begun)
    }

    /// Sends lines that need no answer.
    pub(crate) fn tell(&mut self, lines: &str) -> Result<(), Failure> {
        self.wire.say(lines).map_err(|broken| self.broken(broken))
    }

    /// Sends lines that will be answered; the time for that begins here.
    pub(crate) fn ask(&mut self, lines: &str) -> Result<(), Failure> {
        self.question.clear();
        self.question.push_str(lines.trim_end().rsplit('\n').next().unwrap_or_default());
        (self.hurried, self.refused) = (None, None);
        if self.whole <= self.passed() {
            return Err(self.silent(false));
        }
        self.asked = self.wire.now();
        self.tell(lines)
    }

    /// Sends lines in the midst of an answer: its time goes on.
    pub(crate) fn go_on(&mut self, lines: &str) -> Result<(), Failure> {
        self.tell(lines)
    }

    /// Sends the answer to a question that was asked in the midst of an answer. The question served
    /// the program, so it counts for nothing but time.
    pub(crate) fn reply(&mut self, lines: &str) -> Result<(), Failure> {
        self.wire.settle();
        self.tell(lines)
    }

    /// The next line of the answer. When its time is over, `hurry` is sent, if the protocol has
    /// such a command, and it has a moment more.
    pub(crate) fn answer(&mut self, hurry: &str) -> Result<&str, Failure> {
        // Its own limit, unless the conversation is over before.
        let before = self.asked.saturating_duration_since(self.begun);
        let own = self.limit.min(self.whole.saturating_sub(before));
        loop {
            let elapsed = self.elapsed();
            let is_asked_to_stop = self.stop.is_some_and(StopSignal::is_given);
            let limit = self.refused.map_or(own, |at| own.min(at + REFUSED));
            let left = match self.hurried {
                None if is_asked_to_stop || limit <= elapsed => {
                    self.hurried = Some(self.wire.now());
                    if !hurry.is_empty() {
                        self.tell(hurry)?;
                        continue;
                    }
                    self.grace
                }
                None => limit.saturating_sub(elapsed),
                Some(since) => {
                    let hurrying = self.wire.now().saturating_duration_since(since);
                    let left = self.grace.checked_sub(hurrying);
                    let last = self.last.unwrap_or(Duration::MAX).checked_sub(self.passed());
                    match left.zip(last) {
                        Some((left, last)) => left.min(last),
                        None => return Err(self.silent(is_asked_to_stop)),
                    }
                }
            };
            let wait = if self.stop.is_some() { left.min(LOOK) } else { left };
            match self.wire.hear(wait) {
                Ok(true) => return Ok(self.wire.heard()),
                Ok(false) => {}
                Err(broken) => return Err(self.broken(broken)),
            }
        }
    }

    /// The next line, if it comes before this time since the question, or is there already. A program that still
    /// writes when the time of the conversation is over, or writes without end, has failed.
    pub(crate) fn listen(&mut self, until: Duration) -> Result<Option<&str>, Failure> {
        let left = self.left();
        let wait = until.saturating_sub(self.elapsed()).min(left.unwrap_or_default());
        match self.wire.hear(wait) {
            Ok(true) if left.is_none() => Err(self.silent(false)),
            Ok(true) => {
                self.listened += 1;
                if MOST_LINES < self.listened {
                    let what = format!("{MOST_LINES} lines that nobody asked for");
                    return Err(self.failure(Trouble::Unreadable, &what));
                }
                Ok(Some(self.wire.heard()))
            }
            Ok(false) => Ok(None),
            Err(broken) => Err(self.broken(broken)),
        }
    }

    /// For how long anything that it says may still be heard; `None` where nothing may be any more.
    fn left(&self) -> Option<Duration> {
        let passed = self.passed();
        // One that is being greeted may have nothing to answer: it has all of its time.
        let limit = if self.is_greeting { Duration::MAX } else { self.limit };
        let ends = [
            (limit.saturating_add(self.grace), self.elapsed()),
            (self.whole.saturating_add(self.grace), passed),
            (self.last.unwrap_or(Duration::MAX), passed),
        ];
        let left = |(end, passed): (Duration, Duration)| end.checked_sub(passed).filter(|left| !left.is_zero());
        ends.into_iter().map(left).min().flatten()
    }

    /// The line that was heard last.
    pub(crate) fn heard(&self) -> &str {
        self.wire.heard()
    }

    /// The same with a mark for each byte that is no text.
    pub(crate) fn heard_in_full(&self) -> Cow<'_, str> {
        self.wire.heard_in_full()
    }

    /// A line was heard that means nothing.
    pub(crate) fn wonder(&mut self) -> Result<(), Failure> {
        self.is_refused |= refuses(self.wire.heard(), &self.question);
        if self.is_greeting && self.is_refused {
            self.refused.get_or_insert(self.elapsed());
        }
        self.count_unknown(1)
    }

    /// So much was heard that means nothing here.
    pub(crate) fn count_unknown(&mut self, more: u32) -> Result<(), Failure> {
        self.unknown = self.unknown.saturating_add(more);
        if self.unknown < MOST_LINES {
            return Ok(());
        }
        let what = format!("{MOST_LINES} lines that mean nothing");
        Err(self.failure(Trouble::Unreadable, &what))
    }

    /// The failure of one that was not greeted within its time: it is slow; or, if it has answered that it
    /// doesn't understand, it speaks another protocol.
    pub(crate) fn slow(&self, failure: Failure) -> Failure {
        match failure {
            Failure::Outside(Trouble::Hung, what) if self.is_refused => Failure::Outside(Trouble::WrongProtocol, what),
            Failure::Outside(Trouble::Hung, what) => {
                let limit = in_words(self.limit);
                let what = format!("{what}; startup=MILLISECONDS gives it longer than {limit}");
                Failure::Outside(Trouble::SlowStart, what)
            }
            other => other,
        }
    }

    /// A failure of this kind, with what it printed last.
    pub(crate) fn failure(&mut self, trouble: Trouble, what: &str) -> Failure {
        Failure::Outside(trouble, format!("{what}{}", self.wire.last_words(false)))
    }

    /// The failure of a silent program. It has no measured time, which would differ in every run.
    fn silent(&mut self, is_asked_to_stop: bool) -> Failure {
        let (trouble, why) = match self.last {
            Some(_) => (Trouble::TooLate, ", though its time was over".to_owned()),
            None if is_asked_to_stop => (Trouble::Hung, ", though it was asked to stop".to_owned()),
            None if self.refused.is_some() => (Trouble::Hung, String::new()),
            None => (Trouble::Hung, format!(" within {}", in_words(self.limit))),
        };
        let words = self.wire.last_words(true);
        Failure::Outside(trouble, format!("no answer to `{}`{why}{words}", self.question))
    }

    fn broken(&mut self, broken: WireError) -> Failure {
        let is_over = !matches!(broken, WireError::Flood(_));
        broken.into_failure(&self.wire.last_words(is_over))
    }
}

/// A time that was settled beforehand: `3 s`, `250 ms`.
pub(crate) fn in_words(time: Duration) -> String {
    match time.as_millis() {
        millis if millis.is_multiple_of(1000) => format!("{} s", millis / 1000),
        millis => format!("{millis} ms"),
    }
}

/// Whether `line` says that the question is none here, as programs of any protocol say it: `? unknown
/// command`, `Illegal move: uci`, or the question itself once more. A banner doesn't.
pub(crate) fn refuses(line: &str, question: &str) -> bool {
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
