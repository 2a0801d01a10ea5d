//! Scores against another entry opening by opening, short enough to be part of a result.
//!
//! With it, two results of one plan can be compared like their games: opening by opening, so that the effect of the
//! opening cancels.

use serde::{Deserialize, Serialize};

use crate::plan::half_points::HalfPoints;

/// Scores against another entry opening by opening, in the plan's order: one character for each, a digit for up to nine
/// half points, then `a` to `z` and `A` to `Z`; a hyphen for a void game or a copy. If payoffs decide, a number for
/// each: the payoff in a game minus the mean of both.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub(crate) struct Listed(ListedBy);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum ListedBy {
    Points(String),
    Payoffs(Vec<Option<f64>>),
}

impl Default for ListedBy {
    fn default() -> ListedBy {
        ListedBy::Points(String::new())
    }
}

const LETTERS: &[u8; 62] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const UNCOUNTED: char = '-';

impl Listed {
    /// The greatest number of games of an opening that a character can represent.
    pub(crate) const MOST_GAMES: u64 = 30;

    /// Adds an opening with its score; `None` if it does not count.
    pub(crate) fn push(&mut self, made: Option<HalfPoints>) {
        let letter = made.and_then(|made| LETTERS.get(made.0 as usize));
        if let ListedBy::Points(letters) = &mut self.0 {
            letters.push(letter.map_or(UNCOUNTED, |&letter| char::from(letter)));
        }
    }

    /// Adds an opening with the payoff minus the mean of both; `None` if it does not count.
    pub(crate) fn push_paid(&mut self, paid: Option<f64>) {
        match &mut self.0 {
            ListedBy::Payoffs(all) => all.push(paid),
            ListedBy::Points(_) => self.0 = ListedBy::Payoffs(vec![paid]),
        }
    }

    /// The shares of the points in openings of this many games each, 0 to 1, if they count; if payoffs are listed, the
    /// shares of the possible payoff, if payoffs differ by at most `width`.
    pub(crate) fn shares(&self, games: u64, width: f64) -> Vec<Option<f64>> {
        let of_letter = |letter: u8| {
            let made = LETTERS.iter().position(|&known| known == letter)?;
            (made as u64 <= 2 * games).then_some(made as f64 / (2 * games) as f64)
        };
        let of_payoff = |paid: &Option<f64>| paid.map(|paid| (0.5 + paid / width).clamp(0.0, 1.0));
        match &self.0 {
            ListedBy::Points(letters) => letters.bytes().map(of_letter).collect(),
            ListedBy::Payoffs(all) => all.iter().map(of_payoff).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Listed, ListedBy};
    use crate::plan::half_points::HalfPoints;

    #[test]
    fn listed_units_are_read_back_and_unlistable_ones_do_not_count() {
        let mut listed = Listed::default();
        let made: Vec<Option<u64>> = (0..=60).map(Some).chain([None, Some(0)]).collect();
        for made in &made {
            listed.push(made.map(HalfPoints));
        }
        let read: Vec<Option<f64>> = listed.shares(Listed::MOST_GAMES, 2.0);
        let expected = made.iter().map(|made| made.map(|made| made as f64 / 60.0));
        assert_eq!(read, expected.collect::<Vec<_>>());
        let strange = Listed(ListedBy::Points("04 é5-".into()));
        let read: Vec<Option<f64>> = strange.shares(2, 2.0);
        assert_eq!(read[..2], [Some(0.0), Some(1.0)]);
        assert!(read[2..].iter().all(Option::is_none), "{read:?}");
    }
    #[test]
    fn payoffs_are_listed_as_numbers() {
        let mut listed = Listed::default();
        for paid in [Some(-2.0), None, Some(0.5), Some(2.0)] {
            listed.push_paid(paid);
        }
        let text = serde_json::to_string(&listed).unwrap();
        assert_eq!(text, "[-2.0,null,0.5,2.0]");
        let read: Listed = serde_json::from_str(&text).unwrap();
        assert_eq!(read.shares(2, 4.0), [Some(0.0), None, Some(0.625), Some(1.0)]);
    }
}
