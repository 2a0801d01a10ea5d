//! The tree: nodes in one list, the children of a node side by side.

use std::ops::{ControlFlow, Range};

use agon_core::{AnyMove, Move, Node as Turn, Position, Seat};

use super::roots::Roots;

/// What is known of the position at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// It has no children yet.
    Fresh,
    /// A seat chooses among its children.
    Decision,
    /// The same, and some moves are left out: what its children are worth says little of it.
    Narrow,
    /// Its children are those outcomes that were drawn.
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

impl State {
    /// Whether a seat chooses there, and has its moves.
    #[inline]
    pub(super) fn is_decision(self) -> bool {
        matches!(self, State::Decision | State::Narrow)
    }
}

/// What nodes have beside them, and how many there may be.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "any of them may go with any other")]
pub(super) struct Extent {
    /// No more nodes than this; a full tree is walked, but grows no further.
    pub(super) most: usize,
    /// Whether only the moves that the game calls relevant are in it.
    pub(super) is_relevant: bool,
    /// Whether moves are remembered for how they did when played later.
    pub(super) rave: bool,
    /// Whether moves have priors, by the game's hints.
    pub(super) priors: bool,
    /// Whether the moves of a node stand in the order of the game's hints.
    pub(super) is_ordered: bool,
    /// Whether there are nodes of chance.
    pub(super) chance: bool,
}

/// How a move fared when it was played here or later.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rave {
    pub(super) mean: f64,
    pub(super) visits: u32,
}

/// A search tree: all nodes in one list, the children of a node side by side. Node number 0 is the root.
#[derive(Debug)]
pub(super) struct Tree<M> {
    pub(super) nodes: Vec<Node<M>>,
    pub(super) extent: Extent,
    /// Beside each node, where wanted.
    pub(super) rave: Vec<Rave>,
    /// How likely the move to it is the best one, before any is tried; beside each node, where wanted.
    pub(super) priors: Vec<f32>,
    /// Of a node that chance leads to, the next outcome of its parent, or none: number 0. Beside each
    /// node, where there is chance.
    siblings: Vec<u32>,
    /// Where moves are listed with their hints.
    hints: Vec<(i32, M)>,
    pub(super) roots: Roots,
}

impl<M> Default for Tree<M> {
    fn default() -> Self {
        Tree {
            nodes: Vec::new(),
            extent: Extent {
                most: usize::MAX,
                is_relevant: false,
                rave: false,
                priors: false,
                is_ordered: false,
                chance: false,
            },
            rave: Vec::new(),
            priors: Vec::new(),
            siblings: Vec::new(),
            hints: Vec::new(),
            roots: Roots::default(),
        }
    }
}

impl Extent {
    /// The bytes of a node with what is beside it, at any game.
    pub(super) fn bytes(&self) -> u64 {
        let beside = [
            (self.rave, size_of::<Rave>()),
            (self.priors, size_of::<f32>()),
            (self.chance, size_of::<u32>()),
        ];
        let beside: usize = beside.into_iter().filter(|part| part.0).map(|part| part.1).sum();
        (size_of::<Node<AnyMove>>() + beside) as u64
    }
}

impl<M: Move> Tree<M> {
    /// Forgets all, and begins with a root where `seat` is to act. `any` is any move at all.
    pub(super) fn plant(&mut self, seat: Seat, any: M) {
        self.nodes.clear();
        self.rave.clear();
        self.priors.clear();
        self.siblings.clear();
        self.push(any, seat);
    }

    /// How far it may grow, and what is remembered beside each node.
    pub(super) fn fit(&mut self, extent: Extent) {
        self.extent = extent;
        let beside = |wanted| if wanted { self.nodes.len() } else { 0 };
        self.rave.resize(beside(extent.rave), Rave::default());
        self.priors.resize(beside(extent.priors), 0.0);
        self.siblings.resize(beside(extent.chance), 0);
    }

    #[inline]
    pub(super) fn node(&self, index: u32) -> &Node<M> {
        &self.nodes[index as usize]
    }

    /// The children of a node where a seat chooses: in the game's order, or by the game's hints.
    #[inline]
    pub(super) fn children(&self, index: u32) -> Range<u32> {
        let node = self.node(index);
        node.first_child..node.first_child + node.children
    }

    /// The children of any node, in the game's order.
    pub(super) fn all_children(&self, index: u32) -> Vec<u32> {
        let mut children: Vec<u32> = if self.node(index).state == State::Chance {
            let first = Some(self.node(index).first_child).filter(|&first| first != 0);
            let next =
                |&child: &u32| Some(self.siblings[child as usize]).filter(|&sibling| sibling != 0);
            std::iter::successors(first, next).collect()
        } else {
            self.children(index).collect()
        };
        children.sort_unstable_by_key(|&child| self.node(child).m);
        children
    }

    /// Gives the node at `index`, where `position` is, its children, if a seat chooses there: `turn`
    /// says who acts, and `me` is the seat that the search is for. Does nothing and says so if the
    /// tree is full.
    pub(super) fn expand<P: Position<Move = M>>(
        &mut self,
        index: u32,
        position: &P,
        turn: Turn,
        me: Seat,
    ) -> bool {
        let first_child = self.nodes.len() as u32;
        let (mut state, seat) = match turn {
            Turn::Decision(seat) => (State::Decision, seat),
            Turn::Chance | Turn::Terminal => {
                let node = &mut self.nodes[index as usize];
                (node.state, node.seat) = (State::Chance, me);
                return true;
            }
        };
        let Extent { most, is_relevant, priors, is_ordered, .. } = self.extent;
        let pushed = if is_relevant || priors || is_ordered {
            self.push_by_hint(position, me, &mut state)
        } else {
            position.each_move(|m| {
                if most <= self.nodes.len() {
                    return ControlFlow::Break(());
                }
                self.push(m, me);
                ControlFlow::Continue(())
            })
        };
        if pushed.is_break() {
            let len = first_child as usize;
            self.nodes.truncate(len);
            self.rave.truncate(len);
            self.priors.truncate(len);
            self.siblings.truncate(len);
            return false;
        }
        let children = self.nodes.len() as u32 - first_child;
        let node = &mut self.nodes[index as usize];
        (node.first_child, node.children, node.state, node.seat) =
            (first_child, children, state, seat);
        true
    }

    /// Pushes the moves of `position` with their priors, those with the best hints first if that is
    /// wanted. Breaks if there is no room.
    #[inline(never)]
    fn push_by_hint<P: Position<Move = M>>(
        &mut self,
        position: &P,
        me: Seat,
        state: &mut State,
    ) -> ControlFlow<()> {
        let mut list = std::mem::take(&mut self.hints);
        list.clear();
        let mut note = |m| {
            list.push((position.hint(m), m));
            ControlFlow::Continue(())
        };
        let _ = if self.extent.is_relevant {
            position.each_relevant(&mut note)
        } else {
            position.each_move(&mut note)
        };
        if self.extent.is_relevant && list.len() < position.count() {
            *state = State::Narrow;
        }
        if self.extent.is_ordered {
            list.sort_by_key(|&(hint, _)| std::cmp::Reverse(hint));
        }
        let fits = self.nodes.len() + list.len() <= self.extent.most;
        if fits {
            let first = self.nodes.len();
            for &(_, m) in &list {
                self.push(m, me);
            }
            if self.extent.priors {
                rank(&list, &mut self.priors[first..]);
            }
        }
        self.hints = list;
        if fits { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// The game is over at this node.
    pub(super) fn end_at(&mut self, index: u32) {
        self.nodes[index as usize].state = State::Terminal;
    }

    /// The child that the outcome `m` leads to; a new one if it was never drawn, or none if there is
    /// no room.
    pub(super) fn outcome(&mut self, index: u32, m: M) -> Option<u32> {
        let Node { first_child, seat, .. } = *self.node(index);
        let mut child = first_child;
        while child != 0 {
            if self.node(child).m == m {
                return Some(child);
            }
            child = self.siblings[child as usize];
        }
        if self.extent.most <= self.nodes.len() {
            return None;
        }
        let child = self.nodes.len() as u32;
        self.push(m, seat);
        self.siblings[child as usize] = first_child;
        let node = &mut self.nodes[index as usize];
        (node.first_child, node.children) = (child, node.children + 1);
        Some(child)
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
        self.roots.tabulate(most);
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

    /// Adds what another tree of the same position knows of the root and its moves.
    pub(super) fn add(&mut self, other: &Tree<M>) {
        for (one, two) in self.children(0).zip(other.children(0)) {
            let theirs = other.node(two);
            let own = &mut self.nodes[one as usize];
            debug_assert!(own.m == theirs.m, "trees of one position have the same moves");
            let visits = own.visits + theirs.visits;
            if theirs.proven {
                (own.mean, own.proven) = (theirs.mean, true);
            } else if !own.proven && 0 < theirs.visits {
                own.mean += (theirs.mean - own.mean) * f64::from(theirs.visits) / f64::from(visits);
            }
            own.visits = visits;
        }
        let theirs = other.node(0);
        let own = &mut self.nodes[0];
        own.visits += theirs.visits;
        if theirs.proven {
            (own.mean, own.proven) = (theirs.mean, true);
        }
    }

    /// What is known of the root and its moves, to be [put back](Tree::put_back).
    pub(super) fn top(&self) -> Vec<Node<M>> {
        [0].into_iter().chain(self.children(0)).map(|index| *self.node(index)).collect()
    }

    /// Undoes what was [added](Tree::add).
    pub(super) fn put_back(&mut self, top: &[Node<M>]) {
        let indexes = [0].into_iter().chain(self.children(0));
        for (index, node) in indexes.zip(top) {
            self.nodes[index as usize] = *node;
        }
    }

    /// Keeps the node at `index` as the root, with all below it, and forgets the rest.
    pub(super) fn keep(&mut self, index: u32) {
        let mut kept = vec![index];
        let mut nodes: Vec<Node<M>> = Vec::new();
        let mut siblings: Vec<u32> = Vec::new();
        siblings.extend(self.siblings.get(index as usize).map(|_| 0));
        let mut next = 0;
        while next < kept.len() {
            let old = kept[next];
            let mut node = *self.node(old);
            let first = kept.len() as u32;
            if node.state == State::Chance {
                let children = self.all_children(old);
                for place in 1..=children.len() as u32 {
                    let is_last = place == children.len() as u32;
                    siblings.push(if is_last { 0 } else { first + place });
                }
                kept.extend(children);
            } else {
                kept.extend(self.children(old));
                if !siblings.is_empty() {
                    siblings.resize(kept.len(), 0);
                }
            }
            node.first_child = if node.children == 0 { 0 } else { first };
            nodes.push(node);
            next += 1;
        }
        let of = |index: &u32| *index as usize;
        if self.extent.rave {
            self.rave = kept.iter().map(|old| self.rave[of(old)]).collect();
        }
        if self.extent.priors {
            self.priors = kept.iter().map(|old| self.priors[of(old)]).collect();
        }
        (self.nodes, self.siblings) = (nodes, siblings);
    }

    #[inline]
    fn push(&mut self, m: M, seat: Seat) {
        if self.nodes.len() == self.nodes.capacity() {
            self.make_room();
        }
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
        if self.extent.rave {
            self.rave.push(Rave::default());
        }
        if self.extent.priors {
            self.priors.push(0.0);
        }
        if self.extent.chance {
            self.siblings.push(0);
        }
    }

    /// Room for as many nodes again, but not for more than there may be.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self) {
        let len = self.nodes.len();
        let more = len.max(16).min(self.extent.most.saturating_sub(len)).max(1);
        self.nodes.reserve_exact(more);
        let Extent { rave, priors, chance, .. } = self.extent;
        self.rave.reserve_exact(if rave { more } else { 0 });
        self.priors.reserve_exact(if priors { more } else { 0 });
        self.siblings.reserve_exact(if chance { more } else { 0 });
    }
}

/// Priors by the order of the hints alone, which are numbers of any size: a move before which `n`
/// others have a better hint has a share of 1 / (1 + n).
fn rank<M>(list: &[(i32, M)], priors: &mut [f32]) {
    let better = |hint: i32| list.iter().filter(|(other, _)| hint < *other).count();
    for ((hint, _), prior) in list.iter().zip(priors.iter_mut()) {
        *prior = 1.0 / (1 + better(*hint)) as f32;
    }
    let sum: f32 = priors.iter().sum();
    for prior in priors {
        *prior /= sum;
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{AnyMove, Seat};

    use super::{Extent, State, Tree, rank};

    #[test]
    fn outcomes_have_a_node_each_once_they_are_drawn() {
        let mut tree = Tree::<AnyMove>::default();
        tree.plant(Seat(0), AnyMove(0));
        tree.fit(Extent { most: 4, chance: true, rave: true, ..tree.extent });
        tree.nodes[0].state = State::Chance;
        let drawn: Vec<_> = [7, 3, 7, 5, 9].map(|code| tree.outcome(0, AnyMove(code))).into();
        assert_eq!(drawn, [Some(1), Some(2), Some(1), Some(3), None]);
        assert_eq!(tree.all_children(0), [2, 3, 1]);
        tree.keep(0);
        assert_eq!(tree.all_children(0), [1, 2, 3]);
        assert_eq!(tree.outcome(0, AnyMove(7)), Some(3));
        // No more room is taken than was granted.
        assert_eq!((tree.nodes.capacity(), tree.rave.len(), tree.siblings.len()), (4, 4, 4));
    }

    #[test]
    fn priors_go_by_the_order_of_the_hints() {
        let mut priors = [0.0; 4];
        rank(&[(5, 'a'), (-900, 'b'), (5, 'c'), (70, 'd')], &mut priors);
        let sum = 1.0 / 2.0 + 1.0 / 4.0 + 1.0 / 2.0 + 1.0;
        assert!((priors[3] - 1.0 / sum).abs() < 1e-6 && priors[0] == priors[2], "{priors:?}");
        assert!((priors.iter().sum::<f32>() - 1.0).abs() < 1e-6, "{priors:?}");
    }
}
