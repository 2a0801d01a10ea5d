//! Gomocup: P. Laštovička, *New protocol of the Gomocup* (2004), for five in a row.

use std::{fmt::Write as _, time::Duration};

use agon_core::{Failure, Protocol, Trouble};

use crate::{
    engine_protocol::{EngineMove, EngineProtocol, EngineReply, MoveAllowance, MoveRequest, Wishes},
    story::{Story, Telling},
    wire::Talk,
};

/// The state of a program that speaks the protocol of the Gomocup.
#[derive(Default)]
pub(crate) struct Gomocup {
    told: Telling,
    /// How to begin anew where it doesn't know `RESTART`.
    start: String,
    rules: Vec<String>,
    /// The time for a move that was sent last.
    turn: Option<u128>,
}

/// How long a complaint may be followed by a move.
const COMPLAINT: Duration = Duration::from_secs(1);

impl EngineProtocol for Gomocup {
    const PROTOCOL: Protocol = Protocol::Gomocup;
    const FAREWELL: &'static str = "END\n";
    const COUNTS_NODES: bool = false;
    const LEAST_TIME: Duration = Duration::from_millis(1);
    const HAS_RETURNS: bool = true;

    fn greet(talk: &mut Talk<'_>, wishes: &Wishes, story: &Story) -> Result<Self, Failure> {
        let start = format!("START {}\n", story.setup.size.unwrap_or(20));
        let mut rules = story.setup.lines.clone();
        rules.push("INFO game_type 1".to_owned());
        rules.extend(wishes.memory.map(|bytes| format!("INFO max_memory {bytes}")));
        rules.extend(wishes.options.iter().map(|(name, value)| format!("INFO {name} {value}")));
        rules.extend_from_slice(&wishes.lines);
        agreed(talk, &start)?;
        Ok(Gomocup { start, rules, ..Gomocup::default() })
    }

    fn begin(&mut self, talk: &mut Talk<'_>, allowance: &MoveAllowance) -> Result<(), Failure> {
        if std::mem::take(&mut self.told).is_any() {
            match agreed(talk, "RESTART\n") {
                Err(Failure::Outside(Trouble::Refused, _)) => agreed(talk, &self.start)?,
                done => done?,
            }
        }
        let mut lines = self.rules.join("\n") + "\n";
        self.turn = None;
        self.time_for_move(allowance, &mut lines);
        let game = allowance.clock.map_or(0, |(start, _)| start.as_millis());
        let _ = writeln!(lines, "INFO timeout_match {game}");
        talk.tell(&lines)
    }

    fn ask(&mut self, talk: &mut Talk<'_>, question: &MoveRequest<'_>) -> EngineReply {
        let MoveRequest { story, seat, allowance } = *question;
        let mut lines = String::new();
        self.time_for_move(allowance, &mut lines);
        if let Some((left, _)) = allowance.clock {
            let _ = writeln!(lines, "INFO time_left {}", left.as_millis());
        }
        match (self.told.of(story), &story.setup.stones[..], &story.moves[..]) {
            (Some(told), _, moves) if told + 1 == moves.len() => {
                let _ = writeln!(lines, "TURN {}", moves[told].word);
            }
            (None, [], []) => lines.push_str("BEGIN\n"),
            (_, stones, moves) => {
                lines.push_str("BOARD\n");
                let moves = moves.iter().filter_map(|step| Some((step.seat?, &step.word)));
                for (whose, m) in stones.iter().map(|(seat, m)| (*seat, m)).chain(moves) {
                    let _ = writeln!(lines, "{m},{}", if whose == seat { 1 } else { 2 });
                }
                lines.push_str("DONE\n");
            }
        }
        talk.ask(&lines)?;
        // A complaint about an earlier command is followed by its move; one about the question is not.
        let mut complaint: Option<(String, Duration)> = None;
        loop {
            let heard = match &complaint {
                Some((_, until)) => talk.listen(*until)?,
                None => Some(talk.answer("")?),
            };
            let Some(line) = heard.map(str::trim) else {
                let what = complaint.map(|(line, _)| line).unwrap_or_default();
                let what = format!("`{what}`, asked by our rules");
                return Err(talk.failure(Trouble::Disagreed, &what));
            };
            if is_chatter(line) {
                continue;
            }
            if line.starts_with("ERROR") || line.starts_with("UNKNOWN") {
                let line = line.to_owned();
                talk.wonder()?;
                complaint.get_or_insert((line, talk.elapsed() + COMPLAINT));
                continue;
            }
            if line.starts_with(|c: char| c.is_ascii_digit()) && line.contains(',') {
                let m = line.to_owned();
                self.told = Telling::and_own(story);
                return Ok(EngineMove { m, ..EngineMove::default() });
            }
            talk.wonder()?;
        }
    }
}

impl Gomocup {
    /// The lines about the time for a move, if it differs from the last: the program may be busy with the board
    /// before its turn, and need not read them again.
    fn time_for_move(&mut self, allowance: &MoveAllowance, lines: &mut String) {
        // Without this command each program has a limit of its own.
        let most = allowance.move_time.or(allowance.clock.map(|(left, _)| left));
        let is_fixed = allowance.move_time.is_some() || self.turn.is_none();
        if let Some(time) = most.map(|time| time.as_millis().max(1))
            && is_fixed
            && self.turn.replace(time) != Some(time)
        {
            let _ = writeln!(lines, "INFO timeout_turn {time}");
        }
    }
}

/// Says a line that is to be answered by `OK`.
fn agreed(talk: &mut Talk<'_>, line: &str) -> Result<(), Failure> {
    talk.ask(line)?;
    loop {
        let heard = talk.answer("")?.trim();
        if heard.starts_with("OK") {
            return Ok(());
        }
        if heard.starts_with("ERROR") || heard.starts_with("UNKNOWN") {
            let what = format!("`{}`: {heard}", line.trim());
            return Err(Failure::Outside(Trouble::Refused, what));
        }
        if !is_chatter(heard) {
            talk.wonder()?;
        }
    }
}

/// Whether a line is for people.
fn is_chatter(line: &str) -> bool {
    line.is_empty() || ["MESSAGE", "DEBUG", "SUGGEST"].iter().any(|word| line.starts_with(word))
}
