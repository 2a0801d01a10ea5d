//! The tree: nodes in one list, the children of a node side by side.

use std::ops::{ControlFlow, Range};

use agon_core::{Move, Node as Turn, Position, Seat};

/// No more nodes than this; a full tree is walked, but grows no further.
pub(super) const MOST_NODES: usize = 1 << 24;

/// Numbers of visits from here on are so rare that their roots are computed, not looked up.
const TABULATED: u32 = 1 << 16;

/// What is known of the position at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// It has no children yet.
    Fresh,
    /// A seat chooses among its children.
    Decision,
    /// Its children are drawn.
    Chance,
    /// The game is over.
    Terminal,
}

/// One position of the tree, and the move that leads there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    /// The mean payoff, scaled, of the seat that chose this node: the seat of its parent.
    pub(super) mean: f64,
    pub(super) visits: u32,
    first_child: u32,
    children: u32,
    /// The seat to act here; at a chance node the seat that the search is for.
    pub(super) seat: Seat,
    pub(super) state: State,
    /// Whether `mean` is the value for certain.
    pub(super) proven: bool,
    pub(super) m: M,
}

/// How a move fared when it was played here or later.
#[derive(Clone, Copy, Debug, Default)]
struct Rave {
    mean: f64,
    visits: u32,
}

/// A search tree: all nodes in one list, the children of a node side by side. Node number 0 is the root.
#[derive(Debug)]
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    /// Beside each node, where wanted.
    rave: Vec<Rave>,
    has_rave: bool,
    /// By a number of visits `t` below [`TABULATED`]: the square root of its logarithm.
    roots_of_logs: Vec<f64>,
    /// By a number of visits `n` below [`TABULATED`]: one over its square root.
    one_over_roots: Vec<f64>,
}

impl<M> Default for Tree<M> {
    fn default() -> Self {
        Tree {
            nodes: Vec::new(),
            rave: Vec::new(),
            has_rave: false,
            roots_of_logs: vec![0.0],
            one_over_roots: vec![f64::INFINITY],
        }
    }
}

impl<M> Tree<M> {
    /// The bytes of a node.
    pub(super) const NODE_BYTES: u64 = size_of::<Node<M>>() as u64;
}

impl<M: Move> Tree<M> {
    /// Forgets all, and begins with a root where `seat` is to act. `any` is any move at all.
    pub(super) fn plant(&mut self, seat: Seat, any: M) {
        self.nodes.clear();
        self.rave.clear();
        self.push(any, seat);
    }

    /// Whether moves are to be remembered for what they did when played later.
    pub(super) fn remember_rave(&mut self, wanted: bool) {
        self.has_rave = wanted;
        self.rave.resize(if wanted { self.nodes.len() } else { 0 }, Rave::default());
    }

    #[inline]
    pub(super) fn node(&self, index: u32) -> &Node<M> {
        &self.nodes[index as usize]
    }

    /// The children of a node, in the game's order.
    #[inline]
    pub(super) fn children(&self, index: u32) -> Range<u32> {
        let node = self.node(index);
        node.first_child..node.first_child + node.children
    }

    /// Gives the node at `index`, where `position` is, its children; `turn` says who acts there,
    /// and `me` is the seat that the search is for. Does nothing and says so if the tree is full.
    pub(super) fn expand<P: Position<Move = M>>(
        &mut self,
        index: u32,
        position: &P,
        turn: Turn,
        me: Seat,
    ) -> bool {
        if MOST_NODES <= self.nodes.len() {
            return false;
        }
        let first_child = self.nodes.len() as u32;
        let (state, seat) = match turn {
            Turn::Decision(seat) => (State::Decision, seat),
            Turn::Chance | Turn::Terminal => (State::Chance, me),
        };
        let _ = position.each_move(|m| {
            self.push(m, me);
            ControlFlow::Continue(())
        });
        let children = self.nodes.len() as u32 - first_child;
        let node = &mut self.nodes[index as usize];
        (node.first_child, node.children, node.state, node.seat) =
            (first_child, children, state, seat);
        true
    }

    /// The game is over at this node.
    pub(super) fn end_at(&mut self, index: u32) {
        self.nodes[index as usize].state = State::Terminal;
    }

    /// The child to visit next: one that was never visited, or the one with the largest
    /// [`upper_bound`]. Proven losses are left alone.
    #[inline]
    pub(super) fn select(&self, index: u32, exploration: f64, rave: f64) -> u32 {
        let parent = self.node(index);
        let (from, to) = (parent.first_child as usize, parent.first_child + parent.children);
        let wide = exploration * self.root_of_log(parent.visits);
        let mut best = (f64::NEG_INFINITY, from as u32);
        for (offset, child) in self.nodes[from..to as usize].iter().enumerate() {
            if child.visits == 0 {
                return (from + offset) as u32;
            }
            if child.proven && child.mean <= 0.0 {
                continue;
            }
            let mean = if self.has_rave {
                blend(child.mean, child.visits, self.rave[from + offset], rave)
            } else {
                child.mean
            };
            let bound = upper_bound(mean, wide, self.one_over_root(child.visits));
            if best.0 < bound {
                best = (bound, (from + offset) as u32);
            }
        }
        best.1
    }

    /// What is added to the mean of a node with so many visits, below one with so many.
    pub(super) fn term(&self, exploration: f64, above: u32, visits: u32) -> f64 {
        upper_bound(0.0, exploration * self.root_of_log(above), self.one_over_root(visits))
    }

    /// The child that the outcome `m` leads to.
    pub(super) fn child_by_move(&self, index: u32, m: M) -> u32 {
        let children = self.children(index);
        let list = &self.nodes[children.start as usize..children.end as usize];
        let offset = list.binary_search_by(|child| child.m.cmp(&m));
        children.start + offset.expect("the children of a node are its outcomes") as u32
    }

    /// Adds a visit with these payoffs, scaled, by seat, to every node of `path`.
    #[inline]
    pub(super) fn back_up(&mut self, path: &[u32], payoffs: &[f64]) {
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
        self.tabulate(most);
    }

    /// The same for the moves of the nodes of `path` that were played there or later; `played` has
    /// those played below the path, with who played them.
    pub(super) fn back_up_rave(
        &mut self,
        path: &[u32],
        payoffs: &[f64],
        played: &mut Vec<(Seat, M)>,
    ) {
        played.sort_unstable();
        played.dedup();
        for pair in path.windows(2).rev() {
            let Node { state, seat, .. } = *self.node(pair[0]);
            if state != State::Decision {
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

    /// The last node of `path` is terminal with these payoffs, scaled: proves it, and every node
    /// above that follows from it. The payoffs of the two seats add up to `sum`.
    ///
    /// A node is proven when one of its moves is worth the greatest payoff, or when all of them
    /// are proven.
    pub(super) fn prove(&mut self, path: &[u32], payoffs: &[f64], sum: f64) {
        let [.., above, last] = *path else { return };
        let chooser = self.node(above).seat;
        let node = &mut self.nodes[last as usize];
        (node.mean, node.proven) = (payoffs[chooser.index()], true);
        for at in (0..path.len() - 1).rev() {
            let parent = *self.node(path[at]);
            if parent.state != State::Decision {
                return;
            }
            let mut best = self.node(path[at + 1]).mean;
            if best < 1.0 {
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
            let node = &mut self.nodes[path[at] as usize];
            node.mean = if chooser == parent.seat { best } else { sum - best };
            node.proven = true;
        }
    }

    /// What a proven decision node is worth to the seat that chooses there.
    pub(super) fn value_to(&self, index: u32) -> f64 {
        let known = self.children(index).filter(|&child| self.node(child).proven);
        known.map(|child| self.node(child).mean).fold(f64::NEG_INFINITY, f64::max)
    }

    /// Keeps the node at `index` as the root, with all below it, and forgets the rest.
    pub(super) fn keep(&mut self, index: u32) {
        let mut kept: Vec<Node<M>> = vec![*self.node(index)];
        let mut kept_rave: Vec<Rave> = Vec::new();
        kept_rave.extend(self.rave.get(index as usize));
        let mut next = 0;
        while next < kept.len() {
            let Node { first_child, children, .. } = kept[next];
            if children != 0 {
                kept[next].first_child = kept.len() as u32;
                let range = first_child as usize..(first_child + children) as usize;
                kept.extend_from_slice(&self.nodes[range.clone()]);
                kept_rave.extend_from_slice(self.rave.get(range).unwrap_or(&[]));
            }
            next += 1;
        }
        (self.nodes, self.rave) = (kept, kept_rave);
    }

    fn push(&mut self, m: M, seat: Seat) {
        self.nodes.push(Node {
            mean: 0.0,
            visits: 0,
            first_child: 0,
            children: 0,
            seat,
            state: State::Fresh,
            proven: false,
            m,
        });
        if self.has_rave {
            self.rave.push(Rave::default());
        }
    }

    /// √(ln t) for so many visits.
    #[inline]
    fn root_of_log(&self, visits: u32) -> f64 {
        self.roots_of_logs.get(visits as usize).copied().unwrap_or_else(|| root_of_log(visits))
    }

    /// 1/√n for so many visits.
    #[inline]
    fn one_over_root(&self, visits: u32) -> f64 {
        self.one_over_roots.get(visits as usize).copied().unwrap_or_else(|| one_over_root(visits))
    }

    /// Makes the tables reach as far as `most` visits, or as far as they go.
    #[inline]
    fn tabulate(&mut self, most: u32) {
        while self.roots_of_logs.len() <= most.min(TABULATED - 1) as usize {
            let visits = self.roots_of_logs.len() as u32;
            self.roots_of_logs.push(root_of_log(visits));
            self.one_over_roots.push(one_over_root(visits));
        }
    }
}

#[cold]
fn root_of_log(visits: u32) -> f64 {
    libm::log(f64::from(visits)).sqrt()
}

#[cold]
fn one_over_root(visits: u32) -> f64 {
    1.0 / f64::from(visits).sqrt()
}

/// The upper confidence bound: the mean `w / n`, and `C·√(ln t)` (`wide`) times `1/√n`.
#[inline]
fn upper_bound(mean: f64, wide: f64, one_over_root: f64) -> f64 {
    mean + wide * one_over_root
}

/// The mean, blended with that of the move played here or later.
fn blend(mean: f64, visits: u32, rave: Rave, k: f64) -> f64 {
    if rave.visits == 0 {
        return mean;
    }
    let beta = (k / (3.0 * f64::from(visits) + k)).sqrt();
    (1.0 - beta) * mean + beta * rave.mean
}

#[cfg(test)]
mod tests {
    use super::{Rave, TABULATED, Tree, blend, upper_bound};

    #[test]
    fn seven_wins_in_ten_of_twenty_one_visits_bound_as_in_the_textbook() {
        let mut tree = Tree::<agon_core::AnyMove>::default();
        tree.tabulate(21);
        let wide = std::f64::consts::SQRT_2 * tree.roots_of_logs[21];
        let bound = upper_bound(0.7, wide, tree.one_over_roots[10]);
        assert!((bound - 1.480_323).abs() < 5e-7, "{bound}");
    }

    #[test]
    fn the_tables_end_and_go_on_without_a_seam() {
        let mut tree = Tree::<agon_core::AnyMove>::default();
        tree.tabulate(u32::MAX);
        assert_eq!(tree.roots_of_logs.len(), TABULATED as usize);
        assert_eq!(tree.one_over_roots.len(), TABULATED as usize);
        for visits in [TABULATED - 1, TABULATED, 1_000_000_000] {
            assert_eq!(tree.root_of_log(visits), libm::log(f64::from(visits)).sqrt());
            assert_eq!(tree.one_over_root(visits), 1.0 / f64::from(visits).sqrt());
        }
    }

    #[test]
    fn moves_as_first_count_less_the_more_is_known() {
        let rave = Rave { mean: 1.0, visits: 5 };
        // √(12 / (3·4 + 12)) = √½.
        assert!((blend(0.0, 4, rave, 12.0) - 0.5f64.sqrt()).abs() < 1e-12);
        assert_eq!(blend(0.25, 4, Rave::default(), 12.0), 0.25);
    }
}
