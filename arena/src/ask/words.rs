//! Numbers, bytes and names as words in a message.

use std::borrow::Cow;

/// A number and its noun, in the plural where needed.
pub fn count(number: u64, what: &str) -> String {
    match (number, what.strip_suffix("ply")) {
        (1, _) => format!("1 {what}"),
        (_, Some(stem)) => format!("{number} {stem}plies"),
        (_, None) => format!("{number} {what}s"),
    }
}

/// A word for a shell, in quotes where it needs them.
pub fn quoted(word: &str) -> String {
    let quoted = shlex::Quoter::new().allow_nul(true).quote(word);
    quoted.map_or_else(|_| word.to_owned(), Cow::into_owned)
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |nibble: u8| char::from(DIGITS[usize::from(nibble)]);
    bytes.iter().flat_map(|&byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}
