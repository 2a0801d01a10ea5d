//! The tree: nodes in one list, the children of a node side by side.

mod backup;

use std::ops::{ControlFlow, Range};

use agon_core::{AnyMove, Move, Node as Turn, Position, Seat};

use super::{paid::Paid, promise::Judge, roots::Roots, scale::Scale};
use crate::sorted::by_code;

/// The state of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// It has no children yet.
    Fresh,
    /// A seat chooses among its children.
    Decision,
    /// The same, with some moves left out: its children do not determine its value.
    Narrow,
    /// Its children are the outcomes drawn so far.
    Chance,
    /// The game is over.
    Terminal,
}

/// The proven knowledge about a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Certainty {
    /// Nothing.
    Open,
    /// Its value is proven.
    Known,
    /// Its value is proven, and is the least payoff of the seat that chose it.
    Lost,
}

/// One position of the tree, and the move that leads there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    /// The mean payoff, scaled, of the seat that chose this node: the seat of its parent.
    pub(super) mean: f64,
    pub(super) visits: u32,
    first_child: u32,
    children: u32,
    /// The seat to act here; at a chance node, the seat that the search is for.
    pub(super) seat: Seat,
    pub(super) state: State,
    /// If the node is proven, `mean` is its exact value, scaled.
    pub(super) proof: Certainty,
    pub(super) m: M,
}

impl State {
    /// Whether it is an expanded decision node.
    #[inline]
    pub(super) fn is_decision(self) -> bool {
        matches!(self, State::Decision | State::Narrow)
    }
}

/// The optional data of nodes, and the limit of their number.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "any of them may go with any other")]
pub(super) struct Extent {
    /// The greatest number of nodes; a full tree is walked, but does not grow.
    pub(super) most: usize,
    /// Whether it contains relevant moves only.
    pub(super) is_relevant: bool,
    /// Whether all-moves-as-first statistics are stored.
    pub(super) rave: bool,
    /// Whether moves have priors, from their ratings.
    pub(super) priors: bool,
    /// Whether the moves of a node are ordered by their ratings.
    pub(super) is_ordered: bool,
    /// Whether there may be chance nodes.
    pub(super) chance: bool,
    /// Whether values are proven.
    pub(super) proofs: bool,
}

/// The statistics of a move played here or later.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rave {
    pub(super) mean: f64,
    pub(super) visits: u32,
}

/// A search tree: all nodes in one list, the children of a node side by side. Node number 0 is the root.
#[derive(Debug)]
pub(super) struct SearchTree<M> {
    pub(super) nodes: Vec<Node<M>>,
    pub(super) extent: Extent,
    /// For each node, if enabled.
    pub(super) rave: Vec<Rave>,
    /// The prior probability that the move to it is best; for each node, if enabled.
    pub(super) priors: Vec<f32>,
    /// For a chance outcome, the node of the next outcome of its parent, or 0 for none. For each node, in games with
    /// chance.
    siblings: Vec<u32>,
    /// Working room for rated moves.
    promises: Vec<(f64, M)>,
    pub(super) roots: Roots,
    /// The values of proven nodes, if proofs are enabled.
    pub(super) paid: Paid,
}

impl<M> Default for SearchTree<M> {
    fn default() -> Self {
        SearchTree {
            nodes: Vec::new(),
            extent: Extent {
                most: usize::MAX,
                is_relevant: false,
                rave: false,
                priors: false,
                is_ordered: false,
                chance: false,
                proofs: false,
            },
            rave: Vec::new(),
            priors: Vec::new(),
            siblings: Vec::new(),
            promises: Vec::new(),
            roots: Roots::default(),
            paid: Paid::default(),
        }
    }
}

impl Extent {
    /// The bytes of a node with its optional data, at any game.
    pub(super) fn bytes(&self) -> u64 {
        let beside = [
            (self.rave, size_of::<Rave>()),
            (self.priors, size_of::<f32>()),
            (self.chance, size_of::<u32>()),
            (self.proofs, size_of::<u32>()),
        ];
        let beside: usize = beside.into_iter().filter(|part| part.0).map(|part| part.1).sum();
        (size_of::<Node<AnyMove>>() + beside) as u64
    }
}

impl<M: Move> SearchTree<M> {
    /// Forgets everything, and starts with a root where `seat` is to act. `any` is an arbitrary
    /// move.
    pub(super) fn plant(&mut self, seat: Seat, any: M) {
        self.nodes.clear();
        self.rave.clear();
        self.priors.clear();
        self.siblings.clear();
        self.paid.clear();
        self.push(any, seat);
    }

    /// Sets its limit, and the optional data of nodes.
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

    /// The value of a node to `chooser`, the seat that chose it.
    pub(super) fn payoff(&self, index: u32, chooser: Seat, scale: Scale) -> f64 {
        match self.known(index) {
            Some(paid) => paid[chooser.index()],
            None => scale.payoff(self.node(index).mean),
        }
    }

    /// The children of a decision node: in the game's order, or by their ratings.
    #[inline]
    pub(super) fn children(&self, index: u32) -> Range<u32> {
        let node = self.node(index);
        node.first_child..node.first_child + node.children
    }

    /// The children of any node, in the game's order.
    pub(super) fn all_children(&self, index: u32) -> Vec<u32> {
        let children: Vec<u32> = if self.node(index).state == State::Chance {
            let first = Some(self.node(index).first_child).filter(|&first| first != 0);
            let next = |&child: &u32| Some(self.siblings[child as usize]).filter(|&sibling| sibling != 0);
            std::iter::successors(first, next).collect()
        } else {
            self.children(index).collect()
        };
        let coded = |child| (self.node(child).m.code(), child);
        by_code(children.into_iter().map(coded).collect())
    }

    /// Adds the children of the node at `index`, where `position` is, if a seat chooses there: `turn` is the kind of
    /// node, `me` the seat that the search is for, and `judge` rates moves. Returns false, without effect, if the tree
    /// is full.
    pub(super) fn expand<P: Position<Move = M>>(
        &mut self,
        index: u32,
        position: &P,
        turn: Turn,
        me: Seat,
        judge: &mut Judge<'_, P>,
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
            self.push_by_promise(position, (seat, me), judge, &mut state)
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
        (node.first_child, node.children, node.state, node.seat) = (first_child, children, state, seat);
        true
    }

    /// Adds the moves of `position`, where `seat` is to act, with their priors, the highest-rated first if they are
    /// ordered. Breaks if there is no room.
    #[inline(never)]
    fn push_by_promise<P: Position<Move = M>>(
        &mut self,
        position: &P,
        (seat, me): (Seat, Seat),
        judge: &mut Judge<'_, P>,
        state: &mut State,
    ) -> ControlFlow<()> {
        let mut list = std::mem::take(&mut self.promises);
        list.clear();
        let mut note = |m| {
            list.push((judge.promised(position, m, seat), m));
            ControlFlow::Continue(())
        };
        let _ = if self.extent.is_relevant { position.each_relevant(&mut note) } else { position.each_move(&mut note) };
        if self.extent.is_relevant && list.len() < position.count() {
            *state = State::Narrow;
        }
        if self.extent.is_ordered {
            list.sort_by(|one, other| other.0.total_cmp(&one.0));
        }
        let fits = self.nodes.len() + list.len() <= self.extent.most;
        if fits {
            let first = self.nodes.len();
            for &(_, m) in &list {
                self.push(m, me);
            }
            if self.extent.priors {
                judge.promise.share(&list, &mut self.priors[first..]);
            }
        }
        self.promises = list;
        if fits { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Marks this node as an end of a play.
    pub(super) fn end_at(&mut self, index: u32) {
        self.nodes[index as usize].state = State::Terminal;
    }

    /// The child for the outcome `m`; a new one if it is drawn for the first time, `None` if there is no room.
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

    /// Adds the statistics of the root and its moves from another tree of the same position.
    pub(super) fn add(&mut self, other: &SearchTree<M>, scale: Scale) {
        let seat = self.node(0).seat;
        for (one, two) in self.children(0).zip(other.children(0)) {
            let theirs = other.node(two);
            let own = &mut self.nodes[one as usize];
            debug_assert!(own.m == theirs.m, "trees of one position have the same moves");
            let visits = own.visits + theirs.visits;
            let is_open = own.proof == Certainty::Open;
            if is_open && theirs.proof == Certainty::Open && 0 < theirs.visits {
                own.mean += (theirs.mean - own.mean) * f64::from(theirs.visits) / f64::from(visits);
            }
            own.visits = visits;
            if let Some(paid) = other.known(two).filter(|_| is_open) {
                let number = self.paid.number(paid);
                self.settle(one, seat, number, scale);
            }
        }
        self.nodes[0].visits += other.node(0).visits;
        // The nodes proven in either tree may together prove the root.
        for child in self.children(0) {
            let is_open = self.node(0).proof == Certainty::Open;
            let is_news = is_open && self.node(child).proof != Certainty::Open;
            if is_news && self.follow(0, child, seat, scale) {
                break;
            }
        }
    }

    /// The statistics of the root and its moves, to be [put back](SearchTree::put_back).
    pub(super) fn top(&self) -> Vec<Node<M>> {
        [0].into_iter().chain(self.children(0)).map(|index| *self.node(index)).collect()
    }

    /// Undoes what was [added](SearchTree::add).
    pub(super) fn put_back(&mut self, top: &[Node<M>]) {
        let indexes = [0].into_iter().chain(self.children(0));
        for (index, node) in indexes.zip(top) {
            self.nodes[index as usize] = *node;
        }
    }

    /// Makes the node at `index` the root, with all nodes below it, and forgets the rest.
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
        self.paid.keep(&kept);
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
            proof: Certainty::Open,
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

    /// Doubles the room, up to the limit.
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

#[cfg(test)]
mod tests {
    use agon_core::{AnyMove, Seat};

    use super::{Extent, SearchTree, State};

    #[test]
    fn every_drawn_outcome_has_its_own_node() {
        let mut tree = SearchTree::<AnyMove>::default();
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
}
