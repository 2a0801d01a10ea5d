//! Scripts in a page: what they read there, and by what the page's policy knows them.

use std::io;

use serde::Serialize;
use sha2::{Digest, Sha256};

/// The source of a policy that allows this script alone.
pub(super) fn hash(script: &str) -> String {
    format!("'sha256-{}'", base64(&Sha256::digest(script)))
}

/// Data for a script. There nothing that HTML might take for a tag or a comment is safe, and JSON has `<` in texts only.
pub(super) fn data(of: &impl Serialize) -> io::Result<String> {
    Ok(serde_json::to_string(of)?.replace('<', "\\u003c"))
}

/// Bytes in the letters of Base64 (RFC 4648).
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for group in bytes.chunks(3) {
        let all = (0..3).fold(0u32, |all, at| all << 8 | u32::from(*group.get(at).unwrap_or(&0)));
        for at in 0..4 {
            let letter = LETTERS[(all >> (18 - 6 * at)) as usize & 63];
            out.push(if at <= group.len() { char::from(letter) } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_is_that_of_the_standard() {
        for (text, expected) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(text.as_bytes()), expected);
        }
    }
}
