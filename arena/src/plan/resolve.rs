//! Turns a specification into a playable tournament: looks names up, checks options, and checks
//! that every player can play.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use agon_core::{Accepted, Budget, Habits, NamedGame, NamedPlayer, Position, Seed, StopSignal, Sum, registry};

use crate::{
    ask::{
        agreement::Agreement,
        format::Format,
        located::Located,
        secret::SecretChoice,
        spec::{GameSpec, Rules, Spec},
        spec_error::{SpecError, SpecMistake},
        sweep,
        words::count,
    },
    plan::{
        book,
        numbering::MOST_SEATS,
        opening::Openings,
        second_tries,
        stop::StopRule,
        tournament::{Absence, Entry, Section, Tournament},
    },
};

impl Spec {
    /// Looks every name up and checks all that can be checked before the first game, above all that
    /// every player can play.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong.
    pub fn resolve(&self) -> Result<Tournament, SpecError> {
        self.resolve_until(&StopSignal::new())
    }

    /// The same, unless `stop` is given before that is done: every player is asked at every game of its.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong, or that it was stopped.
    pub fn resolve_until(&self, stop: &StopSignal) -> Result<Tournament, SpecError> {
        let mut signed_up = self.sign_up()?;
        let everybody: Vec<usize> = (0..signed_up.entries.len()).collect();
        if self.games.is_empty() {
            return Err(SpecError::of("", SpecMistake::NoGame));
        }
        let skip = self.skip_unsupported.unwrap_or(false);
        let (mut sections, mut absent) = (Vec::new(), Vec::new());
        for spec in &self.swept_games() {
            let mut players = Vec::new();
            match &spec.players {
                None => players.clone_from(&everybody),
                Some(list) => {
                    for located in &swept(list)? {
                        let entry = find_entry(&mut signed_up, located, self.retries)?;
                        if players.contains(&entry) {
                            let twice = SpecMistake::Twice(located.text.clone());
                            return Err(located.mistaken(twice));
                        }
                        players.push(entry);
                    }
                }
            }
            players.sort_unstable();
            let mut section = self.section(spec, players)?;
            let mut refusals = Vec::new();
            section.entries.retain(|&entry| {
                if stop.is_given() {
                    return false;
                }
                match can_play(&signed_up.entries[entry], &section.game) {
                    Ok(habits) => {
                        section.habits.push(habits);
                        true
                    }
                    Err(reason) => {
                        refusals.push((entry, reason));
                        false
                    }
                }
            });
            if stop.is_given() {
                return Err(SpecError::new("stopped before all players were asked"));
            }
            if let (false, Some((entry, reason))) = (skip, refusals.first()) {
                let entry = &signed_up.entries[*entry];
                let way_out =
                    if entry.is_mistaken_at(&section.game) { "" } else { " (or leave it out: skip-unsupported)" };
                let message = format!("{} at {}: {reason}{way_out}", entry.name, section.game.term);
                return Err(spec.game.wrong(message));
            }
            let number = sections.len();
            absent.extend(refusals.into_iter().map(|(entry, reason)| Absence { section: number, entry, reason }));
            let (seats, able) = (usize::from(section.facts.seats), section.entries.len());
            if able < seats {
                return Err(spec.game.wrong(format!(
                    "{} has {}, but only {} for them: sign up more, such as random",
                    section.game.term,
                    count(seats as u64, "seat"),
                    count(able as u64, "player"),
                )));
            }
            section.model = section.model_asked(&signed_up.entries);
            sections.push(section);
        }
        second_tries::check(self.retries, &signed_up.entries)?;
        let rule = self.stop_rule(&sections)?;
        if let ([section], [spec]) = (&mut sections[..], &self.games[..])
            && self.goes_on_until_clear(&spec.rules.or(&self.rules))
        {
            section.openings = worth_playing(section, self.master_seed(), stop);
        }
        let mut all_rules = self.games.iter().map(|game| &game.rules).chain([&self.rules]);
        let is_ordered = all_rules.any(|rules| rules.opening_order.is_some());
        if is_ordered && sections.iter().all(|section| section.book.is_empty()) {
            return Err(SpecError::new("opening-order: there is no opening-file to put in order"));
        }
        let tournament = Tournament {
            stop: rule,
            seed: self.master_seed(),
            secret: None,
            waives_secret: self.secret == Some(SecretChoice::Nothing),
            format: self.format_with_rounds()?,
            faults: self.faults.unwrap_or_default(),
            exclusion: self.exclusion.unwrap_or_default(),
            entries: signed_up.entries,
            sections,
            absent,
            thoughts: self.thoughts.unwrap_or(false),
        };
        let secret = self.secret.and_then(SecretChoice::secret);
        let secret = secret.filter(|_| tournament.has_secret());
        let tournament = Tournament { secret, ..tournament };
        fits_a_journal(&tournament)?;
        Ok(tournament)
    }

    /// Whether a match stops when its result is clear, and not at a number of openings or at the end of a file.
    fn goes_on_until_clear(&self, rules: &Rules) -> bool {
        self.stop.is_some() && rules.openings.is_none() && rules.opening_file.is_none()
    }

    /// When a match between two may end early.
    fn stop_rule(&self, sections: &[Section]) -> Result<Option<StopRule>, SpecError> {
        let Some(located) = &self.stop else { return Ok(None) };
        let stop = StopRule::parse(&located.text).map_err(|error| located.mistaken(*error.mistake))?;
        let is_match = sections.len() == 1 && sections[0].facts.seats == 2 && sections[0].entries.len() == 2;
        if !is_match || !self.format.unwrap_or_default().is_static() {
            return Err(located.wrong("stop: for two players at one game of two seats only"));
        }
        Ok(Some(stop))
    }

    /// All players that are signed up by name or term, each of a sweep by itself.
    fn sign_up(&self) -> Result<SignedUp, SpecError> {
        let mut signed_up = SignedUp::default();
        for spec in &self.players {
            let terms = sweep::expand(&spec.player.text).map_err(|e| spec.player.wrong(e))?;
            if let (Some(name), [_, _, ..]) = (&spec.name, &terms[..]) {
                let what = format!("`{name}` cannot be the name of {} players", terms.len());
                return Err(spec.player.wrong(what));
            }
            for term in terms {
                let player = registry::player(&term).map_err(|e| spec.player.misnamed(e))?;
                let player = second_tries::given(player, &term, self.retries);
                signed_up.add(spec.name.clone(), player, &spec.player)?;
            }
        }
        Ok(signed_up)
    }

    /// All games, each of a sweep by itself. Braces that belong to a game's own syntax make no sweep; for any other
    /// text the error is the game's.
    fn swept_games(&self) -> Vec<GameSpec> {
        let mut games = Vec::new();
        for spec in &self.games {
            match sweep::expand(&spec.game.text) {
                Ok(terms) if registry::game(&spec.game.text).is_err() => {
                    games.extend(terms.into_iter().map(|text| {
                        let game = Located { text, ..spec.game.clone() };
                        GameSpec { game, ..spec.clone() }
                    }));
                }
                _ => games.push(spec.clone()),
            }
        }
        games
    }

    /// The format, with its rounds if it has any.
    fn format_with_rounds(&self) -> Result<Format, SpecError> {
        let format = self.format.unwrap_or_default().with_rounds(self.rounds);
        if self.rounds.is_some() && format.asked_rounds().is_none() {
            let what = format!("rounds: only for a swiss or a ladder, not for a {format}");
            return Err(SpecError::new(what));
        }
        Ok(format)
    }

    fn master_seed(&self) -> Seed {
        Seed(self.seed.unwrap_or(Spec::SEED))
    }

    fn section(&self, spec: &GameSpec, entries: Vec<usize>) -> Result<Section, SpecError> {
        let game = registry::game(&spec.game.text).map_err(|error| spec.game.misnamed(error))?;
        let rules = spec.rules.or(&self.rules);
        let facts = game.start.facts();
        if MOST_SEATS < facts.seats {
            let message = format!("{} has more than {MOST_SEATS} seats", game.term);
            return Err(spec.game.wrong(message));
        }
        if rules.openings == Some(0) {
            return Err(spec.game.wrong("openings: at least 1"));
        }
        let max_plies = rules.max_plies.unwrap_or(u32::MAX);
        let max_plies = max_plies.min(facts.max_plies).min(Section::MOST_PLIES);
        let (book, plies, openings) = match &rules.opening_file {
            // At cards the opening is the deal.
            None if facts.hidden => (Vec::new(), 0, Spec::OPENINGS),
            None => (Vec::new(), Spec::PLIES, Spec::OPENINGS),
            Some(file) => {
                let format = self.format.unwrap_or_default().with_rounds(self.rounds);
                // Ties are played off from further openings.
                let rounds = u64::from(format.rounds(entries.len()).max(1));
                let rounds = rounds * (1 + format.replays());
                let most = rules.openings.map_or(u64::MAX, |each| each.saturating_mul(rounds));
                let order = rules.opening_order.unwrap_or_default();
                let book = book::read_openings(file, &game.start, order, self.master_seed(), most)?;
                let all = book.len() as u64;
                (book, 0, all)
            }
        };
        let openings = if self.goes_on_until_clear(&rules) { Spec::UNTIL_CLEAR } else { openings };
        let plies = rules.plies.unwrap_or(plies);
        if Section::MOST_PLIES <= plies {
            let most = Section::MOST_PLIES - 1;
            let what = format!("random-plies: {plies} are too many; accepted: at most {most}");
            return Err(spec.game.wrong(what));
        }
        let longest = book.iter().map(|chosen| chosen.moves.len()).max().unwrap_or(0);
        if !book.is_empty() && max_plies as usize <= longest {
            return Err(spec.game.wrong(format!(
                "max-plies: an opening of the file has {longest} plies, and the game would end \
                 after {max_plies}; accepted: more than {longest}"
            )));
        }
        Ok(Section {
            facts,
            habits: Vec::with_capacity(entries.len()),
            entries,
            openings: rules.openings.unwrap_or(openings),
            book: book.into(),
            plies,
            budget: Budget::of(rules.nodes),
            move_time: rules.move_time,
            time_margin: match rules.move_time {
                Some(_) => rules.time_margin.unwrap_or(Spec::TIME_MARGIN),
                None => 0,
            },
            max_plies,
            resign: agreement(&game, rules.resign.as_ref(), Agreement::resign)?,
            draw: agreement(&game, rules.draw.as_ref(), Agreement::draw)?,
            seating: rules.seatings.unwrap_or_default(),
            model: None,
            without_rules: None,
            game,
        })
    }
}

/// The rule by which agreed values end `game`, if there is one.
fn agreement(
    game: &NamedGame,
    said: Option<&Located>,
    read: fn(&Located) -> Result<Agreement, SpecError>,
) -> Result<Option<Agreement>, SpecError> {
    let Some(said) = said else { return Ok(None) };
    let rule = read(said)?;
    let facts = game.start.facts();
    if facts.seats != 2 || facts.sum == Sum::General {
        return Err(said.wrong(format!(
            "{}: for games of two seats in which one loses what the other wins, and {} is none; say it \
             of the others one by one, under [[games]]",
            rule.term, game.term
        )));
    }
    Ok(Some(rule))
}

/// Checks that the text of the tournament is short enough for the head of a journal.
fn fits_a_journal(tournament: &Tournament) -> Result<(), SpecError> {
    let size = tournament.canonical().len();
    if size <= Tournament::LONGEST {
        return Ok(());
    }
    let is_chosen = tournament.sections.iter().any(|s| !s.book.is_empty());
    let (what, fewer) = if is_chosen {
        ("the openings take", "fewer openings")
    } else {
        ("the tournament takes", "shorter names and options, or fewer of them")
    };
    Err(SpecError::new(format!(
        "{what} {size} bytes of the journal, which keeps them all; accepted: at most {}; ask for \
         {fewer}",
        Tournament::LONGEST
    )))
}

/// The terms of a list, each of a sweep by itself, with its place.
fn swept(list: &[Located]) -> Result<Vec<Located>, SpecError> {
    let mut all = Vec::new();
    for located in list {
        let terms = sweep::expand(&located.text).map_err(|error| located.wrong(error))?;
        let place = || located.place.clone();
        all.extend(terms.into_iter().map(|text| Located { text, place: place() }));
    }
    Ok(all)
}

/// No more random plies are played to count openings: longer ones than that are many.
const MOST_COUNTED: u64 = 1 << 22;

/// From how many openings a match is worth playing until its result is clear: where its players always play alike, from
/// as many as differ, for the games of others are copies.
fn worth_playing(section: &Section, seed: Seed, stop: &StopSignal) -> u64 {
    let always_alike = |(_, habits): (usize, Habits)| !habits.random && habits.is_reproducible();
    if section.facts.chance || !section.habits().all(always_alike) {
        return Spec::UNTIL_CLEAR;
    }
    let (start, most) = (&section.game.start, Openings::MOST_DISTINCT);
    let mut openings = Openings::sought(start, Arc::clone(&section.book), section.plies, (most, most), seed);
    if MOST_COUNTED < openings.price() {
        return most;
    }
    // What is wrong with them is said when they are planned.
    openings.find(stop).map_or(1, |()| most - openings.repeated())
}

/// No name that is given to a player is longer, in bytes.
const LONGEST_NAME: usize = 1000;

/// The players signed up so far.
#[derive(Default)]
struct SignedUp {
    entries: Vec<Entry>,
    names: BTreeSet<String>,
    /// By term, the last number that a name of it has.
    numbers: BTreeMap<String, u64>,
}

/// Whether nobody sees a character, or it changes the order of others. Joiners are parts of words and of emoji.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'
                ..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'
                ..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
        )
}

impl SignedUp {
    fn add(&mut self, name: Option<String>, player: NamedPlayer, located: &Located) -> Result<usize, SpecError> {
        let name = match name {
            Some(name) if self.names.contains(&name) => {
                return Err(located.wrong(format!("two players are called `{name}`")));
            }
            Some(name) if LONGEST_NAME < name.len() => {
                let long = name.len();
                let what = format!("a name of {long} bytes; accepted: at most {LONGEST_NAME}");
                return Err(located.wrong(what));
            }
            Some(name) if name.contains(is_hidden) => {
                let shown = name.escape_debug();
                return Err(located.wrong(format!("`{shown}`: a name is one line of visible text")));
            }
            Some(name) => name,
            // A command may have any letters, and its term would be the name.
            None if player.term.contains(is_hidden) => {
                let shown = player.term.escape_debug();
                let what = format!("`{shown}` has letters that cannot be seen; accepted: it with a name");
                return Err(located.wrong(what));
            }
            None => self.free(&player.term),
        };
        self.names.insert(name.clone());
        self.entries.push(Entry { name, player });
        Ok(self.entries.len() - 1)
    }

    /// The term, or the first of `term #2`, `term #3`, … that is free. Names are never freed, so
    /// the search goes on where the last one ended.
    fn free(&mut self, term: &str) -> String {
        if !self.names.contains(term) {
            return term.to_owned();
        }
        let number = self.numbers.entry(term.to_owned()).or_insert(1);
        loop {
            *number += 1;
            let name = format!("{term} #{number}");
            if !self.names.contains(&name) {
                return name;
            }
        }
    }
}

/// The entry that a game's own list of players names: by its name, by its term, or a new one by its
/// term.
fn find_entry(signed_up: &mut SignedUp, located: &Located, retries: Option<u32>) -> Result<usize, SpecError> {
    let entries = &signed_up.entries;
    if let Some(entry) = entries.iter().position(|entry| entry.name == located.text) {
        return Ok(entry);
    }
    match registry::player(&located.text) {
        Ok(player) => {
            let player = second_tries::given(player, &located.text, retries);
            match entries.iter().position(|entry| entry.player.term == player.term) {
                Some(entry) => Ok(entry),
                None => signed_up.add(None, player, located),
            }
        }
        Err(error) => {
            let accepted = Accepted::new(&located.text, entries.iter().map(|e| e.name.as_str()));
            Err(match accepted.nearest {
                Some(near) => {
                    let name = located.text.clone();
                    located.mistaken(SpecMistake::Nobody { name, near })
                }
                None => located.misnamed(error),
            })
        }
    }
}

/// The habits of a player at a game, if it can play it in a tournament, and if not why.
fn can_play(entry: &Entry, game: &NamedGame) -> Result<Habits, String> {
    match entry.habits_at(game)? {
        habits if habits.person => Err("a person cannot sit in a tournament".to_owned()),
        habits => Ok(habits),
    }
}

#[cfg(test)]
mod tests {
    use crate::Spec;

    #[test]
    fn equal_players_are_numbered_around_names_that_are_taken() {
        let spec = Spec::default().game("nim").player_named("random #3", "greedy");
        let spec = spec.player("random").player("random").player("random").player("greedy");
        let names: Vec<String> = spec.resolve().unwrap().entries.into_iter().map(|entry| entry.name).collect();
        assert_eq!(names, ["random #3", "random", "random #2", "random #4", "greedy"]);
    }

    /// Looking for each name among all others from the first on would take hours.
    #[test]
    fn ten_thousand_equal_players_are_named_at_once() {
        let spec = (0..10_000).fold(Spec::default().game("nim"), |spec, _| spec.player("random"));
        let entries = spec.resolve().unwrap().entries;
        assert_eq!(entries[9_999].name, "random #10000");
    }
}
