//! One search by one thread: walks down the tree, plays out, backs up, and reports the result.

use agon_core::{Bound, Decision, Node, Position, Reason, RootMove, Seat, Stream};

use super::{
    playout::PlayoutRoom,
    pool::Pool,
    reuse,
    settings::{Choice, MctsSettings},
    tree::{Certainty, Extent, SearchTree, State},
};
use crate::node_budget::NodeBudget;

/// A tree, and the room to grow it.
pub(super) struct Grower<P: Position> {
    pub(super) tree: SearchTree<P::Move>,
    /// The nodes of one walk, from the root down.
    path: Vec<u32>,
    /// The position that the walk has reached.
    walker: Option<P>,
    room: PlayoutRoom<P>,
    /// The position that the tree was grown for, if the tree may be reused.
    pub(super) grown_for: Option<P>,
}

impl<P: Position> Default for Grower<P> {
    fn default() -> Self {
        Grower {
            tree: SearchTree::default(),
            path: Vec::new(),
            walker: None,
            room: PlayoutRoom::default(),
            grown_for: None,
        }
    }
}

/// The growth of a tree by one search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Grown {
    pub(super) iterations: u64,
    /// The depth of the deepest walk, in plies.
    pub(super) depth: u32,
}

pub(super) struct Sampling<'a, P: Position> {
    settings: &'a MctsSettings,
    pub(super) tree: &'a mut SearchTree<P::Move>,
    pub(super) path: &'a mut Vec<u32>,
    walker: &'a mut P,
    pub(super) room: &'a mut PlayoutRoom<P>,
    root: &'a P,
    /// Checked within a walk only if one takes long.
    node_budget: &'a NodeBudget<'a>,
}

impl<P: Position> Grower<P> {
    /// A search from `root`, where `me` is to choose: with the old tree if it can be reused, or a new one. The moves of
    /// the root are expanded at once.
    pub(super) fn search<'a>(
        &'a mut self,
        settings: &'a MctsSettings,
        root: &'a P,
        me: Seat,
        extent: Extent,
        node_budget: &'a NodeBudget<'a>,
    ) -> Sampling<'a, P> {
        let Grower { tree, path, walker, room, grown_for } = self;
        reuse::plant(tree, grown_for.take(), root, me);
        tree.fit(extent);
        if tree.node(0).state == State::Fresh {
            tree.expand(0, root, Node::Decision(me), me, &mut settings.judge(&mut room.trial));
        }
        let seats = usize::from(root.facts().seats);
        room.payoffs.resize(seats, 0.0);
        room.experience.begin(settings.playout.lessons, seats);
        let walker = walker.get_or_insert_with(|| root.clone());
        Sampling { settings, tree, path, walker, room, root, node_budget }
    }
}

impl<P: Position> Sampling<'_, P> {
    /// Iterates until the root is proven, the search is over, or `pool` grants no more. Calls the first listener with
    /// the number of every walk before it is backed up, and the second one after it.
    pub(super) fn grow(
        &mut self,
        stream: &mut Stream,
        pool: &Pool,
        (mut seen, mut each): (impl FnMut(&Self, u64), impl FnMut(&Self, Grown)),
    ) -> Grown {
        let mut grown = Grown::default();
        let mut granted = pool.take();
        while 0 < granted {
            // Playouts take long: the clock is read before each. At least one is begun.
            let is_over = 0 < grown.iterations && self.node_budget.is_over();
            let number = grown.iterations + 1;
            if self.tree.node(0).proof != Certainty::Open
                || is_over
                || !self.iterate(stream, |search| seen(search, number))
            {
                pool.halt.give();
                break;
            }
            granted -= 1;
            grown.iterations += 1;
            grown.depth = grown.depth.max(self.path.len() as u32 - 1);
            each(self, grown);
            if granted == 0 {
                granted = pool.take();
            }
        }
        grown
    }

    /// Walks once down the tree and below it, and shows the walk to `seen` before it is backed up; `false` if it was
    /// stopped on the way, without effect.
    fn iterate(&mut self, stream: &mut Stream, seen: impl FnOnce(&Self)) -> bool {
        let settings = self.settings;
        self.walker.clone_from(self.root);
        self.path.clear();
        self.path.push(0);
        self.room.clear();
        let lessons = settings.playout.lessons;
        let mut at = 0;
        // 1. Walk down to a node that has no moves yet, or needs none.
        let is_news = loop {
            let node = *self.tree.node(at);
            if let Some(paid) = self.tree.known(at) {
                for (payoff, paid) in self.room.payoffs.iter_mut().zip(paid) {
                    *payoff = settings.scale.scaled(paid);
                }
                break false;
            }
            match node.state {
                State::Decision | State::Narrow => at = self.tree.select(at, &settings.selection),
                State::Chance => {
                    let outcome = self.walker.draw_move(stream);
                    let Some(child) = self.tree.outcome(at, outcome) else {
                        // There is no room: the tree ends here.
                        self.room.tell(outcome);
                        self.walker.play(outcome);
                        if !self.play_out(stream) {
                            return false;
                        }
                        break false;
                    };
                    at = child;
                }
                State::Terminal => {
                    self.room.take_payoffs(self.walker, settings.scale);
                    break false;
                }
                State::Fresh => {
                    let me = self.tree.node(0).seat;
                    match self.walker.node() {
                        Node::Terminal => {
                            self.tree.end_at(at);
                            self.room.take_payoffs(self.walker, settings.scale);
                            break true;
                        }
                        // 2. A new node is played out; at the second visit its moves are added.
                        kind if node.visits != 0 && self.expand(at, kind, me) => continue,
                        _ => {
                            if !self.play_out(stream) {
                                return false;
                            }
                            break false;
                        }
                    }
                }
            }
            let m = self.tree.node(at).m;
            if lessons.any() && node.state.is_decision() {
                self.room.experience.note(node.seat, m);
            }
            self.walker.play(m);
            self.path.push(at);
        };
        seen(self);
        // 3. Back the payoffs up.
        self.tree.back_up(self.path, &self.room.payoffs);
        if settings.extent.rave {
            self.tree.back_up_rave(self.path, &self.room.payoffs, &mut self.room.played);
        }
        if lessons.any() {
            self.room.experience.learn(lessons, &self.room.payoffs);
        }
        // 4. Prove nodes above a new end of a play.
        if is_news && settings.extent.proofs {
            let paid = [Seat(0), Seat(1)].map(|seat| self.walker.payoff(seat));
            self.tree.prove(self.path, paid, settings.scale);
        }
        true
    }

    /// Adds the moves of the node at `at`, which the walk has reached; `false` if there is no room.
    #[inline]
    fn expand(&mut self, at: u32, kind: Node, me: Seat) -> bool {
        let mut judge = self.settings.judge(&mut self.room.trial);
        self.tree.expand(at, self.walker, kind, me, &mut judge)
    }

    /// Plays out from the position of the walk; `false` if it was stopped on the way.
    #[inline]
    fn play_out(&mut self, stream: &mut Stream) -> bool {
        let MctsSettings { playout, scale, extent, .. } = self.settings;
        self.room.end = Reason::PlayedOut;
        if self.walker.node() == Node::Terminal {
            self.room.take_payoffs(self.walker, *scale);
            return true;
        }
        playout.run(self.walker, self.room, stream, *scale, extent.rave, self.node_budget)
    }

    /// The payoffs of the walk for each seat, before it is backed up: exact if it reached an end or a proven node.
    pub(super) fn payoffs(&self) -> Vec<f64> {
        let last = self.path[self.path.len() - 1];
        if let Some(paid) = self.tree.known(last) {
            return paid.to_vec();
        }
        let is_over = self.tree.node(last).state == State::Terminal;
        if is_over || self.room.end == Reason::PlayedOut {
            return Seat::all(self.walker.facts().seats).map(|seat| self.walker.payoff(seat)).collect();
        }
        self.room.payoffs.iter().map(|&scaled| self.settings.scale.payoff(scaled)).collect()
    }

    pub(super) fn decide(&self, nodes: u64, depth: u32, explain: bool) -> Decision<P::Move> {
        let best = self.best_child(0);
        let seat = self.tree.node(0).seat;
        let worth = |index: u32| self.tree.payoff(index, seat, self.settings.scale);
        let is_seen = self.tree.node(best).visits != 0;
        let is_known = |index: u32| self.tree.node(index).proof != Certainty::Open;
        let bound = if !is_seen || is_known(0) {
            Bound::Exact
        } else if is_known(best) {
            // The value of one move is a lower bound of the position's.
            Bound::Lower
        } else {
            Bound::Sample
        };
        let mut decision = Decision::just(self.tree.node(best).m)
            .with_value(is_seen.then(|| worth(best)))
            .with_bound(bound)
            .with_depth(is_seen.then_some(depth))
            .with_nodes(nodes);
        if explain && is_seen {
            let seen = self.tree.all_children(0).into_iter();
            let seen = seen.filter(|&child| self.tree.node(child).visits != 0);
            decision.moves = seen
                .map(|child| {
                    let node = self.tree.node(child);
                    if is_known(child) {
                        RootMove::new(node.m, worth(child), Bound::Exact)
                    } else {
                        RootMove::sample(node.m, worth(child), u64::from(node.visits)).with_bound(self.tree.bound(
                            0,
                            child,
                            &self.settings.selection,
                        ))
                    }
                })
                .collect();
            let mut at = best;
            loop {
                decision.pv.push(self.tree.node(at).m);
                if !self.tree.node(at).state.is_decision() {
                    break;
                }
                at = self.best_child(at);
                if self.tree.node(at).visits == 0 {
                    break;
                }
            }
        }
        decision
    }

    /// The move to play at a node that has moves: a proven best move, otherwise by visits or value,
    /// proven losses last.
    fn best_child(&self, at: u32) -> u32 {
        let above = self.tree.node(at);
        let sure = (above.proof != Certainty::Open).then(|| self.tree.best_gain(at));
        let rank = |index: u32| {
            let node = self.tree.node(index);
            let certain = match node.proof {
                Certainty::Open => 0,
                _ if sure == Some(self.tree.gain(index, above.seat)) => 1,
                Certainty::Known => 0,
                Certainty::Lost => -1,
            };
            let merit = match self.settings.choice {
                Choice::Visits => f64::from(node.visits),
                Choice::Value if node.visits == 0 => f64::NEG_INFINITY,
                Choice::Value => node.mean,
            };
            (certain, merit)
        };
        let mut children = self.tree.children(at);
        let first = children.next().expect("a decision node has a move");
        let mut best = (rank(first), first);
        for child in children {
            let rank = rank(child);
            if best.0 < rank {
                best = (rank, child);
            }
        }
        best.1
    }
}
