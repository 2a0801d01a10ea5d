//! The nodes of a net: where each gate is, and where its changes lead.

use super::choices::{Choices, Forms};
use crate::{bank::NONE, gates::Gate, gates::YES};

/// Nodes that depend on each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ring {
    pub(crate) from: u32,
    pub(crate) to: u32,
}

/// Which nodes lead to which.
#[derive(Debug)]
pub(crate) struct Wires {
    pub(crate) starts: Vec<u32>,
    /// Nodes, doubled; one more where the edge counts the contrary.
    pub(crate) edges: Vec<u32>,
    /// The first node that belongs to a loop; all that follow do, up to the late ones.
    pub(crate) first_in_ring: u32,
    pub(crate) rings: Vec<Ring>,
    pub(crate) ring_of: Vec<u32>,
    pub(crate) inner_starts: Vec<u32>,
    pub(crate) inner: Vec<u32>,
    /// The first of the nodes that only goals need: they are followed once somebody asks for a goal.
    pub(crate) first_late: u32,
    pub(crate) late_starts: Vec<u32>,
    pub(crate) late: Vec<u32>,
    /// The counts of the gates in a position without facts, before any is on.
    pub(crate) counts: Vec<i32>,
}

impl Wires {
    /// The number of nodes.
    pub(crate) fn count(&self) -> usize {
        self.counts.len()
    }

    /// The edges of every kind, each with the node that it comes from.
    pub(crate) fn all(&self) -> impl Iterator<Item = (u32, u32)> {
        let kinds = [
            (&self.starts, &self.edges),
            (&self.inner_starts, &self.inner),
            (&self.late_starts, &self.late),
        ];
        kinds.into_iter().flat_map(|(starts, edges)| {
            (0..starts.len() - 1).flat_map(move |source| {
                let own = &edges[starts[source] as usize..starts[source + 1] as usize];
                own.iter().map(move |&edge| (source as u32, edge))
            })
        })
    }

    /// The loop to which a node belongs.
    pub(crate) fn ring(&self, node: u32) -> Option<Ring> {
        let place = node.checked_sub(self.first_in_ring)?;
        self.ring_of.get(place as usize).map(|&ring| self.rings[ring as usize])
    }

    /// About as many bytes as they take.
    pub(super) fn bytes(&self) -> usize {
        let numbers = [
            &self.starts,
            &self.edges,
            &self.ring_of,
            &self.inner_starts,
            &self.inner,
            &self.late_starts,
            &self.late,
        ];
        let numbers: usize = numbers.iter().map(|numbers| numbers.len()).sum();
        size_of::<u32>() * (numbers + self.counts.len())
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

/// Where the answers are.
#[derive(Debug)]
pub(super) struct Laid {
    pub(super) choices: Choices,
    pub(super) wires: Wires,
    /// The node of the first of the last questions; the others follow.
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

/// Gives every gate that a question depends on a node, and joins the nodes by edges.
pub(super) fn lay(gates: &[Gate], forms: &Forms, facts: usize, asked: &Questions) -> Laid {
    // 1. What is needed at once, and what only goals need. Loops, and what they depend on, are followed at once.
    let mut is_needed = vec![false; gates.len()];
    let at_once = [&asked.next, &asked.legal, &asked.last, &asked.shared];
    let at_once = at_once.into_iter().flatten().copied().filter(|&literal| literal != NONE);
    need(gates, forms, at_once.collect(), &mut is_needed);
    let mut is_late = vec![false; gates.len()];
    need(gates, forms, asked.goals.clone(), &mut is_late);
    let rings: Vec<u32> = (0..gates.len())
        .filter(|&gate| is_late[gate] && gates[gate].ring != NONE)
        .map(|gate| (gate as u32) << 1)
        .collect();
    need(gates, forms, rings, &mut is_needed);
    is_late.iter_mut().zip(&is_needed).for_each(|(is_late, is_needed)| *is_late &= !is_needed);
    // 2. Facts and choices. The gates of facts come first, behind the constant one.
    let fact_words = facts.div_ceil(64);
    let by_choice: Vec<usize> =
        (0..gates.len()).filter(|&gate| is_needed[gate] && forms.has(gate)).collect();
    let (choices, places) = forms.choices(&by_choice);
    let mut at = vec![NONE; gates.len()];
    (0..facts).for_each(|fact| at[1 + fact] = (fact as u32) << 1);
    for (gate, place) in places {
        at[gate] = place + (128 * fact_words) as u32;
    }
    // 3. A gate that is asked for is placed at the node where it is read; for one that is asked for twice, or is none,
    // that node is a copy.
    let next_at = 64 * (fact_words + choices.words) as u32;
    let legal_at = next_at + 64 * fact_words as u32;
    let last_at = legal_at + asked.legal.len() as u32;
    let mut copies = Vec::new();
    let mut put = |at: &mut [u32], node: u32, literal: u32| {
        let gate = (literal >> 1) as usize;
        let is_free = 0 < gate && at[gate] == NONE && gates[gate].ring == NONE;
        if literal & 1 == 0 && is_free {
            at[gate] = node << 1;
        } else {
            copies.push((node, literal));
        }
    };
    for (first, literals) in
        [(next_at, &asked.next), (legal_at, &asked.legal), (last_at, &asked.last)]
    {
        for (node, &literal) in (first..).zip(literals).filter(|(_, literal)| **literal != NONE) {
            put(&mut at, node, literal);
        }
    }
    // 4. The other gates: those followed at once, those in loops, and the late ones.
    let mut next = last_at + (asked.last.len() as u32).next_multiple_of(64);
    let mut place = |at: &mut u32| {
        *at = next << 1;
        next += 1;
        next - 1
    };
    for gate in 1..gates.len() {
        if is_needed[gate] && at[gate] == NONE && gates[gate].ring == NONE {
            place(&mut at[gate]);
        }
    }
    let mut members: Vec<usize> =
        (1..gates.len()).filter(|&gate| is_needed[gate] && gates[gate].ring != NONE).collect();
    members.sort_unstable_by_key(|&gate| (gates[gate].ring, gate));
    let (mut rings, mut ring_of) = (Vec::new(), Vec::new());
    for members in members.chunk_by(|&one, &other| gates[one].ring == gates[other].ring) {
        let nodes: Vec<u32> = members.iter().map(|&gate| place(&mut at[gate])).collect();
        ring_of.extend(nodes.iter().map(|_| rings.len() as u32));
        rings.push(Ring { from: nodes[0], to: nodes[0] + nodes.len() as u32 });
    }
    let goals: Vec<u32> = asked.goals.iter().map(|_| place(&mut 0)).collect();
    for (&node, &literal) in goals.iter().zip(&asked.goals) {
        put(&mut at, node, literal);
    }
    for gate in 1..gates.len() {
        if is_late[gate] && at[gate] == NONE {
            place(&mut at[gate]);
        }
    }
    let count = next as usize;
    let first_in_ring = rings.first().map(|ring| ring.from);
    let first_late = rings.last().map(|ring| ring.to);
    let first_late = first_late.or(goals.first().copied()).unwrap_or(next);
    // 5. The edges.
    let mut counts = vec![-1; count];
    let (mut outer, mut inner, mut late) = (Vec::new(), Vec::new(), Vec::new());
    let mut join = |from: u32, to: u32| {
        let edge = (from >> 1, to << 1 | from & 1);
        if first_late <= to {
            late.push(edge)
        } else {
            outer.push(edge)
        }
        (from & 1) as i32
    };
    for (gate, found) in gates.iter().enumerate().skip(1 + facts) {
        if at[gate] == NONE || forms.has(gate) {
            continue;
        }
        let node = at[gate] >> 1;
        let mut needed = if found.is_and { found.inputs.len() as i32 } else { 1 };
        for &input in &found.inputs {
            // Constant inputs are counted at once.
            if input >> 1 == 0 {
                needed -= i32::from(input == YES);
                continue;
            }
            let from = at[(input >> 1) as usize] ^ (input & 1);
            let other = &gates[(input >> 1) as usize];
            if found.ring != NONE && other.ring == found.ring {
                inner.push((from >> 1, node << 1 | from & 1));
            } else {
                needed -= join(from, node);
            }
        }
        counts[node as usize] = -needed;
    }
    for (node, literal) in copies {
        counts[node as usize] = (literal & 1) as i32 - 1;
        if literal >> 1 != 0 {
            let from = at[(literal >> 1) as usize] ^ (literal & 1);
            counts[node as usize] = join(from, node) - 1;
        }
    }
    let (starts, edges) = by_source(count, outer);
    let (inner_starts, inner) = by_source(count, inner);
    let (late_starts, late) = by_source(count, late);
    let wires = Wires {
        starts,
        edges,
        first_in_ring: first_in_ring.unwrap_or(first_late),
        rings,
        ring_of,
        inner_starts,
        inner,
        first_late,
        late_starts,
        late,
        counts,
    };
    let shared = asked.shared.iter().map(|literal| at[(literal >> 1) as usize] ^ (literal & 1));
    let shared = shared.collect();
    Laid { choices, wires, last_at, goals, shared }
}

/// The edges sorted by their source: the index of the first edge of each node, and all targets.
fn by_source(count: usize, mut edges: Vec<(u32, u32)>) -> (Vec<u32>, Vec<u32>) {
    edges.sort_unstable();
    let mut starts = vec![0u32; count + 1];
    for &(from, _) in &edges {
        starts[from as usize + 1] += 1;
    }
    for node in 0..count {
        starts[node + 1] += starts[node];
    }
    (starts, edges.into_iter().map(|(_, to)| to).collect())
}
