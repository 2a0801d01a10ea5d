//! Monte Carlo tree search over information sets: each iteration redeals the hidden information.

use std::collections::BTreeMap;

use agon_core::{
    Algorithm, AnyMove, AnyPosition, Decision, Eye, Habits, Move, Node, Observer, OptionSpec, Options, PlayerPlugin,
    Plays, Position, Redeal, RootMove, Seat, SetupError, Turn, inventory,
};

use crate::{extensive::draw, mcts::scale::Scale, node_budget::NodeBudget};

/// Monte Carlo tree search over information sets.
pub struct Ismcts {
    iterations: u64,
    exploration: f64,
    /// Whether every seat has a separate tree, keyed by its view.
    is_many: bool,
    /// Whether the move is drawn in proportion to visits.
    draws: bool,
    scale: Scale,
}

/// The statistics of a move at an information set.
#[derive(Clone, Copy, Debug)]
struct TriedMove {
    code: u64,
    visits: u32,
    /// The number of iterations that came here in which it was legal.
    available: u32,
    /// The sum of the payoffs of the seat that plays it.
    sum: f64,
}

/// The memory of a search: tried moves, by the view of the seat to act.
#[derive(Debug)]
pub struct IsmctsMemory<P: Position> {
    known: BTreeMap<u64, Vec<TriedMove>>,
    /// The seats and moves of one iteration that are in the tree: key, place, seat.
    path: Vec<(u64, usize, Seat)>,
    moves: Vec<P::Move>,
    untried: Vec<P::Move>,
}

/// Hears of each redeal, with the first move played there and what the searching seat got.
type DealListener<'a, P> = Option<&'a mut dyn FnMut(&P, <P as Position>::Move, f64)>;

impl<P: Position> Default for IsmctsMemory<P> {
    fn default() -> Self {
        let (path, moves, untried) = (Vec::new(), Vec::new(), Vec::new());
        IsmctsMemory { known: BTreeMap::new(), path, moves, untried }
    }
}

impl Algorithm for Ismcts {
    const NAME: &'static str = "ismcts";
    const SUMMARY: &'static str = "Monte Carlo tree search over what the seats see (IS-MCTS)";
    const HELP: &'static str = "Each iteration redeals what is hidden, walks down the tree by the largest \
        w/n + C sqrt(ln a / n), and plays on at random. Here n counts how often a move was played, \
        w sums what its seat got, scaled to 0..1 by the game's bounds, and a counts how often the \
        move could be played when the walk came there. What is dealt differs, and with it what may \
        be played. A move that was \
        never tried ends the walk.\n\nWith tree=many each seat has a tree of its own, by what it sees \
        (MO-ISMCTS); with tree=single all plays are told apart by what the searching seat sees \
        (SO-ISMCTS). With choice=share the move is drawn in proportion to the visits. More iterations need \
        not make it harder to exploit: it is no equilibrium (Lisy, Lanctot and Bowling 2015).\n\nNodes are \
        counted as one for the root and one for each redeal. Where nothing is hidden it is UCT. Source: P. \
        Cowling, E. Powley and D. Whitehouse, Information set Monte Carlo tree search (2012).";
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::whole("iterations", 1..=1_000_000_000, "1000", "redeals for each move"),
        OptionSpec::real("exploration", 0.0..=1000.0, "0.7", "C: how much rarely tried moves are worth"),
        OptionSpec::choice("tree", &["many", "single"], "many", "a tree for every seat, or one"),
        OptionSpec::choice(
            "choice",
            &["visits", "share"],
            "visits",
            "the move with the most visits, or one drawn in proportion to them",
        ),
    ];
    const PLAYS: Plays = Plays::ANYTHING.with_hidden();
    type Memory<P: Position> = IsmctsMemory<P>;

    fn configure(options: &Options, game: &AnyPosition) -> Result<Self, SetupError> {
        Ok(Ismcts {
            iterations: options.whole("iterations"),
            exploration: options.real("exploration"),
            is_many: options.text("tree") == "many",
            draws: options.text("choice") == "share",
            scale: Scale::of(&game.facts()),
        })
    }

    fn choose<P: Position>(
        &self,
        memory: &mut IsmctsMemory<P>,
        position: &P,
        turn: &mut Turn<'_>,
    ) -> Decision<P::Move> {
        self.search(memory, position, turn, None)
    }

    fn choose_watched(
        &self,
        memory: &mut IsmctsMemory<AnyPosition>,
        position: &AnyPosition,
        turn: &mut Turn<'_>,
        observer: &mut dyn Observer,
    ) -> Decision<AnyMove> {
        let mut hear = |deal: &AnyPosition, m: AnyMove, payoff: f64| {
            observer.redealt(Redeal::new(deal, m, &[(m, payoff)]));
        };
        let is_hidden = position.facts().hidden;
        self.search(memory, position, turn, is_hidden.then_some(&mut hear))
    }

    fn habits(&self) -> Habits {
        Habits::NONE.with_random(true)
    }

    fn memory(&self) -> u64 {
        // A set with two moves or so, each iteration at most.
        self.iterations.saturating_mul(120)
    }
}

impl Ismcts {
    fn search<P: Position>(
        &self,
        memory: &mut IsmctsMemory<P>,
        position: &P,
        turn: &mut Turn<'_>,
        mut hear: DealListener<'_, P>,
    ) -> Decision<P::Move> {
        let iterations = match turn.budget.nodes {
            Some(nodes) => self.iterations.min(nodes.saturating_sub(1)),
            None => self.iterations,
        };
        memory.known.clear();
        let mut node_budget = NodeBudget::new(turn, None);
        node_budget.count();
        let mut made = 0;
        while made < iterations && node_budget.count() {
            let deal = position.redeal(turn.seat, turn.stream);
            let dealt = hear.is_some().then(|| deal.clone());
            let payoff = self.iterate(memory, deal, turn);
            made += 1;
            if let (Some(hear), Some(dealt)) = (&mut hear, dealt) {
                let (key, at, _) = memory.path[0];
                let first = P::Move::from_code(memory.known[&key][at].code);
                hear(&dealt, first.expect("it is one of the moves"), payoff);
            }
        }
        self.decide(memory, position, turn).with_nodes(1 + made)
    }

    /// The key of the information set that the walk is in.
    fn key<P: Position>(&self, here: &P, mover: Seat, searcher: Seat) -> u64 {
        let eye = if self.is_many { mover } else { searcher };
        here.view_key(Eye::Seat(eye)) ^ (u64::from(mover.0) << 56)
    }

    /// One walk from a redeal on, and the payoff of the searching seat.
    fn iterate<P: Position>(&self, memory: &mut IsmctsMemory<P>, mut here: P, turn: &mut Turn<'_>) -> f64 {
        let IsmctsMemory { known, path, moves, untried } = memory;
        path.clear();
        loop {
            let mover = match here.node() {
                Node::Terminal => break,
                Node::Chance => {
                    here.play(here.draw_move(turn.stream));
                    continue;
                }
                Node::Decision(mover) => mover,
            };
            let key = self.key(&here, mover, turn.seat);
            let tried = known.entry(key).or_default();
            here.moves(moves);
            untried.clear();
            let mut best = (f64::NEG_INFINITY, 0);
            for m in &*moves {
                let Some(at) = tried.iter().position(|tried| tried.code == m.code()) else {
                    untried.push(*m);
                    continue;
                };
                let it = &mut tried[at];
                it.available += 1;
                let visits = f64::from(it.visits);
                let wide = (libm::log(f64::from(it.available)) / visits).sqrt();
                let bound = self.scale.scaled(it.sum / visits) + self.exploration * wide;
                if best.0 < bound {
                    best = (bound, at);
                }
            }
            if untried.is_empty() {
                path.push((key, best.1, mover));
                let m = P::Move::from_code(tried[best.1].code);
                here.play(m.expect("it is one of the moves"));
                continue;
            }
            let m = untried[turn.stream.below(untried.len() as u32) as usize];
            tried.push(TriedMove { code: m.code(), visits: 0, available: 1, sum: 0.0 });
            path.push((key, tried.len() - 1, mover));
            here.play(m);
            here.playout(turn.stream);
            break;
        }
        for &(key, at, seat) in &*path {
            if let Some(tried) = known.get_mut(&key).and_then(|tried| tried.get_mut(at)) {
                tried.visits += 1;
                tried.sum += here.payoff(seat);
            }
        }
        here.payoff(turn.seat)
    }

    fn decide<P: Position>(&self, memory: &IsmctsMemory<P>, position: &P, turn: &mut Turn<'_>) -> Decision<P::Move> {
        let tried = memory.known.get(&self.key(position, turn.seat, turn.seat));
        let tried = tried.map_or(&[][..], Vec::as_slice);
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let known = |m: &P::Move| tried.iter().find(|tried| tried.code == m.code());
        let visits: Vec<u32> = moves.iter().map(|m| known(m).map_or(0, |it| it.visits)).collect();
        let total: u32 = visits.iter().sum();
        let shares: Vec<f64> = match total {
            0 => vec![1.0 / moves.len() as f64; moves.len()],
            total => visits.iter().map(|&visits| f64::from(visits) / f64::from(total)).collect(),
        };
        let most = visits.iter().max().copied().unwrap_or_default();
        let chosen = if self.draws {
            draw(&shares, turn.stream)
        } else {
            visits.iter().position(|&visits| visits == most).unwrap_or_default()
        };
        let mean = |it: &TriedMove| it.sum / f64::from(it.visits.max(1));
        let value = known(&moves[chosen]).map(mean);
        let mut decision = Decision::just(moves[chosen]).with_value(value);
        decision.bound = agon_core::Bound::Sample;
        if turn.explain {
            decision.pv = vec![moves[chosen]];
            for (index, &m) in moves.iter().enumerate() {
                let Some(it) = known(&m) else { continue };
                let sample = RootMove::sample(m, mean(it), it.visits.into());
                let is_drawn = self.draws;
                let told = if is_drawn { sample.drawn(shares[index]) } else { sample };
                decision.moves.push(told);
            }
        }
        decision
    }
}

inventory::submit! { PlayerPlugin::of::<Ismcts>() }
