//! The games of a tournament: which are asked for, and each in short, as it is played just now, or to be played again.

use agon_arena::{Ending, Fixture, Plan, Played, Record};
use agon_core::{AnyMove, AnyPosition, NamedGame};
use agon_table::Thought;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which games of a tournament are asked for.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct GamesAsked {
    /// The number of the first.
    pub(crate) from: u64,
    /// Only those of a player of this name.
    pub(crate) player: Option<String>,
    /// Only those against a player of this name.
    pub(crate) against: Option<String>,
    /// Only those of this game, as its section is called.
    pub(crate) game: Option<String>,
}

impl GamesAsked {
    /// Whether only some games are asked for.
    pub(crate) fn names_some(&self) -> bool {
        self.player.is_some() || self.against.is_some() || self.game.is_some()
    }

    pub(super) fn has(&self, game: &Played<'_>) -> bool {
        let entries = &game.plan.tournament().entries;
        let seat = |name: &Option<String>| match name {
            None => true,
            Some(name) => game.fixture.seats.iter().any(|&entry| entries[entry].name == *name),
        };
        let term = &game.plan.section(game.fixture).game.term;
        seat(&self.player) && seat(&self.against) && self.game.as_ref().is_none_or(|game| game == term)
    }
}

/// A game of a tournament in short.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct GameRow {
    pub(crate) number: u64,
    pub(crate) game: String,
    /// The names of those who play, in seat order.
    pub(crate) seats: Vec<String>,
    pub(crate) payoffs: Vec<f64>,
    pub(crate) ended: &'static str,
    pub(crate) plies: usize,
}

impl GameRow {
    pub(super) fn of(game: &Played<'_>) -> GameRow {
        let tournament = game.plan.tournament();
        let Fixture { seats, .. } = game.fixture;
        let Record { number, moves, payoffs, ending, .. } = game.record;
        GameRow {
            number: *number,
            game: game.plan.section(game.fixture).game.term.clone(),
            seats: seats.iter().map(|&entry| tournament.entries[entry].name.clone()).collect(),
            payoffs: payoffs.clone(),
            ended: if *ending == Ending::Over { "over" } else { ending.word() },
            plies: moves.len(),
        }
    }
}

/// A game that is played just now.
pub(crate) struct GameNow {
    pub(crate) number: u64,
    pub(crate) term: String,
    /// The names of those who play, in seat order.
    pub(crate) seats: Vec<String>,
    pub(crate) base: AnyPosition,
    pub(crate) moves: Vec<AnyMove>,
}

impl GameNow {
    pub(super) fn of(plan: &Plan, number: u64, moves: Vec<AnyMove>) -> GameNow {
        let (fixture, tournament) = (plan.fixture(number), plan.tournament());
        GameNow {
            number,
            term: plan.section(&fixture).game.term.clone(),
            seats: fixture.seats.iter().map(|&own| tournament.entries[own].name.clone()).collect(),
            base: plan.openings(fixture.section).base(fixture.opening),
            moves,
        }
    }
}

/// A game of a tournament, to be played again.
pub(crate) struct Replay {
    pub(crate) row: GameRow,
    pub(crate) term: String,
    /// The terms of those who play, in seat order.
    pub(crate) players: Vec<String>,
    pub(crate) base: AnyPosition,
    /// The base as it is written, unless the game begins there.
    pub(crate) other_base: Option<String>,
    pub(crate) moves: Vec<AnyMove>,
    /// The player's thoughts on each move, if the journal has them.
    pub(crate) thoughts: Vec<Option<Thought>>,
}

impl Replay {
    pub(super) fn of(game: &Played<'_>) -> Replay {
        let mut thoughts = vec![None; game.record.moves.len()];
        for thought in &game.record.thoughts {
            thoughts[thought.ply as usize] = Some(Thought {
                value: thought.value,
                bound: thought.bound,
                depth: thought.depth,
                nodes: thought.nodes,
                line: String::new(),
                note: thought.note.clone(),
            });
        }
        let tournament = game.plan.tournament();
        let (NamedGame { term, start, .. }, base) = (&game.plan.section(game.fixture).game, game.base());
        Replay {
            row: GameRow::of(game),
            term: term.clone(),
            players: game.fixture.seats.iter().map(|&entry| tournament.entries[entry].player.term.clone()).collect(),
            other_base: (base != *start).then(|| base.to_string()),
            base,
            moves: game.record.moves.clone(),
            thoughts,
        }
    }
}
