//! The declaration of an option, and how its values are read and written.

use std::{any::Any, fmt, ops::RangeInclusive, sync::Arc};

use super::document::{is_file, read, read_text, written_bytes};
use crate::{
    names::nearest,
    term::{Quotes, Term, quoted, unquoted, unquoted_list},
};

/// The declaration of one option. Values are read from a term with the defaults filled in, and looked up by name:
///
/// ```
/// use agon_core::{OptionSpec, Options, term::Term};
///
/// const OPTIONS: &[OptionSpec] = &[
///     OptionSpec::whole("heap", 1..=1000, "20", "how many there are to take"),
///     OptionSpec::flag("misere", "false", "whoever takes the last loses"),
/// ];
/// let options = Options::read("heaps", OPTIONS, &Term::parse("heaps(heap=7)").unwrap()).unwrap();
/// assert_eq!(options.whole::<u32>("heap"), 7);
/// assert!(!options.flag("misere"));
///
/// let wrong = Options::read("heaps", OPTIONS, &Term::parse("heaps(heap=0)").unwrap()).unwrap_err();
/// assert!(wrong.to_string().contains("1 to 1000"), "{wrong}");
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct OptionSpec {
    /// The name people type: lower case, hyphens.
    pub name: &'static str,
    /// The values it takes.
    pub kind: Kind,
    /// The value if none is given, as typed; empty if there is no default.
    pub default: &'static str,
    /// Its meaning, in one line.
    pub meaning: &'static str,
}

/// The kind of values an option takes.
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
    /// Text in the plug-in's own syntax, described by this string.
    Text(&'static str),
    /// Any line of text, described by this string and kept literally; written between quotation
    /// marks.
    Quoted(&'static str),
    /// The same, or a file name, whose text becomes the value. The string describes the text; the function brings it
    /// onto one line.
    Document(&'static str, fn(&str) -> String),
    /// A word, described by this string, or a file name, whose bytes become the value, in
    /// [letters](super::written_bytes).
    Binary(&'static str),
    /// A game, as a term, read by this function.
    Game(fn(&str) -> Result<Inside, String>),
    /// A player, as a term, read by this function.
    Player(fn(&str) -> Result<Inside, String>),
    /// Players with their weights, such as `A*0.8, B*0.2`: all remaining positional arguments,
    /// described by this string and read by this function, which is given it and the text. Only for the last option.
    Players(&'static str, fn(&str, &str) -> Result<Inside, String>),
    /// All remaining positional arguments, each in the plug-in's own syntax, described by this
    /// string. Only for the last option.
    List(&'static str),
}

impl OptionSpec {
    pub(crate) const fn new(
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
    pub const fn flag(name: &'static str, default: &'static str, meaning: &'static str) -> OptionSpec {
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

    /// An option that takes any line of text, described in `syntax`; typed between quotation marks if it contains
    /// commas or brackets.
    pub const fn quoted(
        name: &'static str,
        syntax: &'static str,
        default: &'static str,
        meaning: &'static str,
    ) -> OptionSpec {
        OptionSpec::new(name, Kind::Quoted(syntax), default, meaning)
    }

    /// An option that takes a text or the name of a file with one, described in `syntax`. A value is a file name if it
    /// has a dot or a slash and no parenthesis; `on_one_line` brings the content onto one line without control
    /// characters.
    pub const fn document(
        name: &'static str,
        syntax: &'static str,
        on_one_line: fn(&str) -> String,
        default: &'static str,
        meaning: &'static str,
    ) -> OptionSpec {
        OptionSpec::new(name, Kind::Document(syntax, on_one_line), default, meaning)
    }

    /// An option that takes a word or the name of a binary file, described in `syntax`. A value is a file name if it
    /// has a dot or a slash and no parenthesis; the value is then its bytes, in [letters](super::written_bytes).
    pub const fn binary(
        name: &'static str,
        syntax: &'static str,
        default: &'static str,
        meaning: &'static str,
    ) -> OptionSpec {
        OptionSpec::new(name, Kind::Binary(syntax), default, meaning)
    }

    /// An option that takes all remaining arguments; it must be the last one.
    pub const fn list(
        name: &'static str,
        syntax: &'static str,
        default: &'static str,
        meaning: &'static str,
    ) -> OptionSpec {
        OptionSpec::new(name, Kind::List(syntax), default, meaning)
    }

    /// The accepted values, in words.
    pub fn accepted(&self) -> String {
        self.kind.to_string()
    }

    /// Whether a value may be a file name.
    pub(crate) fn takes_files(&self) -> bool {
        matches!(self.kind, Kind::Document(..) | Kind::Binary(_))
    }

    /// Whether it takes all remaining arguments.
    pub fn takes_the_rest(&self) -> bool {
        matches!(self.kind, Kind::List(_) | Kind::Players(..))
    }

    /// The canonical text of a value: equal values have one.
    ///
    /// # Errors
    ///
    /// If it is no value of this option: the accepted ones, in words.
    pub fn canonical(&self, value: &str) -> Result<String, String> {
        self.read(value).map(|value| value.to_string())
    }

    /// Reads a value, which may stand between quotation marks; the error describes the accepted values.
    pub(super) fn read(&self, text: &str) -> Result<Value, String> {
        let unquoted = unquoted(text);
        let text = unquoted.as_deref().unwrap_or(text);
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
            Kind::Game(read) | Kind::Player(read) => read(text).map(Value::Inside),
            Kind::Players(syntax, read) => read(syntax, text).map(Value::Inside),
            Kind::Text(_) => Ok(Value::Text(tight(text))),
            Kind::Quoted(_) => match unquoted {
                Some(line) if !line.contains(char::is_control) => Ok(Value::Quoted(line)),
                _ => Err(format!("{}, on one line, such as \"a, b\"", self.accepted())),
            },
            Kind::Document(_, on_one_line) => {
                let text = unquoted.ok_or_else(|| self.accepted())?;
                if is_file(&text) {
                    let read = read_text(&text);
                    let read = read.map_err(|why| format!("{}; {why}", self.accepted()))?;
                    return Ok(Value::Quoted(on_one_line(&read)));
                }
                Ok(Value::Quoted(on_one_line(&text)))
            }
            Kind::Binary(_) => match unquoted {
                Some(text) if is_file(&text) => {
                    let read = read(&text).map_err(|why| format!("{}; {why}", self.accepted()))?;
                    Ok(Value::Quoted(written_bytes(&read)))
                }
                Some(text) if !text.contains(char::is_control) => Ok(Value::Quoted(text)),
                _ => Err(self.accepted()),
            },
            Kind::List(_) => {
                let parts = unquoted_list(text).into_iter().map(|part| bare(tight(&part)));
                Ok(Value::List(parts.collect::<Vec<_>>().join(", ")))
            }
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
            // A maximum of `f64::MAX` means none: its digits are left out below.
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
            | Kind::Players(syntax, _) => f.write_str(syntax),
            Kind::Game(_) => f.write_str("a game, such as nim(heaps=3+4)"),
            Kind::Player(_) => f.write_str("a player, such as minimax(depth=2)"),
        }
    }
}

/// A text as it may stand in a term: as it is, or between quotation marks where it would be read otherwise.
fn bare(text: String) -> String {
    let read = Term::parse(&format!("of(it={text})"));
    let is_whole = read.is_ok_and(|term| matches!(&term.arguments[..], [argument] if argument.value == text));
    if text.is_empty() || is_whole && !text.starts_with('"') { text } else { quoted(&text) }
}

/// The text without insignificant spaces: those beside punctuation, and all but one of any others.
/// Text between quotation marks is unchanged.
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

/// The same, for text without quotation marks.
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

/// A value that options know no more of: it was read by whoever declared the option, as a player is by the registry.
#[derive(Clone, Debug)]
pub struct Inside {
    /// Its canonical text.
    text: String,
    read: Arc<dyn Any + Send + Sync>,
}

impl Inside {
    /// What was read, with its canonical text.
    pub(crate) fn new(text: String, read: impl Any + Send + Sync) -> Inside {
        Inside { text, read: Arc::new(read) }
    }

    /// Its canonical text.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// What was read, if it is of this type.
    pub(super) fn downcast<T: 'static>(&self) -> Option<&T> {
        self.read.downcast_ref()
    }
}

/// The value of an option. `Display` writes its canonical form: equal values have equal texts.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Whole(u64),
    Limit(Option<u64>),
    Real(f64),
    Flag(bool),
    Text(String),
    /// Parts as they stand in a term.
    List(String),
    Quoted(String),
    Inside(Inside),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Whole(number) | Value::Limit(Some(number)) => write!(f, "{number}"),
            Value::Limit(None) => f.write_str("unlimited"),
            Value::Real(number) => write!(f, "{number}"),
            Value::Flag(flag) => write!(f, "{flag}"),
            Value::Text(text) => f.write_str(&bare(text.clone())),
            Value::List(text) => f.write_str(text),
            Value::Quoted(text) if text.is_empty() => Ok(()),
            Value::Quoted(text) => f.write_str(&quoted(text)),
            Value::Inside(inside) => f.write_str(&inside.text),
        }
    }
}
