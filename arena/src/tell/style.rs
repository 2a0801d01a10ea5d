//! How text is set off where it is shown.

/// How text is set off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Not at all.
    #[default]
    Plain,
    /// By the escape sequences of a terminal.
    Terminal,
}

impl Style {
    pub(crate) fn bold(self, text: &str) -> String {
        match self {
            Style::Plain => text.to_owned(),
            Style::Terminal => format!("\x1b[1m{text}\x1b[0m"),
        }
    }
}
