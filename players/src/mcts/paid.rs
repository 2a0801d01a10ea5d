//! Exact payoffs of two seats at ends of play in the tree, and the nodes proven to have them. Scaled payoffs would not
//! do: different payoffs may scale to the same number.

use std::collections::BTreeMap;

/// Pairs of payoffs, and the pairs that proven nodes have as their values.
#[derive(Clone, Debug, Default)]
pub(super) struct Paid {
    /// The payoffs of the first seat and the second, each pair once.
    pairs: Vec<[f64; 2]>,
    /// The number of each pair, by its bits.
    numbers: BTreeMap<[u64; 2], u32>,
    /// For each node, the number of its pair, if it is proven. No longer than needed.
    of_nodes: Vec<u32>,
}

impl Paid {
    /// The number of a pair of payoffs.
    pub(super) fn number(&mut self, pair: [f64; 2]) -> u32 {
        // Negative zero becomes zero.
        let pair = pair.map(|payoff| payoff + 0.0);
        let next = self.pairs.len() as u32;
        let number = *self.numbers.entry(pair.map(f64::to_bits)).or_insert(next);
        if number == next {
            self.pairs.push(pair);
        }
        number
    }

    /// The payoffs of both seats in the pair with this number.
    #[inline]
    pub(super) fn pair(&self, number: u32) -> [f64; 2] {
        self.pairs[number as usize]
    }

    /// The number of the pair that is the value of a proven node.
    #[inline]
    pub(super) fn number_of(&self, node: u32) -> u32 {
        self.of_nodes[node as usize]
    }

    /// Records that a node is proven to have the value of a pair. There are `nodes` nodes, with
    /// room for `most`.
    pub(super) fn settle(&mut self, node: u32, number: u32, nodes: usize, most: usize) {
        if self.of_nodes.len() <= node as usize {
            self.of_nodes.reserve_exact(most - self.of_nodes.len());
            self.of_nodes.resize(nodes, 0);
        }
        self.of_nodes[node as usize] = number;
    }

    /// Reduces the list to these nodes, in this order.
    pub(super) fn keep(&mut self, nodes: &[u32]) {
        let of = |node: &u32| self.of_nodes.get(*node as usize).copied().unwrap_or(0);
        self.of_nodes = nodes.iter().map(of).collect();
    }

    /// Forgets everything.
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
    fn only_equal_pairs_share_a_number() {
        let mut paid = Paid::default();
        let pairs = [[0.1, -0.1], [0.1f64.next_up(), -0.1], [1e12, 0.0], [1e12f64.next_down(), 0.0]];
        assert_eq!(pairs.map(|pair| paid.number(pair)), [0, 1, 2, 3]);
        assert_eq!(pairs.map(|pair| paid.number(pair)), [0, 1, 2, 3]);
        assert_eq!(paid.number([1e12, -0.0]), 2);
        paid.settle(5, 3, 6, 8);
        paid.settle(2, 1, 6, 8);
        assert_eq!([5, 2].map(|node| paid.pair(paid.number_of(node))), [pairs[3], pairs[1]]);
        assert_eq!(paid.of_nodes.capacity(), 8);
        // The value of a node that is not proven is never read.
        paid.keep(&[7, 5, 2]);
        assert_eq!([1, 2].map(|node| paid.number_of(node)), [3, 1]);
    }
}
