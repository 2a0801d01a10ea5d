//! Exact values in games whose plays return to earlier positions: value iteration.
//!
//! Anything that bounds a play (move numbers, repetitions, quiet moves) is part of the past, and
//! positions that differ only in their past are one here. So there are cycles. A play without an
//! end counts as neither seat's gain, or as the least payoff of a single seat. Positions that can
//! reach each other are solved together in sweeps, after the positions they lead to (R. Tarjan,
//! Depth-first search and linear graph algorithms, 1972; R. Bellman, Dynamic programming, 1957).

use std::{collections::VecDeque, ops::ControlFlow};

use agon_core::{Node, Position, StopSignal};

use super::{
    graph::{Graph, SMALL, Sameness, Solved, Unsolved, mean},
    keyed::Keyed,
};
use crate::node_budget::NodeBudget;

/// Sweeps end when no value changes by more than this fraction of the payoff range: above the
/// precision of numbers, so that they do end.
const STEADY: f64 = 1e-14;

/// The bytes of a position, and of each of its moves.
const POSITION_BYTES: usize = 100;
const MOVE_BYTES: usize = 8;
/// The bytes that go with each position of the limit: it with ten moves.
pub(crate) const BYTES: usize = POSITION_BYTES + 10 * MOVE_BYTES;

/// The reachable positions, numbered in the order first met.
#[derive(Default)]
struct Net {
    keys: Vec<u64>,
    nodes: Vec<Node>,
    /// The index of the first successor of each, and at last the end of the list.
    starts: Vec<usize>,
    successors: Vec<u32>,
    /// The weights of the outcomes beside them, in games with chance.
    weights: Vec<u32>,
    solved: Vec<Solved>,
}

impl Graph {
    /// Solves all positions reachable from `root`, at most `limit`; positions that differ only in
    /// their [past](Position::present_key) count as one.
    ///
    /// # Errors
    ///
    /// If there are more, or the game has no value.
    pub fn iterate<P: Position>(root: &P, limit: usize) -> Result<Graph, Unsolved> {
        Graph::iterate_within(root, limit, &mut NodeBudget::free(u64::MAX))
    }

    /// The same until `stop` is given; then the error is [`Unsolved::Stopped`].
    ///
    /// # Errors
    ///
    /// As [`iterate`](Graph::iterate), and if it was stopped.
    pub fn iterate_until<P: Position>(root: &P, limit: usize, stop: &StopSignal) -> Result<Graph, Unsolved> {
        Graph::iterate_within(root, limit, &mut NodeBudget::free(u64::MAX).stopped_by(stop))
    }

    /// The same while `node_budget` lasts.
    pub(crate) fn iterate_within<P: Position>(
        root: &P,
        limit: usize,
        node_budget: &mut NodeBudget<'_>,
    ) -> Result<Graph, Unsolved> {
        let mut graph = Graph::empty(root.facts(), Sameness::Present)?;
        let mut net = Net::of(root, limit, &mut graph, node_budget)?;
        let parts = net.parts();
        let mut start = 0;
        for end in parts.ends {
            if !net.settle(&parts.numbers[start..end], &graph, node_budget) {
                return Err(Unsolved::Stopped);
            }
            start = end;
        }
        graph.edges = net.successors.len() as u64;
        for (&key, &solved) in net.keys.iter().zip(&net.solved) {
            graph.add(key, graph.without_idle_distance(solved));
        }
        Ok(graph)
    }
}

/// Sets of positions that can reach each other, successors first.
struct Parts {
    numbers: Vec<u32>,
    /// The end of each set.
    ends: Vec<usize>,
}

impl Net {
    /// Collects all positions reachable from `root`.
    fn of<P: Position>(
        root: &P,
        limit: usize,
        graph: &mut Graph,
        node_budget: &mut NodeBudget<'_>,
    ) -> Result<Net, Unsolved> {
        let facts = root.facts();
        let endless = if facts.seats == 1 { facts.min_payoff } else { graph.middle() };
        let endless = Solved { value: endless, distance: None };
        let (mut net, mut numbers) = (Net::default(), Keyed::new());
        let mut waiting = VecDeque::from([root.clone()]);
        let mut waiting_bytes = root.bytes();
        net.keys.push(root.present_key());
        let _ = numbers.put(root.present_key(), 0);
        let mut after = root.clone();
        while let Some(here) = waiting.pop_front() {
            if !node_budget.count() {
                return Err(Unsolved::Stopped);
            }
            let counted = net.keys.len() * POSITION_BYTES + net.successors.len() * MOVE_BYTES;
            if limit.saturating_mul(BYTES).saturating_add(SMALL) < counted + waiting_bytes {
                return Err(Unsolved::TooHeavy(limit));
            }
            waiting_bytes -= here.bytes();
            let node = here.node();
            net.nodes.push(node);
            net.starts.push(net.successors.len());
            net.solved.push(if node == Node::Terminal { graph.over(&here) } else { endless });
            let met = here.each_move(|m| {
                after.play_from(&here, m);
                let key = after.present_key();
                let number = numbers.find(key).unwrap_or_else(|| {
                    let number = net.keys.len() as u32;
                    let _ = numbers.put(key, number);
                    net.keys.push(key);
                    waiting_bytes += after.bytes();
                    waiting.push_back(after.clone());
                    number
                });
                net.successors.push(number);
                if facts.chance {
                    let is_drawn = node == Node::Chance;
                    net.weights.push(if is_drawn { here.weight(m) } else { 0 });
                }
                if limit < net.keys.len() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if met.is_break() {
                return Err(Unsolved::TooLarge(limit));
            }
        }
        net.starts.push(net.successors.len());
        Ok(net)
    }

    /// The sets of positions that can reach each other, by Tarjan's algorithm.
    fn parts(&self) -> Parts {
        const NEW: u32 = u32::MAX;
        let count = self.keys.len();
        // When each was first met, the earliest position it leads back to, and the number of its
        // successors seen.
        let (mut met, mut back, mut next) = (vec![NEW; count], vec![NEW; count], self.starts.clone());
        let mut is_open = vec![false; count];
        let (mut open, mut line): (Vec<u32>, Vec<u32>) = (Vec::new(), vec![0]);
        let mut parts = Parts { numbers: Vec::with_capacity(count), ends: Vec::new() };
        let mut time = 0;
        while let Some(&number) = line.last() {
            let at = number as usize;
            if met[at] == NEW {
                (met[at], back[at], is_open[at]) = (time, time, true);
                open.push(number);
                time += 1;
            }
            if next[at] < self.starts[at + 1] {
                let successor = self.successors[next[at]];
                next[at] += 1;
                if met[successor as usize] == NEW {
                    line.push(successor);
                } else if is_open[successor as usize] {
                    back[at] = back[at].min(met[successor as usize]);
                }
                continue;
            }
            let _ = line.pop();
            if let Some(&above) = line.last() {
                back[above as usize] = back[above as usize].min(back[at]);
            }
            if back[at] == met[at] {
                while let Some(member) = open.pop() {
                    is_open[member as usize] = false;
                    parts.numbers.push(member);
                    if member == number {
                        break;
                    }
                }
                parts.ends.push(parts.numbers.len());
            }
        }
        parts
    }

    /// Sweeps over one set until nothing changes; `false` if it was stopped.
    fn settle(&mut self, part: &[u32], graph: &Graph, node_budget: &NodeBudget<'_>) -> bool {
        let facts = graph.facts();
        let steady = STEADY * (facts.max_payoff - facts.min_payoff);
        loop {
            let mut is_settled = true;
            for &number in part {
                let at = number as usize;
                if self.nodes[at] == Node::Terminal {
                    continue;
                }
                let (old, new) = (self.solved[at], self.look(at, graph));
                let is_same = (new.value - old.value).abs() <= steady;
                is_settled &= is_same && new.distance == old.distance;
                self.solved[at] = new;
            }
            // A position that cannot return to itself needs one sweep.
            if is_settled || (part.len() == 1 && !self.leads_to_itself(part[0])) {
                return true;
            }
            if node_budget.is_over() {
                return false;
            }
        }
    }

    fn leads_to_itself(&self, number: u32) -> bool {
        let at = number as usize;
        self.successors[self.starts[at]..self.starts[at + 1]].contains(&number)
    }

    /// The value of a position from those of its successors.
    fn look(&self, at: usize, graph: &Graph) -> Solved {
        let range = self.starts[at]..self.starts[at + 1];
        let Node::Decision(mover) = self.nodes[at] else {
            let weights = &self.weights[range.clone()];
            let total: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
            let mut sum = 0.0;
            for (&next, &weight) in self.successors[range].iter().zip(weights) {
                sum += f64::from(weight) * self.solved[next as usize].value;
            }
            return Solved { value: mean(sum, total, &graph.facts()), distance: None };
        };
        let mut best: Option<Solved> = None;
        for &next in &self.successors[range] {
            let Solved { value, distance } = self.solved[next as usize];
            let candidate = Solved { value, distance: distance.map(|plies| plies + 1) };
            if best.is_none_or(|best| graph.prefers(mover, candidate, best)) {
                best = Some(candidate);
            }
        }
        best.expect("a position with a move has a best one")
    }
}
