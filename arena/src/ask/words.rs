//! Numbers, bytes and names as words in a message.

use std::{borrow::Cow, io};

use sha2::{Digest as _, Sha256};

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

/// The system's error about a file in plain words, the same on every system: by kind if that is known, and without its
/// number.
pub fn io_words(error: &io::Error) -> String {
    let words = match error.kind() {
        // Errors made by this program have messages of their own.
        _ if error.raw_os_error().is_none() => return error.to_string(),
        io::ErrorKind::NotFound => "there is no such file or folder",
        io::ErrorKind::PermissionDenied => "the system does not permit it",
        io::ErrorKind::IsADirectory => "this is a folder, not a file",
        io::ErrorKind::NotADirectory => "a part of the path is a file, not a folder",
        io::ErrorKind::AlreadyExists => "this is there already",
        io::ErrorKind::StorageFull => "the disk is full",
        io::ErrorKind::QuotaExceeded => "the space that this account may use is full",
        io::ErrorKind::ReadOnlyFilesystem => "nothing can be written to this disk",
        io::ErrorKind::InvalidFilename => "no file can have such a name",
        _ => {
            let said = error.to_string();
            let words = said.split(" (os error").next().unwrap_or_default();
            return format!("the system says: {words}");
        }
    };
    words.to_owned()
}

/// What is wrong with a text that should be a JSON document, in plain words: that it was cut off, where it is not JSON,
/// or which part has the wrong form.
pub fn json_words(error: &serde_json::Error) -> String {
    let (line, column) = (error.line(), error.column());
    match error.classify() {
        serde_json::error::Category::Eof => {
            format!("it ends in the middle, in line {line}: the rest of it is missing")
        }
        serde_json::error::Category::Syntax if line <= 1 => {
            format!("this is not JSON, from byte {column} on")
        }
        serde_json::error::Category::Syntax => {
            format!("this is not JSON, from line {line}, byte {column} on")
        }
        serde_json::error::Category::Data => {
            let said = error.to_string();
            let words = said.split(" at line ").next().unwrap_or_default();
            format!("its keys are not those of such a document: {words}, in line {line}")
        }
        serde_json::error::Category::Io => "it cannot be read".to_owned(),
    }
}

/// The SHA-256 of bytes, in 64 hexadecimal digits.
pub fn sha256(bytes: impl AsRef<[u8]>) -> String {
    hex(&Sha256::digest(bytes))
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |nibble: u8| char::from(DIGITS[usize::from(nibble)]);
    bytes.iter().flat_map(|&byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

#[cfg(test)]
mod tests {
    use super::{io_words, json_words, sha256};
    use std::{fs, io};

    #[test]
    fn errors_of_the_system_are_in_words() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "x").unwrap();
        let said = |error: io::Error| io_words(&error);
        let missing = said(fs::read(folder.path().join("none")).unwrap_err());
        assert_eq!(missing, "there is no such file or folder");
        let beneath = said(fs::read(file.join("none")).unwrap_err());
        assert_eq!(beneath, "a part of the path is a file, not a folder");
        assert_eq!(said(fs::read(folder.path()).unwrap_err()), "this is a folder, not a file");
        assert_eq!(said(fs::create_dir(&file).unwrap_err()), "this is there already");
        assert_eq!(said(io::Error::other("own words")), "own words");
        // None of the numbers that a system may know.
        for number in 0..200 {
            let words = said(io::Error::from_raw_os_error(number));
            assert!(!words.contains("os error") && !words.ends_with(": "), "{number}: {words}");
        }
    }

    #[test]
    fn a_hash_is_written_as_its_standard_writes_it() {
        // FIPS 180-2, appendix B.1.
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256("abc"), abc);
    }

    #[test]
    fn mistakes_of_a_document_are_in_words() {
        let said = |text: &str| json_words(&serde_json::from_str::<Vec<[u8; 2]>>(text).unwrap_err());
        let whole = "[[1,2],\n[3,4]]";
        for end in 0..whole.len() {
            let words = said(&whole[..end]);
            assert!(words.starts_with("it ends in the middle, in line "), "{end}: {words}");
        }
        assert_eq!(said("[[1,2],\n[3;4]]"), "this is not JSON, from line 2, byte 3 on");
        assert_eq!(said("seed = 7"), "this is not JSON, from byte 1 on");
        let words = said("[[1,2],\n[3,400]]");
        assert!(words.starts_with("its keys are not those of such a document: "), "{words}");
        assert!(words.ends_with(", in line 2") && !words.contains("column"), "{words}");
    }
}
