//! What a play tells the nodes that it came through: a mean, and where it is certain a proof.

use agon_core::{Move, Seat};

use super::{Node, SearchTree, State};

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
            if !node.proven {
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

    /// The last node of `path` is terminal with these payoffs, scaled, which two seats were `paid`:
    /// proves it, and every node above that follows from it.
    ///
    /// A node is proven when one of its moves is worth the greatest payoff, or when all of them
    /// are proven.
    pub(in crate::mcts) fn prove(&mut self, path: &[u32], payoffs: &[f64], paid: [f64; 2]) {
        self.ends.note(payoffs, paid);
        let [.., above, last] = *path else { return };
        let chooser = self.node(above).seat;
        let node = &mut self.nodes[last as usize];
        (node.mean, node.proven) = (payoffs[chooser.index()], true);
        for at in (0..path.len() - 1).rev() {
            let parent = *self.node(path[at]);
            if !parent.state.is_decision() {
                return;
            }
            let mut best = self.node(path[at + 1]).mean;
            if best < 1.0 {
                if parent.state == State::Narrow {
                    return;
                }
                for child in self.children(path[at]) {
                    let child = self.node(child);
                    if !child.proven {
                        return;
                    }
                    best = best.max(child.mean);
                }
            }
            let chooser = match at {
                0 => parent.seat,
                _ => self.node(path[at - 1]).seat,
            };
            let mean = if chooser == parent.seat { best } else { self.ends.other(best) };
            let node = &mut self.nodes[path[at] as usize];
            (node.mean, node.proven) = (mean, true);
        }
    }

    /// What a proven decision node is worth to the seat that chooses there.
    pub(in crate::mcts) fn value_to(&self, index: u32) -> f64 {
        let known = self.children(index).filter(|&child| self.node(child).proven);
        known.map(|child| self.node(child).mean).fold(f64::NEG_INFINITY, f64::max)
    }
}
