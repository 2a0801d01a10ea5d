//! The text between the parentheses of a term: declared once, parsed once, typed from then on.
//!
//! A plug-in declares its options in a `const`; parsing, range checks, messages, help and the
//! canonical text are all derived from that declaration.

mod document;
mod error;
mod spec;

pub(crate) use self::document::names_file;
use self::spec::Value;
pub use self::{
    document::{Access, LentReader, brief, read_bytes, written_bytes},
    error::{NameError, OptionError, TextError},
    spec::{Inside, Kind, OptionSpec},
};
use crate::{
    Sentence,
    names::{Accepted, fold},
    term::Term,
};

/// The options of one game or player, each of them parsed and within its range.
///
/// Panics on a request for an option that is not declared, or not of that type: a mistake in the
/// plug-in.
#[derive(Clone, Debug)]
pub struct Options {
    owner: &'static str,
    values: Vec<(&'static OptionSpec, Value)>,
}

impl Options {
    /// Reads the arguments of `term` by the declarations of `owner`.
    ///
    /// # Errors
    ///
    /// If an option is unknown, given twice or out of range, or if there are too many arguments.
    pub fn read(owner: &'static str, specs: &'static [OptionSpec], term: &Term) -> Result<Options, OptionError> {
        let mut given: Vec<Option<String>> = vec![None; specs.len()];
        let mut by_position = 0;
        for argument in &term.arguments {
            let index = match &argument.option {
                Some(name) => place(specs, name).ok_or_else(|| {
                    let names = specs.iter().map(|spec| spec.name);
                    OptionError::Unknown { owner, option: name.clone(), accepted: Accepted::new(name, names) }
                })?,
                None => match specs.get(by_position.min(specs.len().saturating_sub(1))) {
                    Some(spec) if spec.takes_the_rest() => specs.len() - 1,
                    Some(_) if by_position < specs.len() => {
                        by_position += 1;
                        by_position - 1
                    }
                    _ => {
                        return Err(OptionError::TooMany {
                            owner,
                            value: argument.value.clone(),
                            takes: specs.iter().map(|spec| spec.name).collect(),
                        });
                    }
                },
            };
            match &mut given[index] {
                Some(list) if specs[index].takes_the_rest() => {
                    list.push_str(", ");
                    list.push_str(&argument.value);
                }
                Some(_) => return Err(OptionError::Twice { owner, option: specs[index].name }),
                none => *none = Some(argument.value.clone()),
            }
        }
        let mut values = Vec::with_capacity(specs.len());
        for (spec, given) in specs.iter().zip(given) {
            let text = given.as_deref().unwrap_or(spec.default);
            let value = spec.read(text).map_err(|accepted| OptionError::Value {
                owner,
                option: spec.name,
                value: text.to_owned(),
                accepted: accepted.into(),
            })?;
            values.push((spec, value));
        }
        Ok(Options { owner, values })
    }

    /// The options with all defaults.
    ///
    /// # Panics
    ///
    /// If an option does not accept its default, a mistake in the plug-in.
    pub fn usual(owner: &'static str, specs: &'static [OptionSpec]) -> Options {
        let bare = Term { name: owner.to_owned(), arguments: Vec::new() };
        Options::read(owner, specs, &bare).expect("every default is accepted")
    }

    /// The value of a whole-number option. Its declared range fits `T`.
    pub fn whole<T: TryFrom<u64>>(&self, name: &str) -> T {
        match self.value(name) {
            Value::Whole(number) => T::try_from(*number).ok(),
            _ => None,
        }
        .unwrap_or_else(|| panic!("{}: `{name}` is not a whole number of this type", self.owner))
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
            Value::Text(text) | Value::List(text) | Value::Quoted(text) => text,
            Value::Inside(inside) => inside.text(),
            _ => panic!("{}: `{name}` is not declared as text", self.owner),
        }
    }

    /// The value that was read as a `T`: `what`, in words.
    pub(crate) fn inside<T: 'static>(&self, name: &str, what: &str) -> &T {
        let read = match self.value(name) {
            Value::Inside(inside) => inside.downcast(),
            _ => None,
        };
        read.unwrap_or_else(|| panic!("{}: `{name}` is not declared as {what}", self.owner))
    }

    /// An error about the value of one option, for conditions that only the plug-in can check.
    pub fn wrong(&self, name: &str, accepted: impl Into<Sentence>) -> OptionError {
        let (spec, value) = self.entry(name);
        OptionError::Value { owner: self.owner, option: spec.name, value: value.to_string(), accepted: accepted.into() }
    }

    /// An error about options that are impossible together.
    pub fn impossible(&self, why: impl Into<String>) -> OptionError {
        OptionError::Impossible { owner: self.owner, why: why.into() }
    }

    /// The canonical text: the name, and between parentheses the options that differ from their
    /// defaults, in the order of their declaration. Equal settings print equally.
    pub fn term(&self) -> String {
        self.term_with(|_| false)
    }

    /// The same, and also the options with default values whose names `also` accepts.
    pub fn term_with(&self, also: impl Fn(&str) -> bool) -> String {
        let mut text = self.owner.to_owned();
        let mut before = "(";
        for (spec, value) in &self.values {
            let value = value.to_string();
            let is_usual = spec.read(spec.default).is_ok_and(|usual| usual.to_string() == value);
            if is_usual && (value.is_empty() || !also(spec.name)) {
                continue;
            }
            text.push_str(before);
            if !spec.takes_the_rest() {
                text.push_str(spec.name);
                text.push('=');
            }
            text.push_str(&value);
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

    /// The value of any option, as typed; empty if there is none.
    pub fn written(&self, name: &str) -> String {
        self.value(name).to_string()
    }

    fn value(&self, name: &str) -> &Value {
        &self.entry(name).1
    }

    fn entry(&self, name: &str) -> &(&'static OptionSpec, Value) {
        let entry = self.values.iter().find(|(spec, _)| spec.name == name);
        entry.unwrap_or_else(|| panic!("{} declares no option `{name}`", self.owner))
    }
}

/// The index of the option with this name, in any spelling.
fn place(specs: &[OptionSpec], name: &str) -> Option<usize> {
    let exact = specs.iter().position(|spec| spec.name == name);
    exact.or_else(|| specs.iter().position(|spec| fold(spec.name) == fold(name)))
}

#[cfg(test)]
mod tests {
    use super::{OptionSpec, Options};
    use crate::term::Term;

    const SPECS: &[OptionSpec] = &[
        OptionSpec::whole("width", 1..=19, "3", "columns"),
        OptionSpec::limit("depth", 1..=64, "4", "plies"),
        OptionSpec::real("trust", 0.0..=1.0, "0.5", "belief"),
        OptionSpec::flag("misere", "false", "reversed"),
        OptionSpec::choice("rule", &["free", "exact"], "free", "overlines"),
        OptionSpec::text("heaps", "anything", "", "its own syntax"),
        OptionSpec::quoted("line", "any line", "", "said as it is"),
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
            ("it(Mis_Ere=yes)", "it(misere=true)"),
            ("it(3, 4, 0.5, no, exact, 1, l, a, b(c, d))", "it(rule=exact, heaps=1, line=\"l\", a, b(c,d))"),
            (r#"it(line="a,  (b")"#, r#"it(line="a,  (b")"#),
            ("it(line=a  b)", r#"it(line="a  b")"#),
            (r#"it(line="")"#, "it"),
            (r#"it(heaps="3+5", width="5", depth="unlimited")"#, "it(width=5, depth=unlimited, heaps=3+5)"),
            (r#"it(trust=".25", misere="yes", rule="exact")"#, "it(trust=0.25, misere=true, rule=exact)"),
            (r#"it(heaps=" [1 , 2] ")"#, "it(heaps=[1,2])"),
            (r#"it(heaps="")"#, "it"),
            // What cannot stand without them keeps them.
            (r#"it(heaps="a, b")"#, r#"it(heaps="a,b")"#),
            (r#"it(heaps="[1")"#, r#"it(heaps="[1")"#),
            (r#"it(heaps="a\"b\"")"#, r#"it(heaps=a"b")"#),
            (r#"it(rest="a, b(c, d)")"#, "it(a, b(c,d))"),
            (r#"it(3, 4, 0.5, no, exact, 1, l, "a", "b, c")"#, r#"it(rule=exact, heaps=1, line="l", a, b, c)"#),
            ("it(heaps = [1 , 2] ( x  y ))", "it(heaps=[1,2](x y))"),
        ] {
            assert_eq!(read(text).unwrap().term(), printed, "{text}");
            // The rest has no name, and is read as the first options where these are left out.
            if !printed.contains("a, b") {
                assert_eq!(read(printed).unwrap().term(), printed, "{text}");
            }
        }
    }

    #[test]
    fn errors_about_options_list_accepted_values() {
        for (text, message) in [
            ("it(widht=3)", "it: unknown option `widht`; did you mean `width`? accepted: width,"),
            ("it(width=20)", "option `width` cannot be `20`; accepted: a whole number from 1 to 19"),
            ("it(width=x)", "option `width` cannot be `x`"),
            ("it(width=-1)", "option `width` cannot be `-1`"),
            ("it(depth=0)", "a whole number from 1 to 64, or `unlimited`"),
            ("it(trust=2)", "a number from 0 to 1"),
            ("it(trust=NaN)", "a number from 0 to 1"),
            (r#"it(line="a"b)"#, "option `line` cannot be `\"a\"b`; accepted: any line, on one line"),
            ("it(rule=exakt)", "did you mean `exact`?"),
            ("it(1, width=2)", "option `width` is given twice"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(message), "{text}: {error}");
        }
    }

    #[test]
    fn a_range_without_an_end_is_described_by_its_start() {
        let spec = OptionSpec::real("margin", 0.0..=f64::MAX, "0", "how much");
        assert_eq!(spec.accepted(), "a number from 0");
        assert_eq!(spec.read("inf").unwrap_err(), "a number from 0");
        assert_eq!(spec.read("1e300").unwrap().to_string(), format!("{}", 1e300));
    }
}
