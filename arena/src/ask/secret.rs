//! What a tournament keeps from the programs that play in it.

use std::{
    fmt,
    hash::{BuildHasher as _, Hasher as _, RandomState},
    str::FromStr,
};

use agon_core::Seed;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A number of 128 bits that no program can guess, and from which, with the seed, all is drawn that programs must not
/// know in advance. The journal has it, so that recorded games can be played again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Secret(u128);

impl Secret {
    /// How a secret is written.
    pub(crate) const ACCEPTED: &str = "32 hexadecimal digits";

    /// One that the system draws.
    pub fn drawn() -> Secret {
        let half = || u128::from(RandomState::new().build_hasher().finish());
        Secret(half() << 64 | half())
    }

    /// The seed of what is drawn for programs under this one: nobody finds one of the three from the other two.
    pub(crate) fn under(self, seed: Seed) -> Seed {
        let mut hasher = Sha256::new();
        hasher.update(b"agon secret 1\n");
        hasher.update(self.0.to_le_bytes());
        hasher.update(seed.0.to_le_bytes());
        let digest: [u8; 32] = hasher.finalize().into();
        let (first, _) = digest.split_first_chunk().expect("it has more than eight bytes");
        Seed(u64::from_le_bytes(*first))
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl From<Secret> for String {
    fn from(secret: Secret) -> String {
        secret.to_string()
    }
}

impl FromStr for Secret {
    type Err = String;

    fn from_str(text: &str) -> Result<Secret, String> {
        let is_written_so = text.len() == 32 && text.chars().all(|digit| digit.is_ascii_hexdigit());
        let number = u128::from_str_radix(text, 16).ok().filter(|_| is_written_so);
        number.map(Secret).ok_or_else(|| format!("it cannot be `{text}`; accepted: {}", Secret::ACCEPTED))
    }
}

impl TryFrom<String> for Secret {
    type Error = String;

    fn try_from(text: String) -> Result<Secret, String> {
        text.parse()
    }
}

/// What is asked for in the place of a secret that is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecretChoice {
    /// No secret: all is drawn by the seed alone, and a program that finds the seed knows what comes.
    Nothing,
    /// This one.
    Known(Secret),
}

impl SecretChoice {
    /// The word for no secret.
    const NOTHING: &str = "none";

    /// The secret, if there is one.
    pub(crate) fn secret(self) -> Option<Secret> {
        match self {
            SecretChoice::Nothing => None,
            SecretChoice::Known(secret) => Some(secret),
        }
    }
}

impl FromStr for SecretChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<SecretChoice, String> {
        if text == SecretChoice::NOTHING {
            return Ok(SecretChoice::Nothing);
        }
        let known = text.parse().map(SecretChoice::Known);
        known.map_err(|why| format!("{why}, or `{}`", SecretChoice::NOTHING))
    }
}

#[cfg(test)]
mod tests {
    use agon_core::Seed;

    use super::{Secret, SecretChoice};

    #[test]
    fn a_secret_is_written_as_it_is_read_and_is_drawn_anew_each_time() {
        let text = "000102030405060708090a0b0c0d0eff";
        let secret: Secret = text.parse().unwrap();
        assert_eq!(secret.to_string(), text);
        assert_eq!(text.to_uppercase().parse(), Ok(secret));
        for wrong in ["", "1", &text[1..], "+00102030405060708090a0b0c0d0eff", &format!("{text}0")] {
            let said = wrong.parse::<Secret>().unwrap_err();
            assert!(said.contains("32 hexadecimal digits"), "{said}");
        }
        assert_ne!(Secret::drawn(), Secret::drawn());
        assert_eq!(text.parse(), Ok(SecretChoice::Known(secret)));
        assert_eq!("none".parse(), Ok(SecretChoice::Nothing));
        assert!("None".parse::<SecretChoice>().unwrap_err().ends_with("digits, or `none`"));
    }

    /// Recorded games are played again by this.
    #[test]
    fn what_is_drawn_under_a_secret_never_changes() {
        let secret = |last: u128| Secret(0x0001_0203_0405_0607_0809_0a0b_0c0d_0e00 | last);
        assert_eq!(secret(0xff).under(Seed(1)), Seed(17_137_889_341_154_902_753));
        assert_ne!(secret(0xff).under(Seed(1)), secret(0xff).under(Seed(2)));
        assert_ne!(secret(0xff).under(Seed(1)), secret(0xfe).under(Seed(1)));
    }
}
