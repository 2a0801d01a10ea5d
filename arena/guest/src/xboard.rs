//! xboard: T. Mann & H. G. Muller, Chess Engine Communication Protocol, version 2 (2009); commands as in section 8, answers as
//! in 9, what a player thinks as in 10.

use std::{io, time::Duration};

use agon_arena::play::TimeControl;
use agon_core::{AnyMove, Decision, Node, OptionSpec, Position, Seat, options::Kind};

use crate::{
    allowance::{Allowance, seconds},
    chess960::set_chess960,
    event::Candidate,
    event_loop::{ALONE, EventLoop, Flow, GuestProtocol},
    played_on::read_fen,
    words::{TOO_LONG, centipawns, first_word, share_of},
};

/// A guest that speaks xboard's protocol.
pub(crate) struct XboardGuest {
    /// The seat that the guest plays; none in force mode.
    seat: Option<Seat>,
    /// Whether thoughts are shown.
    posts: bool,
    /// Whether the move is a hint, to be shown but not played.
    is_hint: bool,
    /// Whether it thinks about every position without playing, and what it thought last.
    analyses: bool,
    status: String,
    /// The moves of a period; none if the time is for the whole game.
    moves: Option<u32>,
    clock: Option<TimeControl>,
    exact: Option<Duration>,
    depth: Option<u32>,
}

impl Default for XboardGuest {
    fn default() -> Self {
        XboardGuest {
            seat: Some(Seat(1)),
            posts: false,
            is_hint: false,
            analyses: false,
            status: String::new(),
            moves: None,
            clock: None,
            exact: None,
            depth: None,
        }
    }
}

/// Words that leave an analysis as it is.
const STATUS: [&str; 7] = [".", "ping", "post", "nopost", "time", "otim", "name"];

/// The reason for no move after a refused position.
const REFUSED: &str = "the last position was refused";

/// The part of a time for one move that is reserved for delays.
const ON_THE_WAY: Duration = Duration::from_millis(20);

impl GuestProtocol for XboardGuest {
    fn hear(&mut self, event_loop: &mut EventLoop, line: &str) -> io::Result<Flow> {
        let (word, rest) = first_word(line);
        if self.analyses && !STATUS.contains(&word) {
            // Any of these may change the position or the player.
            event_loop.drop_question();
        }
        match word {
            "quit" => return Ok(Flow::Quits),
            "analyze" => (self.analyses, self.is_hint, self.seat) = (true, false, None),
            "exit" => self.analyses = false,
            "." if self.analyses => event_loop.say(&self.status)?,
            "variant" => play_variant(event_loop, rest)?,
            "protover" => introduce(event_loop)?,
            "new" => {
                event_loop.drop_question();
                event_loop.begin();
                let XboardGuest { posts, analyses, .. } = *self;
                *self = XboardGuest { posts, analyses, ..XboardGuest::default() };
                if analyses {
                    self.seat = None;
                } else {
                    play_variant(event_loop, "normal")?;
                }
            }
            "setboard" => match read_fen(event_loop.guest.start(), rest) {
                Ok(position) => event_loop.reported.begin_at(position),
                Err(error) => {
                    event_loop.reported.lose();
                    event_loop.say(&format!("tellusererror Illegal position: {error}"))?;
                }
            },
            "force" | "result" => {
                event_loop.drop_question();
                self.seat = None;
            }
            "go" if event_loop.reported.is_lost() => event_loop.say(&format!("Error ({REFUSED}): go"))?,
            "go" => {
                self.seat = event_loop.mover();
                self.think(event_loop);
            }
            "playother" => self.seat = event_loop.mover().map(Seat::opponent),
            "usermove" => self.hear_move(event_loop, rest)?,
            "?" => event_loop.stop(),
            "ping" => event_loop.say(&format!("pong {rest}"))?,
            "level" => self.level(rest),
            "st" => {
                (self.exact, self.clock) = (seconds(rest, 1.0), None);
            }
            "sd" => self.depth = rest.parse().ok().filter(|&depth| 0 < depth),
            "time" => {
                if let (Some(left), Some(clock)) = (seconds(rest, 0.01), &mut self.clock) {
                    clock.left = left;
                }
            }
            "undo" => drop(event_loop.reported.undo()),
            "remove" => {
                event_loop.reported.undo();
                event_loop.reported.undo();
            }
            "post" => self.posts = true,
            "nopost" => self.posts = false,
            "option" => set_option(event_loop, rest)?,
            "hint" if self.analyses => {}
            "hint" => {
                self.is_hint = true;
                let allowance = Allowance { time: Some(Duration::from_millis(300)), ..self.allowance(event_loop) };
                self.is_hint = event_loop.ask(allowance, false);
            }
            // Facts about the opponent, and commands that change nothing here.
            "" | "xboard" | "accepted" | "rejected" | "random" | "otim" | "draw" | "easy" | "hard" | "name"
            | "rating" | "ics" | "computer" | "nps" | "memory" | "cores" | "egtpath" | "bk" | "pause" | "resume"
            | "." => {}
            _ if looks_like_a_move(word) => self.hear_move(event_loop, word)?,
            _ => event_loop.say(&format!("Error (unknown command): {line:.60}"))?,
        }
        if self.analyses && !STATUS.contains(&word) && event_loop.mover().is_some() {
            event_loop.ask(Allowance::default(), true);
        }
        Ok(Flow::GoesOn)
    }

    fn pass_over(&mut self, event_loop: &mut EventLoop, beginning: &str) -> io::Result<()> {
        event_loop.say(&format!("Error ({TOO_LONG}): {beginning}"))
    }

    fn ends(&self, line: &str) -> Option<Duration> {
        match first_word(line).0 {
            "?" | "new" | "force" | "result" => Some(Duration::ZERO),
            "quit" => Some(ALONE),
            _ => None,
        }
    }

    /// Lines that end the search, or matter during it. A ping waits: the answer comes first.
    fn interrupts(&self, line: &str) -> bool {
        self.analyses || ["quit", "new", "force", "result", "?", "post", "nopost"].contains(&first_word(line).0)
    }

    fn thought(&mut self, event_loop: &mut EventLoop, thought: &Candidate) -> io::Result<()> {
        let Candidate { decision, after, .. } = thought;
        let (Some(depth), true) = (decision.depth, self.posts || self.analyses) else {
            return Ok(());
        };
        let score = decision.value.map_or(0, |v| centipawns(share_of(event_loop.reported.here(), v)));
        let (hundredths, nodes) = (after.as_millis() / 10, decision.nodes);
        let line = event_loop.reported.written_line(decision).join(" ");
        // Time, nodes, depth, the moves that are left to look at, and all: a search here has no such list.
        self.status = format!("stat01: {hundredths} {nodes} {depth} 0 0");
        event_loop.say(&format!("{depth} {score} {hundredths} {nodes} {line}"))
    }

    fn answer(&mut self, event_loop: &mut EventLoop, decision: &Decision<AnyMove>) -> io::Result<()> {
        if self.analyses {
            // The input has ended: no move is made.
            return Ok(());
        }
        let text = event_loop.written(decision.m);
        if std::mem::take(&mut self.is_hint) {
            return event_loop.say(&format!("Hint: {text}"));
        }
        event_loop.reported.play(decision.m);
        event_loop.say(&format!("move {text}"))?;
        say_result(event_loop)
    }

    fn complain(&mut self, event_loop: &mut EventLoop, what: &str) -> io::Result<()> {
        event_loop.say(&format!("# {}", what.replace('\n', " ")))
    }
}

impl XboardGuest {
    fn hear_move(&mut self, event_loop: &mut EventLoop, text: &str) -> io::Result<()> {
        if event_loop.reported.is_lost() {
            return event_loop.say(&format!("Illegal move ({REFUSED}): {text:.20}"));
        }
        if !event_loop.reported.play_text(text) {
            return event_loop.say(&format!("Illegal move: {text:.20}"));
        }
        say_result(event_loop)?;
        self.think(event_loop);
        Ok(())
    }

    /// Thinks, if it is its turn.
    fn think(&mut self, event_loop: &mut EventLoop) {
        self.is_hint = false;
        if self.seat.is_some() && event_loop.mover() == self.seat {
            event_loop.ask(self.allowance(event_loop), false);
        }
    }

    fn allowance(&self, event_loop: &EventLoop) -> Allowance {
        let exact = self.exact.map(|t| t.saturating_sub(ON_THE_WAY.min(t / 10)));
        // Subtract the moves already made in this period.
        let made = event_loop.reported.len() as u32 / 2;
        let moves = self.moves.map(|moves| moves - made % moves);
        let to_come = Some(event_loop.reported.to_come());
        let share = self.clock.map(|clock| TimeControl { moves, ..clock }.share(to_come));
        Allowance { nodes: None, depth: self.depth, time: exact.or(share) }
    }

    /// `MOVES BASE INCREMENT`: the base in minutes, or minutes and seconds.
    fn level(&mut self, words: &str) {
        let words: Vec<&str> = words.split_ascii_whitespace().collect();
        let [moves, base, increment] = words[..] else { return };
        let (minutes, rest) = base.split_once(':').unwrap_or((base, "0"));
        let times = (seconds(minutes, 60.0), seconds(rest, 1.0), seconds(increment, 1.0));
        let (Some(minutes), Some(rest), Some(increment)) = times else { return };
        self.moves = moves.parse().ok().filter(|&moves| 0 < moves);
        self.exact = None;
        self.clock = Some(TimeControl { left: minutes.saturating_add(rest), increment, moves: None });
    }
}

/// Answers `protover`: name, features and options.
fn introduce(event_loop: &mut EventLoop) -> io::Result<()> {
    event_loop.say("feature done=0")?;
    let name = format!("Agon {} {}", env!("CARGO_PKG_VERSION"), event_loop.guest.player.term);
    event_loop.say(&format!("feature myname=\"{}\"", name.replace('"', "'")))?;
    event_loop.say(
        "feature setboard=1 usermove=1 ping=1 time=1 draw=0 sigint=0 reuse=1 analyze=1 \
         colors=0 debug=1 san=0 playother=1 variants=\"normal,fischerandom\"",
    )?;
    for (spec, value) in event_loop.guest.player_options() {
        event_loop.say(&format!("feature option=\"{} {}\"", spec.name, declared(spec, &value)))?;
    }
    event_loop.say("feature done=1")
}

/// Chess, or chess from any first row; other variants are none of ours.
fn play_variant(event_loop: &mut EventLoop, variant: &str) -> io::Result<()> {
    let changed = match variant {
        "normal" => set_chess960(event_loop, false),
        "fischerandom" => set_chess960(event_loop, true),
        _ => return event_loop.say(&format!("Error (unsupported variant): {variant:.40}")),
    };
    changed.or_else(|error| event_loop.say(&format!("tellusererror {error}").replace('\n', " ")))
}

/// An option as xboard declares it.
fn declared(spec: &OptionSpec, value: &str) -> String {
    const MOST: u64 = i32::MAX as u64;
    match spec.kind {
        Kind::Whole { min, max } if min <= MOST => {
            format!("-spin {value} {min} {}", max.min(MOST))
        }
        Kind::Flag => format!("-check {}", u8::from(value == "true")),
        Kind::Choice(words) => {
            let marked = words.iter().map(|&word| if word == value { format!("*{word}") } else { word.to_owned() });
            format!("-combo {}", marked.collect::<Vec<_>>().join(" /// "))
        }
        _ => format!("-string {}", value.replace('"', "'")),
    }
}

/// `NAME=VALUE`.
fn set_option(event_loop: &mut EventLoop, words: &str) -> io::Result<()> {
    let (name, value) = words.split_once('=').unwrap_or((words, ""));
    let (name, value) = (name.trim(), value.trim());
    let known = event_loop.guest.player_options();
    let spec = known.iter().map(|(spec, _)| *spec).find(|spec| spec.name == name);
    let value = match (spec.map(|spec| spec.kind), value) {
        (Some(Kind::Flag), "1") => "true",
        (Some(Kind::Flag), "0") => "false",
        (_, value) => value,
    };
    let changed = event_loop.guest.with_player_option(name, value);
    let changed = match spec {
        None => return event_loop.say(&format!("Error (unknown option): {name:.40}")),
        Some(_) => changed.and_then(|guest| event_loop.become_guest(guest)),
    };
    changed.or_else(|error| event_loop.say(&format!("tellusererror {error}").replace('\n', " ")))
}

/// Reports the result if no seat can move; draws that must be claimed are left to others.
fn say_result(event_loop: &mut EventLoop) -> io::Result<()> {
    if event_loop.mover().is_some() {
        return Ok(());
    }
    let here = event_loop.reported.here();
    if here.node() != Node::Terminal {
        return Ok(());
    }
    let payoff = here.payoff(Seat(0));
    let result = if 0.0 < payoff {
        "1-0 {White mates}"
    } else if payoff < 0.0 {
        "0-1 {Black mates}"
    } else {
        "1/2-1/2 {Draw}"
    };
    event_loop.say(result)
}

/// Whether a word without a command may be a move, as programs send it that know no `usermove`.
fn looks_like_a_move(word: &str) -> bool {
    let bytes = word.as_bytes();
    let is_square = |file: u8, rank: u8| (b'a'..=b'h').contains(&file) && (b'1'..=b'8').contains(&rank);
    word.starts_with("O-O")
        || matches!(bytes, [a, b, c, d, ..] if bytes.len() <= 5 && is_square(*a, *b) && is_square(*c, *d))
}
