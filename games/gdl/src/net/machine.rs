//! The machine of a net: which gates are on, followed from one position to the next.

use super::{Masks, Net, Ring, Wires, wiring::Links};
use crate::bank::NONE;

/// The present state of the gates.
#[derive(Debug)]
pub(crate) struct Machine {
    pub(crate) on: Vec<u64>,
    counts: Vec<i32>,
    /// The nodes to look at, and the late ones among them.
    queue: Vec<u32>,
    waiting: Waiting,
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
    reached: Vec<u32>,
    /// The facts after the moves.
    next: Vec<u64>,
    /// The nodes as the late ones know them.
    seen: Vec<u64>,
    /// The number of edges that were followed: the same for the same questions, asked one after another.
    pub(crate) work: u64,
}

/// The late nodes to look at, as bits: their order is that in which each needs to be looked at once.
#[derive(Debug)]
struct Waiting {
    first: u32,
    nodes: Vec<u64>,
}

impl Waiting {
    fn none(first: u32, count: usize) -> Waiting {
        Waiting { first, nodes: vec![0; (count - first as usize).div_ceil(64)] }
    }

    #[inline]
    fn add(&mut self, node: u32) {
        let number = node - self.first;
        self.nodes[number as usize / 64] |= 1 << (number % 64);
    }

    /// Takes the first node in a word.
    #[inline]
    fn take(&mut self, word: usize) -> Option<u32> {
        let nodes = self.nodes[word];
        self.nodes[word] &= nodes.wrapping_sub(1);
        (nodes != 0).then(|| self.first + 64 * word as u32 + nodes.trailing_zeros())
    }
}

/// Changes the counts to which a node leads that is on now, or off, and notes those that switch by it; how many there are.
#[expect(clippy::inline_always, reason = "a node leads hardly to more than one, so a call would cost as much")]
#[inline(always)]
fn lead(links: &Links, node: u32, is_on: bool, counts: &mut [i32], mut note: impl FnMut(u32)) -> u64 {
    let (with, against) = links.of(node);
    let (more, fewer) = if is_on { (with, against) } else { (against, with) };
    for &to in more {
        let count = &mut counts[to as usize];
        *count += 1;
        if *count == 0 {
            note(to);
        }
    }
    for &to in fewer {
        let count = &mut counts[to as usize];
        *count -= 1;
        if *count == -1 {
            note(to);
        }
    }
    (more.len() + fewer.len()) as u64
}

impl Machine {
    /// The machine of `net` in a position without facts, before any moves.
    pub(crate) fn new(net: &Net) -> Machine {
        let wires = &net.wires;
        let counts = wires.counts.clone();
        let count = counts.len();
        let mut machine = Machine {
            on: vec![0; count.div_ceil(64)],
            queue: Vec::new(),
            waiting: Waiting::none(wires.first_late, count),
            dirty: vec![true; wires.rings.len()],
            has_dirty: !wires.rings.is_empty(),
            made: vec![NONE; net.moves.len()],
            answer: vec![0; net.choices.words],
            row: vec![0; net.choices.usual_words()],
            rare: Vec::new(),
            rare_before: Vec::new(),
            room: vec![0; wires.ring_of.len()],
            reached: Vec::new(),
            next: vec![0; net.fact_words],
            seen: vec![0; count.div_ceil(64)],
            counts,
            work: 0,
        };
        for node in 64 * net.gate_word() as u32..count as u32 {
            if machine.counts[node as usize] < 0 || wires.ring(node).is_some() {
                continue;
            }
            if node < wires.first_late {
                machine.queue.push(node);
            } else {
                machine.waiting.add(node);
            }
        }
        machine.settle(wires);
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
        let at = net.legal_word;
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

    /// Switches a node; whether it is on now.
    #[inline]
    fn flip(&mut self, node: u32) -> bool {
        let word = &mut self.on[node as usize / 64];
        *word ^= 1 << (node % 64);
        *word >> (node % 64) & 1 == 1
    }

    /// Switches a node and changes the counts behind it.
    #[expect(clippy::inline_always, reason = "a node leads hardly to more than one, so a call would cost as much")]
    #[inline(always)]
    fn switch(&mut self, wires: &Wires, node: u32) {
        let is_on = self.flip(node);
        let queue = &mut self.queue;
        let note = |to| queue.push(to);
        self.work += lead(&wires.plain, node, is_on, &mut self.counts, note);
        if !wires.rings.is_empty() {
            self.lead_round(wires, node, is_on);
        }
    }

    /// The same for nodes in loops.
    #[cold]
    fn lead_round(&mut self, wires: &Wires, node: u32, is_on: bool) {
        let (with, against) = wires.to_rings.of(node);
        self.work += (with.len() + against.len()) as u64;
        for (nodes, step) in [(with, 1), (against, -1)] {
            for &to in nodes {
                self.counts[to as usize] += if is_on { step } else { -step };
                let ring = wires.ring_of[(to - wires.first_in_ring) as usize];
                self.dirty[ring as usize] = true;
                self.has_dirty = true;
            }
        }
    }

    /// Follows every change to its end.
    fn settle(&mut self, wires: &Wires) {
        loop {
            let mut at = 0;
            while let Some(&node) = self.queue.get(at) {
                at += 1;
                if (0 <= self.counts[node as usize]) != self.is_on(node) {
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
        let mut reached: Vec<u32> = std::mem::take(&mut self.reached);
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
            let (inner, _) = wires.inner.of(node);
            self.work += inner.len() as u64;
            for &to in inner {
                let count = &mut self.room[(to - base) as usize];
                *count += 1;
                if *count == 0 {
                    reached.push(to);
                }
            }
        }
        reached.clear();
        self.reached = reached;
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
        let changed = self.on[word] ^ bits;
        if changed != 0 {
            self.change_some(wires, word, changed);
        }
    }

    fn change_some(&mut self, wires: &Wires, word: usize, mut changed: u64) {
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
                if let Some(row) = self.row.get_mut(word as usize) {
                    *row ^= bits;
                } else {
                    self.answer[word as usize] |= bits;
                    self.rare.push(word);
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

    /// The facts after the moves that were made.
    pub(crate) fn next_facts(&self, net: &Net) -> &[u64] {
        &self.on[net.next_word..net.next_word + net.fact_words]
    }

    /// Goes to the position after the moves that were made.
    #[inline]
    pub(crate) fn go_on(&mut self, net: &Net) {
        // The next facts may change while the facts do, so they are stored first.
        let next = net.next_word;
        self.next.copy_from_slice(&self.on[next..next + net.fact_words]);
        for word in 0..net.fact_words {
            self.change(&net.wires, word, self.next[word]);
        }
        self.settle(&net.wires);
    }

    /// Finds the goals of the position.
    pub(crate) fn find_goals(&mut self, net: &Net) {
        let wires = &net.wires;
        for &(word, watched) in &wires.watched {
            let word = word as usize;
            let mut changed = (self.on[word] ^ self.seen[word]) & watched;
            self.seen[word] ^= changed;
            while changed != 0 {
                let node = 64 * word as u32 + changed.trailing_zeros();
                self.lead_late(&wires.late, node, self.is_on(node));
                changed &= changed - 1;
            }
        }
        self.settle_late(wires);
    }

    fn lead_late(&mut self, links: &Links, node: u32, is_on: bool) {
        let waiting = &mut self.waiting;
        self.work += lead(links, node, is_on, &mut self.counts, |to| waiting.add(to));
    }

    /// Follows every change among the late nodes to its end.
    fn settle_late(&mut self, wires: &Wires) {
        for word in 0..self.waiting.nodes.len() {
            while let Some(node) = self.waiting.take(word) {
                if (0 <= self.counts[node as usize]) != self.is_on(node) {
                    let is_on = self.flip(node);
                    self.lead_late(&wires.plain, node, is_on);
                }
            }
        }
    }
}
