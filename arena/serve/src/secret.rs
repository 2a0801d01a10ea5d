//! Names that cannot be guessed, and what proves that one was given here.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

/// A name of 128 random bits.
///
/// # Errors
///
/// Where the system gives none.
pub(crate) fn random() -> Result<String, String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| format!("no random numbers: {error}"))?;
    Ok(hexadecimal(&bytes))
}

/// Whether `text` has the form of such a name.
pub(crate) fn is_name(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}

/// What belongs to `name`, as only the holder of `secret` can tell.
pub(crate) fn proof(secret: &str, name: &str) -> String {
    let mut hash = Sha256::new();
    // The lengths are fixed: no two pairs are written alike.
    hash.update(secret.as_bytes());
    hash.update(name.as_bytes());
    hash.update(secret.as_bytes());
    hexadecimal(&hash.finalize()[..16])
}

/// Whether two texts are equal, in a time that does not depend on where they differ.
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    one.len() == other.len()
        && one.bytes().zip(other.bytes()).fold(0, |found, (a, b)| found | (a ^ b)) == 0
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
