//! Monte Carlo tree search: a tree that grows where playouts are promising.
//!
//! One iteration walks down the tree by upper confidence bounds, adds a node, plays from there to
//! the end at random, and backs the payoffs up. Each node stores the mean payoff of the seat that
//! chose it, so every seat maximises its own payoff, whatever their number.

mod experience;
mod paid;
mod playout;
mod pool;
mod promise;
mod reuse;
mod roots;
pub(crate) mod scale;
mod search;
mod select;
mod settings;
mod telling;
mod tree;

use agon_core::{
    Algorithm, AnyMove, AnyPosition, Decision, Habits, Move, OptionSpec, Options, PlayerPlugin, Position, Seed,
    SetupError, Turn, inventory,
};

use crate::{
    alpha_beta::TIME,
    crew::{THREADS, together},
    mcts::{
        experience::{EARLIEST, LONGEST},
        pool::Pool,
        search::{Grower, Grown, Sampling},
        settings::{ALL_FIRST, MctsSettings},
        telling::{Firsts, Teller, tell_iteration},
        tree::Extent,
    },
    node_budget::NodeBudget,
    search_frame::{Watch, chooses_by_search},
};

/// Monte Carlo tree search by upper confidence bounds, for any number of seats.
pub struct Mcts(MctsSettings);

/// The memory between moves: working room, and the tree if the options say so.
pub struct MctsMemory<P: Position> {
    own: Grower<P>,
    /// The trees of the other threads.
    others: Vec<Grower<P>>,
    /// The numbers of first iterations, for observers.
    firsts: Firsts,
}

impl<P: Position> Default for MctsMemory<P> {
    fn default() -> Self {
        MctsMemory { own: Grower::default(), others: Vec::new(), firsts: Firsts::default() }
    }
}

impl Algorithm for Mcts {
    const NAME: &'static str = "mcts";
    const ALIASES: &'static [&'static str] = &["uct"];
    const SUMMARY: &'static str = "Monte Carlo tree search (UCT), for any game at all";
    const HELP: &'static str = "Each iteration walks down the tree by the largest w/n + \
        C sqrt(ln t / n), where w/n is the mean payoff of the seat to move, scaled to 0..1 by the \
        game's bounds, n the visits of the move and t those of its parent. Every move is tried \
        once, in the game's order, before any is tried again. A node gets its moves at its second \
        visit. Chance draws its outcomes by weight, in the tree and below; the tree has those that \
        were drawn. Any number of seats, \
        any payoffs.\n\nNodes are counted as one for the root and one for each iteration; what a \
        playout passes through is not counted. With proofs (two seats of constant sum) nodes \
        whose value is certain are not played out again, moves that are sure to lose are left \
        alone, and the search ends when the root is proven.\n\nWith rave=k it counts as well how \
        moves fared when they were played later on, with the weight sqrt(k / (3n + k)). With \
        reuse=true the part of \
        the tree below the moves played is kept from turn to turn, and a move depends on the \
        turns before. With fpu=x a move that was never tried counts as the mean of those that were, \
        plus x, on the scale 0..1. With priors=c the term is c p sqrt(t) / (1 + n) instead, where p \
        is the share of the move by its place in the order of the game's hints, and fpu is 0 \
        unless it is given (PUCT). That is strong where the hints are good, as at amoba, breakthrough, \
        hex and othello. With promise=estimates p is the share of exp(v / temperature) instead, where v is \
        what the heuristic says of the position after the move, on the scale 0..1. With \
        widening=k a node looks at the k sqrt(t) moves that promise most.\n\nWith estimate=w the value \
        of a new position is w times what the heuristic says of it, and 1 - w times what its playout \
        paid; with estimate=1 nothing is played out. Dice are thrown before anything is estimated. With a \
        heuristic that was learned, both together are strong: estimate=0.5, priors=1, \
        promise=estimates. With playout=policy moves below the tree are drawn as the game's own \
        policy draws them, where it has one: at go no own eye is filled, and the last move is \
        answered.\n\nWith grams=n playouts go by averages: but for a share epsilon, a move below the \
        tree is the one that fared best in the plays so far, by the mean of what its seat got, \
        scaled to 0..1: wherever that seat played it (MAST, n = 1), where it followed the same move, \
        and where it followed the same two (NST, n = 2 and 3). Of these means those of sequences count from \
        seven visits on, each as much as another; a move that was never played counts as 1, and any of equals is \
        played. The share epsilon is drawn as playout says, uniform or policy.\n\nWith replies=n a \
        playout first looks for the reply by which the seat to act got more than it usually does \
        when the last two moves were the same, or else the last one; a reply by which it gets less is \
        forgotten (LGRF). Both learn from all moves of a play from the root on, pass over \
        what chance draws, and know nothing of the game; a table is full with 786432 sequences, and adds no \
        others. All is forgotten from turn to turn, but with keep=x averages keep that share of their visits, \
        and a move depends on the turns before, as with reuse. Each thread learns by itself.\n\nWith \
        relevant=true the tree has only the moves that the game calls relevant, and where it leaves \
        some out only wins are proven. When the tree is full (tree=N) it grows no further: it is \
        walked as before, and plays go on at random from where it ends. With threads=N each of N \
        threads grows a tree of its own, with its share of the iterations and of the nodes, and \
        the visits of the moves at the root are added up. Whoever is watched grows one alone. \
        Sources: L. Kocsis and C. \
        Szepesvari, Bandit based Monte-Carlo planning (2006); S. Gelly and Y. Wang, Exploration \
        exploitation in Go (2006); R. Coulom, Computing Elo ratings of move patterns in the game of \
        Go (2007); S. Gelly and D. Silver, Combining \
        online and offline knowledge in UCT (2007); M. Winands, Y. Bjornsson and J.-T. Saito, \
        Monte-Carlo tree search solver (2008); G. Chaslot, M. Winands and J. van den Herik, Parallel \
        Monte-Carlo tree search (2008); H. Finnsson and Y. Bjornsson, Simulation-based approach \
        to general game playing (2008); P. Drake, The last-good-reply policy for Monte-Carlo Go \
        (2009); H. Baier and P. Drake, The power of forgetting (2010); C. D. Rosin, Multi-armed \
        bandits with episode context (2011); M. Tak, M. Winands and Y. Bjornsson, N-grams and the \
        last-good-reply policy applied in general game playing (2012); D. Silver and others, \
        Mastering the game of Go with deep neural networks and tree search \
        (2016), and without human knowledge (2017).";
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
            &["uniform", "policy", "greedy"],
            "uniform",
            "how moves are chosen below the tree: any, as the game's policy draws, or the best by estimate",
        ),
        OptionSpec::real(
            "epsilon",
            0.0..=1.0,
            "0.1",
            "how often a playout that is greedy or goes by averages plays any move",
        ),
        OptionSpec::whole(
            "grams",
            0..=LONGEST as u64,
            "0",
            "n: playouts play what fared best, moves alone (1, MAST) or sequences of up to n (2 or 3, \
             NST); 0 is without",
        ),
        OptionSpec::whole(
            "replies",
            0..=EARLIEST as u64,
            "0",
            "n: playouts repeat good replies to the last n moves, or to fewer (LGRF); 0 is without",
        ),
        OptionSpec::real(
            "keep",
            0.0..=1.0,
            "0",
            "how much of the visits of averages is kept from turn to turn; 0 forgets all, replies too",
        ),
        OptionSpec::limit(
            "plies",
            0..=1_000_000,
            "unlimited",
            "plies of a playout, after which the position is estimated",
        ),
        agon_core::Estimator::OPTION,
        OptionSpec::real(
            "estimate",
            0.0..=1.0,
            "0",
            "what the heuristic weighs beside the playout of a new position; 1 is without playouts",
        ),
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
        OptionSpec::real("priors", 0.0..=1000.0, "0", "what moves' promises weigh; 0 is without"),
        OptionSpec::choice(
            "promise",
            &["hints", "estimates"],
            "hints",
            "what moves promise by: the game's hints, or estimates of the positions after them",
        ),
        OptionSpec::real("temperature", 1e-6..=1000.0, "0.1", "the greater, the less priors by estimates differ"),
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
            "nodes of the tree at most; 32 bytes each, 4 more with proofs, 16 with rave, 4 with \
             priors, 4 with chance",
        ),
        TIME,
        THREADS,
    ];
    type Memory<P: Position> = MctsMemory<P>;

    fn configure(options: &Options, game: &AnyPosition) -> Result<Self, SetupError> {
        MctsSettings::of(Self::NAME, options, game).map(Mcts)
    }

    chooses_by_search!();

    fn habits(&self) -> Habits {
        let is_timed = self.0.time.is_some();
        Habits::NONE.with_random(true).with_clock(is_timed).with_threads(1 < self.0.threads)
    }

    fn memory(&self) -> u64 {
        // Every second iteration opens a node, and the number of moves varies during a game.
        let nodes = self.0.iterations.saturating_mul(self.0.width.max(2)) / 2;
        let tree = nodes.min(self.0.extent.most as u64).saturating_mul(self.0.extent.bytes());
        // Each thread learns by itself.
        let threads = self.0.threads as u64;
        let moves = (self.0.iterations / threads).saturating_mul(self.0.plies);
        let lessons = self.0.playout.lessons;
        tree.saturating_add(threads.saturating_mul(lessons.bytes(moves)))
    }
}

/// The number of plays after which a listener first hears of them; then at each doubling.
const FIRST_WORD: u64 = 256;

impl Mcts {
    fn search<P: Position, O: Watch>(
        &self,
        memory: &mut MctsMemory<P>,
        position: &P,
        turn: &mut Turn<'_>,
        mut watch: O,
    ) -> Decision<P::Move> {
        let iterations = match turn.budget.nodes {
            Some(nodes) => self.0.iterations.min(nodes.saturating_sub(1)),
            None => self.0.iterations,
        };
        let MctsMemory { own, others, firsts } = memory;
        let threads = if O::ON { 1 } else { self.0.threads };
        let mut root = position.clone();
        self.0.playout.announce(&mut root);
        // Each tree, however small, has room for the moves at the root.
        let most = (self.0.extent.most / threads).max(1 + position.count());
        let extent = Extent { most, ..self.0.extent };
        let pool = &Pool::new(iterations, threads);
        let node_budget = NodeBudget::new(turn, None).by(turn.clock, self.0.time);
        let (node_budget, _) = node_budget.among(0, &pool.halt);
        let (seat, listener) = (turn.seat, turn.listener);
        if O::ON {
            *firsts = Firsts::default();
        }
        let mut search = own.search(&self.0, &root, seat, extent, &node_budget);
        search.room.tells = O::ON;
        let each = |search: &Sampling<'_, P>, grown: Grown| {
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
            let seen = |search: &Sampling<'_, P>, number| {
                if O::ON {
                    let how = &self.0.selection;
                    let (payoffs, end) = (search.payoffs(), search.room.end);
                    let walk = (number, search.path.as_slice(), search.room.told());
                    let came = (payoffs.as_slice(), end);
                    tell_iteration(search.tree, how, walk, came, &mut watch);
                }
            };
            grown = search.grow(turn.stream, pool, (seen, each));
        } else {
            others.resize_with(threads - 1, Grower::default);
            let seed = Seed(turn.stream.bits());
            let stop = turn.stop;
            let helpers = (0..).zip(others.iter_mut()).map(|(number, other)| {
                let root = &root;
                move || {
                    let node_budget = NodeBudget::helping(u64::MAX, &pool.halt, stop);
                    let mut search = other.search(&self.0, root, seat, extent, &node_budget);
                    search.grow(
                        &mut seed.stream(number),
                        pool,
                        (|_: &Sampling<'_, P>, _| {}, |_: &Sampling<'_, P>, _| {}),
                    )
                }
            });
            let own = || search.grow(turn.stream, pool, (|_: &Sampling<'_, P>, _| {}, each));
            let reports;
            (grown, reports) = together(helpers, &pool.over, own);
            // A tree kept for the next search contains only its own observations.
            top = self.0.reuse.then(|| search.tree.top());
            for (report, other) in reports.into_iter().zip(others) {
                grown.iterations += report.iterations;
                grown.depth = grown.depth.max(report.depth);
                search.tree.add(&other.tree, self.0.scale);
                other.grown_for = self.0.reuse.then(|| root.clone());
            }
        }
        if O::ON {
            let MctsSettings { selection, scale, sum, ref playout, .. } = self.0;
            let (tree, is_estimate) = (&*search.tree, playout.is_estimate());
            let teller = Teller { tree, selection, scale, firsts, sum, is_estimate };
            teller.tell(&root, &mut watch);
        }
        let nodes = (1 + grown.iterations).min(turn.budget.nodes.unwrap_or(u64::MAX));
        let decision = search.decide(nodes, grown.depth, turn.explain);
        if let Some(top) = top {
            search.tree.put_back(&top);
        }
        own.grown_for = self.0.reuse.then_some(root);
        decision
    }
}

inventory::submit! { PlayerPlugin::of::<Mcts>() }
