//! A wrong command line, answered as every other mistake: the mistake, its place, the accepted form, and
//! the nearest spelling.

use std::{error::Error as _, ffi::OsString};

use agon_core::nearest;
use clap::{
    Command,
    error::{ContextKind, ContextValue, ErrorKind},
};

use crate::foreign;

/// The mistake in these words, in one line; none if help is to be printed instead.
pub(crate) fn message(line: &Command, words: &[OsString], error: &clap::Error) -> Option<String> {
    let what = Misread::of(line, words, error);
    let (name, help) = (&what.name, &what.help);
    let flag = what.one(ContextKind::InvalidArg);
    let flag = flag.split([' ', '=']).next().unwrap_or_default().trim_matches(['<', '>', '[', ']', '.']);
    let value = what.one(ContextKind::InvalidValue);
    Some(match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let word = what.one(ContextKind::InvalidSubcommand);
            let names: Vec<&str> = line.get_subcommands().map(Command::get_name).collect();
            if names.contains(&&*word) {
                // As in agon help run games.
                return Some(format!("`{word}` is a command of its own: agon help {word}"));
            }
            if let Some(here) = foreign::command(&word) {
                return Some(format!("there is no command `{word}`: {here}"));
            }
            format!("there is no command `{word}`; {}agon --help lists them", near(&word, &names))
        }
        ErrorKind::UnknownArgument => what.unknown(flag),
        ErrorKind::InvalidValue if value.is_empty() => {
            format!("{flag} needs a value{}; {help} says which", what.accepted())
        }
        ErrorKind::InvalidValue => {
            let words = what.list(ContextKind::ValidValue);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let near = near(&value, &words);
            format!("{flag} cannot be `{value}`; {near}accepted: {}", words.join(", "))
        }
        ErrorKind::ValueValidation => {
            let why = error.source().map_or_else(String::new, ToString::to_string);
            let (near, why) = match why.split_once("? accepted: ") {
                Some((near, why)) => (format!("{near}? "), why.to_owned()),
                None => (String::new(), why),
            };
            format!("{flag} cannot be `{value}`; {near}accepted: {}", accepted(&why, &value))
        }
        ErrorKind::MissingRequiredArgument => {
            let missing = what.list(ContextKind::InvalidArg).join(" and ").replace(['<', '>'], "");
            let example = what.example().map_or_else(String::new, |example| format!(", as in: {example}"));
            format!("{name} needs {missing}{example}")
        }
        ErrorKind::ArgumentConflict if what.one(ContextKind::PriorArg) == what.one(ContextKind::InvalidArg) => {
            format!("{flag} is given twice")
        }
        ErrorKind::ArgumentConflict => {
            let others = what.list(ContextKind::PriorArg);
            let others: Vec<&str> = others.iter().filter_map(|other| other.split(' ').next()).collect();
            let others = others.join(", ");
            format!("{flag} cannot be given together with {others}")
        }
        ErrorKind::TooManyValues => format!("{flag} takes no value"),
        ErrorKind::InvalidUtf8 => "an argument is not UTF-8".to_owned(),
        _ => return None,
    })
}

/// An error of the parser of command lines, and whose it is.
struct Misread<'a> {
    error: &'a clap::Error,
    command: &'a Command,
    /// The name of the command.
    name: String,
    /// What says more of it.
    help: String,
}

impl<'a> Misread<'a> {
    fn of(line: &'a Command, words: &[OsString], error: &'a clap::Error) -> Misread<'a> {
        let (mut command, mut path) = (line, vec!["agon"]);
        let unknown = match (error.kind(), error.get(ContextKind::InvalidArg)) {
            (ErrorKind::UnknownArgument, Some(ContextValue::String(flag))) => Some(flag.as_str()),
            _ => None,
        };
        // What stands behind an option that nobody knows was not read any more.
        let read = words.iter().skip(1).take_while(|word| {
            let word = word.to_string_lossy();
            unknown != Some(word.split_once('=').map_or(&*word, |(flag, _)| flag))
        });
        for word in read {
            if let Some(below) = command.find_subcommand(word) {
                command = below;
                path.push(below.get_name());
            }
        }
        let help = format!("{} -h", path.join(" "));
        let own = if path.len() == 1 { &path[..] } else { &path[1..] };
        Misread { error, command, name: own.join(" "), help }
    }

    fn list(&self, kind: ContextKind) -> Vec<String> {
        match self.error.get(kind) {
            Some(ContextValue::String(one)) => vec![one.clone()],
            Some(ContextValue::Strings(all)) => all.clone(),
            _ => Vec::new(),
        }
    }

    fn one(&self, kind: ContextKind) -> String {
        self.list(kind).into_iter().next().unwrap_or_default()
    }

    /// An option that this command does not have, or a word too many.
    fn unknown(&self, flag: &str) -> String {
        let (name, help) = (&self.name, &self.help);
        let has = |own: &str| self.command.get_arguments().any(|arg| arg.get_long() == Some(own));
        let meant = foreign::OPTIONS.iter().find(|(looked_for, own, _)| *looked_for == flag && has(own));
        if let Some((_, _, meant)) = meant {
            return format!("{name} has no option {flag}: {meant}");
        }
        if !flag.starts_with('-') {
            return format!("{name} takes no further `{flag}`; {help} says what it takes");
        }
        let own = self.command.get_arguments().filter_map(|arg| Some(format!("--{}", arg.get_long()?)));
        let own: Vec<String> = own.collect();
        let own: Vec<&str> = own.iter().map(String::as_str).collect();
        format!("{name} has no option {flag}; {}{help} lists them", near(flag, &own))
    }

    /// The words that the option takes, if it takes words.
    fn accepted(&self) -> String {
        match self.list(ContextKind::ValidValue) {
            words if words.is_empty() => String::new(),
            words => format!(": {}", words.join(", ")),
        }
    }

    /// The first example of the command's help.
    fn example(&self) -> Option<String> {
        let help = self.command.get_after_help()?.to_string();
        let begin = format!("agon {} ", self.name);
        let example = help.lines().map(str::trim).find(|line| line.starts_with(&begin))?;
        // What stands behind is a remark.
        Some(example.split("   ").next().unwrap_or(example).trim().to_owned())
    }
}

/// Which of `words` may have been meant.
fn near(word: &str, words: &[&str]) -> String {
    nearest(word, words.iter().copied()).map_or_else(String::new, |near| format!("did you mean `{near}`? "))
}

/// The accepted form, where a parser of the library refused with `why`.
fn accepted(why: &str, value: &str) -> String {
    let endless = [u64::MAX.to_string(), usize::MAX.to_string(), i64::MAX.to_string()];
    if let Some(range) = why.strip_prefix(&format!("{value} is not in ")) {
        let (least, most) = range.split_once("..").unwrap_or((range, ""));
        return match most.strip_prefix('=').unwrap_or(most) {
            most if most.is_empty() || endless.iter().any(|end| end == most) => {
                format!("a whole number, at least {least}")
            }
            most => format!("a whole number, {least} to {most}"),
        };
    }
    // Parsers of ours say it themselves, in whatever words.
    if let Some((_, accepted)) = why.rsplit_once("accepted: ") {
        return accepted.to_owned();
    }
    match why {
        why if why.contains("digit") && value.starts_with('-') => "a whole number, at least 0",
        why if why.contains("digit") || why.contains("integer") => "a whole number",
        why if why.contains("number too") => "a smaller number",
        why if why.contains("float") => "a number",
        why => why,
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    use super::accepted;

    #[test]
    fn a_range_of_the_library_is_said_in_words() {
        assert_eq!(accepted("0 is not in 1..18446744073709551615", "0"), "a whole number, at least 1");
        assert_eq!(accepted("1001 is not in 0..=1000", "1001"), "a whole number, 0 to 1000");
        assert_eq!(accepted("invalid digit found in string", "x"), "a whole number");
        assert_eq!(accepted("accepted: 1 to 4096", "x"), "1 to 4096");
        assert_eq!(accepted("it cannot be `x`; accepted: 32 hexadecimal digits", "x"), "32 hexadecimal digits");
        assert_eq!(accepted("it cannot be `0`; accepted: 1 to 9, or never", "0"), "1 to 9, or never");
    }
}
