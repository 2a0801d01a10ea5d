//! The difference in strength of two entries, with its error.

use super::{
    scale::{ELO_PER_NAT, Z95, elo_of_score},
    student,
};

/// The strength of the first entry minus that of the second.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Difference {
    /// Points per game, 0 to 1.
    pub score: f64,
    /// Elo points; infinite for a perfect score.
    pub elo: f64,
    /// The 95 % interval of `elo`. For a perfect score one end is infinite, and the other is the
    /// one-sided 95 % bound: were the truth any worse, units as good as all of these would have
    /// been seen in less than 1 of 20 matches. Where all units are alike without being perfect,
    /// both ends are found in that way. Otherwise it is the interval of E.
    /// Wilson (1927), which stays on the scale, with the variance of the units and the quantile of
    /// Student's t.
    pub interval: (f64, f64),
    /// Normalized Elo: the difference in units of a game's standard deviation (M. Van den Bergh,
    /// *Normalized Elo*, 2021), so that equal values take equally many games to prove.
    pub normalized: f64,
    /// The half-width of its 95 % interval.
    pub normalized_error: f64,
    /// Likelihood of superiority: the probability that the first entry is the stronger one, by the same calculation as
    /// the interval, which leaves out a difference of nothing where this is below 2.5 % or above 97.5.
    pub superiority: f64,
}

impl Difference {
    /// The Elo difference with its interval, or its bound.
    pub fn in_words(&self) -> String {
        Difference::words(self.elo, self.interval.0, self.interval.1)
    }

    /// The same for a difference and the ends of its interval.
    pub(crate) fn words(difference: f64, low: f64, high: f64) -> String {
        let [elo, low, high] = [difference, low, high].map(tenths);
        match (low.is_finite(), high.is_finite()) {
            _ if difference.is_nan() => "no difference can be computed".to_owned(),
            (true, true) => {
                format!("{elo:+.1} Elo, 95 % from {low:+.1} to {high:+.1}")
            }
            (true, false) if difference.is_infinite() => {
                format!("at least {low:+.1} Elo (95 %, one-sided)")
            }
            (false, true) if difference.is_infinite() => {
                format!("at most {high:+.1} Elo (95 %, one-sided)")
            }
            (true, false) => format!("{elo:+.1} Elo, 95 % from {low:+.1} upwards"),
            (false, true) => format!("{elo:+.1} Elo, 95 % up to {high:+.1}"),
            (false, false) => format!("{elo:+.1} Elo, without a bound"),
        }
    }
}

/// A number to one decimal, without a negative zero.
pub fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0 + 0.0
}

/// The difference estimated from units with this mean and this variance of scores per game, the
/// variance being the sample's: zero if and only if all are equal.
pub(super) fn difference(score: f64, variance: f64, number: f64, games_per_unit: f64) -> Difference {
    let is_uniform = variance < 1e-12;
    let (low, high) = if is_uniform {
        // The normal distribution would give no error at all.
        let other = unlike(number as u64, 0.05);
        (score - other * score, score + other * (1.0 - score))
    } else {
        wilson(score, variance, number)
    };
    let elo_of = |share: f64| elo_of_score(share.clamp(0.0, 1.0));
    let per_game = (variance * games_per_unit).sqrt();
    let normalized = (score - 0.5) / per_game * 2.0 * ELO_PER_NAT;
    let superiority = if is_uniform {
        // Half the greatest chance of as many units like these between equals. For a perfect score that is also the
        // probability of the other sign from a uniform prior.
        let doubt = libm::pow(0.5 / score.max(1.0 - score), number) / 2.0;
        if score < 0.5 { doubt } else { 1.0 - doubt }
    } else {
        // As in Wilson's interval, with the variance that units have between equals.
        let error = (variance / (4.0 * score * (1.0 - score)) / number).sqrt();
        student::below((score - 0.5) / error, number - 1.0)
    };
    Difference {
        score,
        elo: elo_of(score),
        interval: (elo_of(low), elo_of(high)),
        normalized: if score == 0.5 { 0.0 } else { normalized },
        normalized_error: Z95 * 2.0 * ELO_PER_NAT / (number * games_per_unit).sqrt(),
        superiority,
    }
}

/// The interval for the mean of varying units: the means from which the sample's is at most t
/// standard errors away, computed at that mean. The variance of a unit is assumed to be a fixed
/// fraction of the greatest that the mean allows.
fn wilson(score: f64, variance: f64, number: f64) -> (f64, f64) {
    let t = student::t95(number - 1.0);
    let most = score * (1.0 - score);
    // The number of coin tosses with the same information.
    let tosses = number * most / variance;
    let pull = t * t / tosses;
    let middle = (score + pull / 2.0) / (1.0 + pull);
    let half = t / (1.0 + pull) * ((most + pull / 4.0) / tosses).sqrt();
    (middle - half, middle + half)
}

/// The greatest probability of a unit unlike all `units` seen so far: with a greater one, the
/// chance of seeing none would be less than `risk`.
pub(super) fn unlike(units: u64, risk: f64) -> f64 {
    1.0 - libm::pow(risk, 1.0 / units as f64)
}
