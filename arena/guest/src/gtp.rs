//! GTP: G. Farnebäck, *Specification of the Go Text Protocol, version 2* (2002). For hex its usual extensions, for othello its
//! usual reading.
//!
//! Lines are prepared as section 3.1 has it (no comments, no control characters, tabs are spaces, blank lines are passed)
//! and taken apart as in 2.5, handicaps placed as in 4.1, and commands obeyed as in 6.3.

use std::{io, time::Duration};

use agon_arena::play::TimeControl;
use agon_core::{AnyMove, Decision, Node, Position, Seat, drawing};

use crate::{
    allowance::Allowance,
    event_loop::{EventLoop, Flow, GuestProtocol},
    handicap,
    recorded::{load, set_up, stones, written_game},
    sgf,
    turns::{give_turn, play},
    words::{TOO_LONG, first_word},
};

/// A guest that speaks GTP.
#[derive(Default)]
pub(crate) struct GtpGuest {
    /// The number of the command that is being answered, as it was written.
    id: String,
    /// Whether the move that is thought about is to be played.
    is_played: bool,
    settings: Option<TimeSettings>,
    /// The time left of each colour, as last received.
    clocks: [Option<TimeControl>; 2],
    /// The player's last thought: the value of the position for its colour, its bound, and the expected
    /// line.
    value: String,
    line: String,
}

/// Main time, byo-yomi time, byo-yomi stones.
struct TimeSettings {
    main: Duration,
    period: Duration,
    stones: u32,
}

const COMMANDS: [&str; 21] = [
    "agon-line",
    "agon-value",
    "boardsize",
    "clear_board",
    "final_score",
    "genmove",
    "gogui-analyze_commands",
    "kgs-time_settings",
    "known_command",
    "komi",
    "list_commands",
    "name",
    "play",
    "protocol_version",
    "quit",
    "reg_genmove",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

/// Those that only Go has.
const GO_COMMANDS: [&str; 6] =
    ["final_status_list", "fixed_handicap", "loadsgf", "place_free_handicap", "printsgf", "set_free_handicap"];

/// What `GoGui` may show of a position: the kind, its title, and the command.
const SHOWN: &str = "string/Agon: value/agon-value\nvar/Agon: expected line/agon-line";

/// The answer to a command: success or failure.
type Response = Result<String, String>;

impl GuestProtocol for GtpGuest {
    fn hear(&mut self, event_loop: &mut EventLoop, line: &str) -> io::Result<Flow> {
        let line = line.split('#').next().unwrap_or_default();
        let line: String = line.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect();
        let (first, rest) = first_word(&line);
        if first.is_empty() {
            return Ok(Flow::GoesOn);
        }
        let is_id = first.bytes().all(|b| b.is_ascii_digit());
        let (command, arguments) = if is_id { first_word(rest) } else { (first, rest) };
        self.id = if is_id { first.to_owned() } else { String::new() };
        let arguments: Vec<&str> = arguments.split_ascii_whitespace().collect();
        match command {
            "quit" => {
                self.say(event_loop, &Ok(String::new()))?;
                return Ok(Flow::Quits);
            }
            "genmove" | "reg_genmove" => {
                if let Some(said) = self.think(event_loop, &arguments, command == "genmove") {
                    self.say(event_loop, &said)?;
                }
            }
            _ => {
                let said = self.obey(event_loop, command, &arguments);
                self.say(event_loop, &said)?;
            }
        }
        Ok(Flow::GoesOn)
    }

    fn pass_over(&mut self, event_loop: &mut EventLoop, beginning: &str) -> io::Result<()> {
        let (first, _) = first_word(beginning);
        if first.starts_with('#') {
            // A comment is no command, however long.
            return Ok(());
        }
        self.id = first.chars().take_while(char::is_ascii_digit).collect();
        if self.id.len() < first.len() {
            self.id.clear();
        }
        self.say(event_loop, &Err(TOO_LONG.to_owned()))
    }

    /// Commands wait for their turn, as the specification has it.
    fn interrupts(&self, _: &str) -> bool {
        false
    }

    fn answer(&mut self, event_loop: &mut EventLoop, decision: &Decision<AnyMove>) -> io::Result<()> {
        let text = event_loop.written(decision.m);
        let words = decision.bound.words();
        self.value = decision.value.map_or(String::new(), |value| format!("{words}{value}"));
        self.line = line_of(event_loop, decision);
        if self.is_played {
            event_loop.reported.play(decision.m);
        } else {
            event_loop.reported.take_back_turn();
        }
        self.say(event_loop, &Ok(text))
    }

    fn complain(&mut self, _: &mut EventLoop, what: &str) -> io::Result<()> {
        eprintln!("agon: {what}");
        Ok(())
    }
}

impl GtpGuest {
    fn say(&self, event_loop: &mut EventLoop, said: &Response) -> io::Result<()> {
        let (sign, text) = match said {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        // An empty line ends an answer, so that none may stand within.
        let text = text.replace("\n\n", "\n");
        let space = if text.is_empty() || text.starts_with('\n') { "" } else { " " };
        event_loop.say(&format!("{sign}{}{space}{text}\n", self.id))
    }

    fn obey(&mut self, event_loop: &mut EventLoop, command: &str, arguments: &[&str]) -> Response {
        if is_go(event_loop) && GO_COMMANDS.contains(&command) {
            return Self::obey_at_go(event_loop, command, arguments);
        }
        let done = Ok(String::new());
        match (command, arguments) {
            ("protocol_version", _) => Ok("2".to_owned()),
            ("name", _) => Ok("Agon".to_owned()),
            ("version", _) => Ok(format!("{} {}", env!("CARGO_PKG_VERSION"), event_loop.guest.player.term)),
            ("list_commands", _) => {
                let all = commands(event_loop);
                Ok(all.collect::<Vec<_>>().join("\n"))
            }
            ("known_command", [name, ..]) => Ok(commands(event_loop).any(|c| c == *name).to_string()),
            ("known_command", []) => Ok("false".to_owned()),
            ("gogui-analyze_commands", _) => Ok(SHOWN.to_owned()),
            ("agon-value", _) => Ok(self.value.clone()),
            ("agon-line", _) => Ok(self.line.clone()),
            ("boardsize", [size, ..]) => {
                let is_number = size.parse::<u8>().is_ok();
                let changed = event_loop.guest.has_game_option("size") && is_number;
                let guest = changed
                    .then(|| event_loop.guest.with_game_options(&[("size", size)]).ok())
                    .flatten()
                    .ok_or("unacceptable size")?;
                event_loop.become_guest(guest).map_err(|error| error.to_string())?;
                event_loop.begin();
                done
            }
            ("clear_board", _) => {
                event_loop.begin();
                self.clocks = [None; 2];
                done
            }
            ("komi", [komi, ..]) => {
                let number: f64 = komi.parse().map_err(|_| "syntax error")?;
                if !is_go(event_loop) {
                    return done;
                }
                let komi = number.to_string();
                let changed = event_loop.guest.with_game_options(&[("komi", &komi)]);
                let guest = changed.map_err(|error| error.to_string())?;
                let reported = event_loop.reported.under(guest.start().clone());
                event_loop.become_guest_at(guest, reported).map_err(|error| error.to_string())?;
                done
            }
            ("play", [colour, vertex, ..]) => {
                let seat = seat_of(colour).ok_or("syntax error")?;
                play(&mut event_loop.reported, seat, vertex)?;
                done
            }
            ("undo", _) => {
                if event_loop.reported.undo() {
                    done
                } else {
                    Err("cannot undo".to_owned())
                }
            }
            ("showboard", _) => Ok(format!(
                "
{}",
                drawing(event_loop.reported.here())
            )),
            ("time_settings", [main, period, stones, ..])
            | ("kgs-time_settings", ["canadian", main, period, stones, ..]) => self.set_time(main, period, stones),
            // Of several periods only the last is lost.
            ("kgs-time_settings", ["byoyomi", main, period, _, ..]) => self.set_time(main, period, "1"),
            ("kgs-time_settings", ["absolute", main, ..]) => self.set_time(main, "0", "0"),
            ("kgs-time_settings", ["none", ..]) => self.set_time("0", "1", "0"),
            ("time_left", [colour, time, stones, ..]) => {
                let seat = seat_of(colour).ok_or("syntax error")?;
                let left = time.parse::<i64>().map_err(|_| "syntax error")?.max(0) as u64;
                let stones: u32 = stones.parse().map_err(|_| "syntax error")?;
                self.clocks[seat.index()] = Some(TimeControl {
                    left: Duration::from_secs(left),
                    moves: (0 < stones).then_some(stones),
                    ..TimeControl::default()
                });
                done
            }
            ("final_score", _) => score(event_loop),
            (known, _) if commands(event_loop).any(|c| c == known) => Err("syntax error".to_owned()),
            _ => Err("unknown command".to_owned()),
        }
    }

    /// Sets the time for all moves, that of a period after it, and how many stones a period has.
    fn set_time(&mut self, main: &str, period: &str, stones: &str) -> Response {
        let read = |text: &str| text.parse::<u32>().map_err(|_| "syntax error".to_owned());
        let seconds = |text: &str| Ok::<_, String>(Duration::from_secs(read(text)?.into()));
        let (main, period, stones) = (seconds(main)?, seconds(period)?, read(stones)?);
        self.clocks = [None; 2];
        // A period without stones is no limit at all.
        let is_limited = period.is_zero() || 0 < stones;
        self.settings = is_limited.then_some(TimeSettings { main, period, stones });
        Ok(String::new())
    }

    /// Obeys one of [`GO_COMMANDS`].
    fn obey_at_go(event_loop: &mut EventLoop, command: &str, arguments: &[&str]) -> Response {
        let done = Ok(String::new());
        match (command, arguments) {
            ("fixed_handicap" | "place_free_handicap", [stones, ..]) => {
                let stones: u32 = stones.parse().map_err(|_| "syntax error")?;
                let size = event_loop.guest.game_option("size").and_then(|size| size.parse().ok());
                // A free one is placed as the fixed one is, as far as there is room.
                let least = if command == "fixed_handicap" { stones } else { 2 };
                let mut counts = (least..=stones.min(9)).rev();
                let found = size.and_then(|size| counts.find_map(|count| handicap::fixed(count, size)));
                let vertices = found.ok_or("invalid number of stones")?;
                put(event_loop, &vertices)?;
                Ok(vertices.join(" "))
            }
            ("set_free_handicap", vertices) => {
                let vertices: Vec<String> = vertices.iter().map(|&v| v.to_owned()).collect();
                let is_pass = |vertex: &String| vertex.eq_ignore_ascii_case("pass");
                if vertices.len() < 2 || vertices.iter().any(is_pass) {
                    return Err("bad vertex list".to_owned());
                }
                put(event_loop, &vertices)?;
                done
            }
            ("loadsgf", [file, rest @ ..]) => {
                let before = rest.first().map(|number| number.parse::<usize>());
                let before = before.transpose().map_err(|_| "syntax error")?;
                load(event_loop, file, before).map_err(|why| format!("cannot load file: {why}"))?;
                done
            }
            // Nobody at the other end writes files here.
            ("printsgf", []) => Ok(written_game(event_loop)),
            ("final_status_list", [status, ..]) => match *status {
                "alive" => {
                    let all = stones(event_loop.reported.here()).into_iter().map(|stone| stone.1);
                    Ok(all.collect::<Vec<_>>().join("\n"))
                }
                // As they stand: no stone is dead before it is taken.
                "dead" | "seki" | "black_territory" | "white_territory" | "dame" => done,
                _ => Err("syntax error".to_owned()),
            },
            _ => Err("syntax error".to_owned()),
        }
    }

    /// Asks for a move; or answers at once, if none is possible.
    fn think(&mut self, event_loop: &mut EventLoop, arguments: &[&str], is_played: bool) -> Option<Response> {
        let Some(seat) = arguments.first().and_then(|colour| seat_of(colour)) else {
            return Some(Err("syntax error".to_owned()));
        };
        self.is_played = is_played;
        if event_loop.reported.here().node() == Node::Terminal {
            // The controller has not noticed that the game is over: a pass is the best answer. If it is legal it is
            // played, so that it can be taken back.
            if is_played {
                let _ = play(&mut event_loop.reported, seat, "pass");
            }
            return Some(Ok("pass".to_owned()));
        }
        if let Err(why) = give_turn(&mut event_loop.reported, seat) {
            return Some(Err(why));
        }
        let time = self.clock(seat).map(|clock| clock.share(Some(event_loop.reported.to_come())));
        let is_asked = event_loop.ask(Allowance { time, ..Allowance::default() }, false);
        (!is_asked).then(|| Err("illegal move: the game is over".to_owned()))
    }

    /// The time left of `seat`.
    fn clock(&self, seat: Seat) -> Option<TimeControl> {
        let told = self.clocks[seat.index()];
        told.or_else(|| {
            let settings = self.settings.as_ref()?;
            let is_main = !settings.main.is_zero() || settings.period.is_zero();
            Some(TimeControl {
                left: if is_main { settings.main } else { settings.period },
                moves: (!is_main).then_some(settings.stones),
                ..TimeControl::default()
            })
        })
    }
}

/// Whether the game is Go: no other has a komi.
fn is_go(event_loop: &EventLoop) -> bool {
    event_loop.guest.has_game_option("komi")
}

/// The commands that are known, at this game.
fn commands(event_loop: &EventLoop) -> impl Iterator<Item = &'static str> + use<> {
    let of_go = if is_go(event_loop) { &GO_COMMANDS[..] } else { &[] };
    COMMANDS.iter().chain(of_go).copied()
}

/// Puts the stones of a handicap on an empty board, where the game then begins.
fn put(event_loop: &mut EventLoop, vertices: &[String]) -> Result<(), String> {
    if event_loop.reported.len() != 0 || !stones(event_loop.reported.here()).is_empty() {
        return Err("board not empty".to_owned());
    }
    let size = event_loop.guest.game_option("size").and_then(|size| size.parse().ok()).unwrap_or(19);
    let stones: Vec<_> = vertices.iter().map(|vertex| (0, vertex.to_uppercase())).collect();
    let is_new = |at: usize| stones[..at].iter().all(|other| *other != stones[at]);
    let is_list = (0..stones.len()).all(|at| is_new(at) && sgf::place(&stones[at].1, size).is_some());
    let base = is_list.then(|| set_up(event_loop.guest.start(), size, &stones, Seat(1)));
    event_loop.reported.begin_at(base.and_then(Result::ok).ok_or("bad vertex list")?);
    Ok(())
}

/// The line that the player expects, as `GoGui` shows it: `b D4 w E5`.
fn line_of(event_loop: &mut EventLoop, decision: &Decision<AnyMove>) -> String {
    let mut seat = event_loop.mover().unwrap_or(Seat(0));
    let mut words = Vec::new();
    for m in event_loop.reported.written_line(decision) {
        words.push(format!("{} {m}", if seat == Seat(0) { 'b' } else { 'w' }));
        seat = seat.opponent();
    }
    words.join(" ")
}

/// Black is the seat that moves first.
fn seat_of(colour: &str) -> Option<Seat> {
    match colour.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Seat(0)),
        "w" | "white" => Some(Seat(1)),
        _ => None,
    }
}

/// Who is ahead and by how much, as the board counts now; at games without points who won, by one.
fn score(event_loop: &EventLoop) -> Response {
    let here = event_loop.reported.here();
    let lead = match here.lead() {
        Some(lead) => lead,
        None if here.node() != Node::Terminal => {
            return Err("cannot score: the game is not over".to_owned());
        }
        None if 0.0 < here.payoff(Seat(0)) => 1.0,
        None if 0.0 < here.payoff(Seat(1)) => -1.0,
        None => 0.0,
    };
    Ok(match lead {
        lead if 0.0 < lead => format!("B+{lead}"),
        lead if lead < 0.0 => format!("W+{}", -lead),
        _ => "0".to_owned(),
    })
}
