//! A move that is wanted of the player.

use agon_core::{AnyMove, AnyPosition, Seat, StopSignal, Stream};

use crate::allowance::Allowance;

/// A move that is wanted.
pub(crate) struct Errand {
    pub(crate) number: u64,
    /// Where the game began, and what was played since.
    pub(crate) base: AnyPosition,
    pub(crate) line: Vec<AnyMove>,
    pub(crate) here: AnyPosition,
    pub(crate) seat: Seat,
    pub(crate) allowance: Allowance,
    /// Which moves are to be compared, where not all may be chosen or more than the best is asked for.
    pub(crate) shortlist: Option<Shortlist>,
    pub(crate) stop: StopSignal,
    pub(crate) stream: Stream,
}

/// Which moves are compared, and how many of the best are told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shortlist {
    pub(crate) moves: Vec<AnyMove>,
    pub(crate) lines: usize,
}
