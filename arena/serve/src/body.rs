//! Numbers that a request carries.

use serde::{Deserialize as _, Deserializer, de::Error};
use serde_json::Number;

/// A whole number, if there is one, also as `213.0`: numbers of JSON are of one kind.
pub(crate) fn maybe_whole<'de, D, T>(from: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: TryFrom<u64>,
{
    let Some(number) = Option::<Number>::deserialize(from)? else { return Ok(None) };
    // Those beyond are whole as well, and too many.
    let is_whole = |number: &f64| number.fract() == 0.0 && (0.0..1e19).contains(number);
    let whole = || number.as_f64().filter(is_whole).map(|number| number as u64);
    let read = number.as_u64().or_else(whole).and_then(|number| T::try_from(number).ok());
    let wrong = || Error::custom(format!("`{number}` is none of the whole numbers that are accepted here"));
    Ok(Some(read.ok_or_else(wrong)?))
}

/// A whole number, also as `213.0`.
pub(crate) fn whole<'de, D, T>(from: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: TryFrom<u64>,
{
    maybe_whole(from)?.ok_or_else(|| Error::custom("a whole number is missing"))
}
