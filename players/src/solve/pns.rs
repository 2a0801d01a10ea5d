//! Proof-number search, depth first: always at the position where a proof or a refutation needs
//! the fewest more.

use std::{mem, ops::ControlFlow};

use agon_core::{Facts, Node, Position};

use super::proof::{FIRST, Proven, canonical_key, converge};

/// As many positions as can be told apart; stands for infinitely many too.
const MANY: u32 = (1 << 28) - 1;

/// How many more positions must be proven, at least, to prove that the value reaches the
/// threshold; and how many to refute it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    refutation: u32,
}

impl Numbers {
    const UNKNOWN: Numbers = Numbers { proof: 1, refutation: 1 };
    const PROVEN: Numbers = Numbers { proof: 0, refutation: MANY };
    const REFUTED: Numbers = Numbers { proof: MANY, refutation: 0 };
}

/// A move, where it leads, and what is known of that.
#[derive(Clone, Copy, Debug)]
struct Child<M> {
    m: M,
    numbers: Numbers,
}

/// The room of one ply.
#[derive(Debug)]
struct Ply<P: Position> {
    here: P,
    children: Vec<Child<P::Move>>,
}

/// A search that proves values, and the numbers it has found so far.
#[derive(Debug)]
pub struct ProofNumbers<P: Position> {
    line: Vec<Ply<P>>,
    table: Table,
    nodes: u64,
    most: u64,
    /// Of the payoffs met, the least that reaches the threshold, and the greatest that doesn't.
    met: [f64; 2],
}

impl<P: Position> ProofNumbers<P> {
    /// A search with a table of so many bytes.
    pub fn new(bytes: usize) -> ProofNumbers<P> {
        let table = Table::new(bytes);
        ProofNumbers { line: Vec::new(), table, nodes: 0, most: 0, met: [0.0; 2] }
    }

    /// The positions looked at in the last search.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The value of a position where a seat is to act, in a game without chance for one seat, or
    /// for two with a constant sum; `None` if `most` positions were looked at before it was
    /// proven.
    pub fn value(&mut self, position: &P, most: u64) -> Option<Proven<P::Move>> {
        let Facts { min_payoff, max_payoff, .. } = position.facts();
        // The root is looked at too.
        (self.nodes, self.most) = (most.min(1), most);
        match self.line.first_mut() {
            Some(root) => root.here.clone_from(position),
            None => self.line.push(Ply { here: position.clone(), children: Vec::new() }),
        }
        let is_first = position.node() == Node::Decision(FIRST);
        converge([min_payoff, max_payoff], is_first, |threshold| self.ask(threshold, is_first))
    }

    /// Whether the value of the root is at least `threshold`, as a bound, and the move to it.
    fn ask(&mut self, threshold: f64, is_first: bool) -> Option<(f64, P::Move)> {
        // What was found for another threshold means nothing for this one.
        self.table.clear();
        self.met = [f64::INFINITY, f64::NEG_INFINITY];
        let found = self.search(0, Numbers { proof: MANY, refutation: MANY }, threshold)?;
        let is_reached = found.proof == 0;
        let value = if is_reached { self.met[0] } else { self.met[1] };
        let does_answer = |child: &&Child<P::Move>| {
            let Numbers { proof, refutation } = child.numbers;
            if is_first { proof == 0 } else { refutation == 0 }
        };
        let children = &self.line[0].children;
        let child = children.iter().find(does_answer).or(children.first())?;
        Some((value, child.m))
    }

    /// Looks below `ply` until one of the numbers there is at least that of `limits`, and gives
    /// them.
    fn search(&mut self, ply: usize, limits: Numbers, threshold: f64) -> Option<Numbers> {
        // 1. Look at the positions that its moves lead to.
        let before = self.nodes;
        let is_first = self.line[ply].here.node() == Node::Decision(FIRST);
        if !self.list(ply, threshold) {
            return None;
        }
        loop {
            // 2. The seat to act needs one of its moves, the other all of them.
            let (numbers, choice) = self.sum_up(ply, is_first);
            if limits.proof <= numbers.proof || limits.refutation <= numbers.refutation {
                let key = canonical_key(&self.line[ply].here);
                self.table.keep(key, numbers, self.nodes - before);
                return Some(numbers);
            }
            // 3. Go on where the fewest are needed, until it is no longer there.
            let Child { m, numbers: child, .. } = self.line[ply].children[choice.index];
            let below = if is_first {
                Numbers {
                    proof: limits.proof.min(choice.second.saturating_add(1)),
                    refutation: rest(limits.refutation, numbers.refutation, child.refutation),
                }
            } else {
                Numbers {
                    proof: rest(limits.proof, numbers.proof, child.proof),
                    refutation: limits.refutation.min(choice.second.saturating_add(1)),
                }
            };
            if self.line.len() == ply + 1 {
                let here = self.line[ply].here.clone();
                self.line.push(Ply { here, children: Vec::new() });
            }
            let (above, rest) = self.line.split_at_mut(ply + 1);
            rest[0].here.play_from(&above[ply].here, m);
            let found = self.search(ply + 1, below, threshold)?;
            self.line[ply].children[choice.index].numbers = found;
        }
    }

    /// Lists the moves at `ply` that suffice, with what is known of the positions they lead to, and
    /// counts these; false if that would be more than may be looked at.
    fn list(&mut self, ply: usize, threshold: f64) -> bool {
        if self.line.len() == ply + 1 {
            let here = self.line[ply].here.clone();
            self.line.push(Ply { here, children: Vec::new() });
        }
        let (above, below) = self.line.split_at_mut(ply + 1);
        let (Ply { here, children }, after) = (&mut above[ply], &mut below[0].here);
        children.clear();
        let stopped = here.each_sufficient(|m| {
            if self.nodes == self.most {
                return ControlFlow::Break(());
            }
            self.nodes += 1;
            after.play_from(here, m);
            let numbers = if after.node() == Node::Terminal {
                let payoff = after.payoff(FIRST);
                if threshold <= payoff {
                    self.met[0] = self.met[0].min(payoff);
                    Numbers::PROVEN
                } else {
                    self.met[1] = self.met[1].max(payoff);
                    Numbers::REFUTED
                }
            } else {
                self.table.find(canonical_key(after)).unwrap_or(Numbers::UNKNOWN)
            };
            children.push(Child { m, numbers });
            ControlFlow::Continue(())
        });
        stopped.is_continue()
    }

    /// The numbers at `ply` by those of its moves, and where to go on.
    fn sum_up(&self, ply: usize, is_first: bool) -> (Numbers, Choice) {
        let mut choice = Choice { index: 0, second: MANY };
        let (mut least, mut sum) = (MANY, 0u32);
        for (index, child) in self.line[ply].children.iter().enumerate() {
            let Numbers { proof, refutation } = child.numbers;
            let (one, all) = if is_first { (proof, refutation) } else { (refutation, proof) };
            sum = if all == MANY { MANY } else { add(sum, all) };
            if one < least {
                (choice.second, least, choice.index) = (least, one, index);
            } else {
                choice.second = choice.second.min(one);
            }
        }
        if is_first {
            (Numbers { proof: least, refutation: sum }, choice)
        } else {
            (Numbers { proof: sum, refutation: least }, choice)
        }
    }
}

/// Where a search goes on.
#[derive(Clone, Copy, Debug)]
struct Choice {
    /// The number of the move that needs the fewest.
    index: usize,
    /// How many the next best needs.
    second: u32,
}

/// The sum of two numbers, less than infinitely many unless one of them is.
#[inline]
fn add(one: u32, other: u32) -> u32 {
    if one == MANY || other == MANY { MANY } else { (one + other).min(MANY - 1) }
}

/// What is left of a limit for one of the summands.
#[inline]
fn rest(limit: u32, sum: u32, summand: u32) -> u32 {
    if limit == MANY { MANY } else { (limit - sum).saturating_add(summand).min(MANY) }
}

/// The numbers of positions, by key: buckets of four, in which the cheapest gives way.
#[derive(Debug)]
struct Table {
    words: Vec<u64>,
    shift: u32,
}

/// The entries of a bucket, two words each.
const ENTRIES: usize = 4;

impl Table {
    fn new(bytes: usize) -> Table {
        let bits = (bytes / (16 * ENTRIES)).max(2).ilog2();
        Table { words: vec![0; (2 * ENTRIES) << bits], shift: 64 - bits }
    }

    fn clear(&mut self) {
        // New zeroed memory comes page by page as it is used; filling the old would touch it all.
        let len = mem::take(&mut self.words).len();
        self.words = vec![0; len];
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        2 * ENTRIES * (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    #[inline]
    fn find(&self, key: u64) -> Option<Numbers> {
        let place = self.place(key);
        let bucket = &self.words[place..place + 2 * ENTRIES];
        let entry = bucket.chunks_exact(2).find(|entry| entry[0] == key && entry[1] != 0)?;
        let (proof, refutation) = (entry[1] as u32 & MANY, (entry[1] >> 28) as u32 & MANY);
        Some(Numbers { proof, refutation })
    }

    #[inline]
    fn keep(&mut self, key: u64, Numbers { proof, refutation }: Numbers, nodes: u64) {
        let work = u64::from((nodes + 1).ilog2());
        let place = self.place(key);
        let bucket = &mut self.words[place..place + 2 * ENTRIES];
        let (mut least, mut chosen) = (u64::MAX, 0);
        for index in 0..ENTRIES {
            let data = bucket[2 * index + 1];
            if data != 0 && bucket[2 * index] == key {
                chosen = index;
                break;
            }
            let cost = if data == 0 { 0 } else { 1 + (data >> 56) };
            if cost < least {
                (least, chosen) = (cost, index);
            }
        }
        bucket[2 * chosen] = key;
        bucket[2 * chosen + 1] = u64::from(proof) | u64::from(refutation) << 28 | work << 56;
    }
}
