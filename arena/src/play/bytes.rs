//! Numbers and texts as bytes, each in one form only: what records are made of.

/// Bytes that are not a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not the bytes of a game's record")]
pub struct DecodeError;

#[inline]
pub(super) fn put(out: &mut Vec<u8>, mut number: u64) {
    while 0x80 <= number {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Small whole numbers are 0, then twice the number, one more if it is negative, plus one; others
/// are 0 and their eight bytes.
#[inline]
pub(super) fn put_number(out: &mut Vec<u8>, number: f64) {
    let whole = number as i32;
    if f64::from(whole).to_bits() == number.to_bits() {
        put(out, (u64::from(whole.unsigned_abs()) << 1 | u64::from(whole < 0)) + 1);
    } else {
        out.push(0);
        out.extend_from_slice(&number.to_bits().to_le_bytes());
    }
}

pub(super) fn take_byte(rest: &mut &[u8]) -> Result<u8, DecodeError> {
    let (&byte, tail) = rest.split_first().ok_or(DecodeError)?;
    *rest = tail;
    Ok(byte)
}

#[inline]
pub(super) fn take(rest: &mut &[u8]) -> Result<u64, DecodeError> {
    let mut number = 0u64;
    for shift in (0..64).step_by(7) {
        let byte = take_byte(rest)?;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            // A number has one form: the shortest, and within 64 bits.
            let is_long = (byte == 0 && shift != 0) || (shift == 63 && 1 < byte);
            return if is_long { Err(DecodeError) } else { Ok(number) };
        }
    }
    Err(DecodeError)
}

pub(super) fn take_number(rest: &mut &[u8]) -> Result<f64, DecodeError> {
    let number = take(rest)?;
    let Some(folded) = number.checked_sub(1) else {
        let (bytes, tail) = rest.split_first_chunk::<8>().ok_or(DecodeError)?;
        *rest = tail;
        let number = f64::from_bits(u64::from_le_bytes(*bytes));
        // It has one form, too; that of −0 is one that was written once, and means 0.
        let is_whole = f64::from(number as i32).to_bits() == number.to_bits();
        return if is_whole { Err(DecodeError) } else { Ok(number + 0.0) };
    };
    let size = i64::try_from(folded >> 1).map_err(|_| DecodeError)?;
    let whole = if folded & 1 == 1 { -size } else { size };
    match i32::try_from(whole) {
        Ok(whole) if folded != 1 => Ok(f64::from(whole)),
        _ => Err(DecodeError),
    }
}

pub(super) fn take_text(rest: &mut &[u8]) -> Result<String, DecodeError> {
    let length = usize::try_from(take(rest)?).map_err(|_| DecodeError)?;
    let text = rest.get(..length).ok_or(DecodeError)?;
    *rest = &rest[length..];
    String::from_utf8(text.to_owned()).map_err(|_| DecodeError)
}
