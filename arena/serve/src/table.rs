//! One game between people and players, as it stands on the server.

use std::sync::Arc;

use agon_arena::play::equal_share;
use agon_core::{AnyMove, Bound, Decision, Node, Position, Seat, Sum, line, notation, scored};
use agon_table::{End, GivenPosition, Level, RESIGNED, SavedGame};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    allowed::{self, PERSON, short},
    body::maybe_whole,
    epoch::Epoch,
    place::given,
    pool::Worker,
    problem::Problem,
    share::GuestShare,
    words::{Language, Said},
};

/// A seat for another person.
const OPEN: &str = "open";

fn is_open(seat: &str) -> bool {
    seat.trim() == OPEN
}

/// What stands in a saved game between the levels of several seats, and for a seat without one.
const BETWEEN_LEVELS: &str = ", ";
const NO_LEVEL: &str = "-";

/// Where the game stands.
pub(crate) struct TableState {
    pub(crate) site: GivenPosition,
    /// Moves that were taken back, the next first.
    pub(crate) redo: Vec<AnyMove>,
    pub(crate) seed: u64,
    /// The guest who has begun it, in whose share it is, and what stands for their address.
    pub(crate) owner: String,
    pub(crate) address: String,
    /// Who sits where, in seat order.
    pub(crate) sitters: Vec<Sitter>,
    /// Who gives hints.
    pub(crate) adviser: Option<String>,
    /// How many threads the player with the most of them takes.
    pub(crate) threads: usize,
    /// What was thought of each move that was played.
    pub(crate) thoughts: Vec<Option<Thought>>,
    /// How it ended, where not by its rules.
    pub(crate) end: Option<End>,
    pub(crate) advice: Option<Advice>,
    /// Why a player gave no move.
    pub(crate) fault: Option<String>,
    /// Who offers a draw.
    pub(crate) offer: Option<Seat>,
    /// The seat whose view is shown to a guest who sits at several, where something is hidden: the last that was
    /// uncovered, until another of theirs is to move.
    pub(crate) uncovered: Option<Seat>,
    /// Counts the positions.
    pub(crate) epoch: Arc<Epoch>,
}

/// Who sits at a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
pub(crate) enum Sitter {
    /// A person: which browser, or nobody yet.
    Person {
        /// The guest.
        guest: Option<String>,
    },
    /// A player.
    Player {
        /// Its term.
        term: String,
        /// The level by which it was chosen.
        level: Option<String>,
    },
}

/// The names of [`Bound`] in documents.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Bound", rename_all = "lowercase")]
enum BoundName {
    Exact,
    Lower,
    Upper,
    Sample,
}

/// What a player thought of its move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Thought {
    /// What the position was worth to it.
    pub(crate) value: Option<f64>,
    /// How exactly that is known.
    #[serde(default, with = "BoundName")]
    pub(crate) bound: Bound,
    /// How deep it looked.
    pub(crate) depth: Option<u32>,
    /// The number of positions searched.
    pub(crate) nodes: u64,
    /// The line that it expects.
    pub(crate) line: String,
    /// What else it has to say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) note: Option<String>,
}

/// A hint: the best moves, with what they are worth where that is known.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Advice {
    /// After so many moves.
    pub(crate) ply: usize,
    pub(crate) player: String,
    pub(crate) moves: Vec<AdvisedMove>,
    /// Why there is none.
    pub(crate) failure: Option<String>,
}

/// A move of a hint.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct AdvisedMove {
    #[serde(rename = "move")]
    pub(crate) m: String,
    pub(crate) value: Option<f64>,
}

/// A game on record.
#[derive(Serialize, Deserialize)]
struct KeptTable {
    saved: SavedGame,
    redo: String,
    #[serde(default)]
    owner: String,
    #[serde(default)]
    address: String,
    sitters: Vec<Sitter>,
    adviser: Option<String>,
    thoughts: Vec<Option<Thought>>,
    /// Who gave up, if that is how it ended.
    loser: Option<u8>,
}

/// A game that is to begin, as it is asked for.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTable {
    /// The game's term.
    pub(crate) game: String,
    /// Where the moves begin.
    #[serde(default)]
    pub(crate) position: Option<String>,
    /// The moves that were played.
    #[serde(default)]
    pub(crate) moves: Option<String>,
    /// Who sits where: `me`, `open` (another person), `level:easy` (medium, hard, strongest), or a player's
    /// term; the guest everywhere, if empty.
    #[serde(default)]
    pub(crate) seats: Vec<String>,
    /// What chance and the players draw from. Where another person may sit down nobody chooses it.
    #[serde(default, deserialize_with = "maybe_whole")]
    pub(crate) seed: Option<u64>,
    /// Who gives hints.
    #[serde(default)]
    pub(crate) hints: Option<String>,
}

impl Thought {
    pub(crate) fn of(here: &agon_core::AnyPosition, decision: &Decision<AnyMove>) -> Thought {
        let best = [decision.m];
        let expected = if decision.pv.is_empty() {
            &best[..]
        } else {
            &decision.pv[..decision.pv.len().min(8)]
        };
        Thought {
            value: decision.value.filter(|value| value.is_finite()),
            bound: decision.bound,
            depth: decision.depth,
            nodes: decision.nodes,
            line: line::write_line(here, expected),
            note: decision.remarks(here),
        }
    }

    /// In one line, of figures and moves alone.
    pub(crate) fn words(&self, language: Language) -> String {
        let mut words = Vec::new();
        words
            .extend(self.value.map(|value| self.bound.sign().to_owned() + &language.figure(value)));
        words.extend(self.depth.map(|depth| format!("/{depth}")));
        if 0 < self.nodes {
            words.push(language.count(self.nodes));
        }
        words.push(self.line.clone());
        words.join("  ")
    }
}

impl Sitter {
    pub(crate) fn is_person(&self) -> bool {
        matches!(self, Sitter::Person { .. })
    }

    /// Whether this guest sits there.
    pub(crate) fn is(&self, id: &str) -> bool {
        matches!(self, Sitter::Person { guest: Some(guest) } if guest == id)
    }

    /// The word of the level by which it was chosen.
    fn level_word(&self) -> &str {
        match self {
            Sitter::Player { level: Some(level), .. } => level,
            _ => NO_LEVEL,
        }
    }

    /// The term in a saved game.
    fn term(&self) -> String {
        match self {
            Sitter::Person { .. } => PERSON.to_owned(),
            Sitter::Player { term, .. } => term.clone(),
        }
    }
}

/// Refuses a game with hidden information where the guest who begins it would know or see the hidden part.
fn hidden(new: &NewTable, site: &GivenPosition) -> Result<(), Problem> {
    let about: [(&str, &dyn Said); 1] = [("game", &site.game.term)];
    if new.seed.is_some() || !site.line.is_empty() || site.other_base().is_some() {
        return Err(Problem::wrong("hidden-begins", &about));
    }
    // Nobody may see two hands in a game against somebody who sees one.
    let own = new.seats.iter().filter(|text| text.trim() == "me").count();
    if 1 < own && new.seats.iter().any(|text| is_open(text)) {
        return Err(Problem::wrong("hidden-seats", &about));
    }
    Ok(())
}

impl TableState {
    /// A new game.
    ///
    /// # Errors
    ///
    /// Where the game, the position, a move or a player is wrong.
    pub(crate) fn of(
        worker: &Worker,
        new: &NewTable,
        own: &GuestShare,
        (seed, threads): (u64, usize),
    ) -> Result<TableState, Problem> {
        let guest = own.name.as_str();
        let moves = new.moves.as_deref().unwrap_or("");
        for text in [Some(moves), new.position.as_deref()].into_iter().flatten() {
            short(text)?;
        }
        if new.seed.is_some() && new.seats.iter().any(|who| is_open(who)) {
            return Err(Problem::wrong("others-seed", &[]).at("seed"));
        }
        let game = allowed::game(worker, &new.game)?;
        let site = given(worker, game, new.position.as_deref(), moves)?;
        if site.hides() {
            hidden(new, &site)?;
        }
        let seats = usize::from(site.here.facts().seats);
        if new.seats.len() != seats && !new.seats.is_empty() {
            return Err(Problem::wrong(
                "seats",
                &[("game", &site.game.term), ("named", &new.seats.len()), ("seats", &seats)],
            ));
        }
        let mut sitters = Vec::new();
        for seat in 0..seats {
            let text = new.seats.get(seat).map_or("me", |text| text.trim());
            sitters.push(match text {
                "me" => Sitter::Person { guest: Some(guest.to_owned()) },
                OPEN => Sitter::Person { guest: None },
                text => {
                    let named = allowed::player(worker, text, &site.game, threads);
                    let named =
                        named.map_err(|problem| problem.at(&format!("player{}", seat + 1)))?;
                    let term = named.term;
                    let level = text.strip_prefix("level:").map(str::to_owned);
                    Sitter::Player { term, level }
                }
            });
        }
        let adviser = match new.hints.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
            Some(text) => {
                let named = allowed::player(worker, text, &site.game, threads);
                Some(named.map_err(|problem| problem.at("hints"))?.term)
            }
            None => None,
        };
        let mut state =
            TableState::at(worker, site, Vec::new(), new.seed.unwrap_or(seed), sitters, adviser);
        (state.owner, state.address) = (own.name.clone(), own.address.clone());
        if new.seed.is_none() && !state.has_others(guest) && !state.site.hides() {
            // As people write seeds: not too long.
            state.seed &= 0xffff_ffff;
        }
        Ok(state)
    }

    /// A game from a file, in which this guest takes the seats of persons. It goes on with the same dice, unless
    /// others may sit down in it.
    ///
    /// # Errors
    ///
    /// Where it is none that is known, or a player must not play here.
    pub(crate) fn of_saved(
        worker: &Worker,
        saved: &SavedGame,
        own: &GuestShare,
        (seed, threads): (u64, usize),
    ) -> Result<TableState, Problem> {
        let new = NewTable {
            game: saved.game.clone(),
            position: saved.position.clone(),
            moves: Some(saved.moves.clone()),
            seats: saved
                .seats
                .iter()
                .map(|who| if who == PERSON { "me".to_owned() } else { who.clone() })
                .collect(),
            // A game that others may join goes on with dice that nobody knows.
            seed: Some(saved.seed).filter(|_| !saved.seats.iter().any(|who| is_open(who))),
            hints: None,
        };
        let mut state = TableState::of(worker, &new, own, (seed, threads))?;
        let words = saved.level.as_deref().unwrap_or_default();
        let mut words: Vec<&str> = words.split(BETWEEN_LEVELS).collect();
        if let [level] = words[..] {
            words = vec![level; state.sitters.len()];
        }
        for (sitter, word) in state.sitters.iter_mut().zip(words) {
            if let Sitter::Player { term, level } = sitter
                && Level::named(word).is_some()
                // Only where that is still the player of this level.
                && allowed::player(worker, &format!("level:{word}"), &state.site.game, threads)?.term == *term
            {
                *level = Some(word.to_owned());
            }
        }
        Ok(state)
    }

    /// A game that stands so, with what was taken back.
    pub(crate) fn at(
        worker: &Worker,
        site: GivenPosition,
        redo: Vec<AnyMove>,
        seed: u64,
        sitters: Vec<Sitter>,
        adviser: Option<String>,
    ) -> TableState {
        let thoughts = vec![None; site.line.len()];
        let players = sitters.iter().filter_map(|sitter| match sitter {
            Sitter::Player { term, .. } => Some(term.as_str()),
            Sitter::Person { .. } => None,
        });
        let terms = players.chain(adviser.as_deref());
        let threads = terms.map(|term| allowed::threads(worker, term)).max().unwrap_or(1);
        TableState {
            site,
            redo,
            seed,
            owner: String::new(),
            address: String::new(),
            sitters,
            adviser,
            threads,
            thoughts,
            end: None,
            advice: None,
            fault: None,
            offer: None,
            uncovered: None,
            epoch: Arc::default(),
        }
    }

    /// Reads a row.
    ///
    /// # Errors
    ///
    /// Where it is none of this version.
    pub(crate) fn read(worker: &Worker, row: &str) -> Result<TableState, Problem> {
        let row: KeptTable = serde_json::from_str(row).map_err(Problem::trouble)?;
        let ended = row.saved.ended.clone();
        let seed = row.saved.seed;
        let site = GivenPosition::of_saved(row.saved)?;
        let site = GivenPosition { saved: None, ..site };
        let redo = line::play_line(&mut site.here.clone(), &row.redo).map_err(Problem::trouble)?;
        let mut state = TableState::at(worker, site, redo, seed, row.sitters, row.adviser);
        (state.owner, state.address) = (row.owner, row.address);
        state.thoughts = row.thoughts;
        state.thoughts.resize(state.site.line.len(), None);
        state.end = match row.loser {
            Some(seat) => Some(End::Lost(Seat(seat), RESIGNED)),
            None if ended == End::Drawn.word() => Some(End::Drawn),
            None => None,
        };
        Ok(state)
    }

    /// The game as it is kept, and as it can be read by `agon play`.
    pub(crate) fn saved(&self) -> SavedGame {
        let end = self.ended().unwrap_or(End::Quit);
        let saved =
            end.record(&self.site, self.seed, self.sitters.iter().map(Sitter::term).collect());
        SavedGame { level: self.levels(), ..saved }
    }

    /// The level by which all players were chosen; where they differ, the word of each seat in order.
    fn levels(&self) -> Option<String> {
        let words: Vec<&str> = self.sitters.iter().map(Sitter::level_word).collect();
        let players = self.sitters.iter().zip(&words).filter(|(sitter, _)| !sitter.is_person());
        let mut levels: Vec<&str> = players.map(|(_, word)| *word).collect();
        levels.dedup();
        match levels[..] {
            [] | [NO_LEVEL] => None,
            [level] => Some(level.to_owned()),
            _ => Some(words.join(BETWEEN_LEVELS)),
        }
    }

    /// The same as this guest may have it. Where the seed is a secret, another stands in its place.
    ///
    /// # Errors
    ///
    /// Where the moves are secret.
    pub(crate) fn saved_for(&self, guest: &str) -> Result<SavedGame, Problem> {
        self.open()?;
        Ok(SavedGame { seed: self.seed_for(guest).unwrap_or(0), ..self.saved() })
    }

    /// The seed, if this guest may know it. The seed gives away the dice that are still to fall: so only when
    /// the game is over, or where no other person plays and nothing is hidden.
    pub(crate) fn seed_for(&self, guest: &str) -> Option<u64> {
        let is_open = !self.has_others(guest) && !self.site.hides();
        (self.ended().is_some() || is_open).then_some(self.seed)
    }

    /// Whether something is hidden from somebody now: until the game is over.
    pub(crate) fn is_secret(&self) -> bool {
        self.site.hides() && self.ended().is_none()
    }

    /// Refuses what would show the whole game.
    ///
    /// # Errors
    ///
    /// Where something is hidden now.
    pub(crate) fn open(&self) -> Result<(), Problem> {
        if self.is_secret() { Err(Problem::conflict("hidden-now", &[])) } else { Ok(()) }
    }

    pub(crate) fn row(&self) -> String {
        let row = KeptTable {
            saved: self.saved(),
            redo: line::write_line(&self.site.here, &self.redo),
            owner: self.owner.clone(),
            address: self.address.clone(),
            sitters: self.sitters.clone(),
            adviser: self.adviser.clone(),
            thoughts: self.thoughts.clone(),
            loser: match self.end {
                Some(End::Lost(seat, _)) => Some(seat.0),
                _ => None,
            },
        };
        serde_json::to_string(&row).expect("texts and numbers can be written")
    }

    /// How it ended, if it did.
    pub(crate) fn ended(&self) -> Option<End> {
        let is_over = self.site.here.node() == Node::Terminal;
        self.end.clone().or_else(|| is_over.then_some(End::Terminal))
    }

    /// The seat to act, if a seat is.
    pub(crate) fn mover(&self) -> Option<Seat> {
        match self.site.here.node() {
            Node::Decision(seat) if self.end.is_none() => Some(seat),
            _ => None,
        }
    }

    /// Whether this guest is to move.
    pub(crate) fn is_turn_of(&self, guest: &str) -> bool {
        self.mover().is_some_and(|seat| self.sitters[seat.index()].is(guest))
    }

    /// Whether this guest began it; if that is not recorded, whether this guest has a seat.
    pub(crate) fn is_owned(&self, guest: &str) -> bool {
        if self.owner.is_empty() { self.has(guest) } else { self.owner == guest }
    }

    /// Whether this guest sits somewhere.
    pub(crate) fn has(&self, guest: &str) -> bool {
        self.sitters.iter().any(|sitter| sitter.is(guest))
    }

    /// Whether a person other than this guest sits here, or may sit down.
    pub(crate) fn has_others(&self, guest: &str) -> bool {
        self.sitters.iter().any(|sitter| sitter.is_person() && !sitter.is(guest))
    }

    /// In whose share of what there is this game is played.
    pub(crate) fn share(&self) -> GuestShare {
        let sitter = || self.guests().first().copied().unwrap_or_default();
        let name = if self.owner.is_empty() { sitter() } else { &self.owner };
        GuestShare { address: self.address.clone(), name: name.to_owned() }
    }

    /// Everybody who sits here.
    pub(crate) fn guests(&self) -> Vec<&str> {
        let guests = self.sitters.iter().filter_map(|sitter| match sitter {
            Sitter::Person { guest } => guest.as_deref(),
            Sitter::Player { .. } => None,
        });
        guests.collect()
    }

    /// Plays a move of any player.
    pub(crate) fn go(&mut self, m: AnyMove, thought: Option<Thought>) {
        match self.redo.first() {
            Some(&next) if next == m => drop(self.redo.remove(0)),
            _ => self.redo.clear(),
        }
        self.site.play(m);
        self.thoughts.push(thought);
        self.turn();
    }

    /// A person's move, as it was typed or pointed at.
    ///
    /// # Errors
    ///
    /// Where the guest is not to move, or the move is not legal.
    pub(crate) fn play(&mut self, guest: &str, text: &str) -> Result<(), Problem> {
        if self.ended().is_some() {
            return Err(Problem::conflict("game-over", &[]));
        }
        if !self.is_turn_of(guest) {
            return Err(Problem::forbidden("not-your-move", &[]));
        }
        if let Some(seat) = self.covered(guest) {
            return Err(Problem::conflict("hidden-covered", &[("seat", &(seat.0 + 1))]));
        }
        let text = text.trim();
        // Where something is hidden the text is read, and refused, at what the seat sees.
        let site = self.site.clone().redealt(self.seed);
        let Some(m) = line::read_move(&site.here, text) else {
            let number = self.mover().map_or(0, |seat| self.site.ply_for(seat)) + 1;
            let position = self.shown_to(guest).text();
            let refused = line::refuse(&site.here, number, text);
            return Err(Problem::refused(line::LineError { position, ..refused }));
        };
        self.go(m, None);
        Ok(())
    }

    /// Back to the last choice of a person.
    ///
    /// # Errors
    ///
    /// Where there is none, or others would have to agree.
    pub(crate) fn undo(&mut self, guest: &str) -> Result<(), Problem> {
        self.alone(guest)?;
        let sitters = &self.sitters;
        let taken = self.site.take_back(|seat| sitters[seat.index()].is_person());
        if taken.is_empty() {
            return Err(Problem::conflict("no-earlier", &[]));
        }
        self.redo.splice(0..0, taken);
        self.thoughts.truncate(self.site.line.len());
        self.end = None;
        self.turn();
        Ok(())
    }

    /// Forward again, to the next choice of a person.
    ///
    /// # Errors
    ///
    /// Where nothing was taken back.
    pub(crate) fn redo(&mut self, guest: &str) -> Result<(), Problem> {
        self.alone(guest)?;
        if self.redo.is_empty() {
            return Err(Problem::conflict("no-redo", &[]));
        }
        while !self.redo.is_empty() {
            let m = self.redo.remove(0);
            self.site.play(m);
            self.thoughts.push(None);
            if self.mover().is_some_and(|seat| self.sitters[seat.index()].is_person()) {
                break;
            }
        }
        self.turn();
        Ok(())
    }

    /// Only who plays alone takes moves back.
    fn alone(&self, guest: &str) -> Result<(), Problem> {
        if !self.has(guest) {
            return Err(Problem::forbidden("not-seated", &[]));
        }
        if self.has_others(guest) {
            return Err(Problem::conflict("others-play", &[]));
        }
        if self.site.hides() {
            return Err(Problem::conflict("hidden-back", &[]));
        }
        Ok(())
    }

    /// Gives the game up.
    ///
    /// # Errors
    ///
    /// Where the guest does not sit here, or the game is over.
    pub(crate) fn resign(&mut self, guest: &str) -> Result<(), Problem> {
        let seat = self.seat_of(guest)?;
        self.end = Some(End::Lost(seat, RESIGNED));
        self.turn();
        Ok(())
    }

    /// Offers a draw, or takes one that was offered. `true` where the game has ended by it.
    ///
    /// # Errors
    ///
    /// Where the guest does not sit here, or the game is over.
    pub(crate) fn draw(&mut self, guest: &str) -> Result<bool, Problem> {
        let seat = self.seat_of(guest)?;
        if self.sitters.len() < 2 {
            return Err(Problem::conflict("alone", &[]));
        }
        let is_meant = |other: Seat| match &self.sitters[other.index()] {
            Sitter::Person { guest: Some(id) } => id == guest || self.offer == Some(other),
            Sitter::Person { guest: None } => false,
            // What a player thinks of its cards is not told.
            Sitter::Player { .. } => !self.site.hides() && self.thinks_it_even(other),
        };
        let all = Seat::all(self.sitters.len() as u8);
        if all.into_iter().all(is_meant) {
            self.end = Some(End::Drawn);
            self.turn();
            return Ok(true);
        }
        self.offer = Some(seat);
        Ok(false)
    }

    /// Whether the player there thought at its last three moves that it has no more than a draw.
    fn thinks_it_even(&self, seat: Seat) -> bool {
        const SURE: usize = 3;
        let share = equal_share(&self.site.here.facts());
        let (mut here, mut own) = (self.site.base.clone(), Vec::new());
        for (&m, thought) in self.site.line.iter().zip(&self.thoughts) {
            if here.node() == Node::Decision(seat) {
                own.push(thought.as_ref().and_then(|thought| thought.value));
            }
            here.play(m);
        }
        let last = own.iter().rev().take(SURE);
        SURE <= own.len() && last.into_iter().all(|value| value.is_some_and(|value| value <= share))
    }

    /// Sits down at a seat that is free.
    ///
    /// # Errors
    ///
    /// Where it is not.
    pub(crate) fn sit(&mut self, guest: &str, seat: u8) -> Result<(), Problem> {
        let index = usize::from(seat).checked_sub(1).filter(|&index| index < self.sitters.len());
        let index = index.ok_or_else(|| {
            Problem::wrong("no-seat", &[("seat", &seat), ("seats", &self.sitters.len())])
        })?;
        if self.site.hides() && self.has(guest) {
            return Err(Problem::conflict("hidden-seats", &[("game", &self.site.game.term)]));
        }
        match &mut self.sitters[index] {
            Sitter::Person { guest: free @ None } => *free = Some(guest.to_owned()),
            _ => return Err(Problem::conflict("seat-taken", &[("seat", &seat)])),
        }
        Ok(())
    }

    /// A seat of this guest, the one to act if it is one of them, while the game goes on.
    fn seat_of(&self, guest: &str) -> Result<Seat, Problem> {
        if self.ended().is_some() {
            return Err(Problem::conflict("game-over", &[]));
        }
        let own = |seat: &Seat| self.sitters[seat.index()].is(guest);
        self.mover()
            .filter(own)
            .or_else(|| Seat::all(self.sitters.len() as u8).find(own))
            .ok_or_else(|| Problem::forbidden("not-seated", &[]))
    }

    /// The position has changed: what was begun for the last one is too late.
    fn turn(&mut self) {
        self.epoch.pass();
        self.advice = None;
        self.fault = None;
        self.offer = None;
        self.cover();
    }

    /// The player that gives hints: the one that was asked for, or one that looks far.
    pub(crate) fn adviser(&self) -> String {
        self.adviser.clone().unwrap_or_else(|| Level::Hard.term(&self.site.game.start))
    }

    /// The moves as they are written, with who made each; nobody is chance. None of them where something is
    /// hidden now.
    pub(crate) fn written(&self) -> Vec<(Option<Seat>, String)> {
        if self.is_secret() {
            return Vec::new();
        }
        let mut here = self.site.base.clone();
        let moves = self.site.line.iter().map(|&m| {
            let who = match here.node() {
                Node::Decision(seat) => Some(seat),
                _ => None,
            };
            let text = notation(&here, m);
            here.play(m);
            (who, text)
        });
        moves.collect()
    }

    /// Whether positions can be judged one by one here: what one seat gains the other loses, and nothing is drawn
    /// or hidden.
    pub(crate) fn is_duel(&self) -> bool {
        let facts = self.site.base.facts();
        facts.seats == 2 && facts.sum != Sum::General && !facts.chance && !facts.hidden
    }

    /// Whether there are moves that can be judged so.
    pub(crate) fn can_review(&self) -> bool {
        self.is_duel() && !self.site.line.is_empty()
    }

    /// Whether this guest may ask what positions are worth: nobody else plays here by themselves any more.
    pub(crate) fn can_judge(&self, guest: &str) -> bool {
        self.is_duel() && (self.ended().is_some() || !self.has_others(guest))
    }

    /// A number of plies that were played, as it is written.
    ///
    /// # Errors
    ///
    /// If fewer were played.
    pub(crate) fn ply(&self, text: &str) -> Result<usize, Problem> {
        let last = self.site.line.len();
        let ply = text.parse::<usize>().ok().filter(|&ply| ply <= last);
        ply.ok_or_else(|| Problem::missing("which-ply", &[("last", &last)]))
    }

    /// The same moves as score sheets have them.
    pub(crate) fn on_sheet(&self) -> Vec<String> {
        if self.is_secret() {
            return Vec::new();
        }
        let mut here = self.site.base.clone();
        let moves = self.site.line.iter().map(|&m| {
            let text = scored(&here, m);
            here.play(m);
            text
        });
        moves.collect()
    }
}
