//! UCI: R. Huber & S. Meyer-Kahlen, Universal Chess Interface (2000, revised 2006).

use std::{io, time::Duration};

use agon_arena::play::TimeControl;
use agon_core::{
    AnyMove, Bound, Decision, OptionSpec, Position, Protocol, Seat, fold, nearest, options::Kind,
};

use crate::{
    allowance::{Allowance, milliseconds},
    chess960::{is_chess960, set_chess960},
    desk::{ALONE, Desk, Flow, Manners},
    revival::read_fen,
    words::{centipawns, first_word, share_of},
};

/// How UCI is spoken.
#[derive(Default)]
pub(crate) struct UciGuest {
    /// Whether it ponders, and what the search may take once the expected move was played.
    is_pondering: bool,
    time: Option<Duration>,
    /// The line the player expected last, for the move to ponder on.
    expected: Vec<AnyMove>,
}

/// The option that is the whole player.
const PLAYER: &str = "Player";

/// The option by which chess from any first row is played.
const CHESS960: &str = "UCI_Chess960";

/// Of a time for one move, so much is kept for the way.
const ON_THE_WAY: Duration = Duration::from_millis(10);

impl Manners for UciGuest {
    fn hear(&mut self, desk: &mut Desk, line: &str) -> io::Result<Flow> {
        // What is unknown is passed over, and what follows it on the line is looked at.
        let mut rest = line;
        while !rest.trim().is_empty() {
            let (word, behind) = first_word(rest);
            match word {
                // What was found by now is told first.
                "quit" => desk.quit(),
                "uci" => introduce(desk)?,
                "isready" => desk.say("readyok")?,
                "ucinewgame" => desk.begin(),
                "setoption" => set_option(desk, behind)?,
                "position" => position(desk, behind)?,
                "go" => self.go(desk, behind)?,
                "stop" => {
                    self.is_pondering = false;
                    desk.stop();
                }
                "ponderhit" => {
                    if std::mem::take(&mut self.is_pondering) {
                        desk.hurry(self.time);
                    }
                }
                "debug" | "register" => {}
                _ => {
                    rest = behind;
                    continue;
                }
            }
            break;
        }
        Ok(Flow::GoesOn)
    }

    fn ends(&self, line: &str) -> Option<Duration> {
        match first_word(line).0 {
            "stop" => Some(Duration::ZERO),
            "quit" => Some(ALONE),
            _ => None,
        }
    }

    fn interrupts(&self, line: &str) -> bool {
        !matches!(first_word(line).0, "position" | "go" | "ucinewgame" | "setoption")
    }

    fn thought(
        &mut self,
        desk: &mut Desk,
        decision: &Decision<AnyMove>,
        after: Duration,
    ) -> io::Result<()> {
        self.expected.clone_from(&decision.pv);
        let line = info(desk, decision, Some(after));
        desk.say(&line)
    }

    fn answer(&mut self, desk: &mut Desk, decision: &Decision<AnyMove>) -> io::Result<()> {
        self.is_pondering = false;
        let line = info(desk, decision, None);
        desk.say(&line)?;
        let mut line = format!("bestmove {}", desk.written(decision.m));
        if let [first, second, ..] = self.expected[..]
            && first == decision.m
        {
            let mut after = desk.track.here().clone();
            after.play(first);
            if after.is_legal(second) {
                line += " ponder ";
                let _ = after.write_foreign(second, Protocol::Uci, &mut line);
            }
        }
        self.expected.clear();
        desk.say(&line)
    }

    fn complain(&mut self, desk: &mut Desk, what: &str) -> io::Result<()> {
        complain(desk, what)
    }
}

impl UciGuest {
    fn go(&mut self, desk: &mut Desk, words: &str) -> io::Result<()> {
        let mut allowance = Allowance::default();
        let (mut clocks, mut left) = ([TimeControl::default(); 2], [false; 2]);
        let (mut ponders, mut is_endless, mut moves) = (false, false, None);
        let mut unheard = Vec::new();
        let mut words = words.split_ascii_whitespace();
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
                    allowance.time = time.map(|t| t.saturating_sub(ON_THE_WAY.min(t / 10)));
                }
                "searchmoves" | "mate" => unheard.push(word),
                _ => {}
            }
        }
        for word in unheard {
            desk.say(&format!("info string {word} is not known here: every move is looked at"))?;
        }
        let side = desk.mover().unwrap_or(Seat(0)).index().min(1);
        // Some that have a depth or a count alone say nothing for both clocks.
        let is_counted = allowance.depth.is_some() || allowance.nodes.is_some();
        let is_no_clock = is_counted && clocks.iter().all(|clock| clock.left.is_zero());
        if left[side] && !is_no_clock && allowance.time.is_none() {
            allowance.time =
                Some(TimeControl { moves, ..clocks[side] }.share(Some(desk.track.to_come())));
        }
        (self.is_pondering, self.time) = (ponders, allowance.time);
        if ponders || is_endless {
            allowance.time = None;
        }
        if !desk.ask(allowance, ponders || is_endless) {
            desk.say("info string the game is over")?;
            desk.say("bestmove (none)")?;
        }
        Ok(())
    }
}

/// Who this is, and what can be set.
fn introduce(desk: &mut Desk) -> io::Result<()> {
    desk.say(&format!("id name Agon {} {}", env!("CARGO_PKG_VERSION"), desk.guest.player.term))?;
    desk.say("id author the authors of Agon")?;
    let player = desk.guest.player.term.clone();
    desk.say(&format!("option name {PLAYER} type string default {player}"))?;
    // It is offered so that others may think of it: nothing here depends on it.
    desk.say("option name Ponder type check default false")?;
    if let Some(is_on) = is_chess960(desk) {
        desk.say(&format!("option name {CHESS960} type check default {is_on}"))?;
    }
    for (spec, value) in desk.guest.player_options() {
        desk.say(&format!("option name {} {}", name_of(spec), declared(spec, &value)))?;
    }
    desk.say("uciok")
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

/// `name N value V`, where both may have spaces.
fn set_option(desk: &mut Desk, words: &str) -> io::Result<()> {
    let words = words.strip_prefix("name").unwrap_or(words).trim_start();
    let (name, value) = words.split_once(" value").unwrap_or((words, ""));
    let (name, value) = (name.trim(), value.trim());
    let value = if value == "<empty>" { "" } else { value };
    let known = desk.guest.player_options();
    let known = known.iter().map(|(spec, _)| spec.name);
    let found = known.clone().find(|known| fold(known) == fold(name));
    let changed = if name.eq_ignore_ascii_case(PLAYER) {
        desk.guest.with_player(value)
    } else if name.eq_ignore_ascii_case(CHESS960) {
        let changed = set_chess960(desk, value.eq_ignore_ascii_case("true"));
        return changed.or_else(|error| complain(desk, &error.to_string()));
    } else if let Some(name) = found {
        desk.guest.with_player_option(name, value)
    } else if ["Ponder", "Hash", "Threads"].iter().any(|known| known.eq_ignore_ascii_case(name)) {
        return Ok(());
    } else {
        let names: Vec<&str> = known.collect();
        let near = nearest(name, names.iter().copied());
        let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        return complain(desk, &format!("there is no option `{name}`{near}"));
    };
    match changed.and_then(|guest| desk.become_guest(guest)) {
        Ok(()) => Ok(()),
        Err(error) => complain(desk, &error.to_string()),
    }
}

fn position(desk: &mut Desk, words: &str) -> io::Result<()> {
    let followed = desk.track.follow(words, |start| {
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
    followed.or_else(|why| complain(desk, &why))
}

/// What the player thinks, as a line.
fn info(desk: &Desk, decision: &Decision<AnyMove>, after: Option<Duration>) -> String {
    let mut line = "info".to_owned();
    let mut add = |name: &str, value: String| line.extend([" ", name, " ", &value]);
    if let Some(depth) = decision.depth {
        add("depth", depth.to_string());
    }
    if let Some(value) = decision.value {
        let share = share_of(desk.track.here(), value);
        let (unit, number) = match desk.track.plies_to_the_end(decision) {
            // Moves of whoever wins, as chess counts them; below zero for whoever is asked to move and loses.
            Some(plies) if share.abs() == 1.0 => {
                ("score mate", (plies.div_ceil(2) as i64) * share as i64)
            }
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
    add("pv", desk.track.written_line(decision).join(" "));
    line
}

/// How the protocol says that a value is not the value; it has no word for the mean of a sample.
fn bound(decision: &Decision<AnyMove>) -> &'static str {
    match decision.bound {
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
        Bound::Exact | Bound::Sample => "",
    }
}

fn complain(desk: &mut Desk, what: &str) -> io::Result<()> {
    desk.say(&format!("info string {}", what.replace('\n', " ")))
}
