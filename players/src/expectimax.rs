//! The best answer to what the others are believed to do.
//!
//! An own move is the one with the largest expected payoff. The moves of the others are outcomes
//! of chance: drawn uniformly, or as a given player chooses, or a mixture of the two.

use agon_core::{
    Algorithm, AnyPosition, Bound, Decision, Estimator, Node, OptionSpec, Options, PlayerPlugin,
    Position, RootMove, Seat, SetupError, Turn, inventory,
};

use crate::{
    found::{Found, answer},
    meter::{Meter, Spent, deepen},
    model::{Model, SeatedModel},
    stack::{Likeliest, Ply, Stack},
};

/// See the module.
pub struct Expectimax {
    depth: Option<u64>,
    estimator: Estimator,
    model: Model,
    trust: f64,
}

/// What expectimax keeps between moves.
pub struct Memory<P: Position> {
    stack: Stack<P>,
    /// The model at the table, from the first move on.
    model: Option<SeatedModel>,
}

impl<P: Position> Default for Memory<P> {
    fn default() -> Self {
        Memory { stack: Stack::default(), model: None }
    }
}

impl Algorithm for Expectimax {
    const NAME: &'static str = "expectimax";
    const SUMMARY: &'static str = "the best answer to what the others are believed to do";
    const HELP: &'static str = "Own moves are chosen for the largest expected payoff; the moves \
        of the others, like dice, are chance. Without a model each of their moves is equally \
        likely. With opponent=P they play P's move with probability trust, and any move \
        otherwise: trust + (1 - trust) / n for P's move among n. P is asked at every position of \
        theirs within reach, with its own settings; the positions it looks at count as this \
        player's own, and a budget of nodes covers both. random, mix and epsilon are known \
        exactly, wherever they stand in the term; a player that draws while it searches is given a \
        stream of its own at every position, and so always chooses the same there. Any number of seats, any payoffs. The depth counts decisions, of every seat: dice \
        cost none, unless they follow other dice, and the heuristic is asked after them. \
        Source: D. Michie, Game-playing and game-learning automata (1966).";
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::limit("depth", 1..=10_000, "2", "how many decisions to look ahead"),
        OptionSpec::player("opponent", "", "how the others are believed to choose"),
        OptionSpec::real("trust", 0.0..=1.0, "1", "how firmly that is believed"),
        Estimator::OPTION,
    ];
    type Memory<P: Position> = Memory<P>;

    fn configure(options: &Options, game: &AnyPosition) -> Result<Self, SetupError> {
        Ok(Expectimax {
            depth: options.limit("depth"),
            estimator: Estimator::of(options, game)?,
            model: Model::of(Self::NAME, options.player("opponent"), game)?,
            trust: options.real("trust"),
        })
    }

    fn choose<P: Position>(
        &self,
        memory: &mut Memory<P>,
        position: &P,
        turn: &mut Turn<'_>,
    ) -> Decision<P::Move> {
        let Memory { stack, model } = memory;
        let model = model.get_or_insert_with(|| self.model.seat());
        let mut meter = Meter::new(turn.budget);
        let found = deepen(self.depth, &mut meter, |depth, meter| {
            stack.start(position, &self.estimator);
            let settings = self;
            Search { settings, stack, model, meter, me: turn.seat, explain: turn.explain }
                .root(depth)
        });
        answer(found, position, &meter)
    }
}

inventory::submit! { PlayerPlugin::of::<Expectimax>() }

struct Search<'a, P: Position> {
    settings: &'a Expectimax,
    stack: &'a mut Stack<P>,
    model: &'a mut SeatedModel,
    meter: &'a mut Meter,
    me: Seat,
    explain: bool,
}

impl<P: Position> Search<'_, P> {
    fn root(&mut self, depth: u32) -> Result<Found<P::Move>, Spent> {
        self.meter.look(depth)?;
        let count = self.stack.list_moves(0);
        let mut moves = Vec::new();
        let mut best: Option<(f64, usize)> = None;
        for index in 0..count {
            self.stack.descend(0, index);
            let value = self.value(1, depth - 1)?;
            if self.explain {
                moves.push(RootMove {
                    m: self.stack.at(0).moves[index],
                    value,
                    bound: Bound::Exact,
                });
            }
            if best.is_none_or(|(most, _)| most < value) {
                best = Some((value, index));
                if self.explain {
                    self.stack.extend_line(0, index);
                }
            }
        }
        let (value, index) = best.expect("a decision node has a move");
        let root = self.stack.at(0);
        let line = if self.explain { root.line.clone() } else { Vec::new() };
        Ok(Found { m: root.moves[index], value, line, moves })
    }

    /// What the position at `ply` is worth to the seat that asks.
    fn value(&mut self, ply: usize, depth: u32) -> Result<f64, Spent> {
        self.meter.look(depth)?;
        if self.explain {
            self.stack.at(ply).line.clear();
        }
        let position = &self.stack.at(ply).position;
        match position.node() {
            Node::Terminal => return Ok(position.payoff(self.me)),
            Node::Chance => {
                if let Some(below) = self.stack.below_chance(ply, depth) {
                    return self.chance(ply, below);
                }
            }
            Node::Decision(seat) if 0 < depth => {
                return if seat == self.me {
                    self.own(ply, depth)
                } else {
                    self.others(ply, depth, seat)
                };
            }
            Node::Decision(_) => {}
        }
        self.meter.meet_horizon();
        Ok(self.settings.estimator.estimate(&self.stack.at(ply).position, self.me))
    }

    fn own(&mut self, ply: usize, depth: u32) -> Result<f64, Spent> {
        let mut best: Option<f64> = None;
        for index in 0..self.stack.list_moves(ply) {
            self.stack.descend(ply, index);
            let value = self.value(ply + 1, depth - 1)?;
            if best.is_none_or(|most| most < value) {
                best = Some(value);
                if self.explain {
                    self.stack.extend_line(ply, index);
                }
            }
        }
        Ok(best.expect("a decision node has a move"))
    }

    fn others(&mut self, ply: usize, depth: u32, seat: Seat) -> Result<f64, Spent> {
        let budget = self.meter.left();
        if budget.nodes == Some(0) {
            return Err(Spent);
        }
        let count = self.stack.list_moves(ply);
        let trust = self.settings.trust;
        let Ply { position, moves, weights, .. } = self.stack.at(ply);
        weights.clear();
        if matches!(self.model, SeatedModel::Uniform) {
            weights.resize(count, 1.0);
            return self.expectation(ply, depth - 1, count as f64);
        }
        weights.resize(count, (1.0 - trust) / count as f64);
        let spent = self.model.add(position, seat, moves, trust, budget, weights);
        self.meter.add(spent);
        self.expectation(ply, depth - 1, 1.0)
    }

    fn chance(&mut self, ply: usize, depth: u32) -> Result<f64, Spent> {
        let total = self.stack.list_outcomes(ply);
        self.expectation(ply, depth, total)
    }

    /// The mean over the moves at `ply`, by their weights, which add up to `total`. What never
    /// happens is not looked at.
    fn expectation(&mut self, ply: usize, depth: u32, total: f64) -> Result<f64, Spent> {
        let (mut sum, mut follow) = (0.0, Likeliest::default());
        for index in 0..self.stack.at(ply).moves.len() {
            let weight = self.stack.at(ply).weights[index];
            if weight == 0.0 {
                continue;
            }
            self.stack.descend(ply, index);
            sum += weight * self.value(ply + 1, depth)?;
            if self.explain {
                self.stack.follow(&mut follow, ply, index, weight);
            }
        }
        self.stack.end_line(&follow, ply);
        Ok(sum / total)
    }
}
