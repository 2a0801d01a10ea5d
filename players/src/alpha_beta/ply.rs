//! The data of the search at each ply: working room, how the ply was reached, and the result.

use agon_core::Position;

use super::order::{Candidate, Killers};
use crate::search_frame::Ply;

/// The working room of one ply.
#[derive(Debug)]
pub(crate) struct PlyRoom<M> {
    /// The moves to search.
    pub(super) moves: Vec<Candidate<M>>,
    /// The killer moves of each seat.
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
    /// The move that led here.
    pub(super) by: Option<M>,
    /// Whether that move was forcing.
    pub(super) forced: bool,
    /// The estimate of the position before, for `me`; set only where needed.
    pub(super) estimate: f64,
}

impl<M> Arrival<M> {
    /// The root, which is not reached by a move.
    pub(crate) const ROOT: Arrival<M> = Arrival { by: None, forced: false, estimate: 0.0 };
}

/// The result of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found<M> {
    /// The value, for the seat to act.
    pub(crate) value: f64,
    /// The move with that value, the first of equals in the order they were tried.
    pub(crate) m: Option<M>,
}
