//! What can be proved of all positions of a sheet that is laid out, without visiting them.
//!
//! A round is played with facts that are known to hold, known not to, or neither, and with moves of which it is known
//! only that they may be made: whatever follows then (S. Kleene's strong logic of three values) follows in every play
//! after as many rounds. What many moves of a role depend on, usually whose turn it is, must not stay unknown: where it
//! would, the round is split into all that it may be. Rounds go on until only such come that are known already.
//!
//! Nothing is proved that is not so. What is not proved may be so all the same.

use std::collections::{BTreeMap, BTreeSet};

use crate::net::Net;

/// What was proved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Proved {
    /// At most one of the given roles has more than one move in any position that a play can reach.
    pub(crate) one_chooser: bool,
    /// Each of the given roles has exactly one goal wherever the sheet ends a play, and they sum to 100.
    pub(crate) sums_to_hundred: bool,
}

/// The most inputs of gates that are looked at before nothing counts as proved.
const MOST_WORK: u64 = 20_000_000;

/// The most nodes whose values are tried together.
const TOGETHER: usize = 10;

/// Proves what it can of the positions where the roles `seats` choose.
pub(crate) fn prove(net: &Net, seats: &[usize]) -> Proved {
    Prover::new(net, seats).prove().unwrap_or_default()
}

/// For nodes in order, whether each is known to be on, and whether it may be.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Known {
    sure: Vec<bool>,
    may: Vec<bool>,
}

impl Known {
    fn nothing(count: usize) -> Known {
        Known { sure: vec![false; count], may: vec![false; count] }
    }

    fn set(&mut self, at: usize, is_on: bool) {
        (self.sure[at], self.may[at]) = (is_on, is_on);
    }

    fn is_open(&self, at: usize) -> bool {
        self.may[at] && !self.sure[at]
    }

    /// Knows only what both know.
    fn join(&mut self, other: &Known) {
        self.sure.iter_mut().zip(&other.sure).for_each(|(one, other)| *one &= other);
        self.may.iter_mut().zip(&other.may).for_each(|(one, other)| *one |= other);
    }

    /// Whether it allows all that `other` does.
    fn covers(&self, other: &Known) -> bool {
        self.sure.iter().zip(&other.sure).all(|(one, other)| one <= other)
            && self.may.iter().zip(&other.may).all(|(one, other)| other <= one)
    }
}

/// Nodes that are evaluated at once: one, or a loop.
#[derive(Clone, Copy, Debug)]
struct Unit {
    from: usize,
    to: usize,
}

struct Prover<'a> {
    net: &'a Net,
    seats: &'a [usize],
    /// By node, the nodes that it counts, doubled; one more where it counts the contrary.
    inputs: Vec<Vec<u32>>,
    /// The gates, each after what it depends on.
    order: Vec<Unit>,
    /// The facts that many moves depend on.
    deciding: Vec<usize>,
    /// By role, what the moves answer that may be legal now, without duplicates.
    rows: Vec<Vec<Vec<u64>>>,
    work: u64,
}

/// There is too much to look at.
#[derive(Debug)]
struct TooMuch;

impl<'a> Prover<'a> {
    fn new(net: &'a Net, seats: &'a [usize]) -> Prover<'a> {
        let mut inputs: Vec<Vec<u32>> = vec![Vec::new(); net.wires.count()];
        for (source, edge) in net.wires.all() {
            inputs[edge as usize >> 1].push(source << 1 | edge & 1);
        }
        let facts = 64 * net.fact_words;
        let shared = net.masks.iter().flat_map(|of| &of.shared);
        let mut deciding: Vec<usize> = shared.map(|(literal, _)| *literal as usize >> 1).collect();
        deciding.retain(|&node| node < facts);
        deciding.sort_unstable();
        deciding.dedup();
        let mut prover = Prover { net, seats, inputs, order: Vec::new(), deciding, rows: Vec::new(), work: 0 };
        prover.order = prover.sorted();
        prover
    }

    /// The first node that is no input.
    fn first_gate(&self) -> usize {
        64 * self.net.gate_word()
    }

    fn unit_of(&self, node: usize) -> Unit {
        match self.net.wires.ring(node as u32) {
            None => Unit { from: node, to: node + 1 },
            Some(ring) => Unit { from: ring.from as usize, to: ring.to as usize },
        }
    }

    /// All gates, each after those that it counts.
    fn sorted(&self) -> Vec<Unit> {
        let count = self.inputs.len();
        let (mut order, mut is_placed) = (Vec::new(), vec![false; count]);
        is_placed[..self.first_gate()].fill(true);
        for root in self.first_gate()..count {
            let mut stack = vec![(self.unit_of(root), false)];
            while let Some((unit, is_ready)) = stack.pop() {
                if is_placed[unit.from] {
                    continue;
                }
                if is_ready {
                    is_placed[unit.from..unit.to].fill(true);
                    order.push(unit);
                    continue;
                }
                stack.push((unit, true));
                for &input in self.inputs[unit.from..unit.to].iter().flatten() {
                    let on = self.unit_of(input as usize >> 1);
                    if !is_placed[on.from] && on.from != unit.from {
                        stack.push((on, false));
                    }
                }
            }
        }
        order
    }

    /// What is known of a gate whose inputs are known so far.
    fn gate(&self, node: usize, known: &Known) -> (bool, bool) {
        let base = self.net.wires.counts[node];
        let (mut least, mut most) = (base, base);
        for &input in &self.inputs[node] {
            let (sure, may) = (known.sure[input as usize >> 1], known.may[input as usize >> 1]);
            if input & 1 == 0 {
                (least, most) = (least + i32::from(sure), most + i32::from(may));
            } else {
                (least, most) = (least - i32::from(may), most - i32::from(sure));
            }
        }
        (0 <= least, 0 <= most)
    }

    /// What is known of all nodes, given the facts and moves.
    fn evaluate(&mut self, known: &mut Known) -> Result<(), TooMuch> {
        let first = self.first_gate();
        known.sure[first..].fill(false);
        known.may[first..].fill(false);
        for at in 0..self.order.len() {
            let unit = self.order[at];
            // A loop is gone round from nothing: it holds the least that follows.
            loop {
                let mut is_changed = false;
                for node in unit.from..unit.to {
                    self.work += 1 + self.inputs[node].len() as u64;
                    let (sure, may) = self.gate(node, known);
                    is_changed |= (sure, may) != (known.sure[node], known.may[node]);
                    (known.sure[node], known.may[node]) = (sure, may);
                }
                if self.work > MOST_WORK {
                    return Err(TooMuch);
                }
                if !is_changed || unit.to == unit.from + 1 {
                    break;
                }
            }
        }
        Ok(())
    }

    fn prove(mut self) -> Result<Proved, TooMuch> {
        let mut proved = Proved { one_chooser: true, sums_to_hundred: self.seats.len() == 2 };
        let facts = 64 * self.net.fact_words;
        let mut start = Known::nothing(facts);
        for at in 0..facts {
            start.set(at, self.net.start[at / 64] >> (at % 64) & 1 == 1);
        }
        let mut visited: BTreeMap<Vec<bool>, Vec<Known>> = BTreeMap::new();
        let mut layer = BTreeMap::from([(self.key(&start), start)]);
        while !layer.is_empty() && proved != Proved::default() {
            let mut next: BTreeMap<Vec<bool>, Known> = BTreeMap::new();
            for (key, here) in layer {
                let seen = visited.entry(key).or_default();
                self.work += (seen.len() * facts) as u64;
                if seen.iter().any(|other| other.covers(&here)) {
                    continue;
                }
                seen.push(here.clone());
                for after in self.round(&here, &mut proved)? {
                    match next.entry(self.key(&after)) {
                        std::collections::btree_map::Entry::Occupied(mut other) => {
                            other.get_mut().join(&after);
                        }
                        std::collections::btree_map::Entry::Vacant(place) => {
                            place.insert(after);
                        }
                    }
                }
            }
            layer = next;
        }
        Ok(proved)
    }

    /// The facts that decide most. They are all known, but where too many were not.
    fn key(&self, facts: &Known) -> Vec<bool> {
        self.deciding.iter().flat_map(|&at| [facts.sure[at], facts.may[at]]).collect()
    }

    /// Takes from `proved` what is not so in a round; what may come after it.
    fn round(&mut self, facts: &Known, proved: &mut Proved) -> Result<Vec<Known>, TooMuch> {
        let net = self.net;
        let (fact_nodes, first_gate) = (64 * net.fact_words, self.first_gate());
        self.rows.clear();
        let mut known = Known::nothing(self.inputs.len());
        known.sure[..fact_nodes].copy_from_slice(&facts.sure);
        known.may[..fact_nodes].copy_from_slice(&facts.may);
        // 1. What holds whatever is done.
        known.may[fact_nodes..first_gate].fill(true);
        self.evaluate(&mut known)?;
        let terminal = net.terminal as usize;
        if known.may[terminal] && proved.sums_to_hundred {
            proved.sums_to_hundred = self.sums_to_hundred(&known);
        }
        if known.sure[terminal] {
            return Ok(Vec::new());
        }
        // 2. The moves that may be legal. A role without one ends the play.
        let mut choosing = 0;
        for role in 0..net.moves.len() {
            let legal = self.legal(role, &known);
            choosing += usize::from(1 < legal.len() && self.seats.contains(&role));
            if legal.is_empty() {
                return Ok(Vec::new());
            }
            self.work += (legal.len() * net.choices.words) as u64;
            let mut rows: Vec<Vec<u64>> = legal.into_iter().map(|m| net.choices.row(role, m)).collect();
            rows.sort_unstable();
            rows.dedup();
            self.rows.push(rows);
        }
        proved.one_chooser &= choosing <= 1;
        // 3. What comes next. It is known what a role's moves answer as far as they agree.
        for number in 0..first_gate - fact_nodes {
            let has = |row: &Vec<u64>| row[number / 64] >> (number % 64) & 1 == 1;
            known.sure[fact_nodes + number] = self.rows.iter().any(|rows| rows.iter().all(has));
            known.may[fact_nodes + number] = self.rows.iter().any(|rows| rows.iter().any(has));
        }
        self.evaluate(&mut known)?;
        let next_at = 64 * net.next_word;
        let next = next_at..next_at + fact_nodes;
        let after = Known { sure: known.sure[next.clone()].to_vec(), may: known.may[next].to_vec() };
        let open: Vec<usize> = self.deciding.iter().copied().filter(|&at| after.is_open(at)).collect();
        if open.is_empty() || TOGETHER < open.len() {
            return Ok(vec![after]);
        }
        let nodes: Vec<usize> = open.iter().map(|&at| next_at + at).collect();
        let split = self.together(&nodes, &known).into_iter().map(|values| {
            let mut one = after.clone();
            open.iter().zip(values).for_each(|(&at, is_on)| one.set(at, is_on));
            one
        });
        Ok(split.collect())
    }

    /// The moves of a role that may be legal, by their numbers among its moves.
    fn legal(&self, role: usize, known: &Known) -> Vec<u32> {
        let net = self.net;
        let legal_at = 64 * net.legal_word + net.moves[role].first as usize;
        let masks = &net.masks[role];
        let has = |words: &[u64], number: usize| words[number / 64] >> (number % 64) & 1 == 1;
        let may = |literal: u32| {
            let node = literal as usize >> 1;
            if literal & 1 == 0 { known.may[node] } else { !known.sure[node] }
        };
        let is_legal = |&number: &usize| {
            let is_free = has(&masks.free, number);
            let is_shared = || masks.shared.iter().any(|(of, m)| has(m, number) && may(*of));
            known.may[legal_at + number] && (is_free || is_shared())
        };
        let all = (0..net.moves[role].texts.len()).filter(is_legal);
        all.map(|number| number as u32).collect()
    }

    /// Whether both seats have one goal each that sum to 100, if the play is over.
    fn sums_to_hundred(&mut self, known: &Known) -> bool {
        let goals = self
            .seats
            .iter()
            .flat_map(|&seat| self.net.goals[seat].iter().map(move |&(value, node)| (seat, value, node as usize)));
        let goals: Vec<(usize, u8, usize)> = goals.filter(|&(.., node)| known.may[node]).collect();
        let mut open: Vec<usize> = goals.iter().map(|&(.., node)| node).collect();
        open.push(self.net.terminal as usize);
        open.retain(|&node| known.is_open(node));
        if TOGETHER < open.len() {
            return false;
        }
        self.together(&open, known).iter().all(|values| {
            let is_on = |node: usize| match open.iter().position(|&other| other == node) {
                Some(at) => values[at],
                None => known.sure[node],
            };
            let of = |seat: usize| {
                let mut on = goals.iter().filter(|goal| goal.0 == seat && is_on(goal.2));
                let first = on.next();
                first.filter(|_| on.next().is_none()).map(|&(_, value, _)| u32::from(value))
            };
            let sum: Option<u32> = self.seats.iter().map(|&seat| of(seat)).sum();
            !is_on(self.net.terminal as usize) || sum == Some(100)
        })
    }

    /// All values that open nodes may have together, and perhaps some that they may not.
    fn together(&mut self, nodes: &[usize], known: &Known) -> Vec<Vec<bool>> {
        // Gates give way to what they count, until what is left would be too many to be tried together.
        let (mut inner, mut free) = (Vec::new(), Vec::from(nodes));
        free.sort_unstable();
        free.dedup();
        let mut at = 0;
        while at < free.len() {
            let node = free[at];
            let is_gate = self.first_gate() <= node && self.net.wires.ring(node as u32).is_none();
            let on = self.inputs[node].iter().map(|&input| input as usize >> 1);
            let mut more: Vec<usize> = on.filter(|&on| known.is_open(on)).collect();
            more.sort_unstable();
            more.dedup();
            more.retain(|on| !free.contains(on) && !inner.contains(on));
            if is_gate && free.len() - 1 + more.len() <= TOGETHER {
                free.swap_remove(at);
                inner.push(node);
                free.extend(more);
                at = 0;
            } else {
                at += 1;
            }
        }
        // Evaluated in the order of all gates.
        let place: BTreeMap<usize, usize> =
            self.order.iter().enumerate().map(|(place, unit)| (unit.from, place)).collect();
        inner.sort_by_key(|node| place[node]);
        let (fact_nodes, first_gate) = (64 * self.net.fact_words, self.first_gate());
        let (of_moves, free): (Vec<usize>, Vec<usize>) =
            free.into_iter().partition(|node| (fact_nodes..first_gate).contains(node));
        let mut tried = known.clone();
        let mut found = Vec::new();
        for answers in self.answers(&of_moves) {
            for (bit, &node) in of_moves.iter().enumerate() {
                tried.set(node, answers >> bit & 1 == 1);
            }
            for values in 0..1u32 << free.len() {
                for (bit, &node) in free.iter().enumerate() {
                    tried.set(node, values >> bit & 1 == 1);
                }
                for &node in &inner {
                    let (sure, may) = self.gate(node, &tried);
                    (tried.sure[node], tried.may[node]) = (sure, may);
                }
                self.work += (of_moves.len() + free.len() + inner.len()) as u64;
                found.push(nodes.iter().map(|&node| tried.sure[node]).collect());
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// What moves that may be made together answer on these few nodes, as bits. A role makes one of its moves.
    fn answers(&mut self, nodes: &[usize]) -> BTreeSet<u32> {
        let base = 64 * self.net.fact_words;
        let mut answers = BTreeSet::from([0]);
        for rows in &self.rows {
            let of_row = |row: &Vec<u64>| {
                nodes.iter().enumerate().fold(0, |bits, (bit, &node)| {
                    let number = node - base;
                    bits | u32::from(row[number / 64] >> (number % 64) & 1 == 1) << bit
                })
            };
            let own: BTreeSet<u32> = rows.iter().map(of_row).collect();
            self.work += (rows.len() * nodes.len() + own.len() * answers.len()) as u64;
            answers = answers.iter().flat_map(|one| own.iter().map(move |other| one | other)).collect();
        }
        answers
    }
}
