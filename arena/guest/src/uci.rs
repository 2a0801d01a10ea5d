//! UCI: R. Huber & S. Meyer-Kahlen, Universal Chess Interface (2000, revised 2006), which has parts and no numbers: input
//! follows its *GUI to engine*, output its *Engine to GUI*, and moves its *Move format*.

use std::{io, num::NonZeroUsize, time::Duration};

use agon_arena::play::TimeControl;
use agon_core::{
    AnyMove, Bound, Decision, OptionSpec, Position, Protocol, Seat, all_moves, fold, nearest, options::Kind,
};

use crate::{
    allowance::{Allowance, milliseconds},
    chess960::{is_chess960, set_chess960},
    event::Candidate,
    event_loop::{ALONE, EventLoop, Flow, GuestProtocol},
    guest_request::Shortlist,
    played_on::read_fen,
    words::{TOO_LONG, centipawns, first_word, share_of},
};

/// A guest that speaks UCI.
#[derive(Default)]
pub(crate) struct UciGuest {
    /// The number of best moves to report, if more than one.
    lines: Option<NonZeroUsize>,
    /// The move overhead, if it was set: the part of every time reserved for delays.
    overhead: Option<Duration>,
    /// Whether it ponders, and what the search may take once the expected move was played.
    is_pondering: bool,
    time: Option<Duration>,
    /// The line the player expected last, for the move to ponder on.
    expected: Vec<AnyMove>,
    /// Whether it still has to answer that there is no move.
    owes: bool,
}

/// All commands; `debug` and `register` change nothing here.
const COMMANDS: [&str; 11] =
    ["debug", "go", "isready", "ponderhit", "position", "quit", "register", "setoption", "stop", "uci", "ucinewgame"];

/// The option that is the whole player.
const PLAYER: &str = "Player";

/// The option for Chess960.
const CHESS960: &str = "UCI_Chess960";

/// The option for the number of best moves to report, and the most moves that chess has.
const LINES: &str = "MultiPV";
const MOST_LINES: usize = 218;

/// The option for the move overhead; and its default for a time for one move.
const OVERHEAD: &str = "Move Overhead";
const ON_THE_WAY: Duration = Duration::from_millis(10);

/// The reason for no move after a refused position.
const REFUSED: &str = "there is no position: the last one was refused";

/// The option for the size of a table, and what our players call theirs.
const HASH: &str = "Hash";
const TABLE: &str = "table";

impl GuestProtocol for UciGuest {
    fn hear(&mut self, event_loop: &mut EventLoop, line: &str) -> io::Result<Flow> {
        let (command, behind) = first_word(from_command(line));
        match command {
            // The best move so far is reported first.
            "quit" => event_loop.quit(),
            "uci" => introduce(event_loop)?,
            "isready" => event_loop.say("readyok")?,
            "ucinewgame" => event_loop.begin(),
            "setoption" => self.set_option(event_loop, behind)?,
            "position" => position(event_loop, behind)?,
            "go" => self.go(event_loop, behind)?,
            "stop" => {
                self.is_pondering = false;
                event_loop.stop();
                self.pay(event_loop)?;
            }
            "ponderhit" if std::mem::take(&mut self.is_pondering) => {
                event_loop.hurry(self.time);
                self.pay(event_loop)?;
            }
            _ => {}
        }
        Ok(Flow::GoesOn)
    }

    fn pass_over(&mut self, event_loop: &mut EventLoop, beginning: &str) -> io::Result<()> {
        complain(event_loop, &format!("{TOO_LONG}: {beginning}"))
    }

    fn ends(&self, line: &str) -> Option<Duration> {
        match command(line) {
            "stop" => Some(Duration::ZERO),
            "quit" => Some(ALONE),
            _ => None,
        }
    }

    fn interrupts(&self, line: &str) -> bool {
        !matches!(command(line), "position" | "go" | "ucinewgame" | "setoption")
    }

    fn is_urgent(&self, line: &str, is_superseded: bool) -> bool {
        match command(line) {
            "isready" => true,
            "ponderhit" => self.is_pondering && !is_superseded,
            _ => false,
        }
    }

    fn supersedes(&self, line: &str) -> bool {
        command(line) == "go"
    }

    fn thought(&mut self, event_loop: &mut EventLoop, thought: &Candidate) -> io::Result<()> {
        let Candidate { rank, decision, after } = thought;
        if *rank == 1 {
            self.expected.clone_from(&decision.pv);
        }
        let line = info(event_loop, decision, self.numbered(*rank), Some(*after));
        event_loop.say(&line)
    }

    fn answer(&mut self, event_loop: &mut EventLoop, decision: &Decision<AnyMove>) -> io::Result<()> {
        self.is_pondering = false;
        let line = info(event_loop, decision, self.numbered(1), None);
        event_loop.say(&line)?;
        let mut line = format!("bestmove {}", event_loop.written(decision.m));
        if let [first, second, ..] = self.expected[..]
            && first == decision.m
        {
            let mut after = event_loop.reported.here().clone();
            after.play(first);
            if after.is_legal(second) {
                line += " ponder ";
                let _ = after.write_foreign(second, Protocol::Uci, &mut line);
            }
        }
        self.expected.clear();
        event_loop.say(&line)
    }

    fn leave(&mut self, event_loop: &mut EventLoop) -> io::Result<()> {
        self.pay(event_loop)
    }

    fn complain(&mut self, event_loop: &mut EventLoop, what: &str) -> io::Result<()> {
        complain(event_loop, what)
    }
}

impl UciGuest {
    fn go(&mut self, event_loop: &mut EventLoop, words: &str) -> io::Result<()> {
        self.pay(event_loop)?;
        let side = event_loop.mover().unwrap_or(Seat(0)).index().min(1);
        let mut allowance = Allowance::default();
        let (mut clocks, mut left) = ([TimeControl::default(); 2], [false; 2]);
        let (mut ponders, mut is_endless, mut moves) = (false, false, None);
        let mut only = Vec::new();
        let mut words = words.split_ascii_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "ponder" => ponders = true,
                "infinite" => is_endless = true,
                "wtime" | "btime" | "winc" | "binc" => {
                    let side = usize::from(word.starts_with('b'));
                    let Some(time) = words.next().and_then(milliseconds) else { continue };
                    if word.ends_with("time") {
                        (clocks[side].left, left[side]) = (time, true);
                    } else {
                        clocks[side].increment = time;
                    }
                }
                "movestogo" => moves = words.next().and_then(|text| text.parse().ok()),
                "depth" => allowance.depth = words.next().and_then(|text| text.parse().ok()),
                "nodes" => {
                    let nodes: Option<u64> = words.next().and_then(|text| text.parse().ok());
                    allowance.nodes = nodes.map(|nodes| nodes.max(1));
                }
                "movetime" => {
                    let time = words.next().and_then(milliseconds);
                    allowance.time = time.map(|t| t.saturating_sub(self.on_the_way(t)));
                }
                "mate" => {
                    // `mate N` counts our own moves; the opponent's come between them.
                    let moves: Option<u32> = words.next().and_then(|text| text.parse().ok());
                    allowance.depth = moves.map(|moves| (2 * moves.min(500)).max(2) - 1);
                }
                "searchmoves" => {
                    while let Some(m) = words.peek().and_then(|text| event_loop.reported.read(text)) {
                        only.push(m);
                        words.next();
                    }
                }
                _ => {}
            }
        }
        // Some that have a depth or a count alone say nothing for both clocks.
        let is_counted = allowance.depth.is_some() || allowance.nodes.is_some();
        let is_no_clock = is_counted && clocks.iter().all(|clock| clock.left.is_zero());
        if left[side] && !is_no_clock && allowance.time.is_none() {
            let left = clocks[side].left.saturating_sub(self.overhead.unwrap_or_default());
            let clock = TimeControl { left, moves, ..clocks[side] };
            allowance.time = Some(clock.share(Some(event_loop.reported.to_come())));
        }
        (self.is_pondering, self.time) = (ponders, allowance.time);
        if ponders || is_endless {
            allowance.time = None;
        }
        let shortlist = self.shortlist(event_loop, only);
        if event_loop.ask_among(allowance, ponders || is_endless, shortlist) {
            return Ok(());
        }
        complain(event_loop, if event_loop.reported.is_lost() { REFUSED } else { "the game is over" })?;
        self.owes = true;
        if ponders || is_endless { Ok(()) } else { self.pay(event_loop) }
    }

    /// Answers that there is no move, if this is still due.
    fn pay(&mut self, event_loop: &mut EventLoop) -> io::Result<()> {
        if std::mem::take(&mut self.owes) { event_loop.say("bestmove (none)") } else { Ok(()) }
    }
}

impl UciGuest {
    /// The move overhead of a time for one move.
    fn on_the_way(&self, time: Duration) -> Duration {
        self.overhead.map_or(ON_THE_WAY.min(time / 10), |overhead| overhead.min(time / 2))
    }

    /// The number of a line, where there are several.
    fn numbered(&self, rank: usize) -> Option<usize> {
        self.lines.map(|_| rank)
    }

    /// The moves to compare, if any: for the best of all, or of some.
    fn shortlist(&self, event_loop: &mut EventLoop, mut only: Vec<AnyMove>) -> Option<Shortlist> {
        let is_asked = !only.is_empty() || self.lines.is_some();
        if !is_asked || event_loop.mover().is_none() {
            return None;
        }
        if only.is_empty() {
            only = all_moves(event_loop.reported.here());
        }
        Some(Shortlist { moves: only, lines: self.lines.map_or(1, NonZeroUsize::get) })
    }

    /// `name N value V`, where both may have spaces.
    fn set_option(&mut self, event_loop: &mut EventLoop, words: &str) -> io::Result<()> {
        let words = words.strip_prefix("name").unwrap_or(words).trim_start();
        let (name, value) = words.split_once(" value").unwrap_or((words, ""));
        let (name, value) = (name.trim(), value.trim());
        let value = if value == "<empty>" { "" } else { value };
        let known: Vec<&str> = event_loop.guest.player_options().iter().map(|(spec, _)| spec.name).collect();
        let found = known.iter().find(|known| fold(known) == fold(name));
        let is = |known: &str| known.eq_ignore_ascii_case(name);
        let changed = if is(PLAYER) {
            event_loop.guest.with_player(value)
        } else if is(CHESS960) {
            let is_lost = event_loop.reported.is_lost();
            let changed = set_chess960(event_loop, value.eq_ignore_ascii_case("true"));
            if is_lost {
                event_loop.reported.lose();
            }
            return changed.or_else(|error| complain(event_loop, &error.to_string()));
        } else if is(LINES) {
            let lines = value.parse().ok().filter(|&lines| 1 < lines);
            self.lines = lines.and_then(|lines| NonZeroUsize::new(MOST_LINES.min(lines)));
            return Ok(());
        } else if is(OVERHEAD) {
            self.overhead = milliseconds(value);
            return Ok(());
        } else if is(HASH) && known.contains(&TABLE) {
            let size = if value == "0" { "none".to_owned() } else { format!("{value}MB") };
            event_loop.guest.with_player_option(TABLE, &size)
        } else if let Some(name) = found {
            event_loop.guest.with_player_option(name, value)
        } else if ["Ponder", HASH, "Threads"].into_iter().any(is) {
            return Ok(());
        } else {
            let near = nearest(name, known.iter().copied());
            let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            return complain(event_loop, &format!("there is no option `{name}`{near}"));
        };
        let changed = changed.and_then(|guest| event_loop.become_guest(guest));
        changed.or_else(|error| complain(event_loop, &error.to_string()))
    }
}

/// The line from its command on; unknown words before it are skipped.
fn from_command(line: &str) -> &str {
    let mut rest = line;
    while !rest.is_empty() {
        let (word, behind) = first_word(rest);
        if COMMANDS.contains(&word) {
            break;
        }
        rest = behind;
    }
    rest
}

/// The command of a line; nothing where it has none.
fn command(line: &str) -> &str {
    first_word(from_command(line)).0
}

/// Answers `uci`: name and options.
fn introduce(event_loop: &mut EventLoop) -> io::Result<()> {
    event_loop.say(&format!("id name Agon {} {}", env!("CARGO_PKG_VERSION"), event_loop.guest.player.term))?;
    event_loop.say("id author the authors of Agon")?;
    let player = event_loop.guest.player.term.clone();
    event_loop.say(&format!("option name {PLAYER} type string default {player}"))?;
    // Offered because some programs ponder only then; nothing here depends on it.
    event_loop.say("option name Ponder type check default false")?;
    event_loop.say(&format!("option name {LINES} type spin default 1 min 1 max {MOST_LINES}"))?;
    let usual = ON_THE_WAY.as_millis();
    event_loop.say(&format!("option name {OVERHEAD} type spin default {usual} min 0 max 10000"))?;
    if let Some(is_on) = is_chess960(event_loop) {
        event_loop.say(&format!("option name {CHESS960} type check default {is_on}"))?;
    }
    for (spec, value) in event_loop.guest.player_options() {
        if spec.name == TABLE {
            let size = mebibytes(&value);
            event_loop.say(&format!("option name {HASH} type spin default {size} min 0 max 65536"))?;
        }
        event_loop.say(&format!("option name {} {}", name_of(spec), declared(spec, &value)))?;
    }
    event_loop.say("uciok")
}

/// An option's name as chess programs write theirs, `MinDepth`. Some of them take a `min` that stands alone for a
/// word of the protocol.
fn name_of(spec: &OptionSpec) -> String {
    let parts = spec.name.split('-');
    parts.map(|part| part[..1].to_uppercase() + &part[1..]).collect()
}

/// An option as UCI declares it.
fn declared(spec: &OptionSpec, value: &str) -> String {
    // Most programs read whole numbers of 32 bits.
    const MOST: u64 = i32::MAX as u64;
    match spec.kind {
        Kind::Whole { min, max } if min <= MOST => {
            format!("type spin default {value} min {min} max {}", max.min(MOST))
        }
        Kind::Flag => format!("type check default {value}"),
        Kind::Choice(words) => {
            format!("type combo default {value} var {}", words.join(" var "))
        }
        _ if value.is_empty() => "type string default <empty>".to_owned(),
        _ => format!("type string default {value}"),
    }
}

/// A size as players write it in whole units of 2²⁰ bytes; none at all is 0.
fn mebibytes(size: &str) -> u64 {
    let units = [("GB", 1024.0), ("MB", 1.0), ("kB", 1.0 / 1024.0)];
    let number = units.iter().find_map(|(unit, factor)| Some(factor * size.strip_suffix(unit)?.parse::<f64>().ok()?));
    number.unwrap_or(0.0).ceil() as u64
}

fn position(event_loop: &mut EventLoop, words: &str) -> io::Result<()> {
    let followed = event_loop.reported.follow(words, |start| {
        let moves = |rest: &str| rest.find("moves").unwrap_or(rest.len());
        match first_word(words) {
            ("startpos", rest) => Ok((start.clone(), rest)),
            ("fen", rest) => {
                let (fen, rest) = rest.split_at(moves(rest));
                let base = read_fen(start, fen.trim()).map_err(|error| error.to_string())?;
                Ok((base, rest))
            }
            (other, _) => Err(format!("`startpos` or `fen` expected, not `{other:.20}`")),
        }
    });
    followed.or_else(|why| complain(event_loop, &why))
}

/// A thought of the player, as a line.
fn info(event_loop: &EventLoop, decision: &Decision<AnyMove>, rank: Option<usize>, after: Option<Duration>) -> String {
    let mut line = "info".to_owned();
    let mut add = |name: &str, value: String| line.extend([" ", name, " ", &value]);
    if let Some(depth) = decision.depth {
        add("depth", depth.to_string());
    }
    if let Some(rank) = rank {
        add("multipv", rank.to_string());
    }
    if let Some(value) = decision.value {
        let share = share_of(event_loop.reported.here(), value);
        let (unit, number) = match event_loop.reported.plies_to_the_end(decision) {
            // Moves of the winner, as chess counts them; negative if the side to move loses.
            Some(plies) if share.abs() == 1.0 => ("score mate", (plies.div_ceil(2) as i64) * share as i64),
            _ => ("score cp", centipawns(share)),
        };
        add(unit, number.to_string() + bound(decision));
    }
    add("nodes", decision.nodes.to_string());
    if let Some(after) = after {
        add("time", after.as_millis().to_string());
        let nanoseconds = after.as_nanos().max(1);
        add("nps", (u128::from(decision.nodes) * 1_000_000_000 / nanoseconds).to_string());
    }
    add("pv", event_loop.reported.written_line(decision).join(" "));
    line
}

/// The protocol's word for a bound; it has none for the mean of a sample.
fn bound(decision: &Decision<AnyMove>) -> &'static str {
    match decision.bound {
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
        Bound::Exact | Bound::Sample => "",
    }
}

fn complain(event_loop: &mut EventLoop, what: &str) -> io::Result<()> {
    event_loop.say(&format!("info string {}", what.replace('\n', " ")))
}
