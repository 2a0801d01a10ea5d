//! What the search has at each ply: room to work in, how it came there, and what it found.

use agon_core::Position;

use super::order::{Candidate, Killers};
use crate::spine::Ply;

/// What the search needs at each ply.
#[derive(Debug)]
pub(crate) struct PlyRoom<M> {
    /// The moves to look at.
    pub(super) moves: Vec<Candidate<M>>,
    /// For each seat.
    pub(super) killers: [Killers<M>; 2],
    /// The best values so far, for averaging.
    pub(super) values: Vec<f64>,
}

impl<M: Copy + PartialEq> Default for PlyRoom<M> {
    fn default() -> Self {
        PlyRoom { moves: Vec::new(), killers: [Killers::NONE; 2], values: Vec::new() }
    }
}

/// A ply of this search.
pub(crate) type FullPly<P> = Ply<P, PlyRoom<<P as Position>::Move>>;

/// How a node was reached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival<M> {
    /// By which move.
    pub(super) by: Option<M>,
    /// Whether that was forcing.
    pub(super) forced: bool,
    /// What the position before was estimated at, for `me`; only where that matters.
    pub(super) estimate: f64,
}

impl<M> Arrival<M> {
    /// Not at all: it is the root.
    pub(crate) const ROOT: Arrival<M> = Arrival { by: None, forced: false, estimate: 0.0 };
}

/// What was found at a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found<M> {
    /// The value, for the seat to act.
    pub(crate) value: f64,
    /// The move with that value, the first of equals in the order they were tried.
    pub(crate) m: Option<M>,
}
