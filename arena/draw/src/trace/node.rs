//! A position of a search, and what came of it.

use agon_core::{Bound, Entered, Manner, Node, Reason, Sampled};

use super::skipped::Skipped;

/// A position that was entered, and what came of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TracedNode {
    /// The number of the position before it.
    pub parent: Option<usize>,
    /// The indices of the positions entered from here, in order, as far as they are stored.
    pub children: Vec<usize>,
    /// The distance from the root, in plies.
    pub ply: usize,
    /// The move that leads here, as it is written; empty at the root.
    pub name: String,
    /// The position, in its game's text.
    pub position: String,
    /// The kind of node.
    pub node: Node,
    /// The report when it was entered.
    pub entered: Entered,
    /// When it was entered, counted from one over all searches.
    pub order: u64,
    /// Its value; NaN if unknown.
    pub value: f64,
    /// How exactly the value is known.
    pub bound: Bound,
    /// Why it was searched no further.
    pub why: Reason,
    /// Its value for each seat, if the search has all of them.
    pub payoffs: Vec<f64>,
    /// The statistics of the plays whose mean the value is, if it is such a mean.
    pub sample: Option<Sampled>,
    /// The number of best moves whose mean the value is, if moves are averaged; otherwise zero.
    pub averaged: usize,
    /// Its estimate when moves were chosen, before it was searched.
    pub glance: Option<f64>,
    /// The moves that were not looked at.
    pub skipped: Vec<Skipped>,
    /// The number of positions entered from here down, including this one.
    pub looked: u64,
    /// How often this position was entered.
    pub times: u64,
    /// Whether it was entered again to continue.
    pub(super) goes_on: bool,
}

impl TracedNode {
    /// Whether it was only estimated, to choose among the moves.
    pub fn is_glance(&self) -> bool {
        self.entered.look == Manner::Glance
    }

    /// The number of positions below it that were entered but not stored; `kept` are those stored
    /// of its search.
    pub fn folded(&self, kept: &[TracedNode]) -> u64 {
        let below: u64 = self.children.iter().map(|&child| kept[child].looked).sum();
        self.looked.saturating_sub(self.times + below)
    }

    /// Whether it was estimated when moves were chosen, and then not searched.
    pub fn is_crossed(&self) -> bool {
        self.is_glance() && !matches!(self.why, Reason::Horizon | Reason::Terminal)
    }
}
