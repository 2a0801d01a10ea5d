//! The result of a tournament as one JSON document, `agon.result/1`.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{
    ask::rules::{SeatingRule, Worded},
    plan::{forecast::is_reproducible, schedule::Plan},
    play::record::Fault,
    rating::{Group, Rating, RatingBound, Verdict, finite, tenths},
    tally::{
        listed::Listed,
        score::{Score, SectionScore, Tally, Total},
        standing::{Criterion, TieBreaks},
    },
    tell::{lines::detail_of, overall::Overall},
};

/// The whole result. Seats and places are counted from one, games and openings from zero.
#[derive(Debug, Serialize)]
pub struct ResultDocument {
    schema: &'static str,
    seed: u64,
    fingerprint: String,
    /// Equal where games of one number have players of the same names, openings and dice; left out where
    /// results decide who meets.
    #[serde(skip_serializing_if = "Option::is_none")]
    schedule: Option<String>,
    /// `false` where moves depend on a clock, on several threads or on a person; left out otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    reproducible: Option<bool>,
    /// Games played, and games there are in the plan.
    games: u64,
    planned: u64,
    format: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<StopEntry>,
    players: Vec<PlayerEntry>,
    sections: Vec<SectionEntry>,
    /// How each did at each game, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    overall: Option<Overall>,
    /// The first games that were forfeited or void.
    faults: Vec<FaultEntry>,
}

#[derive(Debug, Serialize)]
struct StopEntry {
    rule: String,
    verdict: &'static str,
    log_likelihood_ratio: f64,
    bounds: (f64, f64),
}

#[derive(Debug, Serialize)]
struct PlayerEntry {
    name: String,
    player: String,
}

#[derive(Debug, Serialize)]
struct SectionEntry {
    game: String,
    seats: u8,
    openings: u64,
    /// How many of them are from a file; the others repeat those.
    #[serde(skip_serializing_if = "Option::is_none")]
    openings_from_file: Option<u64>,
    plies: u32,
    seatings: &'static str,
    seatings_each: u64,
    nodes: Option<u64>,
    /// Milliseconds, and by how many an answer might be late.
    #[serde(skip_serializing_if = "Option::is_none")]
    move_time: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_margin: Option<u64>,
    max_plies: u32,
    games: u64,
    void: u64,
    /// Games that are copies of earlier ones, and are not counted in ratings.
    copies: u64,
    too_long: u64,
    /// The rules by which agreed values end a game, and how many games they ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    resign: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    draw: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    agreed: Option<u64>,
    /// What decides the places, in order.
    places_by: Vec<&'static str>,
    standings: Vec<StandingEntry>,
    pairs: Vec<PairEntry>,
    /// The likeliest ratings of games of two, for each group of those who can be compared, the best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ratings: Vec<Vec<RatingEntry>>,
    seat_totals: Vec<SeatEntry>,
    /// Of games of two in several seatings: what the first seat is worth.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_seat: Option<AdvantageEntry>,
    absent: Vec<AbsentEntry>,
    /// After a knockout or a ladder: names, the first place first; equals as they signed up.
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<Vec<String>>,
}

#[derive(Debug, Serialize)]
struct StandingEntry {
    place: usize,
    name: String,
    points: f64,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    mean_payoff: Option<f64>,
    /// The points against each opponent times those it made in all; in a Swiss by meetings.
    #[serde(skip_serializing_if = "Option::is_none")]
    sonneborn_berger: Option<f64>,
    /// The share of points against each that is equal before tie-breaks, summed.
    #[serde(skip_serializing_if = "Option::is_none")]
    direct_encounter: Option<f64>,
    /// A Swiss: a point for a meeting won or a bye, a half for a tie.
    #[serde(skip_serializing_if = "Option::is_none")]
    meeting_points: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    buchholz: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    buchholz_cut1: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    buchholz_median: Option<f64>,
    faults: BTreeMap<&'static str, u64>,
}

#[derive(Debug, Serialize)]
struct PairEntry {
    one: String,
    other: String,
    wins: u64,
    draws: u64,
    losses: u64,
    points: f64,
    /// Openings by what `one` made of its two games: 0, ½, 1, 1½, 2 points.
    #[serde(skip_serializing_if = "Option::is_none")]
    openings: Option<[u64; 5]>,
    /// How many independent units there were, copies left out: openings, or single games where
    /// there is one seating; what share of the points `one` made of them; and the standard error
    /// of that.
    units: u64,
    share: Option<f64>,
    error: Option<f64>,
    /// What `one` made of the games of each opening and meeting, in the plan's order: a letter for each,
    /// 0 to 9, a to z and A to Z, for so many half points; a hyphen where a game was void or a copy.
    /// Left out where there are very many.
    #[serde(skip_serializing_if = "Option::is_none")]
    by_opening: Option<Listed>,
}

#[derive(Debug, Serialize)]
struct RatingEntry {
    name: String,
    /// Elo points relative to the mean of the group, and half of the 95 % interval.
    elo: Option<f64>,
    error: Option<f64>,
    /// The one-sided bound of a perfect score, and the group on whose scale that is, counted from zero.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    on_the_scale_of: Option<usize>,
}

#[derive(Debug, Serialize)]
struct SeatEntry {
    seat: usize,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    points: f64,
    mean_payoff: Option<f64>,
}

#[derive(Debug, Serialize)]
struct AdvantageEntry {
    /// How many openings there were, copies left out.
    units: u64,
    /// What share of the points the first seat made of them.
    share: f64,
    /// The Elo difference that makes, and the ends of its 95 % interval; without what is infinite.
    elo: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

#[derive(Debug, Serialize)]
struct AbsentEntry {
    name: String,
    reason: String,
}

#[derive(Debug, Serialize)]
struct FaultEntry {
    number: u64,
    game: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    ended: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
}

impl ResultDocument {
    /// Where there are several games: everybody's name, what share of the others came before it in the
    /// mean over the games, and its place at each of them; the best first.
    pub fn overall(&self) -> impl Iterator<Item = (&str, f64, Vec<Option<usize>>)> {
        let all = self.overall.iter().flat_map(|overall| &overall.players);
        all.map(|entry| {
            let places = entry.at.iter().map(|at| at.map(|at| at.place));
            (entry.name.as_str(), entry.others_ahead, places.collect())
        })
    }

    /// The document of what `score` has seen of `plan`.
    pub fn new(plan: &Plan, score: &Score) -> ResultDocument {
        let tournament = plan.tournament();
        let name = |entry: usize| tournament.entries[entry].name.clone();
        let faults = score.faults.iter().map(|fault| FaultEntry {
            number: fault.number,
            game: tournament.sections[fault.section].game.term.clone(),
            name: fault.entry.map(name),
            ended: fault.ending.word(),
            detail: detail_of(&fault.ending),
        });
        let players = tournament.entries.iter().map(|entry| PlayerEntry {
            name: entry.name.clone(),
            player: entry.player.term.clone(),
        });
        ResultDocument {
            schema: "agon.result/1",
            seed: tournament.seed.0,
            fingerprint: score.fingerprint.text(),
            schedule: tournament.schedule(),
            reproducible: (!is_reproducible(plan)).then_some(false),
            games: score.games,
            planned: plan.games(),
            format: tournament.format.word(),
            stop: tournament.stop.as_ref().zip(score.state(plan)).map(|(stop, state)| StopEntry {
                rule: stop.term.clone(),
                verdict: match state.verdict {
                    Verdict::Null => "elo0",
                    Verdict::Alternative => "elo1",
                    Verdict::Continue => "undecided",
                },
                log_likelihood_ratio: state.ratio,
                bounds: state.bounds,
            }),
            players: players.collect(),
            sections: (0..tournament.sections.len())
                .map(|number| section(plan, number, &score.sections[number], name))
                .collect(),
            overall: Overall::of(plan, score),
            faults: faults.collect(),
        }
    }

    /// The document as text, with a line break at the end.
    pub fn text(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("numbers and names are JSON");
        text.push('\n');
        text
    }
}

fn ratings(score: &SectionScore, name: impl Fn(usize) -> String) -> Vec<Vec<RatingEntry>> {
    let Some(table) = score.ratings() else { return Vec::new() };
    let group = |(group, bound): (&Group, &Option<RatingBound>)| {
        let is_rated = group.is_rated() && 1 < group.entries.len();
        let finite = |value: f64| Some(tenths(value)).filter(|value| is_rated && value.is_finite());
        let end = |is_least| bound.filter(|b| b.is_least == is_least).map(|b| tenths(b.elo));
        let mut rated: Vec<(usize, Rating)> =
            group.entries.iter().copied().zip(group.ratings.iter().copied()).collect();
        rated.sort_by(|(_, one), (_, other)| other.elo.total_cmp(&one.elo));
        let entry = |(entry, rating): (usize, Rating)| RatingEntry {
            name: name(score.entries[entry]),
            elo: finite(rating.elo),
            error: finite(rating.error),
            at_least: end(true),
            at_most: end(false),
            on_the_scale_of: bound.map(|bound| bound.group),
        };
        rated.into_iter().map(entry).collect()
    };
    table.groups.iter().zip(&table.bounds).map(group).collect()
}

fn section(
    plan: &Plan,
    number: usize,
    score: &SectionScore,
    name: impl Fn(usize) -> String,
) -> SectionEntry {
    let section = &plan.tournament().sections[number];
    let places = score.places();
    let (breaks, by_format) = (score.tie_breaks(), score.criteria() == [Criterion::Format]);
    let with_berger =
        1 < score.seats.len() && score.criteria().contains(&Criterion::SonnebornBerger);
    let order = by_format
        .then(|| places.iter().map(|&(_, i)| name(score.entries[i])).collect::<Vec<String>>());
    let standing = |(place, i): (usize, usize)| {
        let Total { games, tally: Tally { wins, draws, losses }, .. } = score.totals[i];
        let faults = Fault::KINDS.into_iter().zip(score.totals[i].faults);
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
            sonneborn_berger: with_berger.then_some(sonneborn_berger),
            direct_encounter,
            meeting_points: swiss.map(|s| s.meeting_points),
            buchholz: swiss.map(|s| s.buchholz),
            buchholz_cut1: swiss.map(|s| s.buchholz_cut1),
            buchholz_median: swiss.map(|s| s.buchholz_median),
            faults: faults.filter(|&(_, count)| count != 0).collect(),
        }
    };
    let mut pairs = Vec::new();
    for (i, j) in score.met() {
        let (tally, openings) = (score.tally(i, j), score.openings(i, j));
        let evidence = score.evidence(i, j);
        pairs.push(PairEntry {
            one: name(score.entries[i]),
            other: name(score.entries[j]),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            points: tally.points(),
            openings: (openings != [0; 5]).then_some(openings),
            units: evidence.map_or(0, |e| e.units),
            share: evidence.map(|e| e.share()),
            error: evidence.map(|e| e.error()),
            by_opening: score.by_opening(i, j).cloned(),
        });
    }
    let seat = |(index, total): (usize, &Total)| SeatEntry {
        seat: index + 1,
        games: total.games,
        wins: total.tally.wins,
        draws: total.tally.draws,
        losses: total.tally.losses,
        points: total.tally.points(),
        mean_payoff: total.mean(),
    };
    // Where everybody always sits on the same side, seats cannot be told from those who sit there.
    let of_seats = score.first_seat().filter(|_| section.seating != SeatingRule::Fixed);
    let first_seat = of_seats.map(|evidence| {
        let difference = evidence.difference();
        AdvantageEntry {
            units: evidence.units,
            share: evidence.share(),
            elo: finite(difference.elo),
            low: finite(difference.interval.0),
            high: finite(difference.interval.1),
        }
    });
    let absent = plan.tournament().absent.iter().filter(|absence| absence.section == number);
    SectionEntry {
        game: section.game.term.clone(),
        seats: section.facts.seats,
        openings: section.openings,
        openings_from_file: (!section.book.is_empty())
            .then_some(section.openings.min(section.book.len() as u64)),
        plies: section.plies,
        seatings: section.seating.word(),
        seatings_each: plan.group(number),
        nodes: section.budget.nodes,
        move_time: section.move_time,
        time_margin: section.move_time.map(|_| section.time_margin),
        max_plies: section.max_plies,
        games: score.games,
        void: score.void,
        copies: score.copies,
        too_long: score.too_long,
        resign: section.resign.as_ref().map(|rule| rule.term.clone()),
        draw: section.draw.as_ref().map(|rule| rule.term.clone()),
        agreed: section.resign.as_ref().or(section.draw.as_ref()).map(|_| score.agreed),
        ratings: ratings(score, &name),
        places_by: score.criteria().iter().map(|criterion| criterion.word()).collect(),
        standings: places.iter().copied().map(standing).collect(),
        pairs,
        seat_totals: score.seats.iter().enumerate().map(seat).collect(),
        first_seat,
        absent: absent
            .map(|a| AbsentEntry { name: name(a.entry), reason: a.reason.clone() })
            .collect(),
        order,
    }
}
