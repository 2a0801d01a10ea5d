//! One game of a tournament in its document: standings, pairs, seats.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    ask::{rules::Worded, spec::Spec},
    plan::schedule::Plan,
    play::ending::Fault,
    tally::{
        deals::RatedPayoff,
        ratings::{FirstSeat, Rated, RatedFit, RatedPair},
        score::Score,
        section_manner::SectionManner,
        standing::{Criterion, TieBreaks},
        totals::{Tally, Total, TryTotal},
    },
    tell::pair_entry::PairEntry,
};

/// One game of the tournament, with all that was made of it.
#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct SectionEntry {
    /// The game's term.
    pub game: String,
    /// How many seats it has.
    pub(super) seats: u8,
    /// The number of openings of each meeting.
    pub(super) openings: u64,
    /// How many of them are from a file; the others repeat those.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) openings_from_file: Option<u64>,
    /// How many random plies an opening has that is from no file.
    pub(super) plies: u32,
    /// How seats are dealt out.
    pub(super) seatings: String,
    /// How many games are played from one opening.
    pub(crate) seatings_each: u64,
    /// How many positions a player may look at for one move; null for any number.
    pub(super) nodes: Option<u64>,
    /// How many milliseconds a move may take.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) move_time: Option<u64>,
    /// By how many milliseconds an answer might be late.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) time_margin: Option<u64>,
    /// After this many plies a game is too long.
    pub(super) max_plies: u32,
    /// How many games were played.
    pub(super) games: u64,
    /// How many of them have no result.
    pub(super) void: u64,
    /// The number of games not played because a player was excluded; they count for nobody.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) unplayed: Option<u64>,
    /// The least and the greatest payoff, if payoffs decide the places.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payoffs: Option<(f64, f64)>,
    /// True where payoffs were other than −1, 0 and 1; left out otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) graded: bool,
    /// Games that are copies of earlier ones, and are not counted in ratings.
    pub(super) copies: u64,
    /// How many were too long.
    pub(super) too_long: u64,
    /// How many games a player gave up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) resigned: Option<u64>,
    /// The rule by which agreed values end a game as lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) resign: Option<String>,
    /// The rule by which they end it as drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) draw: Option<String>,
    /// How many games these rules ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) agreed: Option<u64>,
    /// The criteria of the places, in order.
    pub(super) places_by: Vec<String>,
    /// The players, by place.
    pub standings: Vec<StandingEntry>,
    /// The pairs of players that met.
    pub(crate) pairs: Vec<PairEntry>,
    /// The likeliest ratings, for each group of players that can be compared, the best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) ratings: Vec<Vec<Rated>>,
    /// Where there are several groups, for each of them those below it: none of their players ever scored against it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) above: Vec<Vec<usize>>,
    /// Seat by seat.
    pub(super) seat_totals: Vec<SeatEntry>,
    /// Where more pairs met than there are ratings to fit: whether these predict what pairs made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) fit: Option<RatedFit>,
    /// For games of two seats in several seatings: the advantage of the first seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_seat: Option<FirstSeat>,
    /// The players that could not be asked.
    pub(super) absent: Vec<AbsentEntry>,
    /// After a knockout or a ladder: names, the first place first; equals as they signed up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) order: Option<Vec<String>>,
    /// Pairs of a knockout that tied in every replay, so that whoever signed up first, and stands first here, went on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) tied: Vec<(String, String)>,
}

/// A player in its place.
#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct StandingEntry {
    /// The place, from 1; equal for equals.
    pub place: usize,
    /// The name.
    pub name: String,
    /// A point for every other seat that got less in a game, a half for every one that got as much.
    pub points: f64,
    /// How many games it played.
    pub games: u64,
    /// How often it got more than another seat of its game.
    pub wins: u64,
    /// How often it got as much as another seat of its game.
    pub draws: u64,
    /// How often it got less than another seat of its game.
    pub losses: u64,
    /// Its mean payoff per game; null before its first game.
    pub mean_payoff: Option<f64>,
    /// The half-width of its 95 % interval over deals or openings, if payoffs say more than who won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payoff_error: Option<f64>,
    /// How many deals that is of, or openings, without copies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deals: Option<u64>,
    /// The points against each opponent times those it made in all; in a Swiss by meetings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sonneborn_berger: Option<f64>,
    /// The share of points against each that is equal before tie-breaks, summed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direct_encounter: Option<f64>,
    /// A Swiss: a point for a meeting won or a bye, a half for a tie.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meeting_points: Option<f64>,
    /// The meeting points of its opponents, summed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buchholz: Option<f64>,
    /// The same without the least of these.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buchholz_cut1: Option<f64>,
    /// The same without the least and the greatest of these.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buchholz_median: Option<f64>,
    /// How many games it was at fault in, by kind of fault.
    pub faults: BTreeMap<String, u64>,
    /// How often it answered, if it is a program with second tries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tries: Option<TriesEntry>,
}

/// The answers of a player with second tries.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct TriesEntry {
    /// The moves that it was asked for, and named rightly or wrongly.
    pub moves: u64,
    /// Its answers to these questions, the wrong ones too.
    pub tries: u64,
    /// Tries a move: 1 where none was wrong.
    pub per_move: f64,
    /// How many games it lost because no try was left; they are among its faults.
    pub games_lost: u64,
}

impl TriesEntry {
    /// Nothing where it has no second tries, or gave no answer.
    fn of(total: TryTotal) -> Option<TriesEntry> {
        let TryTotal { moves, tries, games_lost } = total;
        total.per_move().map(|per_move| TriesEntry { moves, tries, per_move, games_lost })
    }
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub(super) struct SeatEntry {
    /// The seat, from 1.
    pub(super) seat: usize,
    /// How many games were played.
    pub(super) games: u64,
    /// How often it got more than another seat of its game.
    pub(super) wins: u64,
    /// How often it got as much as another seat of its game.
    pub(super) draws: u64,
    /// How often it got less than another seat of its game.
    pub(super) losses: u64,
    /// The points that it made.
    pub(super) points: f64,
    /// Its mean payoff per game.
    pub(super) mean_payoff: Option<f64>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub(super) struct AbsentEntry {
    /// The name.
    pub(super) name: String,
    /// Why it could not be asked.
    pub(super) reason: String,
}

impl SectionEntry {
    /// The mean payoffs, the greatest first, if payoffs show more than the winner.
    pub(super) fn paid(&self, terms: &BTreeMap<&str, &str>) -> Vec<RatedPayoff> {
        if !self.is_by_payoff() && !self.has_payoff_errors() {
            return Vec::new();
        }
        let one = |standing: &StandingEntry| {
            Some(RatedPayoff {
                name: standing.name.clone(),
                players: terms.get(&*standing.name).map(|&term| term.to_owned()).into_iter().collect(),
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

    /// The game's name, without its options.
    pub fn game_name(&self) -> &str {
        self.game.split('(').next().unwrap_or_default()
    }

    /// Whether payoffs rather than points decide the places.
    pub fn is_by_payoff(&self) -> bool {
        self.payoffs.is_some()
    }

    /// Whether payoffs may say more than who won.
    pub fn has_payoff_errors(&self) -> bool {
        self.standings.iter().any(|standing| standing.deals.is_some())
    }

    /// The number of its games that are over, be they void or not played.
    pub(super) fn taken(&self) -> u64 {
        self.games + self.void + self.unplayed.unwrap_or_default()
    }

    /// Whether it was played as a match that goes on until its result is clear.
    pub(super) fn goes_on_until_clear(&self) -> bool {
        self.openings == Spec::UNTIL_CLEAR
    }

    /// What one player made of another, by the names of both, where they met: its results, and its mean payoff beyond
    /// that of the two, if payoffs say more than who won.
    pub fn met(&self) -> BTreeMap<(&str, &str), (Tally, Option<f64>)> {
        let both_ways = self.pairs.iter().flat_map(|pair| {
            let (one, other, tally) = (&*pair.one, &*pair.other, pair.tally());
            let payoff = pair.payoff.map(|payoff| payoff.mean);
            let turned = (tally.mirrored(), payoff.map(|mean| -mean));
            [((one, other), (tally, payoff)), ((other, one), turned)]
        });
        both_ways.collect()
    }

    /// From the least payoff to the greatest.
    pub fn width(&self) -> f64 {
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

impl StandingEntry {
    /// Its results against every other seat of every game.
    pub fn tally(&self) -> Tally {
        let StandingEntry { wins, draws, losses, .. } = *self;
        Tally { wins, draws, losses }
    }

    /// The number of faults: games that were not played, because it was excluded for earlier ones, are none.
    pub fn all_faults(&self) -> u64 {
        let excluded = Fault::KINDS[Fault::Excluded(0).kind()];
        self.faults.iter().filter(|(kind, _)| *kind != excluded).map(|(_, count)| count).sum()
    }
}

impl SeatEntry {
    /// The results of whoever sat there against every other seat.
    pub(super) fn tally(&self) -> Tally {
        let SeatEntry { wins, draws, losses, .. } = *self;
        Tally { wins, draws, losses }
    }
}

/// The document of a game of the tournament.
pub(super) fn section(plan: &Plan, number: usize, all: &Score) -> SectionEntry {
    let (tournament, score) = (plan.tournament(), &all.sections[number]);
    let section = &tournament.sections[number];
    let name = |entry: usize| tournament.entries[entry].name.clone();
    let places = score.places();
    let (breaks, by_format) = (score.tie_breaks(), score.criteria() == [Criterion::Format]);
    let with_berger = 1 < score.seats.len() && score.criteria().contains(&Criterion::SonnebornBerger);
    let order = by_format.then(|| places.iter().map(|&(_, i)| name(score.entries[i])).collect::<Vec<String>>());
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
            tries: TriesEntry::of(score.totals[i].tries),
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
    let is_over = score.games + score.void + score.unplayed == plan.section_games(number);
    let tied = score.tied(is_over).into_iter().map(|(one, other)| (name(one), name(other)));
    SectionEntry {
        game: section.game.term.clone(),
        seats: section.facts.seats,
        openings: section.openings,
        openings_from_file: (!section.book.is_empty()).then_some(section.openings.min(section.book.len() as u64)),
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
        payoffs: score.is_by_payoff().then_some((section.facts.min_payoff, section.facts.max_payoff)),
        graded: score.is_graded,
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
        absent: absent.map(|a| AbsentEntry { name: name(a.entry), reason: a.reason.clone() }).collect(),
        order,
        tied: tied.collect(),
    }
}
