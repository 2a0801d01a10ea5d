//! What a player with second tries said when it was asked for a move: each of its words, right or wrong.

use std::time::Duration;

/// One answer to the question for a move, or a line that came without a question.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveTry {
    /// What became of it.
    pub verdict: TryVerdict,
    /// What was said, as far as [`cut`](MoveTry::cut) leaves it; empty where it is a legal move.
    pub text: String,
    /// The time since the player was asked.
    pub time: Duration,
    /// What the answer took by the player's own account, such as tokens or costs: names, ascending, and finite numbers.
    pub usage: Vec<(String, f64)>,
}

impl MoveTry {
    /// The option of players that may try again, and the key of a tournament that sets it.
    pub const OPTION: &'static str = "retries";
    /// So often a player may try again for one move, at most.
    pub const MOST_RETRIES: u64 = 100;

    /// No text is longer, in characters.
    pub const MOST_TEXT: usize = 200;

    /// The beginning of `text`, with a mark where it goes on.
    pub fn cut(text: &str) -> String {
        match text.char_indices().nth(MoveTry::MOST_TEXT) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text.to_owned(),
        }
    }
}

/// What became of a player's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TryVerdict {
    /// It names a legal move.
    Legal,
    /// It names none.
    Illegal,
    /// It is no message.
    Unreadable,
    /// It answers no question: it came before one, or is about another.
    Unasked,
}

impl TryVerdict {
    /// All of them, in the order of [`number`](TryVerdict::number).
    pub const ALL: [TryVerdict; 4] =
        [TryVerdict::Legal, TryVerdict::Illegal, TryVerdict::Unreadable, TryVerdict::Unasked];

    /// Its index in [`ALL`](TryVerdict::ALL), which never changes.
    pub const fn number(self) -> usize {
        self as usize
    }

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            TryVerdict::Legal => "legal",
            TryVerdict::Illegal => "illegal",
            TryVerdict::Unreadable => "unreadable",
            TryVerdict::Unasked => "unasked",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::MoveTry;

    #[test]
    fn a_long_text_is_cut_between_characters() {
        let long = "é".repeat(MoveTry::MOST_TEXT);
        assert_eq!(MoveTry::cut(&long), long);
        assert_eq!(MoveTry::cut(&format!("{long}é")), format!("{long}…"));
        assert_eq!(MoveTry::cut(""), "");
    }
}
