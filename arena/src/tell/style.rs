//! The style of text for people: with or without terminal escape sequences, and its width.

use textwrap::{Options, WordSplitter};

/// The style of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Whether terminal escape sequences may be used.
    pub escapes: bool,
    /// The greatest width of a line, in columns: a table leaves out the rest, and says so, and sentences continue on
    /// the next line; `None` for no limit.
    pub width: Option<usize>,
    /// How to see the omitted part, in the words of the calling program, such as `--full shows it`.
    pub whole: Option<&'static str>,
}

impl Style {
    pub(crate) fn bold(self, text: &str) -> String {
        if self.escapes { format!("\x1b[1m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// `text` with line breaks between words where it is too wide, all lines but the first after some
    /// spaces.
    pub(crate) fn wrapped(self, text: &str) -> String {
        let Some(width) = self.width else { return text.to_owned() };
        let options = Options::new(width).subsequent_indent("    ").break_words(false);
        textwrap::fill(text, options.word_splitter(WordSplitter::NoHyphenation))
    }
}

#[cfg(test)]
mod tests {
    use super::Style;

    #[test]
    fn sentences_break_between_words_and_only_where_there_is_a_width() {
        let text = "Places: by points a game, direct encounter, Sonneborn–Berger (SB), wins";
        assert_eq!(Style::default().wrapped(text), text);
        for width in 20..80 {
            let style = Style { escapes: true, width: Some(width), ..Style::default() };
            let wrapped = style.wrapped(&style.bold(text)).replace("\x1b[1m", "").replace("\x1b[0m", "");
            assert!(wrapped.lines().all(|line| line.chars().count() <= width), "{wrapped}");
            assert_eq!(wrapped.replace("\n    ", " "), text);
        }
    }
}
