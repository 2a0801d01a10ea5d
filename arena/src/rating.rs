//! What results say about strength, each number with its error.
//!
//! All of it is a pure function of counts: nothing here plays, reads or prints.
//!
//! - [`Sample`]: one match between two entries; Elo difference, normalized Elo, likelihood of
//!   superiority, with intervals from the pairs of games that share an opening.
//! - [`Sprt`]: when to stop a match.
//! - [`Field`]: maximum-likelihood ratings of everybody who met (Bradley & Terry, with draws and
//!   the advantage of the first seat), robust to pairing.
//! - [`Ranking`]: the same for more than two seats (Plackett & Luce).
//! - [`Online`]: Glicko-2 and Weng–Lin ratings, kept up to date game by game.

mod field;
mod group;
mod likelihood;
mod online;
mod ranking;
mod sample;
mod sprt;

pub use self::{
    field::{Field, PairCounts},
    group::{Bound, Group, Rating, RatingTable},
    online::{Online, System},
    ranking::Ranking,
    sample::{Difference, Evidence, Sample, tenths},
    sprt::{Model, Sprt, Verdict},
};

/// The half-width of a 95 % interval, in standard errors.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Elo points per unit of natural log-odds: 400 / ln 10.
pub(crate) const ELO_PER_NAT: f64 = 173.717_792_761_300_7;

/// The probability that a standard normal variable is less than `x`.
pub(crate) fn normal_below(x: f64) -> f64 {
    0.5 * libm::erfc(-x / std::f64::consts::SQRT_2)
}

/// The Elo difference at which the expected score is `score`, between 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * libm::log10(1.0 / score - 1.0)
}

/// The expected score at an Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}
