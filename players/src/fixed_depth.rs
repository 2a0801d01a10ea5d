//! How a search to a fixed depth becomes a player: with a budget, and with an explanation.
//!
//! Such a search cannot answer before it is done. So under a budget it is run to depth 1, 2, 3 …
//! until the budget stops it, and the deepest search that was finished gives the answer.

use agon_core::{Bound, Decision, Node, Position, RootMove, Seat, Turn};

use crate::{duel::Duel, tally::Tally};

/// One ply of the line that a search stands on: the position, and what it needs to work there.
#[derive(Clone, Debug)]
pub struct Ply<P, X = ()> {
    /// The position.
    pub(crate) here: P,
    /// Room for lists, so that no node allocates.
    pub(crate) room: X,
}

/// The line from the root down, kept from one move to the next for its memory only.
pub(crate) type Line<P, X = ()> = Vec<Ply<P, X>>;

/// What a search found at its root.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Best<M> {
    /// The move.
    pub(crate) m: M,
    /// What the position is worth, to the seat that the search is for.
    pub(crate) value: f64,
}

/// A search that looks as many plies ahead as the line has room for.
pub(crate) trait FixedDepth<P: Position> {
    /// What it keeps at each ply.
    type Room: Default;

    /// The best move in `line[0]` for the seat to act there, `mover`, or as much as the tally
    /// allowed to see of it: `None` where that was nothing.
    ///
    /// With `moves`, they are filled with the exact value of each move that was looked at.
    fn best(
        &mut self,
        line: &mut [Ply<P, Self::Room>],
        mover: Seat,
        moves: Option<&mut Vec<RootMove<P::Move>>>,
    ) -> Option<Best<P::Move>>;

    /// What it counts its positions with.
    fn tally(&mut self) -> &mut Tally;
}

/// Chooses a move in `position` by searches of at most the depth of `duel`, looking at no more
/// than `nodes` positions.
pub(crate) fn decide<P: Position, S: FixedDepth<P>>(
    search: &mut S,
    line: &mut Line<P, S::Room>,
    duel: &Duel,
    position: &P,
    turn: &Turn<'_>,
    nodes: Option<u64>,
) -> Decision<P::Move> {
    stand_at(line, position, duel);
    *search.tally() = Tally::new(nodes);
    let deepest = duel.depth.max(1);
    let mut depth = if nodes.is_some() { 1 } else { deepest };
    let mut decision = Decision::just(position.nth(0));
    loop {
        let horizons = search.tally().horizons();
        let found = search.best(reach(line, depth), turn.seat, None);
        let is_done = !search.tally().is_stopped();
        // Even a part of the first look is better than none; of a deeper one it is not.
        if let Some(Best { m, value }) = found.filter(|_| is_done || depth == 1) {
            decision.m = m;
            decision.value = is_done.then_some(value);
            decision.depth = is_done.then_some(depth);
        }
        // Where every play was seen to its end there is nothing deeper to find.
        if !is_done || depth == deepest || horizons == search.tally().horizons() {
            break;
        }
        depth += 1;
    }
    decision.nodes = search.tally().nodes();
    if turn.explain {
        explain(search, line, &mut decision, turn.seat);
    }
    decision
}

/// Searches again for what the search for the move did not keep: the value of every move at the
/// root, and the line it expects. The positions it looks at now are not counted.
fn explain<P: Position, S: FixedDepth<P>>(
    search: &mut S,
    line: &mut Line<P, S::Room>,
    decision: &mut Decision<P::Move>,
    seat: Seat,
) {
    *search.tally() = Tally::new(None);
    decision.pv.push(decision.m);
    let Some(depth) = decision.depth else { return };
    let mut moves = Vec::new();
    search.best(reach(line, depth), seat, Some(&mut moves));
    decision.moves = moves;

    let (mut m, mut left) = (decision.m, depth);
    while 1 < left {
        let here = line[0].here.clone();
        line[0].here.play_from(&here, m);
        left -= 1;
        let Node::Decision(mover) = line[0].here.node() else { break };
        let Some(best) = search.best(reach(line, left), mover, None) else { break };
        m = best.m;
        decision.pv.push(m);
    }
}

/// Lets the line begin at `position`.
pub(crate) fn stand_at<P: Position, X: Default>(line: &mut Line<P, X>, position: &P, duel: &Duel) {
    match line.first_mut() {
        Some(first) => first.here.clone_from(position),
        None => line.push(Ply { here: position.clone(), room: X::default() }),
    }
    duel.estimator.announce(&mut line[0].here);
}

/// The line with room for `depth` plies below the first.
pub(crate) fn reach<P: Position, X: Default>(
    line: &mut Line<P, X>,
    depth: u32,
) -> &mut [Ply<P, X>] {
    let len = depth as usize + 1;
    while line.len() < len {
        let here = line[0].here.clone();
        line.push(Ply { here, room: X::default() });
    }
    &mut line[..len]
}

/// A value that is known exactly, of a move at the root.
pub(crate) fn exact<M>(m: M, value: f64) -> RootMove<M> {
    RootMove::new(m, value, Bound::Exact)
}
