//! How a tournament stands, and how its ratings came about.

use agon_arena::{Plan, Score, rating::Verdict, tally::Tally, tell::ResultDocument};
use serde::Serialize;

/// Points of a curve.
const MOST_POINTS: usize = 48;

/// How a tournament stands.
#[derive(Default)]
pub(crate) struct Standing {
    pub(crate) result: Option<ResultDocument>,
    /// For each section, the ratings of its entries.
    pub(crate) ratings: Vec<Vec<RatedEntry>>,
    /// For each section, how the ratings came about.
    pub(crate) history: Vec<Vec<RatingMoment>>,
    /// For each section, what share everybody had against everybody.
    pub(crate) shares: Vec<Vec<Vec<Option<PairShare>>>>,
    /// For each section, its places.
    pub(crate) tables: Vec<SectionTable>,
    /// What the stopping rule says.
    pub(crate) gauge: Option<Gauge>,
    /// The first games that did not end by their rules, in words.
    pub(crate) faults: Vec<String>,
    /// The names of each section's entries, in the order of the ratings.
    pub(crate) names: Vec<Vec<String>>,
    pub(crate) games: u64,
    pub(crate) planned: u64,
    pub(crate) seed: u64,
    /// Of all games so far; the same wherever the same were played.
    pub(crate) fingerprint: String,
}

/// The places of a section.
pub(crate) struct SectionTable {
    pub(crate) game: String,
    pub(crate) rows: Vec<TableRow>,
}

/// An entry in its place.
pub(crate) struct TableRow {
    pub(crate) place: usize,
    pub(crate) name: String,
    pub(crate) points: f64,
    pub(crate) games: u64,
    pub(crate) tally: Tally,
    pub(crate) faults: u64,
}

/// How sure a match is that may end early.
pub(crate) struct Gauge {
    pub(crate) rule: String,
    /// Who is asked to be stronger, and than whom.
    pub(crate) sides: [String; 2],
    /// The two differences that are told apart, in Elo.
    pub(crate) elo: [f64; 2],
    pub(crate) ratio: f64,
    pub(crate) bounds: (f64, f64),
    pub(crate) verdict: Verdict,
}

/// A share of the points, and of how many games.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct PairShare {
    pub(crate) share: f64,
    pub(crate) games: u64,
}

/// An entry with its rating, where there is one.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RatedEntry {
    pub(crate) name: String,
    pub(crate) elo: Option<f64>,
    /// Half of its 95 % interval.
    pub(crate) error: Option<f64>,
}

/// The ratings after so many games.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RatingMoment {
    pub(crate) games: u64,
    pub(crate) elo: Vec<Option<f64>>,
}

impl Standing {
    pub(super) fn of(plan: &Plan, score: &Score, history: &History) -> Standing {
        let tournament = plan.tournament();
        let name = |entry: usize| tournament.entries[entry].name.clone();
        let mut standing = Standing {
            result: Some(ResultDocument::new(plan, score)),
            history: history.sections.clone(),
            games: score.games,
            planned: plan.games(),
            seed: tournament.seed.0,
            fingerprint: score.fingerprint.text(),
            ..Standing::default()
        };
        let state = tournament.stop.as_ref().zip(score.state(plan));
        standing.gauge = state.map(|(stop, state)| Gauge {
            rule: stop.term.clone(),
            sides: [0, 1].map(name),
            elo: [stop.sprt.elo0, stop.sprt.elo1],
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
                format!("#{} {game} · {}{who}", fault.number, fault.ending.word())
            })
            .collect();
        for (section, asked) in score.sections.iter().zip(&tournament.sections) {
            let n = section.entries.len();
            let row = |(place, i): (usize, usize)| {
                let total = &section.totals[i];
                TableRow {
                    place,
                    name: name(section.entries[i]),
                    points: total.tally.points(),
                    games: total.games,
                    tally: total.tally,
                    faults: total.all_faults(),
                }
            };
            standing.tables.push(SectionTable {
                game: asked.game.term.clone(),
                rows: section.places().into_iter().map(row).collect(),
            });
            let names: Vec<String> = section.entries.iter().map(|&entry| name(entry)).collect();
            let mut rated: Vec<RatedEntry> = names
                .iter()
                .map(|name| RatedEntry { name: name.clone(), elo: None, error: None })
                .collect();
            let table = section.ratings();
            for group in table.iter().flat_map(|table| &table.groups).filter(|g| g.is_rated()) {
                for (&entry, rating) in group.entries.iter().zip(&group.ratings) {
                    rated[entry].elo = Some(rating.elo).filter(|elo| elo.is_finite());
                    rated[entry].error = Some(rating.error).filter(|error| error.is_finite());
                }
            }
            let share = |i: usize, j: usize| {
                let tally = section.tally(i, j);
                let share = (i != j).then(|| tally.share()).flatten()?;
                Some(PairShare { share, games: tally.games() })
            };
            standing.shares.push((0..n).map(|i| (0..n).map(|j| share(i, j)).collect()).collect());
            standing.names.push(names);
            standing.ratings.push(rated);
        }
        standing
    }
}
/// How ratings came about: some points of each curve.
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
