//! Names that cannot be guessed, and what proves that one was given here.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

#[cfg(feature = "sockets")]
/// A name of 128 random bits.
///
/// # Errors
///
/// Where the system gives none.
pub(crate) fn random() -> Result<String, String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| format!("no random numbers: {error}"))?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}

/// Whether `text` has the form of such a name.
pub(crate) fn is_name(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}

/// What belongs to `name`, as only the holder of `secret` can tell.
pub(crate) fn proof(secret: &str, name: &str) -> String {
    let mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes());
    let mut mac = mac.expect("a secret may have any length");
    mac.update(name.as_bytes());
    let bytes = mac.finalize().into_bytes();
    let first = bytes.first_chunk().expect("it has 32 bytes");
    format!("{:032x}", u128::from_be_bytes(*first))
}

/// Whether two texts are equal, in a time that does not depend on where they differ.
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    one.len() == other.len() && one.bytes().zip(other.bytes()).fold(0, |found, (a, b)| found | (a ^ b)) == 0
}
