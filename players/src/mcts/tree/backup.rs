//! What a play tells the nodes that it came through: a mean, and where it is certain a proof.

use agon_core::{Move, Seat};

use super::{Certainty, Node, Scale, SearchTree, State};

impl<M: Move> SearchTree<M> {
    /// Adds a visit with these payoffs, scaled, by seat, to every node of `path`.
    #[inline]
    pub(in crate::mcts) fn back_up(&mut self, path: &[u32], payoffs: &[f64]) {
        let mut chooser = self.nodes[0].seat;
        let mut most = 0;
        for &index in path {
            let node = &mut self.nodes[index as usize];
            node.visits += 1;
            most = most.max(node.visits);
            if node.proof == Certainty::Open {
                node.mean += (payoffs[chooser.index()] - node.mean) / f64::from(node.visits);
            }
            chooser = node.seat;
        }
        self.roots.tabulate(most);
    }

    /// The same for the moves of the nodes of `path` that were played there or later; `played` has
    /// those played below the path, with who played them.
    pub(in crate::mcts) fn back_up_rave(
        &mut self,
        path: &[u32],
        payoffs: &[f64],
        played: &mut Vec<(Seat, M)>,
    ) {
        played.sort_unstable();
        played.dedup();
        for pair in path.windows(2).rev() {
            let Node { state, seat, .. } = *self.node(pair[0]);
            if !state.is_decision() {
                continue;
            }
            let chosen = (seat, self.node(pair[1]).m);
            if let Err(place) = played.binary_search(&chosen) {
                played.insert(place, chosen);
            }
            for child in self.children(pair[0]) {
                if played.binary_search(&(seat, self.node(child).m)).is_ok() {
                    let rave = &mut self.rave[child as usize];
                    rave.visits += 1;
                    rave.mean += (payoffs[seat.index()] - rave.mean) / f64::from(rave.visits);
                }
            }
        }
    }

    /// The last node of `path` is terminal, and two seats were `paid` this: proves it, and every node
    /// above that follows from it.
    pub(in crate::mcts) fn prove(&mut self, path: &[u32], paid: [f64; 2], scale: Scale) {
        let [.., above, last] = *path else { return };
        let number = self.paid.number(paid);
        self.settle(last, self.node(above).seat, number, scale);
        for at in (0..path.len() - 1).rev() {
            let chooser = self.node(path[at.saturating_sub(1)]).seat;
            if !self.follow(path[at], path[at + 1], chooser, scale) {
                return;
            }
        }
    }

    /// Proves a node, which `chooser` chose, if that follows now that `child` is proven: where one of its
    /// moves is worth all there is to get, or all of them are proven. Says whether it does.
    ///
    /// As in minimax, what counts is what the seat gets that the search is for: it takes the most of
    /// that, the other the least. So the value is the same to the last bit, though payoffs that should
    /// add up to a constant do so but for rounding.
    pub(super) fn follow(&mut self, index: u32, child: u32, chooser: Seat, scale: Scale) -> bool {
        let Node { state, seat, .. } = *self.node(index);
        if !state.is_decision() {
            return false;
        }
        let mut best = child;
        let all = if self.is_for(seat) { scale.most } else { -scale.least };
        if self.gain(child, seat) < all {
            if state == State::Narrow {
                return false;
            }
            for other in self.children(index) {
                if self.node(other).proof == Certainty::Open {
                    return false;
                }
                if self.gain(best, seat) < self.gain(other, seat) {
                    best = other;
                }
            }
        }
        self.settle(index, chooser, self.paid.number_of(best), scale);
        true
    }

    /// The node, which `chooser` chose, is worth the pair of payoffs of this number.
    pub(super) fn settle(&mut self, index: u32, chooser: Seat, number: u32, scale: Scale) {
        let payoff = self.paid.pair(number)[chooser.index()];
        let node = &mut self.nodes[index as usize];
        node.mean = scale.scaled(payoff);
        node.proof = if payoff <= scale.least { Certainty::Lost } else { Certainty::Known };
        self.paid.settle(index, number, self.nodes.len(), self.nodes.capacity());
    }

    /// What both seats get at a node that is proven.
    #[inline]
    pub(in crate::mcts) fn known(&self, index: u32) -> Option<[f64; 2]> {
        let is_known = self.node(index).proof != Certainty::Open;
        is_known.then(|| self.paid.pair(self.paid.number_of(index)))
    }

    /// How good a proven node is for `seat`, to be compared: what the seat gets that the search is for, or
    /// the negative of that.
    pub(in crate::mcts) fn gain(&self, index: u32, seat: Seat) -> f64 {
        let pair = self.paid.pair(self.paid.number_of(index));
        let value = pair[self.node(0).seat.index()];
        if self.is_for(seat) { value } else { -value }
    }

    /// The same of the best proven move of a node where a seat chooses.
    pub(in crate::mcts) fn best_gain(&self, index: u32) -> f64 {
        let seat = self.node(index).seat;
        let known = self.children(index).filter(|&child| self.node(child).proof != Certainty::Open);
        known.map(|child| self.gain(child, seat)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// Whether it is `seat` that the search is for.
    #[inline]
    fn is_for(&self, seat: Seat) -> bool {
        seat == self.node(0).seat
    }
}
