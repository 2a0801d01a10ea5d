//! The best evaluation so far, and how it became that.

use serde::{Deserialize, Serialize};

/// A match of a later evaluation against the best before it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BestMatch {
    /// How many games the later one had learned from.
    pub games: u64,
    /// How many the best before it had.
    pub against: u64,
    /// How many games the two played; with one seat, each of them.
    pub played: u64,
    /// Whether they shared points: not with one seat.
    pub shares: bool,
    /// The later one's share of the points; with one seat, by how much its mean payoff is larger.
    pub value: f64,
    /// The 95 % interval of that.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// Whether the later one took the place of the other.
    pub taken: bool,
}

/// Which evaluation is the best so far, and how it became that.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BestSoFar {
    /// How many games it had learned from; 0 before there is one.
    pub games: u64,
    /// How many matches were played by now.
    pub matches: u64,
    /// The match by which it became the best; none if it was the first.
    pub won: Option<BestMatch>,
    /// The last match; none before there was one.
    pub last: Option<BestMatch>,
    /// After how many games an evaluation was compared last.
    pub compared: u64,
}

/// What is kept of it.
#[derive(Clone, Default)]
pub(crate) struct KeptBest {
    pub(crate) about: BestSoFar,
    /// Its file; empty before there is one.
    pub(crate) bytes: Vec<u8>,
}
