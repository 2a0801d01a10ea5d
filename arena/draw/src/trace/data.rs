//! A search as data.

use agon_core::{Node, Seat};
use serde::Serialize;

use super::{
    Search, Trace, TracedNode,
    redeals::RedealsData,
    regrets::RegretStageData,
    steps::WindowStep,
    words::{finite, manner, node, word},
};

/// The searches of a [`Trace`] in short, and the positions of one of them. Seats are counted from one;
/// what is no number, or beyond all of them, is null.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TraceData {
    /// How many positions were entered, in all searches.
    pub entered: u64,
    /// The results of the recorded searches.
    pub searches: Vec<SearchData>,
    /// The number of the one whose positions follow.
    pub search: usize,
    /// The redeals that the search looked at, where something is hidden and it reports them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redeals: Option<RedealsData>,
    /// How the regrets went at the root, if the player learns by them: after 1, 10, 100, … iterations and after all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub regrets: Vec<RegretStageData>,
    /// Its positions, each before those below it.
    pub nodes: Vec<NodeData>,
}

/// A search of the root, in short.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SearchData {
    /// Its number.
    pub number: usize,
    /// Its depth, if reported.
    pub depth: Option<u32>,
    /// In which window.
    pub window: [Option<f64>; 2],
    /// Its value.
    pub value: Option<f64>,
    /// How exactly.
    pub bound: &'static str,
    /// Why it ended.
    pub why: &'static str,
    /// How many positions it entered.
    pub entered: u64,
}

/// A position that was entered, as data.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct NodeData {
    /// Its number.
    pub id: usize,
    /// The number of the one before it.
    pub parent: Option<usize>,
    /// How far from the root.
    pub ply: usize,
    /// When it was entered.
    pub order: u64,
    /// The move that leads here.
    #[serde(rename = "move")]
    pub m: Option<String>,
    /// The position.
    pub position: String,
    /// The kind of node: `decision`, `chance` or `terminal`.
    pub node: &'static str,
    /// The seat to act.
    pub seat: Option<u8>,
    /// The seat whose value is given.
    pub to: u8,
    /// The window.
    pub window: [Option<f64>; 2],
    /// The same in words: `(3, ∞)`, or for a null window `≥ 3?`; null if every value matters.
    pub asked: Option<String>,
    /// The window after each move that came back, where the search goes by windows.
    pub steps: Vec<WindowStep>,
    /// How it was looked at: `whole`, `reduced`, `pass` or `glance`.
    pub look: &'static str,
    /// How likely the move is taken to be.
    pub probability: Option<f64>,
    /// Its value.
    pub value: Option<f64>,
    /// How exactly: `exact`, `lower`, `upper` or `sample`.
    pub bound: &'static str,
    /// Why it was searched no further, in a word.
    pub why: &'static str,
    /// The same in words with figures.
    pub reason: Option<String>,
    /// Its value for each seat, if the search computes all.
    pub payoffs: Vec<f64>,
    /// The estimate by which it was chosen among moves.
    pub glance: Option<f64>,
    /// How many plays its value is the mean of.
    pub visits: Option<u64>,
    /// The iteration of the first of them.
    pub first: Option<u64>,
    /// The mean for the seat that chose it, on the scale 0 to 1: the first summand of UCB.
    pub share: Option<f64>,
    /// The exploration bonus: the second summand.
    pub term: Option<f64>,
    /// The numbers of the positions that the value is the mean of, where moves are averaged.
    pub counted: Vec<usize>,
    /// The moves that were not looked at.
    pub skipped: Vec<SkippedData>,
    /// The number of positions below it that were entered and are not listed.
    pub folded: u64,
}

/// A move that was not looked at, as data.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SkippedData {
    /// The move.
    #[serde(rename = "move")]
    pub m: String,
    /// Why not, in a word.
    pub why: &'static str,
    /// The same in words with figures.
    pub reason: String,
    /// The payoff of each seat, if it ends the game.
    pub payoffs: Vec<f64>,
}

impl Trace {
    /// A summary of all searches, and the stored content of `search`.
    pub fn data(&self, search: &Search) -> TraceData {
        TraceData {
            entered: self.entered(),
            searches: self.searches().map(SearchData::of).collect(),
            search: search.number,
            redeals: self.redeals().data(),
            regrets: self.regrets().to_vec(),
            nodes: (0..search.visits.len()).map(|index| search.node(index)).collect(),
        }
    }
}

impl Search {
    /// The position with this number, as data.
    pub fn node(&self, index: usize) -> NodeData {
        NodeData::of(self, index)
    }
}

impl SearchData {
    fn of(search: &Search) -> SearchData {
        let root = search.root();
        SearchData {
            number: search.number,
            depth: root.entered.depth,
            window: root.entered.window.map(finite),
            value: finite(root.value),
            bound: root.bound.name(),
            why: word(root.why),
            entered: root.looked,
        }
    }
}

impl NodeData {
    fn of(search: &Search, index: usize) -> NodeData {
        let visit = &search.visits[index];
        let TracedNode { entered, .. } = visit;
        let seat = |seat: Seat| seat.0 + 1;
        NodeData {
            id: index,
            parent: visit.parent,
            ply: visit.ply,
            order: visit.order,
            m: visit.parent.map(|_| visit.name.clone()),
            position: visit.position.clone(),
            node: node(visit.node),
            seat: match visit.node {
                Node::Decision(mover) => Some(seat(mover)),
                _ => None,
            },
            to: seat(entered.seat),
            window: entered.window.map(finite),
            asked: visit.window(),
            steps: search.steps(index),
            look: manner(entered.look),
            probability: entered.probability,
            value: finite(visit.value),
            bound: visit.bound.name(),
            why: word(visit.why),
            reason: search.why(index).map(|why| why.to_string()),
            payoffs: visit.payoffs.clone(),
            glance: visit.glance,
            visits: visit.sample.map(|sample| sample.visits),
            first: visit.sample.map(|sample| sample.first),
            share: visit.sample.and_then(|sample| finite(sample.share)),
            term: visit.sample.and_then(|sample| finite(sample.term)),
            counted: search.counted(index),
            skipped: (visit.skipped.iter())
                .map(|skipped| SkippedData {
                    m: skipped.name.to_string(),
                    why: word(skipped.why),
                    reason: search.why_skipped(index, skipped).to_string(),
                    payoffs: skipped.payoffs.to_vec(),
                })
                .collect(),
            folded: visit.folded(&search.visits),
        }
    }
}
