//! The strength of all players of a game, in one form for any number of seats and of journals.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::{
    ask::words::count,
    plan::schedule::Plan,
    rating::{Advantage, Difference, Evidence, KnownDifference, RatingFit, RatingSystem, RatingTable, finite, tenths},
    tally::{
        deals::{Deals, PairPayoff, RatedPayoff},
        score::Score,
    },
};

/// The method of rating where payoffs decide, and the units of their pairs.
pub(crate) const PAYOFF: &str = "payoff";
pub(crate) const DEALS: &str = "deals";

/// The ratings of all who played a game.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Ratings {
    /// The game's term, and the limits of a move where it was played under several.
    pub game: String,
    /// How many seats it has.
    pub seats: usize,
    /// Games with a result, copies included.
    pub played: u64,
    /// Games that repeat earlier ones and are not counted.
    pub copies: u64,
    /// How it was rated: likelihood, glicko-2 or weng-lin; payoff where payoffs decide.
    pub system: String,
    /// Groups of players that can be compared with each other, the best first. None if the system cannot rate this
    /// number of seats.
    pub groups: Vec<Vec<Rated>>,
    /// For every group, the groups below it: none of their players ever scored against it. Nothing if that is unknown.
    pub above: Vec<Vec<usize>>,
    /// For games of two seats in several seatings: what the first seat made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_seat: Option<FirstSeat>,
    /// Where more pairs met than there are ratings to fit: whether these predict what pairs made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fit: Option<RatedFit>,
    /// If payoffs say more than who won: each player's payoff per game, the greatest first. If payoffs decide there
    /// is no Elo.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub payoffs: Vec<RatedPayoff>,
    /// The pairs of players that met.
    pub pairs: Vec<RatedPair>,
}

/// A player with its rating.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Rated {
    /// Its name.
    pub name: String,
    /// The terms of all that are called so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<String>,
    /// Elo points relative to the mean of the group, or the anchor; null where nothing can be compared with
    /// it.
    pub elo: Option<f64>,
    /// Half of the 95 % interval.
    pub error: Option<f64>,
    /// The one-sided bound of a perfect score.
    #[serde(flatten)]
    pub bound: Option<RatedBound>,
    /// The probability of being stronger than each of the group, in its order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub superiority: Vec<f64>,
}

/// What a perfect score says.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RatedBound {
    /// The rating is at least this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<f64>,
    /// It is at most this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<f64>,
    /// The group on whose scale that is, counted from 0; if nobody there has a rating, it is relative to the mean of the
    /// two that met.
    pub on_the_scale_of: usize,
}

/// How one did against another.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RatedPair {
    /// A player.
    pub one: String,
    /// Another.
    pub other: String,
    /// The kind of units: openings or games; deals if payoffs decide.
    pub units: String,
    /// The number of units by the result of `one`, from no points to all; with more than two seats: less than, the
    /// same as and more than the other. One number where only their sum is known.
    pub counts: Vec<u64>,
    /// The share of the points that `one` had, 0 to 1; where payoffs decide, of what there was to win.
    pub score: f64,
    /// The share that its rating lets one expect, on the seats that it had; left out where a group of two is rated by this
    /// very pair, and for more than two seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<f64>,
    /// Elo points; null for a perfect score, of which only the bound is known.
    pub elo: Option<f64>,
    /// The lower end of the 95 % interval; null where there is none.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The probability that `one` is the stronger.
    pub superiority: f64,
    /// If payoffs say more than who won: the payoff of `one` beyond the mean of the two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payoff: Option<PairPayoff>,
}

/// What the first of two seats made, whoever sat there.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct FirstSeat {
    /// How many openings there were, copies left out.
    pub units: u64,
    /// The first seat's share of the points.
    pub share: f64,
    /// The Elo difference that makes; null where it is infinite.
    pub elo: Option<f64>,
    /// The lower end of its 95 % interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

impl FirstSeat {
    /// Its Elo points and the ends of their interval, where all three are finite.
    pub fn with_interval(&self) -> Option<[f64; 3]> {
        Some([self.elo?, self.low?, self.high?])
    }
}

/// Whether ratings predict what pairs made of each other: the mean square of made minus expected shares, relative to what
/// the scatter of the units within pairs lets one expect.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RatedFit {
    /// About 1 where ratings predict everything but chance, and greater where they do not.
    pub f: f64,
    /// Its degrees of freedom: the pairs beyond the ratings that were fitted to them.
    pub pairs: u64,
    /// And the units beyond the pairs.
    pub units: u64,
    /// The probability of as much by chance alone.
    pub probability: f64,
}

/// A place on a scale: a rating with the ends of its interval, or a bound, which has one end.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Height {
    /// Elo points; nothing where only a bound is known.
    pub elo: Option<f64>,
    /// The lower end, if there is one.
    pub low: Option<f64>,
    /// The upper end, if there is one.
    pub high: Option<f64>,
}

impl Ratings {
    /// Adds what is known of the strength of players, with the name of each and the terms of all that are called so: what
    /// they got if payoffs decide; otherwise their Elo, and payoffs beside it where they show more than who won.
    pub(super) fn filled(
        self,
        deals: Option<&Deals>,
        rated: impl FnOnce() -> (RatingTable, Vec<KnownDifference>),
        named: &dyn Fn(usize) -> (String, Vec<String>),
        is_anchored: bool,
    ) -> Ratings {
        let payoffs = deals.map_or_else(Vec::new, |deals| deals.rated(named));
        let ratings = Ratings { payoffs, ..self };
        if let Some(deals) = deals.filter(|deals| deals.decide()) {
            return ratings.by_payoff(deals, named);
        }
        let (table, differences) = rated();
        ratings.with(&table, differences, deals, named, is_anchored)
    }

    /// Puts names to a table: of every entry its name, and the terms of all that are called so.
    fn with(
        mut self,
        table: &RatingTable,
        differences: Vec<KnownDifference>,
        deals: Option<&Deals>,
        named: &dyn Fn(usize) -> (String, Vec<String>),
        is_anchored: bool,
    ) -> Ratings {
        let group = |index: usize| {
            let group = &table.groups[index];
            let is_rated = group.is_rated() && (1 < group.entries.len() || is_anchored);
            let mut order: Vec<usize> = (0..group.entries.len()).collect();
            order.sort_by(|&a, &b| group.ratings[b].elo.total_cmp(&group.ratings[a].elo));
            let bound = table.bounds[index].map(|bound| {
                let at = |is_wanted: bool| is_wanted.then_some(bound.elo + 0.0);
                let (at_least, at_most) = (at(bound.is_least), at(!bound.is_least));
                RatedBound { at_least, at_most, on_the_scale_of: bound.group }
            });
            let rated = |&at: &usize| {
                let (name, players) = named(group.entries[at]);
                let superiority = group.superiority.get(at).filter(|_| is_rated);
                Rated {
                    name,
                    players,
                    elo: finite(group.ratings[at].elo).filter(|_| is_rated),
                    error: finite(group.ratings[at].error).filter(|_| is_rated),
                    bound,
                    superiority: superiority
                        .map_or_else(Vec::new, |row| order.iter().map(|&other| row[other]).collect()),
                }
            };
            order.iter().map(rated).collect()
        };
        self.groups = (0..table.groups.len()).map(group).collect();
        let above = table.beat.iter().enumerate().map(|(one, row)| {
            let below = row.iter().enumerate().filter(|&(other, beat)| *beat && other != one);
            below.map(|(other, _)| other).collect()
        });
        self.above = above.collect();
        self.fit = table.fit.map(RatedFit::from);
        let large = table.groups.iter().filter(|group| 2 < group.entries.len());
        let predicted: BTreeSet<usize> = large.flat_map(|group| group.entries.iter().copied()).collect();
        let pair = |known: KnownDifference| {
            let KnownDifference { pair: (i, j), is_by_openings, counts, difference } = known;
            RatedPair {
                one: named(i).0,
                other: named(j).0,
                units: if is_by_openings { "openings" } else { "games" }.to_owned(),
                counts,
                score: difference.score,
                expected: table.expected.get(&(i, j)).copied().filter(|_| predicted.contains(&i)),
                elo: finite(difference.elo),
                low: finite(difference.interval.0),
                high: finite(difference.interval.1),
                superiority: difference.superiority,
                payoff: deals.and_then(|deals| deals.advantage(i, j)).map(PairPayoff::from),
            }
        };
        self.pairs = differences.into_iter().map(pair).collect();
        self
    }

    /// Puts names to what everybody got of others where payoffs decide.
    fn by_payoff(mut self, deals: &Deals, named: &dyn Fn(usize) -> (String, Vec<String>)) -> Ratings {
        PAYOFF.clone_into(&mut self.system);
        let pair = |((i, j), advantage): ((usize, usize), Advantage)| RatedPair {
            one: named(i).0,
            other: named(j).0,
            units: DEALS.to_owned(),
            counts: vec![advantage.units],
            score: 0.5 + advantage.mean / deals.width(),
            expected: None,
            elo: None,
            low: None,
            high: None,
            superiority: advantage.superiority,
            payoff: Some(advantage.into()),
        };
        self.pairs = deals.met().map(pair).collect();
        self
    }

    /// Whether payoffs decide, so that there is no Elo.
    pub fn is_by_payoff(&self) -> bool {
        self.system == PAYOFF
    }

    /// The scales on which entries can be compared: the number of the group, and all entries with a place there, those
    /// with perfect scores first.
    pub fn scales(&self) -> Vec<(usize, Vec<(&Rated, Height)>)> {
        let scale = |group: usize| {
            let all = self.groups.iter().enumerate();
            let all = all.flat_map(|(own, players)| players.iter().map(move |p| (own, p)));
            let mut found: Vec<(&Rated, Height)> =
                all.filter_map(|(own, p)| Some((p, p.height(group, own)?))).collect();
            let order = |height: &Height| match (height.low, height.high) {
                (Some(_), None) => f64::INFINITY,
                (None, Some(_)) => f64::NEG_INFINITY,
                _ => height.elo.unwrap_or_default(),
            };
            found.sort_by(|(_, one), (_, other)| order(other).total_cmp(&order(one)));
            (group, found)
        };
        (0..self.groups.len()).map(scale).filter(|(_, players)| 1 < players.len()).collect()
    }

    /// The groups with numbers of no more digits than mean anything, and no more than these.
    pub(crate) fn rounded(self) -> Vec<Vec<Rated>> {
        let rounded = |rated: Rated| Rated {
            elo: rated.elo.map(tenths),
            error: rated.error.map(tenths),
            bound: rated.bound.map(|bound| RatedBound {
                at_least: bound.at_least.map(tenths),
                at_most: bound.at_most.map(tenths),
                ..bound
            }),
            players: Vec::new(),
            superiority: Vec::new(),
            ..rated
        };
        self.groups.into_iter().map(|group| group.into_iter().map(rounded).collect()).collect()
    }
}

impl Rated {
    /// Its place on the scale of a group, if it has one there.
    fn height(&self, group: usize, own: usize) -> Option<Height> {
        if let Some(elo) = self.elo.filter(|_| group == own) {
            let [low, high] = [-1.0, 1.0].map(|side| self.error.map(|error| tenths(elo + side * error)));
            return Some(Height { elo: Some(tenths(elo)), low, high });
        }
        let bound = self.bound.as_ref().filter(|bound| bound.on_the_scale_of == group)?;
        let [low, high] = [bound.at_least, bound.at_most].map(|end| end.map(tenths));
        Some(Height { elo: None, low, high })
    }
}

impl RatedPair {
    /// The difference in words.
    pub fn in_words(&self) -> String {
        if let Some(words) = self.payoff_in_words().filter(|_| self.is_by_payoff()) {
            return words;
        }
        in_words(self.score, self.elo, self.low, self.high)
    }

    /// Whether payoffs decide which of the two is better.
    pub fn is_by_payoff(&self) -> bool {
        self.units == DEALS
    }

    /// The payoff of `one` minus the mean of both, if payoffs show more than the winner.
    pub fn payoff_in_words(&self) -> Option<String> {
        self.payoff.as_ref().map(PairPayoff::in_words)
    }
}

impl FirstSeat {
    /// The difference in words, and what it is of.
    pub fn in_words(&self) -> String {
        let words = in_words(self.share, self.elo, self.low, self.high);
        format!("{words}, by its share of the points, over {}", count(self.units, "opening"))
    }
}

impl From<Evidence> for FirstSeat {
    fn from(evidence: Evidence) -> FirstSeat {
        let Difference { elo, interval: (low, high), .. } = evidence.difference();
        FirstSeat {
            units: evidence.units,
            share: evidence.share(),
            elo: finite(elo),
            low: finite(low),
            high: finite(high),
        }
    }
}

impl RatedFit {
    /// What the test says.
    pub fn in_words(&self) -> String {
        let RatedFit { f, pairs, units, probability } = self;
        let says = match *probability {
            rare if rare < 0.05 => "one number for each does not predict what all pairs made",
            _ => "what pairs made is as one number for each predicts",
        };
        let chance = 100.0 * probability;
        format!("{says}: F = {f:.2} with {pairs} and {units} degrees of freedom, by chance in {chance:.1} %")
    }
}

impl From<RatingFit> for RatedFit {
    fn from(fit: RatingFit) -> RatedFit {
        let RatingFit { statistic: f, freedom: (pairs, units), probability, .. } = fit;
        RatedFit { f, pairs, units, probability }
    }
}

/// A share's difference with the ends of its interval, of which those that are missing are infinite.
fn in_words(share: f64, elo: Option<f64>, low: Option<f64>, high: Option<f64>) -> String {
    let infinite = if share < 0.5 { f64::NEG_INFINITY } else { f64::INFINITY };
    let (low, high) = (low.unwrap_or(f64::NEG_INFINITY), high.unwrap_or(f64::INFINITY));
    Difference::words(elo.unwrap_or(infinite), low, high)
}

impl Score {
    /// The strength of the players of a section.
    pub fn ratings(&self, plan: &Plan, section: usize) -> Ratings {
        let (tournament, scored) = (plan.tournament(), &self.sections[section]);
        let known = &tournament.sections[section];
        let named = |i: usize| {
            let entry = &tournament.entries[scored.entries[i]];
            (entry.name.clone(), vec![entry.player.term.clone()])
        };
        let ratings = Ratings {
            game: known.game.term.clone(),
            seats: scored.seats.len(),
            played: scored.games,
            copies: scored.copies,
            system: RatingSystem::Likelihood.word().to_owned(),
            first_seat: scored.first_seat().map(FirstSeat::from),
            ..Ratings::default()
        };
        let rated = || (scored.ratings().unwrap_or_default(), scored.differences());
        ratings.filled(scored.deals.as_ref(), rated, &named, false)
    }
}
