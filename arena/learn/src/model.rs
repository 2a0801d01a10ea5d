//! A learned evaluation, as a search asks it.

use std::{
    cell::Cell,
    fs::File,
    io::{self, Read},
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use agon_arena::ask::{io_words, sha256};
use agon_core::{AnyPosition, Evaluate, GameModel, Glimpse, Seat, models};
use serde::Serialize;

use crate::{
    accumulator::Accumulator,
    layout::BoardLayout,
    model_file::{AboutModel, MOST_FILE, decode, encode},
    net::NetShape,
    network::Network,
};

/// Why a file is no model, or can't be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// The file system refuses.
    #[error("{path}: {}", io_words(.error))]
    Io {
        /// The file.
        path: String,
        /// The error of the system.
        error: io::Error,
    },
    /// It is not a model, or a damaged one.
    #[error("{path}: this is no learned evaluation: {why}")]
    NotOne {
        /// The file.
        path: String,
        /// The mistake.
        why: String,
    },
    /// It is another one than the term says.
    #[error("{path}: this is another file than the one of the term: its SHA-256 is {found}, not {expected}")]
    Another {
        /// The file.
        path: String,
        /// That of the file.
        found: String,
        /// That of the term.
        expected: String,
    },
    /// A text that should name one does not.
    #[error("{0}")]
    Term(String),
}

/// A learned evaluation.
#[derive(Clone)]
pub struct LearnedModel {
    pub(crate) about: AboutModel,
    pub(crate) network: Network,
    id: String,
    /// Another for every model of this process, but for copies.
    number: u64,
}

/// A weight, and what it is the weight of.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ModelWeight {
    /// The places of the tuple, or the feature.
    pub places: Vec<String>,
    /// The content of each of its squares; empty for a feature.
    pub states: Vec<u8>,
    /// Which of the sets of weights it is of.
    pub set: usize,
    /// The weight.
    pub weight: f32,
}

impl LearnedModel {
    /// The model of these weights, and its file; rounded if it is compact.
    pub(crate) fn of(mut about: AboutModel, mut network: Network) -> (LearnedModel, Vec<u8>) {
        let bytes = encode(&mut about, &mut network);
        (LearnedModel { about, network, id: sha256(&bytes), number: number() }, bytes)
    }

    /// Reads the file at `path`.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is not a whole model of this version.
    pub fn read(path: &Path) -> Result<LearnedModel, ModelError> {
        let name = || path.display().to_string();
        let io = |error| ModelError::Io { path: name(), error };
        let file = File::open(path).map_err(io)?;
        let about = file.metadata().map_err(io)?;
        let not_one = |why: String| ModelError::NotOne { path: name(), why };
        if !about.is_file() {
            return Err(not_one("it is no plain file".to_owned()));
        }
        if MOST_FILE < about.len() {
            return Err(not_one(format!("it has {} bytes, more than any", about.len())));
        }
        let mut bytes = Vec::new();
        file.take(MOST_FILE).read_to_end(&mut bytes).map_err(io)?;
        LearnedModel::decode(&bytes).map_err(not_one)
    }

    /// Reads a model from the bytes of its file.
    ///
    /// # Errors
    ///
    /// If they are not such a file: the mistake, as the end of a sentence.
    pub fn decode(bytes: &[u8]) -> Result<LearnedModel, String> {
        let (about, network) = decode(bytes)?;
        Ok(LearnedModel { about, network, id: sha256(bytes), number: number() })
    }

    /// The game's term that it was learned for.
    pub fn game(&self) -> &str {
        &self.about.game
    }

    /// How many games it was learned from.
    pub fn games(&self) -> u64 {
        self.about.games
    }

    /// How many of these others had played.
    pub fn read_games(&self) -> u64 {
        self.about.read
    }

    /// The seed of the rest.
    pub fn seed(&self) -> u64 {
        self.about.seed
    }

    /// The version of the program that learned it.
    pub fn version(&self) -> &str {
        &self.about.version
    }

    /// The SHA-256 of its weights alone, as the file has them: the same for every version of the program.
    pub fn weights_hash(&self) -> &str {
        &self.about.sha256
    }

    /// The unit of which the weights are whole multiples, if they are stored as bytes.
    pub fn step(&self) -> Option<f32> {
        self.about.step
    }

    /// How many weights it has, and how many of them are not zero.
    pub fn weights(&self) -> (usize, usize) {
        let used = self.network.weights.iter().filter(|&&weight| weight != 0.0).count();
        (self.network.weights.len(), used)
    }

    /// The tuples of places it looks at, by their names, those that share a table together; or the features. A net looks at each place by
    /// itself.
    pub fn patterns(&self) -> Vec<Vec<Vec<String>>> {
        if let Some(net) = self.network.net {
            return (0..net.places as u16).map(|at| vec![vec![self.place(at)]]).collect();
        }
        if self.network.sees_features() {
            return self.about.features.iter().map(|name| vec![vec![name.clone()]]).collect();
        }
        let named = |tuple: &Vec<u16>| tuple.iter().map(|&at| self.place(at)).collect();
        self.about.tuples.iter().map(|orbit| orbit.iter().map(named).collect()).collect()
    }

    /// The hidden units, if it is a net, and whether they correct the game's usual heuristic.
    pub fn net(&self) -> Option<(usize, bool)> {
        self.network.net.map(|net| (net.hidden, net.residual))
    }

    /// How many moves ahead self-play looked.
    pub fn depth(&self) -> u8 {
        self.about.depth
    }

    /// The `most` weights that are farthest from zero, the first of equals first. Of a net, which has no weight for a state of a place,
    /// by how much each changes the sum of a board that is empty, to a first approximation.
    pub fn heaviest(&self, most: usize) -> Vec<ModelWeight> {
        let effects = self.network.net.map(|net| {
            let sets = self.network.weights.chunks(net.size());
            sets.flat_map(|set| net.effects(set)).collect::<Vec<f32>>()
        });
        let weights = effects.as_ref().unwrap_or(&self.network.weights);
        let mut order: Vec<usize> = (0..weights.len()).filter(|&at| weights[at] != 0.0).collect();
        let by_size =
            |one: &usize, other: &usize| weights[*other].abs().total_cmp(&weights[*one].abs()).then(one.cmp(other));
        if most < order.len() {
            order.select_nth_unstable_by(most, by_size);
            order.truncate(most);
        }
        order.sort_unstable_by(by_size);
        let all = order.into_iter();
        match self.network.net {
            Some(net) => all.map(|at| self.effect(&net, at, weights[at])).collect(),
            None => all.map(|at| self.named(at)).collect(),
        }
    }

    /// What the state of a place does to a net, by its number in [`NetShape::effects`] of all sets.
    fn effect(&self, net: &NetShape, at: usize, weight: f32) -> ModelWeight {
        let number = net.places * (net.states - 1);
        let (set, column) = (at / number, at % number);
        let (place, state) = (column / (net.states - 1), column % (net.states - 1) + 1);
        let places = vec![self.place(place as u16)];
        ModelWeight { places, states: vec![state as u8], set, weight }
    }

    /// A weight by its index.
    fn named(&self, at: usize) -> ModelWeight {
        let (set, mut within) = (at / self.network.size, at % self.network.size);
        let weight = self.network.weights[at];
        if self.network.sees_features() {
            let name = self.about.features.get(within).cloned();
            let places = vec![name.unwrap_or_else(|| "(constant)".to_owned())];
            return ModelWeight { places, states: Vec::new(), set, weight };
        }
        let number = usize::from(self.about.layout.states);
        for orbit in &self.about.tuples {
            let size = number.pow(orbit[0].len() as u32);
            if size <= within {
                within -= size;
                continue;
            }
            let places = orbit[0].iter().map(|&place| self.place(place)).collect();
            let mut states = vec![0; orbit[0].len()];
            for state in states.iter_mut().rev() {
                *state = (within % number) as u8;
                within /= number;
            }
            return ModelWeight { places, states, set, weight };
        }
        unreachable!("every index is of a table")
    }

    /// The sum for a board. A search asks for many that are alike one after the other, on one thread.
    fn sum(&self, viewer: Seat, set: usize, states: &[u8], usual: f32) -> f32 {
        thread_local! {
            /// The model that was asked last, and what each viewer saw.
            static SUMS: Cell<(u64, Vec<Accumulator>)> = const { Cell::new((0, Vec::new())) };
        }
        let (number, mut sums) = SUMS.take();
        if number != self.number {
            sums.resize_with(self.about.layout.seats.into(), Accumulator::default);
            sums.iter_mut().for_each(Accumulator::forget);
        }
        let sum = match sums.get_mut(usize::from(viewer.0)) {
            Some(kept) => kept.sum(&self.network, set, states, usual),
            None => self.network.sum(set, states, usual),
        };
        SUMS.set((self.number, sums));
        sum
    }

    /// The name of a place; those beside the board have a number.
    fn place(&self, at: u16) -> String {
        let places = &self.about.layout.places;
        let named = places.get(usize::from(at)).cloned();
        named.unwrap_or_else(|| format!("+{}", usize::from(at) - places.len() + 1))
    }

    /// Makes it known to searches.
    pub fn register(self) {
        models::register(Arc::new(self));
    }
}

impl Evaluate for LearnedModel {
    fn id(&self) -> &str {
        &self.id
    }
    fn sees_features(&self) -> bool {
        self.network.sees_features()
    }
    fn sees_usual(&self) -> bool {
        self.network.is_residual()
    }
    #[inline]
    fn viewer(&self, on_turn: Seat, seat: Seat) -> Seat {
        self.network.layout.viewer(on_turn, seat)
    }
    fn value(&self, sight: Glimpse<'_>, seat: Seat) -> f64 {
        let layout = &self.network.layout;
        let viewer = layout.viewer(sight.on_turn, seat);
        let set = layout.set(sight.on_turn, viewer);
        let sum = if self.network.sees_features() {
            self.network.weigh(set, sight.features)
        } else {
            let is_asked = self.network.is_residual();
            let usual = if is_asked { self.network.usual_of(sight.usual) } else { 0.0 };
            self.sum(viewer, set, sight.states, usual)
        };
        self.network.payoff(sum, viewer, seat, sight.secured)
    }
}

impl GameModel for LearnedModel {
    fn fits(&self, game: &AnyPosition) -> Result<(), String> {
        let mine = &self.about.layout;
        if BoardLayout::of(game).as_ref() == Some(mine) {
            return Ok(());
        }
        Err(format!("is for {}", self.about.game))
    }
}

/// A number that no model had before; no model has zero.
fn number() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}
