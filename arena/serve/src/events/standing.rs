//! The standing of a tournament, and the history of its ratings.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use agon_arena::{
    Plan, Score,
    rating::Verdict,
    tally::{Rated, Tally},
    tell::{FaultEntry, ResultDocument, SectionEntry, StandingEntry, StopEntry},
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::allowed;

/// Points of a curve.
const MOST_POINTS: usize = 48;

/// The standing of a tournament.
#[derive(Default, Serialize, JsonSchema)]
pub(crate) struct LiveStanding {
    pub(crate) games: u64,
    pub(crate) planned: u64,
    /// The document of `agon run --json`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "BTreeMap<String, Value>")]
    pub(crate) result: Option<ResultDocument>,
    /// For each section, the ratings of its entries.
    pub(crate) ratings: Vec<Vec<RatedEntry>>,
    /// For each section, the history of the ratings.
    pub(crate) history: Vec<Vec<RatingMoment>>,
    /// For each section, each entry's share against each other.
    #[serde(skip)]
    pub(crate) shares: Vec<Vec<Vec<Option<PairShare>>>>,
    /// For each section, its places.
    #[serde(skip)]
    pub(crate) tables: Vec<SectionTable>,
    /// The state of the stopping rule.
    #[serde(skip)]
    pub(crate) gauge: Option<Gauge>,
    /// The first games that did not end by their rules, in words.
    #[serde(skip)]
    pub(crate) faults: Vec<String>,
    /// The names of each section's entries, in the order of the ratings.
    #[serde(skip)]
    pub(crate) names: Vec<Vec<String>>,
    /// The estimated time for the rest, if it is played here.
    #[serde(skip)]
    pub(crate) left: Option<Duration>,
}

/// The places of a section.
pub(crate) struct SectionTable {
    pub(crate) game: String,
    /// Its name, without options.
    pub(crate) game_name: &'static str,
    /// Whether payoffs decide, and not points.
    pub(crate) is_by_payoff: bool,
    /// Whether payoffs may say more than who won.
    pub(crate) has_payoff_errors: bool,
    pub(crate) rows: Vec<PlaceRow>,
    /// Elo points that the first seat is worth by its share of the points, and the ends of the 95 % interval.
    pub(crate) first_seat: Option<[f64; 3]>,
}

/// An entry in its place.
pub(crate) struct PlaceRow {
    pub(crate) place: usize,
    pub(crate) name: String,
    /// The name of the player that it is, unless that is a command of this machine.
    pub(crate) player: Option<&'static str>,
    pub(crate) points: f64,
    /// Its mean payoff, and half of the 95 % interval where that is known.
    pub(crate) payoff: Option<(f64, Option<f64>)>,
    pub(crate) games: u64,
    pub(crate) tally: Tally,
    pub(crate) faults: u64,
}

/// How close a match with a stopping rule is to its decision.
pub(crate) struct Gauge {
    pub(crate) rule: String,
    /// The two sides; the question is whether the first is stronger.
    pub(crate) sides: [String; 2],
    /// The two hypotheses: differences in Elo.
    pub(crate) elo: [f64; 2],
    /// Whether Elo of payoffs is meant: one is a 347th of a standard deviation.
    pub(crate) is_by_payoff: bool,
    pub(crate) ratio: f64,
    pub(crate) bounds: (f64, f64),
    pub(crate) verdict: Verdict,
}

/// A share of the points, or of the payoffs at stake if these decide; and the number of games.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairShare {
    pub(crate) share: f64,
    /// If payoffs decide: the first one's payoff per game beyond the mean of both.
    pub(crate) payoff: Option<f64>,
    pub(crate) games: u64,
}

/// An entry with its rating, where there is one.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct RatedEntry {
    pub(crate) name: String,
    pub(crate) elo: Option<f64>,
    /// Half of its 95 % interval.
    pub(crate) error: Option<f64>,
}

/// The ratings after a number of games.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct RatingMoment {
    pub(crate) games: u64,
    pub(crate) elo: Vec<Option<f64>>,
}

impl LiveStanding {
    /// The rating of an entry of a section with its interval, as it is read.
    pub(crate) fn elo(&self, section: usize, name: &str) -> Option<String> {
        let rated = self.ratings.get(section)?.iter().find(|rated| rated.name == name)?;
        let (elo, error) = (rated.elo?, rated.error);
        // What rounds to nothing has no sign.
        let elo = elo.round() + 0.0;
        Some(error.map_or_else(|| format!("{elo:.0}"), |error| format!("{elo:.0} ± {error:.0}")))
    }

    /// What the document of the result says, as pages and charts show it.
    pub(super) fn of(plan: &Plan, score: &Score, history: &History) -> LiveStanding {
        let result = by_name(plan, ResultDocument::new(plan, score));
        let ratings = result.ratings();
        let players = plan.tournament().entries.iter();
        let players = players.filter(|entry| entry.player.plugin.is_inside);
        let players: BTreeMap<&str, &'static str> =
            players.map(|entry| (entry.name.as_str(), entry.player.plugin.name)).collect();
        let mut standing = LiveStanding {
            games: result.games,
            planned: result.planned,
            history: history.sections.clone(),
            gauge: result.stop.as_ref().and_then(|stop| Gauge::of(stop, &result)),
            faults: result.faults.iter().map(told).collect(),
            ..LiveStanding::default()
        };
        for ((section, ratings), asked) in result.sections.iter().zip(&ratings).zip(&plan.tournament().sections) {
            let in_place: BTreeSet<&str> = section.standings.iter().map(|one| one.name.as_str()).collect();
            let names = result.players.iter().map(|player| player.name.as_str());
            let names: Vec<&str> = names.filter(|name| in_place.contains(name)).collect();
            standing.tables.push(SectionTable::of(section, asked.game.plugin.name, &players));
            standing.shares.push(shares(section, &names));
            let all = ratings.groups.iter().flatten();
            let all: BTreeMap<&str, &Rated> = all.map(|one| (one.name.as_str(), one)).collect();
            let rated = |name: &&str| {
                let (elo, error) = all.get(name).map_or((None, None), |one| (one.elo, one.error));
                RatedEntry { name: (*name).to_owned(), elo, error }
            };
            standing.ratings.push(names.iter().map(rated).collect());
            standing.names.push(names.into_iter().map(str::to_owned).collect());
        }
        standing.result = Some(result);
        standing
    }
}

/// A game that did not end by its rules, in words.
fn told(fault: &FaultEntry) -> String {
    let FaultEntry { number, game, ended, .. } = fault;
    let why = fault.detail.as_ref().filter(|_| fault.name.is_none());
    let why = why.map_or_else(String::new, |why| format!(": {why}"));
    let who = fault.name.as_ref().map_or_else(String::new, |name| format!(" · {name}"));
    format!("#{number} {game} · {ended}{why}{who}")
}

/// For each of `names`, its share against each of them, where they met.
fn shares(section: &SectionEntry, names: &[&str]) -> Vec<Vec<Option<PairShare>>> {
    let places: BTreeMap<&str, usize> = names.iter().enumerate().map(|(place, name)| (*name, place)).collect();
    let share = |tally: Tally, payoff: Option<f64>| {
        let (share, games) = (tally.share()?, tally.games());
        if section.payoffs.is_none() {
            return Some(PairShare { share, payoff: None, games });
        }
        let mean = payoff?;
        let share = (0.5 + mean / section.width()).clamp(0.0, 1.0);
        Some(PairShare { share, payoff: Some(mean), games })
    };
    let mut shares = vec![vec![None; names.len()]; names.len()];
    for ((one, other), (tally, payoff)) in section.met() {
        if let (Some(&one), Some(&other)) = (places.get(one), places.get(other)) {
            shares[one][other] = share(tally, payoff);
        }
    }
    shares
}

impl SectionTable {
    /// `players` are, by the names of entries, the names of players that are no commands of this machine.
    fn of(section: &SectionEntry, game_name: &'static str, players: &BTreeMap<&str, &'static str>) -> SectionTable {
        let row = |one: &StandingEntry| PlaceRow {
            place: one.place,
            name: one.name.clone(),
            player: players.get(one.name.as_str()).copied(),
            points: one.points,
            payoff: one.mean_payoff.map(|mean| (mean, one.payoff_error)),
            games: one.games,
            tally: one.tally(),
            faults: one.all_faults(),
        };
        SectionTable {
            game: section.game.clone(),
            game_name,
            is_by_payoff: section.payoffs.is_some(),
            has_payoff_errors: section.standings.iter().any(|one| one.deals.is_some()),
            rows: section.standings.iter().map(row).collect(),
            first_seat: section.first_seat.and_then(|first| Some([first.elo?, first.low?, first.high?])),
        }
    }
}

impl Gauge {
    fn of(stop: &StopEntry, result: &ResultDocument) -> Option<Gauge> {
        let rule = stop.stop_rule()?;
        let [one, other, ..] = &result.players[..] else { return None };
        Some(Gauge {
            rule: stop.rule.clone(),
            sides: [one.name.clone(), other.name.clone()],
            elo: [rule.sprt.elo0, rule.sprt.elo1],
            is_by_payoff: result.sections.iter().any(|section| section.payoffs.is_some()),
            ratio: stop.log_likelihood_ratio,
            bounds: stop.bounds,
            verdict: stop.verdict(),
        })
    }
}

/// The document, where a term that is a command of this machine is replaced by the player's name.
fn by_name(plan: &Plan, document: ResultDocument) -> ResultDocument {
    let outside: Vec<&str> = commands(plan).map(|(_, name)| name).collect();
    if outside.is_empty() {
        return document;
    }
    let mut told = serde_json::to_value(&document).expect("numbers and names are JSON");
    // Who watches may tell a program that plays.
    told.as_object_mut().map(|told| told.remove("secret"));
    for player in told["players"].as_array_mut().into_iter().flatten() {
        if outside.iter().any(|name| player["name"] == **name) {
            player["player"] = player["name"].take();
            player["name"] = player["player"].clone();
            player.as_object_mut().map(|player| player.remove("label"));
        }
    }
    serde_json::from_value(told).expect("a document can be read")
}

/// The terms of players that run commands of this machine, which no request may name; and their names.
pub(crate) fn commands(plan: &Plan) -> impl Iterator<Item = (&str, &str)> {
    let entries = plan.tournament().entries.iter();
    let outside = entries.filter(|entry| allowed::admit(&entry.player).is_err());
    outside.map(|entry| (entry.player.term.as_str(), entry.name.as_str()))
}

/// The history of ratings: some points of each curve.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    sections: Vec<Vec<RatingMoment>>,
    next: u64,
}

impl History {
    pub(super) fn take(&mut self, plan: &Plan, score: &Score) {
        if score.games < self.next {
            return;
        }
        self.sections.resize(score.sections.len(), Vec::new());
        for (points, section) in self.sections.iter_mut().zip(&score.sections) {
            if points.last().is_some_and(|last| last.games == section.games) {
                continue;
            }
            if let Some(table) = section.ratings() {
                let mut elo = vec![None; section.entries.len()];
                for group in table.groups.iter().filter(|group| group.is_rated()) {
                    for (&entry, rating) in group.entries.iter().zip(&group.ratings) {
                        elo[entry] = Some(rating.elo);
                    }
                }
                points.push(RatingMoment { games: section.games, elo });
            }
        }
        let step = (plan.games() / MOST_POINTS as u64).max(1);
        self.next = score.games + step.max(score.games / MOST_POINTS as u64);
    }
}

#[cfg(test)]
mod tests {
    use agon_arena::Spec;
    // Naming them links every game and player.
    use agon_engines as _;
    use agon_roster as _;

    use super::{Plan, commands};

    #[test]
    fn players_that_are_programs_are_shown_by_name() {
        let spec = Spec::default().game("nim").player("random").player_named("ann", "process(\"ann\")");
        let plan = Plan::new(spec.resolve().expect("it is a tournament"));
        let plan = plan.expect("it can be laid out");
        assert_eq!(commands(&plan).collect::<Vec<_>>(), [("process(command=\"ann\")", "ann")]);
    }
}
