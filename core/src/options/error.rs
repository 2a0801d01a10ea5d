//! What can be wrong with what people typed, and what they may have meant.

use std::fmt;

use crate::term::TermError;

/// What is wrong with the options of a game or a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("{owner}: unknown option `{option}`{accepted}")]
    Unknown {
        /// The game or player.
        owner: &'static str,
        /// What was written.
        option: String,
        /// What there is.
        accepted: Accepted,
    },
    /// The value is none the option takes.
    #[error("{owner}: option `{option}` cannot be `{value}`; accepted: {accepted}")]
    Value {
        /// The game or player.
        owner: &'static str,
        /// The option.
        option: &'static str,
        /// What was written.
        value: String,
        /// What it takes.
        accepted: String,
    },
    /// An option was given more than once.
    #[error("{owner}: option `{option}` is given twice")]
    Twice {
        /// The game or player.
        owner: &'static str,
        /// The option.
        option: &'static str,
    },
    /// More arguments than options.
    #[error("{owner}: too many values: {}; `{value}` is one more", listed(.takes))]
    TooMany {
        /// The game or player.
        owner: &'static str,
        /// The first argument too many.
        value: String,
        /// The options there are, in their order.
        takes: Vec<&'static str>,
    },
    /// Each option is in its range, but together they are impossible.
    #[error("{owner}: {why}")]
    Impossible {
        /// The game or player.
        owner: &'static str,
        /// What contradicts what.
        why: String,
    },
}

/// What there is room for.
fn listed(options: &[&str]) -> String {
    match options {
        [] => "it takes none".to_owned(),
        options => format!("it takes {}", options.join(", ")),
    }
}

/// The end of a message about an unknown word: the nearest one, and all there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The nearest word, if one is near.
    pub nearest: Option<String>,
    /// All the words.
    pub all: Vec<String>,
}

impl Accepted {
    /// What could have been meant by `word`.
    pub fn new<'a>(word: &str, words: impl Iterator<Item = &'a str>) -> Accepted {
        let all: Vec<String> = words.map(str::to_owned).collect();
        let nearest = nearest(word, all.iter().map(String::as_str)).map(str::to_owned);
        Accepted { nearest, all }
    }
}

impl fmt::Display for Accepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(nearest) = &self.nearest {
            write!(f, "; did you mean `{nearest}`?")?;
        }
        let separator = if self.nearest.is_some() { " " } else { "; " };
        if self.all.is_empty() {
            return write!(f, "{separator}there is none");
        }
        write!(f, "{separator}accepted: {}", self.all.join(", "))
    }
}

/// The word nearest to `word` in spelling, if any is near enough to have been meant.
pub fn nearest<'a>(word: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let mut best: Option<(usize, &str)> = None;
    for candidate in words {
        let distance = strsim::damerau_levenshtein(&word, candidate);
        let is_prefix = word.len() > 2 && candidate.starts_with(&word);
        let distance = if is_prefix { 1 } else { distance };
        if distance <= 1 + candidate.len() / 4 && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Why a text is no position, or no part of one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a position here; expected {expected}")]
pub struct TextError {
    /// The text, or the part of it that is wrong.
    pub text: String,
    /// What was expected instead.
    pub expected: String,
}

impl TextError {
    /// `text` is wrong; `expected` should stand there.
    pub fn new(text: impl Into<String>, expected: impl Into<String>) -> TextError {
        TextError { text: text.into(), expected: expected.into() }
    }
}

/// Why a text names no game, or no player, that could take part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// It is no term at all.
    #[error(transparent)]
    Term(#[from] TermError),
    /// Nobody has that name.
    #[error("unknown {what} `{name}`{accepted}")]
    Unknown {
        /// `game` or `player`.
        what: &'static str,
        /// What was written.
        name: String,
        /// What there is.
        accepted: Accepted,
    },
    /// The name is known, the options are wrong.
    #[error(transparent)]
    Options(#[from] OptionError),
}
