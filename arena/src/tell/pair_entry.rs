//! What two players made of each other at a game of a tournament, in its document.

use serde::{Deserialize, Serialize};

use crate::{
    rating::{Evidence, Sample, finite},
    tally::{
        deals::PairPayoff,
        listed::Listed,
        ratings::{DEALS, RatedPair},
        section_score::SectionScore,
        totals::Tally,
    },
};

#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub(crate) struct PairEntry {
    /// A player.
    pub(crate) one: String,
    /// Another.
    pub(crate) other: String,
    /// How often `one` got more.
    pub(super) wins: u64,
    /// How often both got as much.
    pub(super) draws: u64,
    /// How often it got less.
    pub(super) losses: u64,
    /// The points that `one` made.
    pub(super) points: f64,
    /// The number of openings by the points of `one` in their two games: 0, ½, 1, 1½, 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) openings: Option<[u64; 5]>,
    /// The number of units by the result of `one`, if these are no such openings: lost, drawn and won; with more than two
    /// seats: less than, the same as and more than the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) counts: Option<Vec<u64>>,
    /// Where there are such openings, the number of games beside them, whose other one is missing, is void or does not
    /// count: lost, drawn and won by `one`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) singles: Option<[u64; 3]>,
    /// How many independent units there were, copies left out: openings, or single games where there is one
    /// seating.
    pub(super) units: Option<u64>,
    /// The share of `one` in the points of these units.
    pub(super) share: Option<f64>,
    /// The standard error of that share.
    pub(super) error: Option<f64>,
    /// The share that the rating of `one` lets one expect, on the seats that it had; left out for two players alone and for
    /// more than two seats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) expected: Option<f64>,
    /// Where payoffs decide, what `share`, `error` and `by_opening` are of: what `one` got a game beyond the
    /// mean of the two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) payoff: Option<PairPayoff>,
    /// What `one` made of the games of each opening and meeting, in the plan's order: a letter for each,
    /// 0 to 9, a to z and A to Z, for this many half points; a hyphen where a game was void or a copy. Where
    /// payoffs decide, a number for each, as in `payoff`.
    /// Left out where there are very many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) by_opening: Option<Listed>,
}

impl PairEntry {
    /// The results of the lower of two entries against the other.
    pub(super) fn of(
        score: &SectionScore,
        (i, j): (usize, usize),
        name: impl Fn(usize) -> String,
        rated: Option<&RatedPair>,
    ) -> Self {
        let rated = rated.filter(|pair| !pair.is_by_payoff());
        let (tally, openings) = (score.tally(i, j), score.openings(i, j));
        let singles = match score.sample(i, j) {
            Sample::Mixed(_, singles) => Some(singles),
            Sample::Games(_) | Sample::Pairs(_) => None,
        };
        let evidence = score.evidence(i, j);
        PairEntry {
            one: name(score.entries[i]),
            other: name(score.entries[j]),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            points: tally.points(),
            openings: (openings != [0; 5]).then_some(openings),
            counts: rated.filter(|_| openings == [0; 5]).map(|pair| pair.counts.clone()),
            singles,
            units: Some(evidence.map_or(0, |e| e.units)),
            share: evidence.map(|e| e.share()),
            error: evidence.map(|e| e.error()),
            expected: rated.and_then(|pair| pair.expected),
            payoff: score.advantage(i, j).map(PairPayoff::from),
            by_opening: score.by_opening(i, j).cloned(),
        }
    }

    /// The results of `one` against the other, copies included.
    pub(super) fn tally(&self) -> Tally {
        let PairEntry { wins, draws, losses, .. } = *self;
        Tally { wins, draws, losses }
    }

    /// The same in units, copies left out, of a game of two seats.
    pub(super) fn sample(&self) -> Sample {
        match (self.openings, self.singles, self.counts.as_deref()) {
            (Some(openings), Some(singles), _) => Sample::Mixed(openings, singles),
            (Some(openings), None, _) => Sample::Pairs(openings),
            (None, _, Some(&[lost, drawn, won])) => Sample::Games([lost, drawn, won]),
            (None, ..) if self.units == Some(0) => Sample::Games([0; 3]),
            // Documents of earlier versions have no such counts.
            (None, ..) => Sample::Games([self.losses, self.draws, self.wins]),
        }
    }

    /// The evidence for `one` against the other, by independent units, if any count.
    pub(crate) fn evidence(&self) -> Option<Evidence> {
        let sample = self.sample();
        let units = self.units.unwrap_or(sample.units());
        let found = self.share.zip(self.error);
        found.map_or_else(|| sample.evidence(), |(share, error)| Evidence::of_error(units, share, error))
    }

    /// The same as a pair of ratings, where payoffs decide or do not.
    pub(super) fn rated(&self, seats: u8, is_by_payoff: bool) -> Option<RatedPair> {
        let evidence = self.evidence()?;
        let of_sample = self.sample().difference().filter(|_| seats == 2 && !is_by_payoff);
        let difference = of_sample.unwrap_or_else(|| evidence.difference());
        let counts = self.openings.map(|counts| counts.to_vec()).or_else(|| self.counts.clone());
        let (units, counts) = match counts.filter(|_| !is_by_payoff) {
            _ if is_by_payoff => (DEALS, vec![evidence.units]),
            Some(counts) => (if seats == 2 && counts.len() == 3 { "games" } else { "openings" }, counts),
            None => ("units", vec![evidence.units]),
        };
        Some(RatedPair {
            one: self.one.clone(),
            other: self.other.clone(),
            units: units.to_owned(),
            counts,
            score: difference.score,
            expected: self.expected,
            elo: finite(difference.elo).filter(|_| !is_by_payoff),
            low: finite(difference.interval.0).filter(|_| !is_by_payoff),
            high: finite(difference.interval.1).filter(|_| !is_by_payoff),
            superiority: difference.superiority,
            payoff: self.payoff,
        })
    }
}
