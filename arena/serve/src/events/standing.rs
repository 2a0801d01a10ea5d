//! The standing of a tournament, and the history of its ratings.

use std::{collections::BTreeMap, time::Duration};

use agon_arena::{
    Ending, Plan, Score,
    rating::{Evidence, Verdict},
    tally::{SectionScore, Tally},
    tell::ResultDocument,
};
use agon_core::Position;
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
    #[serde(skip)]
    pub(crate) seed: u64,
    /// The fingerprint of all games so far: equal games, equal fingerprint.
    #[serde(skip)]
    pub(crate) fingerprint: String,
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

    pub(super) fn of(plan: &Plan, score: &Score, history: &History) -> LiveStanding {
        let tournament = plan.tournament();
        let name = |entry: usize| tournament.entries[entry].name.clone();
        let player = |entry: usize| {
            let plugin = tournament.entries[entry].player.plugin;
            plugin.is_inside.then_some(plugin.name)
        };
        let mut standing = LiveStanding {
            result: Some(by_name(plan, ResultDocument::new(plan, score))),
            history: history.sections.clone(),
            games: score.games,
            planned: plan.games(),
            seed: tournament.seed.0,
            fingerprint: score.fingerprint.text(),
            ..LiveStanding::default()
        };
        let state = tournament.stop.as_ref().zip(score.state(plan));
        standing.gauge = state.map(|(stop, state)| Gauge {
            rule: stop.term.clone(),
            sides: [0, 1].map(name),
            elo: [stop.sprt.elo0, stop.sprt.elo1],
            is_by_payoff: score.sections.iter().any(SectionScore::is_by_payoff),
            ratio: state.ratio,
            bounds: state.bounds,
            verdict: state.verdict,
        });
        standing.faults = score
            .faults
            .iter()
            .map(|fault| {
                let who =
                    fault.entry.map_or_else(String::new, |entry| format!(" · {}", name(entry)));
                let game = &tournament.sections[fault.section].game.term;
                let why = match &fault.ending {
                    Ending::Void(why) => format!(": {why}"),
                    _ => String::new(),
                };
                format!("#{} {game} · {}{why}{who}", fault.number, fault.ending.word())
            })
            .collect();
        for (section, asked) in score.sections.iter().zip(&tournament.sections) {
            let n = section.entries.len();
            let row = |(place, i): (usize, usize)| {
                let total = &section.totals[i];
                PlaceRow {
                    place,
                    name: name(section.entries[i]),
                    player: player(section.entries[i]),
                    points: total.tally.points(),
                    payoff: total.mean().map(|mean| (mean, section.payoff_error(i))),
                    games: total.games,
                    tally: total.tally,
                    faults: total.all_faults(),
                }
            };
            let table = section.ratings();
            standing.tables.push(SectionTable {
                game: asked.game.term.clone(),
                game_name: asked.game.plugin.name,
                is_by_payoff: section.is_by_payoff(),
                has_payoff_errors: section.has_payoff_errors(),
                rows: section.places().into_iter().map(row).collect(),
                first_seat: section
                    .first_seat()
                    .map(Evidence::difference)
                    .map(|known| [known.elo, known.interval.0, known.interval.1])
                    .filter(|known| known.iter().all(|elo| elo.is_finite())),
            });
            let names: Vec<String> = section.entries.iter().map(|&entry| name(entry)).collect();
            let mut rated: Vec<RatedEntry> = names
                .iter()
                .map(|name| RatedEntry { name: name.clone(), elo: None, error: None })
                .collect();
            for group in table.iter().flat_map(|table| &table.groups).filter(|g| g.is_rated()) {
                for (&entry, rating) in group.entries.iter().zip(&group.ratings) {
                    rated[entry].elo = Some(rating.elo).filter(|elo| elo.is_finite());
                    rated[entry].error = Some(rating.error).filter(|error| error.is_finite());
                }
            }
            let facts = asked.game.start.facts();
            let width = facts.max_payoff - facts.min_payoff;
            let share = |i: usize, j: usize| {
                let tally = section.tally(i, j);
                let share = (i != j).then(|| tally.share()).flatten()?;
                let games = tally.games();
                if !section.is_by_payoff() {
                    return Some(PairShare { share, payoff: None, games });
                }
                let mean = section.advantage(i, j)?.mean;
                let share = (0.5 + mean / width).clamp(0.0, 1.0);
                Some(PairShare { share, payoff: Some(mean), games })
            };
            standing.shares.push((0..n).map(|i| (0..n).map(|j| share(i, j)).collect()).collect());
            standing.names.push(names);
            standing.ratings.push(rated);
        }
        standing
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
        let spec =
            Spec::default().game("nim").player("random").player_named("ann", "process(\"ann\")");
        let plan = Plan::new(spec.resolve().expect("it is a tournament"));
        let plan = plan.expect("it can be laid out");
        assert_eq!(commands(&plan).collect::<Vec<_>>(), [("process(command=\"ann\")", "ann")]);
    }
}
