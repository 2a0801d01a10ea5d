//! Sums of games: scores, standings, fingerprints, comparisons.
//!
//! A [`Score`] takes every game, and has for each game of the tournament a [`SectionScore`]: a [`Tally`] of every
//! pairing, a [`Total`] of every entry, and their order by [`TieBreaks`]. A [`Pair`] estimates the strength of one
//! entry against another, [`Standing`]s give the places, [`Ratings`] the strength of all, and of all in several
//! tournaments if a [`RatingPool`] adds up their games, [`MoveCosts`] what
//! their moves cost; the [`Fingerprint`] is equal if all games are.

pub(crate) mod copies;
mod cost_table;
pub(crate) mod deals;
mod direct_encounter;
pub(crate) mod fingerprint;
mod keys;
mod known_games;
pub(crate) mod listed;
mod meeting;
pub(crate) mod memory_gap;
mod move_costs;
pub(crate) mod pair;
pub(crate) mod rating_pool;
pub(crate) mod ratings;
pub(crate) mod score;
pub(crate) mod section_manner;
pub(crate) mod section_score;
pub(crate) mod standing;
pub(crate) mod tiebreak;
pub(crate) mod totals;

pub use self::{
    cost_table::{FirstMistake, GameCosts, MoveCost, PhaseCost, PlayerCosts, SeatCost},
    deals::{PairPayoff, RatedPayoff},
    fingerprint::Fingerprint,
    known_games::KnownGames,
    memory_gap::MemoryGap,
    move_costs::{CostlyGame, JudgedMove, MoveCosts},
    pair::Pair,
    rating_pool::RatingPool,
    ratings::{FirstSeat, Height, Rated, RatedBound, RatedFit, RatedPair, Ratings},
    score::{FaultyGame, Score},
    section_score::SectionScore,
    standing::{Criterion, Standing, SwissBreaks, TieBreaks},
    totals::{Tally, Total, TryTotal},
};
