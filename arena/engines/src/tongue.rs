//! What every protocol must be able to say.

use std::time::Duration;

use agon_core::{Bound, Failure, Options, Protocol, Seat, SetupError};

use crate::{story::Story, wire::Talk};

/// A protocol, and what an engine that speaks it has said so far.
pub(crate) trait Tongue: Send + Sized + 'static {
    /// Which it is.
    const PROTOCOL: Protocol;
    /// What ends the program.
    const FAREWELL: &'static str;
    /// Whether it has a word for a limit of positions.
    const COUNTS_NODES: bool;
    /// The least time that it can say.
    const LEAST_TIME: Duration;

    /// The first words: it is a program of this protocol, and knows these options.
    fn greet(talk: &mut Talk<'_>, wishes: &Wishes, story: &Story) -> Result<Self, Failure>;

    /// A new game is about to begin, in which it will be allowed so much for a move.
    fn begin(&mut self, talk: &mut Talk<'_>, allowance: &Allowance) -> Result<(), Failure>;

    /// Asks for a move.
    fn ask(&mut self, talk: &mut Talk<'_>, question: &Question<'_>) -> Result<Answer, Failure>;

    /// Asks who has won, where it has a word for that.
    fn verdict(&mut self, talk: &mut Talk<'_>, story: &Story) -> Option<Verdict> {
        let _ = (talk, story);
        None
    }
}

/// Whose move is wanted, where the story has come to.
pub(crate) struct Question<'a> {
    pub(crate) story: &'a Story,
    pub(crate) seat: Seat,
    pub(crate) allowance: &'a Allowance,
}

/// Who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// This seat.
    Won(Seat),
    /// It is a draw.
    Nobody,
}

/// What the user wants an engine to be told before its first game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wishes {
    /// Its options: names and values.
    pub(crate) options: Vec<(String, String)>,
    /// Lines, as they are.
    pub(crate) lines: Vec<String>,
}

impl Wishes {
    /// What the player's options say: `options`, where it has them, and `init`.
    pub(crate) fn of(options: &Options) -> Result<Wishes, SetupError> {
        let parts = |name: &str| -> Vec<String> {
            let has = options.iter().any(|(spec, _)| spec.name == name);
            let text = if has { options.text(name) } else { "" };
            text.split(';').map(|part| part.trim().to_owned()).filter(|p| !p.is_empty()).collect()
        };
        let pair = |part: String| match part.split_once('=') {
            Some((name, value)) => Ok((name.trim().to_owned(), value.trim().to_owned())),
            None => {
                Err(options.wrong("options", "NAME=VALUE for each option, divided by `;`").into())
            }
        };
        let options = parts("options").into_iter().map(pair).collect::<Result<_, SetupError>>()?;
        Ok(Wishes { options, lines: parts("init") })
    }
}

/// What it may spend on one move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Allowance {
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u64>,
    pub(crate) move_time: Option<Duration>,
    /// What is left on its clock, and what a move adds.
    pub(crate) clock: Option<(Duration, Duration)>,
    /// Whether anybody wants to see the line that it expects.
    pub(crate) explain: bool,
}

/// A move in the protocol's words, and what it thought of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Answer {
    pub(crate) m: String,
    /// From −1, lost, to 1, won.
    pub(crate) value: Option<f64>,
    /// How exactly that is known.
    pub(crate) bound: Bound,
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: u64,
    /// The line it expects, `m` first; empty unless asked for.
    pub(crate) pv: Vec<String>,
}

/// A share of −1 to 1 for hundredths of a pawn, such that it is the expected score of a player who is
/// stronger by as many points of Elo; no more than a win.
pub(crate) fn share(centipawns: f64) -> f64 {
    2.0 / (1.0 + libm::pow(10.0, -centipawns / 400.0)) - 1.0
}
