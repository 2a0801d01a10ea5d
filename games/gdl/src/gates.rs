//! The gates of a net: one for every derived atom, built from its conditions.

use std::collections::BTreeMap;

use crate::{bank::NONE, check::components, ground::Ground, kif::Remark, rules::Rules};

/// A gate; without inputs, it is an input of the net.
#[derive(Clone, Debug)]
pub(crate) struct Gate {
    pub(crate) is_and: bool,
    /// Gates, doubled; one more if the literal is negated.
    pub(crate) inputs: Vec<u32>,
    /// The loop it belongs to.
    pub(crate) ring: u32,
    /// Whether it depends on moves and on nothing else.
    pub(crate) is_of_moves: bool,
}

impl Gate {
    pub(crate) fn input(is_of_moves: bool) -> Gate {
        Gate { is_and: false, inputs: Vec::new(), ring: NONE, is_of_moves }
    }
}

/// The literals that never change.
pub(crate) const NO: u32 = 0;
pub(crate) const YES: u32 = 1;

/// The conditions that many moves of a role share, usually its turn: evaluated once, and not counted by every move.
#[derive(Clone, Debug)]
pub(crate) struct Masks {
    /// The moves that share none.
    pub(crate) free: Vec<u64>,
    /// A literal of gates, later of nodes, and the moves that need it.
    pub(crate) shared: Vec<(u32, Vec<u64>)>,
}

/// A condition is evaluated once if at least this many moves share it.
const SHARED: usize = 2;

/// The most conditions shared in this way, for each role.
const MOST_SHARED: usize = 4;

/// Alternatives are compared with each other for what they share if there are at most so many.
const MOST_FACTORED: usize = 64;

/// Builds gates without duplicates.
pub(crate) struct Builder<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) ground: &'a Ground,
    pub(crate) gates: Vec<Gate>,
    pub(crate) known: BTreeMap<(bool, Vec<u32>), u32>,
    /// The literal of each atom.
    pub(crate) literals: Vec<u32>,
    /// By role term: its moves' literals.
    pub(crate) by_role: BTreeMap<u32, Vec<u32>>,
}

impl Builder<'_> {
    pub(crate) fn input(&mut self, is_of_moves: bool) -> u32 {
        self.gates.push(Gate::input(is_of_moves));
        (self.gates.len() as u32 - 1) << 1
    }

    fn is_of_moves(&self, literal: u32) -> bool {
        self.gates[(literal >> 1) as usize].is_of_moves
    }

    /// The literal of a gate, which is created if no equal one exists.
    pub(crate) fn gate(&mut self, is_and: bool, mut inputs: Vec<u32>) -> u32 {
        // One such input decides it; the other kind has no effect.
        let (decides, idle) = if is_and { (NO, YES) } else { (YES, NO) };
        inputs.retain(|&input| input != idle);
        inputs.sort_unstable();
        inputs.dedup();
        if inputs.contains(&decides) || inputs.windows(2).any(|pair| pair[0] ^ pair[1] == 1) {
            return decides;
        }
        match inputs[..] {
            [] => return idle,
            [one] => return one,
            _ => {}
        }
        if let Some(&gate) = self.known.get(&(is_and, inputs.clone())) {
            return gate;
        }
        let is_of_moves = inputs.iter().all(|&input| self.is_of_moves(input));
        self.gates.push(Gate { is_and, inputs: inputs.clone(), ring: NONE, is_of_moves });
        let literal = (self.gates.len() as u32 - 1) << 1;
        self.known.insert((is_and, inputs), literal);
        literal
    }

    /// Takes out of moves' literals what many of them have in common.
    pub(crate) fn share(&mut self, moves: &mut [u32]) -> Masks {
        let words = moves.len().div_ceil(64);
        let mut masks = Masks { free: vec![u64::MAX; words], shared: Vec::new() };
        while masks.shared.len() < MOST_SHARED {
            let is_free = |number: usize, masks: &Masks| masks.free[number / 64] >> (number % 64) & 1 == 1;
            let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
            for (number, &m) in moves.iter().enumerate() {
                if is_free(number, &masks) {
                    for common in self.common(m) {
                        *counts.entry(common).or_default() += 1;
                    }
                }
            }
            let most = counts.values().copied().max().unwrap_or(0);
            let Some((&common, _)) = counts.iter().find(|&(_, &count)| count == most) else {
                break;
            };
            if most < SHARED {
                break;
            }
            let mut of = vec![0u64; words];
            for (number, m) in moves.iter_mut().enumerate() {
                if is_free(number, &masks) && self.common(*m).contains(&common) {
                    of[number / 64] |= 1 << (number % 64);
                    *m = self.without(*m, common);
                }
            }
            for (free, of) in masks.free.iter_mut().zip(&of) {
                *free &= !of;
            }
            masks.shared.push((common, of));
        }
        masks
    }

    /// Literals without which a gate is off: those found at once.
    fn common(&self, literal: u32) -> Vec<u32> {
        let Some(gate) = self.plain(literal) else { return Vec::new() };
        if gate.is_and {
            return gate.inputs.clone();
        }
        let mut parts = gate.inputs.iter();
        let of = |part: &u32| self.plain(*part).filter(|part| part.is_and).map(|part| &part.inputs);
        let Some(mut common) = parts.next().and_then(of).cloned() else { return Vec::new() };
        for part in parts {
            match of(part) {
                Some(inputs) => common.retain(|input| inputs.contains(input)),
                None => return Vec::new(),
            }
        }
        common
    }

    /// The gate whose state is the literal, if it is no input and in no loop.
    fn plain(&self, literal: u32) -> Option<&Gate> {
        let gate = &self.gates[(literal >> 1) as usize];
        (literal & 1 == 0 && gate.ring == NONE && !gate.inputs.is_empty()).then_some(gate)
    }

    /// The same gate without a literal that it has in common with others.
    fn without(&mut self, literal: u32, common: u32) -> u32 {
        let gate = self.gates[(literal >> 1) as usize].clone();
        if gate.is_and {
            let rest = gate.inputs.into_iter().filter(|&input| input != common).collect();
            return self.gate(true, rest);
        }
        let parts = gate.inputs.into_iter().map(|part| self.without(part, common)).collect();
        self.gate(false, parts)
    }

    /// Gives a literal to every atom that rules derive.
    pub(crate) fn derive(&mut self) -> Result<(), Remark> {
        let ground = self.ground;
        // 1. The groups of each atom.
        let mut by_head: Vec<u32> = (0..ground.groups.len() as u32).collect();
        by_head.sort_by_key(|&group| ground.groups[group as usize].head);
        let heads: Vec<&[u32]> = by_head
            .chunk_by(|&one, &other| ground.groups[one as usize].head == ground.groups[other as usize].head)
            .collect();
        let mut number_of = vec![NONE; self.literals.len()];
        for (number, groups) in heads.iter().enumerate() {
            number_of[ground.groups[groups[0] as usize].head as usize] = number as u32;
        }
        let conditions = |group: u32| {
            let group = ground.groups[group as usize];
            &ground.conditions[group.from as usize..group.to as usize]
        };
        let edges: Vec<Vec<usize>> = heads
            .iter()
            .map(|groups| {
                let on = groups.iter().flat_map(|&group| conditions(group));
                let on = on.filter_map(|&condition| {
                    let number = number_of[(condition >> 1) as usize];
                    (number != NONE).then_some(number as usize)
                });
                let mut on: Vec<usize> = on.collect();
                on.sort_unstable();
                on.dedup();
                on
            })
            .collect();
        // 2. In the order in which they depend on each other.
        for (ring, members) in components(&edges).into_iter().enumerate() {
            let is_loop = 1 < members.len() || edges[members[0]].contains(&members[0]);
            let atom_of = |member: usize| ground.groups[heads[member][0] as usize].head as usize;
            if !is_loop {
                let all: Vec<Vec<u32>> = heads[members[0]]
                    .iter()
                    .map(|&group| {
                        let mut inputs = self.inputs(conditions(group));
                        inputs.push(self.moves(group));
                        inputs
                    })
                    .collect();
                self.literals[atom_of(members[0])] = self.some_of(all);
                continue;
            }
            let first = self.gates.len();
            for &member in &members {
                self.gates.push(Gate { is_and: false, inputs: Vec::new(), ring: ring as u32, is_of_moves: false });
                self.literals[atom_of(member)] = (self.gates.len() as u32 - 1) << 1;
            }
            for (place, &member) in members.iter().enumerate() {
                for &group in heads[member] {
                    let is_back = |&condition: &u32| {
                        let number = number_of[(condition >> 1) as usize];
                        number != NONE && members.binary_search(&(number as usize)).is_ok()
                    };
                    let own = conditions(group);
                    if own.iter().any(|condition| condition & 1 == 1 && is_back(condition)) {
                        return Err(self.negation(atom_of(member)));
                    }
                    let mut inputs = self.inputs(own);
                    inputs.push(self.moves(group));
                    let literal = if own.iter().any(is_back) {
                        inputs.retain(|&input| input != YES);
                        if inputs.contains(&NO) {
                            continue;
                        }
                        let ring = ring as u32;
                        self.gates.push(Gate { is_and: true, inputs, ring, is_of_moves: false });
                        (self.gates.len() as u32 - 1) << 1
                    } else {
                        self.gate(true, inputs)
                    };
                    self.gates[first + place].inputs.push(literal);
                }
            }
        }
        Ok(())
    }

    /// The literal of alternatives, each of some conditions.
    fn some_of(&mut self, all: Vec<Vec<u32>>) -> u32 {
        // 1. What differs in conditions on moves alone is one alternative, with all of them as one condition: that a fact
        // stays as it is after the moves of one role, or of another, changes rarely if at all.
        let mut by_rest: BTreeMap<Vec<u32>, Vec<u32>> = BTreeMap::new();
        for inputs in all {
            let (of_moves, mut rest): (Vec<u32>, Vec<u32>) =
                inputs.into_iter().partition(|&input| 1 < input && self.is_of_moves(input));
            rest.sort_unstable();
            rest.dedup();
            let of_moves = self.gate(true, of_moves);
            by_rest.entry(rest).or_default().push(of_moves);
        }
        let mut parts: Vec<Vec<u32>> = Vec::with_capacity(by_rest.len());
        for (mut rest, of_moves) in by_rest {
            rest.push(self.gate(false, of_moves));
            rest.retain(|&input| input != YES);
            if !rest.contains(&NO) {
                parts.push(rest);
            }
        }
        self.factored(parts)
    }

    /// The same, with conditions taken out that many alternatives share.
    fn factored(&mut self, mut parts: Vec<Vec<u32>>) -> u32 {
        let mut terms = Vec::new();
        while 1 < parts.len() && parts.len() <= MOST_FACTORED {
            let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
            parts.iter().flatten().for_each(|&input| *counts.entry(input).or_default() += 1);
            let most = counts.values().copied().max().unwrap_or(0);
            let Some((&most_shared, _)) = counts.iter().find(|&(_, &count)| 1 < most && count == most) else {
                break;
            };
            let (mut with, without): (Vec<_>, Vec<_>) = parts.into_iter().partition(|part| part.contains(&most_shared));
            let mut shared = with[0].clone();
            shared.retain(|input| with.iter().all(|part| part.contains(input)));
            for part in &mut with {
                part.retain(|input| !shared.contains(input));
            }
            shared.push(self.factored(with));
            terms.push(self.gate(true, shared));
            parts = without;
        }
        for part in parts {
            terms.push(self.gate(true, part));
        }
        self.either(terms)
    }

    /// The *or* of literals; what all of them need is taken out.
    fn either(&mut self, terms: Vec<u32>) -> u32 {
        let is_long = |&term: &u32| {
            let gate = &self.gates[(term >> 1) as usize];
            !gate.is_and && MOST_FACTORED < gate.inputs.len()
        };
        if terms.len() < 2 || terms.iter().any(is_long) {
            return self.gate(false, terms);
        }
        let mut shared = self.common(terms[0]);
        for &term in &terms[1..] {
            if shared.is_empty() {
                break;
            }
            let own = self.common(term);
            shared.retain(|input| own.contains(input));
        }
        if shared.is_empty() {
            return self.gate(false, terms);
        }
        let rest: Vec<u32> =
            terms.into_iter().map(|term| shared.iter().fold(term, |term, &input| self.without(term, input))).collect();
        shared.push(self.gate(false, rest));
        self.gate(true, shared)
    }

    fn negation(&self, atom: usize) -> Remark {
        let predicate = self.rules.predicate_of(&self.ground.atoms.bank, atom as u32);
        let place = predicate.map(|predicate| self.rules.predicates[predicate].place);
        let text = self.ground.atoms.bank.text(atom as u32);
        Remark::new(
            place.unwrap_or_default(),
            format!("negation in a loop: whether `{text}` holds depends on itself by a `not`"),
        )
    }

    /// The literals of conditions. What nothing derives never holds.
    fn inputs(&self, conditions: &[u32]) -> Vec<u32> {
        let literal = |&condition: &u32| {
            let known = self.literals[(condition >> 1) as usize];
            (if known == NONE { NO } else { known }) ^ (condition & 1)
        };
        conditions.iter().map(literal).collect()
    }

    /// Whether a role makes one of the moves of a group.
    fn moves(&mut self, group: u32) -> u32 {
        let ground = self.ground;
        if !ground.groups[group as usize].has_moves {
            return YES;
        }
        let from = ground.moves.partition_point(|&(other, _)| other < group);
        let to = ground.moves.partition_point(|&(other, _)| other <= group);
        let role = ground.atoms.bank.arguments(ground.moves[from].1)[0];
        let some: Vec<u32> = ground.moves[from..to]
            .iter()
            .map(|&(_, atom)| self.literals[atom as usize])
            .filter(|&literal| literal != NONE)
            .collect();
        let Some(all) = self.by_role.get(&role) else { return NO };
        if 2 * some.len() <= all.len() {
            return self.gate(false, some);
        }
        let mut is_some = some;
        is_some.sort_unstable();
        let others: Vec<u32> = all.iter().copied().filter(|other| is_some.binary_search(other).is_err()).collect();
        self.gate(false, others) ^ 1
    }
}
