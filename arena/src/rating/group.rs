//! Entries whose ratings can be compared, and bounds for those without a group.

use std::collections::BTreeMap;

use super::{
    fit::RatingFit,
    likelihood::{Errors, Spread},
    scale::{ELO_PER_NAT, score_of_elo},
};

/// The rating of one entry.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Rating {
    /// Elo points, relative to the mean of its group (or the anchor).
    pub elo: f64,
    /// The half-width of its 95 % interval.
    pub error: f64,
}

/// Entries whose ratings can be compared: each scored against another, and so on in a circle back
/// to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The entries, ascending.
    pub entries: Vec<usize>,
    /// Their ratings, in that order.
    pub ratings: Vec<Rating>,
    /// For each ordered two of them, the probability that the first is the stronger one; empty where they are very many.
    pub superiority: Vec<Vec<f64>>,
}

/// Ratings of a field, as far as its results carry.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RatingTable {
    /// The groups, strongest first if results show which is stronger.
    pub groups: Vec<Group>,
    /// For every group of one that never, or always, lost to members of a rated group: the bound
    /// of its rating.
    pub bounds: Vec<Option<RatingBound>>,
    /// `beat[i][j]`: whether an entry of group `i` scored against one of group `j`, at least
    /// through others. If neither did, the two never met.
    pub beat: Vec<Vec<bool>>,
    /// Of games of two seats, by pair of one group, the lower number first: the share of the points that the lower one
    /// was to expect by the ratings, on the seats that it had.
    pub expected: BTreeMap<(usize, usize), f64>,
    /// How well these shares are those that were made, where there are more pairs than ratings.
    pub fit: Option<RatingFit>,
}

/// The bound that follows from a perfect score: one-sided, at 95 %.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct RatingBound {
    /// The group whose ratings it is relative to; they are taken as exact. Of two that met nobody else, the better one's:
    /// then it is relative to the mean of the two.
    pub group: usize,
    /// Whether it is a lower bound of the rating; otherwise an upper one.
    pub is_least: bool,
    /// The Elo points.
    pub elo: f64,
}

/// The errors of a group.
pub(super) enum GroupErrors {
    /// Those of all differences.
    Between(Errors),
    /// Of a large group, that of each rating: those of all differences would take the square of its size.
    Each(Vec<Spread>),
}

impl Group {
    /// No larger group has the probabilities that one is stronger than another.
    pub(super) const MOST_COMPARED: usize = 1_000;

    /// Entries that cannot be rated; the anchor still has its rating.
    pub(super) fn unrated(entries: Vec<usize>, anchor: Option<(usize, f64)>) -> Group {
        let n = entries.len();
        let rating = |&entry: &usize| match anchor {
            Some((held, elo)) if held == entry => Rating { elo, error: 0.0 },
            _ => Rating { elo: 0.0, error: f64::INFINITY },
        };
        let ratings = entries.iter().map(rating).collect();
        let n = if n <= Group::MOST_COMPARED { n } else { 0 };
        Group { ratings, superiority: vec![vec![0.5; n]; n], entries }
    }

    /// Entries whose strengths, in natural log-odds and in their order, are the first parameters at
    /// `point`, with those errors.
    pub(super) fn rated(
        entries: Vec<usize>,
        point: &[f64],
        errors: &GroupErrors,
        anchor: Option<(usize, f64)>,
    ) -> Group {
        let n = entries.len();
        let held = anchor.and_then(|(entry, elo)| entries.iter().position(|&e| e == entry).map(|index| (index, elo)));
        let error = |i: usize| {
            let spread = match errors {
                GroupErrors::Between(errors) => errors.of(i, held.map(|(index, _)| index)),
                GroupErrors::Each(spreads) => spreads[i],
            };
            ELO_PER_NAT * spread.half_width()
        };
        let rating = |i: usize| match held {
            Some((index, elo)) => Rating {
                elo: elo + (point[i] - point[index]) * ELO_PER_NAT,
                error: if i == index { 0.0 } else { error(i) },
            },
            None => Rating { elo: point[i] * ELO_PER_NAT, error: error(i) },
        };
        let GroupErrors::Between(errors) = errors else {
            return Group { ratings: (0..n).map(rating).collect(), superiority: Vec::new(), entries };
        };
        let mut superiority = vec![vec![0.5; n]; n];
        for i in 0..n {
            for j in i + 1..n {
                let difference = point[i] - point[j];
                // Entries with equal results differ by rounding alone, and so do their errors.
                if 1e-6 <= difference.abs() {
                    superiority[i][j] = errors.of(i, Some(j)).above_zero(difference);
                    superiority[j][i] = 1.0 - superiority[i][j];
                }
            }
        }
        Group { ratings: (0..n).map(rating).collect(), superiority, entries }
    }

    /// Whether its members have ratings.
    pub fn is_rated(&self) -> bool {
        self.ratings.iter().all(|rating| rating.error.is_finite())
    }
}

/// Units against opponents of the same ratings, and how many of them.
pub(super) type Units = (Vec<f64>, u64);

/// The least strength with which an entry wins all these units with a chance of 1 in 20.
pub(super) fn least(units: &[Units]) -> f64 {
    let log_chance = |elo: f64| -> f64 {
        let one = |(opponents, count): &Units| {
            let strength = |other: &f64| libm::pow(10.0, (other - elo) / 400.0);
            -libm::log(1.0 + opponents.iter().map(strength).sum::<f64>()) * *count as f64
        };
        units.iter().map(one).sum()
    };
    solve(|elo| log_chance(elo) < libm::log(0.05))
}

/// The greatest strength with which it loses all of them with that chance. Of several opponents the
/// weakest is the hardest to lose to.
pub(super) fn most(units: &[Units]) -> f64 {
    let log_chance = |elo: f64| -> f64 {
        let one = |(opponents, count): &Units| {
            let weakest = opponents.iter().copied().fold(f64::INFINITY, f64::min);
            libm::log(score_of_elo(weakest - elo)) * *count as f64
        };
        units.iter().map(one).sum()
    };
    solve(|elo| libm::log(0.05) < log_chance(elo))
}

/// The number at which a condition ceases to hold.
fn solve(is_below: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (-20_000.0, 20_000.0);
    for _ in 0..80 {
        let middle = f64::midpoint(low, high);
        if is_below(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use approx::assert_relative_eq;

    use super::{least, most};
    use crate::rating::{Sample, score_of_elo};

    #[test]
    fn against_one_opponent_a_bound_is_that_of_the_pair() {
        let units = [(vec![100.0], 10)];
        let won = Sample::Pairs([0, 0, 0, 0, 10]).difference().unwrap();
        assert_relative_eq!(least(&units), 100.0 + won.interval.0, epsilon = 1e-6);
        assert_relative_eq!(most(&units), 100.0 - won.interval.0, epsilon = 1e-6);
        // Two opponents, one game each: the chances multiply to 1 in 20.
        let bound = least(&[(vec![0.0], 1), (vec![200.0], 1)]);
        let chance = score_of_elo(bound) * score_of_elo(bound - 200.0);
        assert_relative_eq!(chance, 0.05, epsilon = 1e-9);
    }
}
