//! One match between two entries, as a sample of independent units.

use super::{
    difference::{Difference, difference},
    evidence::Evidence,
};

/// The results of a match, from the first entry's point of view, counted by unit.
///
/// The two games of one opening with seats exchanged depend on each other, so the *pair* is the
/// unit that errors are computed from (the pentanomial statistics of fishtest and fastchess);
/// single games are a unit only where there are no pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sample {
    /// Single games: lost, drawn, won.
    Games([u64; 3]),
    /// Pairs of games, by points: 0, ½, 1, 1½, 2.
    Pairs([u64; 5]),
}

impl Sample {
    /// The counts, by ascending score.
    pub fn counts(&self) -> &[u64] {
        match self {
            Sample::Games(counts) => counts,
            Sample::Pairs(counts) => counts,
        }
    }

    /// The number of games in one unit.
    pub(crate) fn games_per_unit(&self) -> u64 {
        match self {
            Sample::Games(_) => 1,
            Sample::Pairs(_) => 2,
        }
    }

    /// The same from the other's point of view.
    #[must_use]
    pub(crate) fn mirrored(self) -> Sample {
        match self {
            Sample::Games([a, b, c]) => Sample::Games([c, b, a]),
            Sample::Pairs([a, b, c, d, e]) => Sample::Pairs([e, d, c, b, a]),
        }
    }

    /// The number of units.
    pub fn units(&self) -> u64 {
        self.counts().iter().sum()
    }

    /// The score per game of each kind of unit, 0 to 1, with its count.
    pub(crate) fn scored(&self) -> impl Iterator<Item = (f64, u64)> + Clone + use<'_> {
        let best = (self.counts().len() - 1) as f64;
        self.counts().iter().enumerate().map(move |(i, &count)| (i as f64 / best, count))
    }

    /// The share of points with its error, or `None` of an empty sample.
    pub(crate) fn evidence(&self) -> Option<Evidence> {
        let sum = |f: fn(f64) -> f64| self.scored().map(|(s, n)| f(s) * n as f64).sum::<f64>();
        Evidence::of_moments(self.units(), sum(|s| s), sum(|s| s * s))
    }

    /// The difference in strength, or `None` if the sample is empty.
    pub fn difference(&self) -> Option<Difference> {
        let units = self.units();
        if units == 0 {
            return None;
        }
        let number = units as f64;
        let score = self.scored().map(|(s, n)| s * n as f64).sum::<f64>() / number;
        let squares = self.scored().map(|(s, n)| (s - score) * (s - score) * n as f64);
        let variance = squares.sum::<f64>() / (number - 1.0).max(1.0);
        Some(difference(score, variance, number, self.games_per_unit() as f64))
    }
}

#[cfg(test)]
mod tests {
    use agon_core::Seed;
    use approx::assert_relative_eq;

    use super::Sample;

    /// The values of fastchess's own tests (Disservin, fastchess, `app/tests/elo_test.cpp`, 2024),
    /// which gives them to about one in a hundred.
    #[test]
    fn differences_are_those_that_fastchess_publishes() {
        for (sample, normalized, error) in [
            (Sample::Games([89, 123, 76]), -20.76, 40.13),
            (Sample::Games([96, 111, 136]), 49.77, 36.77),
            (Sample::Games([356, 0, 34]), -508.44, 34.48),
            (Sample::Pairs([34, 54, 31 + 32, 64, 75]), 57.94, 28.28),
            (Sample::Pairs([332, 433, 457 + 41, 333, 334]), -9.17, 10.96),
            (Sample::Pairs([7895, 8757, 5485 + 200, 568, 9999]), -19.01, 2.65),
        ] {
            let difference = sample.difference().unwrap();
            assert_relative_eq!(difference.normalized, normalized, max_relative = 0.01);
            assert_relative_eq!(difference.normalized_error, error, max_relative = 0.01);
        }
        for (sample, elo, error, superiority) in [
            (Sample::Games([96, 111, 136]), 40.70, 30.43, 0.9960),
            (Sample::Pairs([34, 54, 31 + 32, 64, 75]), 55.58, 27.65, 1.0),
            (Sample::Pairs([332, 433, 457 + 41, 333, 334]), -8.64, 10.33, 0.0505),
        ] {
            let difference = sample.difference().unwrap();
            assert_relative_eq!(difference.elo, elo, max_relative = 0.001);
            let half = (difference.interval.1 - difference.interval.0) / 2.0;
            // There by the normal distribution, which is narrower.
            assert_relative_eq!(half, error, max_relative = 0.01);
            assert_relative_eq!(difference.superiority, superiority, epsilon = 0.0006);
        }
    }

    #[test]
    fn a_perfect_score_has_one_honest_bound() {
        // 0.05^(1/10) = 0.7411: ten pairs won out of ten exclude less than 182.7 Elo.
        let won = Sample::Pairs([0, 0, 0, 0, 10]).difference().unwrap();
        assert_eq!((won.elo, won.interval.1), (f64::INFINITY, f64::INFINITY));
        assert_relative_eq!(won.interval.0, 182.73, max_relative = 0.001);
        let lost = Sample::Pairs([10, 0, 0, 0, 0]).difference().unwrap();
        assert_relative_eq!(lost.interval.1, -182.73, max_relative = 0.001);
        assert_relative_eq!(lost.superiority, 0.5f64.powi(11));
    }

    #[test]
    fn nothing_but_draws_is_no_difference_and_still_has_an_interval() {
        let drawn = Sample::Pairs([0, 0, 7, 0, 0]).difference().unwrap();
        assert_eq!((drawn.elo, drawn.normalized, drawn.superiority), (0.0, 0.0, 0.5));
        // 0.05^(1/7) = 0.6518: a share between 0.3259 and 0.6741, which is 126.3 Elo.
        assert_relative_eq!(drawn.interval.1, 126.3, max_relative = 0.001);
        assert_relative_eq!(drawn.interval.0, -126.3, max_relative = 0.001);
        assert_eq!(Sample::Games([0; 3]).difference(), None);
    }

    #[test]
    fn one_unit_says_little() {
        // One game won: no less than 0.05 of the points, 511.5 Elo; stronger with 3 of 4.
        let won = Sample::Games([0, 0, 1]).difference().unwrap();
        assert_relative_eq!(won.interval.0, -511.5, max_relative = 0.001);
        assert_eq!((won.elo, won.superiority), (f64::INFINITY, 0.75));
        let one = Sample::Pairs([0, 0, 0, 1, 0]).difference().unwrap();
        // Three quarters: 0.05 of them at least, and at most all but 0.05 of the rest; between equals at most two of three
        // units are such.
        assert_relative_eq!(one.interval.0, -563.7, max_relative = 0.001);
        assert_relative_eq!(one.interval.1, 759.1, max_relative = 0.001);
        assert_relative_eq!(one.superiority, 2.0 / 3.0, epsilon = 1e-12);
    }

    /// An interval leaves out nothing where the chance of being stronger does, in every sample of up to eight pairs and many
    /// larger ones.
    #[test]
    fn an_interval_and_its_chance_never_contradict_each_other() {
        let mut stream = Seed(14).stream(1);
        let check = |sample: Sample| {
            let Some(difference) = sample.difference() else { return };
            let (low, high) = difference.interval;
            let chance = difference.superiority;
            // To the last digits the two are on one side together, or on the border.
            assert_eq!(0.0 < low, 0.975 < chance, "{sample:?}: {difference:?}");
            assert_eq!(high < 0.0, chance < 0.025, "{sample:?}: {difference:?}");
            assert_eq!(0.5 < difference.score, 0.5 < chance, "{sample:?}: {difference:?}");
        };
        for number in 0..9u64.pow(5) {
            let counts = [0, 1, 2, 3, 4].map(|place| number / 9u64.pow(place) % 9);
            if counts.iter().sum::<u64>() <= 8 {
                check(Sample::Pairs(counts));
            }
        }
        for _ in 0..5_000 {
            check(Sample::Pairs([0; 5].map(|_: u64| (stream.unit() * 30.0) as u64)));
            check(Sample::Games([0; 3].map(|_: u64| (stream.unit() * 90.0) as u64)));
        }
    }

    /// A match of this many openings, each of which favours one side; 4,000 times.
    #[test]
    fn intervals_of_few_units_hold_the_truth_nineteen_times_in_twenty() {
        let mut stream = Seed(10).stream(1);
        let mut draw = || stream.unit();
        let share = |by: f64| 1.0 / (1.0 + (-by).exp());
        for openings in [10, 20, 30] {
            for (lead, favour, drawn) in
                [(0.0, 0.0, 0.0), (0.5, 0.0, 0.5), (1.0, 1.5, 0.0), (2.0, 0.0, 0.3)]
            {
                let truth = f64::midpoint(share(lead + favour), share(lead - favour));
                let truth = drawn / 2.0 + (1.0 - drawn) * truth;
                let truth = crate::rating::scale::elo_of_score(truth);
                let (mut held, trials) = (0, 4_000);
                for _ in 0..trials {
                    let mut pairs = [0; 5];
                    for _ in 0..openings {
                        let favour = if draw() < 0.5 { favour } else { -favour };
                        let mut game = |by: f64| match draw() {
                            rest if rest < drawn => 1,
                            _ => 2 * usize::from(draw() < share(by)),
                        };
                        pairs[game(lead + favour) + game(lead - favour)] += 1;
                    }
                    let (low, high) = Sample::Pairs(pairs).difference().unwrap().interval;
                    held += i32::from(low <= truth && truth <= high);
                }
                // 95 % less three standard deviations of the count; no wider than for 99 %.
                let held = 100.0 * f64::from(held) / f64::from(trials);
                assert!((94.0..99.0).contains(&held), "{openings}, {lead}: {held} %");
            }
        }
    }
}
