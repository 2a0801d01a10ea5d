//! Programs that print without end, at a clock that goes as the test says.

use std::{
    collections::VecDeque,
    thread,
    time::{Duration, Instant},
};

use agon_core::{AnyPosition, Failure, Position, Seat, Trouble, all_moves, registry};
use agon_protocol::RuleBook;
use {agon_amoba as _, agon_chess as _, agon_go as _};

use crate::{
    engine_protocol::{EngineProtocol, MoveAllowance, MoveRequest, Wishes},
    gomocup::Gomocup,
    gtp::Gtp,
    messages,
    story::Story,
    uci::Uci,
    wire::{MOST_LINES, Talk, Wire, WireError},
    xboard::Xboard,
};

/// The limit for an answer, and for the commands before it.
const LIMIT: Duration = Duration::from_secs(1);
const PATIENCE: Duration = Duration::from_secs(2);
/// No conversation of these limits is longer: a greeting has five seconds, and a program that is hurried one more.
const LONGEST: Duration = Duration::from_secs(7);

/// An engine's answer to every line that begins so.
type Answers = &'static [(&'static str, &'static str)];

/// An engine that answers by a list, and from some moment on prints one line for ever.
struct Printer {
    answers: Answers,
    /// How long an answer takes.
    delay: Duration,
    waiting: VecDeque<&'static str>,
    /// When the first of them is there.
    due: Duration,
    /// What it prints for ever, and in how much time a line.
    endless: Option<&'static str>,
    pace: Duration,
    heard: &'static str,
    lines: u32,
    began: Instant,
    time: Duration,
    last: Duration,
}

impl Printer {
    fn new(answers: Answers, delay: Duration, pace: Duration) -> Printer {
        Printer {
            answers,
            delay,
            waiting: VecDeque::new(),
            due: Duration::ZERO,
            endless: None,
            pace,
            heard: "",
            lines: 0,
            began: Instant::now(),
            time: Duration::ZERO,
            last: Duration::MAX,
        }
    }

    /// It prints `first`, then `word` for ever, and ignores its input.
    fn let_loose(&mut self, first: &'static str, word: &'static str) {
        self.waiting = first.split_terminator('\n').collect();
        (self.due, self.endless) = (self.time, Some(word));
        (self.lines, self.last) = (0, self.time + LONGEST);
    }

    /// Whether it printed longer than anybody should have heard it.
    fn has_outlived(&self) -> bool {
        self.last < self.time
    }
}

impl Wire for Printer {
    fn say(&mut self, lines: &str) -> Result<(), WireError> {
        if self.endless.is_some() {
            return Ok(());
        }
        for line in lines.lines() {
            let word = line.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
            let answer = self.answers.iter().find(|(begins, _)| word.starts_with(begins));
            if let Some((_, answer)) = answer {
                self.waiting.extend(answer.split('\n'));
                self.due = self.time + self.delay;
            }
        }
        Ok(())
    }
    fn hear(&mut self, wait: Duration) -> Result<bool, WireError> {
        if self.has_outlived() {
            return Err(WireError::Ended("it was heard too long".to_owned()));
        }
        let next = if self.due <= self.time.saturating_add(wait) {
            self.waiting.pop_front().inspect(|_| self.time = self.time.max(self.due))
        } else {
            None
        };
        let next = next.or_else(|| self.endless.inspect(|_| self.time += self.pace));
        self.lines += u32::from(next.is_some());
        match next {
            Some(line) => self.heard = line,
            None => self.time += wait,
        }
        Ok(next.is_some())
    }
    fn heard(&self) -> &str {
        self.heard
    }
    fn last_words(&mut self, _: bool) -> String {
        String::new()
    }
    fn settle(&mut self) {}
    fn now(&self) -> Instant {
        self.began + self.time
    }
}

/// Where a conversation is when the printing begins.
#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    Greeting,
    Beginning,
    Asked,
    /// It has named the command that it did not understand.
    Complaining,
    /// The game is over.
    Judging,
}

const STATES: [State; 5] = [State::Greeting, State::Beginning, State::Asked, State::Complaining, State::Judging];

const ALLOWANCE: MoveAllowance =
    MoveAllowance { nodes: None, depth: Some(4), move_time: None, clock: None, explain: false };

fn greet<T: EngineProtocol>(wire: &mut Printer, story: &Story) -> Result<T, Failure> {
    let mut talk = Talk::new(wire);
    talk.greet_within(LIMIT);
    let mut protocol = T::greet(&mut talk, &Wishes::default(), story)?;
    protocol.begin(&mut talk, &ALLOWANCE)?;
    Ok(protocol)
}

fn ask<T: EngineProtocol>(wire: &mut Printer, protocol: &mut T, story: &Story) -> Result<(), Failure> {
    let mut talk = Talk::new(wire);
    talk.within_after(PATIENCE, LIMIT);
    let question = MoveRequest { story, seat: Seat(1), allowance: &ALLOWANCE };
    protocol.ask(&mut talk, &question).map(|_| ())
}

/// Begins a game and has a move of it; then what becomes of a conversation in which `word` is printed for ever.
fn converse<T: EngineProtocol>(
    wire: &mut Printer,
    start: &AnyPosition,
    moves: [&str; 2],
    state: State,
    word: &'static str,
) -> Result<(), Failure> {
    let mut story = Story::new(T::PROTOCOL, start).unwrap();
    if state == State::Greeting {
        wire.let_loose("", word);
        return greet::<T>(wire, &story).map(|_| ());
    }
    let mut protocol: T = greet(wire, &story).expect("it behaves so far");
    for name in moves {
        let m = story.now.parse_move(name).unwrap();
        story.go_on(m);
    }
    ask(wire, &mut protocol, &story).expect("it behaves so far");
    match state {
        State::Greeting => unreachable!("that was before"),
        State::Beginning => {
            wire.let_loose("", word);
            let mut talk = Talk::new(wire);
            talk.greet_within(LIMIT);
            protocol.begin(&mut talk, &ALLOWANCE)
        }
        State::Asked | State::Complaining => {
            let complaint = "ERROR 1\nUNKNOWN 2\nError (unknown command): level\n";
            wire.let_loose(if state == State::Asked { "" } else { complaint }, word);
            let other = story.now.clone();
            story.begin(&other).unwrap();
            ask(wire, &mut protocol, &story)
        }
        State::Judging => {
            // What it has just played itself.
            let own = all_moves(&story.now)[0];
            story.go_on(own);
            wire.let_loose("", word);
            let mut talk = Talk::new(wire);
            talk.within_after(PATIENCE, LIMIT);
            let _ = protocol.verdict(&mut talk, &story);
            Ok(())
        }
    }
}

const UCI: Answers = &[("uci", "uciok"), ("isready", "readyok"), ("go", "bestmove a2a3")];
const XBOARD: Answers = &[("protover", "feature usermove=1 setboard=1 done=1"), ("go", "move a2a3")];
const XBOARD_WITH_PING: Answers =
    &[("protover", "feature ping=1 setboard=1 done=1"), ("ping 1", "pong 1"), ("go", "move a2a3")];
const GTP: Answers = &[("list_commands", "= genmove\nfinal_score\n"), ("genmove", "= A1\n"), ("", "=\n")];
const GOMOCUP: Answers = &[("START", "OK"), ("RESTART", "OK"), ("DONE", "0,0"), ("TURN", "0,0")];

/// A line that may stand anywhere in a conversation, or nowhere.
const WORDS: [&str; 17] = [
    "",
    " ",
    "#",
    "# thinking",
    "MESSAGE thinking",
    "DEBUG thinking",
    "feature x=1",
    "feature ping=1",
    "feature done=0",
    "feature option=\"Style -check 0\"",
    "info depth 1 score cp 1",
    "option name Style type check default true",
    "telluser thinking",
    "9 156 1084 48000 Nf3",
    "Error (unknown command): level",
    "UNKNOWN command",
    "1/2-1/2 {Draw}",
];

/// Whether lines come slowly, or as fast as they are read.
const PACES: [Duration; 2] = [Duration::from_millis(5), Duration::from_micros(50)];

#[test]
fn nothing_that_is_printed_for_ever_outlives_the_deadline_in_any_state() {
    type Conversation = fn(&mut Printer, &AnyPosition, [&str; 2], State, &'static str) -> Result<(), Failure>;
    let protocols: [(&str, Answers, [&str; 2], Conversation); 5] = [
        ("chess", UCI, ["e4", "e5"], converse::<Uci>),
        ("chess", XBOARD, ["e4", "e5"], converse::<Xboard>),
        ("chess", XBOARD_WITH_PING, ["e4", "e5"], converse::<Xboard>),
        ("go(size=5)", GTP, ["C3", "B2"], converse::<Gtp>),
        ("amoba(size=6)", GOMOCUP, ["c3", "b2"], converse::<Gomocup>),
    ];
    thread::scope(|scope| {
        for (game, answers, moves, converse) in protocols {
            scope.spawn(move || {
                let start = registry::game(game).unwrap().start;
                let all = STATES.into_iter().flat_map(|state| WORDS.map(|word| (state, word)));
                // Of many lines each state hears every third word.
                for (state, word, pace) in all.enumerate().flat_map(|(number, (state, word))| {
                    let paces = if number % 3 == 0 { &PACES[..] } else { &PACES[..1] };
                    paces.iter().map(move |&pace| (state, word, pace))
                }) {
                    let mut wire = Printer::new(answers, Duration::ZERO, pace);
                    let ended = converse(&mut wire, &start, moves, state, word);
                    let what = format!("{} {state:?} `{word}` by {pace:?}", answers[0].0);
                    assert!(!wire.has_outlived(), "{what}: {} lines, {ended:?}", wire.lines);
                    if matches!(state, State::Asked | State::Complaining) {
                        assert!(ended.is_err(), "{what}: {ended:?}");
                    }
                }
            });
        }
    });
}

/// A program in any language may ask about rules as long as it is allowed to think, and no longer.
#[test]
fn questions_about_rules_are_answered_until_the_deadline() {
    for (word, is_endless) in [("", false), ("{\"type\":\"about\"}", true)] {
        for pace in PACES {
            let mut wire = Printer::new(&[], Duration::ZERO, pace);
            wire.let_loose("", word);
            let mut talk = Talk::new(&mut wire);
            talk.within_after(PATIENCE, LIMIT);
            let failure = messages::message(&mut talk, "", &mut RuleBook::default()).unwrap_err();
            assert!(!wire.has_outlived(), "`{word}` by {pace:?}: {failure}");
            let is_slow = pace == PACES[0];
            let expected = if is_endless || is_slow { Trouble::Hung } else { Trouble::Unreadable };
            let is_expected = matches!(failure, Failure::Outside(trouble, _) if trouble == expected);
            assert!(is_expected, "`{word}` by {pace:?}: {failure}");
        }
    }
}

/// What a program says that nobody waits for is heard up to a number of lines, though there were time for more.
#[test]
fn what_nobody_asked_for_is_counted() {
    let start = registry::game("chess").unwrap().start;
    for word in ["feature ping=1", "feature x=1", "# thinking"] {
        let mut wire = Printer::new(XBOARD, Duration::ZERO, Duration::ZERO);
        let ended = converse::<Xboard>(&mut wire, &start, ["e4", "e5"], State::Beginning, word);
        assert!(matches!(ended, Err(Failure::Outside(Trouble::Unreadable, _))), "{word}: {ended:?}");
        assert!(wire.lines <= MOST_LINES + 1, "{word}: {}", wire.lines);
    }
}

/// Each command of a long game is answered in its time; all of them together have
/// one deadline, which is not that of the move.
#[test]
fn what_is_told_before_a_question_shares_one_deadline() {
    let start = registry::game("go(size=9)").unwrap().start;
    for (delay, is_in_time) in [(50, true), (900, false)] {
        let mut story = Story::new(Gtp::PROTOCOL, &start).unwrap();
        let mut wire = Printer::new(GTP, Duration::from_millis(delay), Duration::ZERO);
        let mut talk = Talk::new(&mut wire);
        talk.within(20 * LIMIT);
        let mut gtp = Gtp::greet(&mut talk, &Wishes::default(), &story).unwrap();
        for place in 0..24 {
            let (column, row) = (place / 8, place % 8);
            let name = format!("{}{}", ["A", "D", "G"][column], row + 1);
            let m = story.now.parse_move(&name).unwrap();
            story.go_on(m);
        }
        let before = wire.time;
        let ended = ask(&mut wire, &mut gtp, &story);
        let taken = wire.time.checked_sub(before).unwrap();
        assert_eq!(ended.is_ok(), is_in_time, "{delay} ms a command: {ended:?}");
        assert!(taken <= PATIENCE + 2 * LIMIT, "{taken:?}");
    }
}

/// A program of the first version of xboard's protocol need not speak: it is played with though the protocol waits
/// longer for it than `startup` says.
#[test]
fn a_short_startup_is_no_fault_of_who_need_not_speak() {
    const FIRST: Answers = &[("protover", "Chess 1.0"), ("force", "Error (unknown command): force")];
    let start = registry::game("chess").unwrap().start;
    let story = Story::new(Xboard::PROTOCOL, &start).unwrap();
    for delay in [0, 300] {
        let mut wire = Printer::new(FIRST, Duration::from_millis(delay), Duration::ZERO);
        assert!(greet::<Xboard>(&mut wire, &story).is_ok(), "{delay} ms a line");
    }
}
