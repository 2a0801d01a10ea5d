//! What happens at a table, in one order.

use std::time::Duration;

use agon_core::{AnyMove, Decision};

/// Something that happens.
pub(crate) enum Event {
    /// A line was heard.
    Line(HeardLine),
    /// No more lines will be; or none can be read, and why.
    End(Option<String>),
    /// The player told what it thinks of the question of that number.
    Thought(u64, Candidate),
    /// It answered that question.
    Answer(u64, Result<Decision<AnyMove>, String>),
}

/// A line that was heard, without its line break.
pub(crate) enum HeardLine {
    Whole(String),
    /// One that is too long to be obeyed: how it begins.
    TooLong(String),
}

impl HeardLine {
    /// What can be obeyed.
    pub(crate) fn text(&self) -> &str {
        match self {
            HeardLine::Whole(text) => text,
            HeardLine::TooLong(_) => "",
        }
    }
}

/// A move that the player thinks of playing.
pub(crate) struct Candidate {
    /// 1 is the best that it knows; others are told where they are asked for.
    pub(crate) rank: usize,
    pub(crate) decision: Decision<AnyMove>,
    /// How long after the question.
    pub(crate) after: Duration,
}
