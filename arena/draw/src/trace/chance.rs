//! A chance node as the root: the searches after each outcome, in one tree.

use agon_core::{AnyMove, AnyPosition, Bound, Entered, Left, Node, Observer, Position, Reason, Seat};

use super::{Search, Trace, TracedNode, notation};

/// The window in which every value matters.
const EVERYTHING: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

impl Trace {
    /// The trace of a finished game: the payoff of `seat`.
    pub fn over(here: &AnyPosition, seat: Seat) -> Trace {
        let mut trace = Trace::new(here, 1, 0);
        let payoffs: Vec<f64> = Seat::all(here.facts().seats).map(|s| here.payoff(s)).collect();
        Observer::entered(&mut trace, Entered::new(None, None, seat, EVERYTHING));
        let left = Left::new(here.payoff(seat), Bound::Exact, Reason::Terminal);
        trace.left(if 2 < payoffs.len() { left.with_payoffs(&payoffs) } else { left });
        trace
    }

    /// The trace of a position that was not searched: without a value.
    pub fn unvisited(here: &AnyPosition) -> Trace {
        let mut trace = Trace::new(here, 1, 0);
        Observer::entered(&mut trace, Entered::new(None, None, Seat(0), EVERYTHING));
        trace.left(Left::new(f64::NAN, Bound::Sample, Reason::Unvisited));
        trace
    }

    /// The trace of `root`, where chance draws one of `parts`: the outcome, its probability, and the search after it.
    /// The value is the mean over the outcomes that were visited, if all values are for one seat.
    pub fn under_chance(root: &AnyPosition, parts: Vec<(AnyMove, f64, Trace)>) -> Trace {
        let mut trace = Trace::new(root, usize::MAX, usize::MAX);
        Observer::entered(&mut trace, Entered::new(None, None, Seat(0), EVERYTHING));
        // Its moves are reported separately, below.
        trace.left(Left::new(f64::NAN, Bound::Exact, Reason::Solved));
        let Some(search) = trace.searches.back_mut() else { return trace };
        for (m, probability, part) in parts {
            let before = trace.entered;
            trace.entered += part.entered;
            let Some(found) = part.last() else { continue };
            graft(search, (root, m), probability, found, before);
        }
        mean(search);
        trace
    }
}

/// Puts a search below the root, after `m`.
fn graft(search: &mut Search, (root, m): (&AnyPosition, AnyMove), probability: f64, found: &Search, before: u64) {
    let from = search.visits.len();
    for visit in &found.visits {
        let mut moved: TracedNode = visit.clone();
        moved.parent = Some(visit.parent.map_or(0, |parent| parent + from));
        moved.children.iter_mut().for_each(|child| *child += from);
        (moved.ply, moved.order) = (visit.ply + 1, visit.order + before);
        if visit.parent.is_none() {
            moved.name = notation(root, m);
            (moved.entered.by, moved.entered.from) = (Some(m), Some(Node::Chance));
            moved.entered.probability = Some(probability);
        }
        search.visits.push(moved);
    }
    let looked = found.root().looked;
    search.visits[0].children.push(from);
    search.visits[0].looked += looked;
}

/// The value of the root, by the outcomes that were visited.
fn mean(search: &mut Search) {
    let all: Vec<&TracedNode> = search.visits[0].children.iter().map(|&child| &search.visits[child]).collect();
    let visited = |child: &&TracedNode| child.why != Reason::Unvisited;
    let below: Vec<&TracedNode> = all.iter().copied().filter(visited).collect();
    let Some(first) = below.first() else {
        search.visits[0].why = Reason::Unvisited;
        return;
    };
    let seat = first.entered.seat;
    let odds = |child: &TracedNode| child.entered.probability.unwrap_or(0.0);
    // Everything that can be drawn, unless something was left out.
    let is_whole = below.len() == all.len();
    let weight = if is_whole { 1.0 } else { below.iter().map(|child| odds(child)).sum() };
    let is_one = below.iter().all(|child| child.entered.seat == seat);
    let value =
        if is_one { below.iter().map(|child| odds(child) * child.value).sum::<f64>() / weight } else { f64::NAN };
    let bound =
        if is_whole && below.iter().all(|child| child.bound == Bound::Exact) { Bound::Exact } else { Bound::Sample };
    let seats = first.payoffs.len();
    let payoffs = if below.iter().all(|child| child.payoffs.len() == seats) {
        let share = |seat: usize| below.iter().map(|child| odds(child) * child.payoffs[seat]).sum::<f64>() / weight;
        (0..seats).map(share).collect()
    } else {
        Vec::new()
    };
    let root = &mut search.visits[0];
    root.why = Reason::Searched;
    (root.entered.seat, root.value, root.bound, root.payoffs) = (seat, value, bound, payoffs);
}
