//! Games walked and compared as somebody asks: how far, with which seats and payoffs, and until it is stopped.

use agon_core::{AnyPosition, Position, Seat, StopSignal};

use super::{RulesGraph, Verdict, WalkLimits, compare_until, fingerprint::fingerprint_until};

/// How games are walked and compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct SameSpec {
    /// The most plies; up to 32 draws of chance one after the other are one. `None` is no limit.
    pub depth: Option<u32>,
    /// The most positions of each game; `None` is a million, or what 512 MB hold.
    pub positions: Option<usize>,
    /// Whether the seats of the second game may have other numbers.
    pub any_seats: bool,
    /// Whether payoffs are compared between the least and the greatest of each game.
    pub scaled: bool,
}

/// What was found of the rules of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalkedRules {
    /// How many positions were walked.
    pub positions: usize,
    /// The plies to which it was walked; `None` if to its end.
    pub depth: Option<u32>,
    /// Its [`fingerprint`](super::fingerprint()), or that of as many plies as were walked of each game that was asked
    /// about.
    pub fingerprint: String,
}

/// What a comparison of two games found.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparedRules {
    /// Of each game.
    pub games: [WalkedRules; 2],
    /// The plies to which both were walked; `None` if both were walked to their ends.
    pub depth: Option<u32>,
    /// Whether they are the same.
    pub verdict: Verdict,
    /// The seats of the second game that are those of the first, in their order; `None` unless they are others.
    pub seats: Option<Vec<Seat>>,
}

/// The positions of each game that are walked, unless another number is named or they are too large.
const POSITIONS: usize = 1_000_000;
/// The bytes that they may take then, for each game.
const MEMORY: usize = 1 << 29;
/// The bytes that a position takes besides its own: where it leads, and what it is like.
const BESIDE: usize = 400;

impl SameSpec {
    /// Walks a game from `start` on; `None` once the signal is given.
    pub fn walk(&self, start: &AnyPosition, stop: &StopSignal) -> Option<WalkedRules> {
        let graph = self.walked(start, self.limits(&[start]), stop)?;
        told(&graph, graph.depth(), stop)
    }

    /// Walks two games and compares them from their starts on; `None` once the signal is given. Where seats may have other
    /// numbers and no order of them makes the games the same, the difference is that in their own order.
    pub fn compare(&self, starts: [&AnyPosition; 2], stop: &StopSignal) -> Option<ComparedRules> {
        let limits = self.limits(&starts);
        let [first, second] = starts.map(|start| self.walked(start, limits, stop));
        let (first, second) = (first?, second?);
        let depth = [&first, &second].into_iter().filter_map(RulesGraph::depth).min();
        let games = [told(&first, depth, stop)?, told(&second, depth, stop)?];
        let verdict = compare_until(&first, &second, stop)?;
        let is_settled = !self.any_seats || matches!(verdict, Verdict::Same { .. }) || first.seats() != second.seats();
        let seats = if is_settled { None } else { reseated(&first, second, stop) };
        if stop.is_given() {
            return None;
        }
        let verdict = if seats.is_some() { Verdict::Same { depth } } else { verdict };
        Some(ComparedRules { games, depth, verdict, seats })
    }

    fn limits(&self, starts: &[&AnyPosition]) -> WalkLimits {
        let largest = starts.iter().map(|start| start.bytes() + BESIDE).max().unwrap_or(BESIDE);
        let positions = self.positions.unwrap_or_else(|| (MEMORY / largest).min(POSITIONS));
        WalkLimits { positions, depth: self.depth.unwrap_or(u32::MAX) }
    }

    fn walked(&self, start: &AnyPosition, limits: WalkLimits, stop: &StopSignal) -> Option<RulesGraph> {
        let facts = start.facts();
        let (least, greatest) = (facts.min_payoff, facts.max_payoff);
        let worth =
            |payoff: f64| if self.scaled && least < greatest { (payoff - least) / (greatest - least) } else { payoff };
        let graph = RulesGraph::of_until(start, limits, &worth, stop);
        (!stop.is_given()).then_some(graph)
    }
}

fn told(graph: &RulesGraph, plies: Option<u32>, stop: &StopSignal) -> Option<WalkedRules> {
    let fingerprint = fingerprint_until(graph, plies, stop)?;
    Some(WalkedRules { positions: graph.positions(), depth: graph.depth(), fingerprint })
}

/// The order of the second game's seats in which it is the first, if there is one; none once the signal is given.
fn reseated(first: &RulesGraph, mut second: RulesGraph, stop: &StopSignal) -> Option<Vec<Seat>> {
    for order in orders(second.seats()) {
        second = second.reseated(&order);
        if let Verdict::Same { .. } = compare_until(first, &second, stop)? {
            return Some(order);
        }
        // Back to its own.
        let mut back = order.clone();
        Seat::all(second.seats()).for_each(|seat| back[order[seat.index()].index()] = seat);
        second = second.reseated(&back);
    }
    None
}

/// All orders of so many seats.
fn orders(seats: u8) -> Vec<Vec<Seat>> {
    Seat::all(seats).fold(vec![Vec::new()], |orders, seat| {
        let with = |order: Vec<Seat>| {
            (0..=order.len()).map(move |at| {
                let mut longer = order.clone();
                longer.insert(at, seat);
                longer
            })
        };
        orders.into_iter().flat_map(with).collect()
    })
}
