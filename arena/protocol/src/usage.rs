//! What an answer took, as the program that gives it counts: tokens, costs, whatever has a name and a number.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// Numbers by name. What else a program writes there is passed over, and so are names that are long or many: no move is
/// refused for what stands beside it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Usage(BTreeMap<String, f64>);

impl Usage {
    /// No more names than this are kept, the first by the alphabet.
    pub const MOST: usize = 16;
    /// No longer name is kept, in bytes.
    pub const LONGEST_NAME: usize = 40;

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All names with their numbers, in the order of the alphabet.
    pub fn numbers(self) -> Vec<(String, f64)> {
        self.0.into_iter().collect()
    }
}

impl<'de> Deserialize<'de> for Usage {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Usage, D::Error> {
        let Value::Object(all) = Value::deserialize(input)? else { return Ok(Usage::default()) };
        let numbers = all.into_iter().filter_map(|(name, value)| Some((name, value.as_f64()?)));
        let mut numbers: BTreeMap<String, f64> =
            numbers.filter(|(name, value)| name.len() <= Usage::LONGEST_NAME && value.is_finite()).collect();
        while Usage::MOST < numbers.len() {
            numbers.pop_last();
        }
        Ok(Usage(numbers))
    }
}

/// A whole number; anything else counts as left out, as a key that is not known would.
pub(crate) fn if_number<'de, D: Deserializer<'de>>(input: D) -> Result<Option<u32>, D::Error> {
    let number = Value::deserialize(input)?.as_u64();
    Ok(number.and_then(|number| u32::try_from(number).ok()))
}
