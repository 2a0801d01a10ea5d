//! The moments of a search, as data: what happens at each, and what is known then.

use std::collections::BTreeSet;

use agon_core::{Node, Position as _, Sum};
use agon_draw::{Phase, plain, ucb};
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    KeptTree,
    node::{MOST_CHILDREN, NodeView},
    simulated::SimulatedView,
};
use crate::{problem::Problem, words::Language};

/// A moment of a search, as data.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MomentView {
    moment: usize,
    of: usize,
    /// `entered`, `left`, or `leaf` where it is both; in an iteration of a search by plays its phase.
    #[schemars(extend("enum" = ["entered", "left", "leaf", "selection", "expansion", "simulation", "back-up"]))]
    pub(super) what: &'static str,
    pub(super) node: NodeView,
    /// The numbers of the positions from the root to it.
    pub(crate) path: Vec<usize>,
    /// For each of them, where among its parent's children it stands.
    places: Vec<usize>,
    /// What happened, in words of the language that is asked for.
    pub(crate) sentence: String,
    /// The next moment at which something was cut, and the last before this.
    next_cut: Option<u32>,
    previous_cut: Option<u32>,
    /// In a back-up: what counts for each position on the way, as the sentence writes it: the payoff of the seat to
    /// act at the root, or `(1, 0, 0)` of more than two seats.
    pub(super) payoff: Option<String>,
    /// In an iteration: what is known then of positions on the way, those beside them, and those that were asked for.
    pub(super) samples: Vec<SampleView>,
    /// In a simulation: its moves below the tree, with the positions after them.
    pub(super) simulated: Vec<SimulatedView>,
}

/// The statistics of a position after some iterations, as data.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct SampleView {
    pub(super) id: usize,
    pub(super) visits: usize,
    mean: f64,
    /// The mean as sentences write it.
    pub(super) worth: String,
    /// The mean for the seat that chose it, on the scale 0 to 1.
    share: f64,
    /// The exploration bonus added to it when the next move is selected.
    term: Option<f64>,
    /// Both in words: `UCB 0.70 + 0.78 = 1.48`.
    ucb: Option<String>,
}

impl KeptTree {
    /// What happened at a moment.
    ///
    /// # Errors
    ///
    /// Where there is none of that number.
    pub(crate) fn moment(&self, at: usize, rows: &[usize], language: Language) -> Result<MomentView, Problem> {
        if self.moments() <= at {
            let last = self.moments() - 1;
            return Err(Problem::missing("no-moment", &[("last", &last)]));
        }
        let moment = self.at(at);
        let node = moment.node;
        let what = match (moment.phase, moment.is_left, self.search().is_leaf(node)) {
            (Some((_, phase)), ..) => phase.name(),
            (None, true, _) => "left",
            (None, _, true) => "leaf",
            (None, ..) => "entered",
        };
        let (path, places) = self.way(node);
        let samples = self.samples(at, &path, rows);
        let here = u32::try_from(at).unwrap_or(u32::MAX);
        let next = self.cuts.partition_point(|&cut| cut <= here);
        let before = self.cuts.partition_point(|&cut| cut < here);
        let simulated = match moment.phase {
            Some((number, Phase::Simulation)) => SimulatedView::all(self.search(), number),
            _ => Vec::new(),
        };
        let payoff = match moment.phase {
            Some((number, Phase::BackUp)) => Some(self.payoff(number)),
            _ => None,
        };
        Ok(MomentView {
            moment: at,
            of: self.moments(),
            what,
            node: self.node(node, language),
            path,
            places,
            sentence: self.sentence(at, language),
            next_cut: self.cuts.get(next).copied(),
            previous_cut: before.checked_sub(1).and_then(|before| self.cuts.get(before)).copied(),
            payoff,
            samples,
            simulated,
        })
    }

    /// What happened at a moment, in sentences.
    pub(crate) fn sentence(&self, at: usize, language: Language) -> String {
        let told = self.search().sentences(self.at(at), &self.walks);
        told.iter().map(|one| language.phrase(one) + ".").collect::<Vec<String>>().join(" ")
    }

    /// What an iteration counts for each position on its way.
    fn payoff(&self, iteration: usize) -> String {
        let search = self.search();
        let payoffs = &search.iterations[iteration].payoffs;
        if payoffs.len() < 3 {
            return plain(payoffs[search.root().entered.seat.index()]);
        }
        let written: Vec<String> = payoffs.iter().copied().map(plain).collect();
        format!("({})", written.join(", "))
    }

    /// The numbers of the positions from the root to one, and for each of them where among its parent's
    /// children it stands.
    fn way(&self, node: usize) -> (Vec<usize>, Vec<usize>) {
        let search = self.search();
        let (mut path, mut places, mut below) = (vec![node], Vec::new(), node);
        while let Some(above) = search.visits[below].parent {
            let children = &search.visits[above].children;
            places.push(children.iter().position(|&child| child == below).unwrap_or(0));
            path.push(above);
            below = above;
        }
        path.reverse();
        places.reverse();
        (path, places)
    }

    /// The mean of a position, given for one seat, as it is for the seat that chose to go there.
    fn to_chooser(&self, index: usize, mean: f64) -> f64 {
        let visits = &self.search().visits;
        let chooser = visits[index].parent.map(|above| visits[above].node);
        let told = visits[index].entered.seat;
        match (chooser, self.thought.site.here.facts().sum) {
            (Some(Node::Decision(seat)), Sum::Zero) if seat != told => 0.0 - mean,
            (Some(Node::Decision(seat)), Sum::Constant(sum)) if seat != told => sum - mean,
            _ => mean,
        }
    }

    /// What the iterations have told at a moment of positions on a way, of those beside them, and of `rows`.
    fn samples(&self, at: usize, path: &[usize], rows: &[usize]) -> Vec<SampleView> {
        if !self.has_plays {
            return Vec::new();
        }
        let search = self.search();
        // The payoffs count once they are backed up.
        let backed_up = (at + 1) / Phase::ALL.len();
        let beside = path.iter().flat_map(|&index| search.visits[index].children.iter().take(MOST_CHILDREN).copied());
        let asked = rows.iter().copied().filter(|&row| row < search.visits.len());
        let all: BTreeSet<usize> = path.iter().copied().chain(beside).chain(asked).collect();
        let facts = self.thought.site.here.facts();
        let width = (facts.max_payoff - facts.min_payoff).max(f64::MIN_POSITIVE);
        let known = all.into_iter().filter_map(|id| {
            let known = self.walks.after(search, id, backed_up)?;
            let share = (self.to_chooser(id, known.mean) - facts.min_payoff) / width;
            Some(SampleView {
                id,
                visits: known.visits,
                mean: known.mean,
                worth: format!("≈ {}", known.written()),
                share,
                term: known.term,
                ucb: known.term.map(|term| ucb([share, term])),
            })
        });
        known.collect()
    }
}
