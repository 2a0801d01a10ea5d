//! Expectimax: the best answer to a model of the other seats.
//!
//! At its own moves it maximises the expected payoff. Moves of the others are chance outcomes:
//! drawn uniformly, or as a given player chooses, or a mixture of both.

use agon_core::{
    Algorithm, AnyPosition, Belief, Bound, Estimator, Node, OptionSpec, Options, PlayerPlugin, Position, Seat,
    Sentence, SetupError, horizon::Window, inventory,
};

use crate::{
    depth,
    model::{Model, SeatedModel},
    search::{self, Spent},
    search_frame::{Ply, Watch, chooses_by_search},
    stack::{Room, Stack},
};

/// The best answer to a model of the others: their moves are outcomes of chance, drawn uniformly or as
/// a given player chooses.
pub struct Expectimax {
    depth: Option<u32>,
    estimator: Estimator,
    model: Model,
    trust: f64,
    /// A description of the model.
    words: Sentence,
}

/// The memory of expectimax between moves.
pub struct ExpectimaxMemory<P: Position> {
    stack: Stack<P>,
    /// The seated model, from the first move on.
    model: Option<SeatedModel>,
}

impl<P: Position> Default for ExpectimaxMemory<P> {
    fn default() -> Self {
        ExpectimaxMemory { stack: Stack::default(), model: None }
    }
}

impl Algorithm for Expectimax {
    const NAME: &'static str = "expectimax";
    const SUMMARY: &'static str = "the best answer to what the others are believed to do";
    const HELP: &'static str = "Own moves are chosen for the largest expected payoff; the moves \
        of the others, like dice, are chance. Without a model each of their moves is equally \
        likely. With opponent=P they play P's move with probability trust, and any move \
        otherwise: trust + (1 - trust) / n for P's move among n.\n\nP is asked at every position of \
        theirs within reach, with its own settings. The positions it looks at count as this \
        player's own, and a budget of nodes covers both. What random, mix and epsilon do is known \
        exactly, wherever they stand in the term. A player that draws while it searches is given a \
        stream of its own at every position, and so always chooses the same there.\n\nAny number of seats, any payoffs. The depth counts decisions, of every seat: dice \
        cost none, unless they follow other dice, and the heuristic is asked after them. \
        Source: D. Michie, Game-playing and game-learning automata (1966).";
    const OPTIONS: &'static [OptionSpec] = &[
        depth::option("2", "how many decisions to look ahead"),
        OptionSpec::player("opponent", "", "how the others are believed to choose"),
        OptionSpec::real("trust", 0.0..=1.0, "1", "how firmly that is believed"),
        Estimator::OPTION,
    ];
    type Memory<P: Position> = ExpectimaxMemory<P>;

    fn configure(options: &Options, game: &AnyPosition) -> Result<Self, SetupError> {
        let trust = options.real("trust");
        let words = match options.player("opponent") {
            Some(opponent) if trust < 1.0 => {
                let term = &opponent.term;
                Sentence::named(
                    "takes-others-partly",
                    "takes the others for {player} with probability {share}, otherwise uniform",
                )
                .with("player", &**term)
                .with("share", trust.to_string())
            }
            Some(opponent) => {
                Sentence::named("takes-others", "takes the others for {player}").with("player", &*opponent.term)
            }
            None => Sentence::named("takes-all-alike", "takes every move of the others for equally likely"),
        };
        Ok(Expectimax {
            words,
            depth: depth::read(Self::NAME, options, game, false)?,
            estimator: Estimator::of(options, game)?,
            model: Model::of(Self::NAME, options.player("opponent"), game)?,
            trust,
        })
    }

    chooses_by_search!(|player, memory, position, turn, watch| {
        let ExpectimaxMemory { stack, model } = memory;
        let model = model.get_or_insert_with(|| player.model.seat());
        let rule = ExpectimaxRule { trust: player.trust, model };
        let decision = ExpectimaxSearch::new(rule, &player.estimator, stack, position, turn, watch)
            .decide(player.depth, |search, depth, _| Ok((search.value(1, depth)?, Bound::Exact)));
        if turn.explain { decision.with_note(player.words.clone()) } else { decision }
    });

    fn memory(&self) -> u64 {
        self.model.memory()
    }
}

inventory::submit! { PlayerPlugin::of::<Expectimax>() }

/// The rule of this search.
struct ExpectimaxRule<'a> {
    trust: f64,
    model: &'a mut SeatedModel,
}

type ExpectimaxSearch<'a, P, O> = search::Search<'a, P, ExpectimaxRule<'a>, O>;

impl<P: Position, O: Watch> ExpectimaxSearch<'_, P, O> {
    /// The value of the position at `ply` to the seat that searches.
    fn value(&mut self, ply: usize, depth: u32) -> Result<f64, Spent> {
        let depth = self.enter(ply, depth, Window::FULL)?;
        let found = self.search(ply, depth);
        self.leave(ply, Window::FULL, found)
    }

    #[inline]
    fn search(&mut self, ply: usize, depth: u32) -> Result<f64, Spent> {
        let here = &self.stack.at(ply).here;
        match here.node() {
            Node::Terminal => return Ok(here.payoff(self.me)),
            Node::Chance => {
                if let Some(below) = self.stack.below_chance(ply, depth) {
                    let total = self.stack.list_outcomes(ply);
                    return self.mean(ply, total, |search| search.value(ply + 1, below));
                }
            }
            Node::Decision(seat) if 0 < depth && seat == self.me => {
                self.stack.list_moves(ply);
                let below = |search: &mut Self, _, _| search.value(ply + 1, depth - 1);
                return Ok(self.best(ply, true, Window::FULL, None, below)?.0);
            }
            Node::Decision(seat) if 0 < depth => return self.others(ply, depth, seat),
            Node::Decision(_) => {}
        }
        Ok(self.guess(ply))
    }

    /// The mean over the moves of `seat`, by their probabilities.
    fn others(&mut self, ply: usize, depth: u32, seat: Seat) -> Result<f64, Spent> {
        let node_budget = self.frame.node_budget;
        if node_budget.left() == Some(0) {
            return Err(Spent);
        }
        let count = self.stack.list_moves(ply);
        let ExpectimaxRule { trust, model } = &mut self.rule;
        let Ply { here, room: Room { moves, weights, .. } } = self.stack.at(ply);
        weights.clear();
        let total = if matches!(model, SeatedModel::Uniform) {
            weights.resize(count, 1.0);
            count as f64
        } else {
            weights.resize(count, (1.0 - *trust) / count as f64);
            let spent = model.add(here, seat, moves, *trust, &node_budget, weights);
            self.frame.node_budget.add(spent);
            1.0
        };
        if ply == 1 {
            self.believe(total);
        }
        self.mean(ply, total, |search| search.value(ply + 1, depth - 1))
    }

    /// Records the expected answers to the root's move, after which another seat acts.
    fn believe(&mut self, total: f64) {
        let Room { moves, weights, .. } = &self.stack.at(1).room;
        let believed = moves.iter().zip(weights).map(|(&m, weight)| (m, weight / total));
        let believed = believed.filter(|&(_, probability)| 0.0 < probability);
        self.beliefs.extend(believed.map(|(m, probability)| Belief { m, probability }));
    }
}
