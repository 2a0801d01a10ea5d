//! What two seats were paid where plays ended in the tree, to the last bit, and which nodes are worth
//! it for certain. What is scaled would not do: different payoffs may scale to the same number.

use std::collections::BTreeMap;

/// Pairs of payoffs, and which of them nodes are worth that are proven.
#[derive(Clone, Debug, Default)]
pub(super) struct Paid {
    /// What the first seat and the second got, each pair once.
    pairs: Vec<[f64; 2]>,
    /// The number of each pair, by its bits.
    numbers: BTreeMap<[u64; 2], u32>,
    /// By the number of a node that of its pair, if it is proven. No longer than it takes.
    of_nodes: Vec<u32>,
}

impl Paid {
    /// The number of a pair that was paid.
    pub(super) fn number(&mut self, pair: [f64; 2]) -> u32 {
        // No payoff is told as a negative zero.
        let pair = pair.map(|payoff| payoff + 0.0);
        let next = self.pairs.len() as u32;
        let number = *self.numbers.entry(pair.map(f64::to_bits)).or_insert(next);
        if number == next {
            self.pairs.push(pair);
        }
        number
    }

    /// What both seats get by that number.
    #[inline]
    pub(super) fn pair(&self, number: u32) -> [f64; 2] {
        self.pairs[number as usize]
    }

    /// The number of the pair that a proven node is worth.
    #[inline]
    pub(super) fn number_of(&self, node: u32) -> u32 {
        self.of_nodes[node as usize]
    }

    /// A node is proven to be worth a pair: one of `nodes`, which are to have room for `most`.
    pub(super) fn settle(&mut self, node: u32, number: u32, nodes: usize, most: usize) {
        if self.of_nodes.len() <= node as usize {
            self.of_nodes.reserve_exact(most - self.of_nodes.len());
            self.of_nodes.resize(nodes, 0);
        }
        self.of_nodes[node as usize] = number;
    }

    /// Keeps these nodes alone, in this order, and forgets the others.
    pub(super) fn keep(&mut self, nodes: &[u32]) {
        let of = |node: &u32| self.of_nodes.get(*node as usize).copied().unwrap_or(0);
        self.of_nodes = nodes.iter().map(of).collect();
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.pairs.clear();
        self.numbers.clear();
        self.of_nodes.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::Paid;

    #[test]
    fn pairs_that_differ_in_one_bit_are_told_apart_and_equal_ones_are_one() {
        let mut paid = Paid::default();
        let pairs =
            [[0.1, -0.1], [0.1f64.next_up(), -0.1], [1e12, 0.0], [1e12f64.next_down(), 0.0]];
        assert_eq!(pairs.map(|pair| paid.number(pair)), [0, 1, 2, 3]);
        assert_eq!(pairs.map(|pair| paid.number(pair)), [0, 1, 2, 3]);
        assert_eq!(paid.number([1e12, -0.0]), 2);
        paid.settle(5, 3, 6, 8);
        paid.settle(2, 1, 6, 8);
        assert_eq!([5, 2].map(|node| paid.pair(paid.number_of(node))), [pairs[3], pairs[1]]);
        assert_eq!(paid.of_nodes.capacity(), 8);
        // A node that is not proven is worth nothing that could be asked for.
        paid.keep(&[7, 5, 2]);
        assert_eq!([1, 2].map(|node| paid.number_of(node)), [3, 1]);
    }
}
