//! Where a command's answer goes: standard output, in large pieces, until its reader closes it.

use std::io::{self, Write};

use agon_arena::{ask::io_words, tell::Style};
use agon_table::row;
use anstream::{AutoStream, ColorChoice};
use serde::Serialize;
use textwrap::{Options, WordSeparator, WordSplitter, core::display_width};

use crate::{failed::Failed, signals::Out};

/// Lets `write` write the answer.
///
/// # Errors
///
/// What `write` found wrong, or that the answer could not be written. A reader that closes standard
/// output early (`agon games | head -1`) ends the command without a message.
pub(crate) fn answer(write: impl FnOnce(&mut Out) -> Result<(), Failed>) -> Result<(), Failed> {
    let mut out = Out::new();
    let written = write(&mut out);
    out.flush()?;
    written
}

/// Writes one line of JSON.
pub(crate) fn json(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    out.write_all(&line)
}

/// How tables are set on standard output: with escape sequences where a terminal reads them or
/// somebody asked for them, and unless it is to be `full`, no wider than the terminal.
pub(crate) fn style(full: bool) -> Style {
    let out = io::stdout();
    let escapes = AutoStream::choice(&out) != ColorChoice::Never;
    let width = terminal_size::terminal_size_of(&out).filter(|_| !full);
    let width = width.map(|(width, _)| usize::from(width.0));
    Style { escapes, width, whole: Some("--full shows it") }
}

/// How wide a line may be that people read: as wide as the terminal of standard output, if it is
/// one; 80 columns elsewhere.
pub(crate) fn width() -> usize {
    let on_terminal = terminal_size::terminal_size_of(io::stdout());
    on_terminal.map_or(80, |(width, _)| usize::from(width.0).max(40))
}

/// Writes `text` with a line break where it would be wider than 80 columns, every line after
/// `indent` spaces. Line breaks of the text stay, as does the white space that begins its lines.
pub(crate) fn paragraph(out: &mut dyn Write, indent: usize, text: &str) -> io::Result<()> {
    for line in text.lines() {
        let words = line.trim_start();
        let margin = " ".repeat(indent + line.len() - words.len());
        let options = Options::new(width().min(80)).initial_indent(&margin).subsequent_indent(&margin);
        let options = options.break_words(false).word_splitter(WordSplitter::NoHyphenation);
        writeln!(out, "{}", textwrap::fill(words, options).trim_end())?;
    }
    Ok(())
}

/// Writes `text` after `lead`, broken at spaces before it is wider than `width` columns; its other lines begin where
/// the first does after `lead`.
pub(crate) fn hanging(out: &mut dyn Write, lead: &str, text: &str, width: usize) -> io::Result<()> {
    let below = " ".repeat(lead.chars().count());
    let options = Options::new(width).initial_indent(lead).subsequent_indent(&below);
    let options = options.break_words(false).word_separator(WordSeparator::AsciiSpace);
    let options = options.word_splitter(WordSplitter::NoHyphenation);
    writeln!(out, "{}", textwrap::fill(text, options))
}

/// Writes words after `lead`: in a row if that is no wider than `width` columns, otherwise in columns of equal width, row
/// by row, the lines below beginning where the first does after `lead`.
pub(crate) fn columns(out: &mut dyn Write, lead: &str, words: &[String], width: usize) -> io::Result<()> {
    /// The white space between two columns.
    const GAP: usize = 2;
    let (one_row, margin) = (row(words), display_width(lead));
    if margin + display_width(&one_row) <= width {
        return writeln!(out, "{lead}{one_row}");
    }
    let widest = words.iter().map(|word| display_width(word)).max().unwrap_or(0);
    let across = (width.saturating_sub(margin) + GAP) / (widest + GAP);
    for (number, line) in words.chunks(across.max(1)).enumerate() {
        let mut text = if number == 0 { lead.to_owned() } else { " ".repeat(margin) };
        for (column, word) in line.iter().enumerate() {
            let begin = margin + column * (widest + GAP);
            text.push_str(&" ".repeat(begin - display_width(&text)));
            text.push_str(word);
        }
        writeln!(out, "{text}")?;
    }
    Ok(())
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Failed {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Failed::unheard()
        } else {
            Failed::trouble(format!("the answer could not be written: {}", io_words(&error)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{columns, hanging, paragraph};

    #[test]
    fn what_hangs_is_broken_at_spaces_alone_and_indented_by_its_lead() {
        let mut out = Vec::new();
        hanging(&mut out, "  9. ", "After a-1/2 the value is ≤ 3", 16).unwrap();
        let written = String::from_utf8(out).unwrap();
        assert_eq!(written, "  9. After a-1/2\n     the value\n     is ≤ 3\n");
    }

    #[test]
    fn words_stand_in_a_row_if_it_fits_and_in_columns_otherwise() {
        let set = |words: &[&str], width| {
            let mut out = Vec::new();
            let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            columns(&mut out, "moves  ", &words, width).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert_eq!(set(&[], 10), "moves  \n");
        assert_eq!(set(&["a1", "b1", "c10"], 16), "moves  a1 b1 c10\n");
        assert_eq!(set(&["a1", "b1", "c10"], 15), "moves  a1   b1\n       c10\n");
        assert_eq!(set(&["2 (1/3)", "1 (2/3)"], 23), "moves  2 (1/3), 1 (2/3)\n");
        assert_eq!(set(&["2 (1/3)", "1 (2/3)"], 22), "moves  2 (1/3)\n       1 (2/3)\n");
        assert_eq!(set(&["a×b", "ccc", "d"], 15), "moves  a×b  ccc\n       d\n");
        assert_eq!(set(&["too-wide", "c"], 9), "moves  too-wide\n       c\n");
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
