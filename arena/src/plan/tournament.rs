//! A tournament that can be played: every name known, every option right; and its identity.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use agon_core::{
    AnyPosition, Beginning, Budget, Facts, Failure, Habits, NamedGame, NamedPlayer, Position, Seat,
    Seed, SetupError, Trouble, registry,
};
use serde::{Deserialize, Serialize};

use crate::{
    ask::{
        agreement::Agreement,
        format::Format,
        located::Located,
        rules::{Exclusion, FaultRule, SeatingRule, Worded},
        spec_error::SpecError,
        words::{json_words, sha256},
    },
    plan::{
        book_opening::{BookOpening, CanonicalOpening},
        guard,
        stop::StopRule,
    },
};

/// A tournament: its entries, its games, and their rules.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The master seed.
    pub seed: Seed,
    /// The format.
    pub format: Format,
    /// The consequence of a player's fault for its game.
    pub faults: FaultRule,
    /// When a player that gives no answer or breaks down is excluded.
    pub exclusion: Exclusion,
    /// When a match has shown enough.
    pub stop: Option<StopRule>,
    /// The entries.
    pub entries: Vec<Entry>,
    /// The games, one after the other.
    pub sections: Vec<Section>,
    /// Which players are left out of which game.
    pub absent: Vec<Absence>,
    /// Whether the players' thoughts about their moves are recorded. No play depends on it, so it is not part of the
    /// [identity](Tournament::identity).
    pub thoughts: bool,
}

/// A player with its options, signed up.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name in tables, which is unique.
    pub name: String,
    /// The player.
    pub player: NamedPlayer,
}

impl Entry {
    /// The habits of the player at `game`.
    ///
    /// # Errors
    ///
    /// Why it can't be seated there.
    pub fn habits_at(&self, game: &NamedGame) -> Result<Habits, String> {
        match guard::catch(|| self.player.seat(&game.start).map(|player| player.habits())) {
            Ok(Ok(habits)) => Ok(habits),
            Ok(Err(error)) => Err(error.to_string()),
            Err(panic) => Err(format!("it panics when it is seated: {panic}")),
        }
    }

    /// Whether it cannot be seated at `game` because an option is wrong, rather than because of the
    /// game.
    pub(crate) fn is_mistaken_at(&self, game: &NamedGame) -> bool {
        let seated = guard::catch(|| self.player.seat(&game.start).err());
        matches!(seated, Ok(Some(SetupError::Option(_))))
    }

    /// Whether the player, a separate program, is ready for `section`: for the game's initial position, and for
    /// openings that begin from other positions. The program is started for the first of those only.
    fn is_ready(&self, section: &Section) -> Result<(), (Option<Trouble>, String)> {
        let ready = |base: &AnyPosition, is_started: bool| {
            let mut player =
                self.player.seat(base).map_err(|error| (None::<Trouble>, error.to_string()))?;
            if !is_started {
                return Ok(());
            }
            player.ready(&section.beginning(Seat(0))).map_err(|failure| {
                let why = failure.to_string();
                (if let Failure::Outside(trouble, _) = failure { Some(trouble) } else { None }, why)
            })
        };
        let all = || {
            let start = &section.game.start;
            ready(start, true)?;
            let elsewhere = section.book.iter().filter(|opening| opening.position.is_some());
            for (number, opening) in elsewhere.enumerate() {
                let base = opening.base(start);
                let of_opening = |why: String| format!("the opening `{base}`: {why}");
                ready(&base, number == 0).map_err(|(trouble, why)| (trouble, of_opening(why)))?;
            }
            Ok(())
        };
        guard::catch(all).unwrap_or_else(|panic| Err((None, format!("it panics: {panic}"))))
    }
}

/// One game of a tournament, and how it is played.
#[derive(Clone, Debug)]
pub struct Section {
    /// The game.
    pub game: NamedGame,
    /// Its facts.
    pub facts: Facts,
    /// The entries that play it: indices into the tournament's entries, ascending.
    pub entries: Vec<usize>,
    /// The habits of each of them at this game, in that order.
    pub habits: Vec<Habits>,
    /// The number of openings of every meeting, at least one.
    pub openings: u64,
    /// The openings that were chosen, in the order in which they are played, and once more from
    /// the first where there are more to be played; empty where all are drawn.
    pub book: Arc<[BookOpening]>,
    /// The number of random plies of an opening, after its chosen moves.
    pub plies: u32,
    /// The budget of a player for one move.
    pub budget: Budget,
    /// The time limit for one move, in milliseconds.
    pub move_time: Option<u64>,
    /// By how many milliseconds an answer may be late and still count; zero without a `move_time`.
    pub time_margin: u64,
    /// After how many plies a game is adjudicated.
    pub max_plies: u32,
    /// The agreement of both players about a loss that ends the game.
    pub resign: Option<Agreement>,
    /// When both players agree so long on a draw that the game ends.
    pub draw: Option<Agreement>,
    /// The orders in which the entries of a meeting take their seats.
    pub seating: SeatingRule,
    /// The SHA-256 of the evaluation that ships with the game, if a player uses it.
    pub model: Option<String>,
}

/// A player that is a program of its own and is not ready for one of its games.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unready {
    /// At which game: an index into the sections.
    pub section: usize,
    /// The entry: an index into the entries.
    pub entry: usize,
    /// The kind of problem, if this program found it. The program's own message is in `why`, and no decision depends on
    /// it.
    pub trouble: Option<Trouble>,
    /// Why, for people.
    pub why: SpecError,
}

/// A player that cannot play one of the games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Absence {
    /// Which game: an index into the sections.
    pub section: usize,
    /// The entry: an index into the entries.
    pub entry: usize,
    /// Why.
    pub reason: String,
}

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

/// A tournament as a text that holds all that its results depend on.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct CanonicalTournament {
    seed: u64,
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

impl Section {
    /// The information for a player at `seat` before a game of it.
    pub(crate) fn beginning(&self, seat: Seat) -> Beginning<'_> {
        let move_time = self.move_time.map(Duration::from_millis);
        let margin = Duration::from_millis(self.time_margin);
        Beginning { margin, ..Beginning::of(&self.game, seat).within(self.budget, move_time) }
    }

    /// The longest a player may take for one move before it is too late, if it has a limit at all.
    pub(crate) fn longest_move(&self) -> Option<Duration> {
        let limit = self.move_time?;
        Some(Duration::from_millis(limit.saturating_add(self.time_margin)))
    }

    /// No game has more plies: six million would be more than a record of a journal holds.
    pub(crate) const MOST_PLIES: u32 = 1 << 22;

    /// All entries that play it, with their habits.
    pub fn habits(&self) -> impl Iterator<Item = (usize, Habits)> {
        self.entries.iter().copied().zip(self.habits.iter().copied())
    }
}

impl Tournament {
    /// No canonical text is longer than this, in bytes: a journal begins with it.
    pub(crate) const LONGEST: usize = 1 << 24;

    /// Starts each player that is a program of its own once at each of its games, and ends it again:
    /// to be done before the first game.
    ///
    /// # Errors
    ///
    /// The first that is not ready, and why.
    pub fn try_out(&self) -> Result<(), SpecError> {
        self.unready().next().map_or(Ok(()), |unready| Err(unready.why))
    }

    /// The players that are programs of their own and are not ready, and why: each is started once at each of
    /// its games, and ended again, when it is asked for.
    pub fn unready(&self) -> impl Iterator<Item = Unready> {
        self.sections.iter().enumerate().flat_map(move |(section, played)| {
            let outside = played.habits().filter(|(_, habits)| habits.outside);
            outside.filter_map(move |(index, _)| {
                let entry = &self.entries[index];
                let (trouble, why) = entry.is_ready(played).err()?;
                let message = format!("{} at {}: {why}", entry.name, played.game.term);
                Some(Unready { section, entry: index, trouble, why: SpecError::new(message) })
            })
        })
    }

    /// The entries' names for tables: their names, and for entries named by their own terms also the options in which
    /// they differ from others of their kind, even if these have default values. Names themselves do not change; labels
    /// are for people.
    pub(crate) fn labels(&self) -> Vec<String> {
        let is_own = |entry: &&Entry| entry.name == entry.player.term;
        let mut kinds: BTreeMap<&str, Vec<&Entry>> = BTreeMap::new();
        for entry in self.entries.iter().filter(is_own) {
            kinds.entry(entry.player.plugin.name).or_default().push(entry);
        }
        let mut differing: BTreeMap<&str, Vec<bool>> = BTreeMap::new();
        for (kind, entries) in kinds.iter().filter(|(_, entries)| 1 < entries.len()) {
            let values = |entry: &Entry| -> Vec<String> {
                entry.player.options.iter().map(|(_, written)| written).collect()
            };
            let first = values(entries[0]);
            let mut differs = vec![false; first.len()];
            for other in &entries[1..] {
                for (differs, (one, other)) in
                    differs.iter_mut().zip(first.iter().zip(values(other)))
                {
                    *differs |= *one != other;
                }
            }
            differing.insert(kind, differs);
        }
        let label = |entry: &Entry| {
            let kind = entry.player.plugin.name;
            let Some(differs) = differing.get(kind).filter(|_| is_own(&entry)) else {
                return entry.name.clone();
            };
            let options = &entry.player.options;
            let differing = options.iter().zip(differs).filter(|(_, differs)| **differs);
            let names: Vec<&str> = differing.map(|((spec, _), _)| spec.name).collect();
            options.term_with(|name| names.contains(&name))
        };
        self.entries.iter().map(label).collect()
    }

    /// Everything that the results depend on, as one line of JSON; equal tournaments have equal texts.
    ///
    /// It also contains the reasons why entries cannot play a game: without them, tournaments with such entries would
    /// have another identity than in their existing journals. Compare texts with `are_of_one` or `key`, which ignore
    /// those reasons.
    pub fn canonical(&self) -> String {
        let entry = |entry: &Entry| CanonicalEntry {
            name: entry.name.clone(),
            player: entry.player.term.clone(),
        };
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
            format: self.format.word().to_owned(),
            rounds: self.format.asked_rounds(),
            faults: self.faults.word().to_owned(),
            exclude_after: (self.exclusion != Exclusion::default())
                .then(|| self.exclusion.to_string()),
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
        let text = serde_json::to_string(&all).expect("names and numbers are always JSON");
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

    /// The tournament of a canonical text, which records no thoughts.
    ///
    /// # Errors
    ///
    /// If it is no canonical text, or names a game or player that is not available.
    pub(crate) fn from_canonical(text: &str) -> Result<Tournament, SpecError> {
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
        let section = |section: CanonicalSection| {
            let game = registry::game(&section.game).map_err(SpecError::new)?;
            let seating = SeatingRule::of(&section.seatings)
                .ok_or_else(|| SpecError::new(format!("unknown seatings {}", section.seatings)))?;
            let chosen = |read| BookOpening::from_canonical(read, &game.start);
            let book = section.book.into_iter().map(chosen).collect::<Result<Vec<_>, _>>()?;
            Ok(Section {
                facts: game.start.facts(),
                habits: section.entries.iter().map(|&entry| habits(entry, &game)).collect(),
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
        let sections =
            read.sections.into_iter().map(section).collect::<Result<Vec<_>, SpecError>>()?;
        let format: Format = read.format.parse().map_err(SpecError::new)?;
        let tournament = Tournament {
            seed: Seed(read.seed),
            format: format.with_rounds(read.rounds),
            faults: FaultRule::of(&read.faults)
                .ok_or_else(|| SpecError::new(format!("unknown fault rule {}", read.faults)))?,
            exclusion: match read.exclude_after {
                Some(text) => text
                    .parse()
                    .map_err(|why| SpecError::new(format!("unknown exclusion: {why}")))?,
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
                && section.entries.iter().all(|&entry| entry < tournament.entries.len())
        });
        if is_sound && !tournament.sections.is_empty() {
            Ok(tournament)
        } else {
            Err(SpecError::new("the players of this tournament do not fit its games"))
        }
    }
}
