//! What one made of another opening by opening, short enough to be kept in a result.
//!
//! Two results of one plan can be compared by it as by their games: each opening with itself, so that
//! what the opening brings is in both.

use serde::{Deserialize, Serialize};

use crate::plan::half_points::HalfPoints;

/// What one made of another opening by opening, in the plan's order: a letter for each, a digit for up to
/// nine half points, then `a` to `z` and `A` to `Z`; a hyphen where a game was void or a copy.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Listed(String);

const LETTERS: &[u8; 62] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const UNCOUNTED: char = '-';

impl Listed {
    /// There are letters for what is made of so many games.
    pub const MOST_GAMES: u64 = 30;

    /// Adds an opening, and what was made of it, if it counts.
    pub(crate) fn push(&mut self, made: Option<HalfPoints>) {
        let letter = made.and_then(|made| LETTERS.get(made.0 as usize));
        self.0.push(letter.map_or(UNCOUNTED, |&letter| char::from(letter)));
    }

    /// The shares of the points of so many games each, 0 to 1, if they count.
    pub(crate) fn shares(&self, games: u64) -> impl Iterator<Item = Option<f64>> {
        self.0.bytes().map(move |letter| {
            let made = LETTERS.iter().position(|&known| known == letter)?;
            (made as u64 <= 2 * games).then_some(made as f64 / (2 * games) as f64)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Listed;
    use crate::plan::half_points::HalfPoints;

    #[test]
    fn what_is_listed_is_read_back_and_what_cannot_be_does_not_count() {
        let mut listed = Listed::default();
        let made: Vec<Option<u64>> = (0..=60).map(Some).chain([None, Some(0)]).collect();
        for made in &made {
            listed.push(made.map(HalfPoints));
        }
        let read: Vec<Option<f64>> = listed.shares(Listed::MOST_GAMES).collect();
        let expected = made.iter().map(|made| made.map(|made| made as f64 / 60.0));
        assert_eq!(read, expected.collect::<Vec<_>>());
        let strange = Listed("04 é5-".into());
        let read: Vec<Option<f64>> = strange.shares(2).collect();
        assert_eq!(read[..2], [Some(0.0), Some(1.0)]);
        assert!(read[2..].iter().all(Option::is_none), "{read:?}");
    }
}
