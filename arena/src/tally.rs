//! What games add up to: scores, standings, fingerprints, comparisons.
//!
//! A [`Score`] takes every game, and has for each game of the tournament a [`SectionScore`]: a
//! [`Tally`] of every pairing, a [`Total`] of every entry, and the order of all of them by
//! [`TieBreaks`]. A [`Pair`] says how strong one is against another; the [`Fingerprint`] is equal where
//! all games are. [`compare`] says what changed between two results, by their [`Summary`]s, in which
//! [`Listed`] has what was made of every opening. A [`SectionManner`] tells games of one name apart.

pub(crate) mod compare;
pub(crate) mod copies;
pub(crate) mod fingerprint;
pub(crate) mod listed;
pub(crate) mod pair;
pub(crate) mod score;
pub(crate) mod section_manner;
pub(crate) mod standing;
pub(crate) mod tiebreak;

pub use self::{
    compare::{Comparison, PairChange, Summary, SummaryPair, SummarySection, compare},
    copies::Copies,
    fingerprint::Fingerprint,
    listed::Listed,
    pair::Pair,
    score::{FaultyGame, Score, SectionScore, Tally, Total},
    section_manner::SectionManner,
    standing::{Criterion, SwissBreaks, TieBreaks},
    tiebreak::Cut,
};
