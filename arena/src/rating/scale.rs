//! Elo, expected scores, and how sure 95 % is.

/// The half-width of a 95 % interval, in standard errors.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Elo points per unit of natural log-odds: 400 / ln 10.
pub(crate) const ELO_PER_NAT: f64 = 173.717_792_761_300_7;

/// The probability that a standard normal variable is less than `x`.
pub(crate) fn normal_below(x: f64) -> f64 {
    0.5 * libm::erfc(-x / std::f64::consts::SQRT_2)
}

/// A number for JSON and tables: `None` if it is not finite, and without a negative zero.
pub fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number + 0.0)
}

/// The Elo difference at which the expected score is `score`, between 0 and 1.
pub(crate) fn elo_of_score(score: f64) -> f64 {
    -400.0 * libm::log10(1.0 / score - 1.0)
}

/// The expected score at an Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}
