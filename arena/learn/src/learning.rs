//! Learning by temporal differences from games of self-play.
//!
//! Games are played in generations, all games of one with the same weights; then the
//! weights are updated game by game, in the order of their numbers, with the values they have by
//! then. So the result does not depend on the number of threads, or on which of them played a game.
//!
//! The method is TD(λ) of positions after a move (R. S. Sutton, *Learning to Predict by the Methods of
//! Temporal Differences*, 1988; backwards over the finished game, as R. S. Sutton and A. G. Barto's book has λ-returns), which ends a
//! trace where another than the best move was played (C. Watkins, *Learning from Delayed Rewards*, 1989). Each weight has a
//! rate of its own, temporal coherence: D. F. Beal and M. C. Smith, *Temporal Coherence and Prediction
//! Decay in TD Learning*, 1999. For n-tuples: M. Thill, P. Koch and W. Konen, *Reinforcement Learning with
//! N-tuples on the Game Connect-4*, 2012.

use std::thread;

use agon_arena::{
    plan::learning_stream,
    tune::{feature_spreads, rounded, weights_term},
};
use agon_core::{AnyMove, AnyPosition, Featured, NamedGame, Position, STACK_SIZE, Seed, registry};

use crate::{
    best::KeptBest,
    layout::{Board, BoardLayout},
    model::LearnedModel,
    model_file::{AboutModel, MOST_WEIGHTS, about, round_net},
    net::UnitSums,
    network::Network,
    patterns::orbits,
    self_play::{SelfPlay, SelfPlayManner},
};

/// The number of games played with the same weights.
pub(crate) const GENERATION: u64 = 16;

/// The stream that patterns are drawn from.
const PATTERNS: u64 = (1 << 48) + 1;

/// The stream that the weights of a net are drawn from.
const NET: u64 = (1 << 48) + 2;

/// A request for learning: the game, the seed and the kind of model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearningSpec {
    /// The game's term.
    pub game: String,
    /// The seed of everything.
    pub seed: u64,
    /// The kind of model.
    pub kind: ModelKind,
    /// How many moves ahead self-play looks, at least 1. Beyond 1 two opposed seats are needed, and it learns also from what the
    /// searches find.
    pub depth: u8,
    /// Whether the best evaluation so far is the result, rather than the last one.
    pub keeps_best: bool,
}

impl LearningSpec {
    /// A request with the usual settings.
    pub fn new(game: impl Into<String>, seed: u64, kind: ModelKind) -> LearningSpec {
        LearningSpec { game: game.into(), seed, kind, depth: 1, keeps_best: false }
    }
}

/// The kind of model that is learned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ModelKind {
    /// Tables of patterns, or weights of features where there is no board: a file.
    #[default]
    Tables,
    /// One weight for each of the game's features: a term.
    Weights,
    /// Tables whose weights are rounded to a byte each when they are written: a small file.
    Compact,
    /// A net with one hidden layer: a file.
    Net {
        /// Its hidden units: a multiple of 8, from 8 to 256.
        hidden: u16,
        /// Whether it corrects the game's usual heuristic rather than judging by itself.
        residual: bool,
    },
}

/// Why nothing can be learned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct LearningError(pub(crate) String);

/// An evaluation that is learned.
pub struct Learning {
    pub(crate) game: NamedGame,
    pub(crate) about: AboutModel,
    pub(crate) network: Network,
    /// For each weight, the sum of its changes and the sum of their absolute values; empty for a net.
    pub(crate) trends: Vec<[f32; 2]>,
    /// For each named weight and each of a net, its mean over the games so far, with more weight on later games; empty for
    /// tables.
    pub(crate) means: Vec<f32>,
    /// For each feature, the factor that makes its size comparable with the others.
    pub(crate) scales: Vec<f32>,
    /// The sums of a net's hidden units, for the position that is learned.
    pub(crate) units: UnitSums,
    pub(crate) rates: Rates,
    /// The best evaluation so far, if it is kept.
    pub(crate) best: Option<KeptBest>,
    /// The file of the result, once that is another than the present evaluation.
    pub(crate) settled: Option<Vec<u8>>,
    room: Vec<SelfPlay>,
}

/// The rates of learning, and the manner of self-play.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rates {
    /// The part of an error that is corrected; in a net by the units.
    pub(crate) alpha: f32,
    /// The part of it that the columns of a net correct, for each hidden unit.
    pub(crate) inner: f32,
    /// The weight λ of later positions, beside the next one.
    pub(crate) lambda: f32,
    /// How much more later games count in a mean of weights: in proportion to their number to the power of one less than this.
    pub(crate) later: f32,
    manner: SelfPlayManner,
}

impl Rates {
    fn of(network: &Network, start: &AnyPosition, depth: u32) -> Rates {
        let rates = |alpha, lambda, explores| Rates {
            alpha,
            inner: 0.0,
            lambda,
            later: 2.0,
            manner: SelfPlayManner { explores, depth },
        };
        // Features are often larger for the seat that has just moved, and differ from ply to ply for no other reason: so
        // named weights learn only from the payoff at the end of a game, never from their own estimates, which might
        // have the wrong sign and confirm it. They are few, so slow learning suffices.
        if network.is_named() {
            return rates(0.2, 1.0, 10);
        }
        if !network.is_curved() {
            return rates(1.0, 0.3, 0);
        }
        if network.net.is_none() {
            return rates(0.8, 0.6, 10);
        }
        // Dice see to it that games differ.
        let explores = if start.facts().chance { 0 } else { 10 };
        Rates { inner: 0.2, later: 4.0, ..rates(0.02, 0.6, explores) }
    }
}

impl Learning {
    /// Looks up the game, and draws its patterns.
    ///
    /// # Errors
    ///
    /// If there is no such game, it has hidden information, it has neither places nor features, or the best of named weights is to
    /// be kept, of which there is no file.
    pub fn new(spec: &LearningSpec) -> Result<Learning, LearningError> {
        let game = registry::game(&spec.game).map_err(|error| LearningError(error.to_string()))?;
        let wrong = |why: &str| LearningError(format!("{}: {why}", game.term));
        if game.start.facts().hidden {
            return Err(wrong(
                "the game hides something, and an evaluation would have to look at it; accepted: games \
                 in which everybody sees everything",
            ));
        }
        let network = match spec.kind {
            ModelKind::Weights => {
                let layout = BoardLayout::of_features(&game.start).ok_or_else(|| {
                    wrong(&format!(
                        "the game declares no features to be weighed; those that do: {}",
                        weighed_games().join(", ")
                    ))
                })?;
                Network::named(layout)
            }
            ModelKind::Net { hidden, residual } => {
                if residual && game.start.heuristics().is_empty() {
                    return Err(wrong("the game has no usual heuristic that could be corrected"));
                }
                let layout = BoardLayout::of(&game.start)
                    .filter(|layout| layout.features == 0)
                    .ok_or_else(|| wrong("the game does not say what lies on its places, which a net looks at"))?;
                if !layout.is_curved() {
                    return Err(wrong(
                        "a net learns payoffs between bounds, and the one seat here has a sum of points; accepted: \
                         tables, compact",
                    ));
                }
                net(layout, (hidden.into(), residual), spec.seed)
                    .ok_or_else(|| wrong("its board is too large for a net of this size"))?
            }
            ModelKind::Tables | ModelKind::Compact => {
                let layout = BoardLayout::of(&game.start)
                    .ok_or_else(|| wrong("the game says neither what lies on its places nor what its features are"))?;
                tables(&game.start, layout, spec.seed).ok_or_else(|| wrong("its board is too large to be learned"))?
            }
        };
        if spec.keeps_best && network.is_named() {
            return Err(wrong("the best of named weights is not kept: they are learned within seconds"));
        }
        if 1 < spec.depth && (network.is_named() || !network.layout.opposed) {
            return Err(wrong(
                "its learning looks one move ahead; more of them want places on a board and two seats of which one gets \
                 what the other loses",
            ));
        }
        let scales = if network.is_named() {
            let spreads = feature_spreads(&game.start, Seed(spec.seed));
            spreads.iter().map(|spread| (1.0 / (spread * spread)) as f32).collect()
        } else {
            vec![1.0; network.active()]
        };
        let features = if network.sees_features() { game.start.features() } else { &[] };
        let features = features.iter().map(|feature| feature.name.to_owned()).collect();
        let mut about = about(game.term.clone(), features, &network, spec.seed);
        // Which step is the best is known when it is written.
        about.depth = spec.depth.max(1);
        about.step = (spec.kind == ModelKind::Compact).then_some(1.0);
        Ok(Learning {
            about,
            trends: vec![[0.0; 2]; if network.net.is_some() { 0 } else { network.weights.len() }],
            means: if network.is_named() || network.net.is_some() {
                vec![0.0; network.weights.len()]
            } else {
                Vec::new()
            },
            rates: Rates::of(&network, &game.start, spec.depth.into()),
            scales,
            units: UnitSums::default(),
            network,
            game,
            best: spec.keeps_best.then(KeptBest::default),
            settled: None,
            room: Vec::new(),
        })
    }

    /// What is learned, but for the game and the seed, such as `tables` or `net(hidden=32, depth=2)`.
    pub(crate) fn settings(&self) -> String {
        let (about, net) = (&self.about, self.network.net);
        let kind = match (net, about.step) {
            (Some(_), _) => "net",
            (None, Some(_)) => "compact",
            (None, None) if self.network.is_named() => "weights",
            (None, None) => "tables",
        };
        let mut options = Vec::new();
        if let Some(net) = net {
            options.push(format!("hidden={}", net.hidden));
        }
        if about.residual {
            options.push("residual=true".to_owned());
        }
        if about.depth != 1 {
            options.push(format!("depth={}", about.depth));
        }
        if self.best.is_some() {
            options.push("keep=best".to_owned());
        }
        if about.read != 0 {
            options.push(format!("read={}", about.read));
        }
        if options.is_empty() { kind.to_owned() } else { format!("{kind}({})", options.join(", ")) }
    }

    /// The game.
    pub fn game(&self) -> &NamedGame {
        &self.game
    }

    /// The seed of everything.
    pub fn seed(&self) -> u64 {
        self.about.seed
    }

    /// How many games it has learned from.
    pub fn games(&self) -> u64 {
        self.about.games
    }

    /// How many of these others had played.
    pub fn read_games(&self) -> u64 {
        self.about.read
    }

    /// How many weights there are, and how many a position has to do with, at most.
    pub fn size(&self) -> (usize, usize) {
        let active = match self.network.net {
            Some(net) => net.places * net.hidden + net.size() - net.constants(),
            None => self.network.active(),
        };
        (self.network.weights.len(), active)
    }

    /// Plays the next generation on `threads` threads, up to `most` games in all, and learns from
    /// it. Says whether it did: asked to stop by `stop`, it leaves everything as it was.
    pub fn generation(&mut self, threads: usize, most: u64, stop: &(dyn Fn() -> bool + Sync)) -> bool {
        let first = self.about.games;
        let count = GENERATION.min(most.saturating_sub(first));
        if count == 0 || stop() {
            return false;
        }
        self.room.resize_with(GENERATION as usize, SelfPlay::default);
        // Sums of whole numbers are exact, and so a net is faster.
        let rounded = self.network.net.map(|_| {
            let mut network = self.network.clone();
            round_net(&mut network);
            network
        });
        let (network, start) = (rounded.as_ref().unwrap_or(&self.network), &self.game.start);
        let (manner, seed) = (self.rates.manner, Seed(self.about.seed));
        let play = |(index, game): (usize, &mut SelfPlay)| {
            let mut stream = learning_stream(seed, first + index as u64);
            game.play(network, start, manner, &mut stream, stop)
        };
        let mut games = self.room[..count as usize].iter_mut().enumerate();
        let threads = threads.clamp(1, count as usize);
        let is_whole = if threads == 1 {
            games.all(play)
        } else {
            // The games of one thread are those with every so manieth number.
            let mut shares: Vec<Vec<(usize, &mut SelfPlay)>> = Vec::new();
            shares.resize_with(threads, Vec::new);
            for (index, game) in games {
                shares[index % threads].push((index, game));
            }
            thread::scope(|scope| {
                let play = &play;
                let mut own = Vec::new();
                let mut others = Vec::new();
                for share in shares {
                    // If no thread can be started, its games are played here.
                    if others.len() + 1 == threads {
                        own.extend(share);
                        continue;
                    }
                    let thread = thread::Builder::new().stack_size(STACK_SIZE);
                    let work = move || share.into_iter().all(play);
                    others.push(thread.spawn_scoped(scope, work).expect("a thread can be started"));
                }
                let mine = own.into_iter().all(play);
                others.into_iter().fold(mine, |all, other| {
                    all & other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                })
            })
        };
        if !is_whole {
            return false;
        }
        let games = std::mem::take(&mut self.room);
        for game in &games[..count as usize] {
            self.learn_from(game);
        }
        self.room = games;
        true
    }

    /// Learns the values of positions from a game that others have played from `start`, by its `payoffs`. No seat chose
    /// the first `given` of its `moves`.
    pub fn take(&mut self, start: &AnyPosition, moves: &[AnyMove], given: usize, payoffs: &[f64]) {
        self.room.resize_with(GENERATION as usize, SelfPlay::default);
        let mut games = std::mem::take(&mut self.room);
        games[0].replay(&self.network, start, (moves, given), payoffs);
        self.learn_from(&games[0]);
        self.room = games;
        self.about.read += 1;
    }

    /// Checks that what was learned can be written and read again.
    ///
    /// # Errors
    ///
    /// If a weight has grown beyond all numbers.
    pub fn check(&self) -> Result<(), LearningError> {
        if self.network.weights.iter().chain(&self.means).all(|weight| weight.is_finite()) {
            return Ok(());
        }
        let Learning { game, about, .. } = self;
        Err(LearningError(format!(
            "{}: after {} games a weight is no number any more, and no file can have it; what was written \
             before stays as it is",
            game.term, about.games
        )))
    }

    /// The model learned so far, and its file; `None` for named weights, which have no file.
    pub fn model(&self) -> Option<(LearnedModel, Vec<u8>)> {
        if let Some(bytes) = &self.settled {
            let model = LearnedModel::decode(bytes).expect("it was written by this program");
            return Some((model, bytes.clone()));
        }
        (!self.network.is_named()).then(|| LearnedModel::of(self.about.clone(), self.learned()))
    }

    /// The network learned so far: a net has the means of its weights.
    pub(crate) fn learned(&self) -> Network {
        let mut network = self.network.clone();
        if network.net.is_some() {
            network.weights.clone_from(&self.means);
        }
        network
    }

    /// The named weights learned so far, to four significant digits, each with its feature; `None` for tables.
    pub fn weights(&self) -> Option<Vec<(&'static str, f64)>> {
        let features = self.game.start.features().iter();
        let weights = self.means.iter().map(|&weight| rounded(weight.into()));
        self.network.is_named().then(|| features.map(|feature| feature.name).zip(weights).collect())
    }

    /// The heuristic that goes by them: `weights(feature=…,…)`.
    pub fn weights_term(&self) -> Option<String> {
        self.weights().map(weights_term)
    }
}

/// Tables for a game that begins with `start`, of patterns drawn by the seed; `None` if they are too large.
fn tables(start: &AnyPosition, layout: BoardLayout, seed: u64) -> Option<Network> {
    let mut stream = learning_stream(Seed(seed), PATTERNS);
    let found =
        if layout.features == 0 { orbits(&Board::of(start, &layout), layout.states, &mut stream) } else { Vec::new() };
    Network::new(layout, found, MOST_WEIGHTS)
}

/// A net for a game, with weights drawn by the seed; `None` if it is too large.
fn net(layout: BoardLayout, size: (usize, bool), seed: u64) -> Option<Network> {
    let mut stream = learning_stream(Seed(seed), NET);
    let mut network = Network::net(layout, size, MOST_WEIGHTS)?;
    let shape = network.net?;
    for set in network.weights.chunks_mut(shape.size()) {
        shape.draw(set, &mut stream);
    }
    Some(network)
}

/// The games with features that can be weighed.
fn weighed_games() -> Vec<&'static str> {
    let open = |name: &&'static str| {
        registry::game(name).is_ok_and(|game| !game.start.facts().hidden && !game.start.features().is_empty())
    };
    registry::games().keys().copied().filter(open).collect()
}
