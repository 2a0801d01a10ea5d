//! A match between two entries at a game in which the size of payoffs matters, not only the winner.
//!
//! The result of a game is mapped to the scale of wins, draws and losses: one half, plus the difference of the payoffs
//! relative to twice the greatest possible one. For payoffs of 1, 0 and −1 that is 1, ½ and 0, and all results equal
//! those of [`Sample`](super::Sample).

use std::collections::BTreeMap;

use super::{
    evidence::Evidence,
    scale::{finite, score_of_elo},
};

/// Independent units by the share that the first entry made of each: pairs of games where there are such,
/// single games otherwise.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shares {
    pairs: ShareSums,
    singles: ShareSums,
}

/// Units of one size.
#[derive(Clone, Debug, Default, PartialEq)]
struct ShareSums {
    evidence: Evidence,
    /// The number of units with each share, in parts of [`GRID`].
    counts: BTreeMap<u32, u64>,
}

/// Shares are rounded to a millionth, which bounds the number of kinds, however many units there
/// are.
const GRID: f64 = (1 << 20) as f64;

/// The mean difference in payoff between two entries.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Advantage {
    /// Its mean payoff in a game minus the mean of both, in the game's payoffs: if these add up to zero, its own mean
    /// payoff.
    pub mean: f64,
    /// The 95 % interval of that.
    pub interval: (f64, f64),
    /// The probability that it gets more on average, 0 to 1.
    pub superiority: f64,
    /// The number of independent units behind it.
    pub units: u64,
}

impl Advantage {
    /// From `evidence` about shares of payoffs that differ by at most `width`; `None` without a unit.
    pub(crate) fn of(evidence: Evidence, width: f64) -> Option<Advantage> {
        if evidence.units == 0 {
            return None;
        }
        let difference = evidence.difference();
        let payoff = |share: f64| (share - 0.5) * width;
        let end = |elo: f64| finite(payoff(score_of_elo(elo))).unwrap_or_default();
        Some(Advantage {
            mean: payoff(evidence.share()),
            interval: (end(difference.interval.0), end(difference.interval.1)),
            superiority: difference.superiority,
            units: evidence.units,
        })
    }

    /// `+0.125 a game, 95 % from +0.051 to +0.199`.
    pub fn in_words(&self) -> String {
        Advantage::words(self.mean, self.interval.0, self.interval.1)
    }

    /// The same for a mean and the ends of its interval.
    pub(crate) fn words(mean: f64, low: f64, high: f64) -> String {
        let [mean, low, high] = [mean, low, high].map(thousandth);
        format!("{mean:+.3} a game, 95 % from {low:+.3} to {high:+.3}")
    }
}

/// To three decimals, without a negative zero.
fn thousandth(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0 + 0.0
}

impl Shares {
    /// The share of an entry in a game in which it got `own` and the other `other`, if payoffs differ by at most
    /// `width`: 0 to 1.
    pub fn of_game(own: f64, other: f64, width: f64) -> f64 {
        (0.5 + (own - other) / (2.0 * width)).clamp(0.0, 1.0)
    }

    /// Adds the games that two entries played from one opening: of each whether the first entry had the
    /// first seat, and its [share](Shares::of_game). Two games with seats exchanged are a pair; others
    /// stand alone.
    pub fn add(&mut self, games: &[(bool, f64)]) {
        match games {
            &[(one, first), (other, second)] if one != other => {
                self.pairs.add(f64::midpoint(first, second));
            }
            games => games.iter().for_each(|&(_, share)| self.singles.add(share)),
        }
    }

    fn kind(&self) -> &ShareSums {
        if self.pairs.evidence.units == 0 { &self.singles } else { &self.pairs }
    }

    /// The number of games in one unit.
    pub(crate) fn games_per_unit(&self) -> u64 {
        if self.pairs.evidence.units == 0 { 1 } else { 2 }
    }

    /// The evidence of the units about the mean share.
    pub(crate) fn evidence(&self) -> Evidence {
        self.kind().evidence
    }

    /// The shares of units, ascending, each with its count; those of won, drawn and lost games are always
    /// among them.
    pub(crate) fn scored(&self) -> impl Iterator<Item = (f64, u64)> {
        let steps = 2 * self.games_per_unit() as u32;
        let mut all: BTreeMap<u32, u64> = (0..=steps).map(|step| (step * ((1 << 20) / steps), 0)).collect();
        all.extend(&self.kind().counts);
        all.into_iter().map(|(share, count)| (f64::from(share) / GRID, count))
    }
}

impl ShareSums {
    fn add(&mut self, share: f64) {
        self.evidence.add(share);
        *self.counts.entry((share * GRID).round() as u32).or_default() += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::{Advantage, Shares};
    use crate::rating::{Model, Sample, Sprt, Verdict};

    fn sprt(model: Model) -> Sprt {
        Sprt { elo0: -3.0, elo1: 40.0, alpha: 0.05, beta: 0.05, model }
    }

    /// The payoffs of two games that bring this many half points together, 0 to 4.
    const OF_PAIRS: [(f64, f64); 5] = [(-1.0, -1.0), (-1.0, 0.0), (1.0, -1.0), (1.0, 0.0), (1.0, 1.0)];

    #[test]
    fn won_drawn_and_lost_games_say_bit_for_bit_what_they_always_said() {
        for number in 0..4u64.pow(5) {
            let counts = [0, 1, 2, 3, 4].map(|place| number / 4u64.pow(place) % 4 * 3);
            let (mut pairs, mut singles) = (Shares::default(), Shares::default());
            for (kind, count) in counts.into_iter().enumerate() {
                for _ in 0..count {
                    let (one, other) = OF_PAIRS[kind];
                    let share = |own: f64| Shares::of_game(own, -own, 2.0);
                    pairs.add(&[(true, share(one)), (false, share(other))]);
                    if kind < 3 {
                        singles.add(&[(true, share(kind as f64 - 1.0))]);
                    }
                }
            }
            let games = Sample::Games([counts[0], counts[1], counts[2]]);
            for (sample, shares) in [(Sample::Pairs(counts), pairs), (games, singles)] {
                for model in [Model::Normalized, Model::Logistic] {
                    let (old, new) = (sprt(model).ratio(&sample), sprt(model).ratio_of_shares(&shares));
                    assert_eq!(old.to_bits(), new.to_bits(), "{sample:?}: {old} {new}");
                }
                assert_eq!(sample.evidence().unwrap_or_default(), shares.evidence());
            }
        }
    }

    /// Nine small pots won for every large one lost: it wins games, and loses by them.
    #[test]
    fn small_pots_do_not_outweigh_large_ones() {
        let mut shares = Shares::default();
        for deal in 0..600 {
            let own = if deal % 10 == 0 { -13.0 } else { 1.0 };
            let share = Shares::of_game(own, -own, 26.0);
            shares.add(&[(true, share), (false, share)]);
        }
        let advantage = Advantage::of(shares.evidence(), 26.0).unwrap();
        assert!((advantage.mean + 0.4).abs() < 1e-9, "{advantage:?}");
        assert!(advantage.interval.1 < 0.0 && advantage.superiority < 0.05, "{advantage:?}");
        let test = sprt(Model::Normalized);
        assert_eq!(test.verdict_of(test.ratio_of_shares(&shares)), Verdict::Null);
        let by_wins = test.ratio(&Sample::Pairs([60, 0, 0, 0, 540]));
        assert_eq!(test.verdict_of(by_wins), Verdict::Alternative);
    }

    /// The scale of units is irrelevant: payoffs ten times as large are the same match.
    #[test]
    fn the_ratio_does_not_depend_on_the_unit_of_payoff() {
        let of = |scale: f64| {
            let mut shares = Shares::default();
            for deal in 0..200i32 {
                let [own, back] = [deal * 7 % 5 - 1, deal * 3 % 4 - 2].map(|p| f64::from(p) * scale);
                let share = |own: f64| Shares::of_game(own, -own, 8.0 * scale);
                shares.add(&[(true, share(own)), (false, share(back))]);
            }
            shares
        };
        assert_eq!(of(1.0), of(10.0));
    }

    #[test]
    fn nothing_says_nothing() {
        let none = Shares::default();
        assert_eq!(sprt(Model::Normalized).ratio_of_shares(&none), 0.0);
        assert_eq!(Advantage::of(none.evidence(), 2.0), None);
    }
}
