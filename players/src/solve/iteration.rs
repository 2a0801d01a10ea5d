//! Exact values where play returns to earlier positions: value iteration.
//!
//! Whatever bounds a play (the number of a turn, repetitions, quiet moves) is past, and positions
//! that differ in their past only are one here. So there are cycles, and a play without an end is
//! worth as much to one as to the other, or the least there is to one seat alone. Positions that
//! can reach each other are solved together, sweep by sweep, those that they lead to before them
//! (R. Tarjan, Depth-first search and linear graph algorithms, 1972; R. Bellman, Dynamic
//! programming, 1957).

use std::{collections::VecDeque, ops::ControlFlow};

use agon_core::{Node, Position, StopSignal};

use super::{
    graph::{Graph, Sameness, Solved, Unsolved, mean},
    keyed::Keyed,
};
use crate::tally::Tally;

/// Sweeps end when no value changes by more than this part of what there is to win: some digits
/// short of what numbers can tell apart, so that they do end.
const STEADY: f64 = 1e-14;

/// The positions in reach, numbered as they were met.
#[derive(Default)]
struct Net {
    keys: Vec<u64>,
    nodes: Vec<Node>,
    /// Where the successors of each begin; one more for where they end.
    starts: Vec<usize>,
    successors: Vec<u32>,
    /// The weights of the outcomes beside them, in games with chance.
    weights: Vec<u32>,
    solved: Vec<Solved>,
}

impl Graph {
    /// Solves every position in reach of `root`, at most `limit` of them, taking those that differ
    /// in their [past](Position::present_key) only for one.
    ///
    /// # Errors
    ///
    /// Where there are more, or the game has no value.
    pub fn iterate<P: Position>(root: &P, limit: usize) -> Result<Graph, Unsolved> {
        Graph::iterate_within(root, limit, &mut Tally::free(u64::MAX))
    }

    /// The same until `stop` is given: then it is [`Unsolved::Stopped`].
    ///
    /// # Errors
    ///
    /// As with [`iterate`](Graph::iterate), and where it was stopped.
    pub fn iterate_until<P: Position>(
        root: &P,
        limit: usize,
        stop: &StopSignal,
    ) -> Result<Graph, Unsolved> {
        Graph::iterate_within(root, limit, &mut Tally::free(u64::MAX).stopped_by(stop))
    }

    /// The same, as far as `tally` goes: beyond that it is stopped.
    pub(crate) fn iterate_within<P: Position>(
        root: &P,
        limit: usize,
        tally: &mut Tally<'_>,
    ) -> Result<Graph, Unsolved> {
        let mut graph = Graph::empty(root.facts(), Sameness::Present)?;
        let mut net = Net::of(root, limit, &mut graph, tally)?;
        let parts = net.parts();
        let mut start = 0;
        for end in parts.ends {
            if !net.settle(&parts.numbers[start..end], &graph, tally) {
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

/// Positions that can reach each other, part by part, those that others lead to first.
struct Parts {
    numbers: Vec<u32>,
    /// Where each part ends.
    ends: Vec<usize>,
}

impl Net {
    /// Meets every position in reach of `root`.
    fn of<P: Position>(
        root: &P,
        limit: usize,
        graph: &mut Graph,
        tally: &mut Tally<'_>,
    ) -> Result<Net, Unsolved> {
        let facts = root.facts();
        let endless = if facts.seats == 1 { facts.min_payoff } else { graph.middle() };
        let endless = Solved { value: endless, distance: None };
        let (mut net, mut numbers) = (Net::default(), Keyed::new());
        let mut waiting = VecDeque::from([root.clone()]);
        net.keys.push(root.present_key());
        let _ = numbers.put(root.present_key(), 0);
        let mut after = root.clone();
        while let Some(here) = waiting.pop_front() {
            if !tally.count() {
                return Err(Unsolved::Stopped);
            }
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
                    waiting.push_back(after.clone());
                    number
                });
                net.successors.push(number);
                if facts.chance {
                    let is_drawn = node == Node::Chance;
                    net.weights.push(if is_drawn { here.weight(m) } else { 0 });
                }
                if limit < net.keys.len() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            if met.is_break() {
                return Err(Unsolved::TooLarge(limit));
            }
        }
        net.starts.push(net.successors.len());
        Ok(net)
    }

    /// The positions that can reach each other, by Tarjan's way down and back.
    fn parts(&self) -> Parts {
        const NEW: u32 = u32::MAX;
        let count = self.keys.len();
        // When each was met on the way down, the earliest that it leads back to, and how many of
        // its successors were seen.
        let (mut met, mut back, mut next) =
            (vec![NEW; count], vec![NEW; count], self.starts.clone());
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

    /// Sweeps over one part until nothing changes; `false` if it was stopped.
    fn settle(&mut self, part: &[u32], graph: &Graph, tally: &Tally<'_>) -> bool {
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
            // What cannot come back to itself is known at once.
            if is_settled || (part.len() == 1 && !self.leads_to_itself(part[0])) {
                return true;
            }
            if tally.is_over() {
                return false;
            }
        }
    }

    fn leads_to_itself(&self, number: u32) -> bool {
        let at = number as usize;
        self.successors[self.starts[at]..self.starts[at + 1]].contains(&number)
    }

    /// What a position is worth, by what its successors are.
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
