//! The protocol of the Gomocup: five in a row.

use std::{fmt::Write as _, time::Duration};

use agon_core::{Failure, Protocol, Trouble};

use crate::{
    story::{Story, Telling},
    tongue::{Allowance, Answer, Question, Tongue, Wishes},
    wire::Talk,
};

/// What is known of a program that speaks the protocol of the Gomocup.
#[derive(Default)]
pub(crate) struct Gomocup {
    told: Telling,
    /// How to begin anew where it doesn't know `RESTART`.
    start: String,
    rules: Vec<String>,
}

impl Tongue for Gomocup {
    const PROTOCOL: Protocol = Protocol::Gomocup;
    const FAREWELL: &'static str = "END\n";
    const COUNTS_NODES: bool = false;
    const LEAST_TIME: Duration = Duration::from_millis(1);

    fn greet(talk: &mut Talk<'_>, wishes: &Wishes, story: &Story) -> Result<Self, Failure> {
        let start = format!("START {}\n", story.setup.size.unwrap_or(20));
        let mut rules = story.setup.lines.clone();
        rules.push("INFO game_type 1".to_owned());
        rules.extend(wishes.options.iter().map(|(name, value)| format!("INFO {name} {value}")));
        rules.extend_from_slice(&wishes.lines);
        agreed(talk, &start)?;
        Ok(Gomocup { told: Telling::default(), start, rules })
    }

    fn begin(&mut self, talk: &mut Talk<'_>, _: &Allowance) -> Result<(), Failure> {
        if std::mem::take(&mut self.told).is_any() {
            match agreed(talk, "RESTART\n") {
                Err(Failure::Outside(Trouble::Refused, _)) => agreed(talk, &self.start)?,
                done => done?,
            }
        }
        talk.tell(&(self.rules.join("\n") + "\n"))
    }

    fn ask(&mut self, talk: &mut Talk<'_>, question: &Question<'_>) -> Result<Answer, Failure> {
        let Question { story, seat, allowance } = *question;
        let mut lines = String::new();
        if let Some(time) = allowance.move_time {
            let _ = writeln!(lines, "INFO timeout_turn {}", time.as_millis());
        }
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
        loop {
            let line = talk.answer("")?.trim();
            if is_chatter(line) {
                continue;
            }
            if line.starts_with("ERROR") || line.starts_with("UNKNOWN") {
                let what = format!("`{line}`, asked by our rules");
                return Err(talk.failure(Trouble::Disagreed, &what));
            }
            if line.starts_with(|c: char| c.is_ascii_digit()) && line.contains(',') {
                let m = line.to_owned();
                self.told = Telling::and_own(story);
                return Ok(Answer { m, ..Answer::default() });
            }
            talk.wonder()?;
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
