//! Visitors stop when they are asked to, and say whether they were.

use std::ops::ControlFlow;

use agon_core::{AnyMove, Estimator, Learnable, Node, Position};

use crate::site::{Site, demand};

/// Who is called with each move.
type HearMove<'a> = &'a mut dyn FnMut(AnyMove) -> ControlFlow<()>;

/// Checks every method that visits moves.
pub(super) fn check_visitors(site: &Site) -> Result<(), String> {
    let here = &site.here;
    stops("each_move", |visit| here.each_move(visit))?;
    let mut room = site.start.clone();
    let (nothing, seat) = (Estimator::Nothing(0.25), here.on_turn());
    stops("each_leaf", |visit| here.each_leaf(&mut room, &nothing, seat, |m, _| visit(m)))?;
    if !matches!(here.node(), Node::Decision(_)) {
        return Ok(());
    }
    stops("each_relevant", |visit| here.each_relevant(visit))?;
    stops("each_sufficient", |visit| here.each_sufficient(visit))?;
    stops("each_forcing", |visit| here.each_forcing(visit))
}

/// Asks a visitor to stop at the first move, at the second one, and never.
fn stops(name: &str, mut each: impl FnMut(HearMove<'_>) -> ControlFlow<()>) -> Result<(), String> {
    for most in [1, 2, usize::MAX] {
        let mut visits = 0;
        let end = each(&mut |_| {
            visits += 1;
            if visits < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        demand(visits <= most, || format!("{name}: {visits} visits after a break at {most}"))?;
        let is_right = end.is_break() == (visits == most);
        demand(is_right, || {
            let asked = if visits == most { "asked to stop" } else { "never asked to stop" };
            format!("{name}: {end:?} after {visits} visits, when {asked}")
        })?;
    }
    Ok(())
}
