//! The conversations of each protocol, word for word, with an engine that answers from a list.

use std::{collections::VecDeque, fmt::Write as _, time::Duration};

use agon_core::{AnyPosition, Failure, Position, Seat, registry};

use crate::{
    engine_protocol::{EngineProtocol, MoveAllowance, MoveRequest, Wishes},
    gomocup::Gomocup,
    gtp::Gtp,
    story::Story,
    uci::Uci,
    wire::{Talk, Wire, WireError},
    xboard::Xboard,
};
use {agon_amoba as _, agon_chess as _, agon_go as _};

/// Answers to lines that begin so, in turn, and records all lines.
struct Script {
    answers: VecDeque<(&'static str, &'static str)>,
    waiting: VecDeque<&'static str>,
    heard: &'static str,
    noted: String,
}

/// A wish for these lines.
fn wishing(lines: &[&str]) -> Wishes {
    Wishes { lines: lines.iter().map(|&line| line.to_owned()).collect(), ..Wishes::default() }
}

impl Wire for Script {
    fn say(&mut self, lines: &str) -> Result<(), WireError> {
        for line in lines.lines() {
            let _ = writeln!(self.noted, "> {line}");
            let word = line.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
            if let Some(&(begins, answer)) = self.answers.front()
                && word.starts_with(begins)
            {
                self.answers.pop_front();
                self.waiting.extend(answer.split('\n'));
            }
        }
        Ok(())
    }
    fn hear(&mut self, _: Duration) -> Result<bool, WireError> {
        let Some(line) = self.waiting.pop_front() else { return Ok(false) };
        let _ = writeln!(self.noted, "< {line}");
        self.heard = line;
        Ok(true)
    }
    fn heard(&self) -> &str {
        self.heard
    }
    fn last_words(&mut self, _: bool) -> String {
        String::new()
    }
    fn settle(&mut self) {}
}

/// Asks for two moves, and for a third in a second game, from where the first has come to.
fn transcript<T: EngineProtocol>(
    game: &str,
    moves: [&str; 2],
    allowance: MoveAllowance,
    wishes: &Wishes,
    answers: &[(&'static str, &'static str)],
) -> String {
    let start = registry::game(game).unwrap().start;
    let mut script = Script {
        answers: answers.iter().copied().collect(),
        waiting: VecDeque::new(),
        heard: "",
        noted: String::new(),
    };
    let ended = converse::<T>(&mut script, &start, moves, &allowance, wishes);
    if let Err(failure) = ended {
        let _ = writeln!(script.noted, "{failure}");
    }
    script.noted
}

fn converse<T: EngineProtocol>(
    script: &mut Script,
    start: &AnyPosition,
    moves: [&str; 2],
    allowance: &MoveAllowance,
    wishes: &Wishes,
) -> Result<(), Failure> {
    let mut story = Story::new(T::PROTOCOL, start).unwrap();
    let mut talk = Talk::new(script);
    talk.within(Duration::from_secs(1));
    let mut protocol = T::greet(&mut talk, wishes, &story)?;
    protocol.begin(&mut talk, allowance)?;
    story.go_on(start.parse_move(moves[0]).unwrap());
    for round in 0..2 {
        let question = MoveRequest { story: &story, seat: Seat(1), allowance };
        let answer = protocol.ask(&mut talk, &question)?;
        let m = story.now.parse_foreign(&answer.m, T::PROTOCOL).unwrap();
        story.go_on(m);
        if round == 0 {
            story.go_on(story.now.parse_move(moves[1]).unwrap());
        }
    }
    protocol.begin(&mut talk, allowance)?;
    let position = story.now.clone();
    story.begin(&position).unwrap();
    protocol.ask(&mut talk, &MoveRequest { story: &story, seat: Seat(1), allowance }).map(|_| ())
}

#[test]
fn uci_word_for_word() {
    let options = vec![("hash".to_owned(), "16".to_owned())];
    let wishes = Wishes { options, ..Wishes::default() };
    insta::assert_snapshot!(transcript::<Uci>(
        "chess",
        ["e4", "Nf3"],
        MoveAllowance { nodes: Some(1000), ..MoveAllowance::default() },
        &wishes,
        &[
            ("uci", "id name One\noption name Hash type spin default 16 min 1 max 64\nuciok"),
            ("isready", "readyok"),
            ("isready", "readyok"),
            ("go", "info depth 5 score cp -31 nodes 990 pv e7e5 g1f3\nbestmove e7e5 ponder g1f3"),
            ("go", "bestmove (none)"),
        ],
    ));
}

#[test]
fn uci_at_chess960_word_for_word() {
    let free = "option name UCI_Chess960 type check default false\nuciok";
    for options in [free, "uciok"] {
        insta::assert_snapshot!(transcript::<Uci>(
            "chess(chess960=1)",
            ["e4", "Nf3"],
            MoveAllowance { depth: Some(2), ..MoveAllowance::default() },
            &Wishes::default(),
            &[
                ("uci", options),
                ("isready", "readyok"),
                ("isready", "readyok"),
                ("go", "bestmove e7e5"),
                ("go", "bestmove c8b6"),
                ("isready", "readyok"),
                ("go", "bestmove d7d5"),
            ],
        ));
    }
}

#[test]
fn xboard_word_for_word() {
    insta::assert_snapshot!(transcript::<Xboard>(
        "chess(chess960=1)",
        ["e4", "Nf3"],
        MoveAllowance {
            depth: Some(4),
            clock: Some((Duration::from_secs(61), Duration::from_secs(1))),
            ..MoveAllowance::default()
        },
        &wishing(&["book off"]),
        &[
            ("protover", "feature ping=1 setboard=1 usermove=1 variants=\"normal,fischerandom\" done=1"),
            ("ping", "pong 1"),
            ("go", "4 31 2 990 e5\nmove e7e5"),
            ("go", "Illegal move: e1f3"),
        ],
    ));
}

/// It says of itself in its own time, wants no time and no second game, and has more to say when a game is
/// over. Its words about the game before, and a command that it has not, are no fault.
#[test]
fn xboard_without_ping_word_for_word() {
    insta::assert_snapshot!(transcript::<Xboard>(
        "chess",
        ["e4", "Nf3"],
        MoveAllowance {
            clock: Some((Duration::from_millis(90_500), Duration::from_millis(600))),
            ..MoveAllowance::default()
        },
        &Wishes::default(),
        &[
            ("protover", "feature done=0\nfeature time=0 san=1 reuse=0\nfeature usermove=1 setboard=1 done=1"),
            ("easy", "Error (unknown command): easy"),
            ("go", "4 100003 2 990 e5\nmove e7e5"),
            ("go", "Error (unknown command): level\nmove b8c6\n0-1 {Black mates}"),
            ("new", "1/2-1/2 {Stalemate}"),
            ("go", "resign"),
        ],
    ));
}

/// A program of the first version says nothing of itself, or that it doesn't know what it was asked.
#[test]
fn xboard_of_the_first_version_word_for_word() {
    for (hello, said) in [
        ("Chess 1.0\nError (unknown command): protover", "xboard_of_the_first_version"),
        ("Unknown command: 'xboard'\nUnknown command: 'protover 2'", "no_xboard_program"),
    ] {
        let text = transcript::<Xboard>(
            "chess",
            ["e4", "Nf3"],
            MoveAllowance { depth: Some(4), ..MoveAllowance::default() },
            &Wishes::default(),
            &[("protover", hello), ("go", "move e7e5"), ("go", "move b8c6"), ("go", "move g8f6")],
        );
        insta::assert_snapshot!(said, text);
    }
}

#[test]
fn gtp_word_for_word() {
    insta::assert_snapshot!(transcript::<Gtp>(
        "go(size=5, komi=0.5)",
        ["C3", "B2"],
        MoveAllowance::default(),
        &Wishes::default(),
        &[
            ("list_commands", "=1 genmove\nplay\n"),
            ("boardsize", "=2\n"),
            ("clear_board", "=3\n"),
            ("komi", "=4\n"),
            ("clear_board", "=5\n"),
            ("boardsize", "=6\n"),
            ("clear_board", "=7\n"),
            ("komi", "=8\n"),
            ("play", "=9\n"),
            ("genmove", "=10 D4\n"),
            ("play", "? illegal move\n"),
        ],
    ));
}

#[test]
fn gomocup_word_for_word() {
    insta::assert_snapshot!(transcript::<Gomocup>(
        "amoba(size=6)",
        ["c3", "b2"],
        MoveAllowance { move_time: Some(Duration::from_millis(500)), ..MoveAllowance::default() },
        &Wishes::default(),
        &[
            ("START", "MESSAGE hello\nOK - everything is good"),
            ("DONE", "3,3"),
            ("TURN", "4,4"),
            ("RESTART", "UNKNOWN command"),
            ("START", "OK"),
            ("DONE", "DEBUG thinking\nERROR"),
        ],
    ));
}

/// With a clock it receives both limits once, and the time left before each move. A complaint about a word
/// is no answer while a move follows.
#[test]
fn gomocup_by_the_clock_word_for_word() {
    insta::assert_snapshot!(transcript::<Gomocup>(
        "amoba(size=6)",
        ["c3", "b2"],
        MoveAllowance { clock: Some((Duration::from_secs(30), Duration::from_secs(1))), ..MoveAllowance::default() },
        &Wishes { memory: Some(64 << 20), ..Wishes::default() },
        &[
            ("START", "OK"),
            ("DONE", "ERROR Unknown command: TIMEOUT_TURN\n3,3"),
            ("TURN", "UNKNOWN command\nMESSAGE so what\n4,4"),
            ("RESTART", "OK"),
            ("DONE", "5,5"),
        ],
    ));
}
