//! Learned evaluations, as a search uses them.
//!
//! An evaluation sees the places of the board ([`Learnable::states`]) or the game's features, and nothing else of a
//! position: so one evaluation serves all bodies of a game, erased or not.
//!
//! [`Learnable::states`]: crate::Learnable::states

use std::{
    fmt::{self, Debug},
    sync::Arc,
};

use crate::{Heuristic, Seat};

/// The part of a position that an evaluation sees.
#[derive(Clone, Copy, Debug)]
pub struct Glimpse<'a> {
    /// The bytes of the places for the [viewer](Evaluate::viewer); empty if it uses features.
    pub states: &'a [u8],
    /// The game's features for the viewer; empty if it uses places.
    pub features: &'a [f64],
    /// The seat whose turn it is.
    pub on_turn: Seat,
    /// The payoff that the seat in question has secured.
    pub secured: f64,
    /// The estimate of the game's usual heuristic for the viewer; zero unless it is [asked for](Evaluate::sees_usual).
    pub usual: f64,
}

/// A learned evaluation.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a learned evaluation",
    label = "no `impl Evaluate` for this type",
    note = "write `id`, `sees_features`, `viewer` and `value`"
)]
pub trait Evaluate: Send + Sync {
    /// The SHA-256 of its file, in 64 hexadecimal digits.
    fn id(&self) -> &str;

    /// Whether it uses the game's features rather than the places of the board.
    fn sees_features(&self) -> bool;

    /// Whether it uses the estimate of the game's usual heuristic, too.
    fn sees_usual(&self) -> bool {
        false
    }

    /// The seat from whose point of view it sees the position when `seat` is to be valued.
    fn viewer(&self, on_turn: Seat, seat: Seat) -> Seat;

    /// The estimated payoff of `seat`, within the bounds of the game.
    fn value(&self, sight: Glimpse<'_>, seat: Seat) -> f64;
}

/// An evaluation as an estimator holds it. Two are equal if they come from the same file.
#[derive(Clone)]
pub struct Learned(Arc<dyn Evaluate>);

impl Debug for Learned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "learned(sha256={})", self.0.id())
    }
}

impl PartialEq for Learned {
    fn eq(&self, other: &Learned) -> bool {
        self.0.id() == other.0.id()
    }
}

impl Learned {
    /// The evaluation, which was found to [fit](crate::models::GameModel::fits) the game.
    pub(crate) fn fitting(evaluation: Arc<dyn Evaluate>) -> Learned {
        Learned(evaluation)
    }

    /// The evaluation.
    pub(crate) fn evaluation(&self) -> &dyn Evaluate {
        &*self.0
    }

    /// The heuristic of the game that it asks for, if it does.
    pub(crate) fn corrected(&self) -> Option<Heuristic> {
        self.0.sees_usual().then_some(Heuristic(0))
    }
}
