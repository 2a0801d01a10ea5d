//! Outside resources a term may use: files named in options, and programs. The core itself opens none.

use std::{
    borrow::Cow,
    fmt::Write,
    sync::{PoisonError, RwLock},
};

use crate::{key::key_of, term::unquoted, unicode::text_of};

/// Reads the file with this name; or returns why it cannot be read.
pub type LentReader = fn(&str) -> Result<Vec<u8>, String>;

/// The outside resources that terms may use: none, unless a program [allows more](Access::set).
#[derive(Clone, Copy, Debug, Default)]
pub struct Access {
    /// Reads the files that options may name ([`OptionSpec::document`](super::OptionSpec::document),
    /// [`OptionSpec::binary`](super::OptionSpec::binary)). The content of the file becomes the value of the option, and
    /// so part of the canonical text of the term: a saved term no longer needs the file. Without a reader no file is
    /// read: a server for strangers sets none.
    pub reader: Option<LentReader>,
    /// Whether a term may start a command of this machine, for games that are such commands
    /// ([`GamePlugin::is_inside`](crate::GamePlugin::is_inside) is false).
    pub programs: bool,
}

static REACH: RwLock<Access> = RwLock::new(Access { reader: None, programs: false });

impl Access {
    /// Sets the limits of all terms in this process from now on.
    pub fn set(self) {
        *REACH.write().unwrap_or_else(PoisonError::into_inner) = self;
    }

    /// The present limits.
    pub fn now() -> Access {
        *REACH.read().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a value is a file name: it has a dot or a slash, and no parenthesis.
pub(super) fn is_file(value: &str) -> bool {
    value.contains(['.', '/', '\\']) && !value.contains(['(', ')'])
}

/// Whether a typed value of an option that takes files is a file name.
pub(crate) fn names_file(value: &str) -> bool {
    unquoted(value).is_some_and(|value| is_file(&value))
}

/// The content of the file.
pub(super) fn read(name: &str) -> Result<Vec<u8>, String> {
    match Access::now().reader {
        Some(reader) => reader(name),
        None => Err("no file is read here".to_owned()),
    }
}

/// The content of the file as text, with `\n` for every line break.
pub(super) fn read_text(name: &str) -> Result<String, String> {
    Ok(text_of(read(name)?)?.replace("\r\n", "\n").replace('\r', "\n"))
}

/// The beginning of bytes written as text.
const BASE64: &str = "base64:";
/// The digits of base64 that are safe in URLs and file names (RFC 4648, section 5).
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Bytes as text that is valid anywhere in a term.
pub fn written_bytes(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(BASE64.len() + bytes.len().div_ceil(3) * 4);
    text.push_str(BASE64);
    for three in bytes.chunks(3) {
        let word = three.iter().fold(0, |word, &byte| word << 8 | u32::from(byte));
        let word = word << (8 * (3 - three.len()));
        for digit in 0..=three.len() {
            text.push(DIGITS[(word >> (18 - 6 * digit) & 63) as usize].into());
        }
    }
    text
}

/// The bytes that such a text writes; `None` if it is not exactly what [`written_bytes`] writes.
pub fn read_bytes(text: &str) -> Option<Vec<u8>> {
    let digits = text.strip_prefix(BASE64)?.as_bytes();
    let mut bytes = Vec::with_capacity(digits.len() / 4 * 3 + 2);
    for four in digits.chunks(4) {
        let mut word = 0;
        for &digit in four {
            word = word << 6 | DIGITS.iter().position(|&known| known == digit)? as u32;
        }
        word <<= 6 * (4 - four.len());
        bytes.extend_from_slice(&word.to_be_bytes()[1..four.len()]);
    }
    // A single digit, or bits beyond the last byte, would be a second text for the same bytes.
    (written_bytes(&bytes) == text).then_some(bytes)
}

/// The number of letters shown of bytes.
const SHOWN: usize = 6;
/// Texts between quotation marks with more bytes are shortened.
const MOST_READ: usize = 200;
/// The number of letters shown of such a text.
const HEAD: usize = 40;

/// A text with terms in it, shortened for people. Bytes, and texts of options with more than 200 bytes, such as a sheet
/// of rules, are cut to their beginning and sixteen hexadecimal digits that identify the whole.
pub fn brief(text: &str) -> Cow<'_, str> {
    let mut shown = String::new();
    let mut rest = text;
    while let Some((at, long, head)) = first_long(rest) {
        let (before, behind) = rest.split_at(at);
        let (whole, behind) = behind.split_at(long);
        let _ = write!(shown, "{before}{}…{:016x}", &whole[..head], key_of(&whole));
        rest = behind;
    }
    if rest.len() == text.len() {
        return text.into();
    }
    shown.push_str(rest);
    shown.into()
}

/// The first part of `text` to be shortened: its start, its length, and the length shown.
fn first_long(text: &str) -> Option<(usize, usize, usize)> {
    let bytes = text.match_indices(BASE64).find_map(|(at, _)| {
        let after = &text[at + BASE64.len()..];
        let end = after.bytes().position(|byte| !DIGITS.contains(&byte)).unwrap_or(after.len());
        (4 * SHOWN < end).then_some((at + BASE64.len(), end, SHOWN))
    });
    let quoted = text.match_indices(QUOTED).find_map(|(at, _)| {
        let after = &text[at + QUOTED.len()..];
        let end = quotation(after).filter(|&end| MOST_READ < end && !after.starts_with(BASE64))?;
        let (head, _) = after.char_indices().nth(HEAD)?;
        Some((at + QUOTED.len(), end, head))
    });
    bytes.into_iter().chain(quoted).min()
}

/// The beginning of a quoted text of an option.
const QUOTED: &str = "=\"";

/// The end of the quotation that `text` continues, if there is one.
fn quotation(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    text.bytes().position(|byte| {
        let ends = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    })
}

#[cfg(test)]
mod tests {
    use super::{brief, is_file, read_bytes, written_bytes};

    #[test]
    fn long_bytes_are_shortened_to_a_head_and_a_fingerprint() {
        let shown = |bytes: &[u8]| brief(&format!("module(file=\"{}\"): it is", written_bytes(bytes))).into_owned();
        assert_eq!(shown(b"abc"), "module(file=\"base64:YWJj\"): it is");
        let one = shown(&[7; 1000]);
        assert!(one.starts_with("module(file=\"base64:BwcHBw…") && one.ends_with("\"): it is"), "{one}");
        assert!(one.len() < 60 && one != shown(&[7; 1001]), "{one}");
    }

    #[test]
    fn long_sheets_are_shortened_to_a_head_and_a_fingerprint() {
        let term = |end: &str| format!("gdl(sheet=\"{}{end}\", plies=3)", "(ő \\\"r\\\");".repeat(30));
        let one = brief(&term("")).into_owned();
        assert!(one.starts_with("gdl(sheet=\"(ő \\\"r\\\");(ő") && one.ends_with("\", plies=3)"), "{one}");
        assert!(one.chars().count() < 90 && one != brief(&term("x")), "{one}");
        let both = format!("{} and {}: wrong", term(""), term("x"));
        assert_eq!(brief(&both), format!("{one} and {}: wrong", brief(&term("x"))));
        // Short or unterminated texts stay as they are.
        for whole in [
            "program(command=\"python3 mine.py\")".to_owned(),
            format!("said=\"{}", "x".repeat(300)),
            format!("tree([{}1])", "1,".repeat(300)),
        ] {
            assert_eq!(brief(&whole), whole);
        }
    }

    #[test]
    fn files_are_distinguished_from_names_and_texts() {
        for (value, is) in [
            ("x.kif", true),
            ("sheets/x", true),
            ("tic-tac-toe", false),
            ("(role x) (a.b)", false),
            ("base64:AGFzbQ", false),
            ("", false),
        ] {
            assert_eq!(is_file(value), is, "{value}");
        }
    }

    #[test]
    fn bytes_have_one_spelling_in_base64() {
        // The examples of RFC 4648, without padding.
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg"),
            ("fo", "Zm8"),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg"),
            ("fooba", "Zm9vYmE"),
            ("foobar", "Zm9vYmFy"),
        ] {
            let text = format!("base64:{text}");
            assert_eq!(written_bytes(bytes.as_bytes()), text);
            assert_eq!(read_bytes(&text).unwrap(), bytes.as_bytes());
        }
        let all: Vec<u8> = (0..=255).rev().chain(0..=255).collect();
        assert_eq!(read_bytes(&written_bytes(&all)).unwrap(), all);
        for text in ["Zg", "base64:Z", "base64:Zh", "base64:Zm9v=", "base64:Zm 9", "base64:Z€"] {
            assert_eq!(read_bytes(text), None, "{text}");
        }
    }
}
