//! What is wrong with a player's answer, and by when one is due.

use std::time::Duration;

use agon_core::{AnyMove, AnyPosition, Failure, Position, Seat};

use crate::{
    plan::{guard::message, tournament::Section},
    play::record::{Ending, Fault, Record},
};

/// What `seat` played at this ply of `script`, or how the game ended there.
pub(super) fn recorded(
    script: &Record,
    ply: usize,
    position: &AnyPosition,
    seat: Seat,
) -> Result<AnyMove, Ending> {
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

/// What a failure of a player is in a record.
pub(super) fn fault(failure: &Failure) -> Fault {
    match failure {
        Failure::Resigned => Fault::Resigned,
        Failure::Outside(trouble, what) => Fault::Outside(*trouble, message(what)),
        failure => Fault::Broken(message(&failure.to_string())),
    }
}

/// When a player that may take so many milliseconds is to have its answer ready: a little earlier,
/// so that an answer in time is not late for having been carried here.
pub(super) fn deadline(limit: u64) -> Duration {
    let limit = Duration::from_millis(limit);
    limit.saturating_sub((limit / 8).min(Duration::from_millis(5)))
}
