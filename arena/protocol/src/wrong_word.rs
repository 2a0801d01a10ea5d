//! A line that names no legal move, of a player that may try again.

use agon_core::MoveTry;

use crate::{message::FromArena, read::BadMessage, thought::NamedMove};

/// What was wrong in such a line, as the player is told. It may know less than the arena: no position stands here.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WrongWord {
    /// Whether the line is a message at all.
    pub is_message: bool,
    /// What was written: the move as it was named, or where the line names none the line itself.
    pub text: String,
    /// What is wrong, and what is accepted.
    pub why: String,
}

impl WrongWord {
    /// In this line a move is named that is none of the `legal` ones.
    pub fn illegal(named: &NamedMove, line: &str, legal: usize) -> WrongWord {
        let Some(text) = named.text() else {
            let why = "this line names no move; accepted: exactly one of `move`, `code` and `index`";
            return WrongWord { is_message: true, text: line.to_owned(), why: why.to_owned() };
        };
        let accepted = match named {
            NamedMove { r#move: Some(_), .. } => {
                "one of the `moves` of the question, as it is written there".to_owned()
            }
            NamedMove { code: Some(_), .. } => "one of the `codes` of the question".to_owned(),
            NamedMove { .. } => format!("an index from 0 to {}", legal.saturating_sub(1)),
        };
        let why = format!("`{}` is no legal move; accepted: {accepted}", MoveTry::cut(&text));
        WrongWord { is_message: true, text, why }
    }

    /// This line is no message.
    pub fn unreadable(line: &str, bad: &BadMessage) -> WrongWord {
        let why = format!(
            "this line is no message: {}; accepted: {{\"type\":\"move\",\"move\":\"…\"}} with one of the `moves` of the \
             question, on a line of its own",
            MoveTry::cut(&bad.why)
        );
        WrongWord { is_message: false, text: line.to_owned(), why }
    }

    /// What the player is told, which has this many tries left.
    pub fn told(&self, left: u32) -> FromArena {
        FromArena::Illegal { r#move: MoveTry::cut(&self.text), why: self.why.clone(), left }
    }
}
