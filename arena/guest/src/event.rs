//! What happens at a table, in one order.

use std::time::Duration;

use agon_core::{AnyMove, Decision};

/// Something that happens.
pub(crate) enum Event {
    /// A line was heard.
    Line(String),
    /// No more lines will be; or none can be read, and why.
    End(Option<String>),
    /// The player told the best it has so far, so long after question number so and so.
    Thought(u64, Decision<AnyMove>, Duration),
    /// It answered that question.
    Answer(u64, Result<Decision<AnyMove>, String>),
}
