//! One game between people and players, as it stands on the server.

mod advice;
mod clock;
mod new_table;
mod play;
mod record;
mod sitter;
mod thought;
mod time;

use std::sync::Arc;

use agon_core::{AnyMove, AnyPosition, Node, Position, Seat, Sum, notation, scored};
use agon_table::{End, GivenPosition, Level};

pub(crate) use self::{
    advice::{Advice, AdvisedMove},
    clock::TableClock,
    new_table::NewTable,
    sitter::Sitter,
    thought::Thought,
};
use crate::{allowed, epoch::Epoch, pool::Worker, problem::Problem, share::GuestShare};

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
    /// The clock, if it is played by one.
    pub(crate) clock: Option<TableClock>,
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

impl TableState {
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
            clock: None,
            thoughts,
            end: None,
            advice: None,
            fault: None,
            offer: None,
            uncovered: None,
            epoch: Arc::default(),
        }
    }

    /// About how many bytes it takes in memory. Rules that somebody brought take more than their own text, and grow with
    /// the facts of a position.
    pub(crate) fn weight(&self) -> u64 {
        const TABLE: usize = 16 << 10;
        const RULES: usize = 4 << 20;
        const BY_START: usize = 3;
        const WORD: usize = 64;
        let GivenPosition { game, base, line, here, .. } = &self.site;
        let is_brought = WORD < game.term.len() && allowed::is_brought(game.plugin);
        let start = game.start.bytes();
        let rules = if is_brought { RULES.max(BY_START * start) } else { 0 };
        let positions = start + base.bytes() + here.bytes();
        let moves = line.len() + self.redo.len() + self.thoughts.len();
        (TABLE + rules + WORD * (game.term.len() + moves) + positions) as u64
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

    /// The seats where this guest sits.
    pub(crate) fn seats_of(&self, guest: &str) -> Vec<Seat> {
        let seats = Seat::all(self.sitters.len() as u8);
        seats.filter(|seat| self.sitters[seat.index()].is(guest)).collect()
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

    /// The player that gives hints: the one that was asked for, or one that looks far.
    pub(crate) fn adviser(&self) -> String {
        self.adviser.clone().unwrap_or_else(|| Level::Hard.term(&self.site.game.start))
    }

    /// The moves as they are written, with who made each; nobody is chance. None of them where something is
    /// hidden now.
    pub(crate) fn written(&self) -> Vec<(Option<Seat>, String)> {
        self.each_move(|here, m| {
            let who = match here.node() {
                Node::Decision(seat) => Some(seat),
                _ => None,
            };
            (who, notation(here, m))
        })
    }

    /// The same moves as score sheets have them.
    pub(crate) fn on_sheet(&self) -> Vec<String> {
        self.each_move(scored)
    }

    /// What `tell` makes of each move and the position before it; nothing where something is hidden now.
    fn each_move<T>(&self, tell: impl Fn(&AnyPosition, AnyMove) -> T) -> Vec<T> {
        if self.is_secret() {
            return Vec::new();
        }
        let mut here = self.site.base.clone();
        let told = self.site.line.iter().map(|&m| {
            let told = tell(&here, m);
            here.play(m);
            told
        });
        told.collect()
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
}
