//! The brackets in which a tree is written, read into a sketch of it.

use std::fmt;

/// The deepest nesting that is read.
const MOST_LEVELS: usize = 1_000;

/// No payoff is larger than this, in size, so that sums and differences stay exact enough.
const LARGEST: f64 = 1e12;

/// Why a text is no tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: expected {expected}, found {found}")]
pub struct TreeError {
    /// Where the mistake is, in characters counted from one.
    pub column: usize,
    /// What is accepted there.
    pub expected: String,
    /// The text found there.
    pub found: String,
}

/// A node as it was written, with the columns for the errors that only the whole tree shows.
#[derive(Debug)]
pub(crate) struct Sketch {
    pub(crate) column: usize,
    pub(crate) kind: Kind,
    pub(crate) estimate: Option<Written>,
}

#[derive(Debug)]
pub(crate) enum Kind {
    Payoff(Written),
    /// The seat counts from one, if one is written.
    Decision {
        label: Option<String>,
        seat: Option<(usize, u64)>,
        children: Vec<Sketch>,
    },
    Chance(Vec<(Ratio, Sketch)>),
}

/// A number or a vector.
#[derive(Debug)]
pub(crate) struct Written {
    pub(crate) column: usize,
    pub(crate) numbers: Vec<f64>,
    pub(crate) is_vector: bool,
}

/// A positive fraction in lowest terms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ratio {
    pub(crate) over: u64,
    pub(crate) under: u64,
}

impl Ratio {
    pub(crate) fn reduced(over: u64, under: u64) -> Ratio {
        let common = gcd(over, under).max(1);
        Ratio { over: over / common, under: under / common }
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.under {
            1 => write!(f, "{}", self.over),
            under => write!(f, "{}/{under}", self.over),
        }
    }
}

pub(crate) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Reads a whole text as one node.
pub(crate) fn read(text: &str) -> Result<Sketch, TreeError> {
    let mut reader = Reader { text: text.chars().collect(), at: 0, levels: 0 };
    let sketch = reader.node()?;
    match reader.peek() {
        None => Ok(sketch),
        Some(_) => Err(reader.wrong("nothing after the tree")),
    }
}

struct Reader {
    text: Vec<char>,
    at: usize,
    levels: usize,
}

impl Reader {
    /// The next character that is no space, which it moves to.
    fn peek(&mut self) -> Option<char> {
        while self.text.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    /// The column of the next character other than a space.
    fn column(&mut self) -> usize {
        self.peek();
        self.at + 1
    }

    /// Steps over `c` if it is next.
    fn take(&mut self, c: char) -> bool {
        let is_next = self.peek() == Some(c);
        self.at += usize::from(is_next);
        is_next
    }

    fn wrong(&mut self, expected: &str) -> TreeError {
        let found = self.peek().map_or("the end".to_owned(), |c| format!("`{c}`"));
        TreeError { column: self.column(), expected: expected.to_owned(), found }
    }

    fn node(&mut self) -> Result<Sketch, TreeError> {
        let column = self.column();
        let name = self.label();
        let mut kind = match self.peek() {
            Some('[') => self.nested(Reader::decision)?,
            _ if name.is_some() => {
                return Err(self.wrong("`[` after the name of an information set"));
            }
            Some('{') => self.nested(Reader::chance)?,
            Some(c) if c == '(' || starts_number(c) => {
                let kind = Kind::Payoff(self.written()?);
                return Ok(Sketch { column, kind, estimate: None });
            }
            _ => return Err(self.wrong("a number, `(`, `[` or `{`")),
        };
        if let Kind::Decision { label, .. } = &mut kind {
            *label = name;
        }
        let estimate = if self.take('~') { Some(self.written()?) } else { None };
        Ok(Sketch { column, kind, estimate })
    }

    /// `name:` before a decision, if there is one.
    fn label(&mut self) -> Option<String> {
        self.peek().filter(|c| c.is_alphabetic())?;
        let (start, rest) = (self.at, &self.text[self.at..]);
        let name: String = rest.iter().take_while(|c| c.is_alphanumeric() || **c == '_').collect();
        self.at += name.chars().count();
        let is_label = self.take(':');
        if !is_label {
            self.at = start;
        }
        is_label.then_some(name)
    }

    fn nested(&mut self, read: fn(&mut Reader) -> Result<Kind, TreeError>) -> Result<Kind, TreeError> {
        if self.levels == MOST_LEVELS {
            return Err(self.wrong(&format!("at most {MOST_LEVELS} brackets inside each other")));
        }
        self.levels += 1;
        self.at += 1;
        let kind = read(self)?;
        self.levels -= 1;
        Ok(kind)
    }

    /// `[child, …]`, and perhaps `@seat`; the bracket is open.
    fn decision(&mut self) -> Result<Kind, TreeError> {
        let mut children = Vec::new();
        loop {
            children.push(self.node()?);
            if self.take(']') {
                break;
            }
            self.comma_or("`,` or `]`")?;
        }
        let mut seat = None;
        if self.take('@') {
            let column = self.column();
            let number = self.word();
            let Ok(number) = number.parse() else {
                return Err(misread(column, "the number of a seat", &number));
            };
            seat = Some((column, number));
        }
        Ok(Kind::Decision { label: None, seat, children })
    }

    /// `{probability: child, …}`; the bracket is open.
    fn chance(&mut self) -> Result<Kind, TreeError> {
        let mut children = Vec::new();
        loop {
            let ratio = self.ratio()?;
            if !self.take(':') {
                return Err(self.wrong("`:` after the probability"));
            }
            children.push((ratio, self.node()?));
            if self.take('}') {
                return Ok(Kind::Chance(children));
            }
            self.comma_or("`,` or `}`")?;
        }
    }

    fn comma_or(&mut self, expected: &str) -> Result<(), TreeError> {
        if self.take(',') { Ok(()) } else { Err(self.wrong(expected)) }
    }

    /// A number, or numbers in parentheses.
    fn written(&mut self) -> Result<Written, TreeError> {
        let column = self.column();
        if !self.take('(') {
            return Ok(Written { column, numbers: vec![self.number()?], is_vector: false });
        }
        let mut numbers = Vec::new();
        loop {
            numbers.push(self.number()?);
            if self.take(')') {
                return Ok(Written { column, numbers, is_vector: true });
            }
            self.comma_or("`,` or `)`")?;
        }
    }

    fn number(&mut self) -> Result<f64, TreeError> {
        let column = self.column();
        if !self.peek().is_some_and(starts_number) {
            return Err(self.wrong("a number"));
        }
        let word = self.word();
        match word.parse::<f64>() {
            // Minus zero becomes zero.
            Ok(number) if number.abs() <= LARGEST => Ok(number + 0.0),
            _ => Err(misread(column, "a number (in size at most 1e12)", &word)),
        }
    }

    /// `1/3`, `1` or `0.25`, exactly.
    fn ratio(&mut self) -> Result<Ratio, TreeError> {
        let column = self.column();
        if !self.peek().is_some_and(starts_number) {
            return Err(self.wrong("a probability above 0, such as 1/3 or 0.25"));
        }
        let mut word = self.word();
        let mut ratio = decimal(&word);
        if self.take('/') {
            let below = self.word();
            let whole = ratio.filter(|ratio| ratio.under == 1);
            ratio = whole.zip(below.parse().ok()).map(|(above, under)| Ratio { under, ..above });
            word = format!("{word}/{below}");
        }
        match ratio.filter(|ratio| 0 < ratio.over && 0 < ratio.under) {
            Some(Ratio { over, under }) => Ok(Ratio::reduced(over, under)),
            None => Err(misread(column, "a probability above 0, such as 1/3 or 0.25", &word)),
        }
    }

    /// The characters from here that could belong to one number.
    fn word(&mut self) -> String {
        self.peek();
        let rest = &self.text[self.at..];
        let word: String = rest.iter().take_while(|c| c.is_alphanumeric() || "+-.".contains(**c)).collect();
        self.at += word.chars().count();
        word
    }
}

pub(crate) fn wrong(column: usize, expected: &str, found: &str) -> TreeError {
    TreeError { column, expected: expected.to_owned(), found: found.to_owned() }
}

fn misread(column: usize, expected: &str, found: &str) -> TreeError {
    let found = if found.is_empty() { "nothing".to_owned() } else { format!("`{found}`") };
    TreeError { column, expected: expected.to_owned(), found }
}

fn starts_number(c: char) -> bool {
    c.is_ascii_digit() || c == '-' || c == '+' || c == '.'
}

/// A decimal without a sign, as a fraction.
fn decimal(word: &str) -> Option<Ratio> {
    let (whole, part) = word.split_once('.').unwrap_or((word, ""));
    let digits = format!("{whole}{part}");
    if digits.is_empty() || !digits.chars().all(|c| c.is_ascii_digit()) {
        return None;
    }
    let under = 10u64.checked_pow(part.len() as u32)?;
    Some(Ratio { over: digits.parse().ok()?, under })
}
