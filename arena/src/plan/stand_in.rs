//! A game whose rules are not at hand, as far as a journal tells of it: enough to add results up, without playing.
//!
//! A game that is a program of its own may be missing, have changed, or not be allowed to start. Its results are on
//! record all the same. So the journal of such a game begins with its facts and with the habits of its players, and a
//! stand-in takes the place of its positions: the moves since the beginning, and nothing else.

use std::{
    fmt,
    hash::{Hash, Hasher},
    ops::ControlFlow,
};

use agon_core::{
    AnyPosition, Facts, Habits, Move, NamedGame, Node, Options, Position, Seat, Sum, TextError, registry, term::Term,
};
use serde::{Deserialize, Serialize};

use crate::{ask::spec_error::SpecError, plan::tournament::Section};

/// What the header of a journal keeps of a game that needs a program or a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptGame {
    seats: u8,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    chance: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    hidden: bool,
    /// What the payoffs add up to; absent where that depends on the play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sum: Option<f64>,
    /// The least and the greatest payoff.
    payoffs: (f64, f64),
    max_plies: u32,
    /// The habits of each of its players, in words.
    habits: Vec<Vec<String>>,
}

/// A habit by its word.
type Habit = (&'static str, fn(&mut Habits) -> &mut bool);

/// The habits that results are read by. The journals of a game that is a program have these words.
const HABITS: [Habit; 8] = [
    ("random", |habits| &mut habits.random),
    ("clock", |habits| &mut habits.clock),
    ("threads", |habits| &mut habits.threads),
    ("person", |habits| &mut habits.person),
    ("follows", |habits| &mut habits.follows),
    ("outside", |habits| &mut habits.outside),
    ("by-view", |habits| &mut habits.by_view),
    ("tries", |habits| &mut habits.tries),
];

impl KeptGame {
    /// What is kept of the game of `section`: nothing where its rules are always at hand.
    pub(crate) fn of(section: &Section) -> Option<KeptGame> {
        let Section { game, facts, habits, .. } = section;
        let term = Term::parse(&game.term).ok()?;
        let words = |habits: &Habits| {
            let mut habits = *habits;
            let held = HABITS.iter().filter(|(_, of)| *of(&mut habits));
            held.map(|(word, _)| (*word).to_owned()).collect()
        };
        game.plugin.reaches_out(&term).then(|| KeptGame {
            seats: facts.seats,
            chance: facts.chance,
            hidden: facts.hidden,
            sum: match facts.sum {
                Sum::Zero => Some(0.0),
                Sum::Constant(sum) => Some(sum),
                Sum::General => None,
            },
            payoffs: (facts.min_payoff, facts.max_payoff),
            max_plies: facts.max_plies,
            habits: habits.iter().map(words).collect(),
        })
    }

    fn facts(&self) -> Facts {
        let sum = match self.sum {
            None => Sum::General,
            Some(0.0) => Sum::Zero,
            Some(sum) => Sum::Constant(sum),
        };
        let (least, most) = self.payoffs;
        let facts = Facts::new(self.seats, self.max_plies).with_payoffs(least, most).with_sum(sum);
        let facts = if self.chance { facts.with_chance() } else { facts };
        if self.hidden { facts.with_hidden() } else { facts }
    }

    /// The habits of each of its players.
    pub(crate) fn habits(&self) -> Vec<Habits> {
        let habits = |words: &Vec<String>| {
            let mut habits = Habits::default();
            for (word, of) in HABITS {
                *of(&mut habits) = words.iter().any(|held| held == word);
            }
            habits
        };
        self.habits.iter().map(habits).collect()
    }

    /// The game of this `term`, with a stand-in for its positions.
    ///
    /// # Errors
    ///
    /// If this build has no such game, or the term has other options.
    pub(crate) fn stand_in(&self, term: &str) -> Result<NamedGame, SpecError> {
        let read = Term::parse(term).map_err(SpecError::new)?;
        let plugin = registry::find_game(&read.name).map_err(SpecError::new)?;
        let options = Options::read(plugin.name, plugin.options, &read).map_err(SpecError::new)?;
        let start = StandIn { facts: self.facts(), base: String::new(), moves: Vec::new() };
        let start = AnyPosition::new(start);
        Ok(NamedGame { term: term.to_owned(), plugin, options, start })
    }
}

/// A position of such a game. It has no legal moves that anybody could know, and is never over.
#[derive(Clone, Debug)]
struct StandIn {
    facts: Facts,
    /// The text of the position where its moves begin; empty for that of the game.
    base: String,
    moves: Vec<UnknownMove>,
}

impl PartialEq for StandIn {
    fn eq(&self, other: &StandIn) -> bool {
        (&self.base, &self.moves) == (&other.base, &other.moves)
    }
}

impl Eq for StandIn {}

impl Hash for StandIn {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.base, &self.moves).hash(state);
    }
}

/// A move by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct UnknownMove(u64);

impl Move for UnknownMove {
    fn code(self) -> u64 {
        self.0
    }

    fn from_code(code: u64) -> Option<Self> {
        Some(UnknownMove(code))
    }
}

impl fmt::Display for UnknownMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

impl fmt::Display for StandIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.base)?;
        self.moves.iter().try_for_each(|m| write!(f, " {m}"))
    }
}

impl Position for StandIn {
    type Move = UnknownMove;

    fn facts(&self) -> Facts {
        self.facts
    }

    fn node(&self) -> Node {
        Node::Decision(Seat(0))
    }

    fn each_move(&self, _: impl FnMut(UnknownMove) -> ControlFlow<()>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn play(&mut self, m: UnknownMove) {
        self.moves.push(m);
    }

    fn payoff(&self, _: Seat) -> f64 {
        self.facts.min_payoff
    }

    fn parse(&self, text: &str) -> Result<Self, TextError> {
        Ok(StandIn { base: text.to_owned(), moves: Vec::new(), ..self.clone() })
    }

    fn write_view(&self, _: agon_core::Eye, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{self}")
    }
}
