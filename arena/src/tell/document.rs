//! The result of a tournament as one JSON document, `agon.result/1`, of which every text and every table is made: one that
//! was read gives what one gives that was just made. Keys are only ever added; what one means stays.

use std::collections::BTreeMap;

use agon_core::options::brief;
use serde::{Deserialize, Serialize};

use crate::{
    ask::{
        format::Format,
        secret::Secret,
        words::{count, json_words},
    },
    plan::{forecast::is_reproducible, schedule::Plan, stop::StopRule},
    play::ending::Fault,
    rating::Verdict,
    tally::{
        memory_gap::MemoryGap,
        ratings::{PAYOFF, Rated, Ratings},
        score::Score,
    },
    tell::{
        crosstable::PlayerLabels,
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
    pub seed: u64,
    /// What was drawn with the seed and programs could not know, where there was such.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) secret: Option<String>,
    /// Equal where every move of every game is equal.
    pub fingerprint: String,
    /// Equal if games of one number have the same names, openings and dice; left out if results decide the pairings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) schedule: Option<String>,
    /// `false` where moves depend on a clock, on several threads or on a person; left out otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reproducible: Option<bool>,
    /// How many games were played.
    pub games: u64,
    /// How many there are in the plan.
    pub planned: u64,
    /// The format of the pairings.
    pub(super) format: String,
    /// The state of the stopping rule, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<StopEntry>,
    /// The players, in the order of entry.
    pub players: Vec<PlayerEntry>,
    /// Game by game.
    pub sections: Vec<SectionEntry>,
    /// How each did at each game, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) overall: Option<Overall>,
    /// What each made of a game and of the same game in disguise, where there are both.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) memory_gaps: Vec<MemoryGap>,
    /// The first games that were forfeited or void.
    pub faults: Vec<FaultEntry>,
    /// Which games are missing, in words; left out if none is known to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) missing: Option<String>,
    /// `true` where merged journals had different records of a game, and that of the journal named first counts; left out
    /// otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) preferred: bool,
}

/// The state of a stopping rule.
#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct StopEntry {
    /// The rule, as a term.
    pub rule: String,
    /// `elo0`, `elo1` or `undecided`.
    verdict: String,
    /// The logarithm of how much likelier the results are by elo1 than by elo0.
    pub log_likelihood_ratio: f64,
    /// Below the first elo0 is accepted, above the second elo1.
    pub bounds: (f64, f64),
    /// How many openings repeat earlier ones, if all are played, some do and it is still undecided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeated: Option<u64>,
}

/// A player of the tournament.
#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct PlayerEntry {
    /// Its name.
    pub name: String,
    /// Its term.
    pub player: String,
    /// What tables call it, if not by its name: with the options in which it differs from others of its kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

/// A game that was forfeited or void.
#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct FaultEntry {
    /// The game's number in the plan, from 0.
    pub number: u64,
    /// The game's term.
    pub game: String,
    /// Which section it is of, from 0, if several are of that term.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section: Option<usize>,
    /// Whose fault it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// How the game ended.
    pub ended: String,
    /// A detail about the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
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

    /// What each lost where a game was in disguise, a sentence for each.
    pub(super) fn memory_in_words(&self) -> Vec<String> {
        let labels = self.labels();
        let sentence = |found: &MemoryGap| {
            let MemoryGap { game, name, disguises, openings, plain, disguised, gap, error } = found;
            let name = labels.get(&**name).copied().unwrap_or(name);
            let error = error.map_or_else(String::new, |error| format!(" ± {:.1}, 95 %", 100.0 * error));
            format!(
                "Memory gap of {name} at {game}: {:+.1} points of 100{error} over {}; {:.1} % of what can be had, {:.1} % in {}",
                100.0 * gap,
                count(*openings, "opening"),
                100.0 * plain,
                100.0 * disguised,
                count(*disguises as u64, "disguise"),
            )
        };
        self.memory_gaps.iter().map(|found| brief(&sentence(found)).into_owned()).collect()
    }

    /// The players' terms, by name.
    pub(super) fn terms(&self) -> BTreeMap<&str, &str> {
        self.players.iter().map(|entry| (&*entry.name, &*entry.player)).collect()
    }

    /// Which game that number was, whose fault it was, and how, if that is among the first.
    pub fn told_fault(&self, number: u64) -> Option<String> {
        self.faults.iter().find(|fault| fault.number == number)?.told()
    }

    /// What people should know of the games that tables do not show at a glance: those that count for nobody, be it that
    /// nobody played them.
    pub fn remarks(&self) -> Vec<String> {
        let nobody = self.sections.iter().enumerate().filter(|(_, section)| section.void != 0);
        let nobody = nobody.map(|(number, section)| {
            let is_of = |fault: &&FaultEntry| fault.section.map_or(fault.game == section.game, |own| own == number);
            let (void, all, game) = (section.void, section.taken(), brief(&section.game));
            let why = self.faults.iter().filter(is_of).find_map(|fault| match &fault.name {
                Some(_) => Some(format!(": game {}, {}", fault.number, fault.told()?)),
                None => Some(format!(": game {}: {}", fault.number, fault.detail.as_ref()?)),
            });
            format!("{game}: {void} of {all} games count for nobody{}", why.unwrap_or_default())
        });
        let word = Fault::Excluded(0).word();
        let excluded = self.players.iter().filter_map(|PlayerEntry { name, .. }| {
            let own = self.sections.iter().flat_map(|section| &section.standings).filter(|own| own.name == *name);
            let count: u64 = own.filter_map(|own| own.faults.get(word)).sum();
            (count != 0).then(|| {
                format!(
                    "{} was excluded after repeated failures to answer: {count} of its games were not played, \
                     and count for nobody (see exclude-after)",
                    brief(name)
                )
            })
        });
        nobody.chain(excluded).collect()
    }

    /// Reads a document.
    ///
    /// # Errors
    ///
    /// If the text is not such a document.
    pub fn read(text: &str) -> Result<ResultDocument, String> {
        let read: ResultDocument = serde_json::from_str(text).map_err(|error| json_words(&error))?;
        if read.schema != SCHEMA {
            return Err(format!("its schema is `{}`; accepted: {SCHEMA}", read.schema));
        }
        if !read.format.is_empty() {
            read.format.parse::<Format>()?;
        }
        if let Some(stop) = &read.stop {
            StopRule::parse(&stop.rule).map_err(|error| error.to_string())?;
        }
        Ok(read)
    }

    /// Whether a text is a document of a result, as far as its schema says, of whatever version.
    pub fn is_claimed_by(text: &str) -> bool {
        #[derive(Deserialize)]
        struct Claim<'a> {
            #[serde(borrow)]
            schema: std::borrow::Cow<'a, str>,
        }
        let claim = serde_json::from_str::<Claim<'_>>(text);
        claim.is_ok_and(|claim| claim.schema.starts_with("agon.result/"))
    }

    /// The same with what is known of games that are missing.
    #[must_use]
    pub fn with_missing(self, missing: Option<String>) -> ResultDocument {
        ResultDocument { missing, ..self }
    }

    /// The format of the pairings; of a document that does not say it a round robin.
    pub(super) fn format(&self) -> Format {
        self.format.parse().unwrap_or_default()
    }

    /// What tables call the players, by name.
    pub(super) fn labels(&self) -> PlayerLabels<'_> {
        let all = self.players.iter();
        all.map(|entry| (&*entry.name, entry.label.as_deref().unwrap_or(&entry.name))).collect()
    }

    /// The ratings at each game, as far as the document has them.
    pub fn ratings(&self) -> Vec<Ratings> {
        let terms = self.terms();
        let rated = |rated: &Rated| Rated {
            players: terms.get(&*rated.name).map(|&term| term.to_owned()).into_iter().collect(),
            ..rated.clone()
        };
        let group = |group: &Vec<Rated>| group.iter().map(rated).collect();
        let ratings = |section: &SectionEntry| Ratings {
            pairs: section.rated_pairs(),
            payoffs: section.paid(&terms),
            above: section.above.clone(),
            fit: section.fit,
            first_seat: section.first_seat,
            groups: section.ratings.iter().map(group).collect(),
            game: section.game.clone(),
            seats: section.seats.into(),
            played: section.games,
            copies: section.copies,
            system: if section.is_by_payoff() { PAYOFF } else { "likelihood" }.to_owned(),
            ..Ratings::default()
        };
        self.sections.iter().map(ratings).collect()
    }

    /// The document of what `score` has seen of `plan`.
    pub fn new(plan: &Plan, score: &Score) -> ResultDocument {
        let tournament = plan.tournament();
        let name = |entry: usize| tournament.entries[entry].name.clone();
        let term = |section: usize| &tournament.sections[section].game.term;
        let is_one_of_several = |section: usize| {
            let mut others = (0..tournament.sections.len()).filter(|&other| other != section);
            others.any(|other| term(other) == term(section))
        };
        let faults = score.faults.iter().map(|fault| FaultEntry {
            number: fault.number,
            game: term(fault.section).clone(),
            section: Some(fault.section).filter(|&section| is_one_of_several(section)),
            name: fault.entry.map(name),
            ended: fault.ending.word().to_owned(),
            detail: detail_of(&fault.ending),
        });
        let players = tournament.entries.iter().zip(tournament.labels());
        let players = players.map(|(entry, label)| PlayerEntry {
            name: entry.name.clone(),
            player: entry.player.term.clone(),
            label: Some(label).filter(|label| *label != entry.name),
        });
        let names: Vec<&str> = tournament.entries.iter().map(|entry| &*entry.name).collect();
        let sections: Vec<SectionEntry> =
            (0..tournament.sections.len()).map(|number| section(plan, number, score)).collect();
        let repeated = |verdict: Verdict| {
            let is_over = sections.first().is_some_and(|first| first.taken() == plan.games());
            let is_asked = verdict == Verdict::Continue && is_over;
            is_asked.then(|| plan.openings(0).repeated()).filter(|&repeated| repeated != 0)
        };
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
                repeated: repeated(state.verdict),
            }),
            players: players.collect(),
            overall: Overall::of(&names, &sections),
            memory_gaps: score.memory_gaps(),
            sections,
            faults: faults.collect(),
            missing: None,
            preferred: score.is_preferred,
        }
    }

    /// The document as text, with a line break at the end.
    pub fn text(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("numbers and names are JSON");
        text.push('\n');
        text
    }
}

impl FaultEntry {
    /// At which game it was, whose fault, and how; nothing where it was nobody's.
    fn told(&self) -> Option<String> {
        let (who, detail) = (self.name.as_ref()?, self.detail.as_ref());
        let detail = detail.map_or_else(String::new, |detail| format!(": {detail}"));
        Some(brief(&format!("{}, by the fault of {who}: {}{detail}", self.game, self.ended)).into_owned())
    }
}

impl StopEntry {
    /// The rule; nothing where its term is none, which no document that was read has.
    pub fn stop_rule(&self) -> Option<StopRule> {
        StopRule::parse(&self.rule).ok()
    }

    /// Which hypothesis is accepted, if one is.
    pub fn verdict(&self) -> Verdict {
        match &*self.verdict {
            "elo0" => Verdict::Null,
            "elo1" => Verdict::Alternative,
            _ => Verdict::Continue,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::ResultDocument;
    use crate::{
        Job, Plan, Score, Spec,
        tell::{compare::compare, style::Style},
    };

    #[test]
    fn written_documents_are_read_back() {
        let spec = |game: &str| Spec::default().game(game).player("random").openings(6, 1);
        let mut swiss = spec("nim(1+2)").player("minimax").player_named("b", "random");
        swiss.format = Some("swiss".parse().unwrap());
        let several = spec("nim(2+3)").game("nim(1+2)").player("greedy").player("minimax");
        let three = spec("tic-tac-toe(players=3)").player("greedy").player("max-n");
        let alone = spec("pig").player("greedy");
        // Equal terms, labels other than names, and payoffs that decide.
        let alike = spec("nim(1+2)").game("nim(1+2)").player("minimax").player("minimax(depth=2)");
        let paid = spec("kuhn").player("ismcts(iterations=9)");
        for spec in [swiss, several, three, alone, alike, paid] {
            let plan = Arc::new(Plan::new(spec.resolve().unwrap()).unwrap());
            let score = Score::new(&plan);
            let (score, plan, _) = Job::whole(plan, 1).run(score);
            let written = ResultDocument::new(&plan, &score);
            let read = ResultDocument::read(&written.text()).unwrap();
            let texts =
                |of: &ResultDocument| [of.text(), of.report(Style::default()), of.markdown(), of.latex(), of.ranks()];
            assert_eq!(texts(&read), texts(&written));
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
