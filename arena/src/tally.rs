//! Sums of games: scores, standings, fingerprints, comparisons.
//!
//! A [`Score`] takes every game, and has for each game of the tournament a [`SectionScore`]: a [`Tally`] of every
//! pairing, a [`Total`] of every entry, and their order by [`TieBreaks`]. A [`Pair`] estimates the strength of one
//! entry against another, [`Standing`]s give the places, [`Ratings`] the strength of all; the [`Fingerprint`] is equal
//! if all games are. A [`SectionManner`] distinguishes games with one name. [`Deals`] are compared where payoffs decide.

pub(crate) mod copies;
pub(crate) mod deals;
pub(crate) mod fingerprint;
mod first_seat;
pub(crate) mod listed;
pub(crate) mod pair;
pub(crate) mod ratings;
pub(crate) mod score;
pub(crate) mod section_manner;
pub(crate) mod section_score;
pub(crate) mod standing;
pub(crate) mod tiebreak;
pub(crate) mod totals;

pub use self::{
    copies::Copies,
    deals::{Deals, PairPayoff, RatedPayoff},
    fingerprint::Fingerprint,
    pair::Pair,
    ratings::{Height, Rated, RatedBound, RatedPair, Ratings},
    score::{FaultyGame, Score},
    section_manner::SectionManner,
    section_score::SectionScore,
    standing::{Criterion, Standing, SwissBreaks, TieBreaks},
    totals::{Tally, Total},
};
