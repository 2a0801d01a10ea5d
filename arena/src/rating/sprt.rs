//! The sequential probability ratio test, which decides when a match may end.
//!
//! The generalised test of M. Van den Bergh (*A practical introduction to the GSPRT*, 2020; *Comments on normalized
//! Elo*, 2021): under each hypothesis the distribution of unit scores is the likeliest one that the hypothesis allows,
//! and the test uses the ratio of the two likelihoods.

use super::{
    sample::Sample,
    scale::{ELO_PER_NAT, score_of_elo},
    shares::Shares,
};

/// In which units the hypotheses are stated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Model {
    /// Normalized Elo: in units of a game's standard deviation.
    #[default]
    Normalized,
    /// Logistic Elo: the expected score.
    Logistic,
}

/// A test of "the difference is `elo1`" against "it is `elo0`".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference of the null hypothesis.
    pub elo0: f64,
    /// The difference of the alternative, greater than `elo0`.
    pub elo1: f64,
    /// The probability of accepting the alternative where the null hypothesis holds.
    pub alpha: f64,
    /// The probability of accepting the null hypothesis where the alternative holds.
    pub beta: f64,
    /// The units of `elo0` and `elo1`.
    pub model: Model,
}

/// The verdict of the test so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The null hypothesis is accepted.
    Null,
    /// The alternative is accepted.
    Alternative,
    /// More games are needed.
    Continue,
}

impl Sprt {
    /// The bounds of the log-likelihood ratio (A. Wald, 1945): at or below the first the null
    /// hypothesis is accepted, at or above the second the alternative.
    pub fn bounds(&self) -> (f64, f64) {
        let lower = libm::log(self.beta / (1.0 - self.alpha));
        (lower, libm::log((1.0 - self.beta) / self.alpha))
    }

    /// The log-likelihood ratio of the sample; 0 if it is empty.
    pub fn ratio(&self, sample: &Sample) -> f64 {
        self.ratio_of(sample.scored(), sample.games_per_unit())
    }

    /// The same for units with any score: `elo0` and `elo1` of the normalized model are then in units of the standard
    /// deviation of a game's payoff, and those of the logistic one refer to the payoff as a share of the range from the
    /// least to the greatest. If units score as in won, drawn and lost games the result is the same number.
    pub(crate) fn ratio_of_shares(&self, shares: &Shares) -> f64 {
        self.ratio_of(shares.scored(), shares.games_per_unit())
    }

    /// That of units by ascending score of a game, 0 to 1, the least and the greatest among them.
    fn ratio_of(&self, scored: impl Iterator<Item = (f64, u64)>, games_per_unit: u64) -> f64 {
        let scored: Vec<(f64, u64)> = scored.collect();
        if scored.iter().all(|&(_, count)| count == 0) {
            return 0.0;
        }
        // A kind of unit not seen yet still has some probability.
        let counts: Vec<(f64, f64)> =
            scored.into_iter().map(|(s, n)| (s, if n == 0 { 1e-3 } else { n as f64 })).collect();
        let total: f64 = counts.iter().map(|(_, n)| n).sum();
        let seen: Vec<(f64, f64)> = counts.iter().map(|&(s, n)| (s, n / total)).collect();
        let per_unit = (games_per_unit as f64).sqrt();
        let likeliest = |elo: f64| match self.model {
            Model::Logistic => with_mean(&seen, score_of_elo(elo)),
            Model::Normalized => with_t(&seen, elo / (2.0 * ELO_PER_NAT) * per_unit),
        };
        let (null, alternative) = (likeliest(self.elo0), likeliest(self.elo1));
        let parts = counts.iter().zip(null.iter().zip(&alternative));
        parts.map(|((_, n), (p0, p1))| n * libm::log(p1 / p0)).sum()
    }

    /// The verdict on the sample.
    pub fn verdict(&self, sample: &Sample) -> Verdict {
        self.verdict_of(self.ratio(sample))
    }

    /// The verdict for a log-likelihood ratio.
    pub(crate) fn verdict_of(&self, ratio: f64) -> Verdict {
        let (lower, upper) = self.bounds();
        match ratio {
            ratio if ratio <= lower => Verdict::Null,
            ratio if upper <= ratio => Verdict::Alternative,
            _ => Verdict::Continue,
        }
    }
}

/// The distribution nearest to `seen` (score, probability) in likelihood among those of the given
/// mean: Lagrange's p / (1 + x·(s − mean)).
fn with_mean(seen: &[(f64, f64)], mean: f64) -> Vec<f64> {
    let pulls: Vec<(f64, f64)> = seen.iter().map(|&(s, p)| (s - mean, p)).collect();
    tilted(&pulls)
}

/// The same among distributions whose mean is `t` standard deviations above one half. The standard
/// deviation is linearised about the last solution, until both agree. If nothing satisfies that
/// condition, the next try is halfway to wins and losses alone, whose mean can be that high.
fn with_t(seen: &[(f64, f64)], t: f64) -> Vec<f64> {
    let mut solution = vec![1.0 / seen.len() as f64; seen.len()];
    let best = f64::midpoint(1.0, t / (1.0 + t * t).sqrt());
    for _ in 0..200 {
        let mean: f64 = seen.iter().zip(&solution).map(|((s, _), p)| s * p).sum();
        let variance: f64 = seen.iter().zip(&solution).map(|((s, _), p)| (s - mean) * (s - mean) * p).sum();
        let deviation = variance.sqrt();
        let pull = |s: f64| {
            let off = (mean - s) / deviation;
            s - 0.5 - t * deviation * (1.0 + off * off) / 2.0
        };
        let pulls: Vec<(f64, f64)> = seen.iter().map(|&(s, p)| (pull(s), p)).collect();
        if pulls.iter().all(|&(g, _)| g < 0.0) || pulls.iter().all(|&(g, _)| 0.0 < g) {
            let last = solution.len() - 1;
            for (place, p) in solution.iter_mut().enumerate() {
                let aim = match place {
                    0 => 1.0 - best,
                    _ if place == last => best,
                    _ => 0.0,
                };
                *p = f64::midpoint(*p, aim);
            }
            continue;
        }
        let next = tilted(&pulls);
        let change = next.iter().zip(&solution).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        solution = next;
        if change < 1e-12 {
            break;
        }
    }
    solution
}

/// The probabilities p / (1 + x·pull), with the x that makes the expected pull zero: by Newton's
/// method, halving the interval where a step would leave it.
fn tilted(pulls: &[(f64, f64)]) -> Vec<f64> {
    let least = pulls.iter().map(|(g, _)| *g).fold(f64::INFINITY, f64::min);
    let greatest = pulls.iter().map(|(g, _)| *g).fold(f64::NEG_INFINITY, f64::max);
    // The expected pull falls from +∞ to −∞ as x goes through this interval.
    let (mut low, mut high) = (-1.0 / greatest, -1.0 / least);
    let mut x = if low < 0.0 && 0.0 < high { 0.0 } else { f64::midpoint(low, high) };
    for _ in 0..200 {
        let (mut expected, mut slope) = (0.0, 0.0);
        for &(g, p) in pulls {
            let part = g / (1.0 + x * g);
            expected += p * part;
            slope += p * part * part;
        }
        if 0.0 < expected {
            low = x;
        } else {
            high = x;
        }
        let next = x + expected / slope;
        let next = if low < next && next < high { next } else { f64::midpoint(low, high) };
        let is_found = (next - x).abs() <= 1e-15 * x.abs();
        x = next;
        if is_found {
            break;
        }
    }
    pulls.iter().map(|(g, p)| p / (1.0 + x * g)).collect()
}

#[cfg(test)]
mod tests {
    use approx::assert_relative_eq;

    use super::{Model, Sample, Sprt, Verdict, tilted, with_t};

    fn sprt(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }
    }

    /// The values of fastchess's own tests (Disservin, fastchess, `app/tests/sprt_test.cpp`, 2024),
    /// which gives them to one in a hundred.
    #[test]
    fn ratios_are_those_that_fastchess_publishes() {
        for (sample, elo0, elo1, model, ratio) in [
            (Sample::Games([36027, 68692, 36433]), 0.0, 2.0, Model::Normalized, 0.92),
            (Sample::Games([10650, 20431, 10871]), -1.75, 0.25, Model::Normalized, 2.30),
            (Sample::Games([21184, 40708, 21404]), 0.5, 2.5, Model::Logistic, -1.57),
            (Sample::Games([57030, 106593, 57433]), 0.0, 2.0, Model::Logistic, -2.59),
            (Sample::Pairs([365, 16618, 36229, 16974, 390]), 0.0, 2.0, Model::Normalized, 2.25),
            (Sample::Pairs([127, 4883, 10712, 5150, 104]), -1.75, 0.25, Model::Normalized, 3.01),
            (Sample::Pairs([223, 9863, 21279, 10037, 246]), 0.5, 2.5, Model::Logistic, -3.07),
            (Sample::Pairs([871, 26175, 55983, 26678, 821]), 0.0, 2.0, Model::Logistic, -4.98),
        ] {
            let found = sprt(elo0, elo1, model).ratio(&sample);
            assert_relative_eq!(found, ratio, max_relative = 0.01);
        }
    }

    /// Two degenerate samples have ratios that can be written down, and fastchess publishes others
    /// (2.97 and 2.94). Nothing but draws speaks for "no difference": the likeliest distribution t
    /// standard deviations above it wins with probability t². And of nothing but won pairs the
    /// likeliest has the probability (1 + t′) / 2 of winning both, where t′ = t·√2.
    #[test]
    fn degenerate_samples_have_the_ratios_that_can_be_written_down() {
        let t: f64 = 5.0 / 347.4356;
        let test = sprt(0.0, 5.0, Model::Normalized);
        let drawn = test.ratio(&Sample::Games([0, 16_700, 0]));
        assert_relative_eq!(drawn, 16_700.0 * (1.0 - t * t).ln(), max_relative = 0.005);
        let won = test.ratio(&Sample::Pairs([0, 0, 0, 0, 104]));
        assert_relative_eq!(won, 104.0 * (1.0 + t * 2f64.sqrt()).ln(), max_relative = 0.005);
    }

    /// The same by halving alone.
    fn halved(pulls: &[(f64, f64)]) -> Vec<f64> {
        let least = pulls.iter().map(|(g, _)| *g).fold(f64::INFINITY, f64::min);
        let greatest = pulls.iter().map(|(g, _)| *g).fold(f64::NEG_INFINITY, f64::max);
        let (mut low, mut high) = (-1.0 / greatest, -1.0 / least);
        for _ in 0..200 {
            let x = f64::midpoint(low, high);
            if 0.0 < pulls.iter().map(|(g, p)| p * g / (1.0 + x * g)).sum::<f64>() {
                low = x;
            } else {
                high = x;
            }
        }
        let x = f64::midpoint(low, high);
        pulls.iter().map(|(g, p)| p / (1.0 + x * g)).collect()
    }

    #[test]
    fn newton_finds_what_halving_finds() {
        for mean in [0.001, 0.1, 0.4, 0.5, 0.503, 0.77, 0.999] {
            for number in 0..4u64.pow(5) {
                let counts = [0, 1, 2, 3, 4].map(|place| match number / 4u64.pow(place) % 4 {
                    0 => 1e-3,
                    count => 20f64.powi(count as i32),
                });
                let total: f64 = counts.iter().sum();
                let pulls: Vec<(f64, f64)> =
                    (0..5).map(|i| (f64::from(i) / 4.0 - mean, counts[i as usize] / total)).collect();
                for (found, slow) in tilted(&pulls).into_iter().zip(halved(&pulls)) {
                    assert_relative_eq!(found, slow, epsilon = 1e-11, max_relative = 1e-7);
                }
            }
        }
    }

    #[test]
    fn bounds_are_walds() {
        let (lower, upper) = sprt(0.0, 5.0, Model::Normalized).bounds();
        assert_relative_eq!(lower, -2.944, max_relative = 0.001);
        assert_relative_eq!(upper, 2.944, max_relative = 0.001);
    }

    /// A. Wald, *Sequential Tests of Statistical Hypotheses* (1945): log β/(1−α) and log (1−β)/α.
    #[test]
    fn each_risk_has_its_own_place_in_the_bounds() {
        let test = Sprt { alpha: 0.01, beta: 0.2, ..sprt(0.0, 5.0, Model::Normalized) };
        let (lower, upper) = test.bounds();
        // 1/99·20 and 80.
        assert_relative_eq!(lower, (20.0f64 / 99.0).ln(), epsilon = 1e-12);
        assert_relative_eq!(upper, 80.0f64.ln(), epsilon = 1e-12);
        assert_eq!(test.verdict_of(-1.6), Verdict::Null);
        assert_eq!(test.verdict_of(-1.59), Verdict::Continue);
        assert_eq!(test.verdict_of(4.38), Verdict::Continue);
        assert_eq!(test.verdict_of(4.39), Verdict::Alternative);
    }

    #[test]
    fn the_verdict_follows_the_ratio() {
        let test = sprt(0.0, 5.0, Model::Normalized);
        assert_eq!(test.verdict(&Sample::Pairs([0; 5])), Verdict::Continue);
        assert_eq!(test.verdict(&Sample::Pairs([10, 20, 50, 20, 10])), Verdict::Continue);
        assert_eq!(test.verdict(&Sample::Pairs([0, 0, 0, 0, 150])), Verdict::Alternative);
        assert_eq!(test.verdict(&Sample::Pairs([900, 20, 50, 20, 10])), Verdict::Null);
    }

    #[test]
    fn every_small_sample_has_a_finite_ratio_and_its_mirror_the_opposite_one() {
        let count = |number: u64, place: u32| number / 3u64.pow(place) % 3 * 7;
        for model in [Model::Normalized, Model::Logistic] {
            for elo in [0.5, 5.0, 50.0, 400.0] {
                // Symmetric about no difference.
                let test = sprt(-elo, elo, model);
                for number in 0..3u64.pow(5) {
                    let pairs = [0, 1, 2, 3, 4].map(|place| count(number, place));
                    let [a, b, c, ..] = pairs;
                    for sample in [Sample::Pairs(pairs), Sample::Games([a, b, c])] {
                        let (one, other) = (test.ratio(&sample), test.ratio(&sample.mirrored()));
                        assert!(one.is_finite(), "{sample:?}, {elo}, {model:?}: {one}");
                        assert_relative_eq!(one, -other, epsilon = 1e-6, max_relative = 1e-6);
                    }
                }
            }
        }
    }

    #[test]
    fn the_likeliest_distribution_lies_where_the_hypothesis_says() {
        for t in [-3.0, -1.0, -0.3, -0.01, 0.0, 0.01, 0.3, 1.0, 3.0] {
            for number in 0..3u64.pow(5) {
                let counts = [0, 1, 2, 3, 4].map(|place| match number / 3u64.pow(place) % 3 {
                    0 => 1e-3,
                    count => count as f64 * 20.0,
                });
                let total: f64 = counts.iter().sum();
                let seen: Vec<(f64, f64)> = (0..5).map(|i| (f64::from(i) / 4.0, counts[i as usize] / total)).collect();
                let found = with_t(&seen, t);
                let mean: f64 = seen.iter().zip(&found).map(|((s, _), p)| s * p).sum();
                let variance: f64 = seen.iter().zip(&found).map(|((s, _), p)| (s - mean) * (s - mean) * p).sum();
                assert!(found.iter().all(|p| 0.0 <= *p), "{t}, {counts:?}: {found:?}");
                assert_relative_eq!(found.iter().sum::<f64>(), 1.0, epsilon = 1e-6);
                let off = (mean - 0.5) - t * variance.sqrt();
                assert!(off.abs() < 1e-6, "{t}, {counts:?}: {off}");
            }
        }
    }
}
