//! One game between people and players, as it stands on the server.

mod action;
mod advice;
mod line;
mod new_table;
mod play;
mod record;

use std::{
    ops::Deref,
    sync::{Arc, OnceLock},
    time::Duration,
};

use agon_arena::play::{Clocks, Stopwatch};
use agon_core::{Clock as _, Node, Position, Seat, Sum, notation, scored};
use agon_table::{GivenPosition, Level, PlayedGame, Sitter, ToMove};

pub(crate) use self::{
    action::TableAction,
    advice::{Advice, AdvisedMove},
    line::TableLine,
    new_table::NewTable,
};
use crate::{
    allowed, board_side::BoardSide, pool::Worker, position_version::PositionVersion, problem::Problem,
    share::GuestShare,
};

/// How often a page without scripts asks again, in seconds.
pub(crate) const REFRESH: u64 = 2;
/// How long dice, and moves in a game that is only watched, are seen at least.
pub(crate) const PACE: Duration = Duration::from_millis(700);

/// What happens next at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NextMove {
    /// Chance draws: at once where somebody plays alone, who waits for nobody.
    Draw { is_alone: bool },
    /// A player is asked: at a pace that can be followed where all only watch.
    Ask { is_watched: bool },
    /// It is a person's turn, or the game is over, or a player gave no move.
    Nothing,
}

/// A game, which is read as if it were this, and what the server knows besides.
pub(crate) struct TableState {
    /// Changed by [`alter`](TableState::alter) alone.
    game: PlayedGame,
    /// The guest who has begun it, in whose share it is, and what stands for their address.
    pub(crate) owner: String,
    pub(crate) address: String,
    /// Who gives hints.
    pub(crate) adviser: Option<String>,
    /// How many threads the player with the most of them takes.
    pub(crate) threads: usize,
    pub(crate) advice: Option<Advice>,
    /// Why a player gave no move.
    pub(crate) fault: Option<String>,
    /// Counts the positions.
    pub(crate) position_version: Arc<PositionVersion>,
    /// What the moments of the game are read from.
    pub(crate) time: Stopwatch,
    /// What each seat begins with, once somebody looks.
    sides: OnceLock<Vec<BoardSide>>,
}

impl Deref for TableState {
    type Target = PlayedGame;

    fn deref(&self) -> &PlayedGame {
        &self.game
    }
}

impl TableState {
    /// The table of a game.
    pub(crate) fn at(worker: &Worker, game: PlayedGame, adviser: Option<String>) -> TableState {
        let players = game.sitters().iter().filter(|sitter| !sitter.is_person());
        let terms = players.map(Sitter::term).chain(adviser.as_deref());
        let threads = terms.map(|term| allowed::threads(worker, term)).max().unwrap_or(1);
        TableState {
            game,
            owner: String::new(),
            address: String::new(),
            adviser,
            threads,
            advice: None,
            fault: None,
            position_version: Arc::default(),
            time: Clocks::default().start(),
            sides: OnceLock::new(),
        }
    }

    /// What each seat begins with.
    pub(crate) fn sides(&self) -> &[BoardSide] {
        self.sides.get_or_init(|| BoardSide::all(&self.site().game.start))
    }

    /// This moment, as the game counts them.
    pub(crate) fn now(&self) -> Duration {
        self.time.elapsed()
    }

    /// The clock goes by these from now on.
    pub(crate) fn wind(&mut self, clocks: &Clocks) {
        self.time = clocks.start();
        self.game.runs_from(self.time.elapsed());
    }

    /// About how many bytes it takes in memory. Rules that somebody brought take more than their own text, and grow with
    /// the facts of a position.
    pub(crate) fn weight(&self) -> u64 {
        const TABLE: usize = 16 << 10;
        const RULES: usize = 4 << 20;
        const BY_START: usize = 3;
        const WORD: usize = 64;
        let GivenPosition { game, base, line, here, .. } = self.site();
        let is_brought = WORD < game.term.len() && allowed::is_brought(game.plugin);
        let start = game.start.bytes();
        let rules = if is_brought { RULES.max(BY_START * start) } else { 0 };
        let positions = start + base.bytes() + here.bytes();
        let moves = line.len() + self.taken_back().len() + self.thoughts().len();
        (TABLE + rules + WORD * (game.term.len() + moves) + positions) as u64
    }

    /// The seed, if those who speak for these seats may know it. The seed gives away the dice that are still to fall: so
    /// only when the game is over, or where no other person plays and nothing is hidden.
    pub(crate) fn seed_for(&self, own: &[Seat]) -> Option<u64> {
        let is_open = !self.has_others(own) && !self.site().hides();
        (self.ended().is_some() || is_open).then_some(self.seed())
    }

    /// Refuses what would show the whole game.
    ///
    /// # Errors
    ///
    /// Where something is hidden now.
    pub(crate) fn open(&self) -> Result<(), Problem> {
        if self.is_secret() { Err(Problem::conflict("hidden-now", &[])) } else { Ok(()) }
    }

    /// Whether this guest began it; if that is not recorded, whether this guest has a seat.
    pub(crate) fn is_owned(&self, guest: &str) -> bool {
        if self.owner.is_empty() { self.has(guest) } else { self.owner == guest }
    }

    /// Whether this guest sits somewhere.
    pub(crate) fn has(&self, guest: &str) -> bool {
        self.sitters().iter().any(|sitter| sitter.is(guest))
    }

    /// What happens next without a person.
    pub(crate) fn next(&self) -> NextMove {
        let is_watched = !self.sitters().iter().any(Sitter::is_person);
        match self.to_move() {
            _ if self.fault.is_some() => NextMove::Nothing,
            ToMove::Person(_) | ToMove::Nobody => NextMove::Nothing,
            ToMove::Chance => NextMove::Draw { is_alone: self.sitters().len() == 1 && !is_watched },
            ToMove::Player(_) => NextMove::Ask { is_watched },
        }
    }

    /// In whose share of what there is this game is played.
    pub(crate) fn share(&self) -> GuestShare {
        let sitter = || self.guests().first().copied().unwrap_or_default();
        let name = if self.owner.is_empty() { sitter() } else { &self.owner };
        GuestShare { address: self.address.clone(), name: name.to_owned() }
    }

    /// Everybody who sits here.
    pub(crate) fn guests(&self) -> Vec<&str> {
        let guests = self.sitters().iter().filter_map(|sitter| match sitter {
            Sitter::Person { guest } => guest.as_deref(),
            Sitter::Player { .. } => None,
        });
        guests.collect()
    }

    /// The player that gives hints: the one that was asked for, or one that looks far.
    pub(crate) fn adviser(&self) -> String {
        self.adviser.clone().unwrap_or_else(|| Level::Hard.term(&self.site().game.start))
    }

    /// The moves, each with who made it, nobody where chance did, as it is written, and as score sheets have it. None of
    /// them where something is hidden now.
    pub(crate) fn written(&self) -> Vec<(Option<Seat>, String, String)> {
        if self.is_secret() {
            return Vec::new();
        }
        let mut here = self.site().base.clone();
        let written = self.site().line.iter().map(|&m| {
            let who = match here.node() {
                Node::Decision(seat) => Some(seat),
                _ => None,
            };
            let written = (who, notation(&here, m), scored(&here, m));
            here.play(m);
            written
        });
        written.collect()
    }

    /// Whether positions can be judged one by one here: what one seat gains the other loses, and nothing is drawn
    /// or hidden.
    pub(crate) fn is_duel(&self) -> bool {
        let facts = self.site().base.facts();
        facts.seats == 2 && facts.sum != Sum::General && !facts.chance && !facts.hidden
    }

    /// Whether there are moves that can be judged so.
    pub(crate) fn can_review(&self) -> bool {
        self.is_duel() && !self.site().line.is_empty()
    }

    /// Whether those who speak for these seats may ask what positions are worth: nobody else plays here by themselves any
    /// more.
    pub(crate) fn can_judge(&self, own: &[Seat]) -> bool {
        self.is_duel() && (self.ended().is_some() || !self.has_others(own))
    }

    /// A number of plies that were played, as it is written.
    ///
    /// # Errors
    ///
    /// If fewer were played.
    pub(crate) fn ply(&self, text: &str) -> Result<usize, Problem> {
        let last = self.site().line.len();
        let ply = text.parse::<usize>().ok().filter(|&ply| ply <= last);
        ply.ok_or_else(|| Problem::missing("which-ply", &[("last", &last)]))
    }
}
