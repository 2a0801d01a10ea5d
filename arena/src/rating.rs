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

mod bradley_terry;
mod cluster;
#[cfg(test)]
mod coverage;
mod field;
mod group;
mod likelihood;
mod matrix;
mod online;
mod ranking;
mod sample;
pub(crate) mod scale;
mod sprt;
mod student;

pub use self::{
    field::{Field, PairCounts},
    group::{Group, Rating, RatingBound, RatingTable},
    online::{Online, System},
    ranking::Ranking,
    sample::{Difference, Evidence, Paired, Sample, tenths},
    scale::{Z95, elo_of_score, finite, score_of_elo},
    sprt::{Model, Sprt, Verdict},
};
