//! Estimates of strength from results, each with its error.
//!
//! All of this is a pure function of counts, without playing, reading or printing.
//!
//! - [`Sample`]: one match between two entries; Elo difference, normalized Elo, likelihood of
//!   superiority, with intervals from the pairs of games that share an opening.
//! - [`Sprt`]: when to stop a match.
//! - [`Field`]: maximum-likelihood ratings of all entries that met (Bradley & Terry, with draws and
//!   the advantage of the first seat), robust to pairing.
//! - [`Ranking`]: the same for more than two seats (Plackett & Luce).
//! - [`Online`]: Glicko-2 and Weng–Lin ratings, updated game by game.

mod bradley_terry;
mod cluster;
#[cfg(test)]
mod coverage;
mod difference;
mod evidence;
mod field;
mod group;
mod likelihood;
mod matrix;
mod online;
mod paired;
mod ranking;
mod rater;
mod sample;
pub(crate) mod scale;
mod shares;
mod sprt;
mod student;

pub use self::{
    difference::{Difference, tenths},
    evidence::Evidence,
    field::{Field, PairCounts},
    group::{Group, Rating, RatingBound, RatingTable},
    online::{Online, System},
    paired::Paired,
    ranking::Ranking,
    rater::{KnownDifference, Rater},
    sample::Sample,
    scale::{Z95, elo_of_score, finite, score_of_elo},
    shares::{Advantage, Shares},
    sprt::{Model, Sprt, Verdict},
};
pub(crate) use student::t95;
