//! Where a command's answer goes: standard output, in large pieces, until its reader closes it.

use std::io::{self, BufWriter, StdoutLock, Write};

use agon_arena::tell::Style;
use anstream::{AutoStream, ColorChoice};
use serde::Serialize;
use textwrap::{Options, WordSplitter};

use crate::failed::Failed;

/// Lets `write` write the answer.
///
/// # Errors
///
/// What `write` found wrong, or that the answer could not be written. A reader that closes standard
/// output early (`agon games | head -1`) ends the command without a message.
pub(crate) fn answer(
    write: impl FnOnce(&mut BufWriter<StdoutLock<'static>>) -> Result<(), Failed>,
) -> Result<(), Failed> {
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let written = write(&mut out);
    out.flush()?;
    written
}

/// Makes a text that may hold anything fit for a terminal: control characters and those that change
/// the direction of text are written as escapes, and a text that is too long is cut.
pub(crate) fn printable(text: &str) -> String {
    const MOST: usize = 4000;
    let mut shown = String::new();
    let mut rest = text.chars();
    for c in rest.by_ref().take(MOST) {
        let is_hidden = c.is_control() && c != '\n'
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
        if is_hidden { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    match rest.count() {
        0 => {}
        more => shown.extend(["… (", &more.to_string(), " characters more)"]),
    }
    shown
}

/// Writes one line of JSON.
///
/// # Errors
///
/// Only those of `out`.
pub(crate) fn json(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")
}

/// How tables are set on standard output: with escape sequences where a terminal reads them or
/// somebody asked for them, and unless it is to be `full`, no wider than the terminal.
pub(crate) fn style(full: bool) -> Style {
    let out = io::stdout();
    let escapes = AutoStream::choice(&out) != ColorChoice::Never;
    let width = terminal_size::terminal_size_of(&out).filter(|_| !full);
    Style { escapes, width: width.map(|(width, _)| usize::from(width.0)) }
}

/// How wide a line may be that people read: as wide as the terminal of standard output, if it is
/// one; 80 columns elsewhere.
pub(crate) fn width() -> usize {
    let on_terminal = terminal_size::terminal_size_of(io::stdout());
    on_terminal.map_or(80, |(width, _)| usize::from(width.0).max(40))
}

/// Writes `text` with a line break where it would be wider than 80 columns, every line after
/// `indent` spaces. Line breaks of the text stay, as does the white space that begins its lines.
///
/// # Errors
///
/// Only those of `out`.
pub(crate) fn paragraph(out: &mut dyn Write, indent: usize, text: &str) -> io::Result<()> {
    for line in text.lines() {
        let words = line.trim_start();
        let margin = " ".repeat(indent + line.len() - words.len());
        let options =
            Options::new(width().min(80)).initial_indent(&margin).subsequent_indent(&margin);
        let options = options.break_words(false).word_splitter(WordSplitter::NoHyphenation);
        writeln!(out, "{}", textwrap::fill(words, options).trim_end())?;
    }
    Ok(())
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Failed {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Failed::unheard()
        } else {
            Failed::trouble(format!("the answer could not be written: {error}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{paragraph, printable};

    #[test]
    fn no_message_reaches_the_terminal_raw_or_whole() {
        let all: String = (0..0x3000).filter_map(char::from_u32).collect();
        let shown = printable(&all[..3000]);
        assert!(shown.chars().all(|c| c == '\n' || !c.is_control()), "{shown:?}");
        assert_eq!(printable("a\u{1b}[31m\u{202e}b\nc"), "a\\u{1b}[31m\\u{202e}b\nc");
        let long = printable(&"x".repeat(3_000_000));
        assert!(long.len() < 5000 && long.ends_with("(2996000 characters more)"), "{}", long.len());
        assert_eq!(printable("plain, é ☃"), "plain, é ☃");
    }

    #[test]
    fn paragraphs_break_before_column_81_and_keep_their_own_lines() {
        let mut out = Vec::new();
        let text = format!("{} ends\n  - b\n\nc", "word ".repeat(15).trim());
        paragraph(&mut out, 2, &text).unwrap();
        let written = String::from_utf8(out).unwrap();
        assert_eq!(written, format!("  {}\n  ends\n    - b\n\n  c\n", "word ".repeat(15).trim()));
    }
}
