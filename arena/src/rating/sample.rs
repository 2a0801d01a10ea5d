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
    /// Such pairs, and single games whose other one is missing, is void or does not count: each game counts once, and
    /// each pair and each single game is a unit.
    Mixed([u64; 5], [u64; 3]),
}

impl Sample {
    /// The counts, by ascending score: those of the pairs, where there are pairs.
    pub fn counts(&self) -> &[u64] {
        match self {
            Sample::Games(counts) => counts,
            Sample::Pairs(counts) | Sample::Mixed(counts, _) => counts,
        }
    }

    /// The number of single games beside pairs.
    pub(crate) fn singles(&self) -> u64 {
        match self {
            Sample::Games(_) | Sample::Pairs(_) => 0,
            Sample::Mixed(_, singles) => singles.iter().sum(),
        }
    }

    /// The number of games in one unit of those [counted](Sample::counts).
    pub(crate) fn games_per_unit(&self) -> u64 {
        match self {
            Sample::Games(_) => 1,
            Sample::Pairs(_) | Sample::Mixed(..) => 2,
        }
    }

    /// The same from the other's point of view.
    #[must_use]
    pub(crate) fn mirrored(self) -> Sample {
        match self {
            Sample::Games([a, b, c]) => Sample::Games([c, b, a]),
            Sample::Pairs([a, b, c, d, e]) => Sample::Pairs([e, d, c, b, a]),
            Sample::Mixed([a, b, c, d, e], [f, g, h]) => Sample::Mixed([e, d, c, b, a], [h, g, f]),
        }
    }

    /// The number of units.
    pub fn units(&self) -> u64 {
        self.counts().iter().sum::<u64>() + self.singles()
    }

    /// The score per game of each kind of unit that is [counted](Sample::counts), 0 to 1, with its count.
    pub(crate) fn scored(&self) -> impl Iterator<Item = (f64, u64)> + Clone + use<'_> {
        let best = (self.counts().len() - 1) as f64;
        self.counts().iter().enumerate().map(move |(i, &count)| (i as f64 / best, count))
    }

    /// The games of each kind of unit, its score per game, and its count.
    fn kinds(&self) -> impl Iterator<Item = (f64, f64, f64)> + Clone + use<'_> {
        let (games, singles) = (
            self.games_per_unit() as f64,
            match self {
                Sample::Games(_) | Sample::Pairs(_) => &[][..],
                Sample::Mixed(_, singles) => singles,
            },
        );
        let singles = singles.iter().enumerate();
        let singles = singles.map(|(points, &count)| (1.0, points as f64 / 2.0, count as f64));
        self.scored().map(move |(score, count)| (games, score, count as f64)).chain(singles)
    }

    /// Points per game, games per unit, and the sum of the squares of what each unit has more or less than that score,
    /// per game of a unit of mean size: the share of points is a ratio of two sums over units (W. Cochran, *Sampling
    /// Techniques*, 1977, section 6.3).
    fn moments(&self) -> (f64, f64, f64) {
        let games: f64 = self.kinds().map(|(games, _, count)| games * count).sum();
        let points: f64 = self.kinds().map(|(games, score, count)| games * score * count).sum();
        let (score, each) = (points / games, games / self.units() as f64);
        let more = |(games, own, count): (f64, f64, f64)| {
            let more = games / each * (own - score);
            more * more * count
        };
        (score, each, self.kinds().map(more).sum())
    }

    /// The share of points with its error, or `None` of an empty sample.
    pub(crate) fn evidence(&self) -> Option<Evidence> {
        if self.singles() != 0 {
            let ((score, _, squares), number) = (self.moments(), self.units() as f64);
            let about_zero = squares + number * score * score;
            return Evidence::of_moments(self.units(), number * score, about_zero);
        }
        let sum = |f: fn(f64) -> f64| self.scored().map(|(s, n)| f(s) * n as f64).sum::<f64>();
        Evidence::of_moments(self.units(), sum(|s| s), sum(|s| s * s))
    }

    /// The difference in strength, or `None` if the sample is empty.
    pub fn difference(&self) -> Option<Difference> {
        let units = self.units();
        if units == 0 {
            return None;
        }
        let ((score, each, squares), number) = (self.moments(), units as f64);
        Some(difference(score, squares / (number - 1.0).max(1.0), number, each))
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

    /// Two and a half points of ten games are a quarter, be it that two of the games stand alone.
    #[test]
    fn single_games_beside_pairs_count_as_games() {
        // Four pairs with 0, 0, ½ and 1 of two points, and two games with ½ a point each.
        let mixed = Sample::Mixed([2, 1, 1, 0, 0], [0, 2, 0]);
        let difference = mixed.difference().unwrap();
        assert_relative_eq!(difference.score, 0.25);
        let evidence = mixed.evidence().unwrap();
        assert_eq!((mixed.units(), evidence.units), (6, 6));
        assert_relative_eq!(evidence.share(), 0.25, epsilon = 1e-12);
        // In points: each has 0 − ½, ½ − ½, 1 − ½ and ½ − ¼ more than its games would give; of ten games.
        let squares = 2.0 * 0.25 + 0.0 + 0.25 + 2.0 * 0.0625;
        let error = (6.0 / 5.0 * squares / 100.0f64).sqrt();
        assert_relative_eq!(evidence.error(), error, epsilon = 1e-12);
        let (other, own) = (mixed.mirrored().difference().unwrap(), difference);
        assert_relative_eq!(other.interval.0, -own.interval.1, epsilon = 1e-9);
        assert_relative_eq!(other.normalized, -own.normalized, epsilon = 1e-9);
        // Without single games it is the sample of pairs, and without pairs that of games.
        for (mixed, plain) in [
            (Sample::Mixed([3, 1, 4, 1, 5], [0; 3]), Sample::Pairs([3, 1, 4, 1, 5])),
            (Sample::Mixed([0; 5], [2, 7, 1]), Sample::Games([2, 7, 1])),
        ] {
            let (mixed, plain) = (mixed.difference().unwrap(), plain.difference().unwrap());
            assert_relative_eq!(mixed.interval.0, plain.interval.0, epsilon = 1e-9);
            assert_relative_eq!(mixed.normalized, plain.normalized, epsilon = 1e-9);
            assert_relative_eq!(mixed.normalized_error, plain.normalized_error, epsilon = 1e-9);
            assert_relative_eq!(mixed.superiority, plain.superiority, epsilon = 1e-12);
        }
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
            for (lead, favour, drawn) in [(0.0, 0.0, 0.0), (0.5, 0.0, 0.5), (1.0, 1.5, 0.0), (2.0, 0.0, 0.3)] {
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
