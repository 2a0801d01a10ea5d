//! The result of a tournament as one JSON document, `agon.result/1`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    ask::{secret::Secret, words::json_words},
    plan::{forecast::is_reproducible, schedule::Plan},
    rating::Verdict,
    tally::{
        ratings::{PAYOFF, Rated, Ratings},
        score::Score,
    },
    tell::{
        lines::detail_of,
        overall::Overall,
        section_entry::{SectionEntry, section},
    },
};

/// The version of the document.
const SCHEMA: &str = "agon.result/1";

/// The whole result. Seats and places are counted from one, games and openings from zero.
#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ResultDocument {
    /// `agon.result/1`.
    schema: String,
    /// The seed of the tournament.
    seed: u64,
    /// What was drawn with the seed and programs could not know, where there was such.
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
    /// Equal where every move of every game is equal.
    pub(crate) fingerprint: String,
    /// Equal if games of one number have the same names, openings and dice; left out if results decide the pairings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) schedule: Option<String>,
    /// `false` where moves depend on a clock, on several threads or on a person; left out otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    reproducible: Option<bool>,
    /// How many games were played.
    pub(crate) games: u64,
    /// How many there are in the plan.
    pub(crate) planned: u64,
    /// The format of the pairings.
    format: String,
    /// The state of the stopping rule, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<StopEntry>,
    /// The players, in the order of entry.
    players: Vec<PlayerEntry>,
    /// Game by game.
    pub(crate) sections: Vec<SectionEntry>,
    /// How each did at each game, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    overall: Option<Overall>,
    /// The first games that were forfeited or void.
    faults: Vec<FaultEntry>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
struct StopEntry {
    /// The rule, as a term.
    rule: String,
    /// `elo0`, `elo1` or `undecided`.
    verdict: String,
    /// The logarithm of how much likelier the results are by elo1 than by elo0.
    log_likelihood_ratio: f64,
    /// Below the first elo0 is accepted, above the second elo1.
    bounds: (f64, f64),
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
struct PlayerEntry {
    /// Its name.
    name: String,
    /// Its term.
    player: String,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
struct FaultEntry {
    /// The game's number in the plan, from 0.
    number: u64,
    /// The game's term.
    game: String,
    /// Whose fault it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// How the game ended.
    ended: String,
    /// A detail about the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
}

impl ResultDocument {
    /// With several games: each name, the mean share of others it came before over the games, and its place at each of
    /// them; the best first.
    pub fn overall(&self) -> impl Iterator<Item = (&str, f64, Vec<Option<usize>>)> {
        let all = self.overall.iter().flat_map(|overall| &overall.players);
        all.map(|entry| {
            let places = entry.at.iter().map(|at| at.map(|at| at.place));
            (entry.name.as_str(), entry.others_ahead, places.collect())
        })
    }

    /// What was drawn with the seed and programs could not know, where there was such.
    pub fn secret(&self) -> Option<Secret> {
        self.secret.as_ref()?.parse().ok()
    }

    /// The players' terms, by name.
    pub(super) fn terms(&self) -> BTreeMap<&str, &str> {
        self.players.iter().map(|entry| (&*entry.name, &*entry.player)).collect()
    }

    /// Reads a document.
    ///
    /// # Errors
    ///
    /// If the text is not such a document.
    pub fn read(text: &str) -> Result<ResultDocument, String> {
        let read: ResultDocument =
            serde_json::from_str(text).map_err(|error| json_words(&error))?;
        if read.schema == SCHEMA {
            Ok(read)
        } else {
            Err(format!("its schema is {}, not {SCHEMA}", read.schema))
        }
    }

    /// The ratings at each game, as far as the document has them.
    pub fn ratings(self) -> Vec<Ratings> {
        let terms: BTreeMap<String, String> =
            self.players.into_iter().map(|player| (player.name, player.player)).collect();
        let rated = |rated: Rated| Rated {
            players: terms.get(&rated.name).cloned().into_iter().collect(),
            ..rated
        };
        let ratings = |section: SectionEntry| Ratings {
            pairs: section.rated_pairs(),
            payoffs: section.paid(&terms),
            above: section.above,
            fit: section.fit,
            first_seat: section.first_seat,
            groups: section
                .ratings
                .into_iter()
                .map(|group| group.into_iter().map(rated).collect())
                .collect(),
            game: section.game,
            seats: section.seats.into(),
            played: section.games,
            copies: section.copies,
            system: if section.payoffs.is_some() { PAYOFF } else { "likelihood" }.to_owned(),
            ..Ratings::default()
        };
        self.sections.into_iter().map(ratings).collect()
    }

    /// The document of what `score` has seen of `plan`.
    pub fn new(plan: &Plan, score: &Score) -> ResultDocument {
        let tournament = plan.tournament();
        let name = |entry: usize| tournament.entries[entry].name.clone();
        let faults = score.faults.iter().map(|fault| FaultEntry {
            number: fault.number,
            game: tournament.sections[fault.section].game.term.clone(),
            name: fault.entry.map(name),
            ended: fault.ending.word().to_owned(),
            detail: detail_of(&fault.ending),
        });
        let players = tournament.entries.iter().map(|entry| PlayerEntry {
            name: entry.name.clone(),
            player: entry.player.term.clone(),
        });
        ResultDocument {
            schema: SCHEMA.to_owned(),
            seed: tournament.seed.0,
            secret: tournament.secret.map(|secret| secret.to_string()),
            fingerprint: score.fingerprint.text(),
            schedule: tournament.schedule(),
            reproducible: (!is_reproducible(plan)).then_some(false),
            games: score.games,
            planned: plan.games(),
            format: tournament.format.word().to_owned(),
            stop: tournament.stop.as_ref().zip(score.state(plan)).map(|(stop, state)| StopEntry {
                rule: stop.term.clone(),
                verdict: match state.verdict {
                    Verdict::Null => "elo0",
                    Verdict::Alternative => "elo1",
                    Verdict::Continue => "undecided",
                }
                .to_owned(),
                log_likelihood_ratio: state.ratio,
                bounds: state.bounds,
            }),
            players: players.collect(),
            sections: (0..tournament.sections.len())
                .map(|number| section(plan, number, score))
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::ResultDocument;
    use crate::{Job, Plan, Score, Spec, tell::compare::compare};

    #[test]
    fn written_documents_are_read_back() {
        let spec = |game: &str| Spec::default().game(game).player("random").openings(6, 1);
        let mut swiss = spec("nim(1+2)").player("minimax").player_named("b", "random");
        swiss.format = Some("swiss".parse().unwrap());
        let several = spec("nim(2+3)").game("nim(1+2)").player("greedy").player("minimax");
        let three = spec("tic-tac-toe(players=3)").player("greedy").player("max-n");
        let alone = spec("pig").player("greedy");
        for spec in [swiss, several, three, alone] {
            let plan = Arc::new(Plan::new(spec.resolve().unwrap()).unwrap());
            let score = Score::new(&plan);
            let (score, plan, _) = Job::whole(plan, 1).run(score);
            let written = ResultDocument::new(&plan, &score);
            let read = ResultDocument::read(&written.text()).unwrap();
            assert_eq!(read.text(), written.text());
            let compared = compare(&written, &read, 0.01);
            assert!(compared.is_equal && compared.unmatched.is_empty(), "{compared:?}");
            assert!(compared.pairs.iter().all(|pair| pair.before == pair.now), "{compared:?}");
            let (one, other) = (score.ratings(&plan, 0), read.ratings().swap_remove(0));
            assert_eq!(one.groups.len(), other.groups.len());
            assert_eq!(one.scales().len(), other.scales().len());
        }
        for text in ["{}", "[]", "", "{\"schema\": \"agon.ratings/3\"}"] {
            assert!(ResultDocument::read(text).is_err(), "{text}");
        }
    }
}
