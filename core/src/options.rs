//! What stands between the parentheses: declared once, parsed once, typed from then on.
//!
//! A plug-in declares its options in a `const`; parsing, range checks, messages, help and the
//! canonical text are all derived from that declaration.

use std::{fmt, ops::RangeInclusive};

use crate::{
    registry,
    term::{Term, TermError, split_list},
};

/// The declaration of one option.
#[derive(Clone, Copy, Debug)]
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
    /// A player, as a term.
    Player,
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

    /// An option that takes a player.
    pub const fn player(
        name: &'static str,
        default: &'static str,
        meaning: &'static str,
    ) -> OptionSpec {
        OptionSpec::new(name, Kind::Player, default, meaning)
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

    /// Reads a value and says it in its canonical form.
    fn read(&self, text: &str) -> Result<Value, String> {
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
            Kind::Player if text.is_empty() => Ok(Value::Text(String::new())),
            Kind::Player => match registry::player(text) {
                Ok(player) => Ok(Value::Text(player.term)),
                Err(error) => Err(format!("a player: {error}")),
            },
            Kind::Text(_) => Ok(Value::Text(tight(text))),
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
            Kind::Real { min, max } if max.is_finite() => {
                write!(f, "a number from {min} to {max}")
            }
            Kind::Real { min, .. } => write!(f, "a number from {min}"),
            Kind::Flag => f.write_str("true or false"),
            Kind::Choice(words) => write!(f, "one of {}", words.join(", ")),
            Kind::Text(syntax) | Kind::List(syntax) => f.write_str(syntax),
            Kind::Player => f.write_str("a player, such as minimax(depth=2)"),
        }
    }
}

/// The text without the spaces that mean nothing: those beside punctuation, and all but one of any
/// others.
fn tight(text: &str) -> String {
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

#[derive(Clone, Debug, PartialEq)]
enum Value {
    Whole(u64),
    Limit(Option<u64>),
    Real(f64),
    Flag(bool),
    Text(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Whole(number) | Value::Limit(Some(number)) => write!(f, "{number}"),
            Value::Limit(None) => f.write_str("unlimited"),
            Value::Real(number) => write!(f, "{number}"),
            Value::Flag(flag) => write!(f, "{flag}"),
            Value::Text(text) => f.write_str(text),
        }
    }
}

/// The options of one game or player, each of them parsed and within its range.
///
/// To ask for an option that was not declared, or as another type than declared, is a mistake in
/// the plug-in, and panics.
#[derive(Clone, Debug)]
pub struct Options {
    owner: &'static str,
    values: Vec<(&'static OptionSpec, Value)>,
}

impl Options {
    /// Understands the arguments of `term` by the declarations of `owner`.
    ///
    /// # Errors
    ///
    /// For an option that is unknown, given twice or out of range, and for too many arguments.
    pub fn read(
        owner: &'static str,
        specs: &'static [OptionSpec],
        term: &Term,
    ) -> Result<Options, OptionError> {
        let mut given: Vec<Option<String>> = vec![None; specs.len()];
        let mut by_position = 0;
        for argument in &term.arguments {
            let index = match &argument.option {
                Some(name) => specs.iter().position(|spec| spec.name == name).ok_or_else(|| {
                    let names = specs.iter().map(|spec| spec.name);
                    OptionError::Unknown {
                        owner,
                        option: name.clone(),
                        accepted: Accepted::new(name, names),
                    }
                })?,
                None => match specs.get(by_position.min(specs.len().saturating_sub(1))) {
                    Some(OptionSpec { kind: Kind::List(_), .. }) => specs.len() - 1,
                    Some(_) if by_position < specs.len() => {
                        by_position += 1;
                        by_position - 1
                    }
                    _ => {
                        return Err(OptionError::TooMany {
                            owner,
                            value: argument.value.clone(),
                            most: specs.len(),
                        });
                    }
                },
            };
            match (&mut given[index], specs[index].kind) {
                (Some(list), Kind::List(_)) => {
                    list.push_str(", ");
                    list.push_str(&argument.value);
                }
                (Some(_), _) => {
                    return Err(OptionError::Twice { owner, option: specs[index].name });
                }
                (none, _) => *none = Some(argument.value.clone()),
            }
        }
        let mut values = Vec::with_capacity(specs.len());
        for (spec, given) in specs.iter().zip(given) {
            let text = given.as_deref().unwrap_or(spec.default);
            let value = spec.read(text).map_err(|accepted| OptionError::Value {
                owner,
                option: spec.name,
                value: text.to_owned(),
                accepted,
            })?;
            values.push((spec, value));
        }
        Ok(Options { owner, values })
    }

    /// The value of a whole-number option. Its declared range fits `T`.
    pub fn whole<T: TryFrom<u64>>(&self, name: &str) -> T {
        match self.value(name) {
            Value::Whole(number) => T::try_from(*number).ok(),
            _ => None,
        }
        .unwrap_or_else(|| panic!("{}: `{name}` is no whole number of this type", self.owner))
    }

    /// The value of a limit, or `None` for `unlimited`.
    pub fn limit(&self, name: &str) -> Option<u64> {
        match self.value(name) {
            Value::Limit(limit) => *limit,
            _ => panic!("{}: `{name}` is not declared as a limit", self.owner),
        }
    }

    /// The value of a number.
    pub fn real(&self, name: &str) -> f64 {
        match self.value(name) {
            Value::Real(number) => *number,
            _ => panic!("{}: `{name}` is not declared as a number", self.owner),
        }
    }

    /// The value of a flag.
    pub fn flag(&self, name: &str) -> bool {
        match self.value(name) {
            Value::Flag(flag) => *flag,
            _ => panic!("{}: `{name}` is not declared as a flag", self.owner),
        }
    }

    /// The text of a choice, a text, a list or a player (in canonical form).
    pub fn text(&self, name: &str) -> &str {
        match self.value(name) {
            Value::Text(text) => text,
            _ => panic!("{}: `{name}` is not declared as text", self.owner),
        }
    }

    /// An error about the value of one option that only its plug-in can find.
    pub fn wrong(&self, name: &str, accepted: impl Into<String>) -> OptionError {
        let (spec, value) = self.entry(name);
        OptionError::Value {
            owner: self.owner,
            option: spec.name,
            value: value.to_string(),
            accepted: accepted.into(),
        }
    }

    /// An error about options that are impossible together.
    pub fn impossible(&self, why: impl Into<String>) -> OptionError {
        OptionError::Impossible { owner: self.owner, why: why.into() }
    }

    /// The canonical text: the name, and between parentheses the options that differ from their
    /// defaults, in the order of their declaration. Equal settings print equally.
    pub fn term(&self) -> String {
        let mut text = self.owner.to_owned();
        let mut before = "(";
        for (spec, value) in &self.values {
            if spec.read(spec.default).is_ok_and(|default| default == *value) {
                continue;
            }
            text.push_str(before);
            if !matches!(spec.kind, Kind::List(_)) {
                text.push_str(spec.name);
                text.push('=');
            }
            text.push_str(&value.to_string());
            before = ", ";
        }
        if before != "(" {
            text.push(')');
        }
        text
    }

    /// Every option with its value, in the order of declaration.
    pub fn iter(&self) -> impl Iterator<Item = (&'static OptionSpec, String)> {
        self.values.iter().map(|(spec, value)| (*spec, value.to_string()))
    }

    fn value(&self, name: &str) -> &Value {
        &self.entry(name).1
    }

    fn entry(&self, name: &str) -> &(&'static OptionSpec, Value) {
        let entry = self.values.iter().find(|(spec, _)| spec.name == name);
        entry.unwrap_or_else(|| panic!("{} declares no option `{name}`", self.owner))
    }
}

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
    #[error("{owner}: nothing to take `{value}`; it has {most} option(s)")]
    TooMany {
        /// The game or player.
        owner: &'static str,
        /// The first argument too many.
        value: String,
        /// How many options there are.
        most: usize,
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
#[error("`{text}` is no position here; expected {expected}")]
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

#[cfg(test)]
mod tests {
    use super::{OptionSpec, Options, nearest};
    use crate::term::Term;

    const SPECS: &[OptionSpec] = &[
        OptionSpec::whole("width", 1..=19, "3", "columns"),
        OptionSpec::limit("depth", 1..=64, "4", "plies"),
        OptionSpec::real("trust", 0.0..=1.0, "0.5", "belief"),
        OptionSpec::flag("misere", "false", "reversed"),
        OptionSpec::choice("rule", &["free", "exact"], "free", "overlines"),
        OptionSpec::text("heaps", "anything", "", "its own syntax"),
        OptionSpec::list("rest", "anything", "", "the rest"),
    ];

    fn read(text: &str) -> Result<Options, String> {
        let term = Term::parse(text).map_err(|e| e.to_string())?;
        Options::read("it", SPECS, &term).map_err(|e| e.to_string())
    }

    #[test]
    fn equal_settings_print_equally() {
        for (text, printed) in [
            ("it", "it"),
            ("it(width=3, depth=4)", "it"),
            ("it(5)", "it(width=5)"),
            ("it(trust=.25, width=07)", "it(width=7, trust=0.25)"),
            ("it(5, unlimited)", "it(width=5, depth=unlimited)"),
            ("it(misere=yes)", "it(misere=true)"),
            ("it(3, 4, 0.5, no, exact, 1, a, b(c, d))", "it(rule=exact, heaps=1, a, b(c,d))"),
            ("it(heaps = [1 , 2] ( x  y ))", "it(heaps=[1,2](x y))"),
        ] {
            assert_eq!(read(text).unwrap().term(), printed, "{text}");
        }
    }

    #[test]
    fn wrong_options_are_told_what_is_accepted() {
        for (text, message) in [
            ("it(widht=3)", "it: unknown option `widht`; did you mean `width`? accepted: width,"),
            (
                "it(width=20)",
                "option `width` cannot be `20`; accepted: a whole number from 1 to 19",
            ),
            ("it(width=x)", "option `width` cannot be `x`"),
            ("it(width=-1)", "option `width` cannot be `-1`"),
            ("it(depth=0)", "a whole number from 1 to 64, or `unlimited`"),
            ("it(trust=2)", "a number from 0 to 1"),
            ("it(trust=NaN)", "a number from 0 to 1"),
            ("it(rule=exakt)", "did you mean `exact`?"),
            ("it(1, width=2)", "option `width` is given twice"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(message), "{text}: {error}");
        }
    }

    #[test]
    fn the_nearest_word_is_near() {
        let words = || ["alpha-beta", "minimax", "random"].into_iter();
        assert_eq!(nearest("alfa-beta", words()), Some("alpha-beta"));
        assert_eq!(nearest("Minimax", words()), Some("minimax"));
        assert_eq!(nearest("rand", words()), Some("random"));
        assert_eq!(nearest("chess", words()), None);
    }
}
