//! A tournament that can be played: every name known, every option right.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use agon_core::{
    AnyPosition, Beginning, Budget, Facts, Failure, Habits, NamedGame, NamedPlayer, Seat, Seed, SetupError, Trouble,
    options::brief,
};
use serde::{Deserialize, Serialize};

use crate::{
    ask::{
        agreement::Agreement,
        format::Format,
        rules::{Exclusion, FaultRule, SeatingRule},
        secret::Secret,
        spec::Spec,
        spec_error::SpecError,
    },
    plan::{book_opening::BookOpening, guard, stop::StopRule},
};

/// A tournament: its entries, its games, and their rules.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The master seed.
    pub seed: Seed,
    /// What programs cannot know and is drawn with the seed, if [anything is](Tournament::has_secret). Without it all is
    /// drawn by the seed alone, which a program may guess.
    pub secret: Option<Secret>,
    /// Whether it goes without a secret even where it would have one. Whoever asks for that trusts the programs.
    pub waives_secret: bool,
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
            let mut player = self.player.seat(base).map_err(|error| (None::<Trouble>, error.to_string()))?;
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
    /// Why the rules are not at hand, if they are not. Then its games can be added up from a journal that has its facts,
    /// and nothing else can be done with them.
    pub without_rules: Option<String>,
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
    /// Whether it is a match that stops when its result is clear, and at no number of openings.
    pub fn goes_on_until_clear(&self) -> bool {
        self.stop.is_some() && self.sections.iter().all(|section| section.openings == Spec::UNTIL_CLEAR)
    }

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
    /// they differ from others of their kind, even if these have default values. Long texts in terms are
    /// [shortened](brief). Names themselves do not change; labels are for people.
    pub(crate) fn labels(&self) -> Vec<String> {
        let is_own = |entry: &&Entry| entry.name == entry.player.term;
        let mut kinds: BTreeMap<&str, Vec<&Entry>> = BTreeMap::new();
        for entry in self.entries.iter().filter(is_own) {
            kinds.entry(entry.player.plugin.name).or_default().push(entry);
        }
        let mut differing: BTreeMap<&str, Vec<bool>> = BTreeMap::new();
        for (kind, entries) in kinds.iter().filter(|(_, entries)| 1 < entries.len()) {
            let values =
                |entry: &Entry| -> Vec<String> { entry.player.options.iter().map(|(_, written)| written).collect() };
            let first = values(entries[0]);
            let mut differs = vec![false; first.len()];
            for other in &entries[1..] {
                for (differs, (one, other)) in differs.iter_mut().zip(first.iter().zip(values(other))) {
                    *differs |= *one != other;
                }
            }
            differing.insert(kind, differs);
        }
        let label = |entry: &Entry| {
            let kind = entry.player.plugin.name;
            let Some(differs) = differing.get(kind).filter(|_| is_own(&entry)) else {
                return brief(&entry.name).into_owned();
            };
            let options = &entry.player.options;
            let differing = options.iter().zip(differs).filter(|(_, differs)| **differs);
            let names: Vec<&str> = differing.map(|((spec, _), _)| spec.name).collect();
            brief(&options.term_with(|name| names.contains(&name))).into_owned()
        };
        self.entries.iter().map(label).collect()
    }
}
