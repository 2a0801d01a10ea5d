//! One game of a tournament in its document: standings, pairs, seats.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    ask::rules::Worded,
    plan::schedule::Plan,
    play::ending::Fault,
    rating::{Evidence, Sample, finite},
    tally::{
        deals::{PairPayoff, RatedPayoff},
        listed::Listed,
        ratings::{DEALS, FirstSeat, Rated, RatedFit, RatedPair},
        score::Score,
        section_manner::SectionManner,
        section_score::SectionScore,
        standing::{Criterion, TieBreaks},
        totals::{Tally, Total},
    },
};

#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub(crate) struct SectionEntry {
    /// The game's term.
    pub(super) game: String,
    /// How many seats it has.
    pub(super) seats: u8,
    /// The number of openings of each meeting.
    openings: u64,
    /// How many of them are from a file; the others repeat those.
    #[serde(skip_serializing_if = "Option::is_none")]
    openings_from_file: Option<u64>,
    /// How many random plies an opening has that is from no file.
    plies: u32,
    /// How seats are dealt out.
    seatings: String,
    /// How many games are played from one opening.
    pub(crate) seatings_each: u64,
    /// How many positions a player may look at for one move; null for any number.
    nodes: Option<u64>,
    /// How many milliseconds a move may take.
    #[serde(skip_serializing_if = "Option::is_none")]
    move_time: Option<u64>,
    /// By how many milliseconds an answer might be late.
    #[serde(skip_serializing_if = "Option::is_none")]
    time_margin: Option<u64>,
    /// After this many plies a game is too long.
    max_plies: u32,
    /// How many games were played.
    pub(super) games: u64,
    /// How many of them have no result.
    void: u64,
    /// The number of games not played because a player was excluded; they count for nobody.
    #[serde(skip_serializing_if = "Option::is_none")]
    unplayed: Option<u64>,
    /// The least and the greatest payoff, if payoffs decide the places.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) payoffs: Option<(f64, f64)>,
    /// Games that are copies of earlier ones, and are not counted in ratings.
    pub(super) copies: u64,
    /// How many were too long.
    too_long: u64,
    /// How many games a player gave up.
    #[serde(skip_serializing_if = "Option::is_none")]
    resigned: Option<u64>,
    /// The rule by which agreed values end a game as lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    resign: Option<String>,
    /// The rule by which they end it as drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    draw: Option<String>,
    /// How many games these rules ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    agreed: Option<u64>,
    /// The criteria of the places, in order.
    places_by: Vec<String>,
    /// The players, by place.
    standings: Vec<StandingEntry>,
    /// The pairs of players that met.
    pub(crate) pairs: Vec<PairEntry>,
    /// The likeliest ratings, for each group of players that can be compared, the best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) ratings: Vec<Vec<Rated>>,
    /// Where there are several groups, for each of them those below it: none of their players ever scored against it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) above: Vec<Vec<usize>>,
    /// Seat by seat.
    seat_totals: Vec<SeatEntry>,
    /// Where more pairs met than there are ratings to fit: whether these predict what pairs made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) fit: Option<RatedFit>,
    /// For games of two seats in several seatings: the advantage of the first seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) first_seat: Option<FirstSeat>,
    /// The players that could not be asked.
    absent: Vec<AbsentEntry>,
    /// After a knockout or a ladder: names, the first place first; equals as they signed up.
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<Vec<String>>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
struct StandingEntry {
    /// The place, from 1; equal for equals.
    place: usize,
    /// The name.
    name: String,
    /// A point for every other seat that got less in a game, a half for every one that got as much.
    points: f64,
    /// How many games it played.
    games: u64,
    /// How often it got more than another seat of its game.
    wins: u64,
    /// How often it got as much as another seat of its game.
    draws: u64,
    /// How often it got less than another seat of its game.
    losses: u64,
    /// Its mean payoff per game; null before its first game.
    mean_payoff: Option<f64>,
    /// The half-width of its 95 % interval over deals or openings, if payoffs say more than who won.
    #[serde(skip_serializing_if = "Option::is_none")]
    payoff_error: Option<f64>,
    /// How many deals that is of, or openings, without copies.
    #[serde(skip_serializing_if = "Option::is_none")]
    deals: Option<u64>,
    /// The points against each opponent times those it made in all; in a Swiss by meetings.
    #[serde(skip_serializing_if = "Option::is_none")]
    sonneborn_berger: Option<f64>,
    /// The share of points against each that is equal before tie-breaks, summed.
    #[serde(skip_serializing_if = "Option::is_none")]
    direct_encounter: Option<f64>,
    /// A Swiss: a point for a meeting won or a bye, a half for a tie.
    #[serde(skip_serializing_if = "Option::is_none")]
    meeting_points: Option<f64>,
    /// The meeting points of its opponents, summed.
    #[serde(skip_serializing_if = "Option::is_none")]
    buchholz: Option<f64>,
    /// The same without the least of these.
    #[serde(skip_serializing_if = "Option::is_none")]
    buchholz_cut1: Option<f64>,
    /// The same without the least and the greatest of these.
    #[serde(skip_serializing_if = "Option::is_none")]
    buchholz_median: Option<f64>,
    /// How many games it was at fault in, by kind of fault.
    faults: BTreeMap<String, u64>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub(crate) struct PairEntry {
    /// A player.
    pub(crate) one: String,
    /// Another.
    pub(crate) other: String,
    /// How often `one` got more.
    wins: u64,
    /// How often both got as much.
    draws: u64,
    /// How often it got less.
    losses: u64,
    /// The points that `one` made.
    points: f64,
    /// The number of openings by the points of `one` in their two games: 0, ½, 1, 1½, 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    openings: Option<[u64; 5]>,
    /// The number of units by the result of `one`, if these are no such openings: lost, drawn and won; with more than two
    /// seats: less than, the same as and more than the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    counts: Option<Vec<u64>>,
    /// How many independent units there were, copies left out: openings, or single games where there is one
    /// seating.
    units: Option<u64>,
    /// The share of `one` in the points of these units.
    share: Option<f64>,
    /// The standard error of that share.
    error: Option<f64>,
    /// The share that the rating of `one` lets one expect, on the seats that it had; left out for two players alone and for
    /// more than two seats.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<f64>,
    /// Where payoffs decide, what `share`, `error` and `by_opening` are of: what `one` got a game beyond the
    /// mean of the two.
    #[serde(skip_serializing_if = "Option::is_none")]
    payoff: Option<PairPayoff>,
    /// What `one` made of the games of each opening and meeting, in the plan's order: a letter for each,
    /// 0 to 9, a to z and A to Z, for this many half points; a hyphen where a game was void or a copy. Where
    /// payoffs decide, a number for each, as in `payoff`.
    /// Left out where there are very many.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub(crate) by_opening: Option<Listed>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
struct SeatEntry {
    /// The seat, from 1.
    seat: usize,
    /// How many games were played.
    games: u64,
    /// How often it got more than another seat of its game.
    wins: u64,
    /// How often it got as much as another seat of its game.
    draws: u64,
    /// How often it got less than another seat of its game.
    losses: u64,
    /// The points that it made.
    points: f64,
    /// Its mean payoff per game.
    mean_payoff: Option<f64>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
struct AbsentEntry {
    /// The name.
    name: String,
    /// Why it could not be asked.
    reason: String,
}

impl SectionEntry {
    /// The mean payoffs, the greatest first, if payoffs show more than the winner.
    pub(super) fn paid(&self, terms: &BTreeMap<String, String>) -> Vec<RatedPayoff> {
        if self.payoffs.is_none() && self.standings.iter().all(|standing| standing.deals.is_none())
        {
            return Vec::new();
        }
        let one = |standing: &StandingEntry| {
            Some(RatedPayoff {
                name: standing.name.clone(),
                players: terms.get(&standing.name).cloned().into_iter().collect(),
                mean: standing.mean_payoff?,
                error: standing.payoff_error,
                deals: standing.deals.unwrap_or_default(),
            })
        };
        let mut all: Vec<RatedPayoff> = self.standings.iter().filter_map(one).collect();
        all.sort_by(|one, other| other.mean.total_cmp(&one.mean));
        all
    }

    /// The pairs that met, for ratings.
    pub(super) fn rated_pairs(&self) -> Vec<RatedPair> {
        let rated = |pair: &PairEntry| pair.rated(self.seats, self.payoffs.is_some());
        self.pairs.iter().filter_map(rated).collect()
    }

    /// From the least payoff to the greatest.
    pub(crate) fn width(&self) -> f64 {
        self.payoffs.map_or(2.0, |(least, greatest)| greatest - least)
    }

    /// The game, and how it was played.
    pub(crate) fn manner(&self) -> SectionManner {
        SectionManner {
            game: self.game.clone(),
            nodes: self.nodes,
            move_time: self.move_time,
            openings: self.openings,
            openings_from_file: self.openings_from_file,
            plies: self.plies,
            seatings: self.seatings.clone(),
            max_plies: self.max_plies,
        }
    }
}

impl PairEntry {
    /// The results of the lower of two entries against the other.
    fn of(
        score: &SectionScore,
        (i, j): (usize, usize),
        name: impl Fn(usize) -> String,
        rated: Option<&RatedPair>,
    ) -> Self {
        let rated = rated.filter(|pair| !pair.is_by_payoff());
        let (tally, openings) = (score.tally(i, j), score.openings(i, j));
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
            units: Some(evidence.map_or(0, |e| e.units)),
            share: evidence.map(|e| e.share()),
            error: evidence.map(|e| e.error()),
            expected: rated.and_then(|pair| pair.expected),
            payoff: score.advantage(i, j).map(PairPayoff::from),
            by_opening: score.by_opening(i, j).cloned(),
        }
    }

    /// The evidence for `one` against the other, by independent units, if any count.
    pub(crate) fn evidence(&self) -> Option<Evidence> {
        // Documents of earlier versions have counts only.
        let sample = match self.openings {
            Some(openings) => Sample::Pairs(openings),
            None => Sample::Games([self.losses, self.draws, self.wins]),
        };
        let units = self.units.unwrap_or(sample.units());
        let found = self.share.zip(self.error);
        found.map_or_else(
            || sample.evidence(),
            |(share, error)| Evidence::of_error(units, share, error),
        )
    }

    /// The same as a pair of ratings, where payoffs decide or do not.
    fn rated(&self, seats: u8, is_by_payoff: bool) -> Option<RatedPair> {
        let evidence = self.evidence()?;
        let difference = evidence.difference();
        let counts = self.openings.map(|counts| counts.to_vec()).or_else(|| self.counts.clone());
        let (units, counts) = match counts.filter(|_| !is_by_payoff) {
            _ if is_by_payoff => (DEALS, vec![evidence.units]),
            Some(counts) => {
                (if seats == 2 && counts.len() == 3 { "games" } else { "openings" }, counts)
            }
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

/// The document of a game of the tournament.
pub(super) fn section(plan: &Plan, number: usize, all: &Score) -> SectionEntry {
    let (tournament, score) = (plan.tournament(), &all.sections[number]);
    let section = &tournament.sections[number];
    let name = |entry: usize| tournament.entries[entry].name.clone();
    let places = score.places();
    let (breaks, by_format) = (score.tie_breaks(), score.criteria() == [Criterion::Format]);
    let with_berger =
        1 < score.seats.len() && score.criteria().contains(&Criterion::SonnebornBerger);
    let order = by_format
        .then(|| places.iter().map(|&(_, i)| name(score.entries[i])).collect::<Vec<String>>());
    let standing = |(place, i): (usize, usize)| {
        let Total { games, tally: Tally { wins, draws, losses }, .. } = score.totals[i];
        let kinds = Fault::KINDS.into_iter().map(str::to_owned);
        let faults = kinds.zip(score.totals[i].faults);
        let TieBreaks { sonneborn_berger, direct_encounter, swiss } = breaks[i];
        StandingEntry {
            place,
            name: name(score.entries[i]),
            points: score.totals[i].tally.points(),
            games,
            wins,
            draws,
            losses,
            mean_payoff: score.totals[i].mean(),
            payoff_error: score.payoff_error(i),
            deals: score.deals.as_ref().map(|deals| deals.played(i)),
            sonneborn_berger: with_berger.then_some(sonneborn_berger),
            direct_encounter,
            meeting_points: swiss.map(|s| s.meeting_points),
            buchholz: swiss.map(|s| s.buchholz),
            buchholz_cut1: swiss.map(|s| s.buchholz_cut1),
            buchholz_median: swiss.map(|s| s.buchholz_median),
            faults: faults.filter(|&(_, count)| count != 0).collect(),
        }
    };
    let ratings = all.ratings(plan, number);
    let rated: BTreeMap<(&str, &str), &RatedPair> =
        ratings.pairs.iter().map(|pair| ((&*pair.one, &*pair.other), pair)).collect();
    let pair = |(i, j): (usize, usize)| {
        let [one, other] = [i, j].map(|i| name(score.entries[i]));
        PairEntry::of(score, (i, j), name, rated.get(&(&*one, &*other)).copied())
    };
    let pairs = score.met().map(pair).collect();
    let seat = |(index, total): (usize, &Total)| SeatEntry {
        seat: index + 1,
        games: total.games,
        wins: total.tally.wins,
        draws: total.tally.draws,
        losses: total.tally.losses,
        points: total.tally.points(),
        mean_payoff: total.mean(),
    };
    let absent = tournament.absent.iter().filter(|absence| absence.section == number);
    SectionEntry {
        game: section.game.term.clone(),
        seats: section.facts.seats,
        openings: section.openings,
        openings_from_file: (!section.book.is_empty())
            .then_some(section.openings.min(section.book.len() as u64)),
        plies: section.plies,
        seatings: section.seating.word().to_owned(),
        seatings_each: plan.group(number),
        nodes: section.budget.nodes,
        move_time: section.move_time,
        time_margin: section.move_time.map(|_| section.time_margin),
        max_plies: section.max_plies,
        games: score.games,
        void: score.void,
        unplayed: (score.unplayed != 0).then_some(score.unplayed),
        payoffs: score
            .is_by_payoff()
            .then_some((section.facts.min_payoff, section.facts.max_payoff)),
        copies: score.copies,
        too_long: score.too_long,
        resigned: (score.resigned != 0).then_some(score.resigned),
        resign: section.resign.as_ref().map(|rule| rule.term.clone()),
        draw: section.draw.as_ref().map(|rule| rule.term.clone()),
        agreed: section.resign.as_ref().or(section.draw.as_ref()).map(|_| score.agreed),
        fit: ratings.fit,
        first_seat: ratings.first_seat,
        above: ratings.above.iter().filter(|_| 1 < ratings.groups.len()).cloned().collect(),
        ratings: ratings.rounded(),
        places_by: score.criteria().iter().map(|criterion| criterion.word().to_owned()).collect(),
        standings: places.iter().copied().map(standing).collect(),
        pairs,
        seat_totals: score.seats.iter().enumerate().map(seat).collect(),
        absent: absent
            .map(|a| AbsentEntry { name: name(a.entry), reason: a.reason.clone() })
            .collect(),
        order,
    }
}
