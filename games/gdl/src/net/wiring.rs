//! The nodes of a net: where each gate is, and to which others it leads.

use std::collections::BTreeMap;

use super::choices::{Choices, Forms};
use crate::{
    bank::NONE,
    gates::{Gate, YES},
};

/// Nodes that depend on each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ring {
    pub(crate) from: u32,
    pub(crate) to: u32,
}

/// By node, the nodes that count it, and those that count its contrary.
#[derive(Debug)]
pub(crate) struct Links {
    /// Where both begin; and the end of the last.
    starts: Vec<u32>,
    to: Vec<u32>,
}

impl Links {
    /// Of edges: from a node, to another, doubled; one more where it counts the contrary.
    fn new(count: usize, mut edges: Vec<(u32, u32)>) -> Links {
        edges.sort_unstable_by_key(|&(from, to)| (from, to & 1, to));
        let mut starts = vec![0u32; 2 * count + 1];
        for &(from, to) in &edges {
            starts[2 * from as usize + (to & 1) as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        Links { starts, to: edges.into_iter().map(|(_, to)| to >> 1).collect() }
    }

    /// The nodes that count a node, and those that count its contrary.
    #[inline]
    pub(super) fn of(&self, node: u32) -> (&[u32], &[u32]) {
        let at = 2 * node as usize;
        let starts = &self.starts[at..at + 3];
        let (from, middle, to) = (starts[0] as usize, starts[1] as usize, starts[2] as usize);
        self.to[from..to].split_at(middle - from)
    }

    /// All edges.
    fn all(&self) -> impl Iterator<Item = (u32, u32)> {
        (0..self.starts.len() as u32 / 2).flat_map(|from| {
            let (with, against) = self.of(from);
            let with = with.iter().map(move |to| (from, to << 1));
            with.chain(against.iter().map(move |to| (from, to << 1 | 1)))
        })
    }

    fn bytes(&self) -> usize {
        size_of::<u32>() * (self.starts.len() + self.to.len())
    }
}

/// Which nodes lead to which.
#[derive(Debug)]
pub(crate) struct Wires {
    /// From nodes that are followed at once to such, and from late ones to late ones.
    pub(super) plain: Links,
    /// From outside to nodes in loops, and from one to another of the same loop.
    pub(super) to_rings: Links,
    pub(super) inner: Links,
    /// From nodes that are followed at once to late ones.
    pub(super) late: Links,
    /// Words of nodes, and those in them that lead to late ones.
    pub(super) watched: Vec<(u32, u64)>,
    /// The first node that belongs to a loop; all that follow do, up to the late ones.
    pub(super) first_in_ring: u32,
    pub(super) rings: Vec<Ring>,
    pub(super) ring_of: Vec<u32>,
    /// The first of the nodes that only goals need, each behind those that it counts: they are followed once somebody
    /// asks for a goal.
    pub(super) first_late: u32,
    /// The counts of the gates in a position without facts, before any is on.
    pub(crate) counts: Vec<i32>,
}

impl Wires {
    /// The number of nodes.
    pub(crate) fn count(&self) -> usize {
        self.counts.len()
    }

    /// The edges of every kind: from a node, to another, doubled; one more where it counts the contrary.
    pub(crate) fn all(&self) -> impl Iterator<Item = (u32, u32)> {
        let Wires { plain, to_rings, inner, late, .. } = self;
        [plain, to_rings, inner, late].into_iter().flat_map(Links::all)
    }

    /// The loop to which a node belongs.
    pub(crate) fn ring(&self, node: u32) -> Option<Ring> {
        let place = node.checked_sub(self.first_in_ring)?;
        self.ring_of.get(place as usize).map(|&ring| self.rings[ring as usize])
    }

    /// About as many bytes as they take.
    pub(super) fn bytes(&self) -> usize {
        let Wires { plain, to_rings, inner, late, .. } = self;
        let links: usize = [plain, to_rings, inner, late].into_iter().map(Links::bytes).sum();
        links
            + size_of::<u32>() * (self.ring_of.len() + self.counts.len())
            + size_of::<(u32, u64)>() * self.watched.len()
    }
}

/// The literals that are asked of every position.
#[derive(Debug)]
pub(super) struct Questions {
    /// By fact, whether it holds after the moves.
    pub(super) next: Vec<u32>,
    /// By move, whether it may be made; `NONE` where there is no such move.
    pub(super) legal: Vec<u32>,
    /// Whatever else is asked at once.
    pub(super) last: Vec<u32>,
    /// What is asked at the end of a play.
    pub(super) goals: Vec<u32>,
    /// What moves have in common.
    pub(super) shared: Vec<u32>,
}

impl Questions {
    /// The literals with a place where they are read in every position.
    fn at_once(&self) -> impl Iterator<Item = u32> {
        let all = [&self.next, &self.legal, &self.last].into_iter().flatten();
        all.copied().filter(|&literal| literal != NONE)
    }
}

/// Where the answers are.
#[derive(Debug)]
pub(super) struct Laid {
    pub(super) choices: Choices,
    pub(super) wires: Wires,
    /// The nodes of the first fact of the next position, of the first move and of the first of the last questions; the
    /// others follow.
    pub(super) next_at: u32,
    pub(super) legal_at: u32,
    pub(super) last_at: u32,
    /// The nodes of the goals.
    pub(super) goals: Vec<u32>,
    /// What moves have in common, as literals of nodes.
    pub(super) shared: Vec<u32>,
}

/// Marks the gates that a literal depends on, down to what forms answer.
fn need(gates: &[Gate], forms: &Forms, mut stack: Vec<u32>, is_needed: &mut [bool]) {
    while let Some(literal) = stack.pop() {
        let gate = (literal >> 1) as usize;
        if !std::mem::replace(&mut is_needed[gate], true) && !forms.has(gate) {
            stack.extend(&gates[gate].inputs);
        }
    }
}

/// Which gates are needed.
#[derive(Debug)]
struct Needs {
    at_once: Vec<bool>,
    /// Those that only goals need.
    late: Vec<bool>,
}

impl Needs {
    fn new(gates: &[Gate], forms: &Forms, asked: &Questions) -> Needs {
        let mut at_once = vec![false; gates.len()];
        let literals = asked.at_once().chain(asked.shared.iter().copied());
        need(gates, forms, literals.collect(), &mut at_once);
        let mut late = vec![false; gates.len()];
        need(gates, forms, asked.goals.clone(), &mut late);
        // Loops, and what they depend on, are followed at once.
        let rings: Vec<u32> = (0..gates.len())
            .filter(|&gate| late[gate] && gates[gate].ring != NONE)
            .map(|gate| (gate as u32) << 1)
            .collect();
        need(gates, forms, rings, &mut at_once);
        late.iter_mut().zip(&at_once).for_each(|(late, at_once)| *late &= !at_once);
        Needs { at_once, late }
    }

    /// By gate, whether another counts it, so that its node must come before that of the other.
    fn counted(&self, gates: &[Gate], forms: &Forms) -> Vec<bool> {
        let mut is_counted = vec![false; gates.len()];
        for (gate, found) in gates.iter().enumerate() {
            if (self.at_once[gate] || self.late[gate]) && !forms.has(gate) {
                found.inputs.iter().for_each(|input| is_counted[(input >> 1) as usize] = true);
            }
        }
        is_counted
    }
}

/// Where the gates are.
#[derive(Debug)]
struct Places {
    /// By gate, its node, doubled; one more where the gate is on if the node is not.
    at: Vec<u32>,
    /// Nodes that are as a literal of gates is.
    copies: Vec<(u32, u32)>,
    next_at: u32,
    legal_at: u32,
    last_at: u32,
    goals: Vec<u32>,
    first_in_ring: u32,
    rings: Vec<Ring>,
    ring_of: Vec<u32>,
    first_late: u32,
    count: u32,
}

impl Places {
    /// Puts the gates behind facts and choices, which have their places, in their order: each comes behind those that it
    /// counts. Behind them come those that are asked for, where they are read, or copies of them; loops; late gates.
    fn new(
        gates: &[Gate],
        forms: &Forms,
        (mut at, first): (Vec<u32>, u32),
        needs: &Needs,
        asked: &Questions,
    ) -> Places {
        let mut is_asked = vec![false; gates.len()];
        for literal in asked.at_once().filter(|literal| literal & 1 == 0) {
            is_asked[(literal >> 1) as usize] = true;
        }
        let is_counted = needs.counted(gates, forms);
        let mut next = first;
        let mut place = |at: &mut u32| {
            *at = next << 1;
            next += 1;
            next - 1
        };
        for gate in 1..gates.len() {
            let is_read = is_asked[gate] && !is_counted[gate];
            let is_alone = gates[gate].ring == NONE && !is_read;
            if needs.at_once[gate] && at[gate] == NONE && is_alone {
                place(&mut at[gate]);
            }
        }
        let next_at = place(&mut 0).next_multiple_of(64);
        let legal_at = next_at + (asked.next.len() as u32).next_multiple_of(64);
        let last_at = legal_at + asked.legal.len() as u32;
        let mut copies = Vec::new();
        for (first, literals) in [(next_at, &asked.next), (legal_at, &asked.legal), (last_at, &asked.last)] {
            let asked = (first..).zip(literals).filter(|(_, literal)| **literal != NONE);
            for (node, &literal) in asked {
                let gate = (literal >> 1) as usize;
                let is_free = 0 < gate && at[gate] == NONE && gates[gate].ring == NONE;
                if literal & 1 == 0 && is_free {
                    at[gate] = node << 1;
                } else {
                    copies.push((node, literal));
                }
            }
        }
        let mut next = last_at + asked.last.len() as u32;
        let mut place = |at: &mut u32| {
            *at = next << 1;
            next += 1;
            next - 1
        };
        let mut members: Vec<usize> =
            (1..gates.len()).filter(|&gate| needs.at_once[gate] && gates[gate].ring != NONE).collect();
        members.sort_unstable_by_key(|&gate| (gates[gate].ring, gate));
        let (mut rings, mut ring_of) = (Vec::new(), Vec::new());
        for members in members.chunk_by(|&one, &other| gates[one].ring == gates[other].ring) {
            let nodes: Vec<u32> = members.iter().map(|&gate| place(&mut at[gate])).collect();
            ring_of.extend(nodes.iter().map(|_| rings.len() as u32));
            rings.push(Ring { from: nodes[0], to: nodes[0] + nodes.len() as u32 });
        }
        let first_late = place(&mut 0);
        for gate in 1..gates.len() {
            if needs.late[gate] && at[gate] == NONE {
                place(&mut at[gate]);
            }
        }
        let goals: Vec<u32> = asked.goals.iter().map(|_| place(&mut 0)).collect();
        copies.extend(goals.iter().copied().zip(asked.goals.iter().copied()));
        Places {
            at,
            copies,
            next_at,
            legal_at,
            last_at,
            goals,
            first_in_ring: rings.first().map_or(first_late, |ring| ring.from),
            rings,
            ring_of,
            first_late,
            count: next,
        }
    }

    /// A literal of gates as one of nodes.
    fn literal(&self, literal: u32) -> u32 {
        self.at[(literal >> 1) as usize] ^ (literal & 1)
    }

    /// Joins each node with those that count it, which are gates from number `first`.
    fn join(self, gates: &[Gate], forms: &Forms, first: usize) -> Wires {
        let count = self.count as usize;
        let mut counts = vec![-1; count];
        let (mut plain, mut to_rings, mut inner, mut late) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        // One more is counted at the start where the contrary is.
        let mut join = |from: u32, to: u32| {
            let edges = if self.first_late <= to && from >> 1 < self.first_late {
                &mut late
            } else if (self.first_in_ring..self.first_late).contains(&to) {
                &mut to_rings
            } else {
                &mut plain
            };
            edges.push((from >> 1, to << 1 | from & 1));
            (from & 1) as i32
        };
        for (gate, found) in gates.iter().enumerate().skip(first) {
            if self.at[gate] == NONE || forms.has(gate) {
                continue;
            }
            let node = self.at[gate] >> 1;
            let mut needed = if found.is_and { found.inputs.len() as i32 } else { 1 };
            for &input in &found.inputs {
                // Constant inputs are counted at once.
                if input >> 1 == 0 {
                    needed -= i32::from(input == YES);
                    continue;
                }
                let from = self.literal(input);
                let other = &gates[(input >> 1) as usize];
                if found.ring != NONE && other.ring == found.ring {
                    inner.push((from >> 1, node << 1 | from & 1));
                } else {
                    needed -= join(from, node);
                }
            }
            counts[node as usize] = -needed;
        }
        for &(node, literal) in &self.copies {
            counts[node as usize] = (literal & 1) as i32 - 1;
            if literal >> 1 != 0 {
                counts[node as usize] = join(self.literal(literal), node) - 1;
            }
        }
        let mut watched: BTreeMap<u32, u64> = BTreeMap::new();
        for &(from, _) in &late {
            *watched.entry(from / 64).or_default() |= 1 << (from % 64);
        }
        Wires {
            watched: watched.into_iter().collect(),
            plain: Links::new(count, plain),
            to_rings: Links::new(count, to_rings),
            inner: Links::new(count, inner),
            late: Links::new(count, late),
            first_in_ring: self.first_in_ring,
            rings: self.rings,
            ring_of: self.ring_of,
            first_late: self.first_late,
            counts,
        }
    }
}

/// Gives every gate that a question depends on a node, and joins the nodes by edges. The gates of facts are the first,
/// behind the constant one.
pub(super) fn lay(gates: &[Gate], forms: &Forms, facts: usize, asked: &Questions) -> Laid {
    let needs = Needs::new(gates, forms, asked);
    let fact_words = facts.div_ceil(64);
    let by_choice: Vec<usize> = (0..gates.len()).filter(|&gate| needs.at_once[gate] && forms.has(gate)).collect();
    let (choices, places) = forms.choices(&by_choice);
    let mut at = vec![NONE; gates.len()];
    (0..facts).for_each(|fact| at[1 + fact] = (fact as u32) << 1);
    for (gate, place) in places {
        at[gate] = place + (128 * fact_words) as u32;
    }
    let first = 64 * (fact_words + choices.words) as u32;
    let mut places = Places::new(gates, forms, (at, first), &needs, asked);
    Laid {
        choices,
        next_at: places.next_at,
        legal_at: places.legal_at,
        last_at: places.last_at,
        goals: std::mem::take(&mut places.goals),
        shared: asked.shared.iter().map(|&literal| places.literal(literal)).collect(),
        wires: places.join(gates, forms, 1 + facts),
    }
}
