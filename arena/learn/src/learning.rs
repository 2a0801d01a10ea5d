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
use agon_core::{AnyMove, AnyPosition, NamedGame, Position, STACK_SIZE, Seed, registry};

use crate::{
    layout::{Board, BoardLayout},
    model::LearnedModel,
    model_file::{AboutModel, MOST_WEIGHTS, about},
    network::Network,
    patterns::orbits,
    self_play::{SelfPlay, SelfPlayManner},
};

/// The number of games played with the same weights.
pub(crate) const GENERATION: u64 = 16;

/// The stream that patterns are drawn from.
const PATTERNS: u64 = (1 << 48) + 1;

/// A request for learning: the game, the seed and the kind of model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearningSpec {
    /// The game's term.
    pub game: String,
    /// The seed of everything.
    pub seed: u64,
    /// The kind of model.
    pub kind: ModelKind,
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
    /// For each weight, the sum of its changes and the sum of their absolute values.
    pub(crate) trends: Vec<[f32; 2]>,
    /// For each named weight, its mean over the games so far, with more weight on later games; empty for tables.
    pub(crate) means: Vec<f32>,
    /// For each feature, the factor that makes its size comparable with the others.
    scales: Vec<f32>,
    rates: Rates,
    room: Vec<SelfPlay>,
}

/// The rates of learning, and the manner of self-play.
#[derive(Clone, Copy, Debug)]
struct Rates {
    /// The part of an error that is corrected.
    alpha: f32,
    /// The weight λ of later positions, beside the next one.
    lambda: f32,
    manner: SelfPlayManner,
}

impl Rates {
    fn of(network: &Network) -> Rates {
        // Features are often larger for the seat that has just moved, and differ from ply to ply for no other reason: so
        // named weights learn only from the payoff at the end of a game, never from their own estimates, which might
        // have the wrong sign and confirm it. They are few, so slow learning suffices.
        if network.is_named() {
            return Rates { alpha: 0.2, lambda: 1.0, manner: SelfPlayManner { explores: 10 } };
        }
        if !network.is_curved() {
            return Rates { alpha: 1.0, lambda: 0.3, manner: SelfPlayManner { explores: 0 } };
        }
        Rates { alpha: 0.8, lambda: 0.6, manner: SelfPlayManner { explores: 10 } }
    }
}

impl Learning {
    /// Looks up the game, and draws its patterns.
    ///
    /// # Errors
    ///
    /// If there is no such game, it has hidden information, or it has neither places nor features.
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
            ModelKind::Tables | ModelKind::Compact => {
                let layout = BoardLayout::of(&game.start).ok_or_else(|| {
                    wrong("the game says neither what lies on its places nor what its features are")
                })?;
                tables(&game.start, layout, spec.seed)
                    .ok_or_else(|| wrong("its board is too large to be learned"))?
            }
        };
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
        about.step = (spec.kind == ModelKind::Compact).then_some(1.0);
        Ok(Learning {
            about,
            trends: vec![[0.0; 2]; network.weights.len()],
            means: if network.is_named() { vec![0.0; network.size] } else { Vec::new() },
            rates: Rates::of(&network),
            scales,
            network,
            game,
            room: Vec::new(),
        })
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

    /// How many weights there are, and how many a position has to do with.
    pub fn size(&self) -> (usize, usize) {
        (self.network.weights.len(), self.network.active())
    }

    /// Plays the next generation on `threads` threads, up to `most` games in all, and learns from
    /// it. Says whether it did: asked to stop by `stop`, it leaves everything as it was.
    pub fn generation(
        &mut self,
        threads: usize,
        most: u64,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> bool {
        let first = self.about.games;
        let count = GENERATION.min(most.saturating_sub(first));
        if count == 0 || stop() {
            return false;
        }
        self.room.resize_with(GENERATION as usize, SelfPlay::default);
        let (network, start) = (&self.network, &self.game.start);
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

    /// Learns from one game.
    fn learn_from(&mut self, game: &SelfPlay) {
        for view in 0..self.network.views() {
            self.learn(game, view);
        }
        self.about.games += 1;
        // Every game counts by its number: O. Shamir and T. Zhang, *Stochastic Gradient Descent for Non-smooth Optimization*,
        // 2013.
        let part = 2.0 / (self.about.games + 1) as f32;
        for (mean, weight) in self.means.iter_mut().zip(&self.network.weights) {
            *mean += part * (weight - *mean);
        }
    }

    /// Learns from one game what positions are worth in one of the views, from its end to its beginning.
    fn learn(&mut self, game: &SelfPlay, view: usize) {
        let Rates { alpha, lambda, .. } = self.rates;
        let is_curved = self.network.is_curved();
        let active = self.network.active();
        // The targets from the plies after the current step: the return of all of them, and the value of the
        // next position.
        let both = |value: f32| (value, value);
        let best = |instead: Option<usize>| instead.map(|at| both(game.instead[at + view]));
        let mut after = best(game.last).or(game.paid.get(view).copied().map(both));
        for step in game.steps.iter().rev() {
            let at = step.from + view;
            let (slots, base) = (at * active, game.bases[at]);
            let sum = if self.network.sees_features() {
                let features = &game.features[slots..slots + active];
                let weights = &self.network.weights[base..base + active];
                features.iter().zip(weights).fold(0.0, |sum, (x, weight)| sum + x * weight)
            } else {
                self.network.sum_of(&game.indices[slots..slots + active])
            };
            let own = self.network.value(sum);
            let secured = game.secured[at];
            // The value in common terms: for the first seat, including the payoff already certain.
            let value = if is_curved { step.sign * own } else { secured + own };
            if let Some((whole, next)) = after {
                let target = lambda * whole + (1.0 - lambda) * next;
                let target = if is_curved { target * step.sign } else { target - secured };
                let slope = self.network.slope(own);
                let change = (target - own) * slope;
                if self.network.sees_features() {
                    let features = &game.features[slots..slots + active];
                    self.correct_features(base, features, alpha * change);
                } else {
                    let indices = &game.indices[slots..slots + active];
                    self.correct(indices, alpha / active as f32, change);
                }
            }
            let whole = after.map_or(value, |(whole, next)| lambda * whole + (1.0 - lambda) * next);
            after = best(step.instead).or(Some((whole, value)));
        }
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

    /// Changes the weights of tuples.
    fn correct(&mut self, indices: &[u32], rate: f32, change: f32) {
        for &index in indices {
            let index = index as usize;
            correct_one(&mut self.network.weights[index], &mut self.trends[index], rate, change);
        }
    }

    /// Changes the weights of features, each in proportion to its feature.
    fn correct_features(&mut self, base: usize, features: &[f32], change: f32) {
        let all = features.iter().zip(&self.scales);
        let square = all.clone().fold(1e-6, |sum, (x, scale)| sum + x * x * scale);
        for (number, (&feature, scale)) in all.enumerate() {
            let index = base + number;
            let part = change * feature * scale / square;
            correct_one(&mut self.network.weights[index], &mut self.trends[index], 0.1, part);
        }
    }

    /// The model learned so far, and its file; `None` for named weights, which have no file.
    pub fn model(&self) -> Option<(LearnedModel, Vec<u8>)> {
        (!self.network.is_named())
            .then(|| LearnedModel::of(self.about.clone(), self.network.clone()))
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
    let found = if layout.features == 0 {
        orbits(&Board::of(start, &layout), layout.states, &mut stream)
    } else {
        Vec::new()
    };
    Network::new(layout, found, MOST_WEIGHTS)
}

/// The games with features that can be weighed.
fn weighed_games() -> Vec<&'static str> {
    let open = |name: &&'static str| {
        registry::game(name)
            .is_ok_and(|game| !game.start.facts().hidden && !game.start.features().is_empty())
    };
    registry::games().keys().copied().filter(open).collect()
}

/// Changes a weight at its own rate: the less, the more its changes have been up and down.
#[inline]
fn correct_one(weight: &mut f32, [sum, size]: &mut [f32; 2], rate: f32, change: f32) {
    let coherence = if *size == 0.0 { 1.0 } else { sum.abs() / *size };
    *weight += rate * coherence * change;
    *sum += change;
    *size += change.abs();
}
