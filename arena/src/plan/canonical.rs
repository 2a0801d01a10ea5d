//! A tournament as a text that holds all that its results depend on, and the keys by which two are found to be one.

use std::collections::BTreeMap;

use agon_core::{Budget, NamedGame, Position as _, Seed, registry};
use serde::{Deserialize, Serialize};

use crate::{
    ask::{
        agreement::Agreement,
        format::Format,
        located::Located,
        rules::{Exclusion, FaultRule, SeatingRule, Worded},
        secret::Secret,
        spec_error::SpecError,
        words::{json_words, sha256},
    },
    plan::{
        book_opening::{BookOpening, CanonicalOpening},
        stand_in::KeptGame,
        stop::StopRule,
        tournament::{Absence, Entry, Section, Tournament},
    },
};

/// Whether two [canonical texts](Tournament::canonical) describe one tournament: whether they are equal except for the
/// reasons why entries cannot play, whose wording may differ between builds of agon.
pub(crate) fn are_of_one(one: &str, other: &str) -> bool {
    one == other || without_words(one).is_some_and(|read| Some(read) == without_words(other))
}

/// The content of a [canonical text](Tournament::canonical) without those reasons.
fn without_words(text: &str) -> Option<CanonicalTournament> {
    let mut read: CanonicalTournament = serde_json::from_str(text).ok()?;
    read.absent.iter_mut().for_each(|absence| absence.reason.clear());
    Some(read)
}

/// A key of the tournament of this [canonical text](Tournament::canonical), which is equal where two [are of
/// one](are_of_one): the SHA-256 of the text without those words, in hexadecimal digits.
pub(crate) fn key_of_text(text: &str) -> String {
    let read = without_words(text).and_then(|read| serde_json::to_string(&read).ok());
    sha256(read.as_deref().unwrap_or(text))
}

/// The secret in a [canonical text](Tournament::canonical).
pub(crate) fn secret_of_text(text: &str) -> Option<Secret> {
    serde_json::from_str::<CanonicalTournament>(text).ok()?.secret
}

/// A tournament as a text that holds all that its results depend on.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct CanonicalTournament {
    seed: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    secret: Option<Secret>,
    format: String,
    rounds: Option<u32>,
    faults: String,
    /// Left out where it is the usual one: tournaments keep the texts they always had.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    exclude_after: Option<String>,
    stop: Option<String>,
    entries: Vec<CanonicalEntry>,
    sections: Vec<CanonicalSection>,
    absent: Vec<Absence>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct CanonicalEntry {
    name: String,
    player: String,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct CanonicalSection {
    game: String,
    entries: Vec<usize>,
    openings: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    book: Vec<CanonicalOpening>,
    plies: u32,
    nodes: Option<u64>,
    move_time: Option<u64>,
    #[serde(default, skip_serializing_if = "is_zero")]
    time_margin: u64,
    max_plies: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    resign: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    draw: Option<String>,
    seatings: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    model: Option<String>,
}

/// Whether the margin is left out: tournaments without one have the same texts as before margins
/// existed.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Tournament {
    /// No canonical text is longer than this, in bytes: a journal begins with it.
    pub(crate) const LONGEST: usize = 1 << 24;

    /// Everything that the results depend on, as one line of JSON; equal tournaments have equal texts.
    ///
    /// It also contains the reasons why entries cannot play a game: without them, tournaments with such entries would
    /// have another identity than in their existing journals. Compare texts with `are_of_one` or `key`, which ignore
    /// those reasons.
    pub fn canonical(&self) -> String {
        let entry = |entry: &Entry| CanonicalEntry { name: entry.name.clone(), player: entry.player.term.clone() };
        let section = |section: &Section| CanonicalSection {
            game: section.game.term.clone(),
            entries: section.entries.clone(),
            openings: section.openings,
            book: section.book.iter().map(|c| c.canonical(&section.game.start)).collect(),
            plies: section.plies,
            nodes: section.budget.nodes,
            move_time: section.move_time,
            time_margin: section.time_margin,
            max_plies: section.max_plies,
            resign: section.resign.as_ref().map(|rule| rule.term.clone()),
            draw: section.draw.as_ref().map(|rule| rule.term.clone()),
            seatings: section.seating.word().to_owned(),
            model: section.model.clone(),
        };
        let canonical = CanonicalTournament {
            seed: self.seed.0,
            secret: self.secret,
            format: self.format.word().to_owned(),
            rounds: self.format.asked_rounds(),
            faults: self.faults.word().to_owned(),
            exclude_after: (self.exclusion != Exclusion::default()).then(|| self.exclusion.to_string()),
            stop: self.stop.as_ref().map(|stop| stop.term.clone()),
            entries: self.entries.iter().map(entry).collect(),
            sections: self.sections.iter().map(section).collect(),
            absent: self.absent.clone(),
        };
        serde_json::to_string(&canonical).expect("names and numbers are always JSON")
    }

    /// The SHA-256 of everything that determines the entries, the opening and the dice of each
    /// game: if it is equal, games with the same number can be compared. `None` if meetings depend
    /// on results.
    pub(crate) fn schedule(&self) -> Option<String> {
        let names: Vec<&str> = self.entries.iter().map(|entry| entry.name.as_str()).collect();
        let section = |section: &Section| {
            let book = section.book.iter().map(|chosen| chosen.canonical(&section.game.start));
            let book: Vec<CanonicalOpening> = book.collect();
            let numbers = (section.openings, section.plies, section.seating.word());
            (section.game.term.clone(), section.entries.clone(), numbers, book)
        };
        let sections: Vec<_> = self.sections.iter().map(section).collect();
        let all = (self.seed.0, self.format.word(), names, sections);
        // Without a secret it is what it always was.
        let text = match self.secret {
            None => serde_json::to_string(&all),
            Some(secret) => serde_json::to_string(&(all, secret)),
        };
        let text = text.expect("names and numbers are always JSON");
        self.format.is_static().then(|| sha256(text))
    }

    /// A key of the tournament: equal for equal tournaments, whatever the reasons why entries cannot play. If all can
    /// play, it is the [identity](Tournament::identity).
    pub fn key(&self) -> String {
        key_of_text(&self.canonical())
    }

    /// The SHA-256 of [`canonical`](Tournament::canonical), in hexadecimal digits.
    pub fn identity(&self) -> String {
        sha256(self.canonical())
    }

    /// The tournament of a canonical text, which records no thoughts. `kept` is what a journal keeps of some of its
    /// games; one whose rules are not at hand is then [without them](Section::without_rules).
    ///
    /// # Errors
    ///
    /// If it is no canonical text, or names a game or player that is not available.
    pub(crate) fn from_canonical(text: &str, kept: &BTreeMap<usize, KeptGame>) -> Result<Tournament, SpecError> {
        let read: CanonicalTournament = serde_json::from_str(text)
            .map_err(|error| SpecError::new(format!("its tournament: {}", json_words(&error))))?;
        let entry = |entry: CanonicalEntry| {
            let player = registry::player(&entry.player).map_err(SpecError::new)?;
            Ok(Entry { name: entry.name, player })
        };
        let entries = read.entries.into_iter().map(entry).collect::<Result<Vec<_>, SpecError>>()?;
        let habits = |entry: usize, game: &NamedGame| {
            let entry: Option<&Entry> = entries.get(entry);
            entry.and_then(|entry| entry.habits_at(game).ok()).unwrap_or_default()
        };
        let rule = |text: Option<String>, read: fn(&Located) -> Result<Agreement, SpecError>| {
            text.map(|text| read(&Located::new(text))).transpose()
        };
        let section = |(number, section): (usize, CanonicalSection)| {
            let (game, kept) = match (registry::game(&section.game), kept.get(&number)) {
                (Ok(game), _) => (game, None),
                (Err(why), None) => return Err(SpecError::new(why)),
                (Err(why), Some(kept)) => (kept.stand_in(&section.game)?, Some((kept, why.to_string()))),
            };
            let seating = SeatingRule::of(&section.seatings)
                .ok_or_else(|| SpecError::new(format!("unknown seatings {}", section.seatings)))?;
            let chosen = |read| match kept {
                None => BookOpening::from_canonical(read, &game.start),
                Some(_) => Ok(BookOpening::without_moves(read)),
            };
            let book = section.book.into_iter().map(chosen).collect::<Result<Vec<_>, _>>()?;
            Ok(Section {
                facts: game.start.facts(),
                habits: match &kept {
                    None => section.entries.iter().map(|&entry| habits(entry, &game)).collect(),
                    Some((kept, _)) => kept.habits(),
                },
                without_rules: kept.map(|(_, why)| why),
                game,
                entries: section.entries,
                openings: section.openings,
                book: book.into(),
                plies: section.plies,
                budget: Budget::of(section.nodes),
                move_time: section.move_time,
                time_margin: section.time_margin,
                max_plies: section.max_plies,
                resign: rule(section.resign, Agreement::resign)?,
                draw: rule(section.draw, Agreement::draw)?,
                seating,
                model: section.model,
            })
        };
        let sections = read.sections.into_iter().enumerate().map(section);
        let sections = sections.collect::<Result<Vec<_>, SpecError>>()?;
        let format: Format = read.format.parse().map_err(SpecError::new)?;
        let tournament = Tournament {
            seed: Seed(read.seed),
            secret: read.secret,
            waives_secret: false,
            format: format.with_rounds(read.rounds),
            faults: FaultRule::of(&read.faults)
                .ok_or_else(|| SpecError::new(format!("unknown fault rule {}", read.faults)))?,
            exclusion: match read.exclude_after {
                Some(text) => text.parse().map_err(|why| SpecError::new(format!("unknown exclusion: {why}")))?,
                None => Exclusion::default(),
            },
            stop: read.stop.as_deref().map(StopRule::parse).transpose()?,
            entries,
            sections,
            absent: read.absent,
            thoughts: false,
        };
        let is_sound = tournament.sections.iter().all(|section| {
            usize::from(section.facts.seats) <= section.entries.len()
                && section.habits.len() == section.entries.len()
                && section.entries.iter().all(|&entry| entry < tournament.entries.len())
        });
        if is_sound && !tournament.sections.is_empty() {
            Ok(tournament)
        } else {
            Err(SpecError::new("the players of this tournament do not fit its games"))
        }
    }
}
