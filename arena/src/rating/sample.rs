//! One match between two entries, as a sample of independent units.

use super::{ELO_PER_NAT, Z95, elo_of_score, normal_below};

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

/// How much stronger the first entry is than the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// Points per game, 0 to 1.
    pub score: f64,
    /// Elo points; infinite for a perfect score.
    pub elo: f64,
    /// The 95 % interval of `elo`. For a perfect score one end is infinite, and the other is the
    /// one-sided 95 % bound: were the truth any worse, units as good as all of these would have
    /// been seen in less than 1 of 20 matches.
    pub interval: (f64, f64),
    /// Normalized Elo: the difference in units of a game's standard deviation (M. Van den Bergh,
    /// *Normalized Elo*, 2021), so that equal values take equally many games to prove.
    pub normalized: f64,
    /// The half-width of its 95 % interval.
    pub normalized_error: f64,
    /// Likelihood of superiority: the probability that the first entry is the stronger one.
    pub superiority: f64,
}

impl Sample {
    /// The counts, by ascending score.
    pub fn counts(&self) -> &[u64] {
        match self {
            Sample::Games(counts) => counts,
            Sample::Pairs(counts) => counts,
        }
    }

    /// How many games one unit is.
    pub fn games_per_unit(&self) -> u64 {
        match self {
            Sample::Games(_) => 1,
            Sample::Pairs(_) => 2,
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

    /// What the sample says, or `None` if it is empty.
    pub fn difference(&self) -> Option<Difference> {
        let units = self.units();
        if units == 0 {
            return None;
        }
        let number = units as f64;
        let score = self.scored().map(|(s, n)| s * n as f64).sum::<f64>() / number;
        let squares = self.scored().map(|(s, n)| (s - score) * (s - score) * n as f64);
        let variance = squares.sum::<f64>() / number;
        let error = (variance / number).sqrt();
        let (elo, interval) = if 0.0 < score && score < 1.0 {
            let clamp = |s: f64| elo_of_score(s.clamp(0.0, 1.0));
            let (low, high) = (clamp(score - Z95 * error), clamp(score + Z95 * error));
            (elo_of_score(score), (low, high))
        } else {
            // All units were perfect. If a unit is perfect with probability p, that happens with
            // probability p^units; and a unit that is not perfect might as well be worth nothing.
            let least = libm::pow(0.05, 1.0 / number);
            let bound = elo_of_score(least);
            if score == 1.0 {
                (f64::INFINITY, (bound, f64::INFINITY))
            } else {
                (f64::NEG_INFINITY, (f64::NEG_INFINITY, -bound))
            }
        };
        let games = number * self.games_per_unit() as f64;
        let per_game = (variance * self.games_per_unit() as f64).sqrt();
        let normalized = (score - 0.5) / per_game * 2.0 * ELO_PER_NAT;
        let superiority = match error {
            0.0 if score == 0.5 => 0.5,
            0.0 => f64::from(u8::from(0.5 < score)),
            _ => normal_below((score - 0.5) / error),
        };
        Some(Difference {
            score,
            elo,
            interval,
            normalized: if score == 0.5 { 0.0 } else { normalized },
            normalized_error: Z95 * 2.0 * ELO_PER_NAT / games.sqrt(),
            superiority,
        })
    }
}

#[cfg(test)]
mod tests {
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
            assert_relative_eq!(half, error, max_relative = 0.001);
            assert_relative_eq!(difference.superiority, superiority, epsilon = 0.0001);
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
        assert_eq!(lost.superiority, 0.0);
    }

    #[test]
    fn nothing_but_draws_is_no_difference() {
        let drawn = Sample::Pairs([0, 0, 7, 0, 0]).difference().unwrap();
        assert_eq!((drawn.elo, drawn.normalized, drawn.superiority), (0.0, 0.0, 0.5));
        assert_eq!(Sample::Games([0; 3]).difference(), None);
    }
}
