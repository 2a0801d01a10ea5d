//! xboard: T. Mann and H. G. Muller, *Chess Engine Communication Protocol*, version 2 (2009); commands as in section 8,
//! answers as in 9, what an engine thinks as in 10.

mod features;

use std::{fmt::Write as _, time::Duration};

use agon_core::{Failure, Protocol, Seat, Trouble};

use self::features::{Features, features};
use crate::{
    engine_protocol::{EngineMove, EngineProtocol, EngineReply, MoveAllowance, MoveRequest, Wishes, Worth, finite},
    story::{Story, Telling},
    wire::{Talk, refuses},
};

/// The state of a program that speaks xboard's protocol.
#[derive(Default)]
pub(crate) struct Xboard {
    features: Features,
    wishes: Wishes,
    variant: Option<&'static str>,
    /// The limits sent when the game began.
    limits: String,
    told: Telling,
    /// How often it was asked for a sign of life.
    pings: u32,
    /// The last line that had a value.
    thought: String,
}

/// How long a program has to say what it can do, and how much longer once it was sent another line.
const HELLO: Duration = Duration::from_secs(2);
const NUDGED: Duration = Duration::from_secs(1);

impl EngineProtocol for Xboard {
    const PROTOCOL: Protocol = Protocol::Xboard;
    const FAREWELL: &'static str = "quit\n";
    const COUNTS_NODES: bool = false;
    /// Its time for a move is whole seconds.
    const LEAST_TIME: Duration = Duration::from_secs(1);

    fn greet(talk: &mut Talk<'_>, wishes: &Wishes, story: &Story) -> Result<Self, Failure> {
        let variant = story.setup.variant;
        let mut program = Xboard { wishes: wishes.clone(), variant, ..Xboard::default() };
        program.say_hello(talk)?;
        if let (Some(variant), Some(known)) = (program.variant, &program.features.variants)
            && !known.split(',').any(|name| name.trim() == variant)
        {
            let what = format!("no variant {variant}; it knows {known}");
            return Err(Failure::Outside(Trouble::Refused, what));
        }
        if story.setup.position.is_some() {
            program.can_set_board()?;
        }
        for (name, value) in &wishes.options {
            let line = program.features.option(name, value);
            let line = line.map_err(|what| Failure::Outside(Trouble::Refused, what))?;
            talk.tell(&line)?;
        }
        Ok(program)
    }

    fn begin(&mut self, talk: &mut Talk<'_>, allowance: &MoveAllowance) -> Result<(), Failure> {
        self.told = Telling::default();
        // What it had to say of the game before, its result mostly, is no answer to anything.
        while talk.listen(Duration::ZERO)?.is_some() {
            self.pass_over(talk)?;
        }
        self.limits.clear();
        limits(allowance, &mut self.limits);
        let variant = self.variant.map_or(String::new(), |name| format!("variant {name}\n"));
        talk.tell(&format!("new\n{variant}force\neasy\npost\n{}", self.limits))?;
        for line in &self.wishes.lines {
            talk.tell(&format!("{line}\n"))?;
        }
        self.sign_of_life(talk)
    }

    fn plays_once(&self) -> bool {
        self.features.plays_once
    }

    fn ask(&mut self, talk: &mut Talk<'_>, question: &MoveRequest<'_>) -> EngineReply {
        let MoveRequest { story, seat, allowance } = *question;
        let mut lines = String::from("force\n");
        let told = self.told.of(story);
        if told.is_none() {
            if let Some(fen) = &story.setup.position {
                self.can_set_board()?;
                let _ = writeln!(lines, "setboard {fen}");
            } else if self.told.is_any() {
                lines = format!("new\nforce\n{}", self.limits);
            }
        }
        // Without a `pong` there is no telling when its words about the game before are over.
        let may_be_stale = told.is_none() && !self.features.ping;
        let from = told.unwrap_or(0);
        for step in &story.moves[from..] {
            let word = if self.features.usermove { "usermove " } else { "" };
            let _ = writeln!(lines, "{word}{}", step.word);
        }
        if !self.features.has_no_time {
            time(allowance, &mut lines);
        }
        lines.push_str("go\n");
        talk.ask(&lines)?;
        self.thought.clear();
        loop {
            let line = talk.answer("?\n")?.trim();
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            if let Some(m) = told_move(line) {
                let m = m.to_owned();
                // It has played that itself.
                self.told = Telling::and_own(story);
                return Ok(understand(&self.thought, m));
            }
            match word {
                "resign" => return Err(Failure::Resigned),
                "1-0" | "0-1" | "1/2-1/2" if may_be_stale => self.pass_over(talk)?,
                "1-0" | "0-1" | "1/2-1/2" => {
                    let loser = if word == "1-0" { Seat(1) } else { Seat(0) };
                    if word != "1/2-1/2" && loser == seat && rest.contains("resign") {
                        return Err(Failure::Resigned);
                    }
                    let what = format!("`{line}`: by our rules the game goes on");
                    return Err(talk.failure(Trouble::Disagreed, &what));
                }
                "Illegal" | "Error" | "tellusererror" => {
                    let is_move = story.moves[from..].iter().any(|step| rest.contains(&step.word));
                    let is_needed = || ["setboard", "position", "go"].iter().any(|w| has(rest, w));
                    let (trouble, why) = if is_move {
                        (Trouble::Disagreed, "by our rules it is legal")
                    } else if is_needed() {
                        (Trouble::Refused, "without that it cannot be asked")
                    } else {
                        // Some command that this protocol has, and it has not.
                        talk.wonder()?;
                        continue;
                    };
                    let what = format!("`{line}`: {why}");
                    return Err(talk.failure(trouble, &what));
                }
                _ if word.starts_with(|c: char| c.is_ascii_digit()) => {
                    if thought(line).is_some() {
                        self.thought.clear();
                        self.thought.push_str(line);
                    }
                }
                "#" | "offer" | "tellics" | "telluser" | "tellall" | "pong" | "" => {}
                _ => self.pass_over(talk)?,
            }
        }
    }
}

impl Xboard {
    /// Says hello, and hears what it can do. A program that knows the first version only says nothing of that:
    /// two seconds after it was asked the game goes on, as the protocol has it. Some answer a line only when
    /// the next one comes.
    fn say_hello(&mut self, talk: &mut Talk<'_>) -> Result<(), Failure> {
        talk.ask("xboard\nprotover 2\n")?;
        let (mut has_spoken, mut was_nudged, mut refusals) = (false, false, 0);
        let mut until = HELLO;
        while !self.features.is_done {
            // An engine that sends `done=0` sends `done=1` sooner or later; one that sends nothing is not ready.
            let must_speak = self.features.is_waiting || was_nudged && !has_spoken;
            let heard = if must_speak { Some(talk.answer("")?) } else { talk.listen(until)? };
            match heard {
                Some(line) => {
                    let is_refusal = |asked| u32::from(refuses(line, asked));
                    refusals += is_refusal("xboard").max(is_refusal("protover 2"));
                    has_spoken = true;
                    self.pass_over(talk)?;
                }
                None if was_nudged => break,
                None => {
                    was_nudged = true;
                    talk.go_on("force\n")?;
                    until += NUDGED;
                }
            }
        }
        if !self.features.is_done && 1 < refusals {
            return Err(talk.failure(Trouble::WrongProtocol, "it doesn't know `xboard`"));
        }
        Ok(())
    }

    /// A line was heard that is no answer; where it says what the program can do, that is noted.
    fn pass_over(&mut self, talk: &mut Talk<'_>) -> Result<(), Failure> {
        let line = talk.heard().trim().to_owned();
        let Some(rest) = line.strip_prefix("feature ") else { return talk.wonder() };
        // In one piece: a line has room for more features than it would be waited for one by one.
        let (mut replies, mut refused) = (String::new(), 0);
        for (name, value) in features(rest) {
            let is_kept = self.features.note(name, value);
            let word = if is_kept { "accepted" } else { "rejected" };
            let _ = writeln!(replies, "{word} {name}");
            refused += u32::from(!is_kept);
        }
        talk.go_on(&replies)?;
        talk.count_unknown(refused)
    }

    /// Whether it can be given a position, where a game begins elsewhere than chess does.
    fn can_set_board(&self) -> Result<(), Failure> {
        if self.features.setboard {
            return Ok(());
        }
        let what = "it can't be given a position (feature setboard=0); openings must be moves, from \
                    where chess begins";
        Err(Failure::Outside(Trouble::Refused, what.to_owned()))
    }

    /// Waits until it has carried out all commands, if it can confirm that.
    fn sign_of_life(&mut self, talk: &mut Talk<'_>) -> Result<(), Failure> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        let expected = format!("pong {}", self.pings);
        talk.ask(&format!("ping {}\n", self.pings))?;
        while talk.answer("")?.trim() != expected {
            self.pass_over(talk)?;
        }
        Ok(())
    }
}

/// The move in a line that tells one: `move e2e4`, or as before the second version `My move is: e2e4`.
fn told_move(line: &str) -> Option<&str> {
    let old = || Some(line.strip_prefix("My move is")?.trim_start().strip_prefix(':')?.trim());
    line.strip_prefix("move ").map(str::trim).or_else(old)
}

/// Whether `word` is one of the words of `text`.
fn has(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|other| other == word)
}

/// The commands that set limits as a game begins.
fn limits(allowance: &MoveAllowance, lines: &mut String) {
    if let Some((base, increment)) = allowance.clock {
        let (minutes, seconds) = (base.as_secs() / 60, base.as_secs() % 60);
        let _ = writeln!(lines, "level 0 {minutes}:{seconds:02} {}", increment.as_secs_f64());
    }
    if let Some(time) = allowance.move_time {
        // Whole seconds are all the protocol has.
        let _ = writeln!(lines, "st {}", time.as_secs().max(1));
    }
    if let Some(depth) = allowance.depth {
        let _ = writeln!(lines, "sd {depth}");
    }
}

/// The commands that set the time before each move.
fn time(allowance: &MoveAllowance, lines: &mut String) {
    let left = allowance.clock.map(|(left, _)| left);
    if let Some(time) = left.or(allowance.move_time) {
        let _ = writeln!(lines, "time {0}\notim {0}", centiseconds(time));
    }
}

fn centiseconds(time: Duration) -> u128 {
    time.as_millis() / 10
}

/// Depth, value and nodes of a line of thoughts: `9 156 1084 48000 Nf3 Nc6`.
fn thought(line: &str) -> Option<(u32, f64, u64)> {
    let mut words = line.split_ascii_whitespace();
    // Some mark the depth: `9.` or `9+`.
    let depth = words.next()?.trim_end_matches(|c: char| !c.is_ascii_digit()).parse().ok()?;
    let value = finite(words.next()?)?;
    let _time: f64 = words.next()?.parse().ok()?;
    Some((depth, value, words.next()?.parse().ok()?))
}

/// By convention a mate in N moves is worth 1000 pawns and N hundredths.
const MATE: f64 = 100_000.0;
/// Whatever is as near to it is a mate.
const NEAR: f64 = 10_000.0;

fn understand(line: &str, m: String) -> EngineMove {
    let Some((depth, value, nodes)) = thought(line) else {
        return EngineMove { m, ..EngineMove::default() };
    };
    let beyond = value.abs() - MATE;
    let worth = if beyond < -NEAR {
        Worth::Centipawns(value)
    } else {
        // Some count down to it, ply by ply.
        let moves = if beyond < 0.0 { (-beyond / 2.0).ceil() } else { beyond.min(MATE) };
        Worth::Mate(if value < 0.0 { -moves as i32 } else { moves.max(1.0) as i32 })
    };
    EngineMove { m, worth: Some(worth), depth: Some(depth), nodes, ..EngineMove::default() }
}

#[cfg(test)]
mod tests {
    use super::{thought, told_move, understand};
    use crate::engine_protocol::Worth;

    #[test]
    fn thoughts_are_told_from_other_lines() {
        assert_eq!(thought("9 156 1084 48000 Nf3 Nc6"), Some((9, 156.0, 48000)));
        assert_eq!(thought("10. -3 4 5"), Some((10, -3.0, 5)));
        for line in ["", "1. e4 e5", "9 pawns", "20 legal moves"] {
            assert_eq!(thought(line), None, "{line}");
        }
    }

    #[test]
    fn a_move_is_told_in_the_words_of_either_version() {
        for (line, m) in [
            ("move e2e4", Some("e2e4")),
            ("move  O-O", Some("O-O")),
            ("My move is: e2e4", Some("e2e4")),
            ("My move is : b1c3", Some("b1c3")),
            ("moved", None),
            ("2. ... b1c3", None),
        ] {
            assert_eq!(told_move(line), m, "{line}");
        }
    }

    #[test]
    fn mates_are_told_from_pawns() {
        for (value, worth) in [
            ("156", Worth::Centipawns(156.0)),
            ("-89999", Worth::Centipawns(-89_999.0)),
            ("100003", Worth::Mate(3)),
            ("-100002", Worth::Mate(-2)),
            ("-100000", Worth::Mate(0)),
            ("99995", Worth::Mate(3)),
            ("-99998", Worth::Mate(-1)),
        ] {
            let answer = understand(&format!("9 {value} 10 48000 Qh7"), "h5h7".to_owned());
            assert_eq!(answer.worth, Some(worth), "{value}");
        }
    }
}
