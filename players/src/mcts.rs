//! Monte Carlo tree search: a tree grown where playouts say it matters.
//!
//! One iteration walks down the tree by upper confidence bounds, adds a node, plays on from there
//! to the end at random, and backs the payoffs up. Each node keeps the mean payoff of the seat
//! that chose it, so that every seat looks after its own, however many there are.

mod playout;
mod pool;
mod reuse;
mod roots;
mod scale;
mod select;
mod telling;
mod tree;

use std::time::Duration;

use agon_core::{
    Algorithm, AnyMove, AnyPosition, Bound, Decision, Habits, Move, Node, OptionSpec, Options,
    PlayerPlugin, Position, RootMove, Seat, Seed, SetupError, Stream, Sum, Turn, inventory,
};

use crate::{
    alpha_beta::TIME,
    crew::{THREADS, together},
    mcts::{
        playout::{Playout, Room},
        pool::Pool,
        scale::Scale,
        select::Selection,
        telling::{Firsts, Teller, tell_iteration},
        tree::{Extent, State, Tree},
    },
    spine::{Watch, chooses_by_search},
    tally::Tally,
};

/// Monte Carlo tree search by upper confidence bounds, for any number of seats.
pub struct Mcts {
    iterations: u64,
    time: Option<Duration>,
    selection: Selection,
    extent: Extent,
    choice: Choice,
    playout: Playout,
    reuse: bool,
    /// How many grow a tree each.
    threads: usize,
    /// The moves at the first decision.
    width: u64,
    scale: Scale,
    /// What the payoffs of two seats add up to, where that is known.
    sum: Option<f64>,
    /// If proofs are wanted and possible: what the two seats' payoffs, scaled, add up to.
    proofs: Option<f64>,
}

/// Which move of the root is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    Visits,
    Value,
}

/// What Monte Carlo tree search keeps between moves: room, and the tree if it is told to.
pub struct Memory<P: Position> {
    own: Grower<P>,
    /// Those of other threads.
    others: Vec<Grower<P>>,
    /// What is kept for whoever watches.
    firsts: Firsts,
}

/// One tree, and the room to grow it.
struct Grower<P: Position> {
    tree: Tree<P::Move>,
    /// The nodes of one walk, from the root down.
    path: Vec<u32>,
    /// Where the walk is.
    walker: Option<P>,
    room: Room<P>,
    /// The position that the tree was grown for, if it may be used again.
    grown_for: Option<P>,
}

impl<P: Position> Default for Memory<P> {
    fn default() -> Self {
        Memory { own: Grower::default(), others: Vec::new(), firsts: Firsts::default() }
    }
}

impl<P: Position> Default for Grower<P> {
    fn default() -> Self {
        Grower {
            tree: Tree::default(),
            path: Vec::new(),
            walker: None,
            room: Room::default(),
            grown_for: None,
        }
    }
}

impl Algorithm for Mcts {
    const NAME: &'static str = "mcts";
    const ALIASES: &'static [&'static str] = &["uct"];
    const SUMMARY: &'static str = "Monte Carlo tree search (UCT), for any game at all";
    const HELP: &'static str = "Each iteration walks down the tree by the largest w/n + \
        C sqrt(ln t / n), where w/n is the mean payoff of the seat to move, scaled to 0..1 by the \
        game's bounds, n the visits of the move and t those of its parent; every move is tried \
        once, in the game's order, before any is tried again. A node gets its moves at its second \
        visit. Chance draws its outcomes by weight, in the tree and below; the tree has those that \
        were drawn. Any number of seats, \
        any payoffs. Nodes are counted as one for the root and one for each iteration; what a \
        playout passes through is not counted. With proofs (two seats of constant sum) nodes \
        whose value is certain are not played out again, moves that are sure to lose are left \
        alone, and the search ends when the root is proven. rave=k mixes in how moves fared when \
        they were played later on, with the weight sqrt(k / (3n + k)). With reuse=true the part of \
        the tree below the moves played is kept from turn to turn, and a move depends on the \
        turns before. With fpu=x a move that was never tried counts as the mean of those that were, \
        plus x, on the scale 0..1. With priors=c the term is c p sqrt(t) / (1 + n) instead, where p \
        is the share of the move by its place in the order of the game's hints, and fpu is 0 unless \
        it is given: strong where the hints are good, as at amoba, breakthrough, hex and othello. With \
        widening=k a node looks at the k sqrt(t) moves with the best hints. With \
        relevant=true the tree has only the moves that the game calls relevant, and where it leaves \
        some out only wins are proven. When the tree is full (tree=N) it grows no further: it is \
        walked as before, and plays go on at random from where it ends. With threads=N each of N \
        threads grows a tree of its own, with its share of the iterations and of the nodes, and the \
        visits of the moves at the root are added up; whoever is watched grows one alone. Sources: L. Kocsis and C. \
        Szepesvari, Bandit based Monte-Carlo planning (2006); S. Gelly and Y. Wang, Exploration \
        exploitation in Go (2006); R. Coulom, Computing Elo ratings of move patterns in the game of \
        Go (2007); S. Gelly and D. Silver, Combining \
        online and offline knowledge in UCT (2007); M. Winands, Y. Bjornsson and J.-T. Saito, \
        Monte-Carlo tree search solver (2008); G. Chaslot, M. Winands and J. van den Herik, Parallel \
        Monte-Carlo tree search (2008); C. D. Rosin, Multi-armed bandits with episode context \
        (2011).";
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::whole("iterations", 1..=1_000_000_000, "1000", "iterations for each move"),
        OptionSpec::real(
            "exploration",
            0.0..=1000.0,
            "1.4142135623730951",
            "C: how much moves that were tried rarely are worth another try",
        ),
        OptionSpec::choice(
            "choice",
            &["visits", "value"],
            "visits",
            "which move is played: the one with the most visits, or the best mean",
        ),
        OptionSpec::choice(
            "playout",
            &["uniform", "greedy"],
            "uniform",
            "how moves are chosen below the tree: any, or the best by estimate",
        ),
        OptionSpec::real("epsilon", 0.0..=1.0, "0.1", "how often a greedy playout plays any move"),
        OptionSpec::limit(
            "plies",
            0..=1_000_000,
            "unlimited",
            "plies of a playout, after which the position is estimated",
        ),
        agon_core::Estimator::OPTION,
        OptionSpec::flag("proofs", "true", "prove wins, losses and draws where it is possible"),
        OptionSpec::real("rave", 0.0..=1e9, "0", "k: how many visits RAVE is worth; 0 is without"),
        OptionSpec::flag("reuse", "false", "keep the tree from turn to turn"),
        OptionSpec::real(
            "fpu",
            -1.0..=ALL_FIRST,
            "1000",
            "first-play urgency: how much better than the mean a move counts that was never tried; \
             1000 is to try each first",
        ),
        OptionSpec::real("priors", 0.0..=1000.0, "0", "what the game's hints weigh; 0 is without"),
        OptionSpec::real(
            "widening",
            0.0..=1e9,
            "0",
            "how many moves are looked at, times the root of the visits; 0 is all",
        ),
        OptionSpec::flag("relevant", "false", "only the moves that the game calls relevant"),
        OptionSpec::whole(
            "tree",
            1..=u32::MAX as u64,
            "16777216",
            "nodes of the tree at most; 32 bytes each, 16 more with rave, 4 with priors, 4 with chance",
        ),
        TIME,
        THREADS,
    ];
    type Memory<P: Position> = Memory<P>;

    fn configure(options: &Options, game: &AnyPosition) -> Result<Self, SetupError> {
        let facts = game.facts();
        let scale = Scale::of(&facts);
        let sum = match (facts.seats, facts.sum) {
            (2, Sum::Zero) => Some(0.0),
            (2, Sum::Constant(sum)) => Some(sum),
            _ => None,
        };
        let wanted = |name: &str| Some(options.real(name)).filter(|&number| 0.0 < number);
        let selection = Selection {
            exploration: options.real("exploration"),
            rave: options.real("rave"),
            urgency: Some(options.real("fpu")).filter(|&urgency| urgency < ALL_FIRST),
            priors: wanted("priors"),
            widening: wanted("widening"),
        };
        let extent = Extent {
            most: options.whole("tree"),
            is_relevant: options.flag("relevant"),
            rave: selection.rave != 0.0,
            priors: selection.priors.is_some(),
            is_ordered: selection.widening.is_some(),
            chance: facts.chance,
        };
        Ok(Mcts {
            iterations: options.whole("iterations"),
            time: options.limit("time").map(Duration::from_millis),
            selection,
            extent,
            choice: if options.text("choice") == "value" { Choice::Value } else { Choice::Visits },
            playout: Playout::configure(options, game)?,
            reuse: options.flag("reuse"),
            threads: options.whole("threads"),
            width: game.count() as u64,
            scale,
            sum,
            proofs: sum
                .filter(|_| options.flag("proofs"))
                .map(|sum| scale.scaled(sum - scale.least)),
        })
    }

    chooses_by_search!();

    fn habits(&self) -> Habits {
        Habits {
            random: true,
            clock: self.time.is_some(),
            threads: 1 < self.threads,
            ..Habits::default()
        }
    }

    fn memory(&self) -> u64 {
        // Every other iteration opens a node, and games widen or narrow as they go on.
        let nodes = self.iterations.saturating_mul(self.width.max(2)) / 2;
        nodes.min(self.extent.most as u64).saturating_mul(self.extent.bytes())
    }
}

/// The value of `fpu` that stands for none.
const ALL_FIRST: f64 = 1000.0;

/// After how many plays whoever listens hears of them first; then each time they have doubled.
const FIRST_WORD: u64 = 256;

impl Mcts {
    fn search<P: Position, O: Watch>(
        &self,
        memory: &mut Memory<P>,
        position: &P,
        turn: &mut Turn<'_>,
        mut watch: O,
    ) -> Decision<P::Move> {
        let iterations = match turn.budget.nodes {
            Some(nodes) => self.iterations.min(nodes.saturating_sub(1)),
            None => self.iterations,
        };
        let Memory { own, others, firsts } = memory;
        let threads = if O::ON { 1 } else { self.threads };
        let mut root = position.clone();
        self.playout.announce(&mut root);
        // The moves at the root are in each tree, however small it is.
        let most = (self.extent.most / threads).max(1 + position.count());
        let extent = Extent { most, ..self.extent };
        let pool = &Pool::new(iterations, threads);
        let tally = Tally::new(turn, None).by(turn.clock, self.time);
        let (tally, _) = tally.among(0, &pool.halt);
        let (seat, listener) = (turn.seat, turn.listener);
        if O::ON {
            *firsts = Firsts::default();
        }
        let mut search = own.search(self, &root, seat, extent, &tally);
        let each = |search: &Search<'_, P>, grown: Grown| {
            if O::ON {
                firsts.note(search.path, grown.iterations);
            }
            if let Some(listener) = listener
                && FIRST_WORD <= grown.iterations
                && grown.iterations.is_power_of_two()
            {
                let nodes = 1 + if threads == 1 { grown.iterations } else { pool.given() };
                listener(&search.decide(nodes, grown.depth, true).map(|m| AnyMove(m.code())));
            }
        };
        let mut grown;
        let mut top = None;
        if threads == 1 {
            let seen = |search: &Search<'_, P>, number| {
                if O::ON {
                    let (how, payoffs) = (&self.selection, &search.room.payoffs);
                    let moves = search.path[1..].iter().map(|&index| search.tree.node(index).m);
                    watch.played(moves, payoffs.iter().map(|&scaled| self.scale.payoff(scaled)));
                    let walk = (number, search.path.as_slice());
                    tell_iteration(search.tree, how, self.scale, walk, payoffs, &mut watch);
                }
            };
            grown = search.grow(turn.stream, pool, (seen, each));
        } else {
            others.resize_with(threads - 1, Grower::default);
            let seed = Seed(turn.stream.bits());
            let helpers = (0..).zip(others.iter_mut()).map(|(number, other)| {
                let root = &root;
                move || {
                    let tally = Tally::helping(u64::MAX, &pool.halt);
                    let mut search = other.search(self, root, seat, extent, &tally);
                    search.grow(
                        &mut seed.stream(number),
                        pool,
                        (|_: &Search<'_, P>, _| {}, |_: &Search<'_, P>, _| {}),
                    )
                }
            });
            let own = || search.grow(turn.stream, pool, (|_: &Search<'_, P>, _| {}, each));
            let reports;
            (grown, reports) = together(helpers, &pool.over, own);
            // A tree that is kept knows only what was seen in it.
            top = self.reuse.then(|| search.tree.top());
            for (report, other) in reports.into_iter().zip(others) {
                grown.iterations += report.iterations;
                grown.depth = grown.depth.max(report.depth);
                search.tree.add(&other.tree);
                other.grown_for = self.reuse.then(|| root.clone());
            }
        }
        if O::ON {
            let Mcts { selection, scale, sum, .. } = *self;
            Teller { tree: search.tree, selection, scale, firsts, sum }.tell(&root, &mut watch);
        }
        let nodes = (1 + grown.iterations).min(turn.budget.nodes.unwrap_or(u64::MAX));
        let decision = search.decide(nodes, grown.depth, turn.explain);
        if let Some(top) = top {
            search.tree.put_back(&top);
        }
        own.grown_for = self.reuse.then_some(root);
        decision
    }
}

inventory::submit! { PlayerPlugin::of::<Mcts>() }

/// What was done to a tree.
#[derive(Clone, Copy, Debug, Default)]
struct Grown {
    iterations: u64,
    /// How many plies deep the deepest walk was.
    depth: u32,
}

struct Search<'a, P: Position> {
    settings: &'a Mcts,
    tree: &'a mut Tree<P::Move>,
    path: &'a mut Vec<u32>,
    walker: &'a mut P,
    room: &'a mut Room<P>,
    root: &'a P,
    /// Looked at within a walk only where one takes long.
    tally: &'a Tally<'a>,
}

impl<P: Position> Grower<P> {
    /// A search from `root`, where `me` is to choose: with the old tree, if that is worth a look, or
    /// a new one. The root has its moves from the first.
    fn search<'a>(
        &'a mut self,
        settings: &'a Mcts,
        root: &'a P,
        me: Seat,
        extent: Extent,
        tally: &'a Tally<'a>,
    ) -> Search<'a, P> {
        let Grower { tree, path, walker, room, grown_for } = self;
        reuse::plant(tree, grown_for.take(), root, me);
        tree.fit(extent);
        if tree.node(0).state == State::Fresh {
            tree.expand(0, root, Node::Decision(me), me);
        }
        room.payoffs.resize(usize::from(root.facts().seats), 0.0);
        let walker = walker.get_or_insert_with(|| root.clone());
        Search { settings, tree, path, walker, room, root, tally }
    }
}

impl<P: Position> Search<'_, P> {
    /// Iterates until the root is proven, the search is over, or all that `pool` grants is done; tells
    /// the first who listens of every walk before it is backed up, by its number, the second after.
    fn grow(
        &mut self,
        stream: &mut Stream,
        pool: &Pool,
        (mut seen, mut each): (impl FnMut(&Self, u64), impl FnMut(&Self, Grown)),
    ) -> Grown {
        let mut grown = Grown::default();
        let mut granted = pool.take();
        while 0 < granted {
            // Playouts take long: the clock is read before each. One is always begun.
            let is_over = 0 < grown.iterations && self.tally.is_over();
            let number = grown.iterations + 1;
            if self.tree.node(0).proven
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

    /// Walks once down the tree and beyond, and has the walk `seen` before it is backed up; `false` if
    /// it was stopped on the way, and nothing came of it.
    fn iterate(&mut self, stream: &mut Stream, seen: impl FnOnce(&Self)) -> bool {
        let settings = self.settings;
        self.walker.clone_from(self.root);
        self.path.clear();
        self.path.push(0);
        self.room.played.clear();
        let mut at = 0;
        // 1. Walk down to a node that has no moves yet, or needs none.
        let is_news = loop {
            let node = *self.tree.node(at);
            if node.proven {
                let seat = self.tree.node(self.parent()).seat;
                let sum = settings.proofs.expect("only where the two payoffs have a known sum");
                self.room.payoffs[seat.index()] = node.mean;
                self.room.payoffs[seat.opponent().index()] = sum - node.mean;
                break false;
            }
            match node.state {
                State::Decision | State::Narrow => at = self.tree.select(at, &settings.selection),
                State::Chance => {
                    let outcome = self.walker.draw_move(stream);
                    let Some(child) = self.tree.outcome(at, outcome) else {
                        // There is no room: the tree ends here.
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
                        // 2. A new node is played out; one that is seen again gets its moves.
                        kind if node.visits != 0 && self.tree.expand(at, self.walker, kind, me) => {
                            continue;
                        }
                        _ => {
                            if !self.play_out(stream) {
                                return false;
                            }
                            break false;
                        }
                    }
                }
            }
            self.walker.play(self.tree.node(at).m);
            self.path.push(at);
        };
        seen(self);
        // 3. Back the payoffs up.
        self.tree.back_up(self.path, &self.room.payoffs);
        if settings.extent.rave {
            self.tree.back_up_rave(self.path, &self.room.payoffs, &mut self.room.played);
        }
        // 4. What the end of a play proves further up.
        if is_news && let Some(sum) = settings.proofs {
            self.tree.prove(self.path, &self.room.payoffs, sum);
        }
        true
    }

    /// Plays on from where the walk is; `false` if it was stopped on the way.
    #[inline]
    fn play_out(&mut self, stream: &mut Stream) -> bool {
        let Mcts { playout, scale, extent, .. } = self.settings;
        if self.walker.node() == Node::Terminal {
            self.room.take_payoffs(self.walker, *scale);
            return true;
        }
        playout.run(self.walker, self.room, stream, *scale, extent.rave, self.tally)
    }

    /// The last node but one of the walk.
    fn parent(&self) -> u32 {
        self.path[self.path.len().saturating_sub(2)]
    }

    fn decide(&self, nodes: u64, depth: u32, explain: bool) -> Decision<P::Move> {
        let best = self.best_child(0);
        let worth = |index: u32| self.settings.scale.payoff(self.tree.node(index).mean);
        let is_seen = self.tree.node(best).visits != 0;
        let is_sure = self.tree.node(best).proven;
        let mut decision = Decision::just(self.tree.node(best).m)
            .with_value(is_seen.then(|| worth(best)))
            .with_bound(if is_seen && !is_sure { Bound::Sample } else { Bound::Exact })
            .with_depth(is_seen.then_some(depth))
            .with_nodes(nodes);
        if explain && is_seen {
            let seen = self.tree.all_children(0).into_iter();
            let seen = seen.filter(|&child| self.tree.node(child).visits != 0);
            decision.moves = seen
                .map(|child| {
                    let node = self.tree.node(child);
                    if node.proven {
                        RootMove::new(node.m, worth(child), Bound::Exact)
                    } else {
                        RootMove::sample(node.m, worth(child), u64::from(node.visits))
                            .with_bound(self.tree.bound(0, child, &self.settings.selection))
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

    /// The move to play at a node that has moves: a proven win, else not a proven loss, else by
    /// visits or value.
    fn best_child(&self, at: u32) -> u32 {
        let sure = self.tree.node(at).proven.then(|| self.tree.value_to(at));
        let rank = |index: u32| {
            let node = self.tree.node(index);
            let certain = match node.proven {
                true if sure == Some(node.mean) => 1,
                true if node.mean <= 0.0 => -1,
                _ => 0,
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
