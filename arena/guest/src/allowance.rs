//! What the guest may spend on one move.

use std::time::Duration;

/// What the player may spend on one move, besides its own limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Allowance {
    /// Positions.
    pub(crate) nodes: Option<u64>,
    /// Plies. A search that deepens is stopped when it has looked so deep.
    pub(crate) depth: Option<u32>,
    /// Time.
    pub(crate) time: Option<Duration>,
}
