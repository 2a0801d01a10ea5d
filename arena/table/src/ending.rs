//! How a game at a table ends, and its payoffs.

use agon_arena::play::{equal_share, forfeit};
use agon_core::{AnyPosition, Node, Position, Seat};

use crate::{
    place::GivenPosition,
    saved::{SCHEMA, SavedGame, UNFINISHED},
};

/// Whether the player of a seat takes a draw: it thought at its last three moves that it has no more. `values` are what was
/// thought of each move of the game, nothing where nobody thought. What a player thinks of its cards is not told, so
/// where something is hidden it takes none.
pub(crate) fn takes_draw(site: &GivenPosition, values: &[Option<f64>], seat: Seat) -> bool {
    const SURE: usize = 3;
    if site.hides() {
        return false;
    }
    let share = equal_share(&site.here.facts());
    let (mut here, mut own) = (site.base.clone(), Vec::new());
    for (&m, &value) in site.line.iter().zip(values) {
        if here.node() == Node::Decision(seat) {
            own.push(value);
        }
        here.play(m);
    }
    let mut last = own.iter().rev().take(SURE);
    SURE <= own.len() && last.all(|value| value.is_some_and(|value| value <= share))
}

/// Why a game stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// By its rules.
    Terminal,
    /// It was left, and may go on.
    Quit,
    /// A player failed: the message.
    Fault(String),
    /// This seat gave up, or had no more time.
    Lost(Seat, &'static str),
    /// All agreed.
    Drawn,
}

/// The word where a seat gave up.
pub const RESIGNED: &str = "resigned";

/// The word where a seat had no more time.
pub const TIME_IS_UP: &str = "time is up";

impl End {
    /// The word for it in a saved game.
    pub const fn word(&self) -> &'static str {
        match self {
            End::Terminal => "over",
            End::Quit | End::Fault(_) => UNFINISHED,
            End::Lost(_, why) => why,
            End::Drawn => "draw agreed",
        }
    }

    /// The payoff of each seat, if the game has ended at `here`.
    pub fn payoffs(&self, here: &AnyPosition) -> Option<Vec<f64>> {
        let facts = here.facts();
        match self {
            End::Terminal => Some(payoffs(here)),
            End::Lost(seat, _) => {
                let mut payoffs = Vec::new();
                forfeit(&facts, *seat, &mut payoffs);
                Some(payoffs)
            }
            End::Drawn => Some(vec![equal_share(&facts); usize::from(facts.seats)]),
            End::Quit | End::Fault(_) => None,
        }
    }

    /// The game at `site` in its saved form: with its seed, and the terms of its players, in seat
    /// order.
    pub fn record(&self, site: &GivenPosition, seed: u64, seats: Vec<String>) -> SavedGame {
        SavedGame {
            schema: SCHEMA.to_owned(),
            game: site.game.term.clone(),
            position: site.other_base(),
            seed,
            seats,
            moves: site.moves(),
            payoffs: self.payoffs(&site.here).unwrap_or_default(),
            ended: self.word().to_owned(),
            clock: None,
            level: None,
            tries: Vec::new(),
        }
    }
}

/// The payoffs of a finished game, in seat order.
pub fn payoffs(here: &AnyPosition) -> Vec<f64> {
    Seat::all(here.facts().seats).map(|seat| here.payoff(seat)).collect()
}

/// The seats that got the most; all of them where it is a draw.
pub fn winners(payoffs: &[f64]) -> Vec<Seat> {
    let best = payoffs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    Seat::all(payoffs.len() as u8).filter(|seat| payoffs[seat.index()] == best).collect()
}
