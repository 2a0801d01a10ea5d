//! What someone asks for: a tournament as texts and numbers, not yet looked up or checked.
//!
//! A file, flags and library code all end up here; [`Spec::resolve`] is the one door behind which
//! names are known, options are right, and every player can play.

use std::fmt;

use agon_core::{Accepted, Budget, NamedGame, NamedPlayer, Position, Seed, registry};

use crate::{
    ask::format::Format,
    plan::{
        book::{self, Order},
        guard,
        numbering::MOST_SEATS,
        stop::Stop,
        tournament::{Absence, Entry, Section, Tournament},
    },
    tell::report::count,
};

/// A tournament as it was asked for. What is `None` or empty takes its default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// The master seed; 1 unless given.
    pub seed: Option<u64>,
    /// Who meets whom; everybody everybody unless given.
    pub format: Option<Format>,
    /// How many rounds, for formats that have rounds.
    pub rounds: Option<u32>,
    /// What happens to games in which a player is at fault.
    pub faults: Option<FaultRule>,
    /// When a match has shown enough, such as `sprt(elo0=0, elo1=5)`.
    pub stop: Option<Said>,
    /// Who is signed up.
    pub players: Vec<PlayerSpec>,
    /// What is played.
    pub games: Vec<GameSpec>,
    /// How, for every game that doesn't say otherwise.
    pub rules: Rules,
    /// Whether a player that cannot play a game stays away from it instead of stopping all.
    pub skip_unsupported: Option<bool>,
}

/// A text, and where it was said (`file.toml, line 3`, or nowhere).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// The text.
    pub text: String,
    /// Where; empty if there is nothing to say.
    pub place: String,
}

/// A player signed up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerSpec {
    /// What tables call it; its canonical term unless given.
    pub name: Option<String>,
    /// Its term.
    pub player: Said,
}

/// A game to be played.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameSpec {
    /// Its term.
    pub game: Said,
    /// Who plays it, by name or by term; everybody unless given.
    pub players: Option<Vec<Said>>,
    /// How.
    pub rules: Rules,
}

/// How games are played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// How many openings every meeting is played from; ten unless given, or all of the file.
    pub openings: Option<u64>,
    /// The file the openings are from, if they are not all drawn.
    pub opening_file: Option<Said>,
    /// In which order the openings of the file are played.
    pub opening_order: Option<Order>,
    /// How many random plies an opening has; those of a file, after what stands there: none unless
    /// given.
    pub plies: Option<u32>,
    /// How many nodes a player may spend on one move.
    pub nodes: Option<u64>,
    /// How many milliseconds a player may think about one move. Results under a clock cannot be
    /// reproduced.
    pub move_time: Option<u64>,
    /// After how many plies a game is adjudicated, should its own bound be greater.
    pub max_plies: Option<u32>,
    /// In which orders those who meet take their seats.
    pub seatings: Option<SeatingRule>,
}

/// In which orders those who meet take their seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SeatingRule {
    /// In every order, up to four seats; with more, as [`Balanced`](SeatingRule::Balanced).
    #[default]
    All,
    /// In as many orders as seats (twice as many if the number is odd and above one), so that
    /// everybody sits on every seat, and after everybody else, equally often (E. J. Williams,
    /// *Experimental designs balanced for the estimation of residual effects of treatments*,
    /// 1949).
    Balanced,
    /// In one order only, that of signing up: first seats are not shared out.
    Fixed,
}

impl SeatingRule {
    /// The words for the rules, in order of declaration.
    pub const WORDS: [&'static str; 3] = ["all", "balanced", "fixed"];

    /// The word for this rule.
    pub const fn word(self) -> &'static str {
        SeatingRule::WORDS[self as usize]
    }

    /// The rule of that word.
    pub fn of(word: &str) -> Option<SeatingRule> {
        let all = [SeatingRule::All, SeatingRule::Balanced, SeatingRule::Fixed];
        all.into_iter().find(|rule| rule.word() == word)
    }
}

/// What happens to a game in which a player is at fault.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FaultRule {
    /// Its seat gets the least payoff there is.
    #[default]
    Forfeit,
    /// The game is played again, with fresh streams for the players, up to three times; if there
    /// is a fault each time, the game is void, and counts for nobody.
    Replay,
    /// It forfeits the game, and the tournament stops there.
    Stop,
}

impl FaultRule {
    /// The words for the rules, in order of declaration.
    pub const WORDS: [&'static str; 3] = ["forfeit", "replay", "stop"];

    /// The word for this rule.
    pub const fn word(self) -> &'static str {
        FaultRule::WORDS[self as usize]
    }

    /// The rule of that word.
    pub fn of(word: &str) -> Option<FaultRule> {
        let all = [FaultRule::Forfeit, FaultRule::Replay, FaultRule::Stop];
        all.into_iter().find(|rule| rule.word() == word)
    }
}

/// Why there can be no such tournament. One message: where, what, what is accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", .place.as_deref().map(|place| format!("{place}: ")).unwrap_or_default())]
pub struct SpecError {
    /// Where it was said, if that is known.
    pub place: Option<String>,
    /// What is wrong.
    pub message: String,
}

impl SpecError {
    /// Wrong, without a place.
    pub fn new(message: impl fmt::Display) -> SpecError {
        SpecError { place: None, message: message.to_string() }
    }

    /// Wrong at `place`, unless that is empty.
    pub fn at(place: &str, message: impl fmt::Display) -> SpecError {
        let place = (!place.is_empty()).then(|| place.to_owned());
        SpecError { place, message: message.to_string() }
    }
}

impl Said {
    /// A text said nowhere in particular.
    pub fn new(text: impl Into<String>) -> Said {
        Said { text: text.into(), place: String::new() }
    }

    fn wrong(&self, message: impl fmt::Display) -> SpecError {
        SpecError::at(&self.place, message)
    }
}

impl Rules {
    /// These rules, and where they say nothing, `others`.
    /// Who names a file of openings says by that how many random plies there are: none, unless
    /// they are asked for in the same breath.
    #[must_use]
    pub fn or(&self, others: &Rules) -> Rules {
        let others_plies = if self.opening_file.is_none() { others.plies } else { None };
        Rules {
            openings: self.openings.or(others.openings),
            opening_file: self.opening_file.clone().or_else(|| others.opening_file.clone()),
            opening_order: self.opening_order.or(others.opening_order),
            plies: self.plies.or(others_plies),
            nodes: self.nodes.or(others.nodes),
            move_time: self.move_time.or(others.move_time),
            max_plies: self.max_plies.or(others.max_plies),
            seatings: self.seatings.or(others.seatings),
        }
    }
}

impl Spec {
    /// The openings of a meeting unless the spec says otherwise.
    pub const OPENINGS: u64 = 10;
    /// The random plies of an opening unless the spec says otherwise.
    pub const PLIES: u32 = 2;
    /// The seed unless the spec says otherwise.
    pub const SEED: u64 = 1;

    /// Signs up a player, by its term.
    #[must_use]
    pub fn player(mut self, term: impl Into<String>) -> Spec {
        self.players.push(PlayerSpec { name: None, player: Said::new(term) });
        self
    }

    /// Signs up a player under a name of your choice.
    #[must_use]
    pub fn player_named(mut self, name: impl Into<String>, term: impl Into<String>) -> Spec {
        self.players.push(PlayerSpec { name: Some(name.into()), player: Said::new(term) });
        self
    }

    /// Adds a game, by its term.
    #[must_use]
    pub fn game(mut self, term: impl Into<String>) -> Spec {
        self.games.push(GameSpec { game: Said::new(term), ..GameSpec::default() });
        self
    }

    /// Has every meeting played from `openings` openings of `plies` random plies.
    #[must_use]
    pub fn openings(mut self, openings: u64, plies: u32) -> Spec {
        self.rules.openings = Some(openings);
        self.rules.plies = Some(plies);
        self
    }

    /// Has every meeting played from the openings of the file at `path`, one a line: see
    /// [`book`].
    #[must_use]
    pub fn opening_file(mut self, path: impl Into<String>) -> Spec {
        self.rules.opening_file = Some(Said::new(path));
        self
    }

    /// Lets a player spend `nodes` on one move.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Spec {
        self.rules.nodes = Some(nodes);
        self
    }

    /// Sets the master seed.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Spec {
        self.seed = Some(seed);
        self
    }

    /// Looks every name up and checks everything that can be checked before the first game, that
    /// every player can play above all.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong.
    pub fn resolve(&self) -> Result<Tournament, SpecError> {
        let mut entries = Vec::new();
        for spec in &self.players {
            let player = registry::player(&spec.player.text).map_err(|e| spec.player.wrong(e))?;
            sign_up(&mut entries, spec.name.clone(), player, &spec.player)?;
        }
        let everybody: Vec<usize> = (0..entries.len()).collect();
        if self.games.is_empty() {
            return Err(SpecError::new("no game to play: name one, such as --game nim"));
        }
        let skip = self.skip_unsupported.unwrap_or(false);
        let (mut sections, mut absent) = (Vec::new(), Vec::new());
        for spec in &self.games {
            let mut players = Vec::new();
            match &spec.players {
                None => players.clone_from(&everybody),
                Some(list) => {
                    for said in list {
                        let entry = find_entry(&mut entries, said)?;
                        if players.contains(&entry) {
                            return Err(said.wrong(format!("`{}` is named twice", said.text)));
                        }
                        players.push(entry);
                    }
                }
            }
            players.sort_unstable();
            let mut section = self.section(spec, players)?;
            let mut refusals = Vec::new();
            section.entries.retain(|&entry| match can_play(&entries[entry], &section.game) {
                Ok(()) => true,
                Err(reason) => {
                    refusals.push((entry, reason));
                    false
                }
            });
            if let (false, Some((entry, reason))) = (skip, refusals.first()) {
                let message = format!(
                    "{} at {}: {reason} (or let it stay away: skip-unsupported)",
                    entries[*entry].name, section.game.term
                );
                return Err(spec.game.wrong(message));
            }
            let number = sections.len();
            absent.extend(refusals.into_iter().map(|(entry, reason)| Absence {
                section: number,
                entry,
                reason,
            }));
            let (seats, able) = (usize::from(section.facts.seats), section.entries.len());
            if able < seats {
                return Err(spec.game.wrong(format!(
                    "{} has {}, but only {} for them: sign up more, such as --player random",
                    section.game.term,
                    count(seats as u64, "seat"),
                    count(able as u64, "player"),
                )));
            }
            sections.push(section);
        }
        let stop = match &self.stop {
            None => None,
            Some(said) => {
                let stop = Stop::parse(&said.text).map_err(|error| said.wrong(error.message))?;
                let is_match = sections.len() == 1
                    && sections[0].facts.seats == 2
                    && sections[0].entries.len() == 2;
                if !is_match || !self.format.unwrap_or_default().is_static() {
                    let what = "stop: for two players at one game of two seats only";
                    return Err(said.wrong(what));
                }
                Some(stop)
            }
        };
        let mut all_rules = self.games.iter().map(|game| &game.rules).chain([&self.rules]);
        let is_ordered = all_rules.any(|rules| rules.opening_order.is_some());
        if is_ordered && sections.iter().all(|section| section.book.is_empty()) {
            return Err(SpecError::new("opening-order: there is no opening-file to put in order"));
        }
        let tournament = Tournament {
            stop,
            seed: self.master_seed(),
            format: self.format_with_rounds()?,
            faults: self.faults.unwrap_or_default(),
            entries,
            sections,
            absent,
        };
        let size = tournament.canonical().len();
        if Tournament::LONGEST < size && tournament.sections.iter().any(|s| !s.book.is_empty()) {
            return Err(SpecError::new(format!(
                "the openings take {size} bytes of the journal, which keeps them all; accepted: \
                 at most {}; ask for fewer openings",
                Tournament::LONGEST
            )));
        }
        Ok(tournament)
    }

    /// The format, with its rounds if it has any.
    fn format_with_rounds(&self) -> Result<Format, SpecError> {
        let format = self.format.unwrap_or_default().with_rounds(self.rounds);
        if self.rounds.is_some() && format.asked_rounds().is_none() {
            let what = format!("rounds: a swiss or a ladder has them, not a {format}");
            return Err(SpecError::new(what));
        }
        Ok(format)
    }

    fn master_seed(&self) -> Seed {
        Seed(self.seed.unwrap_or(Spec::SEED))
    }

    fn section(&self, spec: &GameSpec, entries: Vec<usize>) -> Result<Section, SpecError> {
        let game = registry::game(&spec.game.text).map_err(|error| spec.game.wrong(error))?;
        let rules = spec.rules.or(&self.rules);
        let facts = game.start.facts();
        if MOST_SEATS < facts.seats {
            let message = format!("{} has more than {MOST_SEATS} seats", game.term);
            return Err(spec.game.wrong(message));
        }
        if rules.openings == Some(0) {
            return Err(spec.game.wrong("openings: at least 1"));
        }
        let max_plies = rules.max_plies.map_or(facts.max_plies, |most| most.min(facts.max_plies));
        let (book, plies, openings) = match &rules.opening_file {
            None => (Vec::new(), Spec::PLIES, Spec::OPENINGS),
            Some(file) => {
                let format = self.format.unwrap_or_default().with_rounds(self.rounds);
                let mut rounds = u64::from(format.rounds(entries.len()).max(1));
                if format == Format::Knockout {
                    // Ties are played off from further openings.
                    rounds *= 4;
                }
                let most = rules.openings.map_or(u64::MAX, |each| each.saturating_mul(rounds));
                let order = rules.opening_order.unwrap_or_default();
                let book = book::read(file, &game.start, order, self.master_seed(), most)?;
                let all = book.len() as u64;
                (book, 0, all)
            }
        };
        let longest = book.iter().map(|chosen| chosen.moves.len()).max().unwrap_or(0);
        if !book.is_empty() && max_plies as usize <= longest {
            return Err(spec.game.wrong(format!(
                "max-plies: an opening of the file has {longest} plies, and the game would end \
                 after {max_plies}; accepted: more than {longest}"
            )));
        }
        Ok(Section {
            facts,
            entries,
            openings: rules.openings.unwrap_or(openings),
            book: book.into(),
            plies: rules.plies.unwrap_or(plies),
            budget: Budget::of(rules.nodes),
            move_time: rules.move_time,
            max_plies,
            seating: rules.seatings.unwrap_or_default(),
            game,
        })
    }
}

/// Adds an entry under a name that nobody has.
fn sign_up(
    entries: &mut Vec<Entry>,
    name: Option<String>,
    player: NamedPlayer,
    said: &Said,
) -> Result<usize, SpecError> {
    let taken = |name: &str| entries.iter().any(|entry| entry.name == name);
    let name = match name {
        Some(name) if taken(&name) => {
            return Err(said.wrong(format!("two players are called `{name}`")));
        }
        Some(name) if name.contains(char::is_control) => {
            let shown = name.escape_debug();
            return Err(said.wrong(format!("`{shown}`: a name is one line of visible text")));
        }
        Some(name) => name,
        None => {
            let (mut name, mut number) = (player.term.clone(), 1);
            while taken(&name) {
                number += 1;
                name = format!("{} #{number}", player.term);
            }
            name
        }
    };
    entries.push(Entry { name, player });
    Ok(entries.len() - 1)
}

/// Who is meant in a game's own list of players: a name, or the term of an entry, or of a new one.
fn find_entry(entries: &mut Vec<Entry>, said: &Said) -> Result<usize, SpecError> {
    if let Some(entry) = entries.iter().position(|entry| entry.name == said.text) {
        return Ok(entry);
    }
    match registry::player(&said.text) {
        Ok(player) => match entries.iter().position(|entry| entry.player.term == player.term) {
            Some(entry) => Ok(entry),
            None => sign_up(entries, None, player, said),
        },
        Err(error) => {
            let accepted = Accepted::new(&said.text, entries.iter().map(|e| e.name.as_str()));
            Err(said.wrong(match accepted.nearest {
                Some(near) => format!("nobody is called `{}`; did you mean `{near}`?", said.text),
                None => error.to_string(),
            }))
        }
    }
}

/// Whether a player can be seated, and if not why.
fn can_play(entry: &Entry, game: &NamedGame) -> Result<(), String> {
    match guard::catch(|| entry.player.seat(&game.start).map(|player| player.habits())) {
        Ok(Ok(habits)) if habits.person => {
            Err("a person cannot sit in a tournament; play against one with agon play".to_owned())
        }
        Ok(Ok(_)) => Ok(()),
        Ok(Err(error)) => Err(error.to_string()),
        Err(panic) => Err(format!("it panics when it is seated: {panic}")),
    }
}
