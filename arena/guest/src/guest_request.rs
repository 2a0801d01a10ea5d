//! A question to the player: which move?

use agon_core::{AnyMove, AnyPosition, Seat, StopSignal, Stream};

use crate::allowance::Allowance;

/// A question: which move?
pub(crate) struct GuestRequest {
    pub(crate) number: u64,
    /// The first position of the game, and the moves since.
    pub(crate) base: AnyPosition,
    pub(crate) line: Vec<AnyMove>,
    pub(crate) here: AnyPosition,
    pub(crate) seat: Seat,
    pub(crate) allowance: Allowance,
    /// The moves to compare, if not all may be chosen or more than the best is wanted.
    pub(crate) shortlist: Option<Shortlist>,
    pub(crate) stop: StopSignal,
    pub(crate) stream: Stream,
}

/// The moves to compare, and how many of the best to report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shortlist {
    pub(crate) moves: Vec<AnyMove>,
    pub(crate) lines: usize,
}
