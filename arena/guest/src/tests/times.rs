//! Time limits, by a clock that the test turns; and the cost of a long line of moves.

use std::{
    fmt,
    io::{BufReader, Cursor},
    ops::ControlFlow,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use agon_arena::play::TurnedClock;
use agon_core::{
    AnyMove, AnyPosition, Decision, Facts, Failure, ForeignNotation, ForeignPlugin, Habits, Node, Player, PlayerPlugin,
    Position, Protocol, Seat, Setup, TextError, Turn, inventory,
};

use super::{DEEP, EVER, Talk, Written, guest};
use crate::serve;

/// How often the player below has checked its stop signal.
static LOOKS: AtomicU64 = AtomicU64::new(0);
/// The time of its deadline, and of its stop signal.
static STOPPED: Mutex<Option<(Option<Duration>, Duration)>> = Mutex::new(None);

/// Answers at the stop signal, however late that is.
struct Patient;

impl Player for Patient {
    fn begin(&mut self) {}
    fn choose(&mut self, position: &AnyPosition, turn: &mut Turn<'_>) -> Result<Decision<AnyMove>, Failure> {
        while !turn.stop.is_some_and(agon_core::StopSignal::is_given) {
            LOOKS.fetch_add(1, Ordering::SeqCst);
            thread::yield_now();
        }
        *STOPPED.lock().unwrap() = Some((turn.deadline, turn.clock.elapsed()));
        Ok(Decision::just(position.nth(0)))
    }
    fn habits(&self) -> Habits {
        Habits::default()
    }
}

inventory::submit! {
    PlayerPlugin::new("patient", "answers when it is told to", "", &[], |_, _| Ok(Box::new(Patient)))
}

/// Waits until `count` is larger by so much.
fn grows(count: impl Fn() -> u64, by: u64) {
    let (from, begun) = (count(), Instant::now());
    while count() < from + by {
        assert!(begun.elapsed() < EVER, "it hangs");
        thread::yield_now();
    }
}

#[test]
fn a_time_limit_is_met() {
    let clock = TurnedClock::default();
    let talk = Talk::by(clock.clone().into(), Protocol::Uci, "chess", "patient");
    // The move overhead, and the milliseconds after which no player is stopped yet, and every player is.
    for (overhead, go, least, most) in [
        ("", "go movetime 200", 150, 200),
        ("", "go wtime 2500 btime 100000 winc 0 binc 0", 20, 150),
        ("", "go wtime 0 btime 0", 0, 0),
        ("", "go wtime -50 btime 100", 0, 0),
        ("", "go wtime 300 btime 300 movestogo 1", 150, 250),
        ("2900", "go wtime 3000 btime 3000 movestogo 1", 20, 100),
        ("150", "go movetime 200", 20, 100),
    ] {
        let overhead = if overhead.is_empty() { "10" } else { overhead };
        talk.say(&format!("setoption name Move Overhead value {overhead}"));
        talk.say("position startpos");
        *STOPPED.lock().unwrap() = None;
        talk.say(go);
        if most != 0 {
            grows(|| LOOKS.load(Ordering::SeqCst), 1);
            clock.turn(Duration::from_millis(least));
            // The loop looks at the clock, then the player checks its stop signal.
            grows(|| clock.looks(), 8);
            grows(|| LOOKS.load(Ordering::SeqCst), 2);
            clock.turn(Duration::from_millis(most - least));
        }
        talk.wait_without("bestmove", "info string");
        let (deadline, told) = STOPPED.lock().unwrap().unwrap();
        assert_eq!(told, Duration::from_millis(most), "{go}");
        let deadline = deadline.unwrap().as_millis();
        assert!((u128::from(least)..=u128::from(most)).contains(&deadline), "{go}: {deadline}");
    }
}

/// How many moves were played in positions of the kind below.
static PLAYED: AtomicU64 = AtomicU64::new(0);

/// A position that counts the moves which are played in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Counted(AnyPosition);

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Position for Counted {
    type Move = AnyMove;

    fn facts(&self) -> Facts {
        self.0.facts()
    }
    fn node(&self) -> Node {
        self.0.node()
    }
    fn each_move(&self, visit: impl FnMut(AnyMove) -> ControlFlow<()>) -> ControlFlow<()> {
        self.0.each_move(visit)
    }
    fn play(&mut self, m: AnyMove) {
        PLAYED.fetch_add(1, Ordering::SeqCst);
        self.0.play(m);
    }
    fn payoff(&self, seat: Seat) -> f64 {
        self.0.payoff(seat)
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        self.0.parse(text).map(Counted)
    }
    fn is_legal(&self, m: AnyMove) -> bool {
        self.0.is_legal(m)
    }
}

impl ForeignNotation for Counted {
    fn foreign_setup(&self, protocol: Protocol) -> Result<Setup, String> {
        self.0.foreign_setup(protocol)
    }
    fn write_foreign(&self, m: AnyMove, protocol: Protocol, out: &mut dyn fmt::Write) -> fmt::Result {
        self.0.write_foreign(m, protocol, out)
    }
    fn parse_foreign(&self, text: &str, protocol: Protocol) -> Option<AnyMove> {
        self.0.parse_foreign(text, protocol)
    }
}

agon_core::inventory::submit! { ForeignPlugin::of::<Counted>() }

#[test]
fn of_a_line_that_grows_each_move_is_played_once() {
    // Moves to and fro, set back by a pawn now and then: 310 plies without an end.
    let mut line = "position startpos moves".to_owned();
    let pawns = ["a2a3", "a7a6", "b2b3", "b7b6", "c2c3", "c7c6", "d2d3", "d7d6", "e2e3", "e7e6"];
    let (mut lines, mut moves) = (String::new(), 0);
    for pair in pawns.chunks(2) {
        let knights = ["g1f3", "g8f6", "f3g1", "f6g8"];
        for m in knights.iter().cycle().take(60).chain(pair) {
            line = format!("{line} {m}");
            lines.extend([&line, "\n"]);
            moves += 1;
        }
    }
    let mut guest = guest(Protocol::Uci, "chess", DEEP);
    guest.game.start = AnyPosition::new(Counted(guest.game.start));
    let out = Written::default();
    let input = BufReader::new(Cursor::new(format!("{lines}isready\n")));
    serve(guest, Protocol::Uci, input, out.clone()).unwrap();
    assert_eq!(out.0.lock().unwrap().as_slice(), b"readyok\n");
    // Played from the start each time it would be 48,205 moves.
    assert_eq!((moves, PLAYED.load(Ordering::SeqCst)), (310, 310));
}
