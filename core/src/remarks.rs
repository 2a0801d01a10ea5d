//! What can be said of rules that came from outside.

/// What the author of rules that came from outside, such as a sheet, should know of them. Every text is one line,
/// without a full stop, and may hold names that strangers chose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remarks {
    /// How they are worked out, and what is certain of them, as clauses: `laid out as 214 gates`.
    pub known: Vec<String>,
    /// What likely makes plays other than they were meant, such as a name that is used and never defined.
    pub doubts: Vec<String>,
    /// What else is odd.
    pub odd: Vec<String>,
    /// Whether a position takes hundreds of times more work than one of our own games: whoever looks at many positions
    /// looks at fewer of these.
    pub is_slow: bool,
}

impl Remarks {
    /// The doubts, and then what else is odd.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        self.doubts.iter().chain(&self.odd).map(String::as_str)
    }
}
