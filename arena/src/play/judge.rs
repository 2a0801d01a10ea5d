//! Faults in a player's answer, and its deadline.

use std::time::Duration;

use agon_core::{AnyMove, AnyPosition, Failure, Position, Seat};

use crate::{
    plan::{guard::message, tournament::Section},
    play::{
        ending::{Ending, Fault},
        record::Record,
    },
};

/// The move of `seat` at this ply of `script`, or how the game ended there.
pub(super) fn recorded(script: &Record, ply: usize, position: &AnyPosition, seat: Seat) -> Result<AnyMove, Ending> {
    match (script.moves.get(ply), &script.ending) {
        (Some(&m), _) if position.is_legal(m) => Ok(m),
        (Some(m), _) => Err(Ending::Forfeit(seat, Fault::Illegal(m.0))),
        (None, Ending::Forfeit(_, fault)) => Err(Ending::Forfeit(seat, fault.clone())),
        (None, _) => Err(Ending::TooLong),
    }
}

/// The fault of a player that spent more than it was given.
#[inline]
pub(super) fn overspent(nodes: u64, section: &Section) -> Option<Fault> {
    let budget = section.budget.nodes.filter(|&budget| budget < nodes)?;
    Some(Fault::Overspent { nodes, budget })
}

/// The fault that records a failure of a player.
pub(super) fn fault(failure: &Failure) -> Fault {
    match failure {
        Failure::Resigned => Fault::Resigned,
        Failure::Outside(trouble, what) => Fault::Outside(*trouble, message(what)),
        failure => Fault::Broken(message(&failure.to_string())),
    }
}

/// The deadline of a player with this many milliseconds for a move: slightly earlier, so that an
/// answer in time is not late by its transport.
pub(super) fn deadline(limit: u64) -> Duration {
    let limit = Duration::from_millis(limit);
    limit.saturating_sub((limit / 8).min(Duration::from_millis(5)))
}
