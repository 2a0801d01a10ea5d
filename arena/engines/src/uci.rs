//! UCI: R. Huber and S. Meyer-Kahlen, *Universal Chess Interface* (2000, revised 2006), its part of what an engine says.

use std::{fmt::Write as _, time::Duration};

use agon_core::{Accepted, Failure, Protocol, Trouble};

use crate::{
    engine_protocol::{EngineMove, EngineProtocol, EngineReply, MoveAllowance, MoveRequest, Wishes, Worth, finite},
    story::Story,
    wire::Talk,
};

/// The state of a program that speaks UCI.
#[derive(Default)]
pub(crate) struct Uci {
    /// The options it declared, as the rest of their lines.
    declared: Vec<String>,
    /// The story sent last, the line that sends it, and its number of moves.
    told: Option<u64>,
    position: String,
    moves: usize,
    /// The last line that had a value of the best move.
    info: String,
}

impl EngineProtocol for Uci {
    const PROTOCOL: Protocol = Protocol::Uci;
    const FAREWELL: &'static str = "quit\n";
    const COUNTS_NODES: bool = true;
    const LEAST_TIME: Duration = Duration::from_millis(1);

    fn greet(talk: &mut Talk<'_>, wishes: &Wishes, story: &Story) -> Result<Self, Failure> {
        let mut uci = Uci::default();
        talk.ask("uci\n")?;
        loop {
            let line = talk.answer("")?;
            match line.split_once(' ').unwrap_or((line, "")) {
                ("uciok", _) => break,
                ("option", rest) => uci.declared.push(rest.to_owned()),
                ("id" | "info", _) => {}
                _ => talk.wonder()?,
            }
        }
        for line in &wishes.lines {
            talk.tell(&format!("{line}\n"))?;
        }
        for (name, value) in &wishes.options {
            let name = uci.declared_name(name, value).map_err(refused)?;
            let value = if value.is_empty() { String::new() } else { format!(" value {value}") };
            talk.tell(&format!("setoption name {name}{value}\n"))?;
        }
        if story.setup.variant.is_some() {
            let free = uci.declared_name("UCI_Chess960", "true");
            let name = free.map_err(refused)?;
            talk.tell(&format!("setoption name {name} value true\n"))?;
        }
        ready(talk, "isready\n")?;
        Ok(uci)
    }

    fn begin(&mut self, talk: &mut Talk<'_>, _: &MoveAllowance) -> Result<(), Failure> {
        self.told = None;
        ready(talk, "ucinewgame\nisready\n")
    }

    fn ask(&mut self, talk: &mut Talk<'_>, question: &MoveRequest<'_>) -> EngineReply {
        let MoveRequest { story, allowance, .. } = *question;
        self.tell_position(story);
        // Both in one piece: the program wakes up once.
        let length = self.position.len();
        self.position.push('\n');
        go(allowance, &mut self.position);
        let asked = talk.ask(&self.position);
        self.position.truncate(length);
        asked?;
        self.info.clear();
        loop {
            let line = talk.answer("stop\n")?;
            if let Some(rest) = line.strip_prefix("info ") {
                if is_of_the_best(rest) {
                    self.info.clear();
                    self.info.push_str(rest);
                }
                continue;
            }
            let mut words = line.split_ascii_whitespace();
            if words.next() == Some("bestmove") {
                let m = words.next().unwrap_or_default();
                if matches!(m, "" | "(none)" | "0000" | "NULL") {
                    let what = format!("`{line}`: it sees no move, and by our rules there are some");
                    return Err(talk.failure(Trouble::Disagreed, &what));
                }
                return Ok(understand(&self.info, m, allowance.explain));
            }
            talk.wonder()?;
        }
    }
}

impl Uci {
    /// The name of the option as it was declared.
    fn declared_name(&self, name: &str, value: &str) -> Result<&str, String> {
        let names = || self.declared.iter().filter_map(|line| Some((name_of(line)?, line)));
        let found = names().find(|(declared, _)| declared.eq_ignore_ascii_case(name));
        let Some((declared, line)) = found else {
            let accepted = Accepted::new(name, names().map(|(name, _)| name));
            return Err(format!("no option `{name}`{accepted}"));
        };
        let word = |key: &str| {
            let mut words = line.split_ascii_whitespace().skip_while(|word| *word != key);
            words.nth(1)
        };
        let number = |key: &str| word(key)?.parse::<i64>().ok();
        let is_right = match word("type") {
            Some("check") => matches!(value, "true" | "false"),
            Some("spin") => value.parse::<i64>().is_ok_and(|value| {
                number("min").is_none_or(|min| min <= value) && number("max").is_none_or(|max| value <= max)
            }),
            Some("combo") => {
                let choices: Vec<String> = choices(line).collect();
                choices.is_empty() || choices.iter().any(|choice| choice.eq_ignore_ascii_case(value))
            }
            _ => true,
        };
        if is_right { Ok(declared) } else { Err(format!("option `{name}` cannot be `{value}`: {line}")) }
    }

    /// Brings the line that tells the position up to date.
    fn tell_position(&mut self, story: &Story) {
        if self.told != Some(story.number) {
            self.told = Some(story.number);
            self.moves = 0;
            self.position.clear();
            match &story.setup.position {
                None => self.position.push_str("position startpos"),
                Some(fen) => {
                    let _ = write!(self.position, "position fen {fen}");
                }
            }
        }
        for step in &story.moves[self.moves..] {
            self.position.push_str(if self.moves == 0 { " moves " } else { " " });
            self.position.push_str(&step.word);
            self.moves += 1;
        }
    }
}

fn refused(why: String) -> Failure {
    Failure::Outside(Trouble::Refused, why)
}

/// The name in the declaration of an option: what stands between `name` and `type`.
fn name_of(line: &str) -> Option<&str> {
    let rest = line.trim().strip_prefix("name ")?;
    Some(rest.split(" type ").next()?.trim())
}

/// What an option of kind `combo` may be: what stands after each `var`, which may be several words.
fn choices(line: &str) -> impl Iterator<Item = String> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let parts: Vec<String> = words.split(|word| *word == "var").skip(1).map(|part| part.join(" ")).collect();
    parts.into_iter()
}

fn ready(talk: &mut Talk<'_>, lines: &str) -> Result<(), Failure> {
    talk.ask(lines)?;
    while talk.answer("")?.trim() != "readyok" {
        talk.wonder()?;
    }
    Ok(())
}

/// Writes the line that lets it think.
fn go(allowance: &MoveAllowance, out: &mut String) {
    out.push_str("go");
    let _ = match *allowance {
        MoveAllowance { clock: Some((left, increment)), .. } => {
            let (left, increment) = (left.as_millis().max(1), increment.as_millis());
            write!(out, " wtime {left} btime {left} winc {increment} binc {increment}")
        }
        _ => Ok(()),
    };
    for (word, most) in [
        ("nodes", allowance.nodes),
        ("depth", allowance.depth),
        ("movetime", allowance.move_time.map(|time| (time.as_millis() as u64).max(1))),
    ] {
        if let Some(most) = most {
            let _ = write!(out, " {word} {most}");
        }
    }
    out.push('\n');
}

/// Whether a line has a value, and that of the best of several lines, where a program tells more than one.
/// What it says in words may have any word in it.
fn is_of_the_best(info: &str) -> bool {
    if !info.contains("score ") || info.starts_with("string ") {
        return false;
    }
    let number = info.split_once("multipv ").map(|(_, rest)| rest.split(' ').next());
    number.is_none_or(|number| number == Some("1"))
}

/// The move, and what stands of it in the last line with a value.
fn understand(info: &str, m: &str, explain: bool) -> EngineMove {
    let mut answer = EngineMove { m: m.to_owned(), ..EngineMove::default() };
    let mut words = info.split_ascii_whitespace();
    while let Some(word) = words.next() {
        match word {
            "depth" => answer.depth = words.next().and_then(|w| w.parse().ok()),
            "nodes" => answer.nodes = words.next().and_then(|w| w.parse().ok()).unwrap_or(0),
            "score" => {
                let (kind, number) = (words.next(), words.next().unwrap_or_default());
                answer.worth = match kind {
                    Some("cp") => finite(number).map(Worth::Centipawns),
                    Some("mate") => number.parse().ok().map(Worth::Mate),
                    _ => None,
                };
            }
            "lowerbound" => answer.bound = agon_core::Bound::Lower,
            "upperbound" => answer.bound = agon_core::Bound::Upper,
            "pv" if explain => answer.pv = words.by_ref().map(str::to_owned).collect(),
            "pv" | "string" => break,
            _ => {}
        }
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::{Uci, is_of_the_best, understand};
    use crate::engine_protocol::Worth;
    use agon_core::Bound;

    #[test]
    fn a_bound_is_known_from_a_value() {
        for (word, bound) in [("", Bound::Exact), ("lowerbound ", Bound::Lower), ("upperbound ", Bound::Upper)] {
            let info = format!("info depth 9 score cp 20 {word}nodes 5 pv e2e4");
            let answer = understand(&info, "e2e4", true);
            assert_eq!((answer.bound, answer.nodes, answer.pv.len()), (bound, 5, 1), "{info}");
            assert_eq!(answer.worth, Some(Worth::Centipawns(20.0)));
        }
    }

    #[test]
    fn a_mate_is_kept_as_it_was_said() {
        for (said, moves, share, words) in
            [("mate 3", 3, 1.0, "mate in 3"), ("mate -2", -2, -1.0, "mated in 2"), ("mate 0", 0, -1.0, "mated in 0")]
        {
            let worth = understand(&format!("depth 5 score {said} nodes 5"), "e2e4", false).worth;
            let worth = worth.unwrap();
            assert_eq!(worth, Worth::Mate(moves));
            assert_eq!((worth.share(), worth.to_string()), (share, words.to_owned()));
        }
        for nothing in ["mate soon", "cp", "cp NaN", "wdl 1 2 3"] {
            assert_eq!(understand(&format!("score {nothing}"), "e2e4", false).worth, None);
        }
    }

    #[test]
    fn the_value_is_that_of_the_best_line_and_never_of_words() {
        for (info, is_it) in [
            ("depth 3 score cp 14 nodes 5 pv e2e4", true),
            ("depth 3 multipv 1 score cp 14 pv e2e4", true),
            ("depth 3 multipv 2 score cp -70 pv a2a4", false),
            ("score cp -70 depth 3 multipv 12 pv a2a4", false),
            ("string the score of multipv 1 is unknown", false),
            ("depth 3 pv e2e4 score", false),
            ("currmove e2e4 currmovenumber 3", false),
        ] {
            assert_eq!(is_of_the_best(info), is_it, "{info}");
        }
    }

    #[test]
    fn an_option_is_what_it_may_be() {
        let declared = [
            "name Style type combo default Very Solid var Very Solid var Normal var Risky",
            "name Hash type spin default 16 min 1 max 64",
            "name OwnBook type check default false",
            "name Book File type string default <empty>",
        ];
        let uci = Uci { declared: declared.map(str::to_owned).to_vec(), ..Uci::default() };
        for (name, value, is_right) in [
            ("style", "Risky", true),
            ("Style", "very solid", true),
            ("Style", "Very", false),
            ("Style", "Bold", false),
            ("Hash", "65", false),
            ("OwnBook", "yes", false),
            ("Book File", "a; b", true),
        ] {
            assert_eq!(uci.declared_name(name, value).is_ok(), is_right, "{name}={value}");
        }
    }
}
