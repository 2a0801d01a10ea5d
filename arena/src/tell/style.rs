//! How text for people is set: with the escape sequences of a terminal or without, and how wide.

/// How text is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Whether the escape sequences of a terminal are welcome.
    pub escapes: bool,
    /// The widest a table may be, in columns: it leaves out the rest, and says so; `None` for no
    /// limit.
    pub width: Option<usize>,
}

impl Style {
    pub(crate) fn bold(self, text: &str) -> String {
        if self.escapes { format!("\x1b[1m{text}\x1b[0m") } else { text.to_owned() }
    }
}
