//! A position as bytes, stored inline if they are few, and as a text.

use std::{fmt, ops::Deref};

/// The most bytes stored in the position itself.
const FEW: usize = 46;

/// Bytes, of which no more are allocated than stand in one position.
#[derive(Debug)]
pub(crate) enum Bytes {
    Few(u8, [u8; FEW]),
    Many(Box<[u8]>),
}

impl Bytes {
    pub(crate) fn of(bytes: &[u8]) -> Bytes {
        let mut few = [0; FEW];
        match few.get_mut(..bytes.len()) {
            Some(room) => {
                room.copy_from_slice(bytes);
                Bytes::Few(bytes.len() as u8, few)
            }
            None => Bytes::Many(bytes.into()),
        }
    }

    /// Replaces the bytes; allocates nothing if their number is unchanged.
    #[inline]
    pub(crate) fn set(&mut self, bytes: &[u8]) {
        match self {
            Bytes::Few(count, few) if bytes.len() <= FEW => {
                few[..bytes.len()].copy_from_slice(bytes);
                *count = bytes.len() as u8;
            }
            Bytes::Many(many) if many.len() == bytes.len() => many.copy_from_slice(bytes),
            _ => *self = Bytes::of(bytes),
        }
    }

    /// The bytes that a text writes: `None` if it is invalid.
    pub(crate) fn parse(text: &str) -> Option<Vec<u8>> {
        let mut bytes = Vec::with_capacity(text.len());
        let mut rest = text.bytes();
        while let Some(byte) = rest.next() {
            bytes.push(match byte {
                b'\\' => digit(rest.next()?)? << 4 | digit(rest.next()?)?,
                b'!'..=b'~' => byte,
                _ => return None,
            });
        }
        Some(bytes)
    }
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}

impl Deref for Bytes {
    type Target = [u8];
    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Few(count, few) => &few[..usize::from(*count)],
            Bytes::Many(many) => many,
        }
    }
}

impl Clone for Bytes {
    #[inline]
    fn clone(&self) -> Bytes {
        Bytes::of(self)
    }
    #[inline]
    fn clone_from(&mut self, source: &Bytes) {
        self.set(source);
    }
}

/// Letters, digits and most signs as they are; all other bytes, and signs with a meaning in texts, as `\` and two
/// hexadecimal digits.
pub(crate) fn write_bytes(bytes: &[u8], out: &mut dyn fmt::Write) -> fmt::Result {
    bytes.iter().try_for_each(|&byte| match byte {
        b'"' | b'#' | b'\\' => write!(out, "\\{byte:02x}"),
        b'!'..=b'~' => out.write_char(byte.into()),
        _ => write!(out, "\\{byte:02x}"),
    })
}

/// The same as a string.
pub(crate) fn text_of(bytes: &[u8]) -> String {
    let mut text = String::new();
    write_bytes(bytes, &mut text).expect("a string takes any text");
    text
}
