//! A sheet without variables as a net of gates, which a machine evaluates incrementally.
//!
//! Every gate counts its true inputs, and is on if they suffice: one for an *or*, all for an *and*. A change of one
//! input changes the counts of the gates it leads to, and propagates only if a gate switches. (E. Schkufza, N. Love and
//! M. Genesereth, Propositional automata and cell automata: representational frameworks for discrete dynamic systems,
//! 2008; the counters are those of S. Draper's player Sancho, 2014.) A role makes exactly one of its moves, so "one of
//! many" is tested as "none of the few others".

mod machine;

use std::collections::BTreeMap;

pub(crate) use self::machine::Machine;
use crate::{
    bank::NONE,
    gates::{Builder, Gate, Masks, NO, YES},
    ground::Ground,
    kif::Remark,
    rules::Rules,
};

/// A role.
#[derive(Clone, Debug)]
pub(crate) struct Role {
    pub(crate) term: u32,
    pub(crate) name: String,
    /// Whether it is `random`, played by chance.
    pub(crate) is_random: bool,
}

/// The moves of one role, in the order of their texts.
#[derive(Clone, Debug)]
pub(crate) struct Moves {
    /// The number of the first; the others follow.
    pub(crate) first: u32,
    pub(crate) texts: Vec<String>,
}

/// The shared part of one sheet.
#[derive(Debug)]
pub(crate) struct Net {
    /// The facts of positions, in the order of their texts.
    pub(crate) facts: Vec<u32>,
    pub(crate) texts: Vec<String>,
    pub(crate) moves: Vec<Moves>,
    /// By role, the goals with their nodes.
    pub(crate) goals: Vec<Vec<(u8, u32)>>,
    /// For each role, what it may see, with the node of each, in the order of the texts.
    pub(crate) sees: Vec<Vec<(String, u32)>>,
    pub(crate) terminal: u32,
    /// By role, what all its moves, or many of them, have in common.
    pub(crate) masks: Vec<Masks>,
    /// The number of words for the facts, and for the moves of all roles.
    pub(crate) fact_words: usize,
    pub(crate) move_words: usize,
    pub(crate) starts: Vec<u32>,
    /// Nodes, doubled; one more where the edge counts the contrary.
    pub(crate) edges: Vec<u32>,
    /// The first node that belongs to a loop; all that follow do.
    pub(crate) first_in_ring: u32,
    pub(crate) rings: Vec<Ring>,
    pub(crate) ring_of: Vec<u32>,
    pub(crate) inner_starts: Vec<u32>,
    pub(crate) inner: Vec<u32>,
    /// The initial position.
    pub(crate) start: Vec<u64>,
    /// The counts of the gates in a position without facts, before any is on.
    pub(crate) counts: Vec<i32>,
}

/// Nodes that depend on each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ring {
    pub(crate) from: u32,
    pub(crate) to: u32,
}

/// About as many bytes as texts take, with what the allocator adds to each.
fn bytes_of<'a>(texts: impl IntoIterator<Item = &'a String>) -> usize {
    const EACH: usize = size_of::<String>() + 16;
    texts.into_iter().map(|text| EACH + text.len()).sum()
}

impl Net {
    /// About as many bytes as it takes.
    pub(crate) fn bytes(&self) -> usize {
        let numbers = [
            &self.facts,
            &self.starts,
            &self.edges,
            &self.ring_of,
            &self.inner_starts,
            &self.inner,
        ];
        let numbers: usize = numbers.iter().map(|numbers| numbers.len()).sum();
        size_of::<u32>() * (numbers + self.counts.len())
            + size_of::<u64>() * self.start.len()
            + bytes_of(&self.texts)
            + self.moves.iter().map(|moves| bytes_of(&moves.texts)).sum::<usize>()
            + self
                .sees
                .iter()
                .map(|sees| bytes_of(sees.iter().map(|(text, _)| text)))
                .sum::<usize>()
    }

    #[expect(clippy::too_many_lines, reason = "one thing after another, each of a few lines")]
    /// Builds the net. Where `not` is in a loop that grounding leaves, it cannot be.
    pub(crate) fn new(rules: &Rules, ground: &Ground, roles: &[Role]) -> Result<Net, Remark> {
        let atoms = &ground.atoms;
        let bank = &atoms.bank;
        let relation = |word: &str| &atoms.relations[rules.keyword(word)].rows;
        // 1. Facts and moves in the order of their texts.
        let mut facts: Vec<(String, u32)> = relation("true")
            .iter()
            .map(|&atom| (bank.text(bank.arguments(atom)[0]), bank.arguments(atom)[0]))
            .collect();
        facts.sort_unstable();
        let mut builder = Builder {
            rules,
            ground,
            gates: vec![Gate { is_and: false, inputs: Vec::new(), ring: NONE }],
            known: BTreeMap::new(),
            literals: vec![NONE; bank.len()],
            by_role: BTreeMap::new(),
        };
        let atom_of = |word: &str, parts: &[u32]| {
            bank.known_symbol(word).and_then(|symbol| bank.find(symbol, parts))
        };
        for &(_, fact) in &facts {
            let atom = atom_of("true", &[fact]).expect("the fact came from such an atom");
            builder.literals[atom as usize] = builder.input();
        }
        let mut moves = Vec::new();
        let mut move_terms = Vec::new();
        let mut first = 0u32;
        for role in roles {
            let mut own: Vec<(String, u32)> = relation("does")
                .iter()
                .filter(|&&atom| bank.arguments(atom)[0] == role.term)
                .map(|&atom| (bank.text(bank.arguments(atom)[1]), bank.arguments(atom)[1]))
                .collect();
            own.sort_unstable();
            for &(_, term) in &own {
                let atom = atom_of("does", &[role.term, term]).expect("the move came from it");
                let literal = builder.input();
                builder.literals[atom as usize] = literal;
                builder.by_role.entry(role.term).or_default().push(literal);
            }
            move_terms.push(own.iter().map(|&(_, term)| term).collect::<Vec<_>>());
            let texts: Vec<String> = own.into_iter().map(|(text, _)| plain(text)).collect();
            let next = first + (texts.len() as u32).next_multiple_of(64);
            moves.push(Moves { first, texts });
            first = next;
        }
        builder.derive()?;
        // 2. The questions asked of a position.
        let literal = |atom: Option<u32>| {
            let found = atom.and_then(|atom| builder.literals.get(atom as usize).copied());
            found.filter(|&literal| literal != NONE).unwrap_or(NO)
        };
        let next: Vec<u32> =
            facts.iter().map(|&(_, fact)| literal(atom_of("next", &[fact]))).collect();
        let mut legal = vec![NONE; first as usize];
        for ((role, of), terms) in roles.iter().zip(&moves).zip(&move_terms) {
            for (number, &term) in terms.iter().enumerate() {
                legal[of.first as usize + number] = literal(atom_of("legal", &[role.term, term]));
            }
        }
        let atom_literals = std::mem::take(&mut builder.literals);
        let literal = |atom: Option<u32>| {
            let found = atom.and_then(|atom| atom_literals.get(atom as usize).copied());
            found.filter(|&literal| literal != NONE).unwrap_or(NO)
        };
        let mut masks = Vec::with_capacity(roles.len());
        for of in &moves {
            let own = &mut legal[of.first as usize..of.first as usize + of.texts.len()];
            masks.push(builder.share(own));
        }
        let mut last: Vec<u32> = vec![literal(atom_of("terminal", &[]))];
        let mut goals = vec![Vec::new(); roles.len()];
        let mut sees = vec![Vec::new(); roles.len()];
        let place = |term: u32| roles.iter().position(|role| role.term == term);
        for &atom in relation("goal") {
            let &[role, value] = bank.arguments(atom) else { continue };
            let value = bank.text(value).parse::<u8>().ok().filter(|value| *value <= 100);
            if let (Some(role), Some(value)) = (place(role), value) {
                goals[role].push((value, last.len() as u32));
                last.push(literal(Some(atom)));
            }
        }
        for &atom in relation("sees") {
            let &[role, what] = bank.arguments(atom) else { continue };
            if let Some(role) = place(role) {
                sees[role].push((plain(bank.text(what)), last.len() as u32));
                last.push(literal(Some(atom)));
            }
        }
        for of in &mut goals {
            of.sort_unstable();
        }
        for of in &mut sees {
            of.sort_unstable();
        }
        let gates = std::mem::take(&mut builder.gates);
        // 3. Every gate that is needed gets a place.
        let fact_words = facts.len().div_ceil(64);
        let move_words = first as usize / 64;
        let mut wanted: Vec<(u32, u32)> = Vec::new();
        let next_at = 64 * (fact_words + move_words) as u32;
        let legal_at = next_at + 64 * fact_words as u32;
        let last_at = legal_at + first;
        wanted.extend((next_at..).zip(next));
        wanted.extend((legal_at..).zip(legal).filter(|&(_, literal)| literal != NONE));
        wanted.extend((last_at..).zip(last.iter().copied()));
        let mut net = Net {
            start: vec![0; fact_words],
            texts: Vec::new(),
            facts: Vec::new(),
            moves,
            goals,
            sees,
            terminal: last_at,
            masks,
            fact_words,
            move_words,
            starts: Vec::new(),
            edges: Vec::new(),
            first_in_ring: 0,
            rings: Vec::new(),
            ring_of: Vec::new(),
            inner_starts: Vec::new(),
            inner: Vec::new(),
            counts: Vec::new(),
        };
        for of in net.goals.iter_mut().flatten() {
            of.1 += last_at;
        }
        for of in net.sees.iter_mut().flatten() {
            of.1 += last_at;
        }
        let mut inputs: Vec<u32> = (0..facts.len() as u32).collect();
        for of in &net.moves {
            inputs.extend(
                (0..of.texts.len() as u32).map(|number| 64 * fact_words as u32 + of.first + number),
            );
        }
        net.wire(&gates, &wanted, &inputs, last_at + (last.len() as u32).next_multiple_of(64));
        for (number, &(_, fact)) in facts.iter().enumerate() {
            if atom_of("init", &[fact]).is_some_and(|atom| atoms.holds(atom)) {
                net.start[number / 64] |= 1 << (number % 64);
            }
        }
        (net.texts, net.facts) = facts.into_iter().unzip();
        Ok(net)
    }

    /// Gives every gate that something wanted depends on a node, and joins the nodes by edges.
    fn wire(&mut self, gates: &[Gate], wanted: &[(u32, u32)], inputs: &[u32], first: u32) {
        let mut is_needed = vec![false; gates.len()];
        let mut stack: Vec<u32> = wanted.iter().map(|&(_, literal)| literal >> 1).collect();
        stack.extend(self.masks.iter().flat_map(|of| &of.shared).map(|shared| shared.0 >> 1));
        while let Some(gate) = stack.pop() {
            if !std::mem::replace(&mut is_needed[gate as usize], true) {
                stack.extend(gates[gate as usize].inputs.iter().map(|input| input >> 1));
            }
        }
        let mut node_of = vec![NONE; gates.len()];
        for (gate, &node) in (1..).zip(inputs) {
            node_of[gate as usize] = node;
        }
        let inputs_end = 1 + inputs.len();
        // A wanted gate is placed at the node where it is read; if it is wanted twice, the second node is a copy.
        let mut copies = Vec::new();
        for &(node, literal) in wanted {
            let gate = (literal >> 1) as usize;
            let is_free = inputs_end <= gate && node_of[gate] == NONE && gates[gate].ring == NONE;
            if literal & 1 == 0 && is_free {
                node_of[gate] = node;
            } else {
                copies.push((node, literal));
            }
        }
        let mut next = first;
        for gate in inputs_end..gates.len() {
            if is_needed[gate] && node_of[gate] == NONE && gates[gate].ring == NONE {
                node_of[gate] = next;
                next += 1;
            }
        }
        self.first_in_ring = next;
        let mut members: Vec<usize> = (inputs_end..gates.len())
            .filter(|&gate| is_needed[gate] && gates[gate].ring != NONE)
            .collect();
        members.sort_unstable_by_key(|&gate| (gates[gate].ring, gate));
        for members in members.chunk_by(|&one, &other| gates[one].ring == gates[other].ring) {
            let from = next;
            for &gate in members {
                node_of[gate] = next;
                self.ring_of.push(self.rings.len() as u32);
                next += 1;
            }
            self.rings.push(Ring { from, to: next });
        }
        for (literal, _) in self.masks.iter_mut().flat_map(|of| &mut of.shared) {
            *literal = node_of[(*literal >> 1) as usize] << 1 | (*literal & 1);
        }
        let count = next as usize;
        let mut counts = vec![-1; count];
        let (mut outer, mut inner) = (Vec::new(), Vec::new());
        for (gate, found) in gates.iter().enumerate().skip(inputs_end) {
            let node = node_of[gate];
            if node == NONE {
                continue;
            }
            let mut needed = if found.is_and { found.inputs.len() as i32 } else { 1 };
            for &input in &found.inputs {
                if input >> 1 == 0 {
                    // Constant inputs are counted at once.
                    needed -= i32::from(input == YES);
                    continue;
                }
                let other = &gates[(input >> 1) as usize];
                let is_inner = found.ring != NONE && other.ring == found.ring;
                let edge = (node_of[(input >> 1) as usize], node << 1 | (input & 1));
                if is_inner {
                    inner.push(edge);
                } else {
                    outer.push(edge);
                }
                needed -= (input & 1) as i32;
            }
            counts[node as usize] = -needed;
        }
        for (node, literal) in copies {
            counts[node as usize] = (literal & 1) as i32 - 1;
            if literal >> 1 != 0 {
                outer.push((node_of[(literal >> 1) as usize], node << 1 | (literal & 1)));
            }
        }
        (self.starts, self.edges) = by_source(count, outer);
        (self.inner_starts, self.inner) = by_source(count, inner);
        self.counts = counts;
    }

    /// The number of nodes that depend on others.
    pub(crate) fn gates(&self) -> usize {
        let mut is_gate = vec![false; self.counts.len()];
        self.edges.iter().chain(&self.inner).for_each(|edge| is_gate[*edge as usize >> 1] = true);
        is_gate.into_iter().filter(|&is_gate| is_gate).count()
    }

    /// The number of nodes and edges.
    pub(crate) fn size(&self) -> (usize, usize) {
        (self.counts.len(), self.edges.len() + self.inner.len())
    }
}

/// A move as people write it: without the parentheses around it.
pub(crate) fn plain(text: String) -> String {
    match text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
        Some(inner) => inner.to_owned(),
        None => text,
    }
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
