//! Estimates of strength from results, each with its error.
//!
//! All of this is a pure function of counts, without playing, reading or printing.
//!
//! - [`Sample`]: one match between two entries; Elo difference, normalized Elo, likelihood of
//!   superiority, with intervals from the pairs of games that share an opening.
//! - [`Sprt`]: when to stop a match.
//! - [`Rater`]: maximum-likelihood ratings of all entries that met (Bradley & Terry by points; Plackett & Luce where
//!   there are more than two seats), robust to pairing, and how well they [fit](RatingFit).
//! - [`Online`]: Glicko-2 and Weng–Lin ratings, updated game by game. A [`RatingSystem`] is one of these by its name.

mod bradley_terry;
mod cluster;
#[cfg(test)]
mod coverage;
mod difference;
mod evidence;
mod field;
mod fit;
mod group;
mod likelihood;
mod matrix;
mod online;
mod paired;
mod power;
mod ranking;
mod rater;
mod reach;
mod sample;
pub(crate) mod scale;
mod shares;
mod sparse;
mod sprt;
mod student;
mod system;

pub use self::{
    difference::{Difference, tenths},
    evidence::Evidence,
    fit::RatingFit,
    group::{Group, Rating, RatingBound, RatingTable},
    online::{Online, System},
    rater::{KnownDifference, Rater},
    sample::Sample,
    scale::{Z95, finite, score_of_elo},
    shares::{Advantage, Shares},
    sprt::{Model, Sprt, Verdict},
    system::RatingSystem,
};
pub(crate) use self::{field::PairCounts, paired::Paired, power::seen, student::t95};
