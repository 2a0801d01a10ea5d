//! The declaration of an option, and how its values are read and written.

use std::{fmt, ops::RangeInclusive};

use super::document::{is_file, read, read_text, written_bytes};
use crate::{
    NamedPlayer,
    names::nearest,
    registry,
    term::{Quotes, quoted, split_list, unquoted, weighted_list},
};

/// The declaration of one option.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct OptionSpec {
    /// The name people type: lower case, hyphens.
    pub name: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// The value if it is not given, as people would type it; empty where there is none.
    pub default: &'static str,
    /// What it means: one line.
    pub meaning: &'static str,
}

/// What values an option takes.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Kind {
    /// A whole number in a range.
    Whole {
        /// The least value.
        min: u64,
        /// The greatest value.
        max: u64,
    },
    /// A whole number in a range, or `unlimited`.
    Limit {
        /// The least value.
        min: u64,
        /// The greatest value.
        max: u64,
    },
    /// A number in a range.
    Real {
        /// The least value.
        min: f64,
        /// The greatest value.
        max: f64,
    },
    /// `true` or `false`.
    Flag,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Text of the plug-in's own syntax, which is described here.
    Text(&'static str),
    /// Any line, which is described here: it is kept as it is, and written between quotation marks.
    Quoted(&'static str),
    /// The same, or the name of a file, whose text is the value then. The text, described here, is brought
    /// onto one line by the function.
    Document(&'static str, fn(&str) -> String),
    /// A word, described here, or the name of a file, whose bytes are the value then, in
    /// [letters](super::written_bytes).
    Binary(&'static str),
    /// A player, as a term.
    Player,
    /// Players with their weights, such as `A*0.8, B*0.2`: all the arguments that are given by
    /// position from here on, described here. Only for the last option.
    Players(&'static str),
    /// All arguments given by position from here on, each of the plug-in's own syntax. Only for
    /// the last option.
    List(&'static str),
}

impl OptionSpec {
    const fn new(
        name: &'static str,
        kind: Kind,
        default: &'static str,
        meaning: &'static str,
    ) -> OptionSpec {
        OptionSpec { name, kind, default, meaning }
    }

    /// An option that takes a whole number.
    pub const fn whole(
        name: &'static str,
        range: RangeInclusive<u64>,
        default: &'static str,
        meaning: &'static str,
    ) -> OptionSpec {
        let kind = Kind::Whole { min: *range.start(), max: *range.end() };
        OptionSpec::new(name, kind, default, meaning)
    }

    /// An option that takes a whole number, or `unlimited`.
    pub const fn limit(
        name: &'static str,
        range: RangeInclusive<u64>,
        default: &'static str,
        meaning: &'static str,
    ) -> OptionSpec {
        let kind = Kind::Limit { min: *range.start(), max: *range.end() };
        OptionSpec::new(name, kind, default, meaning)
    }

    /// An option that takes a number.
    pub const fn real(
        name: &'static str,
        range: RangeInclusive<f64>,
        default: &'static str,
        meaning: &'static str,
    ) -> OptionSpec {
        let kind = Kind::Real { min: *range.start(), max: *range.end() };
        OptionSpec::new(name, kind, default, meaning)
    }

    /// An option that is `true` or `false`.
    pub const fn flag(
        name: &'static str,
        default: &'static str,
        meaning: &'static str,
    ) -> OptionSpec {
        OptionSpec::new(name, Kind::Flag, default, meaning)
    }

    /// An option that takes one of several words.
    pub const fn choice(
        name: &'static str,
        words: &'static [&'static str],
        default: &'static str,
        meaning: &'static str,
    ) -> OptionSpec {
        OptionSpec::new(name, Kind::Choice(words), default, meaning)
    }

    /// An option with a syntax of its own, described in `syntax`.
    pub const fn text(
        name: &'static str,
        syntax: &'static str,
        default: &'static str,
        meaning: &'static str,
    ) -> OptionSpec {
        OptionSpec::new(name, Kind::Text(syntax), default, meaning)
    }

    /// An option that takes any line of text, described in `syntax`: between quotation marks where it
    /// has commas or brackets.
    pub const fn quoted(
        name: &'static str,
        syntax: &'static str,
        default: &'static str,
        meaning: &'static str,
    ) -> OptionSpec {
        OptionSpec::new(name, Kind::Quoted(syntax), default, meaning)
    }

    /// An option that takes a text or the name of a file with one, described in `syntax`. A value is the
    /// name of a file if it has a dot or a slash and no parenthesis; `on_one_line` brings what it says onto
    /// one line without control characters.
    pub const fn document(
        name: &'static str,
        syntax: &'static str,
        on_one_line: fn(&str) -> String,
        default: &'static str,
        meaning: &'static str,
    ) -> OptionSpec {
        OptionSpec::new(name, Kind::Document(syntax, on_one_line), default, meaning)
    }

    /// An option that takes a word or the name of a file of bytes, described in `syntax`. A value is the name of a
    /// file if it has a dot or a slash and no parenthesis; its bytes are the value then, in
    /// [letters](super::written_bytes).
    pub const fn binary(
        name: &'static str,
        syntax: &'static str,
        default: &'static str,
        meaning: &'static str,
    ) -> OptionSpec {
        OptionSpec::new(name, Kind::Binary(syntax), default, meaning)
    }

    /// An option that takes a player.
    pub const fn player(
        name: &'static str,
        default: &'static str,
        meaning: &'static str,
    ) -> OptionSpec {
        OptionSpec::new(name, Kind::Player, default, meaning)
    }

    /// An option that takes players with their weights, as all the arguments that are left; it
    /// must be the last one.
    pub const fn players(
        name: &'static str,
        syntax: &'static str,
        default: &'static str,
        meaning: &'static str,
    ) -> OptionSpec {
        OptionSpec::new(name, Kind::Players(syntax), default, meaning)
    }

    /// An option that takes all the arguments that are left; it must be the last one.
    pub const fn list(
        name: &'static str,
        syntax: &'static str,
        default: &'static str,
        meaning: &'static str,
    ) -> OptionSpec {
        OptionSpec::new(name, Kind::List(syntax), default, meaning)
    }

    /// The values it takes, in words.
    pub fn accepted(&self) -> String {
        self.kind.to_string()
    }

    /// Whether a value may be the name of a file.
    pub(crate) fn takes_files(&self) -> bool {
        matches!(self.kind, Kind::Document(..) | Kind::Binary(_))
    }

    /// Whether it takes all the arguments that are left.
    pub(crate) fn takes_the_rest(&self) -> bool {
        matches!(self.kind, Kind::List(_) | Kind::Players(_))
    }

    /// Whether its default is a value that it takes; or what is accepted instead.
    pub(crate) fn check_default(&self) -> Result<(), String> {
        self.read(self.default).map(|_| ())
    }

    /// Some values besides the default, where they can be guessed: neighbours of a number, the other
    /// words.
    pub(crate) fn others(&self) -> Vec<String> {
        let around = |min: u64, max: u64| {
            let usual = self.default.parse::<u64>().unwrap_or(min);
            let near = [usual.checked_sub(1), usual.checked_add(1), Some(min)];
            let near = near.into_iter().flatten().filter(|n| (min..=max).contains(n));
            near.map(|number| number.to_string()).collect()
        };
        let mut others: Vec<String> = match self.kind {
            Kind::Whole { min, max } | Kind::Limit { min, max } => around(min, max),
            Kind::Real { min, max } => [min, max].map(|number| number.to_string()).into(),
            Kind::Flag => ["true", "false"].map(str::to_owned).into(),
            Kind::Choice(words) => words.iter().map(|&word| word.to_owned()).collect(),
            _ => Vec::new(),
        };
        // Equal values are written alike.
        let canonical = |text: &str| self.read(text).map(|value| value.to_string());
        let usual = canonical(self.default);
        others.retain(|other| canonical(other) != usual);
        others
    }

    /// Reads a value; or says what is accepted instead.
    pub(super) fn read(&self, text: &str) -> Result<Value, String> {
        match self.kind {
            Kind::Limit { .. } if text == "unlimited" => Ok(Value::Limit(None)),
            Kind::Whole { min, max } | Kind::Limit { min, max } => {
                let number = text.parse::<u64>().map_err(|_| self.accepted())?;
                if !(min..=max).contains(&number) {
                    return Err(self.accepted());
                }
                Ok(if matches!(self.kind, Kind::Whole { .. }) {
                    Value::Whole(number)
                } else {
                    Value::Limit(Some(number))
                })
            }
            Kind::Real { min, max } => match text.parse::<f64>() {
                Ok(number) if (min..=max).contains(&number) => Ok(Value::Real(number + 0.0)),
                _ => Err(self.accepted()),
            },
            Kind::Flag => match text {
                "true" | "yes" | "on" => Ok(Value::Flag(true)),
                "false" | "no" | "off" => Ok(Value::Flag(false)),
                _ => Err(self.accepted()),
            },
            Kind::Choice(words) => match words.iter().find(|&&word| word == text) {
                Some(word) => Ok(Value::Text((*word).to_owned())),
                None => Err(match nearest(text, words.iter().copied()) {
                    Some(near) => format!("{}; did you mean `{near}`?", self.accepted()),
                    None => self.accepted(),
                }),
            },
            Kind::Player if text.is_empty() => Ok(Value::Player(None)),
            Kind::Player => match registry::player(text) {
                Ok(player) => Ok(Value::Player(Some(Box::new(player)))),
                Err(error) => Err(format!("a player: {error}")),
            },
            Kind::Players(syntax) => {
                let parts =
                    weighted_list(text).map_err(|part| format!("{syntax}; not `{part}`"))?;
                let named = |(term, weight)| match registry::player(term) {
                    // Who is alone is asked every time, whatever the weight.
                    Ok(player) => Ok((player, if parts.len() == 1 { 1.0 } else { weight })),
                    Err(error) => Err(format!("{syntax}: {error}")),
                };
                Ok(Value::Players(parts.iter().copied().map(named).collect::<Result<_, _>>()?))
            }
            Kind::Text(_) => Ok(Value::Text(tight(text))),
            Kind::Quoted(_) => match unquoted(text) {
                Some(line) if !line.contains(char::is_control) => Ok(Value::Quoted(line)),
                _ => Err(format!("{}, on one line, such as \"a, b\"", self.accepted())),
            },
            Kind::Document(_, on_one_line) => {
                let text = unquoted(text).ok_or_else(|| self.accepted())?;
                if is_file(&text) {
                    let read = read_text(&text);
                    let read = read.map_err(|why| format!("{}; {why}", self.accepted()))?;
                    return Ok(Value::Quoted(on_one_line(&read)));
                }
                Ok(Value::Quoted(on_one_line(&text)))
            }
            Kind::Binary(_) => match unquoted(text) {
                Some(text) if is_file(&text) => {
                    let read = read(&text).map_err(|why| format!("{}; {why}", self.accepted()))?;
                    Ok(Value::Quoted(written_bytes(&read)))
                }
                Some(text) if !text.contains(char::is_control) => Ok(Value::Quoted(text)),
                _ => Err(self.accepted()),
            },
            Kind::List(_) => Ok(Value::Text(
                split_list(text).into_iter().map(tight).collect::<Vec<_>>().join(", "),
            )),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Whole { min, max: u64::MAX } => write!(f, "a whole number from {min}"),
            Kind::Whole { min, max } => write!(f, "a whole number from {min} to {max}"),
            Kind::Limit { min, max: u64::MAX } => {
                write!(f, "a whole number from {min}, or `unlimited`")
            }
            Kind::Limit { min, max } => {
                write!(f, "a whole number from {min} to {max}, or `unlimited`")
            }
            // Whatever is finite: its digits would say less.
            Kind::Real { min, max } if *max < f64::MAX => {
                write!(f, "a number from {min} to {max}")
            }
            Kind::Real { min, .. } => write!(f, "a number from {min}"),
            Kind::Flag => f.write_str("true or false"),
            Kind::Choice(words) => write!(f, "one of {}", words.join(", ")),
            Kind::Text(syntax)
            | Kind::Quoted(syntax)
            | Kind::Document(syntax, _)
            | Kind::Binary(syntax)
            | Kind::List(syntax)
            | Kind::Players(syntax) => f.write_str(syntax),
            Kind::Player => f.write_str("a player, such as minimax(depth=2)"),
        }
    }
}

/// The text without the spaces that mean nothing: those beside punctuation, and all but one of any
/// others. What stands between quotation marks is left as it is.
fn tight(text: &str) -> String {
    let mut quotes = Quotes::default();
    let (mut out, mut plain) = (String::with_capacity(text.len()), String::new());
    for (at, c) in text.char_indices() {
        if !quotes.holds(at, c) {
            plain.push(c);
            continue;
        }
        if !plain.is_empty() {
            out.push_str(&tight_outside(&std::mem::take(&mut plain)));
        }
        out.push(c);
    }
    out.push_str(&tight_outside(&plain));
    out
}

/// The same of a text without quotation marks.
fn tight_outside(text: &str) -> String {
    const PUNCTUATION: [char; 10] = [',', '(', ')', '[', ']', '{', '}', '=', ':', '+'];
    let mut tight = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        let is_apart = tight.ends_with(|c| !PUNCTUATION.contains(&c));
        if is_apart && !word.starts_with(PUNCTUATION) {
            tight.push(' ');
        }
        tight.push_str(word);
    }
    tight
}

/// A value that an option takes. It is written in its canonical form: equal values are written
/// alike.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Whole(u64),
    Limit(Option<u64>),
    Real(f64),
    Flag(bool),
    Text(String),
    Quoted(String),
    Player(Option<Box<NamedPlayer>>),
    Players(Vec<(NamedPlayer, f64)>),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Whole(number) | Value::Limit(Some(number)) => write!(f, "{number}"),
            Value::Limit(None) => f.write_str("unlimited"),
            Value::Real(number) => write!(f, "{number}"),
            Value::Flag(flag) => write!(f, "{flag}"),
            Value::Text(text) => f.write_str(text),
            Value::Quoted(text) if text.is_empty() => Ok(()),
            Value::Quoted(text) => f.write_str(&quoted(text)),
            Value::Player(player) => f.write_str(player.as_ref().map_or("", |player| &player.term)),
            Value::Players(parts) => {
                for (index, (player, weight)) in parts.iter().enumerate() {
                    let comma = if index == 0 { "" } else { ", " };
                    write!(f, "{comma}{}", player.term)?;
                    if *weight != 1.0 {
                        write!(f, "*{weight}")?;
                    }
                }
                Ok(())
            }
        }
    }
}
