//! The best of some moves, each by itself: for protocols that ask for several lines, or name the moves
//! that may be chosen.

use std::{cell::RefCell, time::Duration};

use agon_core::{AnyMove, Bound, Budget, Clock, Decision, Node, Player, Position, Turn, after};

use crate::guest_request::{GuestRequest, Shortlist};

/// Asks `player`, whatever it is, about the position after each of the moves, a ply deeper each time, and tells
/// the best of them with their ranks. Time and positions are shared out evenly.
pub(crate) fn rank(
    player: &mut dyn Player,
    request: &mut GuestRequest,
    clock: &dyn Clock,
    tell: &dyn Fn(usize, &Decision<AnyMove>),
) -> Result<Decision<AnyMove>, String> {
    let Shortlist { mut moves, lines } = request.shortlist.take().expect("that is what it is asked for");
    let mut nodes = 1;
    let mut best: Vec<Decision<AnyMove>> = Vec::new();
    // The move itself is the first ply.
    let deepest = request.allowance.depth.map_or(u32::MAX, |plies| plies.saturating_sub(1).max(1));
    for depth in 1..=deepest {
        let mut round = Vec::new();
        for (n, &m) in moves.iter().enumerate() {
            let is_spent = request.allowance.nodes.is_some_and(|most| most <= nodes)
                || request.allowance.time.is_some_and(|most| most <= clock.elapsed());
            if !(best.is_empty() && round.is_empty()) && (is_spent || request.stop.is_given()) {
                break;
            }
            let portion = Portion { depth, clock, nodes, left: moves.len() - n };
            let found = portion.look(player, request, m)?;
            nodes += found.nodes;
            round.push(found.with_nodes(nodes));
        }
        let is_whole = round.len() == moves.len();
        let reaches = |found: &Decision<AnyMove>| found.depth == Some(depth + 1) && found.bound != Bound::Sample;
        let is_deep = round.iter().any(reaches);
        if is_whole || best.is_empty() {
            // Those that are worth the same stay in their order.
            let worth = |found: &Decision<AnyMove>| found.value.unwrap_or(f64::NEG_INFINITY);
            round.sort_by(|one, other| worth(other).total_cmp(&worth(one)));
            if round.iter().all(|found| found.value.is_none()) {
                let any = request.stream.below(round.len() as u32);
                round.rotate_left(any as usize);
            }
            for (rank, found) in (1..=lines).zip(&round) {
                tell(rank, found);
            }
            moves = round.iter().map(|found| found.m).collect();
            best = round;
        }
        if !(is_whole && is_deep) {
            break;
        }
    }
    Ok(best.swap_remove(0))
}

/// What one of the moves that are left may take.
struct Portion<'a> {
    /// How many plies to look beyond the move.
    depth: u32,
    clock: &'a dyn Clock,
    /// How many positions were looked at.
    nodes: u64,
    /// How many moves are to be looked at yet, this one counted.
    left: usize,
}

impl Portion<'_> {
    /// What the player thinks of `m`, as the seat that may choose it sees it.
    fn look(
        &self,
        player: &mut dyn Player,
        request: &mut GuestRequest,
        m: AnyMove,
    ) -> Result<Decision<AnyMove>, String> {
        let next = after(&request.here, m);
        let own = Decision::just(m).with_nodes(1);
        let Node::Decision(seat) = next.node() else {
            // Chance may be to draw: then nobody can be asked.
            let is_over = next.node() == Node::Terminal;
            let value = is_over.then(|| next.payoff(request.seat));
            let mut own = own.with_value(value).with_depth(Some(1));
            own.pv.push(m);
            return Ok(own);
        };
        let heard = RefCell::new(None);
        let listener = |told: &Decision<AnyMove>| drop(heard.replace(Some(told.clone())));
        let enough = Enough { clock: self.clock, depth: self.depth, heard: &heard };
        let nodes = request.allowance.nodes;
        let nodes = nodes.map(|most| (most.saturating_sub(self.nodes) / self.left as u64).max(1));
        let now = self.clock.elapsed();
        let time = request.allowance.time;
        let time = time.map(|most| now + most.saturating_sub(now) / self.left as u32);
        let mut turn = Turn::new(seat, &mut request.stream)
            .within(Budget::of(nodes))
            .timed(&enough, Some(time.unwrap_or(Duration::MAX)))
            .until(Some(&request.stop))
            .heard_by(Some(&listener));
        let found = player.choose(&next, &mut turn).map_err(|why| why.to_string())?;
        let line = match heard.take() {
            Some(told) if found.pv.is_empty() && told.m == found.m => told.pv,
            _ => found.pv,
        };
        let facts = next.facts();
        let (value, bound) = if seat == request.seat {
            (found.value, found.bound)
        } else {
            // What one wins the other loses.
            let value = found.value.map(|value| facts.min_payoff + facts.max_payoff - value);
            (value, found.bound.for_the_other())
        };
        let depth = found.depth.map(|depth| depth.min(self.depth) + 1);
        let mut own = own.with_nodes(found.nodes + 1).with_depth(depth);
        own.pv.push(m);
        own.pv.extend(if line.is_empty() { vec![found.m] } else { line });
        Ok(own.with_value(value).with_bound(bound))
    }
}

/// A clock that runs out once the player has reported this depth. A sample has no depth that it
/// is to reach.
struct Enough<'a> {
    clock: &'a dyn Clock,
    depth: u32,
    heard: &'a RefCell<Option<Decision<AnyMove>>>,
}

impl Clock for Enough<'_> {
    fn elapsed(&self) -> Duration {
        let heard = self.heard.borrow();
        let told = heard.as_ref().filter(|told| told.bound != Bound::Sample);
        let reached = told.and_then(|told| told.depth);
        let is_enough = reached.is_some_and(|reached| self.depth <= reached);
        if is_enough { Duration::MAX } else { self.clock.elapsed() }
    }
}
