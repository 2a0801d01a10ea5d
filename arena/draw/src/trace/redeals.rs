//! The redeals of a search of hidden information: which of them it looked at, how often, and what it found there.

use std::collections::HashMap;

use agon_core::{AnyMove, Redeal, notation};
use serde::Serialize;

use crate::figure::plain;

/// Different redeals that are stored, at most: later ones are only counted.
const MOST_KEPT: usize = 5000;
/// Those that are listed, at most.
const MOST_LISTED: usize = 50;

/// The redeals that a search looked at.
#[derive(Clone, Debug, Default)]
pub struct Redeals {
    /// The number of redeals, each time it was drawn.
    total: u64,
    /// The different ones, in the order in which they came.
    all: Vec<TracedRedeal>,
    /// Where each of them stands, by its text.
    places: HashMap<String, usize>,
}

/// One redeal, and what the search found there.
#[derive(Clone, Debug)]
struct TracedRedeal {
    position: String,
    times: u64,
    moves: Vec<RedealtMove>,
}

/// What is known of a move at one redeal.
#[derive(Clone, Debug)]
struct RedealtMove {
    m: AnyMove,
    name: String,
    chosen: u64,
    known: u64,
    sum: f64,
}

/// The redeals of a search, as data.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RedealsData {
    /// How many were drawn.
    pub drawn: u64,
    /// How often one was drawn that is not listed.
    pub others: u64,
    /// The redeals drawn most often, at most 50; of equals the first that was drawn.
    pub listed: Vec<RedealData>,
}

/// A redeal, as data.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RedealData {
    /// The position: the seat to act cannot tell it from the one it was asked about.
    pub position: String,
    /// How often it was drawn.
    pub times: u64,
    /// The same as a share of all redeals, 0 to 1.
    pub share: f64,
    /// The moves that were chosen there or whose value is known there.
    pub moves: Vec<RedealtMoveData>,
}

/// What is known of a move at one redeal, as data.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RedealtMoveData {
    /// The move.
    #[serde(rename = "move")]
    pub m: String,
    /// How often it was chosen there.
    pub chosen: u64,
    /// The mean of its values there, to the seat to act; null if none is known.
    pub mean: Option<f64>,
}

impl Redeals {
    /// Adds a redeal that was looked at.
    pub(super) fn add(&mut self, redeal: Redeal<'_>) {
        self.total += 1;
        let text = redeal.position.to_string();
        let place = match self.places.get(&text) {
            Some(&place) => place,
            None if self.all.len() < MOST_KEPT => {
                self.all.push(TracedRedeal { position: text.clone(), times: 0, moves: Vec::new() });
                self.places.insert(text, self.all.len() - 1);
                self.all.len() - 1
            }
            None => return,
        };
        let own = &mut self.all[place];
        own.times += 1;
        own.at(redeal, redeal.m).chosen += 1;
        for &(m, value) in redeal.values {
            let it = own.at(redeal, m);
            it.known += 1;
            it.sum += value;
        }
    }

    /// All of them as data; `None` if there are none, as in a search of a game that hides nothing.
    pub fn data(&self) -> Option<RedealsData> {
        if self.total == 0 {
            return None;
        }
        let mut order: Vec<&TracedRedeal> = self.all.iter().collect();
        // The sort is stable: of equals the first that came stays first.
        order.sort_by_key(|redeal| std::cmp::Reverse(redeal.times));
        order.truncate(MOST_LISTED);
        let listed: Vec<RedealData> = order.into_iter().map(|one| one.data(self.total)).collect();
        let others = self.total - listed.iter().map(|redeal| redeal.times).sum::<u64>();
        Some(RedealsData { drawn: self.total, others, listed })
    }
}

impl TracedRedeal {
    /// What is known of `m` here; moves stand in the game's order.
    fn at(&mut self, redeal: Redeal<'_>, m: AnyMove) -> &mut RedealtMove {
        let place = self.moves.binary_search_by_key(&m, |known| known.m);
        let place = place.unwrap_or_else(|place| {
            let name = notation(redeal.position, m);
            self.moves.insert(place, RedealtMove { m, name, chosen: 0, known: 0, sum: 0.0 });
            place
        });
        &mut self.moves[place]
    }

    fn data(&self, total: u64) -> RedealData {
        let moves = self.moves.iter().map(|known| RedealtMoveData {
            m: known.name.clone(),
            chosen: known.chosen,
            mean: (known.known != 0).then(|| known.sum / known.known as f64),
        });
        RedealData {
            position: self.position.clone(),
            times: self.times,
            share: self.times as f64 / total as f64,
            moves: moves.collect(),
        }
    }
}

impl RedealsData {
    /// The same in sentences, with at most this many redeals named:
    /// `1000 redeals: of each the moves chosen there, and the means of their values`, then a line for each, such as
    /// ``503 of them `KQ/`, 50.3 %: p 24 times, mean -0.5; b 479 times, mean 1.2``.
    pub fn lines(&self, most: usize) -> Vec<String> {
        let RedealsData { drawn, others, listed } = self;
        let named = listed.len().min(most);
        let others = others + listed[named..].iter().map(|redeal| redeal.times).sum::<u64>();
        let head = "the moves chosen there, and the means of their values";
        let mut lines = vec![format!("{drawn} redeals drawn by the search; of each {head}:")];
        lines.extend(listed[..named].iter().map(RedealData::line));
        if others != 0 {
            lines.push(format!("{others} times another one"));
        }
        lines
    }
}

impl RedealData {
    fn line(&self) -> String {
        let moves: Vec<String> = self.moves.iter().map(RedealtMoveData::told).collect();
        format!(
            "`{}` {} times, {} %: {}",
            self.position,
            self.times,
            plain((self.share * 1000.0).round() / 10.0),
            moves.join("; ")
        )
    }
}

impl RedealtMoveData {
    /// The mean with two decimals, if it is known.
    pub fn rounded(&self) -> Option<f64> {
        self.mean.map(|mean| (mean * 100.0).round() / 100.0)
    }

    fn told(&self) -> String {
        let mean = self.rounded().map_or_else(String::new, |mean| format!(", mean {}", plain(mean)));
        format!("{} {} times{mean}", self.m, self.chosen)
    }
}
