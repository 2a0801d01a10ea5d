//! What one finished search found at the root.

use agon_core::{Decision, Position, RootMove};

use crate::meter::Meter;

/// The best move of a finished search, and why.
#[derive(Clone, Debug)]
pub(crate) struct Found<M> {
    pub(crate) m: M,
    pub(crate) value: f64,
    /// The expected line from the root, if someone wants to see it.
    pub(crate) line: Vec<M>,
    /// The value of every move, if someone wants to see it.
    pub(crate) moves: Vec<RootMove<M>>,
}

/// The answer to whoever asked: what the last finished search found and how deep it looked, or,
/// if the budget was too small for any, the first move there is.
pub(crate) fn answer<P: Position>(
    found: Option<(Found<P::Move>, u32)>,
    position: &P,
    meter: &Meter,
) -> Decision<P::Move> {
    let nodes = meter.nodes();
    match found {
        Some((Found { m, value, line, moves }, depth)) => {
            Decision { m, value: Some(value), depth: Some(depth), nodes, pv: line, moves }
        }
        None => Decision { nodes, ..Decision::just(position.nth(0)) },
    }
}
