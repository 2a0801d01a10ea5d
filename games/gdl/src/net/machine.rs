//! The machine of a net: which gates are on, followed from one position to the next.

use super::{Masks, Net, Ring};
use crate::bank::NONE;

/// The present state of the gates.
#[derive(Debug)]
pub(crate) struct Machine {
    pub(crate) on: Vec<u64>,
    counts: Vec<i32>,
    queue: Vec<u32>,
    /// Loops that must be looked at again.
    dirty: Vec<bool>,
    has_dirty: bool,
    /// The move of each role that is on.
    made: Vec<u32>,
    room: Vec<i32>,
    /// The number of edges that were followed: the same for the same questions, asked one after another.
    pub(crate) work: u64,
}

impl Machine {
    /// The machine of `net` in a position without facts, before any moves.
    pub(crate) fn new(net: &Net) -> Machine {
        let (counts, count) = (net.counts.clone(), net.counts.len());
        let first_gate = 64 * (net.fact_words + net.move_words);
        let mut machine = Machine {
            on: vec![0; count.div_ceil(64)],
            queue: (first_gate as u32..count as u32)
                .filter(|&node| node < net.first_in_ring && 0 <= counts[node as usize])
                .collect(),
            counts,
            dirty: vec![true; net.rings.len()],
            has_dirty: !net.rings.is_empty(),
            made: vec![NONE; net.moves.len()],
            room: vec![0; count - net.first_in_ring as usize],
            work: 0,
        };
        machine.settle(net);
        machine
    }

    #[inline]
    pub(crate) fn is_on(&self, node: u32) -> bool {
        self.on[node as usize / 64] >> (node % 64) & 1 == 1
    }

    /// The legal moves of all roles, as bits; `legal` has as many words as the moves need.
    #[inline]
    pub(crate) fn legal(&self, net: &Net, legal: &mut [u64]) {
        let at = 2 * net.fact_words + net.move_words;
        for (of, Masks { free, shared }) in net.moves.iter().zip(&net.masks) {
            let first = of.first as usize / 64;
            let own = &mut legal[first..first + free.len()];
            own.copy_from_slice(free);
            for (literal, moves) in shared {
                if self.is_on(literal >> 1) == (literal & 1 == 0) {
                    for (word, moves) in own.iter_mut().zip(moves) {
                        *word |= moves;
                    }
                }
            }
            for (word, on) in own.iter_mut().zip(&self.on[at + first..]) {
                *word &= on;
            }
        }
    }

    /// Switches a node and changes the counts behind it.
    #[inline]
    fn switch(&mut self, net: &Net, node: u32) {
        let at = node as usize;
        let word = &mut self.on[at / 64];
        *word ^= 1 << (at % 64);
        let step = 2 * (*word >> (at % 64) & 1) as i32 - 1;
        let edges = &net.edges[net.starts[at] as usize..net.starts[at + 1] as usize];
        self.work += edges.len() as u64;
        for &edge in edges {
            let count = &mut self.counts[(edge >> 1) as usize];
            let before = *count;
            *count += if edge & 1 == 0 { step } else { -step };
            if (before ^ *count) < 0 || net.first_in_ring <= edge >> 1 {
                self.queue.push(edge >> 1);
            }
        }
    }

    /// Follows every change to its end.
    #[inline]
    fn settle(&mut self, net: &Net) {
        loop {
            let mut at = 0;
            while let Some(&node) = self.queue.get(at) {
                at += 1;
                if net.first_in_ring <= node {
                    self.dirty[net.ring_of[(node - net.first_in_ring) as usize] as usize] = true;
                    self.has_dirty = true;
                } else if (0 <= self.counts[node as usize]) != self.is_on(node) {
                    self.switch(net, node);
                }
            }
            self.queue.clear();
            if !self.has_dirty {
                return;
            }
            // Loops come after all they depend on.
            match self.dirty.iter().position(|&dirty| dirty) {
                Some(ring) => {
                    self.dirty[ring] = false;
                    self.go_round(net, net.rings[ring]);
                }
                None => self.has_dirty = false,
            }
        }
    }

    /// Finds what holds in a loop: the least that its conditions allow.
    fn go_round(&mut self, net: &Net, ring: Ring) {
        let base = net.first_in_ring;
        self.work += u64::from(ring.to - ring.from);
        let mut reached: Vec<u32> = std::mem::take(&mut self.queue);
        for node in ring.from..ring.to {
            let count = self.counts[node as usize];
            self.room[(node - base) as usize] = count;
            if 0 <= count {
                reached.push(node);
            }
        }
        let mut at = 0;
        while let Some(&node) = reached.get(at) {
            at += 1;
            let from = net.inner_starts[node as usize] as usize;
            let to = net.inner_starts[node as usize + 1] as usize;
            self.work += (to - from) as u64;
            for &edge in &net.inner[from..to] {
                let count = &mut self.room[((edge >> 1) - base) as usize];
                *count += 1;
                if *count == 0 {
                    reached.push(edge >> 1);
                }
            }
        }
        reached.clear();
        self.queue = reached;
        for node in ring.from..ring.to {
            if (0 <= self.room[(node - base) as usize]) != self.is_on(node) {
                self.switch(net, node);
            }
        }
    }

    /// Goes to the position with these facts.
    #[inline]
    pub(crate) fn go_to(&mut self, net: &Net, facts: &[u64]) {
        for (word, &facts) in facts.iter().enumerate() {
            let mut changed = self.on[word] ^ facts;
            while changed != 0 {
                self.switch(net, 64 * word as u32 + changed.trailing_zeros());
                changed &= changed - 1;
            }
        }
        self.settle(net);
    }

    /// Makes a move for each role, which must be given in their order.
    #[inline]
    pub(crate) fn make(&mut self, net: &Net, moves: impl Iterator<Item = u32>) {
        let first = 64 * net.fact_words as u32;
        for (role, m) in moves.enumerate() {
            let old = self.made[role];
            if old == m {
                continue;
            }
            if old != NONE {
                self.switch(net, first + old);
            }
            self.switch(net, first + m);
            self.made[role] = m;
        }
        self.settle(net);
    }

    /// The facts after the moves that were made.
    pub(crate) fn next_facts(&self, net: &Net) -> &[u64] {
        let next = net.fact_words + net.move_words;
        &self.on[next..next + net.fact_words]
    }

    /// Goes to the position after the moves that were made.
    #[inline]
    pub(crate) fn go_on(&mut self, net: &Net) {
        let next = net.fact_words + net.move_words;
        // The next facts may change while the facts do, so they are stored first.
        for word in 0..net.fact_words {
            let changed = self.on[word] ^ self.on[next + word];
            let mut left = changed;
            while left != 0 {
                self.queue.push(64 * word as u32 + left.trailing_zeros());
                left &= left - 1;
            }
        }
        let count = self.queue.len();
        for index in 0..count {
            let fact = self.queue[index];
            self.switch(net, fact);
        }
        // The facts themselves are no gates.
        self.queue.drain(..count);
        self.settle(net);
    }
}
