//! What games add up to: scores, standings, fingerprints, comparisons.
//!
//! A [`Score`] takes every game, and has for each game of the tournament a [`SectionScore`]: a
//! [`Tally`] of every pairing, a [`Total`] of every entry, and the order of all of them by
//! [`TieBreaks`]. A [`Pair`] says how strong one is against another, [`Standing`]s who is where, [`Ratings`]
//! how strong everybody is; the [`Fingerprint`] is equal where all games are. [`Listed`] has what was made of
//! every opening. A [`SectionManner`] tells games of one name apart. [`Deals`] are what is compared where
//! payoffs decide.

pub(crate) mod copies;
pub(crate) mod deals;
pub(crate) mod fingerprint;
mod first_seat;
pub(crate) mod listed;
pub(crate) mod pair;
pub(crate) mod ratings;
pub(crate) mod score;
pub(crate) mod section_manner;
pub(crate) mod standing;
pub(crate) mod tiebreak;

pub use self::{
    copies::Copies,
    deals::{Deals, PairPayoff, RatedPayoff},
    fingerprint::Fingerprint,
    listed::Listed,
    pair::Pair,
    ratings::{Height, Rated, RatedBound, RatedPair, Ratings},
    score::{FaultyGame, Score, SectionScore, Tally, Total},
    section_manner::SectionManner,
    standing::{Criterion, Standing, SwissBreaks, TieBreaks},
};
