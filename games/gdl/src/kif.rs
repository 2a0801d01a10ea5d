//! The text of a rule sheet: words and parentheses, each with its line and column.

use std::fmt;

/// A place in a sheet, both counted from one, columns in characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A remark about a mistake or an oddity in a sheet.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Remark {
    /// The place.
    pub place: Place,
    /// The remark, as a sentence without a full stop.
    pub text: String,
    /// Whether plays are likely other than was meant.
    pub is_doubt: bool,
}

/// The most characters of a remark: names may be of any length.
const LONGEST_REMARK: usize = 600;

impl Remark {
    pub(crate) fn new(place: Place, text: impl Into<String>) -> Remark {
        let mut text = text.into();
        if let Some((end, _)) = text.char_indices().nth(LONGEST_REMARK) {
            text.truncate(end);
            text.push('…');
        }
        Remark { place, text, is_doubt: false }
    }

    /// The same about what is likely other than was meant.
    pub(crate) fn doubt(place: Place, text: impl Into<String>) -> Remark {
        Remark { is_doubt: true, ..Remark::new(place, text) }
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.text)
    }
}

/// A word, or a list between parentheses.
#[derive(Clone, Debug)]
pub(crate) struct Node<'a> {
    pub(crate) place: Place,
    /// The word; empty for a list.
    pub(crate) word: &'a str,
    /// The parts of a list.
    pub(crate) parts: Vec<Node<'a>>,
}

impl<'a> Node<'a> {
    /// The first word of a list, or the word itself.
    pub(crate) fn head(&self) -> &'a str {
        if self.word.is_empty() { self.parts.first().map_or("", |part| part.word) } else { self.word }
    }

    /// All parts of a list but the first.
    pub(crate) fn rest(&self) -> &[Node<'a>] {
        self.parts.get(1..).unwrap_or_default()
    }

    pub(crate) fn is_list(&self) -> bool {
        self.word.is_empty()
    }
}

/// The greatest depth of nested parentheses.
const DEEPEST: usize = 200;

/// The most remarks about one sheet.
pub(crate) const MOST_REMARKS: usize = 50;

/// Reads a sheet: lists and words on its upper level. Mistakes in the parentheses are added to
/// `wrong`; the rest is read nevertheless.
pub(crate) fn read<'a>(text: &'a str, wrong: &mut Vec<Remark>) -> Vec<Node<'a>> {
    let mut open: Vec<Node<'a>> = Vec::new();
    let mut all = Vec::new();
    let mut too_deep = 0usize;
    for (place, word) in Words::of(text) {
        match word {
            "(" if open.len() == DEEPEST => {
                if too_deep == 0 {
                    let found = format!("parentheses nest deeper than {DEEPEST}");
                    wrong.push(Remark::new(place, found));
                }
                too_deep += 1;
            }
            ")" if 0 < too_deep => too_deep -= 1,
            "(" => {
                // A list that begins its line while another is open is likely the next rule.
                open.push(Node { place, word: "", parts: Vec::new() });
            }
            ")" => match open.pop() {
                Some(list) => {
                    if list.parts.is_empty() && wrong.len() < MOST_REMARKS {
                        wrong.push(Remark::new(list.place, "`()` says nothing"));
                    }
                    open.last_mut().map_or(&mut all, |outer| &mut outer.parts).push(list);
                }
                None if wrong.len() < MOST_REMARKS => {
                    wrong.push(Remark::new(place, "this `)` closes nothing"));
                }
                None => {}
            },
            _ if 0 < too_deep => {}
            word => {
                let node = Node { place, word, parts: Vec::new() };
                open.last_mut().map_or(&mut all, |outer| &mut outer.parts).push(node);
            }
        }
    }
    if let Some(first) = open.first() {
        let found = format!("this `(` is never closed ({} missing at the end)", open.len());
        wrong.push(Remark::new(first.place, found));
    }
    all
}

/// The words and parentheses of a text, without comments.
struct Words<'a> {
    rest: &'a str,
    place: Place,
    /// Whether `;` stands for a line break instead of the beginning of a comment.
    is_one_line: bool,
}

impl<'a> Words<'a> {
    fn of(text: &'a str) -> Words<'a> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let is_one_line = !text.contains('\n');
        Words { rest: text, place: Place { line: 1, column: 1 }, is_one_line }
    }

    /// Skips this many bytes.
    fn pass(&mut self, bytes: usize) {
        for c in self.rest[..bytes].chars() {
            if c == '\n' || c == ';' && self.is_one_line {
                self.place = Place { line: self.place.line + 1, column: 1 };
            } else {
                self.place.column += 1;
            }
        }
        self.rest = &self.rest[bytes..];
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = (Place, &'a str);

    fn next(&mut self) -> Option<(Place, &'a str)> {
        loop {
            let blank = self.rest.len() - self.rest.trim_start().len();
            self.pass(blank);
            if !self.rest.starts_with(';') {
                break;
            }
            let comment = || self.rest.find('\n').unwrap_or(self.rest.len());
            self.pass(if self.is_one_line { 1 } else { comment() });
        }
        let first = self.rest.chars().next()?;
        let is_end = |c: char| c.is_whitespace() || "();".contains(c);
        let length = match first {
            '(' | ')' => 1,
            _ => self.rest.find(is_end).unwrap_or(self.rest.len()),
        };
        let found = (self.place, &self.rest[..length]);
        self.pass(length);
        Some(found)
    }
}

/// The same sheet on one line: without comments, and with `;` where a line ended. Every word keeps its line
/// and its column.
pub fn on_one_line(text: &str) -> String {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if !text.contains('\n') {
        return text.replace(char::is_control, " ").trim_end().to_owned();
    }
    let mut line = String::with_capacity(text.len());
    for (number, words) in text.lines().enumerate() {
        if number != 0 {
            line.push(';');
        }
        let words = words.split(';').next().unwrap_or_default().trim_end();
        line.extend(words.chars().map(|c| if c.is_control() { ' ' } else { c }));
    }
    line.truncate(line.trim_end_matches(';').len());
    line
}
