//! Backing up a play: means, and proofs where values are certain.

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

    /// The same for all-moves-as-first: for the moves at the nodes of `path` that were played there
    /// or later. `played` has the moves below the path, with their seats.
    pub(in crate::mcts) fn back_up_rave(&mut self, path: &[u32], payoffs: &[f64], played: &mut Vec<(Seat, M)>) {
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

    /// Proves the last node of `path`, a terminal one where two seats were `paid` this, and every node above whose
    /// value follows.
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

    /// Proves a node, which `chooser` chose, if its value follows from the proof of `child`: one of its moves has the
    /// greatest possible payoff, or all are proven. Returns whether it does.
    ///
    /// As in minimax, values are the payoffs of the seat that the search is for: it maximises them, the other minimises
    /// them. So the value is exact, even if rounding keeps payoffs from adding up to the declared constant.
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

    /// Gives the node, which `chooser` chose, the value of the pair with this number.
    pub(super) fn settle(&mut self, index: u32, chooser: Seat, number: u32, scale: Scale) {
        let payoff = self.paid.pair(number)[chooser.index()];
        let node = &mut self.nodes[index as usize];
        node.mean = scale.scaled(payoff);
        node.proof = if payoff <= scale.least { Certainty::Lost } else { Certainty::Known };
        self.paid.settle(index, number, self.nodes.len(), self.nodes.capacity());
    }

    /// The payoffs of both seats at a proven node.
    #[inline]
    pub(in crate::mcts) fn known(&self, index: u32) -> Option<[f64; 2]> {
        let is_known = self.node(index).proof != Certainty::Open;
        is_known.then(|| self.paid.pair(self.paid.number_of(index)))
    }

    /// The value of a proven node for comparison by `seat`: the payoff of the seat that the search is for, or its
    /// negative for the other.
    pub(in crate::mcts) fn gain(&self, index: u32, seat: Seat) -> f64 {
        let pair = self.paid.pair(self.paid.number_of(index));
        let value = pair[self.node(0).seat.index()];
        if self.is_for(seat) { value } else { -value }
    }

    /// The same for the best proven move of a decision node.
    pub(in crate::mcts) fn best_gain(&self, index: u32) -> f64 {
        let seat = self.node(index).seat;
        let known = self.children(index).filter(|&child| self.node(child).proof != Certainty::Open);
        known.map(|child| self.gain(child, seat)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// Whether the search is for `seat`.
    #[inline]
    fn is_for(&self, seat: Seat) -> bool {
        seat == self.node(0).seat
    }
}
