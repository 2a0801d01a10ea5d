//! The Chess Engine Communication Protocol, version 2, of xboard and `WinBoard`.

use std::{fmt::Write as _, time::Duration};

use agon_core::{Accepted, Failure, Protocol, Seat, Trouble};

use crate::{
    story::{Story, Telling},
    tongue::{Allowance, Answer, Question, Tongue, Wishes, share},
    wire::Talk,
};

/// What is known of a program that speaks xboard's protocol.
#[derive(Default)]
pub(crate) struct Xboard {
    features: Features,
    wishes: Wishes,
    variant: Option<&'static str>,
    told: Telling,
    /// How often it was asked for a sign of life.
    pings: u32,
    /// The last line that had a value.
    thought: String,
}

/// What a program can do, beyond the first version.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "as many as the protocol has")]
struct Features {
    ping: bool,
    setboard: bool,
    usermove: bool,
    memory: bool,
    smp: bool,
    variants: Option<String>,
    /// The names of its own options, with their kinds.
    options: Vec<String>,
}

impl Tongue for Xboard {
    const PROTOCOL: Protocol = Protocol::Xboard;
    const FAREWELL: &'static str = "quit\n";
    const COUNTS_NODES: bool = false;
    /// Its time for a move is whole seconds.
    const LEAST_TIME: Duration = Duration::from_secs(1);

    fn greet(talk: &mut Talk<'_>, wishes: &Wishes, story: &Story) -> Result<Self, Failure> {
        let variant = story.setup.variant;
        let mut program = Xboard { wishes: wishes.clone(), variant, ..Xboard::default() };
        talk.ask("xboard\nprotover 2\n")?;
        let mut is_done = false;
        while !is_done {
            let line = talk.answer("")?.trim_start().to_owned();
            let Some(rest) = line.strip_prefix("feature ") else {
                talk.wonder()?;
                continue;
            };
            for (name, value) in features(rest) {
                match name {
                    "done" => is_done = value == "1",
                    "ping" => program.features.ping = value == "1",
                    "setboard" => program.features.setboard = value == "1",
                    "usermove" => program.features.usermove = value == "1",
                    "memory" => program.features.memory = value == "1",
                    "smp" => program.features.smp = value == "1",
                    "variants" => program.features.variants = Some(value.to_owned()),
                    "option" => program.features.options.push(value.to_owned()),
                    _ => {}
                }
                talk.tell(&format!("accepted {name}\n"))?;
            }
        }
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
            let line = program.option(name, value);
            let line = line.map_err(|what| Failure::Outside(Trouble::Refused, what))?;
            talk.tell(&line)?;
        }
        Ok(program)
    }

    fn begin(&mut self, talk: &mut Talk<'_>, _: &Allowance) -> Result<(), Failure> {
        self.told = Telling::default();
        let variant = self.variant.map_or(String::new(), |name| format!("variant {name}\n"));
        talk.tell(&format!("new\n{variant}force\neasy\npost\n"))?;
        for line in &self.wishes.lines {
            talk.tell(&format!("{line}\n"))?;
        }
        self.sign_of_life(talk)
    }

    fn ask(&mut self, talk: &mut Talk<'_>, question: &Question<'_>) -> Result<Answer, Failure> {
        let Question { story, seat, allowance } = *question;
        let mut lines = String::from("force\n");
        let told = self.told.of(story);
        if told.is_none() {
            if let Some(fen) = &story.setup.position {
                self.can_set_board()?;
                let _ = writeln!(lines, "setboard {fen}");
            } else if self.told.is_any() {
                lines.insert_str(0, "new\n");
            }
        }
        let from = told.unwrap_or(0);
        for step in &story.moves[from..] {
            let word = if self.features.usermove { "usermove " } else { "" };
            let _ = writeln!(lines, "{word}{}", step.word);
        }
        limits(allowance, &mut lines);
        lines.push_str("go\n");
        talk.ask(&lines)?;
        self.thought.clear();
        loop {
            let line = talk.answer("?\n")?.trim();
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "move" => {
                    let m = rest.trim().to_owned();
                    // It has played that itself.
                    self.told = Telling::and_own(story);
                    return Ok(understand(&self.thought, m));
                }
                "resign" => return Err(Failure::Resigned),
                "1-0" | "0-1" | "1/2-1/2" => {
                    let loser = if word == "1-0" { Seat(1) } else { Seat(0) };
                    if word != "1/2-1/2" && loser == seat && rest.contains("resign") {
                        return Err(Failure::Resigned);
                    }
                    let what = format!("`{line}`: by our rules the game goes on");
                    return Err(talk.failure(Trouble::Disagreed, &what));
                }
                "Illegal" | "Error" => {
                    let is_move = story.moves[from..].iter().any(|step| rest.contains(&step.word));
                    let (trouble, why) = if is_move {
                        (Trouble::Disagreed, "by our rules it is legal")
                    } else {
                        (Trouble::Refused, "it doesn't know this command")
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
                _ => talk.wonder()?,
            }
        }
    }
}

impl Xboard {
    /// Whether it can be given a position, where a game begins elsewhere than chess does.
    fn can_set_board(&self) -> Result<(), Failure> {
        if self.features.setboard {
            return Ok(());
        }
        let what = "it can't be given a position (feature setboard=0); openings must be moves, from \
                    where chess begins";
        Err(Failure::Outside(Trouble::Refused, what.to_owned()))
    }

    /// Waits until it has done all that it was told, if it can say so.
    fn sign_of_life(&mut self, talk: &mut Talk<'_>) -> Result<(), Failure> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        let expected = format!("pong {}", self.pings);
        talk.ask(&format!("ping {}\n", self.pings))?;
        while talk.answer("")?.trim() != expected {
            talk.wonder()?;
        }
        Ok(())
    }

    /// The line that sets an option: one of its own, or one that the protocol has.
    fn option(&self, name: &str, value: &str) -> Result<String, String> {
        match name {
            "memory" if self.features.memory => return Ok(format!("memory {value}\n")),
            "cores" if self.features.smp => return Ok(format!("cores {value}\n")),
            _ => {}
        }
        let own = || self.features.options.iter().map(|option| option_name(option));
        match own().find(|own| own.eq_ignore_ascii_case(name)) {
            Some(own) if value.is_empty() => Ok(format!("option {own}\n")),
            Some(own) => Ok(format!("option {own}={value}\n")),
            None => {
                let all: Vec<&str> = own().collect();
                let accepted = Accepted::new(name, all.iter().copied());
                Err(format!("no option `{name}`{accepted}"))
            }
        }
    }
}

/// The name in the declaration of an option: what stands before its kind.
fn option_name(option: &str) -> &str {
    option.split(" -").next().unwrap_or(option).trim()
}

/// Names and values of a line `ping=1 myname="a b"`.
fn features(line: &str) -> Vec<(&str, &str)> {
    let (mut found, mut rest) = (Vec::new(), line.trim_start());
    while let Some((name, after)) = rest.split_once('=') {
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(' ').unwrap_or((after, "")),
        };
        found.push((name.trim(), value));
        rest = after.trim_start();
    }
    found
}

/// What is to be said of limits before it thinks.
fn limits(allowance: &Allowance, lines: &mut String) {
    if let Some(depth) = allowance.depth {
        let _ = writeln!(lines, "sd {depth}");
    }
    if let Some(time) = allowance.move_time {
        // Whole seconds are all the protocol has.
        let _ = writeln!(lines, "st {}", time.as_secs().max(1));
        let _ = writeln!(lines, "time {0}\notim {0}", centiseconds(time));
    }
    if let Some((left, increment)) = allowance.clock {
        let (minutes, seconds) = (left.as_secs() / 60, left.as_secs() % 60);
        let _ = writeln!(lines, "level 0 {minutes}:{seconds:02} {}", increment.as_secs());
        let _ = writeln!(lines, "time {0}\notim {0}", centiseconds(left));
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
    let value: f64 = words.next()?.parse().ok()?;
    let _time: f64 = words.next()?.parse().ok()?;
    Some((depth, value, words.next()?.parse().ok()?))
}

fn understand(line: &str, m: String) -> Answer {
    let Some((depth, value, nodes)) = thought(line) else {
        return Answer { m, ..Answer::default() };
    };
    // By agreement a mate is worth a thousand pawns or so.
    let value = if 90_000.0 <= value.abs() { value.signum() } else { share(value) };
    Answer { m, value: Some(value), depth: Some(depth), nodes, ..Answer::default() }
}

#[cfg(test)]
mod tests {
    use super::{features, thought};

    #[test]
    fn features_are_read_with_and_without_quotation_marks() {
        let line = r#"ping=1 myname="Fairy-Max 5.0b" option="Resign -check 0" done=0"#;
        let expected = [
            ("ping", "1"),
            ("myname", "Fairy-Max 5.0b"),
            ("option", "Resign -check 0"),
            ("done", "0"),
        ];
        assert_eq!(features(line), expected);
        assert_eq!(features("nonsense"), []);
        assert_eq!(features("open=\"end"), [("open", "end")]);
    }

    #[test]
    fn thoughts_are_told_from_other_lines() {
        assert_eq!(thought("9 156 1084 48000 Nf3 Nc6"), Some((9, 156.0, 48000)));
        assert_eq!(thought("10. -3 4 5"), Some((10, -3.0, 5)));
        for line in ["", "1. e4 e5", "9 pawns", "20 legal moves"] {
            assert_eq!(thought(line), None, "{line}");
        }
    }
}
