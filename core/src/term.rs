//! `name(option=value, …)`: how games and players are named everywhere.
//!
//! A value is any text whose brackets balance, up to the next comma at its own level; so values may
//! be terms themselves, and a game may use its own syntax between its brackets. Between quotation
//! marks every character stands for itself, except `\"` and `\\`.

use std::fmt::{self, Write};

/// The deepest nesting of parentheses: players of players of players, for example.
const MOST_NESTED: usize = 32;

/// A name and the text between its parentheses, not yet interpreted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The name before the parentheses, as typed.
    pub name: String,
    /// The arguments, in the order written.
    pub arguments: Vec<Argument>,
}

/// One argument of a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The name of its option; `None` if it was given by position.
    pub option: Option<String>,
    /// Its text, without surrounding spaces.
    pub value: String,
}

/// Why a text is not a term.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}`, column {column}: {problem}")]
pub struct TermError {
    /// The whole text.
    pub text: String,
    /// Where the error is, in characters counted from one.
    pub column: usize,
    /// The error.
    pub problem: String,
}

impl Term {
    /// Reads a term.
    ///
    /// # Errors
    ///
    /// If the text is not of the form `name` or `name(option=value, …)`.
    pub fn parse(text: &str) -> Result<Term, TermError> {
        let wrong = |at: usize, problem: &str| TermError {
            text: text.to_owned(),
            column: text[..at].chars().count() + 1,
            problem: problem.to_owned(),
        };
        let start = text.len() - text.trim_start().len();
        let is_part = |c: char| is_name_character(c) || c.is_whitespace() || !c.is_ascii();
        let name_end = text[start..].find(|c| !is_part(c)).map_or(text.len(), |length| start + length);
        let name = text[start..name_end].trim_end().to_owned();
        if name.is_empty() {
            return Err(wrong(start, "expected a name (letters, digits, hyphens)"));
        }
        let rest = text[name_end..].trim();
        if rest.is_empty() {
            return Ok(Term { name, arguments: Vec::new() });
        }
        let open = text.len() - text[name_end..].trim_start().len();
        if !rest.starts_with('(') {
            return Err(wrong(open, "expected `(` after the name, or nothing"));
        }
        let close = open + rest.len() - 1;
        let mut arguments = Vec::new();
        let mut at = open + 1;
        for piece in split(text, open, close).map_err(|(at, problem)| wrong(at, &problem))? {
            let argument = Argument::parse(piece);
            if argument.value.is_empty() && (argument.option.is_some() || at < close) {
                let blank = text[open + 1..close].trim().is_empty();
                if !blank {
                    return Err(wrong(at, "expected a value"));
                }
            } else {
                arguments.push(argument);
            }
            at += piece.len() + 1;
        }
        arguments.retain(|argument| !argument.value.is_empty());
        Ok(Term { name, arguments })
    }
}

impl Argument {
    fn parse(piece: &str) -> Argument {
        if let Some((option, value)) = piece.split_once('=') {
            let option = option.trim();
            if !option.is_empty() && option.chars().all(is_name_character) {
                return Argument { option: Some(option.to_owned()), value: value.trim().to_owned() };
            }
        }
        Argument { option: None, value: piece.trim().to_owned() }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        let mut before = "(";
        for argument in &self.arguments {
            f.write_str(before)?;
            if let Some(option) = &argument.option {
                write!(f, "{option}=")?;
            }
            f.write_str(&argument.value)?;
            before = ", ";
        }
        f.write_str(if self.arguments.is_empty() { "" } else { ")" })
    }
}

fn is_name_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

/// Splits the text between the brackets at `open` and `close` at the commas of its own level.
fn split(text: &str, open: usize, close: usize) -> Result<Vec<&str>, (usize, String)> {
    let (mut waiting, mut pieces, mut from) = (Vec::new(), Vec::new(), open + 1);
    let mut nested = 0;
    let mut quotes = Quotes::default();
    for (at, c) in text.char_indices().skip_while(|&(at, _)| at < open) {
        match c {
            _ if quotes.holds(at, c) => {}
            '(' => {
                nested += 1;
                if MOST_NESTED < nested {
                    return Err((at, format!("more than {MOST_NESTED} `(` inside each other")));
                }
                waiting.push((at, ')'));
            }
            '[' => waiting.push((at, ']')),
            '{' => waiting.push((at, '}')),
            ')' | ']' | '}' => {
                nested -= usize::from(c == ')' && 0 < nested);
                match waiting.pop() {
                    Some((_, expected)) if expected == c => {}
                    Some((_, expected)) => {
                        return Err((at, format!("expected `{expected}` before this `{c}`")));
                    }
                    None => return Err((at, format!("unexpected `{c}`"))),
                }
                if waiting.is_empty() {
                    if at != close {
                        return Err((at + 1, "expected nothing after the closing `)`".to_owned()));
                    }
                    pieces.push(&text[from..at]);
                }
            }
            ',' if waiting.len() == 1 => {
                pieces.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    if let Some(at) = quotes.open {
        return Err((at, "this quotation mark is never closed by another".to_owned()));
    }
    match waiting.pop() {
        None => Ok(pieces),
        Some((at, expected)) => Err((at, format!("this bracket is never closed by `{expected}`"))),
    }
}

/// Tells, character by character, which text is between quotation marks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quotes {
    /// Where the unclosed mark is.
    open: Option<usize>,
    is_escaped: bool,
}

impl Quotes {
    /// Whether `c`, at index `at`, is between quotation marks, or one of the marks.
    pub fn holds(&mut self, at: usize, c: char) -> bool {
        let is_escaped = std::mem::take(&mut self.is_escaped);
        match (self.open, c) {
            (None, '"') => self.open = Some(at),
            (None, _) => return false,
            (Some(_), '\\') if !is_escaped => self.is_escaped = true,
            (Some(_), '"') if !is_escaped => self.open = None,
            _ => {}
        }
        true
    }
}

/// `text` between quotation marks.
pub fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        let escape = if matches!(c, '"' | '\\') { "\\" } else { "" };
        let _ = write!(out, "{escape}{c}");
    }
    out.push('"');
    out
}

/// The text between the quotation marks at both ends of `text`; any other text unchanged. `None` if
/// a mark is unclosed, or something follows the closing mark.
pub(crate) fn unquoted(text: &str) -> Option<String> {
    if !text.starts_with('"') {
        return Some(text.to_owned());
    }
    let (mut out, mut is_escaped) = (String::new(), false);
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\\' if !is_escaped => is_escaped = true,
            '"' if !is_escaped => return (at + 1 == text.len()).then_some(out),
            c => {
                is_escaped = false;
                out.push(c);
            }
        }
    }
    None
}

/// Splits `text` at the commas outside brackets and quotation marks, for values that are lists.
pub fn split_list(text: &str) -> Vec<&str> {
    let (mut depth, mut from, mut pieces) = (0u32, 0, Vec::new());
    let mut quotes = Quotes::default();
    for (at, c) in text.char_indices() {
        match c {
            _ if quotes.holds(at, c) => {}
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                pieces.push(text[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    pieces.push(text[from..].trim());
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

/// The parts of a list value, such as `A*0.8, B*0.2`: each text and its weight, one unless given.
///
/// # Errors
///
/// If a weight is not a positive number: the wrong part.
pub(crate) fn weighted_list(text: &str) -> Result<Vec<(String, f64)>, String> {
    let mut parts = Vec::new();
    for part in unquoted_list(text) {
        let tail = part.rfind([')', '*', '"']).filter(|&at| part[at..].starts_with('*'));
        let (term, weight) = match tail {
            None => (&*part, 1.0),
            Some(at) => match part[at + 1..].trim().parse::<f64>() {
                Ok(weight) if weight.is_finite() && 0.0 < weight => (part[..at].trim(), weight),
                _ => return Err(part),
            },
        };
        parts.push((unquoted(term).unwrap_or_else(|| term.to_owned()), weight));
    }
    Ok(parts)
}

/// The parts of a list value, each without quotation marks around it: between them may be several.
pub(crate) fn unquoted_list(text: &str) -> Vec<String> {
    let parts = split_list(text).into_iter().flat_map(|part| match unquoted(part) {
        Some(within) if within.len() < part.len() => unquoted_list(&within),
        _ => vec![part.to_owned()],
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::{Term, quoted, split_list, unquoted};

    #[test]
    fn terms_print_as_they_are_understood() {
        for (text, printed) in [
            ("minimax", "minimax"),
            (" minimax ( ) ", "minimax"),
            ("minimax(depth=3)", "minimax(depth=3)"),
            ("nim( 3+5+7 ,misere = true)", "nim(3+5+7, misere=true)"),
            ("a(b=c(d=1, e=2), f=[1,2])", "a(b=c(d=1, e=2), f=[1,2])"),
            ("tree([[3,12],{1/2:8, 1/2:(1,2)}])", "tree([[3,12],{1/2:8, 1/2:(1,2)}])"),
            ("2048", "2048"),
            ("Connect Four (width=8)", "Connect Four(width=8)"),
            ("amőba", "amőba"),
            (r#"u(a="x, (y = \"z", b=1)"#, r#"u(a="x, (y = \"z", b=1)"#),
        ] {
            let term = Term::parse(text).unwrap();
            assert_eq!(term.to_string(), printed);
            assert_eq!(Term::parse(printed).unwrap(), term);
        }
    }

    #[test]
    fn errors_about_terms_give_place_and_reason() {
        for (text, message) in [
            ("", "column 1: expected a name"),
            ("(x)", "column 1: expected a name"),
            ("a=b", "column 2: expected `(` after the name"),
            ("a b]", "column 4: expected `(` after the name"),
            ("a(b", "column 2: this bracket is never closed by `)`"),
            ("a(b]", "column 4: expected `)` before this `]`"),
            ("a(b)c", "column 5: expected nothing after"),
            ("a(b))", "column 5: "),
            ("a(b=)", "column 3: expected a value"),
            ("a(b=1,,c=2)", "column 7: expected a value"),
            ("a(b=\"c)", "column 5: this quotation mark is never closed by another"),
        ] {
            let error = Term::parse(text).unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }

    #[test]
    fn terms_nest_to_a_limit_and_no_deeper() {
        let nested = |depth: usize| format!("{}a{}", "a(".repeat(depth), ")".repeat(depth));
        assert!(Term::parse(&nested(32)).is_ok());
        for depth in [33, 10_000] {
            let error = Term::parse(&nested(depth)).unwrap_err();
            assert_eq!(error.problem, "more than 32 `(` inside each other");
        }
        // Other brackets are limited by their plug-in.
        assert!(Term::parse(&format!("a({}{})", "[".repeat(900), "]".repeat(900))).is_ok());
    }

    #[test]
    fn lists_split_at_their_own_commas_only() {
        assert_eq!(split_list("a(b, c), d ,"), ["a(b, c)", "d"]);
        assert_eq!(split_list(r#"a(b=","), "c, (","#), [r#"a(b=",")"#, r#""c, (""#]);
    }

    #[test]
    fn any_text_stands_between_quotation_marks() {
        for text in ["", "a b", "say \"no, (\"", "C:\\x\\", "\\\""] {
            assert_eq!(unquoted(&quoted(text)).as_deref(), Some(text));
            let term = Term::parse(&format!("u(a=1, b={}, c=2)", quoted(text))).unwrap();
            assert_eq!(unquoted(&term.arguments[1].value).as_deref(), Some(text));
        }
        assert_eq!(unquoted("as it is").as_deref(), Some("as it is"));
        for wrong in ["\"open", "\"a\"b", "\"a\\\""] {
            assert_eq!(unquoted(wrong), None, "{wrong}");
        }
    }
}
