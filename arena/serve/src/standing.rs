//! The standing of a tournament, and the history of its ratings.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use agon_arena::{
    Plan, Score,
    tally::{Rated, Tally},
    tell::{ResultDocument, SectionEntry},
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
    /// For each section, each entry's share against each other, in the order of the ratings.
    #[serde(skip)]
    pub(crate) shares: Vec<Vec<Vec<Option<PairShare>>>>,
    /// By the names of entries, the names of their players, unless these are commands of this machine.
    #[serde(skip)]
    pub(crate) players: BTreeMap<String, &'static str>,
    /// The estimated time for the rest, if it is played here.
    #[serde(skip)]
    pub(crate) left: Option<Duration>,
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
    /// What the result says of each section.
    pub(crate) fn sections(&self) -> &[SectionEntry] {
        self.result.as_ref().map_or(&[], |result| &result.sections)
    }

    /// The rating of an entry of a section with its interval, as it is read.
    pub(crate) fn elo(&self, section: usize, name: &str) -> Option<String> {
        let rated = self.ratings.get(section)?.iter().find(|rated| rated.name == name)?;
        let (elo, error) = (rated.elo?, rated.error);
        // What rounds to nothing has no sign.
        let elo = elo.round() + 0.0;
        Some(error.map_or_else(|| format!("{elo:.0}"), |error| format!("{elo:.0} ± {error:.0}")))
    }

    /// What the document of the result says, as pages and charts show it.
    pub(crate) fn of(plan: &Plan, score: &Score, history: &History) -> LiveStanding {
        let result = by_name(plan, ResultDocument::new(plan, score));
        let rated = result.ratings();
        let players = plan.tournament().entries.iter();
        let players = players.filter(|entry| entry.player.plugin.is_inside);
        let players = players.map(|entry| (entry.name.clone(), entry.player.plugin.name)).collect();
        let (mut ratings, mut shares) = (Vec::new(), Vec::new());
        for (section, rated) in result.sections.iter().zip(&rated) {
            let in_place: BTreeSet<&str> = section.standings.iter().map(|one| one.name.as_str()).collect();
            let names = result.players.iter().map(|player| player.name.as_str());
            let names: Vec<&str> = names.filter(|name| in_place.contains(name)).collect();
            shares.push(shares_of(section, &names));
            let all = rated.groups.iter().flatten();
            let all: BTreeMap<&str, &Rated> = all.map(|one| (one.name.as_str(), one)).collect();
            let rated = |name: &str| {
                let (elo, error) = all.get(name).map_or((None, None), |one| (one.elo, one.error));
                RatedEntry { name: name.to_owned(), elo, error }
            };
            ratings.push(names.into_iter().map(rated).collect());
        }
        LiveStanding {
            games: result.games,
            planned: result.planned,
            ratings,
            history: history.sections.clone(),
            shares,
            players,
            result: Some(result),
            left: None,
        }
    }
}

/// For each of `names`, its share against each of them, where they met.
fn shares_of(section: &SectionEntry, names: &[&str]) -> Vec<Vec<Option<PairShare>>> {
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
pub(crate) struct History {
    sections: Vec<Vec<RatingMoment>>,
    next: u64,
}

impl History {
    pub(crate) fn take(&mut self, plan: &Plan, score: &Score) {
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
