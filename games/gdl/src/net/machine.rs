//! The machine of a net: which gates are on, followed from one position to the next.

use super::{Masks, Net, Ring, Wires};
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
    /// The moves that were made last.
    made: Vec<u32>,
    /// The answers to what is asked of moves, while they change.
    answer: Vec<u64>,
    row: Vec<u64>,
    /// The words of the answer that hold for few moves, as far as the moves made have some bits there.
    rare: Vec<u32>,
    rare_before: Vec<u32>,
    room: Vec<i32>,
    /// The nodes as goals know them.
    seen: Vec<u64>,
    /// The number of edges that were followed: the same for the same questions, asked one after another.
    pub(crate) work: u64,
}

impl Machine {
    /// The machine of `net` in a position without facts, before any moves.
    pub(crate) fn new(net: &Net) -> Machine {
        let wires = &net.wires;
        let counts = wires.counts.clone();
        let (count, first_late) = (counts.len(), wires.first_late);
        let first_gate = 64 * net.next_word() as u32;
        let are_on = |from: u32, to: u32| -> Vec<u32> {
            (from..to).filter(|&node| 0 <= counts[node as usize]).collect()
        };
        let late = are_on(first_late, count as u32);
        let mut machine = Machine {
            on: vec![0; count.div_ceil(64)],
            queue: are_on(first_gate, wires.first_in_ring),
            dirty: vec![true; wires.rings.len()],
            has_dirty: !wires.rings.is_empty(),
            made: vec![NONE; net.moves.len()],
            answer: vec![0; net.choices.words],
            row: vec![0; net.choices.usual_words()],
            rare: Vec::new(),
            rare_before: Vec::new(),
            room: vec![0; wires.ring_of.len()],
            seen: vec![0; (first_late as usize).div_ceil(64)],
            counts,
            work: 0,
        };
        machine.settle(wires);
        machine.queue = late;
        machine.settle_late(wires);
        machine
    }

    #[inline]
    pub(crate) fn is_on(&self, node: u32) -> bool {
        self.on[node as usize / 64] >> (node % 64) & 1 == 1
    }

    /// The legal moves of all roles, as bits; `legal` has as many words as the moves need.
    #[inline]
    pub(crate) fn legal(&self, net: &Net, legal: &mut [u64]) {
        let at = net.legal_word();
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
    fn switch(&mut self, wires: &Wires, node: u32) {
        let at = node as usize;
        let word = &mut self.on[at / 64];
        *word ^= 1 << (at % 64);
        let step = 2 * (*word >> (at % 64) & 1) as i32 - 1;
        let edges = &wires.edges[wires.starts[at] as usize..wires.starts[at + 1] as usize];
        self.work += edges.len() as u64;
        for &edge in edges {
            let count = &mut self.counts[(edge >> 1) as usize];
            let before = *count;
            *count += if edge & 1 == 0 { step } else { -step };
            if (before ^ *count) < 0 || wires.first_in_ring <= edge >> 1 {
                self.queue.push(edge >> 1);
            }
        }
    }

    /// Follows every change to its end.
    #[inline]
    fn settle(&mut self, wires: &Wires) {
        loop {
            let mut at = 0;
            while let Some(&node) = self.queue.get(at) {
                at += 1;
                if wires.first_in_ring <= node {
                    let ring = wires.ring_of[(node - wires.first_in_ring) as usize];
                    self.dirty[ring as usize] = true;
                    self.has_dirty = true;
                } else if (0 <= self.counts[node as usize]) != self.is_on(node) {
                    self.switch(wires, node);
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
                    self.go_round(wires, wires.rings[ring]);
                }
                None => self.has_dirty = false,
            }
        }
    }

    /// Finds what holds in a loop: the least that its conditions allow.
    fn go_round(&mut self, wires: &Wires, ring: Ring) {
        let base = wires.first_in_ring;
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
            let from = wires.inner_starts[node as usize] as usize;
            let to = wires.inner_starts[node as usize + 1] as usize;
            self.work += (to - from) as u64;
            for &edge in &wires.inner[from..to] {
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
                self.switch(wires, node);
            }
        }
    }

    /// Goes to the position with these facts.
    #[inline]
    pub(crate) fn go_to(&mut self, net: &Net, facts: &[u64]) {
        for (word, &facts) in facts.iter().enumerate() {
            self.change(&net.wires, word, facts);
        }
        self.settle(&net.wires);
    }

    /// Gives the nodes of a word these values.
    #[inline]
    fn change(&mut self, wires: &Wires, word: usize, bits: u64) {
        let mut changed = self.on[word] ^ bits;
        while changed != 0 {
            self.switch(wires, 64 * word as u32 + changed.trailing_zeros());
            changed &= changed - 1;
        }
    }

    /// Makes a move for each role, which must be given in their order.
    #[inline]
    pub(crate) fn make(&mut self, net: &Net, moves: &[u32]) {
        if self.made == moves {
            return;
        }
        let choices = &net.choices;
        let usual = choices.usual_words();
        std::mem::swap(&mut self.rare, &mut self.rare_before);
        self.rare.clear();
        self.answer[..usual].fill(0);
        for (role, &m) in moves.iter().enumerate() {
            self.row.copy_from_slice(choices.usual(role));
            for &(word, bits) in choices.changed(role, m - net.moves[role].first) {
                match self.row.get_mut(word as usize) {
                    Some(row) => *row ^= bits,
                    None => {
                        self.answer[word as usize] |= bits;
                        self.rare.push(word);
                    }
                }
            }
            self.answer.iter_mut().zip(&self.row).for_each(|(answer, row)| *answer |= row);
        }
        self.made.copy_from_slice(moves);
        self.work += usual as u64;
        for word in 0..usual {
            self.change(&net.wires, net.fact_words + word, self.answer[word]);
        }
        for index in 0..self.rare_before.len() {
            let word = self.rare_before[index] as usize;
            self.change(&net.wires, net.fact_words + word, self.answer[word]);
        }
        for index in 0..self.rare.len() {
            let word = self.rare[index] as usize;
            self.change(&net.wires, net.fact_words + word, self.answer[word]);
        }
        for &word in &self.rare {
            self.answer[word as usize] = 0;
        }
        self.settle(&net.wires);
    }

    /// Finds the goals of the position.
    pub(crate) fn find_goals(&mut self, net: &Net) {
        let wires = &net.wires;
        for word in 0..self.seen.len() {
            // The last word may be shared with late nodes.
            let is_last = 64 * (word as u32 + 1) > wires.first_late;
            let mask = if is_last { (1 << (wires.first_late % 64)) - 1 } else { u64::MAX };
            let mut changed = (self.on[word] & mask) ^ self.seen[word];
            self.seen[word] ^= changed;
            while changed != 0 {
                self.lead_late(wires, 64 * word as u32 + changed.trailing_zeros());
                changed &= changed - 1;
            }
        }
        self.settle_late(wires);
    }

    /// Changes the counts of the late gates behind a node that has switched.
    fn lead_late(&mut self, wires: &Wires, node: u32) {
        let at = node as usize;
        let step = if self.is_on(node) { 1 } else { -1 };
        let edges = &wires.late[wires.late_starts[at] as usize..wires.late_starts[at + 1] as usize];
        self.work += edges.len() as u64;
        for &edge in edges {
            let count = &mut self.counts[(edge >> 1) as usize];
            let before = *count;
            *count += if edge & 1 == 0 { step } else { -step };
            if (before ^ *count) < 0 {
                self.queue.push(edge >> 1);
            }
        }
    }

    /// Follows every change among the late gates to its end.
    fn settle_late(&mut self, wires: &Wires) {
        let mut at = 0;
        while let Some(&node) = self.queue.get(at) {
            at += 1;
            if (0 <= self.counts[node as usize]) != self.is_on(node) {
                self.on[node as usize / 64] ^= 1 << (node % 64);
                self.lead_late(wires, node);
            }
        }
        self.queue.clear();
    }

    /// The facts after the moves that were made.
    pub(crate) fn next_facts(&self, net: &Net) -> &[u64] {
        let next = net.next_word();
        &self.on[next..next + net.fact_words]
    }

    /// Goes to the position after the moves that were made.
    #[inline]
    pub(crate) fn go_on(&mut self, net: &Net) {
        let next = net.next_word();
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
            self.switch(&net.wires, fact);
        }
        // The facts themselves are no gates.
        self.queue.drain(..count);
        self.settle(&net.wires);
    }
}
