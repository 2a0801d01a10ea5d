//! Two results of the same players: are they the same, and if not, is anyone stronger than before?
//!
//! Where everything is reproducible, the same means the same fingerprint. Where a clock is
//! involved, or the tournaments differ, pairs are compared by their share of points, with errors
//! from the pairs of games that share an opening where there are such. Where both were played from
//! the same openings with the same dice they are compared opening by opening, which sees much
//! smaller changes: what the opening brings is in both.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::rating::{Paired, Sample, scale::normal_below};

/// What comparing needs of a result: `agon.result/1`.
#[derive(Clone, Debug, Deserialize)]
pub struct Summary {
    schema: String,
    /// The fingerprint.
    pub fingerprint: String,
    /// Its games.
    pub sections: Vec<SummarySection>,
}

/// One game of a result.
#[derive(Clone, Debug, Deserialize)]
pub struct SummarySection {
    /// The game's term.
    pub game: String,
    /// Who met.
    pub pairs: Vec<SummaryPair>,
}

/// One pair of a game of a result.
#[derive(Clone, Debug, Deserialize)]
pub struct SummaryPair {
    one: String,
    other: String,
    wins: u64,
    draws: u64,
    losses: u64,
    openings: Option<[u64; 5]>,
    share: Option<f64>,
    error: Option<f64>,
}

/// How one pair did, then and now.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairChange {
    /// The game's term.
    pub game: String,
    /// A player.
    pub one: String,
    /// Another.
    pub other: String,
    /// The share of points that `one` had, 0 to 1.
    pub before: f64,
    /// The share it has.
    pub now: f64,
    /// The probability of a difference at least as large if nothing has changed (two-sided).
    pub probability: f64,
    /// How many openings both were played from, where they were compared one by one.
    pub paired: Option<u64>,
    /// Whether that is too little to be chance, all pairs considered (Bonferroni).
    pub is_significant: bool,
}

/// The result of a comparison.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// Whether every move of every game is equal.
    pub is_equal: bool,
    /// The fingerprints, then and now.
    pub fingerprints: (String, String),
    /// Every pair that met in both.
    pub pairs: Vec<PairChange>,
    /// Pairs that met in one of them only.
    pub unmatched: Vec<String>,
}

impl Summary {
    /// Reads a result document.
    ///
    /// # Errors
    ///
    /// Where the text is not one.
    pub fn read(text: &str) -> Result<Summary, String> {
        let summary: Summary = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if summary.schema != "agon.result/1" {
            return Err(format!("its schema is {}, not agon.result/1", summary.schema));
        }
        Ok(summary)
    }
}

/// A game's term and two names, the first in the alphabet first.
pub type Key = (String, String, String);

/// Compares two results; a change is significant if it had less than the chance `level` over all
/// pairs. Pairs that are in `paired` were played from the same openings with the same dice, and are
/// compared opening by opening.
pub fn compare(
    before: &Summary,
    now: &Summary,
    paired: &BTreeMap<Key, Paired>,
    level: f64,
) -> Comparison {
    let (one, mut other) = (pairs_of(before), pairs_of(now));
    let (mut pairs, mut unmatched) = (Vec::new(), Vec::new());
    for (key, then) in one {
        let (game, a, b) = &key;
        let Some(today) = other.remove(&key) else {
            unmatched.push(format!("{game}: {a} and {b} met before only"));
            continue;
        };
        let ((m1, e1), (m2, e2)) = (then, today);
        let spread = e1.hypot(e2);
        let probability = match spread {
            _ if paired.contains_key(&key) => paired[&key].probability(),
            0.0 if m1 == m2 => 1.0,
            0.0 => 0.0,
            _ => 2.0 * normal_below(-((m2 - m1) / spread).abs()),
        };
        pairs.push(PairChange {
            game: game.clone(),
            one: a.clone(),
            other: b.clone(),
            before: m1,
            now: m2,
            probability,
            paired: paired.get(&key).map(|paired| paired.units),
            is_significant: false,
        });
    }
    unmatched
        .extend(other.into_keys().map(|(game, a, b)| format!("{game}: {a} and {b} met now only")));
    let each = level / pairs.len().max(1) as f64;
    for pair in &mut pairs {
        pair.is_significant = pair.probability < each;
    }
    let fingerprints = (before.fingerprint.clone(), now.fingerprint.clone());
    Comparison { is_equal: fingerprints.0 == fingerprints.1, fingerprints, pairs, unmatched }
}

/// What every pair made, by game and names, the first in the alphabet first: the share of points
/// with its standard error.
fn pairs_of(summary: &Summary) -> BTreeMap<Key, (f64, f64)> {
    let mut pairs = BTreeMap::new();
    for section in &summary.sections {
        for pair in &section.pairs {
            // Documents of earlier versions have counts only.
            let sample = match pair.openings {
                Some(openings) => Sample::Pairs(openings),
                None => Sample::Games([pair.losses, pair.draws, pair.wins]),
            };
            let counted = sample.evidence().map(|e| (e.share, e.error));
            // Without a unit nothing is known.
            let known = pair.share.zip(pair.error).or(counted).unwrap_or((0.5, 0.5));
            let (mut a, mut b, mut share) = (pair.one.clone(), pair.other.clone(), known.0);
            if b < a {
                (a, b, share) = (b, a, 1.0 - share);
            }
            pairs.insert((section.game.clone(), a, b), (share, known.1));
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Summary, compare};

    fn result(fingerprint: &str, one: &str, other: &str, openings: [u64; 5]) -> Summary {
        let [a, b, c, d, e] = openings;
        let text = format!(
            "{{\"schema\":\"agon.result/1\",\"fingerprint\":\"{fingerprint}\",\"sections\":[{{\
             \"game\":\"nim\",\"pairs\":[{{\"one\":\"{one}\",\"other\":\"{other}\",\"wins\":0,\
             \"draws\":0,\"losses\":0,\"openings\":[{a},{b},{c},{d},{e}]}}]}}]}}"
        );
        Summary::read(&text).unwrap()
    }

    #[test]
    fn equal_results_are_equal_and_named_pairs_are_found_in_any_order() {
        let one = result("x", "a", "b", [0, 10, 80, 20, 10]);
        let other = result("x", "b", "a", [10, 20, 80, 10, 0]);
        let compared = compare(&one, &other, &BTreeMap::new(), 0.01);
        assert!(compared.is_equal);
        assert_eq!(compared.pairs[0].probability, 1.0);
        assert!(!compared.pairs[0].is_significant);
    }

    #[test]
    fn a_large_change_is_significant_and_a_small_one_is_not() {
        let one = result("x", "a", "b", [10, 20, 40, 20, 10]);
        let small =
            compare(&one, &result("y", "a", "b", [11, 20, 40, 20, 9]), &BTreeMap::new(), 0.01);
        assert!(!small.is_equal && !small.pairs[0].is_significant);
        let large =
            compare(&one, &result("y", "a", "b", [40, 30, 20, 10, 0]), &BTreeMap::new(), 0.01);
        assert!(large.pairs[0].is_significant);
        // Means 0.5 and 0.25 of 100 units with variances 0.0757… and 0.0631…: z = −6.7.
        assert!(large.pairs[0].probability < 1e-9, "{:?}", large.pairs);
        let stranger =
            compare(&one, &result("y", "a", "c", [0, 0, 1, 0, 0]), &BTreeMap::new(), 0.01);
        assert_eq!((stranger.pairs.len(), stranger.unmatched.len()), (0, 2));
    }
}
