//! The events of a guest, in one order.

use std::time::Duration;

use agon_core::{AnyMove, Decision};

/// An event.
pub(crate) enum Event {
    /// A line was heard.
    Line(HeardLine),
    /// The input has ended; with the reason if it cannot be read.
    End(Option<String>),
    /// A thought of the player on the question with this number.
    Thought(u64, Candidate),
    /// The player's answer to that question.
    Answer(u64, Result<Decision<AnyMove>, String>),
}

/// A line that was heard, without its line break.
pub(crate) enum HeardLine {
    Whole(String),
    /// The beginning of a line that is too long.
    TooLong(String),
}

impl HeardLine {
    /// The text, if the line is not too long.
    pub(crate) fn text(&self) -> &str {
        match self {
            HeardLine::Whole(text) => text,
            HeardLine::TooLong(_) => "",
        }
    }
}

/// A move that the player considers.
pub(crate) struct Candidate {
    /// 1 is the best so far; others are reported on request.
    pub(crate) rank: usize,
    pub(crate) decision: Decision<AnyMove>,
    /// The time since the question.
    pub(crate) after: Duration,
}
