//! Positions that are alike as far as one has looked below them: in rounds, a ply further each.

use std::collections::BTreeMap;

use agon_core::StopSignal;

use super::{
    graph::{Acting, RulesGraph},
    probability::Fraction,
};

/// The classes of all positions of some graphs, round by round: equal numbers are alike so many plies down.
pub(super) struct Classes<'a> {
    graphs: Vec<&'a RulesGraph>,
    /// Of each round, of each graph, of each of its positions.
    rounds: Vec<Vec<Vec<u32>>>,
    /// Of each round, of each graph, of each thing that is seen.
    sights: Vec<Vec<Vec<u32>>>,
    /// How many there were in the last round, those of what is seen included.
    count: usize,
    depth: Option<u32>,
    /// Whether what seats see tells positions apart.
    looks: bool,
    stop: &'a StopSignal,
}

/// What tells a position apart in a round: itself, what is below it, and what each seat sees there.
type Signature = (u32, Vec<(u32, Fraction)>, Vec<u32>);

impl<'a> Classes<'a> {
    /// The first round, which knows who acts and what is paid alone; `depth` plies are looked at, or all. What seats see
    /// is a part of it if `looks`. Once the signal is given no more is told apart, and the classes say nothing.
    pub(super) fn of(graphs: &[&'a RulesGraph], depth: Option<u32>, looks: bool, stop: &'a StopSignal) -> Classes<'a> {
        let mut ids: BTreeMap<&Acting, u32> = BTreeMap::new();
        let first = graphs.iter().map(|graph| {
            let class = |acting| {
                let next = ids.len() as u32;
                *ids.entry(acting).or_insert(next)
            };
            graph.nodes.iter().map(|node| &node.acting).map(class).collect()
        });
        let rounds = vec![first.collect()];
        let count = ids.len();
        let mut classes = Classes { graphs: graphs.to_vec(), rounds, sights: Vec::new(), count, depth, looks, stop };
        classes.see();
        classes
    }

    /// The class of the start of that graph in the last round.
    pub(super) fn start(&self, graph: usize) -> u32 {
        self.at(graph, 0, self.rounds.len() - 1)
    }

    /// The class of a position in a round.
    pub(super) fn at(&self, graph: usize, node: usize, round: usize) -> u32 {
        self.rounds[round][graph][node]
    }

    /// The last round.
    pub(super) fn last(&self) -> usize {
        self.rounds.len() - 1
    }

    /// One round more; whether anything new was told apart, or could be yet.
    pub(super) fn refine(&mut self) -> bool {
        let round = self.last();
        if self.stop.is_given() || self.depth.is_some_and(|depth| depth as usize <= round) {
            return false;
        }
        let mut ids: BTreeMap<Signature, u32> = BTreeMap::new();
        let next = self.graphs.iter().enumerate().map(|(number, graph)| {
            let own = &self.rounds[round][number];
            let class = |(index, node): (usize, &super::graph::GraphNode)| {
                if self.stop.is_given() {
                    return 0;
                }
                let below = together(node.parts(own));
                let seen = if self.looks { &node.seen[..] } else { &[] };
                let seen = seen.iter().map(|&sight| self.sights[round][number][sight as usize]).collect();
                let next = ids.len() as u32;
                *ids.entry((self.rounds[0][number][index], below, seen)).or_insert(next)
            };
            graph.nodes.iter().enumerate().map(class).collect()
        });
        let next = next.collect();
        self.rounds.push(next);
        let classes = ids.len();
        let sights = self.see();
        let before = std::mem::replace(&mut self.count, classes + sights);
        before < self.count && !self.stop.is_given()
    }

    /// The classes of what is seen in the last round: the positions that look so, each by how likely it is. How many
    /// there are.
    fn see(&mut self) -> usize {
        if !self.looks {
            return 0;
        }
        let round = self.last();
        let mut ids: BTreeMap<Vec<(u32, Fraction)>, u32> = BTreeMap::new();
        let all = self.graphs.iter().enumerate().map(|(number, graph)| {
            let mut held: Vec<Vec<(u32, Fraction)>> = vec![Vec::new(); graph.sights as usize];
            for (node, &class) in graph.nodes.iter().zip(&self.rounds[round][number]) {
                // What lies deeper than the other graph was walked is not looked at.
                if self.depth.is_none_or(|depth| node.level <= depth) {
                    for &sight in &node.seen {
                        held[sight as usize].push((class, node.reach));
                    }
                }
            }
            let class = |held: Vec<(u32, Fraction)>| {
                let next = ids.len() as u32;
                *ids.entry(together(held.into_iter())).or_insert(next)
            };
            held.into_iter().map(class).collect()
        });
        let all = all.collect();
        self.sights.push(all);
        ids.len()
    }

    /// Of each position of that graph its class in the last round, and of each thing seen.
    pub(super) fn of_graph(&self, graph: usize) -> (&[u32], &[u32]) {
        let sights = self.sights.last().map_or(&[][..], |sights| &sights[graph]);
        (&self.rounds[self.last()][graph], sights)
    }
}

/// In order, those of one class with a probability together: what chance draws is told apart by where it leads alone.
/// Moves, which have none, stay one by one.
pub(super) fn together<K: Copy + Ord>(parts: impl Iterator<Item = (K, Fraction)>) -> Vec<(K, Fraction)> {
    let mut parts: Vec<(K, Fraction)> = parts.collect();
    parts.sort_unstable();
    parts.dedup_by(|next, kept| {
        let is_drawn = kept.1 != Fraction::ZERO && kept.0 == next.0;
        // Where the numbers are too large, they stand side by side.
        is_drawn
            && kept.1.plus(next.1).is_some_and(|sum| {
                kept.1 = sum;
                true
            })
    });
    parts
}
