//! Decoding the bytes of a file: UTF-8, or the encoding named by a byte order mark.
//!
//! A byte order mark names the encoding of the text after it, and is not part of the text (*The Unicode Standard*,
//! sections 3.10 and 23.8). Editors and spreadsheets write it before UTF-8 and UTF-16. Formats with a fixed character
//! set of their own are decoded where they are read.

use std::char;

/// The accepted encodings, for error messages.
const ACCEPTED: &str = "UTF-8, or UTF-16 with a byte order mark";

/// Decodes `bytes`, and removes a byte order mark.
///
/// # Errors
///
/// If the bytes are not text: their likely encoding, or the place of the first invalid byte; and the accepted
/// encodings.
pub fn text_of(bytes: Vec<u8>) -> Result<String, String> {
    let refused = |what: &str| Err(format!("not text that is read here: {what}; accepted: {ACCEPTED}"));
    match bytes[..] {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => refused("it is UTF-32"),
        [0xff, 0xfe, ref units @ ..] => utf_16(units, u16::from_le_bytes),
        [0xfe, 0xff, ref units @ ..] => utf_16(units, u16::from_be_bytes),
        // In a text of Latin letters every other byte of UTF-16 is zero.
        [0, 1..=255, ..] | [1..=255, 0, ..] => refused("it seems to be UTF-16 without a byte order mark"),
        _ => utf_8(bytes),
    }
}

/// Decodes text of a standard that prescribes ISO 8859-1, as PGN does (4.1). Most programs today write UTF-8 instead,
/// so the bytes are read as UTF-8 if they are valid UTF-8.
///
/// # Errors
///
/// As [`text_of`], for bytes with a byte order mark or a zero byte.
pub fn text_or_latin_1(bytes: Vec<u8>) -> Result<String, String> {
    let is_marked = [&MARK[..2], b"\xff\xfe", b"\xfe\xff"].iter().any(|mark| bytes.starts_with(mark));
    if is_marked || bytes.contains(&0) || str::from_utf8(&bytes).is_ok() {
        return text_of(bytes);
    }
    Ok(bytes.into_iter().map(char::from).collect())
}

/// A byte order mark in UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

fn utf_8(bytes: Vec<u8>) -> Result<String, String> {
    let mark = if bytes.starts_with(MARK) { MARK.len() } else { 0 };
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let before = String::from_utf8_lossy(&error.as_bytes()[mark.min(at)..at]);
        wrong(&before, at, "is not UTF-8")
    })?;
    text.drain(..mark);
    Ok(text)
}

/// Decodes the bytes after a byte order mark of UTF-16.
fn utf_16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, String> {
    let mut text = String::with_capacity(bytes.len() / 2);
    let (pairs, rest) = bytes.as_chunks::<2>();
    let mut at = 2;
    for read in char::decode_utf16(pairs.iter().map(|&pair| unit(pair))) {
        let Ok(c) = read else { return Err(wrong(&text, at, "is half a pair of UTF-16")) };
        text.push(c);
        at += 2 * c.len_utf16();
    }
    if rest.is_empty() { Ok(text) } else { Err(wrong(&text, at, "is half a unit of UTF-16")) }
}

/// The error for the byte at `at`, after the text `before`.
fn wrong(before: &str, at: usize, what: &str) -> String {
    let (line, column) = place_behind(before);
    format!("not text: byte {at} (line {line}, column {column}) {what}; accepted: {ACCEPTED}")
}

/// The line and the column, counted from 1, directly after `text`.
pub fn place_behind(text: &str) -> (usize, usize) {
    let last = text.rsplit('\n').next().unwrap_or_default();
    (text.matches('\n').count() + 1, last.chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::{text_of, text_or_latin_1};

    #[test]
    fn a_byte_order_mark_selects_the_encoding_and_is_removed() {
        for text in ["", "x", "{}", "a\r\nb", "né\n𝄞 ☃", "\u{feff}x", "x\u{feff}"] {
            let marked = "\u{feff}".to_owned() + text;
            assert_eq!(text_of(marked.clone().into_bytes()).as_deref(), Ok(text));
            let units = |bytes: fn(u16) -> [u8; 2]| marked.encode_utf16().flat_map(bytes).collect();
            for written in [units(u16::to_le_bytes), units(u16::to_be_bytes)] {
                let written: Vec<u8> = written;
                assert_eq!(text_of(written).as_deref(), Ok(text));
            }
            if !text.starts_with('\u{feff}') {
                assert_eq!(text_of(text.as_bytes().to_vec()).as_deref(), Ok(text));
            }
        }
    }

    #[test]
    fn bytes_that_are_not_text_are_refused_with_name_and_place() {
        for (bytes, said) in [
            (&b"ab\xff"[..], "byte 2 (line 1, column 3) is not UTF-8; accepted: UTF-8, or UTF-16"),
            (b"a\r\n\xc3\xa9\xf6", "byte 5 (line 2, column 2) is not UTF-8"),
            (b"\xef\xbb", "byte 0 (line 1, column 1) is not UTF-8"),
            (b"\xef\xbb\xbfa\xff", "byte 4 (line 1, column 2) is not UTF-8"),
            (b"\xff\xfea\0\n\0\0\xd8b\0", "byte 6 (line 2, column 1) is half a pair of UTF-16"),
            (b"\xfe\xff\0a\xdc\0", "byte 4 (line 1, column 2) is half a pair"),
            (b"\xff\xfea\0b", "byte 4 (line 1, column 2) is half a unit of UTF-16"),
            (b"\xff\xfe\0\0a\0\0\0", "it is UTF-32"),
            (b"\0\0\xfe\xff\0\0\0a", "it is UTF-32"),
            (b"a\0b\0", "it seems to be UTF-16 without a byte order mark"),
            (b"\0a\0b", "it seems to be UTF-16 without a byte order mark"),
        ] {
            let error = text_of(bytes.to_vec()).unwrap_err();
            assert!(error.contains(said) && error.contains("accepted: "), "{bytes:?}: {error}");
        }
    }

    #[test]
    fn text_that_is_not_utf_8_may_be_read_as_latin_1() {
        let read = |bytes: &[u8]| text_or_latin_1(bytes.to_vec());
        assert_eq!(read(b"J\xf6rg").as_deref(), Ok("J\u{f6}rg"));
        assert_eq!(read("J\u{f6}rg".as_bytes()).as_deref(), Ok("J\u{f6}rg"));
        assert_eq!(read(b"\xff\xfeJ\0").as_deref(), Ok("J"));
        for wrong in [&b"\xef\xbb\xbf\xf6"[..], b"a\0\xf6\0", b"\xff\xfe\0\0a\0\0\0"] {
            assert!(read(wrong).is_err(), "{wrong:?}");
        }
    }
}
