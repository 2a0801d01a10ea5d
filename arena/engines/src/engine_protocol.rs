//! What every protocol must be able to say.

use std::{fmt, time::Duration};

use agon_core::{Bound, Failure, Options, Protocol, Seat, SetupError};

use crate::{story::Story, wire::Talk};

/// A protocol, and the state of an engine that speaks it.
pub(crate) trait EngineProtocol: Send + Sized + 'static {
    /// Which it is.
    const PROTOCOL: Protocol;
    /// What ends the program.
    const FAREWELL: &'static str;
    /// Whether it has a word for a limit of positions.
    const COUNTS_NODES: bool;
    /// The least time that it can say.
    const LEAST_TIME: Duration;
    /// Whether its lines end as in Windows, by CR LF.
    const HAS_RETURNS: bool = false;

    /// The first words: it is a program of this protocol, and knows these options.
    fn greet(talk: &mut Talk<'_>, wishes: &Wishes, story: &Story) -> Result<Self, Failure>;

    /// A new game is about to begin, in which it will be allowed so much for a move.
    fn begin(&mut self, talk: &mut Talk<'_>, allowance: &MoveAllowance) -> Result<(), Failure>;

    /// Whether the program has declared that it plays one game only.
    fn plays_once(&self) -> bool {
        false
    }

    /// Asks for a move.
    fn ask(&mut self, talk: &mut Talk<'_>, question: &MoveRequest<'_>) -> EngineReply;

    /// Asks who has won, where it has a word for that.
    fn verdict(&mut self, talk: &mut Talk<'_>, story: &Story) -> Option<Opinion> {
        let _ = (talk, story);
        None
    }
}

/// Whose move is wanted, where the story has come to.
pub(crate) struct MoveRequest<'a> {
    pub(crate) story: &'a Story,
    pub(crate) seat: Seat,
    pub(crate) allowance: &'a MoveAllowance,
}

/// Who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opinion {
    /// This seat.
    Won(Seat),
    /// It is a draw.
    Nobody,
}

/// The user's lines for the engine before its first game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wishes {
    /// Its options: names and values.
    pub(crate) options: Vec<(String, String)>,
    /// Lines, as they are.
    pub(crate) lines: Vec<String>,
    /// How many bytes of memory it may have.
    pub(crate) memory: Option<u64>,
}

impl Wishes {
    /// What the player's options say: `options`, where it has them, and `init`.
    pub(crate) fn of(options: &Options) -> Result<Wishes, SetupError> {
        let parts = |name: &str| -> Vec<String> {
            let has = options.iter().any(|(spec, _)| spec.name == name);
            let text = if has { options.text(name) } else { "" };
            divided(text).map(|part| part.trim().to_owned()).filter(|p| !p.is_empty()).collect()
        };
        let pair = |part: String| match part.split_once('=') {
            Some((name, value)) => Ok((name.trim().to_owned(), value.trim().to_owned())),
            None => Err(options.wrong("options", "NAME=VALUE for each option, divided by `;`").into()),
        };
        let memory = options.limit("memory").map(|mebibytes| mebibytes << 20);
        let options = parts("options").into_iter().map(pair).collect::<Result<_, SetupError>>()?;
        Ok(Wishes { options, lines: parts("init"), memory })
    }
}

/// The parts of a text between semicolons; two of them together are one that divides nothing.
fn divided(text: &str) -> impl Iterator<Item = String> {
    let mut parts = vec![String::new()];
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        if sign == ';' && signs.next_if_eq(&';').is_none() {
            parts.push(String::new());
        } else {
            parts.last_mut().expect("there is one from the start").push(sign);
        }
    }
    parts.into_iter()
}

/// What it may spend on one move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MoveAllowance {
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u64>,
    pub(crate) move_time: Option<Duration>,
    /// The time left on its clock, and its increment per move.
    pub(crate) clock: Option<(Duration, Duration)>,
    /// Whether anybody wants to see the line that it expects.
    pub(crate) explain: bool,
}

/// What a program answers: its move, or why there is none.
pub(crate) type EngineReply = Result<EngineMove, Failure>;

/// A move in the protocol's words, and what it thought of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct EngineMove {
    pub(crate) m: String,
    /// Its value of the position.
    pub(crate) worth: Option<Worth>,
    /// How exactly that is known.
    pub(crate) bound: Bound,
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: u64,
    /// The line it expects, `m` first; empty unless asked for.
    pub(crate) pv: Vec<String>,
}

/// The value of a position for the side to move, as chess programs write it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Worth {
    /// So many hundredths of a pawn.
    Centipawns(f64),
    /// It mates in this many of its own moves; if negative or 0, it is mated.
    Mate(i32),
}

impl Worth {
    /// The same from −1, lost, to 1, won: the expected score of a player who is stronger by as many points
    /// of Elo as the position is worth hundredths of a pawn; no more than a win.
    pub(crate) fn share(self) -> f64 {
        match self {
            Worth::Centipawns(centipawns) => 2.0 / (1.0 + libm::pow(10.0, -centipawns / 400.0)) - 1.0,
            // Mated where it stands is mate in nothing.
            Worth::Mate(moves) => f64::from(if 0 < moves { 1 } else { -1 }),
        }
    }
}

impl fmt::Display for Worth {
    /// `+0.25 pawns`, `mate in 3`, `mated in 2`: the text recorded beside the share. PGN reads it back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Worth::Centipawns(centipawns) => write!(f, "{:+.2} pawns", centipawns / 100.0 + 0.0),
            Worth::Mate(moves) if 0 < *moves => write!(f, "mate in {moves}"),
            Worth::Mate(moves) => write!(f, "mated in {}", moves.unsigned_abs()),
        }
    }
}

/// A number that is one.
pub(crate) fn finite(word: &str) -> Option<f64> {
    word.parse().ok().filter(|number: &f64| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::divided;

    #[test]
    fn two_semicolons_are_one_that_divides_nothing() {
        for (text, parts) in
            [("", &[""][..]), ("a=1; b=2", &["a=1", " b=2"]), ("a=x;;y;b=;;", &["a=x;y", "b=;"]), (";", &["", ""])]
        {
            assert_eq!(divided(text).collect::<Vec<_>>(), parts, "{text}");
        }
    }
}
